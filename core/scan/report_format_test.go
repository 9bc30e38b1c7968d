package scan

import (
	"testing"

	"github.com/stile-gate/stile/core/fact"
)

func TestReportFormatOf(t *testing.T) {
	for path, want := range map[string]string{
		"a.xml": "junit", "build/TEST-x.XML": "junit", "t.tap": "tap", "r.sarif": "sarif", "out/r.Sarif.JSON": "sarif", "cov/lcov.info": "lcov",
		"eslint.json": "eslint-json", "out/my-ESLint-report.json": "eslint-json", "eslint/report.json": "go-test-json", "go.json": "go-test-json",
		"go.jsonl": "go-test-json", "go.ndjson": "go-test-json", "eslint.sarif.json": "sarif", "eslint.xml": "junit",
		"": "", "a": "", "xml": "", "a.xml/": "", "a.xml/b": "", "a.txt": "", "a.xmlx": "", "eslint": "", "a.json.gz": "", "r.sarif.jsonl": "go-test-json",
	} {
		got := ReportFormatOf(path)
		if got != want {
			t.Errorf("%q: %q, want %q", path, got, want)
		}
		if got != "" && !fact.Has(ReportFormats(), got) {
			t.Errorf("%q: nothing reads %q", path, got)
		}
	}
	for i := range reportFiles {
		f := &reportFiles[i]
		if got := ReportFormatOf("dir.d/x" + f.word + f.ending); got != f.format {
			t.Errorf("the row %s %s is never reached: %q", f.ending, f.word, got)
		}
	}
}
