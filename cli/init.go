package cli

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/stile-gate/stile/core/scan"
)

const policyFile = "stile.json"

// byHand is the smallest file that asks for something, for a project in which nothing was found.
const byHand = `{ "stile": 1,
  "checks": [
    { "id": "test", "run": ["make", "test"], "timeout": "10m" } ] }
`

func (c *call) init() int {
	p, ok := c.flags()
	if !ok {
		return exitNotAsked
	}
	dir, err := directory(p.get("C"))
	if err != nil {
		return c.notAsked("no-directory", err.Error())
	}
	if p.has("tables") {
		return c.initTables(dir)
	}
	return Init(dir, c.stdout, c.stderr)
}

// Init looks at the project in dir, runs nothing, and writes its first stile.json. It says on out what it found
// and what it wrote, on errs why it wrote nothing. It returns the exit code.
func Init(dir string, out, errs io.Writer) int {
	path := filepath.Join(dir, policyFile)
	fail := func(format string, args ...any) int {
		warn(errs, fmt.Sprintf(format, args...))
		return exitNotAsked
	}
	if _, err := os.Lstat(path); err == nil {
		return fail("%s is already there and was left alone", policyFile)
	}
	s := look(os.DirFS(dir))
	s.report(out)
	if len(s.checks) == 0 {
		fail("nothing here is known to be a check, so nothing was written; write %s by hand, for example", policyFile)
		io.WriteString(errs, byHand)
		return exitNotAsked
	}
	switch err := writeNew(path, s.policy()); {
	case errors.Is(err, fs.ErrExist):
		return fail("%s is already there and was left alone", policyFile)
	case err != nil:
		return fail("writing %s: %v", policyFile, pathless(err))
	}
	s.wrote(out)
	fmt.Fprint(out, initNext)
	return exitGreen
}

const initNext = "next: stile check, then register the hook: stile help gate-hook\n"

// wrote says what stands in the stile.json that was written.
func (s *survey) wrote(out io.Writer) {
	fmt.Fprintf(out, "wrote %s\n", policyFile)
	for i := range s.checks {
		fmt.Fprintf(out, "  %-16s %s\n", scan.CleanLine(s.checks[i].id), s.checks[i].shown())
	}
	if slices.ContainsFunc(s.checks, func(p proposal) bool { return p.kind == "test" && p.report == "" }) {
		fmt.Fprintf(out, "exit status only: what ran is not counted, so a suite that lost its tests still passes\n")
	}
}

// writeNew never replaces a file; one that could not be written whole does not stay.
func writeNew(path string, data []byte) error {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	if err = errors.Join(err, f.Close()); err != nil {
		return errors.Join(err, os.Remove(path))
	}
	return nil
}

// pathless is an error without the path it is about, which the message names already or which is of our making.
func pathless(err error) error {
	var p *fs.PathError
	var l *os.LinkError
	switch {
	case errors.As(err, &p):
		return p.Err
	case errors.As(err, &l):
		return l.Err
	}
	return err
}

// report prints what was found, one place a line.
func (s *survey) report(out io.Writer) {
	if len(s.remarks) == 0 {
		fmt.Fprintln(out, "found nothing that is known here")
		return
	}
	fmt.Fprintln(out, "found")
	width := 0
	for _, r := range s.remarks {
		width = max(width, min(len(r.place), 32))
	}
	for _, r := range s.remarks {
		fmt.Fprintf(out, "  %-*s  %s\n", width, scan.CleanLine(r.place), scan.CleanLine(r.text))
	}
}
