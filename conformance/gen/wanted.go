package main

import (
	"strings"

	"github.com/stile-gate/stile/core"
	"github.com/stile-gate/stile/core/fact"
)

// asked is the query for a report that also asks about names.
func asked(prev, last string, names ...string) string {
	return frames(append([]string{prev, last}, names...)...)
}

const (
	junitWanted = `<testsuite name="s" failures="3"><testcase classname="a.B" name="x"/><testcase classname="C" name="x"><failure/></testcase>` +
		`<testcase classname="a.B" name="y"><skipped/></testcase><testcase classname="a.B" name="t"><skipped type="todo"/><failure/></testcase>` +
		`<testcase name="two&#10;lines"/><testcase name="z"/><testcase name="z"><skipped/></testcase></testsuite>`
	goWanted = `{"Action":"run","Package":"m/p","Test":"T"}
{"Action":"run","Package":"m/p","Test":"T/a"}
{"Action":"fail","Package":"m/p","Test":"T/a"}
{"Action":"fail","Package":"m/p","Test":"T"}
{"Action":"run","Package":"m/p","Test":"U"}
{"Action":"pass","Package":"m/p","Test":"U"}
{"Action":"run","Package":"m/p","Test":"V"}
{"Action":"skip","Package":"m/p","Test":"V"}
{"Action":"run","Package":"m/p","Test":"W"}
{"Action":"fail","Package":"m/p"}
`
	goTwice = `{"Action":"run","Package":"m/p","Test":"T"}
{"Action":"fail","Package":"m/p","Test":"T"}
{"Action":"run","Package":"m/p","Test":"T"}
{"Action":"pass","Package":"m/p","Test":"T"}
{"Action":"run","Package":"m/q","Test":"T"}
{"Action":"pass","Package":"m/q","Test":"T"}
{"Action":"run","Package":"m/q","Test":"U"}
{"Action":"run","Package":"m/q","Test":"U/in"}
{"Action":"pass","Package":"m/q","Test":"U"}
{"Action":"run","Package":"m/q","Test":"U"}
{"Action":"pass","Package":"m/p"}
{"Action":"pass","Package":"m/q"}
`
	tapWanted = `1..5
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
	sarifWanted = `{"version":"2.1.0","runs":[{"tool":{"driver":{"name":"scan","rules":[{"id":"R","defaultConfiguration":{"level":"error"}},{"id":"S"},{"id":"off","defaultConfiguration":{"enabled":false}}]}},` +
		`"results":[{"ruleId":"R/1"},{"ruleId":"S"},{"ruleId":"T"},{"ruleId":"U","level":"error"}]},` +
		`{"tool":{"driver":{"name":"gone","rules":[{"id":"V"}]}},"results":[],"invocations":[{"executionSuccessful":false}]}]}`
	eslintWanted = `[{"filePath":"./a.js","messages":[]},{"filePath":"b.js","messages":[],"errorCount":1},` +
		`{"filePath":"c.js","messages":[{"severity":1,"message":"File ignored."}]},{"filePath":"d.js"}]`
	lcovWanted = "SF:./a.c\nDA:1,1\nend_of_record\nSF:b.c\nend_of_record\nSF:c.c\nDA:1,1\n"
)

// wanted are reports that are read for named cases.
func wanted(*inputs) []vector {
	var out []vector
	add := func(format, name, comment, raw string, bad bool, query string) {
		r := reading{name: name, comment: comment, bad: bad, raw: raw, query: query}
		out = append(out, r.vector(format, "wanted", ""))
	}
	ask := func(format, name, comment, raw string, bad bool, names ...string) {
		add(format, name, comment, raw, bad, asked("", "last", names...))
	}
	ask("junit", "junit", "by name, by class, a to-do, a suite that failed itself, one that no case has", junitWanted, false,
		"a.B.x", "a.B::x", "x", "C.x", "C::x", "B.x", "a.B x", "a.B", "y", "a.B::t", "z", "two\nlines", "two lines", "s", "X")
	ask("junit", "junit-cut", "cut: the case that was open has no result", junitWanted[:strings.Index(junitWanted, "<skipped/>")], true, "x", "y", "z")
	ask("go-test-json", "gotest", "by name, by package, a subtest, one that has no end", goWanted, false,
		"T", "T/a", "m/p.T", "m/p::U", "V", "W", "p.U", "m/p", "T/b")
	ask("go-test-json", "gotest-twice", "red and then green: red; in another package green; a subtest has its parent's end; one that began again has none", goTwice, true,
		"T", "m/p.T", "m/q::T", "U/in", "U")
	ask("tap", "tap", "a to-do excuses what is inside it, an escape in a name, a subtest that is short", tapWanted, true,
		"later", "broken", "inner", "fine", "a # b", "off", "short", "other")
	ask("tap", "tap-bail", "it bailed out: what was seen before stays", "1..3\nok 1 - a\nnot ok 2 - b\nBail out! no disk\nok 3 - c\n", true, "a", "b", "c", "Bail out!")
	ask("sarif", "sarif", "rules, a part of one, the tool, one that is off, and a run that gave up", sarifWanted, true,
		"R", "R/1", "S", "T", "U", "off", "scan", "scan::S", "scan.U", "gone", "V", "gone::V")
	ask("sarif", "sarif-cut", "cut: nothing is known of a run that is not whole", sarifFail[:len(sarifFail)-4], true, "secret", "quoting", "scan")
	ask("eslint-json", "eslint", "files by their paths, one of which nothing is known", eslintWanted, true, "a.js", "b.js", "c.js", "d.js", "e.js", "./a.js")
	ask("lcov", "lcov", "files by their paths, one cut in its record", lcovWanted, true, "a.c", "b.c", "c.c", "d.c")
	ask("tap", "name-twice", "one name asked about twice is answered twice", tapPass, true, "adds", "removes", "adds")
	ask("tap", "hostile-names", "names with a control character, an escape, a line of a report", tapPass+"ok 3 - a\x00b\n", true, "\x00", "\x1b[31madds", "ok 1 - adds", " adds", `"}],"x":[`)
	most := strings.Split(strings.TrimSuffix(repeated("n,", fact.MaxWanted), ","), ",")
	most[0] = repeated("x", fact.MaxWantedName)
	ask("tap", "many", "two hundred names, one as long as may be", tapPass, true, most[:200]...)

	first := func(names ...string) string {
		return string(core.Read([]byte("tap"), []byte(asked("", "", names...)), []byte(tapWanted[:53])))
	}
	add("tap", "first", "the first of two chunks: a to-do may still excuse", tapWanted[:53], false, asked("", "", "broken", "inner"))
	add("tap", "last", "the last of two chunks: what one chunk would say", tapWanted[53:], false, asked(first("broken", "inner"), "last", "broken", "inner"))
	add("tap", "other-names", "other names with the second chunk than with the first", tapWanted[53:], true, asked(first("broken", "inner"), "last", "inner", "broken"))
	add("tap", "late-names", "names from the second chunk on", tapWanted[53:], true, asked(first(), "last", "inner"))
	add("tap", "dropped-names", "names with the first chunk only", tapWanted[53:], true, asked(first("inner"), "last"))
	add("tap", "forged-outcome", "an answer before it with an outcome that is none", tapWanted[53:], true,
		asked(strings.Replace(first("inner"), `"outcome":"`, `"outcome":"x`, 1), "last", "inner"))
	for _, r := range []struct {
		name, comment string
		names         []string
	}{
		{"too-many", "more names than may be asked about", append(most, "n")},
		{"too-long", "a name longer than may be", []string{most[0] + "x"}},
		{"no-utf8", "a name that is no UTF-8", []string{"adds", "\xff"}},
	} {
		add("tap", "bad-query-"+r.name, r.comment, tapPass, true, asked("", "last", r.names...))
	}
	return out
}
