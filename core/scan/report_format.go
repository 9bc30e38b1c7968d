package scan

import (
	"strings"

	"github.com/stile-gate/stile/core/fact"
)

// reportFiles say which format a file of a name is in: of the rows whose ending fits, the first whose word is in the
// base name.
var reportFiles = [...]struct{ ending, word, format string }{
	{".xml", "", "junit"},
	{".tap", "", "tap"},
	{".sarif", "", "sarif"},
	{".sarif.json", "", "sarif"},
	{".info", "", "lcov"},
	{".json", "eslint", "eslint-json"},
	{".json", "", "go-test-json"},
	{".jsonl", "", "go-test-json"},
	{".ndjson", "", "go-test-json"},
}

// ReportFormatOf says in which format a report is that no check declares, by the name of its file: a word that
// ReadReport knows, "" for none. The case of letters does not matter.
func ReportFormatOf(path string) string {
	base := []byte(path[strings.LastIndexByte(path, '/')+1:])
	for i := range base {
		base[i] = lower(base[i])
	}
	for i := range reportFiles {
		if f := &reportFiles[i]; strings.HasSuffix(string(base), f.ending) && (f.word == "" || fact.Index(base, f.word) >= 0) {
			return f.format
		}
	}
	return ""
}
