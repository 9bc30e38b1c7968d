package main

import (
	"fmt"
	"maps"
	"strings"

	"github.com/stile-gate/stile/core/fact"
	"github.com/stile-gate/stile/core/scan"
)

// A judged project has a check of tests, a linter and one table; what is said changes it.
type judged struct {
	name, comment string
	verdict       string // green, red, unproven
	rows          []string
	more          string            // of stile.json, behind its table
	policy        string            // in place of the whole of it
	rules         []string          // of a pack, pinned; nil for no pack
	files         map[string]string // besides, or in place of, the plain ones; "" takes one away
	edit          func(s *scene)
}

const (
	shopTable = "docs/shop.md"
	shopCode  = "api/total.go"
	shopADR   = "docs/adr/0007-use-cents.md"
	shopPack  = "rules/shop.json"

	shopChecks = `"checks":[{"id":"test",` + goTest + `},{"id":"lint",` + plain + `}]`
	withADRs   = `,"adrs":["docs/adr"]`
)

// likeTheFile are rows whose symbols are all but one character of a file's text.
func likeTheFile() (rows []string) {
	for i := range 150 {
		rows = append(rows, fmt.Sprintf("| A-%d | applied | file:n.txt#\"%s(\" | |", i, repeated("a", i+1)))
	}
	return rows
}

// applied and deviated are rows.
func applied(evidence string) string { return "| API-1 | applied | " + evidence + " | |" }

func deviated(evidence string) string { return "| API-2 | deviated | " + evidence + " | |" }

const naRow = "| API-3 | n/a | | this shop has no accounts |"

func (g *judged) scene() scene {
	s := scene{comment: g.comment, measures: map[string]fact.Measure{}, reports: map[string]string{"test": goPass}, cited: map[string]fact.Evidence{},
		facts: map[string]fact.Fact{}, files: map[string]string{shopTable: rowsOf(g.rows...), shopCode: goSource, shopADR: nygard}}
	policy := g.policy
	if policy == "" {
		policy = `{"stile":1,` + shopChecks + `,"tables":["` + shopTable + `"]` + g.more
		if g.rules != nil {
			s.files[shopPack] = packOf(g.rules...)
			policy += `,"rules":[` + pinned(shopPack, s.files[shopPack]) + `]`
		}
		policy += "}"
	}
	s.policies = map[string]string{".": policy}
	maps.Copy(s.files, g.files)
	for path, src := range g.files {
		if src == "" {
			delete(s.files, path)
		}
	}
	if g.edit != nil {
		g.edit(&s)
	}
	return s
}

// pinned is a pack's entry in stile.json.
func pinned(path, src string) string {
	return `{"pack":"` + path + `","sha256":"` + fact.Sum([]byte(src)) + `"}`
}

// judgings shows what comes of each row and table: in the document for programs, and by turns as a refusal beside a check
// that was not run, in the document for people, and in that for programs with such a check.
func judgings(*inputs) []vector {
	var out []vector
	for i := range judgedTable {
		g := &judgedTable[i]
		add := func(form, class string, edit func(s *scene)) {
			s := g.scene()
			s.name, s.class = form+"-table-"+g.name, class
			edit(&s)
			out = append(out, s.vector())
		}
		unrun := map[string]string{"green": "not-run", "unproven": "not-run", "red": "red"}[g.verdict]
		noLinter := func(s *scene) { s.measures["lint"] = fact.Measure{Cause: "missing-program", Detail: "make"} }
		json := func(s *scene) { s.check, s.flags = true, append([]string{"json"}, s.flags...) }
		hook := func(s *scene) { s.harness = harnesses[i/2%2] }
		switch {
		case g.verdict == "green":
			add("check-json", "green", json)
		case i%2 == 0:
			add("check-json", g.verdict, json)
			add("hook-"+tag(harnesses[i/2%2]), "refuse", func(s *scene) { hook(s); noLinter(s) })
		default:
			add("check-json", unrun, func(s *scene) { json(s); noLinter(s) })
		}
		if i%10 == 4 {
			add("check-text", unrun, func(s *scene) { s.check = true; noLinter(s) })
		} else if i%10 == 1 {
			add("check-text", g.verdict, func(s *scene) { s.check = true })
		}
	}
	return out
}

// ofFile is what a host says of a cited file besides what stands in it.
func ofFile(path string, x fact.Evidence) func(s *scene) {
	return func(s *scene) { s.cited[path] = x }
}

func unreadable(id, why string) func(s *scene) {
	return func(s *scene) { s.facts[id] = fact.Fact{State: fact.Unreadable, Why: why} }
}

// testsEnd gives the check of tests another report and exit status.
func testsEnd(report string, exit int64) func(s *scene) {
	return func(s *scene) { s.reports["test"], s.measures["test"] = report, ended(exit, "") }
}

const (
	// goHalf has a case that passed, one that was skipped and one that began and did not end.
	goHalf = goPass + `{"Action":"run","Package":"shop","Test":"TestSkipped"}
{"Action":"skip","Package":"shop","Test":"TestSkipped","Elapsed":0}
{"Action":"pass","Package":"shop","Elapsed":0.1}
`
	shopJUnit = `<testsuite name="cart"><testcase classname="cart" name="adds"/><testcase name="breaks"><failure/></testcase><testcase name="waits"><skipped/></testcase></testsuite>`
)

var (
	measuredRow = applied("file:" + shopCode + ":7#Total; test:test::TestTotal")
	presentRow  = applied("file:" + shopCode + "#Total")
)

// crlfPack is a pack of two lines.
var crlfPack = crlf("\n" + packOf(ruleOf("API-1", "high", "")))

var judgedTable = []judged{
	{name: "levels", verdict: "green", comment: "a row that is measured, one that is present, one that nothing backs", rows: []string{measuredRow, deviated("adr:7"), naRow}, more: withADRs},
	{name: "references", verdict: "green", comment: "every kind of reference in one row, by every name of a record", more: withADRs,
		rows: []string{applied("file:" + shopCode + "; file:" + shopCode + ":13#items; test:test::shop.TestTotal; check:lint; adr:7; adr:0007; adr:ADR-7; adr:0007-use-cents")}},
	{name: "report-file", verdict: "green", comment: "a report that no check writes: present, for nobody saw it run", rows: []string{applied("test:out/cart.xml::cart.adds")}, files: map[string]string{"out/cart.xml": shopJUnit}},
	{name: "report-of-check", verdict: "green", comment: "a report by the path that a check writes it to: measured", rows: []string{applied("test:out/cart.xml::adds")},
		policy: `{"stile":1,"checks":[{"id":"lint",` + plain + `},{"id":"unit",` + junit + `}],"tables":["docs/shop.md"]}`, edit: func(s *scene) { s.reports = map[string]string{"unit": junitPass} }},
	{name: "whole-text", verdict: "green", comment: "a kind of file whose comments are not known: all of it is searched, and that is said", rows: []string{applied("file:notes.md#Hidden")}, files: map[string]string{"notes.md": "<!-- Hidden -->\n"}},
	{name: "link-inside", verdict: "green", comment: "B5 a link to a file of the repository: contained by real path", rows: []string{presentRow}, edit: ofFile(shopCode, fact.Evidence{Real: "pkg/total.go"})},
	{name: "rules-kept", verdict: "green", comment: "a rule with two kinds of evidence and a text, one with a pattern, and one that asks for no row", rows: []string{measuredRow, "| API-4 | applied | file:" + shopCode + " | |"},
		rules: []string{ruleOf("API-1", "critical", `"requires":["test","file"],"signature":"Ledger"`), ruleOf("API-4", "high", `"signature":{"pattern":"^func [A-Z]"}`), ruleOf("API-9", "low", "")}},
	{name: "rule-deviated", verdict: "green", comment: "a rule's kinds and signature are asked of applied rows only", rows: []string{deviated("adr:7"), "| API-1 | n/a | | this shop has no accounts |"}, more: withADRs,
		rules: []string{ruleOf("API-1", "high", `"requires":["test"]`), ruleOf("API-2", "high", `"signature":"nowhere"`)}},
	{name: "require-kept", verdict: "green", comment: "measured is required, and the row is", rows: []string{measuredRow}, more: `,"require":"measured"`},
	{name: "min-none", verdict: "green", comment: "a table that may be empty", rows: nil, policy: `{"stile":1,` + shopChecks + `,"tables":[{"file":"docs/shop.md","min":0}]}`},
	{name: "not-due", verdict: "green", comment: "a row whose check is not due neither opens nor closes", rows: []string{applied("check:e2e")},
		policy: `{"stile":1,"checks":[{"id":"lint",` + plain + `},{"id":"e2e","run":["make","e2e"],"at":"push"}],"tables":["docs/shop.md"]}`},
	{name: "proposed", verdict: "green", comment: "a proposed row where no rule asks for one: undecided, and no fault", rows: []string{measuredRow, "| API-2 | proposed: n/a | | (later) |", "| API-4 | proposed | | |"}, rules: []string{ruleOf("API-2", "medium", "")}},
	{name: "rows-alone", verdict: "green", comment: "no check: a row that is present is something that was verified", rows: []string{presentRow}, policy: `{"stile":1,"tables":["docs/shop.md"]}`},
	{name: "reused", verdict: "green", comment: "a stored result that was asked about the same cases", rows: []string{measuredRow}, edit: func(s *scene) {
		s.results, s.cases = map[string]fact.Measure{"test": ended(0, "")}, []string{"TestTotal"}
	}},
	{name: "crlf", verdict: "green", comment: "B1 the table, the code, the record and the pack with CR LF: the pack is the agreed one", rows: []string{measuredRow, deviated("adr:7")}, more: withADRs, rules: []string{"\n" + ruleOf("API-1", "high", "")}, edit: func(s *scene) {
		for path, src := range s.files {
			s.files[path] = crlf(src)
		}
	}},

	{name: "crlf-pinned", verdict: "green", comment: "B1 a pack that was agreed on with its CR LF", rows: []string{measuredRow}, policy: `{"stile":1,` + shopChecks + `,"tables":["docs/shop.md"],"rules":[` + pinned(shopPack, crlfPack) + `]}`, files: map[string]string{shopPack: crlfPack}},

	{name: "missing", verdict: "red", comment: "the table is not there", rows: nil, files: map[string]string{shopTable: ""}},
	{name: "unreadable", verdict: "red", comment: "the table is there and cannot be read", rows: nil, edit: unreadable("file:"+shopTable, "too large")},
	{name: "no-section", verdict: "red", comment: "the file has no section", files: map[string]string{shopTable: "# Shop\n"}},
	{name: "form", verdict: "red", comment: "A10 a dead reference in parentheses behind a live one, and rows that nobody can read", rows: []string{applied("file:" + shopCode + " (file:dead.go)"), "| API-2 | done | check:test | |", "| api-1 | n/a | | this shop has no accounts |", naRow + "x|"}},
	{name: "pack-missing", verdict: "red", comment: "a pack that is not there", rows: []string{measuredRow}, rules: []string{ruleOf("API-1", "high", "")}, files: map[string]string{shopPack: ""}},
	{name: "pack-unreadable", verdict: "red", comment: "a pack that cannot be read", rows: []string{measuredRow}, rules: []string{ruleOf("API-1", "high", "")}, edit: unreadable("file:"+shopPack, "permission denied")},
	{name: "pack-changed", verdict: "red", comment: "A9 a rule of a pack was downgraded: its digest is another", rows: []string{measuredRow}, rules: []string{ruleOf("API-1", "high", ""), ruleOf("API-2", "high", "")},
		files: map[string]string{shopPack: packOf(ruleOf("API-1", "high", ""), ruleOf("API-2", "low", ""))}},
	{name: "pack-findings", verdict: "red", comment: "a pack with a rule that nobody can read", rows: []string{measuredRow}, rules: []string{ruleOf("API-1", "high", ""), ruleOf("API-2", "urgent", "")}},
	{name: "unknown-table", verdict: "red", comment: "a rule for a table that stile.json does not name", rows: []string{measuredRow}, rules: []string{`{"id":"SEC-1","title":"t","table":"security","severity":"low"}`}},
	{name: "missing-row", verdict: "red", comment: "rules that must have a row: one has none, one is spelled in other letters", rows: []string{measuredRow, "| api-5 | applied | check:lint | |"}, rules: []string{ruleOf("API-1", "high", ""), ruleOf("API-4", "critical", ""), ruleOf("API-5", "high", ""), ruleOf("API-6", "medium", "")}},
	{name: "duplicate-rule", verdict: "red", comment: "one rule in two packs", rows: []string{measuredRow},
		policy: `{"stile":1,` + shopChecks + `,"tables":["docs/shop.md"],"rules":[` + pinned("rules/a.json", packOf(ruleOf("API-1", "high", ""))) + `,` + pinned("rules/b.json", packOf(ruleOf("API-1", "low", ""))) + `]}`,
		files:  map[string]string{"rules/a.json": packOf(ruleOf("API-1", "high", "")), "rules/b.json": packOf(ruleOf("API-1", "low", ""))}},
	{name: "not-measured", verdict: "red", comment: "measured is required of applied rows, and one is present; of a deviated one nothing is", rows: []string{presentRow, deviated("adr:7")}, more: withADRs + `,"require":"measured"`},
	{name: "missing-kind", verdict: "red", comment: "a rule requires a test and a decision, and the row cites neither", rows: []string{presentRow}, rules: []string{ruleOf("API-1", "high", `"requires":["file","test","adr"]`)}},
	{name: "no-signature", verdict: "red", comment: "no cited file holds what the rule asks for; one row cites no file at all", rows: []string{presentRow, "| API-4 | applied | check:lint | |"},
		rules: []string{ruleOf("API-1", "high", `"signature":"no-store"`), ruleOf("API-4", "high", `"signature":{"pattern":"^func"}`)}},
	{name: "signature-in-comment", verdict: "red", comment: "A13 the signature stands in a comment only", rows: []string{presentRow}, rules: []string{ruleOf("API-1", "high", `"signature":"Sum adds"`)}},

	{name: "missing-evidence", verdict: "red", comment: "a cited file that is not there, and a report", rows: []string{applied("file:api/gone.go#Total"), "| API-4 | applied | test:out/gone.xml::x | |"}},
	{name: "unreadable-evidence", verdict: "red", comment: "a cited file that cannot be read", rows: []string{presentRow}, edit: unreadable("evidence:"+shopCode, "inside .git")},
	{name: "outside-evidence", verdict: "red", comment: "A15 a link that leads out of the root", rows: []string{presentRow}, edit: unreadable("evidence:"+shopCode, fact.WhyOutside)},
	{name: "wrong-spelling", verdict: "red", comment: "A14 a file that is spelled in other letters on disk; so is a report", rows: []string{presentRow, "| API-4 | applied | test:out/cart.xml::adds | |"}, files: map[string]string{"out/cart.xml": shopJUnit}, edit: func(s *scene) {
		s.cited[shopCode], s.cited["out/cart.xml"] = fact.Evidence{Spelling: "api/Total.go", Real: "api/Total.go"}, fact.Evidence{Spelling: "Out/cart.xml"}
	}},
	{name: "blank-evidence", verdict: "red", comment: "A11 a cited file of no bytes but white space", rows: []string{presentRow}, files: map[string]string{shopCode: "\xef\xbb\xbf\r\n"}},
	{name: "line-beyond-end", verdict: "red", comment: "a line that the file does not have, and its last one", rows: []string{applied("file:" + shopCode + ":14"), "| API-4 | applied | file:" + shopCode + ":13 | |"}},
	{name: "symbol-not-found", verdict: "red", comment: "a symbol that is part of a longer one", rows: []string{applied("file:" + shopCode + "#Tot")}},
	{name: "symbol-in-comment", verdict: "red", comment: "A13 symbols in a comment and in a string only", rows: []string{applied("file:" + shopCode + "#Sum"), "| API-4 | applied | file:" + shopCode + "#Ledger | |"}},
	{name: "symbol-too-long", verdict: "red", comment: "a symbol that is longer than may be asked for", rows: []string{applied("file:" + shopCode + "#" + repeated("T", 201))}},
	{name: "name-too-long", verdict: "red", comment: "a case whose name is longer than may be asked about", rows: []string{applied("test:test::" + repeated("n", fact.MaxWantedName+1))}},
	{name: "own-log-table", verdict: "red", comment: "a table among the files that no digest of the tree covers", policy: `{"stile":1,` + shopChecks + `,"tables":["stile/asks/shop.md"]}`, files: map[string]string{"stile/asks/shop.md": rowsOf(measuredRow)}},
	{name: "binary-evidence", verdict: "red", comment: "a picture is there, and holds no symbol", rows: []string{applied("file:logo.png"), "| API-4 | applied | file:logo.png#Total | |"}, files: map[string]string{"logo.png": "\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR"}},
	{name: "own-table", verdict: "red", comment: "A11 the table itself, a link to it and a copy of it", rows: []string{applied("file:docs/shop.md"), "| API-4 | applied | file:" + shopCode + " | |", "| API-5 | applied | file:copy.md | |"}, edit: func(s *scene) {
		s.cited[shopCode] = fact.Evidence{Real: shopTable}
		s.files["copy.md"] = s.files[shopTable]
	}},
	{name: "own-pack", verdict: "red", comment: "A11 the rule's own text, and a copy of it with other line ends", rows: []string{applied("file:" + shopPack), "| API-4 | applied | file:copy.json | |"}, rules: []string{ruleOf("API-1", "high", ""), "\n" + ruleOf("API-4", "high", "")}, edit: func(s *scene) {
		s.files["copy.json"] = crlf(s.files[shopPack])
	}},
	{name: "own-log", verdict: "red", comment: "A11 what stile writes, and what the agent writes for it", rows: []string{applied("file:stile/bypass/2026-11-30-none.log"), "| API-4 | applied | file:stile/verify-findings.md | |"},
		files: map[string]string{"stile/bypass/2026-11-30-none.log": "x\n", "stile/verify-findings.md": "date: 2026-11-30\n"}},
	{name: "untouched-scaffold", verdict: "red", comment: "A11 a file as init wrote it", rows: []string{applied("file:AGENTS.md")}, files: map[string]string{"AGENTS.md": "x\n"}, edit: ofFile("AGENTS.md", fact.Evidence{SHA256: "9f3ada5c6c43ce118f890e1f1b5ce3b0a0dbe2f27a7c2f012aa22bf23dbf4cb9"})},
	{name: "policy-evidence", verdict: "red", comment: "what is measured, here and in another project", rows: []string{applied("file:stile.json"), "| API-4 | applied | file:lib/stile.json | |"},
		files: map[string]string{"lib/stile.json": `{"stile":1}`}},
	{name: "output-evidence", verdict: "red", comment: "files that a check writes, which no digest of the tree covers", rows: []string{presentRow},
		policy: `{"stile":1,"checks":[{"id":"test","outputs":["api/**"],` + goTest + `}],"tables":["docs/shop.md"]}`},
	{name: "output-table", verdict: "red", comment: "a table among the files that a check writes", rows: []string{measuredRow},
		policy: `{"stile":1,"checks":[{"id":"test","outputs":["docs/*.md"],` + goTest + `}],"tables":["docs/shop.md"]}`},
	{name: "unsearched", verdict: "red", comment: "a file in which so much begins like the symbols that the search is given up", rows: likeTheFile(),
		files: map[string]string{"n.txt": repeated("a", 20_000)}},
	{name: "one-file-often", verdict: "red", comment: "one file is read once, whatever is asked of it, and each row has its own finding", rows: []string{presentRow, "| API-4 | applied | file:" + shopCode + ":99 | |", "| API-5 | applied | file:" + shopCode + "#Sum | |", "| API-6 | applied | file:" + shopCode + "#Nope; file:" + shopCode + ":98 | |"}},

	{name: "unknown-check", verdict: "red", comment: "checks that stile.json does not have", rows: []string{applied("check:tset"), "| API-4 | applied | test:unit::TestTotal | |"}},
	{name: "no-checks", verdict: "red", comment: "a check is cited, and stile.json has none", rows: []string{applied("check:test")}, policy: `{"stile":1,"tables":["docs/shop.md"]}`},
	{name: "unknown-report", verdict: "red", comment: "a file that is no report, and a check without one", rows: []string{applied("test:api/total.go::TestTotal"), "| API-4 | applied | test:lint::all | |"}},
	{name: "check-failed", verdict: "red", comment: "what the row cites failed: told once, by the check", rows: []string{measuredRow, "| API-4 | applied | check:test | |"}, edit: testsEnd(goFail, 1)},
	{name: "failed-without-report", verdict: "red", comment: "the check failed and wrote no report: told once, by the check", rows: []string{measuredRow}, edit: func(s *scene) {
		s.reports, s.measures["test"] = nil, fact.Measure{Started: true, Exit: 2, NoReport: "absent", TreeAfter: treeA}
	}},
	{name: "build-failed", verdict: "red", comment: "what did not build ran no case: told once, by the check", rows: []string{measuredRow}, edit: testsEnd(goBuild, 1)},
	{name: "case-not-found", verdict: "red", comment: "no such case in a check's report, nor in a file", rows: []string{applied("test:test::TestOther"), "| API-4 | applied | test:out/cart.xml::gone | |"}, files: map[string]string{"out/cart.xml": shopJUnit}},
	{name: "case-failed", verdict: "red", comment: "a failed case in a report that no check writes", rows: []string{applied("test:out/cart.xml::breaks")}, files: map[string]string{"out/cart.xml": shopJUnit}},
	{name: "report-cut", verdict: "red", comment: "a report that breaks off", rows: []string{applied("test:out/cart.xml::adds")}, files: map[string]string{"out/cart.xml": shopJUnit[:120]}},
	{name: "report-kinds", verdict: "red", comment: "reports of each format by their names: one has no such case", rows: []string{applied("test:out/t.tap::adds; test:out/s.sarif::secret; test:out/eslint.json::a.js; test:coverage/lcov.info::a.c; test:out/go-test.json::TestTotal")},
		files: map[string]string{"out/t.tap": tapPass, "out/s.sarif": sarifPass, "out/eslint.json": eslintPass, "coverage/lcov.info": lcovPass, "out/go-test.json": goPass}},

	{name: "adrs-unreadable", verdict: "red", comment: "the directory of decisions is not there", rows: []string{deviated("adr:7")}, more: `,"adrs":["doc/decisions"]`},
	{name: "no-adrs", verdict: "red", comment: "a decision is cited, and stile.json names no directory of them", rows: []string{deviated("adr:7")}},
	{name: "unknown-adr", verdict: "red", comment: "no such decision, by number and by name; a picture is none", rows: []string{deviated("adr:8"), "| API-4 | deviated | adr:use-cents | |"}, more: withADRs, files: map[string]string{"docs/adr/0008-x.png": "x"}},
	{name: "ambiguous-adr", verdict: "red", comment: "two decisions of one number, and one of them by its name", rows: []string{deviated("adr:7"), "| API-4 | deviated | adr:0007-use-mills | |"}, more: `,"adrs":["docs/adr","docs/old"]`, files: map[string]string{"docs/old/0007-use-mills.md": nygard}},
	{name: "adrs-not-listed", verdict: "red", comment: "a directory with more names than are looked at", rows: []string{deviated("adr:7")}, more: withADRs, edit: func(s *scene) {
		s.facts["list:docs/adr"] = present(&fact.List{Names: []string{"0007-use-cents.md"}, More: 3})
	}},
	{name: "adr-blank", verdict: "red", comment: "A11 a decision of no bytes", rows: []string{deviated("adr:8")}, more: withADRs, files: map[string]string{"docs/adr/0008-x.md": " \n"}},
	{name: "adr-template", verdict: "red", comment: "A11 a template", rows: []string{deviated("adr:0")}, more: withADRs, files: map[string]string{"docs/adr/0000-x.md": nygard}},
	{name: "adr-superseded", verdict: "red", comment: "A11 superseded by another", rows: []string{deviated("adr:8"), "| API-4 | applied | check:lint; adr:9 | |"}, more: withADRs, files: map[string]string{"docs/adr/0008-x.md": "# 8. X\n\nStatus: accepted\nSuperseded by: ADR-9\n", "docs/adr/0009-y.md": "# 9. Y\n\nStatus: superseded\n"}},
	{name: "adr-not-accepted", verdict: "red", comment: "A11 proposed, and without a status", rows: []string{deviated("adr:8"), "| API-4 | deviated | adr:9 | |"}, more: withADRs, files: map[string]string{"docs/adr/0008-x.md": "# 8. X\n\nStatus: proposed\n", "docs/adr/0009-y.md": "# 9. Y\n"}},
	{name: "adr-findings", verdict: "red", comment: "two statuses, and two numbers", rows: []string{deviated("adr:8"), "| API-4 | deviated | adr:9 | |"}, more: withADRs, files: map[string]string{"docs/adr/0008-x.md": "# 8. X\n\nStatus: accepted\n\nStatus: rejected\n", "docs/adr/0009-y.md": "# 10. Y\n\nStatus: accepted\n"}},
	{name: "adr-unreadable", verdict: "red", comment: "a decision that cannot be read", rows: []string{deviated("adr:7")}, more: withADRs, edit: unreadable("adr:"+shopADR, "a link that leads nowhere")},
	{name: "adr-is-table", verdict: "red", comment: "A11 a table among the decisions", rows: []string{deviated("adr:shop")}, more: `,"adrs":["docs"]`},

	{name: "too-few-rows", verdict: "unproven", comment: "fewer rows claim something than the table must have", rows: []string{measuredRow, naRow}, policy: `{"stile":1,` + shopChecks + `,"tables":[{"file":"docs/shop.md","min":2}]}`},
	{name: "nothing-verified", verdict: "unproven", comment: "A12 every row is n/a", rows: []string{naRow, "| API-4 | n/a | | nothing is stored here |"}},
	{name: "proposed-rule", verdict: "unproven", comment: "a rule must be decided, and its row is proposed", rows: []string{measuredRow, "| API-2 | proposed: applied | check:lint | |"}, rules: []string{ruleOf("API-1", "high", ""), ruleOf("API-2", "critical", "")}},
	{name: "case-skipped", verdict: "unproven", comment: "the case was skipped, in a check and in a file", rows: []string{measuredRow, "| API-4 | applied | test:test::TestSkipped | |", "| API-5 | applied | test:out/cart.xml::waits | |"}, files: map[string]string{"out/cart.xml": shopJUnit}, edit: testsEnd(goHalf, 0)},
	{name: "not-read", verdict: "unproven", comment: "A4 the time was over before a cited file was read: undecided", rows: []string{presentRow, "| API-4 | applied | check:test | |"}, edit: unreadable("evidence:"+shopCode, fact.WhyTime)},
	{name: "empty", verdict: "unproven", comment: "A12 a table without rows", rows: nil},
	{name: "report-of-several", verdict: "red", comment: "one of several reports that a check writes: which of them holds the case is not told apart", rows: []string{applied("test:out/cart.xml::adds")},
		policy: `{"stile":1,"checks":[{"id":"lint",` + plain + `},{"id":"unit",` + junit + `}],"tables":["docs/shop.md"]}`, edit: func(s *scene) {
			s.reports, s.written = map[string]string{"unit": junitPass}, []string{"out/cart.xml", "out/shop.xml"}
		}},
	{name: "report-not-written", verdict: "red", comment: "a path that a check could have written a report to, and did not", rows: []string{applied("test:out/gone.xml::adds")},
		policy: `{"stile":1,"checks":[{"id":"lint",` + plain + `},{"id":"unit",` + junit + `}],"tables":["docs/shop.md"]}`, edit: func(s *scene) { s.reports = map[string]string{"unit": junitPass} }},
	{name: "adr-too-large", verdict: "red", comment: "a decision of more than 1 MiB", rows: []string{deviated("adr:8")}, more: withADRs,
		files: map[string]string{"docs/adr/0008-x.md": "Status: accepted\n" + strings.Repeat("a\n", fact.MaxRecord/2)}},
}

// manySignatures is a text for each of one rule more than a file is asked for.
func manySignatures(text string) []string {
	list := make([]string, scan.MaxSignatures+1)
	for i := range list {
		list[i] = strings.ReplaceAll(text, "%d", fact.Itoa(int64(i)))
	}
	return list
}

func crlf(s string) string { return lineEnds.Replace(s) }

var lineEnds = strings.NewReplacer("\n", "\r\n")
