package scan

import (
	"strings"

	"github.com/stile-gate/stile/core/fact"
)

// What prove -v prints (Test::Harness 3.44, run 2026-11-30) is no TAP stream: behind a line "t/a.t .. " stand the lines
// of that file, behind them "ok" where prove is content with it, and at last "Files=1, Tests=2, ", which prove prints
// without -v too. A bare "ok" would be one more point, and the plan of a second file a second plan. A failed point
// in it is one.

// isProveFile reports whether the line is what prove puts before those of a file.
func isProveFile(line string) bool {
	rest := strings.TrimSuffix(line, " ")
	name := fact.TrimRight(rest, ".")
	return len(rest)-len(name) >= 2 && len(name) > 1 && name[len(name)-1] == ' '
}

// proveOK takes the point that is prove's word on a file.
func (t *tapReport) proveOK(level int, body string) bool {
	if level > 0 || body != "ok" || !t.file {
		return false
	}
	t.fold(0)
	t.prove, t.last = true, -1
	return true
}

// proveEnd takes the line that counts the files.
func (t *tapReport) proveEnd(level int, body string) bool {
	rest := body[len("Files="):]
	n := span(rest, 0, decimal)
	rest, ok := strings.CutPrefix(rest[n:], ", Tests=")
	if level > 0 || n == 0 || !ok || span(rest, 0, decimal) == 0 {
		return false
	}
	t.prove, t.last = true, -1
	return true
}
