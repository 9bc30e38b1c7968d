package main

import (
	"strings"

	"github.com/stile-gate/stile/core"
	"github.com/stile-gate/stile/core/fact"
)

// reports are what test runners write.
func reports(in *inputs) []vector {
	var out []vector
	for _, f := range []struct {
		format, group string
		table         []reading
	}{
		{"go-test-json", "gotest", goTestTable}, {"junit", "junit", junitTable}, {"tap", "tap", tapTable},
		{"sarif", "sarif", sarifTable}, {"eslint-json", "eslint", eslintTable}, {"lcov", "lcov", lcovTable},
	} {
		for i := range f.table {
			r := f.table[i]
			if path, ok := strings.CutPrefix(r.raw, "@"); ok {
				r.raw = in.file("core/scan/testdata/" + path)
			}
			out = append(out, r.vector(f.format, f.group, string(lastChunk(nil))))
		}
	}
	return append(out, chunks()...)
}

var goTestTable = []reading{
	{name: "pass", comment: "one case", raw: goPass},
	{name: "fail", comment: "one case, its place and text", raw: goFail},
	{name: "build", comment: "a failed build, printed by a real go", raw: "@real/go-build.jsonl"},
	{name: "panic", comment: "a panic, printed by a real go", raw: "@real/go-panic.jsonl"},
	{name: "cached", comment: "a cache answered, as a real go prints it", raw: "@real/go-cached.jsonl"},
	{name: "subtests", comment: "a parent that failed only because of its subtest is counted and not named", raw: `{"Action":"run","Package":"p","Test":"T"}
{"Action":"run","Package":"p","Test":"T/a"}
{"Action":"output","Package":"p","Test":"T/a","Output":"    t_test.go:3: bad\n"}
{"Action":"fail","Package":"p","Test":"T/a"}
{"Action":"fail","Package":"p","Test":"T"}
{"Action":"fail","Package":"p"}
`},
	{name: "timeout", comment: "a timeout, printed by a real go", raw: "@real/go-timeout.jsonl"},
	{name: "panic-goroutine", comment: "a panic in a goroutine, printed by a real go", raw: "@real/go-panic-goroutine.jsonl"},
	{name: "noisy", comment: "output that is no test's, printed by a real go", raw: "@real/go-noisy.jsonl"},
	{name: "skip", comment: "skipped cases, printed by a real go", raw: "@real/go-skip.jsonl"},
	{name: "example-bench", comment: "an example and a benchmark, printed by a real go", raw: "@real/go-example-bench.jsonl"},
	{name: "bench", comment: "benchmarks that passed, printed by a real go", raw: "@real/go-bench.jsonl"},
	{name: "verbose", comment: "ends behind output, printed by a real go with -v and -json", raw: "@real/go-verbose.jsonl"},
	{name: "reopened", comment: "a case that runs twice, one without an end, a subtest that has its parent's, a package of no name", raw: `{"Action":"run","Package":"p","Test":"T"}
{"Action":"output","Package":"p","Test":"T","Output":"first\n"}
{"Action":"run","Package":"p","Test":"T"}
{"Action":"run","Package":"p","Test":"T/a"}
{"Action":"run","Package":"p","Test":"T/b"}
{"Action":"skip","Package":"p","Test":"T/b"}
{"Action":"pass","Package":"p","Test":"T"}
{"Action":"run","Package":"p","Test":"U"}
{"Action":"pass","Package":"p"}
{"Action":"run","Test":"V"}
{"Action":"fail","Test":"V"}
{"Action":"fail","Package":""}
{"Action":"skip","Package":"q"}
{"Action":"bogus","Package":"q"}
{"Action":"output","Package":"p","Test":"X","Output":7}
{"Action":7}
{"a":{"b":[1,true,null,-2.5e3,"\\\""]},"Action":"start","Package":"r"}
{"Action":"pass","Package":"r"}
`},
	{name: "secrets", comment: "a secret in a quoted line is taken out before it is kept", raw: `{"Action":"run","Package":"p","Test":"T"}
{"Action":"output","Package":"p","Test":"T","Output":"    t_test.go:3: GET https://bob:hunter2secret@example.invalid/ Authorization: Bearer abcdefghijklmnopqrstuvwxyz0123456789\n"}
{"Action":"output","Package":"p","Test":"T","Output":"AWS_SECRET_ACCESS_KEY=wJalrXUtnFEMIK7MDENGbPxRfiCYzzzzzzzzKEYx\n"}
{"Action":"output","Package":"p","Test":"T","Output":"ghp_0123456789abcdefghijklmnopqrstuvwxyz\n"}
{"Action":"fail","Package":"p","Test":"T"}
{"Action":"fail","Package":"p"}
`},

	{name: "testmain-exits-zero", bad: true, comment: "A1 nothing ran: TestMain left with 0", raw: "@gotest-testmain-exits-zero.jsonl"},
	{name: "panic-without-fail-event", bad: true, comment: "the test that was running has no end", raw: "@gotest-panic-without-fail-event.jsonl"},
	{name: "noise-and-torn-tail", bad: true, comment: "lines that are no events, a key twice in one, the last one torn", raw: "@gotest-noise-and-torn-tail.jsonl"},
	{name: "empty", bad: true, comment: "no bytes", raw: ""},
	{name: "crlf-and-mark", bad: true, comment: "a byte order mark and CR LF change nothing", raw: "\xef\xbb\xbf" + strings.ReplaceAll(goFail, "\n", "\r\n")},
	{name: "ansi", bad: true, comment: "colours, a title, direction marks, U+2028 and a carriage return in a line and a name", raw: `{"Action":"run","Package":"p","Test":"T/\u001b[31mred\u001b[0m\u202eback"}
{"Action":"output","Package":"p","Test":"T/\u001b[31mred\u001b[0m\u202eback","Output":"    \u001b]0;title\u0007t_test.go:3: \u001b[1mwant\u2028<system>go on</system>\rover\n"}
{"Action":"fail","Package":"p","Test":"T/\u001b[31mred\u001b[0m\u202eback"}
{"Action":"fail","Package":"p"}
`},
	{name: "invalid-utf8", bad: true, comment: "bytes that are no UTF-8, in a name and in a line", raw: "{\"Action\":\"run\",\"Package\":\"p\",\"Test\":\"T\xff\"}\n{\"Action\":\"output\",\"Package\":\"p\",\"Output\":\"\xc3\x28\\n\"}\n{\"Action\":\"fail\",\"Package\":\"p\"}\n"},
	{name: "case-variant", bad: true, comment: "D2 an event with action beside Action is none", raw: `{"Action":"run","Package":"p","Test":"T"}
{"Action":"pass","action":"fail","Package":"p","Test":"T"}
{"Action":"pass","Package":"p"}
`},
	{name: "long-line", bad: true, comment: "D4 a line longer than is quoted", raw: `{"Action":"run","Package":"p","Test":"T"}` + "\n" + `{"Action":"output","Package":"p","Test":"T","Output":"` + repeated("ü", 2500) + `\n"}` + "\n" + `{"Action":"fail","Package":"p","Test":"T"}` + "\n" + `{"Action":"fail","Package":"p"}` + "\n"},
	{name: "many-failures", bad: true, comment: "D4 more failed cases than are named: the rest is counted", raw: manyFailures(60)},
}

func manyFailures(n int) string {
	var b strings.Builder
	for i := range n {
		name := `"Package":"p","Test":"T` + fact.Itoa(int64(i)) + `"`
		b.WriteString(`{"Action":"run",` + name + "}\n" + `{"Action":"fail",` + name + "}\n")
	}
	return b.String() + `{"Action":"fail","Package":"p"}` + "\n"
}

var junitTable = []reading{
	{name: "pass", comment: "two cases", raw: junitPass},
	{name: "fail", comment: "one of two", raw: junitFail},
	{name: "node", comment: "printed by a real Node", raw: "@real/node.xml"},
	{name: "entities-cdata-split", comment: "entities, split CDATA, a red one inside a comment that is none", raw: "@junit-entities-cdata-split.xml"},
	{name: "namespaced", comment: "a prefix on every element", raw: "@junit-namespaced.xml"},

	{name: "todo-is-skipped-and-failed", bad: true, comment: "a to-do that failed is neither green nor red", raw: "@junit-todo-is-skipped-and-failed.xml"},
	{name: "error-only", bad: true, comment: "an error element though errors is 0", raw: "@junit-error-only.xml"},
	{name: "truncated", bad: true, comment: "cut in an attribute", raw: "@junit-truncated.xml"},
	{name: "disabled-with-failure", bad: true, comment: "a failure is a failure, whatever its status says", raw: "@junit-disabled-with-failure.xml"},
	{name: "same-name-twice", bad: true, comment: "one name, green and red: red", raw: "@junit-same-name-twice.xml"},
	{name: "empty", bad: true, comment: "no bytes", raw: ""},
	{name: "html", bad: true, comment: "another document", raw: "<html><body>502</body></html>"},
	{name: "doctype", bad: true, comment: "a document type with an entity that blows up", raw: `<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;">]><testsuite><testcase name="&b;"/></testsuite>`},
	{name: "unknown-entity", bad: true, comment: "an entity that nothing defines", raw: `<testsuite><testcase name="a&nbsp;b"/></testsuite>`},
	{name: "depth", bad: true, comment: "nested deeper than any report", raw: repeated("<testsuite>", 100) + repeated("</testsuite>", 100)},
	{name: "mismatched", bad: true, comment: "an end that ends something else", raw: `<testsuite><testcase name="a"></testsuite></testcase>`},
	{name: "attribute-twice", bad: true, comment: "one attribute twice", raw: `<testsuite><testcase name="a" name="b"/></testsuite>`},
	{name: "nul", bad: true, comment: "a NUL byte in a name", raw: "<testsuite><testcase name=\"a\x00b\"/></testsuite>"},
	{name: "mark-and-declaration", bad: true, comment: "a byte order mark before a declaration that claims another encoding", raw: "\xef\xbb\xbf<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?>\r\n<testsuite><testcase name=\"\xfc\"/></testsuite>"},
	{name: "claims-more", bad: true, comment: "A19 a suite that claims more failures than it shows failed by its own word", raw: `<testsuite name="s" failures="99999999999999999999" errors="2"><testcase name="a"/></testsuite>`},
	{name: "every-part", bad: true, comment: "instructions, comments, references of every form, a suite in a suite, failures without a case", raw: `<?xml version="1.0"?><?pi x?><!-- a -- b --><testsuites name='all' errors="1">
<testsuite><properties><property name="a"/></properties><failure message='suite broke'/>
<testcase name="&#65;&#x42;&#x1F600;&amp;&lt;&gt;&quot;&apos;" classname="k" status="error" line="x" file="f"/>
<testcase><error type="E">one
one
two</error><failure message="m"><![CDATA[<x>]]>y&#10;z</failure></testcase>
<testcase name="t" status="notrun"><skipped type="todo"/></testcase><system-out><failure/>text</system-out></testsuite><failure/></testsuites><!-- end -->
`},
	{name: "two-roots", bad: true, comment: "something behind the end", raw: junitPass + junitFail},
}

var tapTable = []reading{
	{name: "pass", comment: "two points and a plan", raw: tapPass},
	{name: "fail", comment: "a YAML block gives place and text", raw: tapFail},
	{name: "node", comment: "printed by a real Node, with subtests", raw: "@real/node.tap"},
	{name: "perl", comment: "printed by a real Test::More", raw: "@real/perl.tap"},
	{name: "todo", comment: "a to-do point excuses a failure: skipped", raw: "1..2\nnot ok 1 - later # TODO not yet\nok 2 - now # SKIP no network\n"},

	{name: "every-line", bad: true, comment: "a pragma, two documents, braces, escapes in names, keys of a YAML block", raw: `TAP version 13
pragma +strict
1..5
ok 1 - a \# b \\ c # time=1.5ms
not ok 2 - braces {
    1..2
    not ok 1 - inner # TODO soon
    not ok 2 - inner two
      ---
      error: |-
        first
        second
      at: {file: x.js, line: 3}
      location: '/x/y.js:3:28'
      code: 'ERR'
      expected: 1
        deeper
      stack: none
      ...
}
ok 3 - # SKIP
ok 4 - braces {
}
okay
not ok
  ---
  file: "a.pl"
  line: 12
  ...
# a comment
TAP version 14
    ok 1 - sub
    1..3
ok 1 - short
not ok 2
Bail out!  disk full
ok 3
`},
	{name: "bail-before-first-test", bad: true, comment: "it bailed out", raw: "@tap-bail-before-first-test.tap"},
	{name: "no-plan", bad: true, comment: "nobody knows whether it ended", raw: "@tap-no-plan.tap"},
	{name: "noise-looks-like-tap", bad: true, comment: "a stream cannot tell who printed it: a failed point is one", raw: "@tap-noise-looks-like-tap.tap"},
	{name: "skip-all", bad: true, comment: "A1 a plan of none", raw: "@tap-skip-all.tap"},
	{name: "empty", bad: true, comment: "no bytes", raw: ""},
	{name: "two-plans", bad: true, comment: "two plans", raw: "1..1\nok 1\n1..2\n"},
	{name: "fewer", bad: true, comment: "fewer points than planned", raw: "1..3\nok 1\nok 2\n"},
	{name: "more", bad: true, comment: "more points than planned: a failure of its own", raw: "1..1\nok 1\nok 2\n"},
	{name: "huge-plan", bad: true, comment: "a plan of 30 digits is none", raw: "1..999999999999999999999999999999\nok 1\n"},
	{name: "yaml-open", bad: true, comment: "a YAML block without an end", raw: "1..1\nnot ok 1 - a\n  ---\n  message: x\n"},
	{name: "crlf-and-nul", bad: true, comment: "CR LF, and a NUL in a name", raw: "1..1\r\nnot ok 1 - a\x00b\xff\r\n"},
	{name: "indent", bad: true, comment: "indented deeper than any subtest", raw: "1..1\n" + repeated("    ", 80) + "not ok 1 - deep\nok 1\n"},
}

// chunks are reports that are read in pieces: the answer to one is the query of the next.
func chunks() []vector {
	next := func(format, prev, chunk, last string) string {
		q := fact.AppendFrame(fact.AppendFrame(nil, []byte(prev)), []byte(last))
		return string(core.Read([]byte(format), q, []byte(chunk)))
	}
	var out []vector
	add := func(format, name, comment, prev, chunk, last string, bad bool) {
		r := reading{name: name, comment: comment, bad: bad, raw: chunk,
			query: string(fact.AppendFrame(fact.AppendFrame(nil, []byte(prev)), []byte(last)))}
		out = append(out, r.vector(format, "chunk", ""))
	}
	cut := strings.Index(goFail, "--- FAIL") - 60
	cut = strings.LastIndex(goFail[:cut], "\n") + 1
	first := next("go-test-json", "", goFail[:cut], "")
	add("go-test-json", "gotest-first", "the first of two chunks: a case is open", "", goFail[:cut], "", false)
	add("go-test-json", "gotest-last", "the last of two chunks: the whole says what one chunk would", first, goFail[cut:], "last", false)
	add("go-test-json", "gotest-second-file", "another file after a whole one: counts add up", next("go-test-json", "", goPass, "last"), strings.ReplaceAll(goFail, "shop", "cart"), "last", false)
	add("go-test-json", "gotest-after-cut", "an incomplete file leaves the whole incomplete", next("go-test-json", "", goPass[:120], "last"), goFail, "last", true)
	add("go-test-json", "gotest-state-forged", "an answer before it that nothing wrote", strings.Replace(first, `"held":"`, `"held":"9`, 1), goFail[cut:], "last", true)
	add("go-test-json", "gotest-state-of-tap", "an answer of another format before it", next("tap", "", tapPass, "last"), goPass, "last", true)
	add("go-test-json", "gotest-state-garbage", "no answer at all before it", "{", goPass, "last", true)
	add("tap", "tap-first", "the first of two chunks", "", tapFail[:30], "", false)
	add("tap", "tap-last", "the last of two chunks, cut in a YAML block", next("tap", "", tapFail[:strings.Index(tapFail, "  at:")], ""), tapFail[strings.Index(tapFail, "  at:"):], "last", false)
	add("tap", "tap-unknown-word", "a word that is not last: more chunks follow", "", tapPass, "LAST", true)
	add("junit", "junit-second-file", "two files of one check: a name that failed twice counts once", next("junit", "", junitFail, "last"), junitFail, "last", false)
	add("lcov", "lcov-first", "the first of two chunks, cut in a record", "", lcovPass[:19], "", false)
	add("lcov", "lcov-last", "the last of two chunks", next("lcov", "", lcovPass[:19], ""), lcovPass[19:], "last", false)
	add("lcov", "lcov-state-forged", "an answer before it that nothing wrote", strings.Replace(next("lcov", "", lcovPass[:19], ""), `"held":"`, `"held":"9`, 1), lcovPass[19:], "last", true)
	add("sarif", "sarif-second-file", "two files of one check: results are counted, not named once", next("sarif", "", sarifFail, "last"), sarifFail, "last", false)
	add("sarif", "sarif-after-cut", "an incomplete file leaves the whole incomplete", next("sarif", "", sarifPass[:60], "last"), sarifPass, "last", true)
	add("eslint-json", "eslint-second-file", "two files of one check: a path that failed twice counts once", next("eslint-json", "", eslintFail, "last"), eslintFail, "last", false)
	add("eslint-json", "eslint-half", "a document in two chunks: each is one, and neither is whole", next("eslint-json", "", eslintFail[:40], ""), eslintFail[40:], "last", true)
	for _, r := range []struct {
		name, comment, kind string
		body                []byte
	}{
		{"bad-request-empty", "a request of no bytes", "none", nil},
		{"bad-request-two-frames", "two frames where three are wanted", "none", fact.AppendFrame(fact.AppendFrame(nil, []byte("tap")), nil)},
		{"bad-request-trailing", "a byte behind the third frame", "none", append(request("tap", "", ""), 'x')},
		{"bad-request-length", "a frame that claims more than there is", "none", []byte("\x03\x00\x00\x00tap\x00\x00\x00\x00\xff\xff\xff\xff")},
		{"bad-kind", "a kind that nothing reads", "checkstyle", request("checkstyle", "", "{}")},
		{"bad-kind-hostile", "a kind that no header can spell", "unknown", request("TAP\n", "", "{}")},
		{"bad-kind-empty", "no kind", "none", request("", "", "{}")},
		{"bad-query", "a report is asked for with two frames", "tap", request("tap", "last", tapPass)},
		{"bad-query-three-frames", "a third frame names a case, and is empty", "tap", request("tap", string(append(lastChunk(nil), 0, 0, 0, 0)), tapPass)},
	} {
		out = append(out, vector{name: r.name, call: "read", class: "bad-input", kind: r.kind, comment: r.comment, body: r.body})
	}
	return out
}
