//go:build unix

package host

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/stile-gate/stile/core"
	"github.com/stile-gate/stile/core/fact"
	"github.com/stile-gate/stile/core/scan"
)

// A recorder stands for the core's Read: it keeps what it is asked and answers with what it has seen.
type recorder struct {
	t      *testing.T
	format string
	chunks [][]byte
	last   []bool
}

func (r *recorder) read(kind string, query, raw []byte) []byte {
	q, ok := fact.Frames(query, 2)
	if !ok || kind != r.format || len(raw) > fact.MaxRead {
		r.t.Errorf("read %q %q of %d bytes", kind, query, len(raw))
		return nil
	}
	if want := fmt.Sprint("answer ", len(r.chunks)); len(r.chunks) == 0 && len(q[0]) > 0 || len(r.chunks) > 0 && string(q[0]) != want {
		r.t.Errorf("chunk %d: earlier answer is %q", len(r.chunks), q[0])
	}
	r.chunks = append(r.chunks, bytes.Clone(raw))
	r.last = append(r.last, string(q[1]) == "last")
	return fmt.Append(nil, "answer ", len(r.chunks))
}

// check holds what is true of every report: the last chunk of a file (each chunk where perFile) is called that,
// and the answer is the last one.
func (r *recorder) check(m fact.Measure, perFile bool) {
	r.t.Helper()
	for i, last := range r.last {
		if last != (perFile || i == len(r.last)-1) {
			r.t.Errorf("chunk %d of %d: last %v", i, len(r.last), last)
		}
	}
	if m.NoReport != "" || string(m.Report) != fmt.Sprint("answer ", len(r.chunks)) {
		r.t.Errorf("%s", told(m))
	}
}

func TestReportOfStdout(t *testing.T) {
	for _, c := range []struct {
		name, text    string
		count, chunks int
	}{
		{"nothing", "", 0, 1},
		{"no final newline", "ok 1", 1, 1},
		{"exactly one chunk", strings.Repeat("x", 1023) + "\n", 1024, 2},
		{"many chunks", "ok 1 - a case with a name\n", 200_000, 0},
		{"a line of 3 MB", strings.Repeat("x", 3_000_000) + "\nok\n", 1, 1},
	} {
		r := &recorder{t: t, format: "tap"}
		s := specOf(t, "repeat", c.text, fmt.Sprint(c.count))
		if len(c.text) > 100_000 {
			s.Run = selfArgs("repeat", "x", "3000000") // an argument of that size cannot be passed
			c.text, c.count, c.chunks = "x", 3_000_000, 1
		}
		s.Format, s.Read = r.format, r.read
		m := Measure(t.Context(), s)
		r.check(m, false)
		if c.chunks > 0 && len(r.chunks) != c.chunks {
			t.Errorf("%s: %d chunks", c.name, len(r.chunks))
		}
		for i, b := range r.chunks {
			if i < len(r.chunks)-1 && (!bytes.HasSuffix(b, []byte("\n")) || len(b) > reportChunk) {
				t.Errorf("%s: chunk %d of %d bytes does not end a line", c.name, i, len(b))
			}
		}
		if !bytes.Equal(bytes.Join(r.chunks, nil), bytes.Repeat([]byte(c.text), c.count)) {
			t.Errorf("%s: other bytes than were printed", c.name)
		}
	}
}

func TestReportThatCannotBeRead(t *testing.T) {
	for _, c := range []struct {
		format string
		size   int
		want   string
	}{
		{"tap", 50_000_000, "line too long"},
		{"junit", fact.MaxRead + 1, "too large"},
		{"sarif", fact.MaxRead + 1, "too large"},
		{"eslint-json", fact.MaxRead + 1, "too large"},
		{"lcov", 50_000_000, "line too long"},
	} {
		s := specOf(t, "repeat", "x", fmt.Sprint(c.size))
		s.Format, s.Read = c.format, func(string, []byte, []byte) []byte { t.Error("it is read"); return nil }
		if m := Measure(t.Context(), s); m.NoReport != c.want || m.Report != nil || m.Exit != 0 || len(m.Head) == 0 {
			t.Errorf("D4 %s: %s", c.format, told(m))
		}
	}
}

func TestReportStreamsApart(t *testing.T) {
	r := &recorder{t: t, format: "junit"}
	s := specOf(t, "print", "<testsuite/>\n", "a warning\n")
	s.Format, s.Read = r.format, r.read
	m := Measure(t.Context(), s)
	r.check(m, false)
	if string(m.Head) != "a warning\n" || len(r.chunks) != 1 || string(r.chunks[0]) != "<testsuite/>\n" {
		t.Errorf("%s of %q", told(m), r.chunks)
	}
	s.Run, s.Read = selfArgs("print", "plain words\n"), (&recorder{t: t, format: "junit"}).read
	if m := Measure(t.Context(), s); string(m.Head) != "plain words\n" {
		t.Errorf("nothing on stderr: %s", told(m))
	}
}

func TestReportThroughTheCore(t *testing.T) {
	read := func(kind string, query, raw []byte) []byte { return core.Read([]byte(kind), query, raw) }
	s := specOf(t, "repeat", "ok - a case with a name\n", "150000")
	s.Format, s.Read = "tap", read
	m := Measure(t.Context(), s)
	if r, ok := scan.ParseReport(m.Report); !ok || r.Passed != 150_000 || r.Complete || r.Why == "" {
		t.Errorf("tap without a plan: %s", told(m))
	}
	suite := `<testsuite name="s"><testcase name="a"/><testcase name="b"><failure/></testcase></testsuite>`
	s = specOf(t, "write", "a.xml", suite, "b.xml", suite)
	s.Format, s.Files, s.Read = "junit", []string{"*.xml"}, read
	m = Measure(t.Context(), s)
	if r, ok := scan.ParseReport(m.Report); !ok || r.Passed != 2 || r.Failed == 0 || !r.Complete {
		t.Errorf("two junit files: %s", told(m))
	}
}

// TestReportAskedForCases: the names go with every piece, and of several files a name has the worst outcome.
func TestReportAskedForCases(t *testing.T) {
	read := func(kind string, query, raw []byte) []byte { return core.Read([]byte(kind), query, raw) }
	wanted := []string{"a", "b", "s.a", "nowhere", "only there"}
	one := `<testsuite name="s"><testcase classname="s" name="a"/><testcase name="b"/></testsuite>`
	other := `<testsuite name="s"><testcase name="b"><failure/></testcase><testcase name="only there"><skipped/></testcase></testsuite>`
	const outcomes = "[{a passed} {b failed} {s.a passed} {nowhere absent} {only there skipped}]"
	for _, files := range [][]string{{"1.xml", one, "2.xml", other}, {"1.xml", other, "2.xml", one}} {
		s := specOf(t, "write", files...)
		s.Format, s.Files, s.Read, s.Wanted = "junit", []string{"*.xml"}, read, wanted
		m := Measure(t.Context(), s)
		if r, ok := scan.ParseReport(m.Report); !ok || !r.Complete || fmt.Sprint(r.Wanted) != outcomes {
			t.Errorf("%q: %s", files, told(m))
		}
	}
	s := specOf(t, "repeat", "ok 1 - a case with a name\nnot ok 2 - another\n", "60000")
	s.Format, s.Read, s.Wanted = "tap", read, []string{"another", "a case with a name", "none"}
	m := Measure(t.Context(), s)
	if r, ok := scan.ParseReport(m.Report); !ok || fmt.Sprint(r.Wanted) != "[{another failed} {a case with a name passed} {none absent}]" {
		t.Errorf("chunks: %s", told(m))
	}
	s.Wanted = nil
	if r, ok := scan.ParseReport(Measure(t.Context(), s).Report); !ok || r.Wanted != nil {
		t.Errorf("nothing is asked for: %v", r)
	}
}

// TestReportsOfFiles reads what linters and coverage print of files of the project: named from the root on, however
// the format spells it.
func TestReportsOfFiles(t *testing.T) {
	read := func(kind string, query, raw []byte) []byte { return core.Read([]byte(kind), query, raw) }
	for _, c := range []struct{ format, text, want string }{
		{"eslint-json", `[{"filePath":"ROOT/src/a.js","messages":[{"ruleId":"r","severity":2,"message":"in ROOT/src/a.js"}],"errorCount":1},{"filePath":"ROOT/b.js","messages":[]}]`,
			"src/a.js src/a.js [in ./src/a.js (r)] 1 1 0"},
		{"eslint-json", `[{"filePath":"` + `ESCAPED\/src\/a.js","messages":[{"severity":2,"message":"m"}]}]`, "src/a.js src/a.js [m] 0 1 0"},
		{"sarif", `{"version":"2.1.0","runs":[{"results":[{"ruleId":"R","level":"error","message":{"text":"m"},"locations":[{"physicalLocation":{"artifactLocation":{"uri":"file://URI/a%20b.js"}}}]}]}]}`,
			"R a b.js [m] 0 1 0"},
	} {
		s := specOf(t, "print", "")
		s.Root = filepath.Join(s.Root, "a b")
		if err := os.MkdirAll(s.Root, 0o755); err != nil {
			t.Fatal(err)
		}
		text := strings.NewReplacer("ROOT", s.Root, "ESCAPED", strings.ReplaceAll(s.Root, "/", `\/`), "URI", inURI(s.Root)).Replace(c.text)
		s.Run, s.Format, s.Read = selfArgs("print", text), c.format, read
		m := Measure(t.Context(), s)
		r, ok := scan.ParseReport(m.Report)
		if !ok || len(r.Cases) != 1 || !r.Complete {
			t.Errorf("%s: %s", c.format, told(m))
			continue
		}
		x := &r.Cases[0]
		if got := fmt.Sprint(x.Name, " ", x.File, " ", x.Text, " ", r.Passed, " ", r.Failed, " ", r.Skipped); got != c.want {
			t.Errorf("%s: got %s, want %s", c.format, got, c.want)
		}
	}
}

func TestDeadlineWhileReading(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	s := specOf(t, "repeat", "ok 1 - a case with a name\n", "200000")
	s.Format, s.Read = "tap", func(string, []byte, []byte) []byte { cancel(); return []byte("partial") }
	if m := Measure(ctx, s); !m.TimedOut || m.Report != nil || m.NoReport != "timed out" || m.Detail != fact.DetailDeadline {
		t.Errorf("%s", told(m))
	}
}

func TestReportFiles(t *testing.T) {
	root, outside := t.TempDir(), t.TempDir()
	at := func(name string) string { return filepath.Join(root, "p", name) }
	for _, d := range []string{"out/deep/er", "old", "real", ".git", "sub", "links", "tree/a", "twice", "dirs/d.xml"} {
		if err := os.MkdirAll(at(d), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	childWrite([]string{at("old/a.xml"), "old a", at("old/b.xml"), "old b", outside + "/x.xml", "foreign", at("sub/s.xml"), "sub",
		at(".git/g.xml"), "git"})
	for link, to := range map[string]string{
		"linked": "real", "away": outside, "old/away.xml": outside + "/x.xml", "out/up": "..", "old/loop.xml": "loop.xml",
		"links/b.xml": outside + "/b.xml", "tree/b": "../real", "tree/c": "../real", "tree/up": "..", "null.xml": "/dev/null",
		"twice/a.xml": "../real/t.xml", "twice/b.xml": "../real/t.xml", "twice/c.xml": "a.xml", "dirs/e.xml": "d.xml",
	} {
		if err := os.Symlink(to, at(link)); err != nil {
			t.Fatal(err)
		}
	}
	if err := syscall.Mkfifo(at("old/pipe.xml"), 0o600); err != nil {
		t.Fatal(err)
	}
	huge, err := os.Create(at("huge.xml"))
	if err != nil {
		t.Fatal(err)
	}
	huge.Close()
	for _, c := range []struct {
		name  string
		globs string
		write string // name text name text …
		want  string // texts in order
		none  string
		told  string // paths of what was read
	}{
		{"none there", "none/*.xml none.xml", "", "", "absent", ""},
		{"none written", "old/[ab].xml", "other.txt x", "", "stale", ""},
		{"one of two written", "old/[ab].xml", "old/b.xml new", "new", "", "p/old/b.xml"},
		{"the same bytes again", "old/a.xml", "old/a.xml old_a", "old a", "", "p/old/a.xml"},
		{"sorted, each once", "**/*.tap out/*.tap *.tap", "out/z.tap 4 out/a.tap 2 b.tap 1 out/deep/er/y.tap 3", "1 2 3 4", "", "p/b.tap p/out/a.tap p/out/deep/er/y.tap p/out/z.tap"},
		{"through a link inside", "linked/*.xml", "real/l.xml linked", "linked", "", "p/linked/l.xml"},
		{"through a link outside", "away/*.xml", outside + "/x.xml again", "", "outside the project", ""},
		{"a red one behind a link outside", "links/*.xml", "links/a.xml green links/b.xml red", "", "outside the project", ""},
		{"below a directory behind a link outside", "**/x.xml", "sub/x.xml new", "", "outside the project", ""},
		{"below a directory behind a link inside", "tree/**/l.xml", "tree/a/l.xml one real/l.xml two", "one two", "", "p/tree/a/l.xml p/tree/c/l.xml p/tree/up/real/l.xml p/tree/up/tree/a/l.xml"},
		{"one file by three names", "twice/*.xml", "real/t.xml once", "once", "", "p/twice/a.xml p/twice/b.xml p/twice/c.xml"},
		{"a link outside", "old/away.xml", "", "", "outside the project", ""},
		{"a link to nowhere", "old/loop.xml", "", "", "unreadable", ""},
		{"a pipe", "old/pipe.xml", "", "", "not a regular file", ""},
		{"a device behind a link", "null.xml", "null.xml red", "", "outside the project", ""},
		{"a pipe beside a file", "old/pipe.xml old/b.xml", "old/b.xml new", "", "not a regular file", ""},
		{"directories are no reports", "dirs/*.xml", "dirs/a.xml new", "new", "", "p/dirs/a.xml"},
		{".git", "**/g.xml", ".git/g.xml new", "", "absent", ""},
		{"above the project", "../*.xml", "../x.xml new", "", "absent", ""},
	} {
		r := &recorder{t: t, format: "junit"}
		words := strings.Fields(c.write)
		for i := range words {
			words[i] = strings.ReplaceAll(words[i], "_", " ")
		}
		s := Spec{Root: root, Project: "p", Run: selfArgs("write", words...), Format: "junit", Files: strings.Fields(c.globs), Read: r.read}
		m := Measure(t.Context(), s)
		if m.Exit != 0 || m.NoReport != c.none {
			t.Errorf("%s: %s", c.name, told(m))
			continue
		}
		if c.none == "" {
			r.check(m, true)
		}
		if got := string(bytes.Join(r.chunks, []byte(" "))); got != c.want || strings.Join(m.Files, " ") != c.told {
			t.Errorf("%s: %q of %q, want %q", c.name, got, m.Files, c.want)
		}
	}
	s := Spec{Root: root, Project: "p", Run: selfArgs("grow", "huge.xml", fmt.Sprint(fact.MaxRead+1)), Format: "junit", Files: []string{"huge.xml"}}
	if m := Measure(t.Context(), s); m.NoReport != "too large" {
		t.Errorf("%s", told(m))
	}
}

// TestReportFilesTold: of very many the first are told, and a name that is no text is left out.
func TestReportFilesTold(t *testing.T) {
	r := reportReader{names: []string{"b\xff.xml", "z.xml"}}
	for i := range maxReportNames {
		r.names = append(r.names, fmt.Sprintf("r/%04d.xml", i))
	}
	if got := r.told("."); len(got) != maxReportNames || got[0] != "r/0000.xml" || got[maxReportNames-1] != "r/0999.xml" {
		t.Errorf("%d of them, %q to %q", len(got), got[0], got[len(got)-1])
	}
}

// What cannot be listed or opened may hold the report that says failed.
func TestReportsThatMayNotBeRead(t *testing.T) {
	if os.Geteuid() == 0 {
		t.Skip("root reads everything")
	}
	for _, closed := range []string{"out/b", "out/b/b.xml"} {
		root := t.TempDir()
		if err := os.MkdirAll(filepath.Join(root, "out/b"), 0o755); err != nil {
			t.Fatal(err)
		}
		childWrite([]string{filepath.Join(root, "out/b/b.xml"), "red"})
		s := Spec{Root: root, Project: ".", Run: selfArgs("close", filepath.Join(root, closed), "out/a.xml"), Format: "junit",
			Files: []string{"out/**/*.xml"}, Read: (&recorder{t: t, format: "junit"}).read}
		if m := Measure(t.Context(), s); m.NoReport != "unreadable" {
			t.Errorf("%s: %s", closed, told(m))
		}
		if err := os.Chmod(filepath.Join(root, closed), 0o755); err != nil {
			t.Fatal(err)
		}
	}
}

// lookAt searches a directory for reports and reads what a search before a check reads.
func lookAt(t *testing.T, root string) reportFiles {
	t.Helper()
	at, ok := findPlace(root, ".", "")
	if !ok {
		t.Fatal("no place")
	}
	found := findReports(t.Context(), at, []string{"**/*.xml"})
	found.digest(t.Context(), maxHashed)
	return found
}

// Times can be set back; the change time and the bytes cannot.
func TestTouchedBack(t *testing.T) {
	root := t.TempDir()
	name := filepath.Join(root, "r.xml")
	childWrite([]string{name, "one"})
	before := lookAt(t, root)
	info, err := os.Stat(name)
	if err != nil {
		t.Fatal(err)
	}
	childWrite([]string{name, "two"})
	if err := os.Chtimes(name, info.ModTime(), info.ModTime()); err != nil {
		t.Fatal(err)
	}
	after := lookAt(t, root)
	if got, ok := after.written(t.Context(), before); len(got) != 1 || !ok {
		t.Errorf("%+v", got)
	}
	again := lookAt(t, root)
	if got, ok := again.written(t.Context(), after); len(got) != 0 || !ok {
		t.Errorf("untouched: %+v", got)
	}
}

// Reading what lies there before a check is bounded: many names of one large file are one file, one whose change
// time will tell is not read, and what is too much to read leaves the question open, which is no report.
func TestReportsBeforeAreReadOnce(t *testing.T) {
	root := t.TempDir()
	const files, size, left = 10, 1 << 20, 8 << 20
	for i := range files {
		name := filepath.Join(root, fmt.Sprint(i, ".xml"))
		childWrite([]string{name, ""})
		if err := os.Truncate(name, size); err != nil {
			t.Fatal(err)
		}
		for k := range 20 {
			if err := os.Symlink(name, filepath.Join(root, fmt.Sprint(i, "-", k, ".xml"))); err != nil {
				t.Fatal(err)
			}
		}
	}
	at, _ := findPlace(root, ".", "")
	found := findReports(t.Context(), at, []string{"*.xml"})
	if len(found.files) != files {
		t.Fatalf("%d files", len(found.files))
	}
	old := found
	old.files = slices.Clone(found.files)
	old.taken += 2 * racyWindow
	old.digest(t.Context(), left)
	for _, f := range old.files {
		if f.sum != nil {
			t.Fatalf("%s is read although its change time tells", f.path)
		}
	}
	if got, ok := found.written(t.Context(), old); len(got) != 0 || !ok {
		t.Errorf("untouched: %d, %v", len(got), ok)
	}
	young := found
	young.files = slices.Clone(found.files)
	over, cancel := context.WithCancel(t.Context())
	cancel()
	young.digest(over, left)
	for _, f := range young.files {
		if f.sum != nil {
			t.Fatalf("%s is read after the end", f.path)
		}
	}
	young.digest(t.Context(), left)
	read := 0
	for _, f := range young.files {
		if f.sum != nil {
			read++
		}
	}
	if read != left/size {
		t.Errorf("%d of %d files were read", read, files)
	}
	if _, ok := found.written(t.Context(), young); ok {
		t.Error("what was not read counts as known")
	}
}

func TestMayHold(t *testing.T) {
	for _, c := range []struct {
		glob, dir   string
		enter, open bool
	}{
		{"a.xml", "a", false, false},
		{"out/a.xml", "out", true, false},
		{"out/a.xml", "out/a.xml", false, false},
		{"out/a.xml", "other", false, false},
		{"*/x/*.xml", "q", true, false},
		{"*/x/*.xml", "q/y", false, false},
		{"**/a.xml", "q/w/e", true, true},
		{"q/**/a.xml", "q", true, true},
		{"q/**/a.xml", "w", false, false},
	} {
		if enter, open := mayHold(strings.Split(c.glob, "/"), c.dir); enter != c.enter || open != c.open {
			t.Errorf("%s in %s: %v %v", c.glob, c.dir, enter, open)
		}
	}
}
