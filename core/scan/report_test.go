package scan

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stile-gate/stile/core/fact"
)

// summary is a report as one line a case, so that a table can hold the whole of it.
func summary(r Report) string {
	n := fact.Itoa
	var b strings.Builder
	b.WriteString(n(r.Passed) + " passed " + n(r.Failed) + " failed " + n(r.Skipped) + " skipped")
	for _, x := range []struct {
		n    int64
		word string
	}{{r.Cached, " cached"}, {r.Noise, " noise"}, {r.More, " more"}, {r.MoreBuilds, " more builds"}} {
		if x.n != 0 {
			b.WriteString(" " + n(x.n) + x.word)
		}
	}
	if r.Why != "" {
		b.WriteString(" (" + r.Why)
		if r.Line > 0 {
			b.WriteString(" " + n(r.Line) + ":" + n(r.Col))
		}
		b.WriteString(")")
	}
	for _, list := range []struct {
		word  string
		cases []Case
	}{{"case ", r.Cases}, {"build ", r.Builds}} {
		for _, c := range list.cases {
			b.WriteString("\n" + list.word + c.Name)
			if c.File != "" {
				b.WriteString(" @ " + c.File + ":" + n(c.Line))
			}
			b.WriteString(" | " + strings.Join(c.Text, " / "))
		}
	}
	return b.String()
}

func readWhole(t *testing.T, format string, files ...[]byte) Report {
	t.Helper()
	var answer []byte
	for _, f := range files {
		answer = ReadReport(format, answer, f, true)
	}
	r, ok := ParseReport(answer)
	if !ok {
		t.Fatalf("answer is not canonical: %s", answer)
	}
	if r.Complete != (r.Why == "") {
		t.Fatalf("complete=%v why=%q", r.Complete, r.Why)
	}
	return *r
}

func formatOf(name string) string {
	switch filepath.Ext(name) {
	case ".jsonl":
		return "go-test-json"
	case ".tap":
		return "tap"
	case ".sarif":
		return "sarif"
	case ".json":
		return "eslint-json"
	case ".info":
		return "lcov"
	}
	return "junit"
}

func open(t testing.TB, name string) []byte {
	t.Helper()
	b, err := os.ReadFile(filepath.Join("testdata", filepath.FromSlash(name)))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func reports(t testing.TB) []string {
	t.Helper()
	var names []string
	for _, dir := range []string{"", "real"} {
		entries, err := os.ReadDir(filepath.Join("testdata", dir))
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range entries {
			switch filepath.Ext(e.Name()) {
			case ".jsonl", ".tap", ".xml", ".sarif", ".json", ".info":
				if !strings.HasPrefix(e.Name(), "payload-") {
					names = append(names, filepath.ToSlash(filepath.Join(dir, e.Name())))
				}
			}
		}
	}
	if len(names) < 30 {
		t.Fatalf("%d reports under testdata, 30 were expected", len(names))
	}
	return names
}

// TestReports reads every file under testdata: the nasty ones, and under real what Go 1.26.8, Node 20.20.2 and
// Test::More 1.302190 printed on 2026-11-30 (paths replaced).
func TestReports(t *testing.T) {
	seen := map[string]bool{}
	for _, c := range reportCases {
		seen[c.file] = true
		t.Run(c.file, func(t *testing.T) {
			want := strings.ReplaceAll(c.want, "LONG", strings.Repeat("x", 3000))
			if got := summary(readWhole(t, formatOf(c.file), open(t, c.file))); got != want {
				t.Errorf("%s\ngot  %s\nwant %s", c.why, got, want)
			}
		})
	}
	for _, name := range reports(t) {
		if !seen[name] {
			t.Errorf("testdata/%s: no case says what it means", name)
		}
	}
}

// TestFiles reads several files of one check one after another.
func TestFiles(t *testing.T) {
	green := []byte(`<testsuite><testcase name="a"/></testsuite>`)
	red := []byte(`<testsuite><testcase name="a"><failure message="m"/></testcase></testsuite>`)
	for _, c := range []struct {
		name, want string
		files      [][]byte
	}{
		{"A7 one package finds no tests, another fails", "1 passed 1 failed 0 skipped\ncase a | m",
			[][]byte{[]byte("<testsuites/>"), red, green}},
		{"a name that is red in two files counts once", "0 passed 1 failed 0 skipped\ncase a | m", [][]byte{red, red}},
		{"one cut file leaves the whole incomplete", "2 passed 0 failed 0 skipped (cut 1:13)",
			[][]byte{green, []byte("<testsuites>"), green}},
		{"an empty file says nothing", "1 passed 0 failed 0 skipped (empty 1:1)", [][]byte{green, nil}},
	} {
		if got := summary(readWhole(t, "junit", c.files...)); got != c.want {
			t.Errorf("%s\ngot  %s\nwant %s", c.name, got, c.want)
		}
	}
	tap := []byte("1..1\nok 1\n")
	if got := summary(readWhole(t, "tap", tap, tap)); got != "2 passed 0 failed 0 skipped" {
		t.Errorf("two tap files: %s", got)
	}
	pass := open(t, "real/go-cached.jsonl")
	if got := summary(readWhole(t, "go-test-json", pass, pass)); got != "8 passed 0 failed 0 skipped 2 cached" {
		t.Errorf("two go files: %s", got)
	}
}

// TestChunks cuts every line-shaped report at every line end, and into single lines: the last answer is the same.
func TestChunks(t *testing.T) {
	for _, name := range reports(t) {
		format, src := formatOf(name), open(t, name)
		if IsDocument(format) {
			continue
		}
		want := ReadReport(format, nil, src, true)
		for i := range src {
			if src[i] != '\n' {
				continue
			}
			first := ReadReport(format, nil, src[:i+1], false)
			r, ok := ParseReport(first)
			if !ok || r.Complete {
				t.Fatalf("%s cut at %d: canonical %v, complete %v", name, i, ok, r.Complete)
			}
			if got := ReadReport(format, first, src[i+1:], true); !bytes.Equal(got, want) {
				t.Fatalf("%s cut at %d\ngot  %s\nwant %s", name, i, got, want)
			}
		}
		if got := readLines(format, src); !bytes.Equal(got, want) {
			t.Errorf("%s by lines\ngot  %s\nwant %s", name, got, want)
		}
	}
}

func readLines(format string, src []byte) []byte {
	var answer []byte
	lines := bytes.SplitAfter(src, []byte("\n"))
	for i, line := range lines {
		answer = ReadReport(format, answer, line, i == len(lines)-1)
	}
	return answer
}

// TestCut drops the tail of every report that is complete: never complete and green again, but for trailing
// bytes that say nothing.
func TestCut(t *testing.T) {
	for _, name := range reports(t) {
		format, src := formatOf(name), open(t, name)
		whole := readWhole(t, format, src)
		if !whole.Complete || whole.Failed+int64(len(whole.Builds)) > 0 || whole.Ran() == 0 {
			continue
		}
		for n := range len(src) - 1 {
			if format == "lcov" && strings.HasSuffix(strings.TrimSpace(string(src[:n])), "end_of_record") {
				continue // the format does not say how many records there are
			}
			r := readWhole(t, format, src[:n])
			if r.Complete && r.Ran() != whole.Ran() && r.Ran() > 0 {
				t.Errorf("%s cut at %d of %d is complete: %s", name, n, len(src), summary(r))
			}
		}
	}
}

func TestReportLimits(t *testing.T) {
	var b bytes.Buffer
	for i := range int64(60) {
		b.WriteString(`<testcase name="c` + fact.Itoa(i) + `"><failure message="m"/></testcase>`)
	}
	r := readWhole(t, "junit", []byte("<testsuite>"+b.String()+"</testsuite>"))
	if r.Failed != 60 || len(r.Cases) != fact.MaxCases || r.More != 10 || !r.Complete {
		t.Errorf("60 failed cases: %d failed, %d named, %d more", r.Failed, len(r.Cases), r.More)
	}

	b.Reset()
	for i := range int64(fact.MaxOpenCases + 5) {
		b.WriteString(`{"Action":"run","Package":"p","Test":"T` + fact.Itoa(i) + "\"}\n")
	}
	b.WriteString("{\"Action\":\"fail\",\"Package\":\"p\",\"Test\":\"T9\"}\n{\"Action\":\"fail\",\"Package\":\"p\"}\n")
	if r = readWhole(t, "go-test-json", b.Bytes()); r.Why != whyOpen || r.Failed < 1 || len(r.Cases) != fact.MaxCases {
		t.Errorf("too many open cases: %q, %d failed", r.Why, r.Failed)
	}

	long := strings.Repeat("x", 3*fact.MaxLine)
	r = readWhole(t, "tap", []byte("not ok 1 - "+long+"\n# "+long+"\n1..1\n"))
	if c := r.Cases[0]; len(c.Name) > fact.MaxLine || len(c.Text[0]) > fact.MaxLine {
		t.Errorf("a name of %d bytes, a line of %d", len(c.Name), len(c.Text[0]))
	}
}

// TestHeldSize shows that what is carried from chunk to chunk has nothing to do with how much has passed.
func TestHeldSize(t *testing.T) {
	var b bytes.Buffer
	b.WriteString("{\"Action\":\"start\",\"Package\":\"p\"}\n")
	for i := range int64(5000) {
		name := `","Package":"p","Test":"T` + fact.Itoa(i) + "\""
		b.WriteString(`{"Action":"run` + name + "}\n" + `{"Action":"output` + name + ",\"Output\":\"    a_test.go:1: said\\n\"}\n" +
			`{"Action":"pass` + name + "}\n")
	}
	if answer := ReadReport("go-test-json", nil, b.Bytes(), false); len(answer) > 400 {
		t.Errorf("5000 passed cases leave %d bytes: %s", len(answer), answer[:400])
	}
	b.Reset()
	for i := range int64(5000) {
		b.WriteString("ok " + fact.Itoa(i+1) + " - fine\n")
	}
	if answer := ReadReport("tap", nil, b.Bytes(), false); len(answer) > 400 {
		t.Errorf("5000 passed points leave %d bytes: %s", len(answer), answer[:400])
	}
}

func TestReportRefused(t *testing.T) {
	for _, c := range []struct{ name, format, prev, want string }{
		{"a format that is not known", "csv", "", whyFormat},
		{"prev is no answer", "tap", "{}", whyState},
		{"prev is another format's", "tap", string(ReadReport("junit", nil, []byte("<testsuite/>"), true)), whyState},
		{"prev holds what no reader left", "tap",
			strings.Replace(string(ReadReport("tap", nil, nil, false)), `"held":"`, `"held":"9`, 1), whyState},
	} {
		r, ok := ParseReport(ReadReport(c.format, []byte(c.prev), []byte("1..1\nok 1\n"), true))
		if !ok || r.Complete || r.Why != c.want {
			t.Errorf("%s: %v %q, want %q", c.name, ok, r.Why, c.want)
		}
	}
	good := ReadReport("tap", nil, []byte("1..1\nok 1\n"), true)
	for _, bad := range []string{"", "null", " " + string(good), string(good) + "\n", strings.Replace(string(good), `"more":0,`, "", 1)} {
		if _, ok := ParseReport([]byte(bad)); ok {
			t.Errorf("%q is taken for an answer", bad)
		}
	}
	if _, ok := ParseReport(good); !ok {
		t.Errorf("%s is not taken for an answer", good)
	}
}
