package main

import "strings"

const ledgerPack, securityPack = "rules/ledger.json", "rules/security.json"

// packs spoils rule packs, whose sha256 stands in stile.json, and then that as well.
func packs(s *suite, ref *reference) {
	changed := of("pack-changed")
	const rule = `{"id": "L-01", "title": "Entries sum up to nothing", "table": "conformance", "severity": "critical", "requires": ["file", "test"], "signature": "sum != 0"}`
	s.red("A9 a rule is downgraded", changed, replace(ledgerPack, `"severity": "critical", "requires": ["file", "test"]`, `"severity": "low", "requires": ["file", "test"]`))
	s.red("A9 a rule is taken out", changed, replace(ledgerPack, "    "+rule+",\n", ""))
	s.red("A9 a rule requires less", changed, replace(ledgerPack, `"requires": ["file", "test"], `, ""))
	s.red("A9 a signature is taken out", changed, replace(ledgerPack, `, "signature": "sum != 0"`, ""))
	s.red("A9 a signature is weakened", changed, replace(ledgerPack, `"sum != 0"`, `"sum"`))
	s.red("A9 a rule is moved to another table", changed, replace(securityPack, `"Reading needs a role", "table": "security"`, `"Reading needs a role", "table": "conformance"`))
	s.red("A9 a title is changed", changed, replace(securityPack, "Dumps are encrypted", "Dumps are made"))
	s.red("A9 a pack is gutted", changed, rewrite(ledgerPack, "{\n  \"stile-rules\": 1,\n  \"id\": \"ledger\",\n  \"rules\": []\n}\n"))
	s.red("A9 a pack is emptied", changed, rewrite(securityPack, ""))
	s.red("a pack is no JSON", changed, appendTo(securityPack, "}\n"))
	s.red("a pack has one space more", changed, replace(securityPack, `"id": "security"`, `"id":  "security"`))
	s.red("a pack is deleted", of("pack-missing"), remove(ledgerPack))
	s.red("a pack is renamed", of("pack-missing"), rename(ledgerPack, "rules/other.json"))
	s.red("a pack is a directory", of("pack-unreadable"), remove(ledgerPack), edit{Op: "dir", Path: ledgerPack})
	s.red("a pack leads out by a link", of("pack-unreadable"), copyOf(ledgerPack, "{outside}/ledger.json"), remove(ledgerPack), link(ledgerPack, "{outside}/ledger.json"))
	s.red("a pack leads nowhere by a link", of("pack-unreadable"), remove(ledgerPack), link(ledgerPack, "gone.json"))
	s.red("one pack is put in place of another", changed, remove(ledgerPack), copyOf(securityPack, ledgerPack))

	again := func(name string, kinds []string, path, old, text string) {
		s.red(name+", and pinned again", kinds, replace(path, old, text), pin(path))
	}
	s.red("A9 a pack is gutted, and pinned again", of("empty-pack"), rewrite(ledgerPack, "{\n  \"stile-rules\": 1,\n  \"id\": \"ledger\",\n  \"rules\": []\n}\n"), pin(ledgerPack))
	s.red("A9 a pack is emptied, and pinned again", of("empty"), rewrite(securityPack, ""), pin(securityPack))
	again("a rule is raised whose row is not there", of("missing-row"), ledgerPack, `"severity": "low"}`, `"severity": "high"}`)
	again("a rule requires more than its row has", of("missing-kind"), ledgerPack, `"severity": "critical"}`, `"severity": "critical", "requires": ["adr"]}`)
	again("a rule wants another signature", of("no-signature"), ledgerPack, `"sum != 0"`, `"sum == 0"`)
	again("a rule wants what only a comment has", of("signature-in-comment"), ledgerPack, `"sum != 0"`, `"negated"`)
	again("a rule of a table that is not there", of("unknown-table"), ledgerPack, `"Posts are signed", "table": "conformance"`, `"Posts are signed", "table": "signing"`)
	again("a severity that is none", of("unknown-value"), ledgerPack, `"severity": "low"`, `"severity": "none"`)
	again("a rule without a severity", of("missing-key"), ledgerPack, `, "severity": "low"`, "")
	again("a rule with a key nobody knows", of("unknown-key"), ledgerPack, `"severity": "low"`, `"severity": "low", "waived": true`)
	again("a pattern that is none", of("bad-pattern"), ledgerPack, `sum\\(\\s*amount\\s*\\)`, `sum\\(`+"(")
	again("a pattern that everything matches", of("bad-pattern"), ledgerPack, `sum\\(\\s*amount\\s*\\)`, `(sum)?`)
	again("a rule twice in a pack", of("duplicate-id"), ledgerPack, `"id": "L-11"`, `"id": "l-07"`)
	again("an id that is none", of("bad-id"), ledgerPack, `"id": "L-11"`, `"id": "L 11"`)
	again("a title that is blank", of("bad-title"), ledgerPack, `"Posts are signed"`, `" "`)
	again("a table by its file", of("bad-table"), ledgerPack, `"Posts are signed", "table": "conformance"`, `"Posts are signed", "table": "conformance.md"`)
	again("a signature that everything holds", of("bad-signature"), ledgerPack, `"sum != 0"`, `" "`)
	again("another version of packs", of("unknown-version"), securityPack, `"stile-rules": 1`, `"stile-rules": 2`)
	again("a kind of evidence twice", of("duplicate-item"), ledgerPack, `["file", "test"]`, `["file", "file"]`)
	again("a kind of evidence that is none", of("unknown-value"), ledgerPack, `["file", "test"]`, `["file", "word"]`)
	again("a pattern where none belongs", of("misplaced-key"), ledgerPack, `"severity": "low"`, `"severity": "low", "pattern": "x"`)
	again("a rule of another pack once more", of("duplicate-rule"), ledgerPack, `"id": "L-11", "title": "Posts are signed", "table": "conformance"`, `"id": "S-03", "title": "Posts are signed", "table": "security"`)

	const pinned = `{"pack": "rules/ledger.json", "sha256": "`
	s.red("the pin is another", changed, replace("stile.json", pinned+ref.pin(ledgerPack), pinned+strings.Repeat("0", 64)))
	s.red("the pins are swapped", changed, replace("stile.json", ref.pin(ledgerPack), ref.pin(securityPack)+" "),
		replace("stile.json", ref.pin(securityPack)+`"`, ref.pin(ledgerPack)+`"`), replace("stile.json", ref.pin(securityPack)+" ", ref.pin(securityPack)))
	s.red("the pin is in capitals", of("bad-digest|pack-changed"), replace("stile.json", ref.pin(ledgerPack), strings.ToUpper(ref.pin(ledgerPack))))
	s.red("a pack is named twice", of("duplicate-pack"), replace("stile.json", pinned, pinned+ref.pin(ledgerPack)+"\"},\n    "+pinned))
	s.red("the pin is no digest", of("bad-digest"), replace("stile.json", pinned, pinned+"x"))
	s.red("there is no pin", of("missing-key", "unknown-key"), replace("stile.json", pinned, `{"pack": "rules/ledger.json", "note": "`))
	s.red("the pack is named as another file", of("pack-missing"), replace("stile.json", "rules/ledger.json", "rules/gone.json"))
	s.red("the pack leads out by its name", of("bad-path"), replace("stile.json", "rules/ledger.json", "../ledger.json"))
}

// project spoils what stile.json says of tables.
func project(s *suite, _ *reference) {
	const list = `["docs/conformance.md", {"file": "docs/security.md", "min": 3}]`
	named := func(name string, kinds []string, tables string) *testCase {
		return s.red(name, kinds, replace("stile.json", list, tables))
	}
	named("a table is named that is not there", of("table-missing"), `["docs/conformance.md", {"file": "docs/security.md", "min": 3}, "docs/privacy.md"]`)
	named("a table is named in another directory", of("table-missing"), `["doc/conformance.md", {"file": "docs/security.md", "min": 3}]`)
	named("a table is no longer named", of("unknown-table"), `["docs/conformance.md"]`)
	named("no table is named", of("unknown-table"), `[]`)
	named("a table is named twice", of("duplicate-table"), `["docs/conformance.md", "docs/conformance.md", {"file": "docs/security.md", "min": 3}]`)
	named("two tables have one id", of("duplicate-table"), `["docs/conformance.md", {"file": "docs/security.md", "min": 3}, "web/security.md"]`)
	named("a table lies outside", of("bad-path", "unknown-table"), `["../conformance.md", {"file": "docs/security.md", "min": 3}]`)
	named("a file without a section is named", of("no-section"), `["docs/conformance.md", {"file": "docs/security.md", "min": 3}, "lib/README.md"]`)
	named("a least that is no number", of("unknown-table", "wrong-type"), `["docs/conformance.md", {"file": "docs/security.md", "min": "3"}]`)
	s.red("A11 a table of stile's own", of("own-log-as-table"), rewrite("stile/verify-findings.md", "## Conformance\n\n| rule | status | evidence |\n|---|---|---|\n| V-1 | applied | check:schema |\n"),
		replace("stile.json", list, `["docs/conformance.md", {"file": "docs/security.md", "min": 3}, "stile/verify-findings.md"]`))
	const run = `"run": ["cat", "reports/unit.xml"]`
	for _, c := range [][3]string{
		{"A3 its exit status thrown away by a shell", `"run": ["sh", "-c", "cat reports/unit.xml || true"]`, "masked-exit"},
		{"A3 its exit status thrown away behind a pipe", `"run": ["sh", "-c", "cat reports/unit.xml | cat"]`, "masked-exit"},
		{"A3 an operator as an argument", `"run": ["cat", "reports/unit.xml", "||", "true"]`, "shell-operator"},
		{"A3 its command in one argument", `"run": ["cat reports/unit.xml"]`, "unsplit-command"},
	} {
		s.red("unit: "+c[0], of(c[2], "unknown-check"), replace("stile.json", run, c[1]))
	}
	s.red("two checks have one id", of("duplicate-id", "unknown-check"), replace("stile.json", `"id": "schema"`, `"id": "web"`))
	s.red("a check has a report of no format", of("bad-report", "unknown-check"), replace("stile.json", `"report": "junit"`, `"report": "prose"`))
	s.add("a table has fewer rows than it must", unproven, of("too-few-rows"), replace("stile.json", `"min": 3`, `"min": 6`))
	s.add("a table has fewer rows than it must by far", unproven, of("too-few-rows"), replace("stile.json", `"docs/conformance.md",`, `{"file": "docs/conformance.md", "min": 500},`))
	s.red("every row must be measured", of("not-measured"), replace("stile.json", `"adrs"`, `"require": "measured",`+"\n  "+`"adrs"`))
	s.red("what rows need is misspelt", of("unknown-value"), replace("stile.json", `"adrs"`, `"require": "measurd",`+"\n  "+`"adrs"`))
	s.red("a key is misspelt", of("unknown-key", "unknown-table"), replace("stile.json", `"tables"`, `"table"`))
	s.red("stile.json is emptied", of("empty"), rewrite("stile.json", ""))
	s.red("stile.json ends early", of("unexpected-end"), replace("stile.json", "\n}\n", "\n"))
	s.red("the tables stand twice", of("duplicate-key"), replace("stile.json", `"adrs"`, `"tables": ["docs/conformance.md"],`+"\n  "+`"adrs"`))
	s.red("a nested stile.json has a table that is not there", of("table-missing"), rewrite("lib/stile.json", "{\"stile\": 1, \"tables\": [\"table.md\"]}\n"))
	s.add("a nested stile.json has nothing", unproven, of(), rewrite("lib/stile.json", "{\"stile\": 1, \"checks\": [{\"id\": \"gone\", \"run\": [\"no-such-program-here\"]}]}\n")).Checks = of("gone not-run missing-program")
}
