package scan

import (
	"bytes"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stile-gate/stile/core/fact"
)

// outcomes asks about names, each in turn, and returns what became of them.
func outcomes(t *testing.T, format, src string, names ...string) string {
	t.Helper()
	r, ok := ParseReport(ReadWanted(format, nil, names, []byte(src), true))
	if !ok || !r.wants(names) {
		t.Fatalf("%v %+v, wanted %q", ok, r.Wanted, names)
	}
	var words []string
	for _, w := range r.Wanted {
		words = append(words, w.Outcome)
	}
	return strings.Join(words, " ")
}

func TestWanted(t *testing.T) {
	const cases = `<testsuite name="s" failures="3"><testcase classname="a.B" name="x"/><testcase classname="C" name="x"><failure/></testcase>` +
		`<testcase classname="a.B" name="y"><skipped/></testcase><testcase classname="a.B" name="t"><skipped type="todo"/><failure/></testcase>` +
		`<testcase name="two&#10;lines"/><testcase name="z"/><testcase name="z"><skipped/></testcase></testsuite>`
	const files = `<testsuite><testcase classname="tests.test_a" name="y" file="tests/test_a.py"/>` +
		`<testcase classname="tests.test_a.TestX" name="y" file="./tests/test_a.py"><failure file="lib/other.py"/></testcase>` +
		`<testcase classname="tests.test_a.TestX.TestIn" name="z[a-b]" file="tests/test_a.py"/>` +
		`<testcase classname="tests.test_b" name="y" file="tests\test_b.py"/><testcase classname="tests.test_b" name="u" file="tests/test_b.py"><skipped/></testcase>` +
		`<testsuite file="src/c.test.js"><testcase classname="cart" name="y"/><testcase classname="cart" name="w"/><testsuite file="src/d.js"><testcase name="y"/></testsuite></testsuite>` +
		`<testcase name="n"/><testcase/><testcase classname="tests.test_b" name="cut" file="tests/test_b.py">`
	goTest := func(events ...string) string {
		var b strings.Builder
		for _, e := range events {
			action, test, _ := strings.Cut(e, " ")
			b.WriteString(`{"Action":"` + action + `","Package":"m/p","Test":"` + test + "\"}\n")
		}
		return strings.ReplaceAll(b.String(), `,"Test":""`, "")
	}
	const tap = `1..5
    ok 1 - inner
    not ok 2 - broken
    1..2
not ok 1 - later # TODO
ok 2 - fine
not ok 3 - a \# b
ok 4 - off # SKIP
    ok 1 - inner
    1..3
ok 5 - short
`
	const nested = `1..5
        ok 1 - in
        ok 2 - a > b
    ok 1 - mid
ok 1 - out
    ok 1 - x
ok 2 - twice
    ok 1 - x
ok 3
    not ok 1 - x
ok 4 - twice
    not ok 1 - in
ok 5 - other
    ok 1 - y
`
	sarif := sarifOf(`{"id":"R","defaultConfiguration":{"level":"error"}},{"id":"S"},{"id":"off","defaultConfiguration":{"enabled":false}}`,
		`{"ruleId":"R/1"},{"ruleId":"S"},{"ruleId":"T"},{"ruleId":"U","level":"error"}`)
	const eslint = `[{"filePath":"./a.js","messages":[]},{"filePath":"b.js","messages":[],"errorCount":1},` +
		`{"filePath":"c.js","messages":[{"severity":1,"message":"File ignored."}]},{"filePath":"d.js"}]`
	const lcov = "SF:./a.c\nDA:1,1\nend_of_record\nSF:b.c\nend_of_record\nSF:a.c\nDA:1,1\nend_of_record\nSF:c.c\nDA:1,1\n"
	for _, c := range []struct {
		name, format, src string
		names             []string
		want              string
	}{
		{"a name, class::name, class.name", "junit", cases, []string{"a.B.x", "a.B::x", "x", "C.x", "C::x", "B.x", "a.B x", "a.B", ""},
			"passed passed failed failed failed absent absent absent absent"},
		{"skipped, to-do, one of two skipped", "junit", cases, []string{"y", "a.B::t", "z"}, "skipped skipped skipped"},
		{"a name as it is and as it is quoted", "junit", cases, []string{"two\nlines", "two lines"}, "passed passed"},
		{"a suite failed by its own word", "junit", cases, []string{"s"}, "failed"},
		{"file::name: all of the file that bear it, no other file's", "junit", files,
			[]string{"tests/test_a.py::y", "tests/test_b.py::y", "tests/test_b.py::u", "tests/test_b.py::cut", "tests/test_b.py.y", "y", "test_b.py::y", "lib/other.py::y", "::n"},
			"failed passed skipped no-result passed failed absent absent absent"},
		{"file::Class::name as pytest prints it", "junit", files,
			[]string{"tests/test_a.py::TestX::y", "tests/test_a.py::TestX::TestIn::z[a-b]", "tests/test_b.py::TestX::y", "tests/test_a.py::TestIn::z[a-b]"}, "failed passed absent absent"},
		{"the file of the suite around it", "junit", files,
			[]string{"src/c.test.js::y", "src/c.test.js::cart::w", "src/d.js::y", "src/c.test.js.w", "src/c.test.js::n"}, "passed passed passed passed absent"},
		{"a case without a name", "junit", files, []string{"case without a name"}, "passed"},
		{"cut: the case that was open has no result", "junit", `<testsuite><testcase name="a"/><testcase name="b"><system-out>`, []string{"a", "b", "c"}, "passed no-result absent"},
		{"cut in a failure", "junit", `<testsuite><testcase name="a"><failure/>`, []string{"a"}, "failed"},
		{"go: test, subtest, package", "go-test-json", goTest("run T", "run T/a", "fail T/a", "fail T", "run U", "pass U", "run V", "skip V", "fail "),
			[]string{"T/a", "m/p.T", "m/p::U", "U", "V", "p.U", "m/p", "T/b"}, "failed failed passed passed skipped absent absent absent"},
		{"go: twice, once red", "go-test-json", goTest("run T", "fail T", "run T", "pass T", "pass "), []string{"T"}, "failed"},
		{"go: a subtest has its parent's end", "go-test-json", goTest("run T", "run T/a", "pass T", "pass "), []string{"T/a"}, "passed"},
		{"go: no result in a package that passed", "go-test-json", goTest("run T", "run U", "pass U", "pass "), []string{"T", "U"}, "no-result passed"},
		{"go: no result in a package that failed", "go-test-json", goTest("run T", "run U", "pass U", "fail "), []string{"m/p.T", "U"}, "no-result passed"},
		{"go: no result where it breaks off", "go-test-json", goTest("run T", "run U", "pass U"), []string{"m/p.T", "U"}, "no-result passed"},
		{"go: passed, then begun again", "go-test-json", goTest("run T", "pass T", "run T", "fail "), []string{"T"}, "no-result"},
		{"tap: a to-do excuses what is inside it", "tap", tap, []string{"later", "broken", "inner", "fine", "a # b", "off", "short", "other"},
			"skipped skipped passed passed failed skipped no-result absent"},
		{"tap: a name behind those of the tests around it", "tap", tap,
			[]string{"later > broken", "later > inner", "short > inner", "short > broken", "later >inner", "inner > later", "x > later > inner", "fine > fine"},
			"skipped passed passed absent absent absent absent absent"},
		{"tap: tests in tests, and names that look like some", "tap", nested,
			[]string{"out > mid > in", "mid > in", "in", "out > in", "out > mid > a > b", "mid > a > b", "a > b", "b", "twice > x", "test 3 > x", "x", "left > y", "y"},
			"passed passed failed absent passed passed passed absent failed passed failed absent passed"},
		{"tap: the plan, and a bailing out", "tap", "1..1\nok 1 - plans\nok 2\n", []string{"plan", "plans"}, "failed passed"},
		{"tap: what bailed out", "tap", "1..1\nBail out! no disk\n", []string{"Bail out!"}, "failed"},
		{"go: a package that failed without a test of it", "go-test-json", goTest("start ", "fail "), []string{"m/p"}, "failed"},
		{"go: a package of which only the end is there", "go-test-json", goTest("fail "), []string{"m/p"}, "failed"},
		{"sarif: a result without a rule", "sarif", sarifOf("", `{"level":"error"}`), []string{"result without a rule", "scan"}, "failed failed"},
		{"sarif: rules and the tool", "sarif", sarif, []string{"R", "R/1", "S", "T", "U", "off", "scan", "scan::S", "scan.U"},
			"failed failed passed absent failed absent failed passed failed"},
		{"sarif: nothing found", "sarif", sarifOf(`{"id":"R"}`, ""), []string{"R", "scan", "Q"}, "passed passed absent"},
		{"sarif: the tool gave up", "sarif", strings.Replace(sarifOf(`{"id":"R"}`, ""), `{"results"`, `{"invocations":[{"executionSuccessful":false}],"results"`, 1),
			[]string{"R", "scan"}, "absent absent"},
		{"eslint: files", "eslint-json", eslint, []string{"a.js", "b.js", "c.js", "d.js", "e.js"}, "passed failed skipped no-result absent"},
		{"lcov: files", "lcov", lcov, []string{"a.c", "b.c", "c.c", "d.c"}, "passed skipped no-result absent"},
	} {
		names := c.names
		if names[len(names)-1] == "" {
			names[len(names)-1] = "\x00"
		}
		if got := outcomes(t, c.format, c.src, names...); got != c.want {
			t.Errorf("%s\n%q\ngot  %s\nwant %s", c.name, names, got, c.want)
		}
	}
}

// TestWantedInputs asks about cases of the files under testdata.
func TestWantedInputs(t *testing.T) {
	for _, c := range []struct {
		file  string
		names []string
		want  string
	}{
		{"junit-same-name-twice.xml", []string{"p.case", "p::case", "case"}, "failed failed failed"},
		{"junit-entities-cdata-split.xml", []string{`says "a"; 'b' & <c> ☃ 😀`, "line\nbreak", "q.cdata end"}, "passed passed failed"},
		{"junit-todo-is-skipped-and-failed.xml", []string{"test.known gap", "test::known gap", "passes"}, "skipped skipped passed"},
		{"gotest-panic-without-fail-event.jsonl", []string{"TestP", "TestFine", "example.test/m/pan::TestFine"}, "no-result passed passed"},
		{"gotest-noise-and-torn-tail.jsonl", []string{"TestA"}, "no-result"},
		{"real/go-fail.jsonl", []string{"TestB/x/deep", "TestB", "TestB/x"}, "failed failed failed"},
		{"real/node.tap", []string{"fails", "er", "bad"}, "failed failed failed"},
		{"sarif-levels.sarif", []string{"js/sql-injection", "js/unused", "js/never", "js/off", "scan"}, "failed failed passed absent failed"},
		{"eslint-fatal.json", []string{"/r/a.js", "/r/b.js"}, "failed skipped"},
		{"lcov-node.info", []string{"src/cart.js", "src/unused.js"}, "passed skipped"},
	} {
		if got := outcomes(t, formatOf(c.file), string(open(t, c.file)), c.names...); got != c.want {
			t.Errorf("%s %q\ngot  %s\nwant %s", c.file, c.names, got, c.want)
		}
	}
}

// TestWantedListed: the name that a report lists a failed case under is one that the case is found by.
func TestWantedListed(t *testing.T) {
	found := map[string]bool{}
	for _, name := range reports(t) {
		format, src := formatOf(name), open(t, name)
		plain, _ := ParseReport(ReadReport(format, nil, src, true))
		for _, c := range plain.Cases {
			names, ok := WantedNames([][]byte{[]byte(c.Name)})
			if !ok || strings.Contains(c.Name, redacted) {
				continue
			}
			if got := outcomes(t, format, string(src), names...); got != CaseFailed && got != CaseNoResult {
				t.Errorf("%s lists %q as failed, which is %s", name, c.Name, got)
			}
			found[format] = true
		}
	}
	for _, f := range ReportFormats() {
		if !found[f] && f != "lcov" {
			t.Errorf("no %s report under testdata lists a failed case", f)
		}
	}
}

// namesOf are names to ask a report about: pieces of it that look like some, and one that it does not hold.
func namesOf(src []byte) []string {
	names := []string{"no such case"}
	for _, part := range bytes.FieldsFunc(src, func(r rune) bool { return strings.ContainsRune("\"\n\r<>:", r) }) {
		if name, ok := WantedNames([][]byte{bytes.TrimPrefix(bytes.TrimSpace(part), []byte("./"))}); ok && len(names) < fact.MaxWanted && !fact.Has(names, name[0]) {
			names = append(names, name[0])
		}
	}
	return names
}

// TestWantedAnywhere: asking changes nothing else of an answer, and however a report is cut, the outcomes are the
// same.
func TestWantedAnywhere(t *testing.T) {
	seen := map[string]bool{}
	for _, name := range reports(t) {
		format, src := formatOf(name), open(t, name)
		names := namesOf(src)
		plain := ReadReport(format, nil, src, true)
		listed, _ := ParseReport(plain)
		for _, c := range listed.Cases {
			if name, ok := WantedNames([][]byte{[]byte(c.Name)}); ok {
				names = append(names, name...)
			}
		}
		want := ReadWanted(format, nil, names, src, true)
		r, ok := ParseReport(want)
		if !ok || len(r.Wanted) != len(names) || r.Wanted[0].Outcome != CaseAbsent {
			t.Fatalf("%s: %v %s", name, ok, want)
		}
		for _, w := range r.Wanted {
			seen[format+" "+w.Outcome] = true
		}
		if r.Wanted = nil; !bytes.Equal(r.bytes(), plain) {
			t.Errorf("%s: asked about cases, the report is another\ngot  %s\nwant %s", name, r.bytes(), plain)
		}
		if IsDocument(format) {
			continue
		}
		if got := wantedLines(format, names, src); !bytes.Equal(got, want) {
			t.Errorf("%s by lines\ngot  %s\nwant %s", name, got, want)
		}
		rnd := rand.New(rand.NewPCG(1, uint64(len(src))))
		for range 50 {
			var answer []byte
			for rest := src; ; {
				n := len(rest)
				if end := bytes.IndexByte(rest[rnd.IntN(len(rest)):], '\n'); end >= 0 && rnd.IntN(3) > 0 {
					n = bytes.IndexByte(rest, '\n') + 1 + end
					n = bytes.LastIndexByte(rest[:min(n, len(rest))], '\n') + 1
				}
				answer = ReadWanted(format, answer, names, rest[:n], n == len(rest))
				if rest = rest[n:]; len(rest) == 0 {
					break
				}
			}
			if !bytes.Equal(answer, want) {
				t.Fatalf("%s cut anywhere\ngot  %s\nwant %s", name, answer, want)
			}
		}
	}
	for _, f := range ReportFormats() {
		if !seen[f+" "+CasePassed] || f != "lcov" && !seen[f+" "+CaseFailed] {
			t.Errorf("no %s report under testdata was asked about a case that passed and one that failed", f)
		}
	}
}

func wantedLines(format string, names []string, src []byte) []byte {
	var answer []byte
	lines := bytes.SplitAfter(src, []byte("\n"))
	for i, line := range lines {
		answer = ReadWanted(format, answer, names, line, i == len(lines)-1)
	}
	return answer
}

func TestWantedRefused(t *testing.T) {
	names := []string{"a", "b"}
	first := ReadWanted("tap", nil, names, []byte("1..1\n"), false)
	for _, c := range []struct {
		name  string
		prev  []byte
		names []string
		why   string
	}{
		{"the same names", first, names, ""},
		{"other names", first, []string{"a", "c"}, whyState},
		{"in another order", first, []string{"b", "a"}, whyState},
		{"fewer", first, names[:1], whyState},
		{"none", first, nil, whyState},
		{"names from the second chunk on", ReadReport("tap", nil, []byte("1..1\n"), false), names, whyState},
	} {
		r, ok := ParseReport(ReadWanted("tap", c.prev, c.names, []byte("ok 1 - a\n"), true))
		if !ok || r.Why != c.why || !r.wants(c.names) {
			t.Errorf("%s: %v %q %v", c.name, ok, r.Why, r.Wanted)
		}
	}
	for _, c := range [][2]string{{`"outcome":"absent"`, `"outcome":"green"`}, {`,"wanted":[`, `,"wanted":[],"x":[`}, {`{"name":"a",`, `{`}} {
		bad := strings.Replace(string(first), c[0], c[1], 1)
		if _, ok := ParseReport([]byte(bad)); ok || bad == string(first) {
			t.Errorf("%s is taken for an answer", bad)
		}
	}
	long, many := bytes.Repeat([]byte("x"), fact.MaxWantedName), make([][]byte, fact.MaxWanted+1)
	for i := range many {
		many[i] = []byte("n")
	}
	if _, ok := WantedNames(append(many[:fact.MaxWanted-1:fact.MaxWanted-1], long)); !ok {
		t.Error("as many names as may be, as long as they may be, are refused")
	}
	for _, bad := range [][][]byte{{nil}, {append(long, 'x')}, {[]byte("a\xff")}, many} {
		if _, ok := WantedNames(bad); ok {
			t.Errorf("%d names, the first of %d bytes, are taken", len(bad), len(bad[0]))
		}
	}
}

// FuzzWanted: a report's outcomes do not depend on how it is cut, nor the rest of the answer on what was asked.
func FuzzWanted(f *testing.F) {
	for _, name := range reports(f) {
		src := open(f, name)
		f.Add(formatOf(name), src, strings.Join(namesOf(src), "\n"))
	}
	f.Fuzz(func(t *testing.T, format string, src []byte, list string) {
		if !fact.Has(ReportFormats(), format) {
			return
		}
		var frames [][]byte
		for _, n := range strings.Split(list, "\n") {
			frames = append(frames, []byte(n))
		}
		names, ok := WantedNames(frames)
		if !ok {
			return
		}
		want := ReadWanted(format, nil, names, src, true)
		r, ok := ParseReport(want)
		if !ok || !r.wants(names) {
			t.Fatalf("answer is not canonical: %s", want)
		}
		if r.Wanted = nil; !bytes.Equal(r.bytes(), ReadReport(format, nil, src, true)) {
			t.Fatalf("asked about cases, the report is another: %s", want)
		}
		if IsDocument(format) {
			return
		}
		if got := wantedLines(format, names, src); !bytes.Equal(got, want) {
			t.Fatalf("by lines\ngot  %s\nwant %s", got, want)
		}
	})
}

// TestNamed: what is found among many names is what each of them, held to the case alone, means; whatever their order,
// and with some there twice.
func TestNamed(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 12))
	word := func(most int) string {
		b := make([]byte, r.IntN(most+1))
		for i := range b {
			b[i] = "aab/.:\n\xff"[r.IntN(8)]
		}
		return keep(string(b))
	}
	means := func(wanted, group, name string, parts bool) bool {
		for _, n := range []string{name, oneLine(name)} {
			for i := range len(n) + 1 {
				if i < len(n) && (!parts || i == 0 || n[i] != '/') || i == len(n) && parts && i == 0 {
					continue
				}
				if p := n[:i]; wanted == p || group != "" && (wanted == group+"."+p || wanted == group+"::"+p) {
					return true
				}
			}
			if !strings.Contains(name, "\n") {
				break
			}
		}
		return false
	}
	met := 0
	for range 3000 {
		var names []string
		for range r.IntN(60) {
			if n := word(5); n != "" {
				names = append(names, n)
			}
		}
		report := &Report{names: newNameList(names)}
		report.want(names)
		for range 10 {
			group, name, parts := word(2), word(4), r.IntN(2) == 0
			found := map[int]bool{}
			report.names.named(group, name, parts, func(i int) { found[i] = true })
			for i, n := range names {
				if want := means(n, group, name, parts); found[i] != want {
					t.Fatalf("%q for %q in %q, parts %t: %t", n, name, group, parts, found[i])
				}
			}
			met += len(found)
		}
	}
	if met < 1000 {
		t.Errorf("only %d were found", met)
	}
}

// TestWantedMany: as many names as may be, in any order, are told apart in a stream that is cut.
func TestWantedMany(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	names := make([]string, fact.MaxWanted)
	for i := range names {
		names[i] = "m/p.T" + fact.Itoa(int64(i))
	}
	r.Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
	for format, line := range map[string]func(name, test string) string{
		"go-test-json": func(_, test string) string { return `{"Action":"skip","Package":"m/p","Test":"` + test + "\"}\n" },
		"tap":          func(name, _ string) string { return "    ok 1 - " + name + "\n    1..1\nok 1 - s # TODO\n" },
	} {
		asked := map[string]bool{}
		var answer []byte
		for k := range 4 {
			var b strings.Builder
			for range 500 {
				name := names[r.IntN(len(names))]
				asked[name] = true
				b.WriteString(line(name, strings.TrimPrefix(name, "m/p.")))
			}
			answer = ReadWanted(format, answer, names, []byte(b.String()), k == 3)
		}
		got, ok := ParseReport(answer)
		if !ok || len(got.Wanted) != len(names) {
			t.Fatalf("%s: %v", format, ok)
		}
		for i, w := range got.Wanted {
			want := CaseAbsent
			if asked[names[i]] {
				want = map[string]string{"go-test-json": CaseSkipped, "tap": CasePassed}[format]
			}
			if w.Name != names[i] || w.Outcome != want {
				t.Fatalf("%s: %+v, want %s of %s", format, w, want, names[i])
			}
		}
	}
}

// TestNoteParts names a rule by its id, by what it is a part of, and in its tool.
func TestNoteParts(t *testing.T) {
	for _, c := range []struct {
		name, id string
		want     bool
	}{
		{"a/b/c", "a/b/c", true},
		{"a/b", "a/b/c", true},
		{"a", "a/b/c", true},
		{"d.a", "a/b/c", true},
		{"d::a/b", "a/b/c", true},
		{"a/", "a/", true},
		{"a/", "a/b", false},
		{"a b", "a\nb/c", true},
		{"d.a b", "a\nb/c", true},
		{"a/b/c/d", "a/b/c", false},
		{"b", "a/b/c", false},
		{"ab", "a/b", false},
		{"d:a", "a/b", false},
		{"d.", "a/b", false},
		{"d", "/b", false},
		{"da", "a/b", false},
	} {
		r := &Report{names: newNameList([]string{c.name})}
		r.want([]string{c.name})
		r.noteParts("d", c.id, CaseFailed)
		if got := r.Wanted[0].Outcome == CaseFailed; got != c.want {
			t.Errorf("%q of %q: %t", c.name, c.id, got)
		}
	}
}
