package core

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/stile-gate/stile/core/fact"
	"github.com/stile-gate/stile/core/scan"
)

// TestReadingGrowsInLine: what a reading allocates grows with its input and not with its square, whatever the input is made
// of. A module frees nothing during a call, so memory is time there.
func TestReadingGrowsInLine(t *testing.T) {
	event := func(action, test, output string) string {
		return fmt.Sprintf(`{"Action":%q,"Package":"p","Test":%q,"Output":%q}`+"\n", action, test, output)
	}
	each := func(n int, line func(i int) string) string {
		var b strings.Builder
		for i := range n {
			b.WriteString(line(i))
		}
		return b.String()
	}
	last := string(fact.AppendFrame(fact.AppendFrame(nil, nil), []byte("last")))
	asked := []byte(last)
	for i := range fact.MaxWanted {
		asked = fact.AppendFrame(asked, fmt.Appendf(nil, "w%d", i))
	}
	wanted := string(asked)
	// A pattern that a reader which tries one way after the other never comes to an end of, and literals that begin alike.
	asked = fact.AppendFrame(nil, []byte("a.go"))
	for i := range 90 {
		asked = fact.AppendFrame(asked, fmt.Appendf(nil, "p(a*)*(a|aa)+%db", i))
		asked = fact.AppendFrame(asked, []byte("l"+strings.Repeat("(", 2*i+1)+"x"))
		asked = fact.AppendFrame(asked, []byte("s"+strings.Repeat("(", i+2)))
	}
	marks := string(asked)
	list := func(n int, item func(i int) string) string {
		return strings.TrimSuffix(each(n, func(i int) string { return item(i) + "," }), ",")
	}
	const head = "## Conformance\n\n| rule | status | evidence | note |\n|---|---|---|---|\n"
	page := string(fact.AppendFrame(fact.AppendFrame(nil, []byte("t.md")), nil))
	names := fact.AppendFrame(nil, []byte("a.go"))
	for i := range scan.MaxSymbols {
		names = fact.AppendFrame(names, fmt.Appendf(nil, "sName%d", i))
	}
	for i := range 20 {
		names = fact.AppendFrame(fact.AppendFrame(names, fmt.Appendf(nil, "lName%d.", i)), fmt.Appendf(nil, "p(Na|a)+me%d", i))
	}
	cited := string(names)
	sarif := func(rules, results string) string {
		return `{"version":"2.1.0","runs":[{"tool":{"driver":{"name":"d"},"extensions":[{"rules":[` + rules + `]}]},"results":[` + results + `]}]}`
	}
	for _, c := range []struct {
		name, kind, query string
		input             func(n int) string
	}{
		{"tests that wait for each other", "go-test-json", last, func(n int) string {
			return each(n, func(i int) string {
				return event("run", fmt.Sprintf("T%d", i), "") + event("run", fmt.Sprintf("T%d/a", i), "")
			}) +
				each(n, func(i int) string { return event("pass", fmt.Sprintf("T%d", i), "") })
		}},
		{"subtests of one test", "go-test-json", last, func(n int) string {
			return event("run", "T", "") + each(n, func(i int) string { return event("run", fmt.Sprintf("T/%d", i), "") }) + event("pass", "T", "")
		}},
		{"subtests of subtests", "go-test-json", last, func(n int) string {
			return each(n, func(i int) string { return event("run", "T"+strings.Repeat("/a", i%200), "") }) + event("pass", "T", "")
		}},
		{"packages", "go-test-json", last, func(n int) string {
			return each(n, func(i int) string { return fmt.Sprintf(`{"Action":"start","Package":"p%d"}`+"\n", i) })
		}},
		{"a line in pieces", "go-test-json", last, func(n int) string {
			return event("run", "T", "") + each(4*n, func(int) string { return event("output", "T", "x") }) + event("fail", "T", "")
		}},
		{"lines of a failed test", "go-test-json", last, func(n int) string {
			return event("run", "T", "") + each(n, func(i int) string { return event("output", "T", fmt.Sprintf("    a_test.go:%d: no\n", i)) }) + event("fail", "T", "")
		}},
		{"failed cases", "junit", last, func(n int) string {
			return "<testsuite>" + each(n, func(i int) string { return fmt.Sprintf(`<testcase name="c%d"><failure>x</failure></testcase>`, i) }) + "</testsuite>"
		}},
		{"failures of one suite", "junit", last, func(n int) string {
			return fmt.Sprintf("<testsuite name=%q>", strings.Repeat("x", 4096)) + strings.Repeat("<failure/>", 4*n) + "</testsuite>"
		}},
		{"suites with their own word", "junit", last, func(n int) string {
			return "<testsuites>" + each(n, func(i int) string { return fmt.Sprintf(`<testsuite name="s%d" failures="2"/>`, i) }) + "</testsuites>"
		}},
		{"pieces of text", "junit", last, func(n int) string {
			return `<testsuite><testcase name="c"><failure>` + each(n, func(int) string { return "a&lt;<![CDATA[b]]><!-- c -->" }) + `</failure></testcase></testsuite>`
		}},
		{"suites", "junit", last, func(n int) string {
			return "<testsuites>" + each(n, func(i int) string { return fmt.Sprintf(`<testsuite name="s%d"><testcase name="c"/></testsuite>`, i) }) + "</testsuites>"
		}},
		{"points", "tap", last, func(n int) string {
			return fmt.Sprintf("TAP version 13\n1..%d\n", n) + each(n, func(i int) string { return fmt.Sprintf("not ok %d - c\n# why\n", i+1) })
		}},
		{"subtests", "tap", last, func(n int) string {
			return each(n, func(i int) string { return fmt.Sprintf("# Subtest: s\n    ok 1 - c\n    1..1\nok %d - s\n", i+1) }) + fmt.Sprintf("1..%d\n", n)
		}},
		{"lines of a diagnostic", "tap", last, func(n int) string {
			return "1..1\nnot ok 1 - c\n  ---\n" + each(n, func(i int) string { return fmt.Sprintf("  k%d: v\n", i) }) + "  ...\n"
		}},
		{"results", "sarif", last, func(n int) string {
			return sarif("", list(n, func(i int) string {
				return fmt.Sprintf(`{"ruleId":"r%d/a/b","ruleIndex":0,"rule":{"index":0,"toolComponent":{"index":0}},"message":{"text":"m"}}`, i)
			}))
		}},
		{"errors", "sarif", last, func(n int) string {
			return sarif("", list(n, func(i int) string { return fmt.Sprintf(`{"ruleId":"r%d","level":"error","message":{"text":"m"}}`, i) }))
		}},
		{"rules", "sarif", last, func(n int) string {
			return sarif(list(n, func(i int) string {
				return fmt.Sprintf(`{"id":"r%d","guid":"%d","defaultConfiguration":{"level":"error"}}`, i, i)
			}), "")
		}},
		{"suppressions", "sarif", last, func(n int) string {
			return sarif("", `{"level":"error","suppressions":[`+list(n, func(int) string { return `{"kind":"inSource"}` })+`]}`)
		}},
		{"suppressed results", "sarif", last, func(n int) string {
			return sarif("", list(n, func(int) string { return `{"level":"error","suppressions":[{"kind":"inSource"}]}` }))
		}},
		{"parts of an id, wanted", "sarif", wanted, func(n int) string {
			return sarif("", `{"level":"error","ruleId":"`+strings.Repeat("a/", n)+`"},{"level":"error","ruleId":"`+strings.Repeat("\\u0007/", n)+`"}`)
		}},
		{"files", "eslint-json", last, func(n int) string {
			return "[" + list(n, func(i int) string {
				return fmt.Sprintf(`{"filePath":"./%d.js","messages":[{"severity":2,"message":"m"}],"errorCount":1}`, i)
			}) + "]"
		}},
		{"messages", "eslint-json", wanted, func(n int) string {
			return `[{"filePath":"a.js","messages":[` + list(n, func(int) string { return `{"ruleId":"r","severity":1,"message":"m"}` }) + `]}]`
		}},
		{"records", "lcov", last, func(n int) string {
			return each(n, func(i int) string { return fmt.Sprintf("SF:%d.c\nDA:1,1\nend_of_record\n", i) })
		}},
		{"records, wanted", "lcov", wanted, func(n int) string {
			return each(n, func(i int) string { return fmt.Sprintf("SF:w%d\nDA:1,0\nend_of_record\n", i) })
		}},
		{"points, wanted", "tap", wanted, func(n int) string {
			return each(n, func(i int) string { return fmt.Sprintf("ok %d - w%d\n", i+1, i) }) + fmt.Sprintf("1..%d\n", n)
		}},
		{"subtests, wanted", "tap", wanted, func(n int) string {
			return each(n, func(i int) string {
				return fmt.Sprintf("%sok %d - w%d\n", strings.Repeat("    ", i%64), i+1, (n-i)%fact.MaxWanted)
			})
		}},
		{"tests, wanted", "go-test-json", wanted, func(n int) string {
			return each(n, func(i int) string {
				return event("run", fmt.Sprintf("w%d", i), "") + event("pass", fmt.Sprintf("w%d", i), "")
			})
		}},
		{"comments, signatures", "evidence", marks, func(n int) string {
			return each(n, func(i int) string { return fmt.Sprintf("a /* (((%d */ \"((((\" // aaaa\n", i) })
		}},
		{"one line, signatures", "evidence", marks, func(n int) string { return strings.Repeat("a(((/**/", n) }},
		{"junk", "findings", "f.md", func(n int) string { return strings.Repeat("- **Date:** 2026-02-30\n", n) }},
		{"unknown keys", "stile.json", "stile.json", func(n int) string {
			return `{"stile":1` + each(n, func(i int) string { return fmt.Sprintf(`,"chekcs%d":1`, i) }) + "}"
		}},
		{"checks", "stile.json", "stile.json", func(n int) string {
			return `{"stile":1,"checks":[` + strings.TrimSuffix(each(n, func(i int) string { return fmt.Sprintf(`{"id":"c%d","run":["x"]},`, i) }), ",") + "]}"
		}},
		{"arguments", "stile.json", "stile.json", func(n int) string {
			return `{"stile":1,"checks":[{"id":"c","run":["sh","-c",` + `"` + each(n, func(int) string { return "a && b || true; " }) + `"]}]}`
		}},
		{"rows", "table", page, func(n int) string {
			return head + each(n, func(i int) string {
				return fmt.Sprintf("| r%d | applied | file:a/%d.go:%d#Name%d; check:c | \u2028 |\n", i, i, i+1, i)
			})
		}},
		{"rows of an editor", "table", string(fact.AppendFrame(fact.AppendFrame(nil, []byte("t.md")), []byte("utf-16"))), func(n int) string {
			return head + each(n, func(i int) string { return fmt.Sprintf("| r%d | done | \U0001f411 | |\r\n", i) })
		}},
		{"rows of one rule", "table", page, func(n int) string { return head + strings.Repeat("| r | n/a | | nothing is stored here |\n", n) }},
		{"references of one row", "table", page, func(n int) string {
			return head + "| r | applied | " + list(n, func(i int) string { return fmt.Sprintf(`file:"a b%d"#"c\\"`, i) }) + strings.Repeat(";adr:1", n) + " | |\n"
		}},
		{"cells of one row", "table", page, func(n int) string { return head + strings.Repeat("|", n) + strings.Repeat("\\|", n) }},
		{"strays", "table", page, func(n int) string { return head + strings.Repeat("\n> | a | b | c |\n", n) }},
		{"sections", "table", page, func(n int) string { return strings.Repeat(head, n) }},
		{"symbols", "evidence", cited, func(n int) string {
			return each(n, func(i int) string { return fmt.Sprintf("func Name%d() { name%d.Other() } // Name%d\n", i, i, i+1) })
		}},
		{"comments and strings that open", "evidence", cited, func(n int) string {
			return strings.Repeat("/* */ \"", n) + strings.Repeat("`\n", n) + strings.Repeat("/*", n)
		}},
		{"symbols that begin alike", "evidence", cited, func(n int) string { return strings.Repeat("Name1Name1.Name1 aaaaaaaaaaaaaaaaaaaa", n) }},
		{"statuses", "adr", "7.md", func(n int) string {
			return "# 7. X\n\n" + strings.Repeat("Status: accepted\n* Superseded by: none\n", n)
		}},
		{"front matter", "adr", "7.md", func(n int) string { return "---\n" + strings.Repeat("status: accepted\nx:\n - y\n", n) + "---\n" }},
		{"an index of records", "adr", "7.md", func(n int) string {
			return "| ADR | Status |\n|-|-|\n" + each(n, func(i int) string { return fmt.Sprintf("| ADR-%d | `a\\|b` accepted |\n", i) })
		}},
		{"pack rules", "rules", "p.json", func(n int) string {
			return `{"stile-rules":1,"id":"p","rules":[` + list(n, func(i int) string {
				return fmt.Sprintf(`{"id":"r%d","title":"t","table":"x","severity":"high","requires":["file","test"],"signature":{"pattern":"^a%d(b|c)+"}}`, i, i)
			}) + `]}`
		}},
		{"pack rules of one id", "rules", "p.json", func(n int) string {
			return `{"stile-rules":1,"id":"p","rules":[` + list(n, func(int) string { return `{"id":"r","titel":"t"}` }) + `]}`
		}},
		{"lines of a findings file", "findings", "f.md", func(n int) string { return strings.Repeat("date: 2026-13-01\n* **stamp**: 5f3c\r", n) }},
		{"running work", "payload", "claude-code", func(n int) string {
			return `{"hook_event_name":"Stop","session_id":"s","background_tasks":[` + strings.TrimSuffix(strings.Repeat(`{"id":"a","type":"subagent","status":"running"},`, n), ",") + "]}"
		}},
	} {
		spent := func(n int) uint64 {
			input := []byte(c.input(n))
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			Read([]byte(c.kind), []byte(c.query), input)
			runtime.ReadMemStats(&after)
			return after.TotalAlloc - before.TotalAlloc
		}
		const n = 4000
		once, twice, size := spent(n), spent(2*n), uint64(len(c.input(2*n)))
		if twice > 3*once+1<<20 {
			t.Errorf("%s: %d bytes for %d, %d for twice as many", c.name, once, n, twice)
		}
		if twice > 100*size+1<<20 {
			t.Errorf("%s: %d bytes for an input of %d", c.name, twice, size)
		}
		t.Logf("%s: %d bytes allocated for each of the input", c.name, twice/size)
	}
}
