package core

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stile-gate/stile/core/fact"
	"github.com/stile-gate/stile/core/scan"
	"github.com/stile-gate/stile/core/table"
)

// A tableCase is the green scene but for one thing, and all that is found of it.
type tableCase struct {
	name    string
	change  func(s *scene)
	verdict string
	found   []string // findings as they are printed; behind "open: " those that leave a row undecided
	levels  string
}

// rows gives the table other rows; the first is line 7.
func rows(list ...string) func(s *scene) {
	return func(s *scene) { s.files["docs/conformance.md"] = rowsOf(list...) }
}

// file puts a file there, with the rows that cite it.
func file(path, text string, list ...string) func(s *scene) {
	return func(s *scene) {
		s.files[path] = text
		if len(list) > 0 {
			rows(list...)(s)
		}
	}
}

// rules gives the pack other rules; the first is line 2.
func rules(list ...string) func(s *scene) {
	return func(s *scene) { s.files["rules/api.json"] = packOf(list...) }
}

// policy replaces a text of stile.json.
func policy(from, to string) func(s *scene) {
	return func(s *scene) {
		if !strings.Contains(s.files["stile.json"], from) {
			panic("stile.json holds no " + from)
		}
		s.files["stile.json"] = strings.Replace(s.files["stile.json"], from, to, 1)
	}
}

// ran gives a check another outcome.
func ran(id string, o observed) func(s *scene) { return func(s *scene) { s.checks[id] = o } }

func all(list ...func(s *scene)) func(s *scene) {
	return func(s *scene) {
		for _, change := range list {
			change(s)
		}
	}
}

func (c *tableCase) run(t *testing.T) {
	t.Run(c.name, func(t *testing.T) {
		s := green()
		c.change(s)
		d := s.check(t)
		if d.Verdict != c.verdict {
			t.Errorf("verdict %s, want %s", d.Verdict, c.verdict)
		}
		if found := d.found(); !slices.Equal(found, c.found) {
			t.Errorf("found\n  %s\nwant\n  %s", strings.Join(found, "\n  "), strings.Join(c.found, "\n  "))
		}
		if c.levels != "" && d.levels() != c.levels {
			t.Errorf("rows %q, want %q", d.levels(), c.levels)
		}
	})
}

const at = "docs/conformance.md:7:"

func TestCitedFiles(t *testing.T) {
	const none = "R1 none does not hold"
	link := func(from, to string) func(s *scene) { return func(s *scene) { s.links[from] = to } }
	for _, c := range []tableCase{
		{"a file", rows("| R1 | applied | file:src/a.go | |"), "green", nil, "R1 present holds"},
		{"A10 a live file, then a dead one behind it", rows("| R1 | applied | file:src/a.go; file:src/dead.go | |"), "red",
			[]string{at + `33: the cited file "src/dead.go" is not there [missing-evidence]`}, none},
		{"A10 a dead one in parentheses", rows("| R1 | applied | file:src/a.go (file:src/dead.go) | |"), "red",
			[]string{at + `31: "file:src/a.go (file:src/dead.go)" is no reference: a space divides nothing [bad-reference]`}, "R1 none does not hold"},
		{"A11 the table itself", rows("| R1 | applied | file:docs/conformance.md | |"), "red",
			[]string{at + `18: the cited file "docs/conformance.md" is a conformance table, which proves nothing of itself [table-as-evidence]`}, none},
		{"A11 the table by a link", all(link("src/t.md", "docs/conformance.md"), rows("| R1 | applied | file:src/t.md | |")), "red",
			[]string{at + `18: the cited file "src/t.md" is a conformance table, which proves nothing of itself [table-as-evidence]`}, none},
		{"A11 the table under another name", func(s *scene) {
			rows("| R1 | applied | file:src/t.md | |")(s)
			s.files["src/t.md"] = s.files["docs/conformance.md"]
		}, "red",
			[]string{at + `18: the cited file "src/t.md" is a conformance table, which proves nothing of itself [table-as-evidence]`}, none},
		{"A11 the rule's own text", rows("| R1 | applied | file:rules/api.json | |"), "red",
			[]string{at + `18: the cited file "rules/api.json" is a rule pack: it says what is asked, not what is done [pack-as-evidence]`}, none},
		{"A11 the rule's own text by a link", all(link("src/r.json", "rules/api.json"), rows("| R1 | applied | file:src/r.json | |")), "red",
			[]string{at + `18: the cited file "src/r.json" is a rule pack: it says what is asked, not what is done [pack-as-evidence]`}, none},
		{"an own log", file("stile/bypass/2026-11-30-x.log", "x\n", "| R1 | applied | file:stile/bypass/2026-11-30-x.log | |"), "red",
			[]string{at + "18: the cited file \"stile/bypass/2026-11-30-x.log\" is written by stile or by whoever follows `stile verify` [own-log-as-evidence]"}, none},
		{"an own log by a link", all(file("stile/asks/1.log", "x\n", "| R1 | applied | file:src/l | |"), link("src/l", "stile/asks/1.log")), "red",
			[]string{at + "18: the cited file \"src/l\" is written by stile or by whoever follows `stile verify` [own-log-as-evidence]"}, none},
		{"the findings of verify", file("stile/verify-findings.md", "x\n", "| R1 | applied | file:stile/verify-findings.md | |"), "red",
			[]string{at + "18: the cited file \"stile/verify-findings.md\" is written by stile or by whoever follows `stile verify` [own-log-as-evidence]"}, none},
		{"what is measured", rows("| R1 | applied | file:stile.json | |"), "red",
			[]string{at + `18: the cited file "stile.json" says what is measured, which shows nothing by itself [policy-as-evidence]`}, none},
		{"what is measured elsewhere", file("lib/stile.json", "x\n", "| R1 | applied | file:lib/stile.json | |"), "red",
			[]string{at + `18: the cited file "lib/stile.json" says what is measured, which shows nothing by itself [policy-as-evidence]`}, none},
		{"an output", all(policy(`"run": ["lint"]`, `"run": ["lint"], "outputs": ["src/**"]`), rows("| R1 | applied | file:src/a.go | |")), "red",
			[]string{at + `18: the cited file "src/a.go" is among a check's outputs, which no digest of the tree covers [output-as-evidence]`}, none},
		{"a table among outputs", policy(`"run": ["lint"]`, `"run": ["lint"], "outputs": ["docs/**"]`), "red",
			[]string{`stile.json:4:13: the table "docs/conformance.md" is among a check's outputs, which no digest of the tree covers [output-as-table]`}, ""},
		{"a name that begins like an own log's", file("stile/bypassed.md", "x\n", "| R1 | applied | file:stile/bypassed.md | |"), "green", nil, "R1 present holds"},
		{"A14 the wrong case", func(s *scene) {
			s.spelled["SRC/a.go"] = "src/a.go"
			rows("| R1 | applied | file:SRC/a.go | |")(s)
		}, "red", []string{at + `18: the cited file "SRC/a.go" is spelled "src/a.go" on disk [wrong-spelling]`}, none},
		{"A14 ./ in front", rows("| R1 | applied | file:./src/a.go | |"), "red",
			[]string{at + `23: "file:./src/a.go" is no reference: the path holds ./, which says nothing [bad-reference]`}, none},
		{"A15 a link out of the tree", all(link("src/out", ""), rows("| R1 | applied | file:src/out | |")), "red",
			[]string{at + `18: the cited file "src/out" cannot be read: outside the project [outside-evidence]`}, none},
		{"a file that is closed", all(link("src/out", "!permission denied"), rows("| R1 | applied | file:src/out | |")), "red",
			[]string{at + `18: the cited file "src/out" cannot be read: permission denied [unreadable-evidence]`}, none},
		{"what time left unread", all(link("src/out", "!"+fact.WhyTime), rows("| R1 | applied | file:src/out; file:src/a.go | |")), "unproven",
			[]string{"open: " + at + `18: the cited file "src/out" cannot be read: ` + fact.WhyTime + ` [evidence-not-read]`}, "R1 none not proven"},
		{"blank", file("src/b", " \n\t\n", "| R1 | applied | file:src/b | |"), "red",
			[]string{at + `18: the cited file "src/b" holds nothing but white space [blank-evidence]`}, none},
		{"empty", file("src/b", "", "| R1 | applied | file:src/b | |"), "red",
			[]string{at + `18: the cited file "src/b" holds nothing but white space [blank-evidence]`}, none},
		{"the last line", rows("| R1 | applied | file:src/a.go:4 | |"), "green", nil, "R1 present holds"},
		{"a line beyond the end", rows("| R1 | applied | file:src/a.go:5 | |"), "red",
			[]string{at + `18: line 5 is cited of "src/a.go", which has 4 [line-beyond-end]`}, none},
	} {
		c.run(t)
	}
}

func TestSymbols(t *testing.T) {
	const none = "R1 none does not hold"
	long := strings.Repeat("x", 201)
	for _, c := range []tableCase{
		{"a symbol", rows("| R1 | applied | file:src/a.go#Guard | |"), "green", nil, "R1 present holds"},
		{"A13 a symbol in a comment alone", rows("| R1 | applied | file:src/a.go#Hidden | |"), "red",
			[]string{at + `18: the symbol "Hidden" stands only in comments or strings of "src/a.go" [symbol-in-comment]`}, none},
		{"no such symbol", rows("| R1 | applied | file:src/a.go#Gone | |"), "red",
			[]string{at + `18: the symbol "Gone" does not stand in "src/a.go" [symbol-not-found]`}, none},
		{"no comments known", file("src/a.unknown", "# Hidden\n", "| R1 | applied | file:src/a.unknown#Hidden | |"), "green", nil, "R1 present holds whole"},
		{"the longest symbol", file("src/l.go", "package l\n\nvar "+long[1:]+" int\n", "| R1 | applied | file:src/l.go#"+long[1:]+" | |"), "green", nil, "R1 present holds"},
		{"a symbol that is too long", file("src/l.go", "package l\n\nvar "+long+" int\n", "| R1 | applied | file:src/l.go#"+long+" | |"), "red",
			[]string{at + `18: the symbol "` + long[:50] + "…" + long[:40] + `" is longer than 200 bytes [long-symbol]`}, none},
		{"a symbol too short for a search", file("src/b.go", "package b\n\nfunc é() {}\n", "| R1 | applied | file:src/b.go#\"é(\" | |"), "green", nil, "R1 present holds"},
	} {
		c.run(t)
	}
	many := make([]string, 2001)
	for i := range many {
		many[i] = "| R" + fact.Itoa(int64(i+1)) + " | applied | file:src/m.go#\"s" + fact.Itoa(int64(10_000+i)) + "\" | |"
	}
	var b strings.Builder
	for i := range many {
		b.WriteString("s" + fact.Itoa(int64(10_000+i)) + "\n")
	}
	c := tableCase{"more symbols than one file is asked for", file("src/m.go", b.String(), many...), "red",
		[]string{`docs/conformance.md:2007:21: "s12000" is one of more than 2000 symbols that are cited of "src/m.go" [too-many-symbols]`}, ""}
	c.run(t)
}

func TestSignatures(t *testing.T) {
	const none = "R1 none does not hold"
	rule := func(more string) func(s *scene) {
		return rules(`{"id": "R1", "title": "guard it", "table": "conformance", "severity": "high", ` + more + `}`)
	}
	for _, c := range []tableCase{
		{"a literal", rule(`"signature": "func Guard"`), "green", nil, "R1 measured holds"},
		{"one byte", rule(`"signature": "G"`), "green", nil, "R1 measured holds"},
		{"no literal", rule(`"signature": "func Gone"`), "red",
			[]string{at + `3: no file that the row cites holds the signature of the rule "R1": "func Gone" [no-signature]`}, none},
		{"a literal in a comment", rule(`"signature": "Hidden"`), "red",
			[]string{at + `3: only comments of what the row cites hold the signature of the rule "R1": "Hidden" [signature-in-comment]`}, none},
		{"a pattern", rule(`"signature": {"pattern": "func G[a-z]+"}`), "green", nil, "R1 measured holds"},
		{"no pattern", rule(`"signature": {"pattern": "func H[a-z]+"}`), "red",
			[]string{at + `3: no file that the row cites holds the signature of the rule "R1": "func H[a-z]+" [no-signature]`}, none},
		{"the second file has it", all(rule(`"signature": "func Other"`), file("src/b.go", "package a\n\nfunc Other() {}\n",
			"| R1 | applied | file:src/a.go; file:src/b.go | |")), "green", nil, "R1 present holds"},
		{"nothing but a check", all(rule(`"signature": "func Guard"`), rows("| R1 | applied | check:lint | |")), "red",
			[]string{at + `3: no file that the row cites holds the signature of the rule "R1": "func Guard" [no-signature]`}, none},
		{"a row that deviates", all(rule(`"signature": "func Gone"`), rows("| R1 | deviated | adr:7 | |")), "green", nil, "R1 present holds"},
		{"beside a check that is not due", all(rule(`"signature": "func Gone"`), rows("| R1 | applied | file:src/a.go; check:late | |")), "red",
			[]string{at + `3: no file that the row cites holds the signature of the rule "R1": "func Gone" [no-signature]`}, none},
	} {
		c.run(t)
	}
}

func TestChecksAndCases(t *testing.T) {
	const none = "R1 none does not hold"
	failing := observed{exit: 1, report: events("start", "", "run", "TestA", "fail", "TestA", "run", "TestB", "pass", "TestB", "fail", "")}
	long := strings.Repeat("T", 1001)
	report := func(text string) func(s *scene) { return file("out/r.xml", text) }
	for _, c := range []tableCase{
		{"a passed check", rows("| R1 | applied | check:lint | |"), "green", nil, "R1 measured holds"},
		{"a failed check needs no finding", all(rows("| R1 | applied | check:lint | |"), ran("lint", observed{exit: 1})), "red",
			nil, "R1 none check failed"},
		{"a check that was not run", all(rows("| R1 | applied | check:lint | |"), ran("lint", observed{exit: 127})), "unproven",
			nil, "R1 none check not run"},
		{"a check that is not due", rows("| R1 | applied | check:late | |"), "green", nil, "R1 none check not due"},
		{"no such check", rows("| R1 | applied | check:tset | |"), "red", []string{at + `18: "tset" is no check of this project [unknown-check]`}, none},
		{"a passed case", rows("| R1 | applied | test:test::TestA | |"), "green", nil, "R1 measured holds"},
		{"a passed case by its package", rows("| R1 | applied | test:test::p.TestA | |"), "green", nil, "R1 measured holds"},
		{"a failed case", all(rows("| R1 | applied | test:test::TestA | |"), ran("test", failing)), "red", nil, "R1 none check failed"},
		{"a passed case of a failed check", all(rows("| R1 | applied | test:test::TestB | |"), ran("test", failing)), "red", nil, "R1 measured holds"},
		{"a case that a failed check has not", all(rows("| R1 | applied | test:test::TestGone | |"), ran("test", failing)), "red", nil, "R1 none check failed"},
		{"a failed check without a report", all(rows("| R1 | applied | test:test::TestA | |"),
			ran("test", observed{exit: 1, change: func(m *fact.Measure) { m.Report = nil }})), "red", nil, "R1 none check failed"},
		{"a check that did not start", all(rows("| R1 | applied | test:test::TestA | |"),
			ran("test", observed{change: func(m *fact.Measure) { *m = fact.Measure{Cause: "missing-program", Detail: "go"} }})), "unproven",
			nil, "R1 none check not run"},
		{"a passed case of a check that took too long", all(rows("| R1 | applied | test:test::TestA | |"),
			ran("test", observed{report: green().checks["test"].report, change: func(m *fact.Measure) { m.TimedOut = true }})), "unproven",
			nil, "R1 none check not run"},
		{"a passed case of a report that is cut", all(rows("| R1 | applied | test:test::TestA | |"),
			ran("test", observed{report: events("start", "", "run", "TestA", "pass", "TestA")})), "unproven", nil, "R1 none check not run"},
		{"no such case", rows("| R1 | applied | test:test::TestGone | |"), "red",
			[]string{at + `18: no case "TestGone" is in the report of "test" [case-not-found]`}, none},
		{"a skipped case", rows("| R1 | applied | test:test::TestS | |"), "unproven",
			[]string{"open: " + at + `18: the case "TestS" of "test" was skipped [case-skipped]`}, "R1 none not proven"},
		{"a case that began", all(rows("| R1 | applied | test:test::TestA | |"), ran("test", observed{report: events("start", "", "run", "TestA")})), "unproven",
			[]string{"open: " + at + `18: the case "TestA" of "test" began and nothing says how it ended [case-without-result]`}, "R1 none not proven"},
		{"a failed case of a check that took too long", all(rows("| R1 | applied | test:test::TestA | |"),
			ran("test", observed{report: failing.report, change: func(m *fact.Measure) { m.TimedOut = true }})), "red",
			[]string{at + `18: the case "TestA" of "test" failed [case-failed]`}, none},
		{"a case of a check that is not due", all(policy(`"run": ["e2e"]`, `"run": ["e2e"], "report": "tap"`), rows("| R1 | applied | test:late::TestA | |")),
			"green", nil, "R1 none check not due"},
		{"a case of a check that names none", rows("| R1 | applied | test:lint::TestA | |"), "red",
			[]string{at + `18: the check "lint" is judged by its exit status and names no case [unknown-report]`}, none},
		{"a case of no check", rows("| R1 | applied | test:tset::TestA | |"), "red", []string{at + `18: "tset" is no check of this project [unknown-check]`}, none},
		{"a name that no report is asked for", rows("| R1 | applied | test:test::" + long + " | |"), "red",
			[]string{at + `18: the name "` + long[:50] + "…" + long[:40] + `" is longer than 1000 bytes [long-name]`}, none},
		{"such a name in a report of no check", all(report("<testsuite/>"), rows("| R1 | applied | test:out/r.xml::"+long+" | |")), "red",
			[]string{at + `18: the name "` + long[:50] + "…" + long[:40] + `" is longer than 1000 bytes [long-name]`}, none},
		{"the longest name", rows("| R1 | applied | test:test::" + long[1:] + " | |"), "red",
			[]string{at + `18: no case "` + long[:50] + "…" + long[:40] + `" is in the report of "test" [case-not-found]`}, none},
		{"a report of no check is there, no more", all(report(`<testsuite><testcase name="a"/></testsuite>`), rows("| R1 | applied | test:out/r.xml::a | |")),
			"green", nil, "R1 present holds"},
		{"a report that a check writes", all(policy(`"run": ["lint"]`, `"run": ["lint"], "report": "junit:out/*.xml"`),
			ran("lint", observed{report: `<testsuite><testcase name="a"/></testsuite>`, change: func(m *fact.Measure) { m.Files = []string{"out/r.xml"} }}),
			rows("| R1 | applied | test:out/r.xml::a | |")), "green", nil, "R1 measured holds"},
		{"one of several reports that a check writes", all(policy(`"run": ["lint"]`, `"run": ["lint"], "report": "junit:out/*.xml"`),
			ran("lint", observed{report: `<testsuite><testcase name="a"/></testsuite>`, change: func(m *fact.Measure) { m.Files = []string{"out/q.xml", "out/r.xml"} }}),
			rows("| R1 | applied | test:out/r.xml::a | |")), "red",
			[]string{at + `18: more reports than "out/r.xml" are written, and which of them holds the case is not told apart [ambiguous-report]`}, none},
		{"a report that it could have written", all(policy(`"run": ["lint"]`, `"run": ["lint"], "report": "junit:out/*.xml"`),
			ran("lint", observed{report: `<testsuite><testcase name="a"/></testsuite>`, change: func(m *fact.Measure) { m.Files = []string{"out/q.xml"} }}),
			rows("| R1 | applied | test:out/r.xml::a | |")), "red",
			[]string{at + `18: the check "lint" wrote no report "out/r.xml" [missing-evidence]`}, none},
		{"no report", rows("| R1 | applied | test:out/r.xml::a | |"), "red", []string{at + `18: the report "out/r.xml" is not there [missing-evidence]`}, none},
		{"a report that is cut", all(report(`<testsuite><testcase name="a"/>`), rows("| R1 | applied | test:out/r.xml::a | |")), "red",
			[]string{at + `18: the report "out/r.xml" is not whole: cut [unreadable-evidence]`}, none},
		{"a report that time left unread", all(report("<testsuite/>"), func(s *scene) { s.links["out/r.xml"] = "!" + fact.WhyTime }, rows("| R1 | applied | test:out/r.xml::a | |")), "unproven",
			[]string{"open: " + at + `18: the report "out/r.xml" cannot be read: ` + fact.WhyTime + ` [evidence-not-read]`}, "R1 none not proven"},
		{"a failed case of a report", all(report(`<testsuite><testcase name="a"><failure/></testcase></testsuite>`), rows("| R1 | applied | test:out/r.xml::a | |")), "red",
			[]string{at + `18: the case "a" of "out/r.xml" failed [case-failed]`}, none},
		{"a skipped case of a report", all(report(`<testsuite><testcase name="a"><skipped/></testcase></testsuite>`), rows("| R1 | applied | test:out/r.xml::a | |")), "unproven",
			[]string{"open: " + at + `18: the case "a" of "out/r.xml" was skipped [case-skipped]`}, "R1 none not proven"},
		{"no case of a report", all(report(`<testsuite><testcase name="a"/></testsuite>`), rows("| R1 | applied | test:out/r.xml::b | |")), "red",
			[]string{at + `18: no case "b" is in the report of "out/r.xml" [case-not-found]`}, none},
		{"a report in the wrong case", all(report(`<testsuite><testcase name="a"/></testsuite>`), func(s *scene) { s.spelled["OUT/r.xml"] = "out/r.xml" },
			rows("| R1 | applied | test:OUT/r.xml::a | |")), "red", []string{at + `18: the cited file "OUT/r.xml" is spelled "out/r.xml" on disk [wrong-spelling]`}, none},
		{"a report by a link to an own log", all(file("stile/asks/1.log", `<testsuite><testcase name="a"/></testsuite>`), func(s *scene) { s.links["out/r.xml"] = "stile/asks/1.log" },
			rows("| R1 | applied | test:out/r.xml::a | |")), "red",
			[]string{at + "18: the cited file \"out/r.xml\" is written by stile or by whoever follows `stile verify` [own-log-as-evidence]"}, none},
		{"a file of no format", rows("| R1 | applied | test:out/r.txt::a | |"), "red", []string{at + `18: "out/r.txt" is no report of a known format [unknown-report]`}, none},
	} {
		c.run(t)
	}
}

func TestRulesOfPacks(t *testing.T) {
	rule := func(id, severity, more string) string {
		return `{"id": "` + id + `", "title": "guard it", "table": "conformance", "severity": "` + severity + `"` + more + `}`
	}
	r1 := "| R1 | applied | file:src/a.go; test:test::TestA | |"
	for _, c := range []tableCase{
		{"an expected row is missing", rules(rule("R1", "low", ""), rule("R2", "critical", "")), "red",
			[]string{`docs/conformance.md:3:1: the table has no row for the rule "R2", of severity critical: guard it [missing-row]`}, "R1 measured holds"},
		{"a row that is not expected may be missing", rules(rule("R1", "high", ""), rule("R2", "medium", ""), rule("R3", "low", ""), rule("R4", "info", "")), "green", nil, ""},
		{"a row in another letter case", rules(rule("r1", "high", "")), "red",
			[]string{at + `3: the rule "R1" is called "r1" in its pack [rule-spelling]`}, "R1 none does not hold"},
		{"a row in another letter case, of a rule that need have none", rules(rule("r1", "low", `, "requires": ["check"]`)), "red",
			[]string{at + `3: the rule "r1" requires evidence of the kind check, and the row cites none [missing-kind]`,
				at + `3: the rule "R1" is called "r1" in its pack [rule-spelling]`}, "R1 none does not hold"},
		{"a kind of evidence is missing", rules(rule("R1", "low", `, "requires": ["file", "check"]`)), "red",
			[]string{at + `3: the rule "R1" requires evidence of the kind check, and the row cites none [missing-kind]`}, "R1 none does not hold"},
		{"a kind of evidence is missing beside a check that is not due", all(rules(rule("R1", "low", `, "requires": ["file"]`)), rows("| R1 | applied | check:late | |")), "red",
			[]string{at + `3: the rule "R1" requires evidence of the kind file, and the row cites none [missing-kind]`}, "R1 none does not hold"},
		{"a kind of evidence is there", rules(rule("R1", "low", `, "requires": ["file", "test"]`)), "green", nil, "R1 measured holds"},
		{"what a rule asks of a row that is applied it asks of no other", all(rules(rule("R1", "high", `, "requires": ["check"]`)),
			rows("| R1 | deviated | adr:7; file:src/a.go | |")), "green", nil, "R1 present holds"},
		{"an expected row is proposed", all(rules(rule("R1", "high", ""), rule("R2", "high", "")), rows(r1, "| R2 | proposed: later | | |")), "unproven",
			[]string{"open: docs/conformance.md:8:8: the row is proposed, which does not count [proposed]"}, "R1 measured holds; R2 none"},
		{"another row is proposed", all(rules(rule("R1", "high", ""), rule("R2", "low", "")), rows(r1, "| R2 | proposed: later | | |", "| R3 | proposed | | |")), "green",
			nil, "R1 measured holds; R2 none; R3 none"},
		{"an expected row is n/a", all(rules(rule("R1", "high", ""), rule("R2", "high", "")), rows(r1, "| R2 | n/a | | nothing of that kind here |")), "green", nil, "R1 measured holds; R2 none"},
		{"a row that cannot be read may be the one", all(rules(rule("R1", "high", "")), rows("| R1 | done | file:src/a.go | |")), "red",
			[]string{at + `8: "done" is no status [unknown-status]`}, ""},
		{"a rule twice", func(s *scene) {
			s.files["rules/b.json"] = s.files["rules/api.json"]
			policy(`"rules": [`, `"rules": [{"pack": "rules/b.json", "sha256": "SHA(rules/b.json)"}, `)(s)
		}, "red", []string{`rules/b.json:2:1: the rule "R1" of the table "conformance" stands in "rules/api.json" too [duplicate-rule]`}, ""},
		{"a rule for another table", rules(rule("R1", "high", ""), `{"id": "S1", "title": "x", "table": "security", "severity": "low"}`), "red",
			[]string{`rules/api.json:3:1: the rule "S1" is for a table "security", and stile.json names none [unknown-table]`}, ""},
		{"a pack was changed", policy(`SHA(rules/api.json)`, digestA), "red",
			[]string{`stile.json:5:12: the rule pack "rules/api.json" is not the one that was agreed on: its sha256 is ` + fact.Sum([]byte(green().files["rules/api.json"])) + ` [pack-changed]`}, ""},
		{"no pack", func(s *scene) {
			policy(`SHA(rules/api.json)`, digestA)(s)
			delete(s.files, "rules/api.json")
		}, "red", []string{`stile.json:5:12: the rule pack "rules/api.json" is not there [pack-missing]`}, ""},
		{"a pack that leads out of the root", func(s *scene) {
			policy(`SHA(rules/api.json)`, digestA)(s)
			s.links["rules/api.json"] = ""
		}, "red", []string{`stile.json:5:12: the rule pack "rules/api.json" cannot be read: outside the project [pack-unreadable]`}, ""},
		{"a pack that cannot be understood", file("rules/api.json", "{}"), "red", []string{
			`rules/api.json:1:1: "stile-rules" is missing at the top of the file [missing-key]`,
			`rules/api.json:1:1: "id" is missing at the top of the file [missing-key]`,
			`rules/api.json:1:1: "rules" is missing at the top of the file [missing-key]`}, ""},
		{"no table", func(s *scene) { delete(s.files, "docs/conformance.md") }, "red",
			[]string{`stile.json:4:13: the table "docs/conformance.md" is not there [table-missing]`}, ""},
		{"a table that leads out of the root", func(s *scene) { s.links["docs/conformance.md"] = "" }, "red",
			[]string{`stile.json:4:13: the table "docs/conformance.md" cannot be read: outside the project [table-unreadable]`}, ""},
		{"a file without the section", all(file("docs/conformance.md", "# x\n")), "red",
			[]string{`docs/conformance.md:1:1: the file has no section Conformance [no-section]`}, ""},
		{"a section without a table", all(file("docs/conformance.md", "## Conformance\n")), "red", []string{
			`docs/conformance.md:1:1: the table has no row for the rule "R1", of severity high: guard it [missing-row]`,
			`docs/conformance.md:1:1: the section holds no table [no-table]`,
			"open: docs/conformance.md:1:1: rows of the table that are applied or deviated: 0; at least 1 must be [too-few-rows]"}, ""},
		{"a log of its own as a table", func(s *scene) {
			s.files["stile/verify-findings.md"] = s.files["docs/conformance.md"]
			policy(`"docs/conformance.md"`, `"docs/conformance.md", {"file": "stile/verify-findings.md", "min": 0}`)(s)
		}, "red", []string{`stile.json:4:36: the table "stile/verify-findings.md" is a file of stile's own, which no digest of the tree covers [own-log-as-table]`}, ""},
	} {
		c.run(t)
	}
}

func TestFloorsAndLevels(t *testing.T) {
	min := func(n string) func(s *scene) {
		return policy(`"docs/conformance.md"`, `{"file": "docs/conformance.md", "min": `+n+`}`)
	}
	few := func(have, want string) string {
		return "open: docs/conformance.md:3:1: rows of the table that are applied or deviated: " + have + "; at least " + want + " must be [too-few-rows]"
	}
	na := "| R1 | n/a | | nothing of that kind here |"
	measured := policy(`"tables"`, `"require": "measured", "tables"`)
	for _, c := range []tableCase{
		{"A12 nothing but n/a", rows(na), "unproven", []string{few("0", "1")}, "R1 none"},
		{"A12 nothing but n/a, without a check", all(rows(na), min("0"), func(s *scene) {
			s.files["stile.json"] = `{"stile": 1, "tables": [{"file": "docs/conformance.md", "min": 0}]}`
		}), "unproven", nil, "R1 none"},
		{"A12 prose", rows("| R1 | applied | we always do that | |"), "red",
			[]string{at + `18: "we always do that" is no reference [bad-reference]`}, "R1 none does not hold"},
		{"one that does not hold counts, and is red for itself", all(rows("| R1 | applied | file:src/a.go | |", "| R2 | applied | file:gone | |", "| R2 | done | | |"), min("3")), "red",
			[]string{`docs/conformance.md:8:18: the cited file "gone" is not there [missing-evidence]`, `docs/conformance.md:9:3: the rule "R2" has a row already, in line 8 [duplicate-row]`,
				`docs/conformance.md:9:8: "done" is no status [unknown-status]`}, "R1 present holds; R2 none does not hold"},
		{"none are asked for", all(rows(na), min("0")), "green", nil, "R1 none"},
		{"as many as are asked for", all(rows("| R1 | applied | file:src/a.go | |", "| R2 | deviated | adr:8 | |"), min("2")), "green", nil, "R1 present holds; R2 present holds"},
		{"one fewer", all(rows("| R1 | applied | file:src/a.go | |", "| R2 | deviated | adr:8 | |"), min("3")), "unproven", []string{few("2", "3")}, ""},
		{"a row that is not due counts", all(rows("| R1 | applied | file:src/a.go | |", "| R2 | applied | check:late | |"), min("2")), "green", nil, "R1 present holds; R2 none check not due"},
		{"so does one that was not run", all(rows("| R1 | applied | file:src/a.go | |", "| R2 | applied | check:lint | |"), min("2"), ran("lint", observed{exit: 127})), "unproven",
			nil, "R1 present holds; R2 none check not run"},
		{"measured is required, and is", measured, "green", nil, "R1 measured holds"},
		{"measured is required, and present", all(measured, rows("| R1 | applied | file:src/a.go | |")), "red",
			[]string{at + `3: the evidence is there, and stile.json requires measured [not-measured]`}, "R1 present holds"},
		{"measured is required of no row that deviates", all(measured, rows("| R1 | deviated | adr:7 | |")), "green", nil, "R1 present holds"},
		{"measured is required, and not due", all(measured, rows("| R1 | applied | check:late; file:src/a.go | |")), "green", nil, "R1 none check not due"},
		{"several references: all hold", rows("| R1 | applied | file:src/a.go; adr:7; check:lint; test:test::TestA | |"), "green", nil, "R1 measured holds"},
		{"several references: two do not", rows("| R1 | applied | file:src/a.go:9; adr:9; check:lint | |"), "red", []string{
			at + `18: line 9 is cited of "src/a.go", which has 4 [line-beyond-end]`,
			at + `35: no decision record is called "9" in docs/adr [unknown-adr]`}, "R1 none does not hold"},
		{"several references: the worst decides", all(rows("| R1 | applied | check:late; check:lint; check:test | |"), ran("lint", observed{exit: 127})), "unproven",
			nil, "R1 none check not run"},
		{"a passed one beside one that is not due", rows("| R1 | applied | check:lint; check:late | |"), "green", nil, "R1 none check not due"},
	} {
		c.run(t)
	}
}

// TestMoreThanIsAsked: what is beyond a bound is refused by a name of its own, and never taken for absent.
func TestMoreThanIsAsked(t *testing.T) {
	var signed []string
	for i := range scan.MaxSignatures + 1 {
		signed = append(signed, fmt.Sprintf(`{"id": "R%d", "title": "x", "table": "conformance", "severity": "low", "signature": "%04d"}`, i+1, i))
	}
	long := strings.Repeat("x", scan.MaxSignature+1)
	for _, c := range []struct {
		name   string
		change func(s *scene)
		first  string
		total  int64
	}{
		{"files", rows(append([]string{"| X | applied | file:z | |"}, citing(fact.MaxCited, func(i int) string { return fmt.Sprintf("file:%05d", i) })...)...),
			at + `17: the tables cite more than 50000 files [too-many-files]`, fact.MaxCited + 1},
		{"files and reports", rows(append([]string{"| R1 | applied | test:z.xml::a | |", "| R2 | deviated | adr:7 | |"},
			citing(fact.MaxCited-1, func(i int) string { return fmt.Sprintf("file:%05d", i) })[2:]...)...), at + `18: the report "z.xml" is not there [missing-evidence]`, fact.MaxCited - 2},
		{"cases of a check", rows(append([]string{"| X | applied | test:test::Z | |"}, citing(fact.MaxWanted, func(i int) string { return fmt.Sprintf("test:test::T%05d", i) })...)...),
			at + `17: "Z" is one of more than 20000 cases that are cited of "test" [too-many-cases]`, fact.MaxWanted + 1},
		{"cases of a report", all(file("out/r.xml", "<testsuite><testcase name=\"a\"/></testsuite>"),
			rows(append([]string{"| X | applied | test:out/r.xml::Z | |"}, citing(fact.MaxWanted, func(i int) string { return fmt.Sprintf("test:out/r.xml::T%05d", i) })...)...)),
			at + `17: "Z" is one of more than 20000 cases that are cited of "out/r.xml" [too-many-cases]`, fact.MaxWanted + 1},
		{"signatures", all(rules(signed...), file("src/n.txt", strings.Join(lines(scan.MaxSignatures+1, func(i int) string { return fmt.Sprintf("%04d", i) }), " ")),
			rows(citing(scan.MaxSignatures+2, func(int) string { return "file:src/n.txt" })[1:]...)),
			fmt.Sprintf("docs/conformance.md:%d:3: a file that the row cites is asked for more than 200 signatures, or the one of the rule \"R201\" is longer than %d bytes [too-many-signatures]",
				7+scan.MaxSignatures, scan.MaxSignature), 1},
		{"symbols like the file", all(file("src/n.txt", strings.Repeat("a", 20_000)),
			rows(citing(150, func(i int) string { return `file:src/n.txt#"` + strings.Repeat("a", i+1) + `("` })...)),
			`docs/conformance.md:7:18: so much of "src/n.txt" begins like "a(" that the search was given up [unsearched-evidence]`, 150},
		{"a signature like the file", all(rules(`{"id": "R1", "title": "x", "table": "conformance", "severity": "low", "signature": {"pattern": "(a|aa|ab)*(c|d|ae)+x"}}`),
			file("src/n.txt", strings.Repeat("a", 20<<20)), rows("| R1 | applied | file:src/n.txt | |")),
			at + `3: so much of "src/n.txt" begins like "(a|aa|ab)*(c|d|ae)+x" that the search was given up [unsearched-evidence]`, 1},
		{"a long signature", rules(`{"id": "R1", "title": "x", "table": "conformance", "severity": "low", "signature": "` + long + `"}`),
			fmt.Sprintf(at+"3: a file that the row cites is asked for more than 200 signatures, or the one of the rule \"R1\" is longer than %d bytes [too-many-signatures]", scan.MaxSignature), 1},
	} {
		s := green()
		c.change(s)
		d := s.check(t)
		if found := d.found(); d.Verdict != "red" || len(found) == 0 || found[0] != c.first || d.Projects[0].Tables[0].FindingsTotal != c.total {
			t.Errorf("%s: %s, %d findings, the first of %d: %.200v", c.name, d.Verdict, d.Projects[0].Tables[0].FindingsTotal, len(found), found[:min(1, len(found))])
		}
	}
}

// TestUntouchedScaffold: A11, what init wrote shows nothing until somebody has said something in it.
func TestUntouchedScaffold(t *testing.T) {
	s := green()
	_, rec := s.flagged("json").ask(t)
	f, _ := rec.Get("evidence:src/a.go")
	var x fact.Evidence
	f.Into(&x)
	x.SHA256 = "30e6d24c6cc0efb8fbe4848557d83ae9b90b796f94a0ef7439dffd3cbabfd063"
	if !table.Untouched(x.SHA256) {
		t.Fatal("init writes no such pack any more")
	}
	rec.Put(fact.Of(f.ID, &x))
	a, _ := ParseAnswer(Eval(rec.Append(nil)))
	if a.Reply == nil || a.Reply.Verdict != "red" || !strings.Contains(a.Reply.Stdout, `"kind":"untouched-scaffold","path":"docs/conformance.md","line":7,"col":18`) {
		t.Errorf("%+v", a.Reply)
	}
}

// TestFingerprintOfRows: it holds the rule and the kind of what is wrong, and no place.
func TestFingerprintOfRows(t *testing.T) {
	print := func(list ...string) string {
		s := green()
		rows(list...)(s)
		return s.check(t).Fingerprint
	}
	base := print("| R1 | applied | file:gone | |")
	for _, c := range []struct {
		name string
		rows []string
		same bool
	}{
		{"another line", []string{"| R0 | n/a | | nothing of that kind here |", "| R1 | applied | file:gone | |"}, true},
		{"another column", []string{"| R1 | applied |   file:gone | |"}, true},
		{"another file that is gone", []string{"| R1 | applied | file:lost | |"}, true},
		{"another kind", []string{"| R1 | applied | file:src/a.go:99 | |"}, false},
		{"another rule too", []string{"| R1 | applied | file:gone | |", "| R2 | applied | file:gone | |"}, false},
	} {
		if got := print(c.rows...); (got == base) != c.same {
			t.Errorf("%s: %s, before %s", c.name, got, base)
		}
	}
}

// TestManyProposals: a table may hold more proposals than findings are listed; they are no fault all the same.
func TestManyProposals(t *testing.T) {
	for _, n := range []int{fact.MaxFindings, fact.MaxFindings + 100} {
		list := []string{"| R1 | applied | file:src/a.go | |"}
		for i := range n {
			list = append(list, "| P"+fact.Itoa(int64(i))+" | proposed: later | | |")
		}
		s := green()
		rows(list...)(s)
		if d := s.check(t); d.Verdict != "green" {
			t.Errorf("%d proposals: %s, %d findings", n, d.Verdict, d.Projects[0].Tables[0].FindingsTotal)
		}
		rows(append(list, "| P0 | applied | file:src/a.go | |")...)(s)
		if d := s.check(t); d.Verdict != "red" || d.Projects[0].Tables[0].FindingsTotal != 1 {
			t.Errorf("%d proposals and a row twice: %s, %d findings", n, d.Verdict, d.Projects[0].Tables[0].FindingsTotal)
		}
	}
}
