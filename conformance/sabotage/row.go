package main

import "strings"

// rows spoils each row in each way that needs no other file.
func rows(s *suite, ref *reference) {
	for _, r := range ref.rows {
		s.red(r.name("rule emptied"), r.plus("bad-rule"), r.with(func(n *row) { n.rule = "" }))
		s.red(r.name("status emptied"), r.plus("empty-status"), r.with(func(n *row) { n.status = "" }))
		s.red(r.name("status unknown"), r.plus("unknown-status"), r.with(func(n *row) { n.status = "done" }))
		s.red(r.name("status in capitals"), r.plus("unknown-status"), r.with(func(n *row) { n.status = strings.ToUpper(n.status) }))
		s.red(r.name("doubled"), of("duplicate-row"), replace(r.file, r.line, r.line+"\n"+r.line))
		s.red(r.name("doubled in other case"), of("duplicate-row"), replace(r.file, r.line, r.line+"\n"+strings.ToLower(r.text())))
		if r.isExpected() {
			s.add(r.name("proposed"), unproven, of("proposed"), r.with(func(n *row) { n.status = "proposed: " + n.status }))
			s.red(r.name("deleted"), of("missing-row"), replace(r.file, r.line+"\n", ""))
			s.red(r.name("rule renamed"), of("missing-row"), r.with(func(n *row) { n.rule += "a" }))
			s.red(r.name("commented out"), of("missing-row"), replace(r.file, r.line+"\n", ""),
				appendTo(r.file, "\n<!--\n"+r.line+"\n-->\n"))
		}
		if r.status == "n/a" {
			for _, reason := range []string{"", "-", "n/a", "TODO: say why", "<reason>", "not applicable"} {
				s.red(r.name("reason "+strings.Trim(reason+" is none", " ")), of("na-without-reason"), r.with(func(n *row) { n.note = reason }))
			}
			continue
		}
		s.red(r.name("n/a without a reason"), of("na-without-reason"), r.with(func(n *row) { n.status, n.note = "n/a", "" }))
		prose(s, r)
	}
}

// prose spoils the evidence cell of an applied or deviated row.
func prose(s *suite, r *row) {
	none := "applied-without-evidence"
	if r.status == "deviated" {
		none = "deviated-without-adr"
	}
	s.red(r.name("evidence emptied"), of(none), r.citing(""))
	s.red(r.name("evidence is prose"), of("bad-reference"), r.citing("done, see the code"))
	s.red(r.name("prose behind the evidence"), of("bad-reference"), r.citing(r.evidence+"; and see the wiki"))
	s.red(r.name("A10 a dead reference in parentheses"), of("bad-reference"), r.citing(r.evidence+"; (file:docs/gone.md)")).Says = "docs/gone.md"
	s.red(r.name("A10 a dead reference behind a live one"), of("missing-evidence"), r.also("file:docs/gone.md")).Says = "docs/gone.md"
	s.red(r.name("ends in a semicolon"), of("bad-reference"), r.citing(r.evidence+";"))
	s.red(r.name("an address"), of("bad-reference"), r.also("https://ledger.example/done"))
}

// circular lets a table prove itself: A11.
func circular(s *suite, ref *reference) {
	for _, c := range []struct{ rule, what, cite, kind string }{
		{"L-01", "own table", "file:docs/conformance.md", "table-as-evidence"},
		{"L-02", "own table by line", "file:docs/conformance.md:18", "table-as-evidence"},
		{"L-03", "own table by text", `file:docs/conformance.md#"L-03"`, "table-as-evidence"},
		{"L-04", "another table", "file:docs/security.md", "table-as-evidence"},
		{"L-05", "own pack", "file:rules/ledger.json", "pack-as-evidence"},
		{"L-06", "own rule's text", `file:rules/ledger.json#"Balances are computed"`, "pack-as-evidence"},
		{"L-07", "another pack", "file:rules/security.json", "pack-as-evidence"},
		{"S-01", "own table", "file:docs/security.md", "table-as-evidence"},
		{"S-02", "another table", "file:docs/conformance.md", "table-as-evidence"},
		{"S-03", "own pack", "file:rules/security.json", "pack-as-evidence"},
	} {
		s.red("A11 "+c.rule+" cites its "+c.what, of(c.kind), ref.row(c.rule).also(c.cite))
	}
	table := ref.row("L-08")
	s.red("A11 own table by way of a link", of("table-as-evidence"), link("docs/proof.md", "conformance.md"), table.also("file:docs/proof.md"))
	s.red("A11 own pack by way of a linked directory", of("pack-as-evidence"), link("docs/proof", "../rules"), table.also("file:docs/proof/ledger.json"))
	for _, c := range [][2]string{
		{"stile/bypass/2026-11-30-3f9a0c11d2e4.log", "2026-11-30T12:00:00Z released claude-code session=3f9a0c11d2e4 blocks=1 failed=test not-run=- tree=5f3c2a9b10de\n"},
		{"stile/install/2026-11-30-host.log", "2026-11-30T12:00:00Z installed\n"},
		{"stile/asks/3f9a0c11d2e4.json", "{}\n"},
		{"stile/verify-findings.md", "date: 2026-11-30\n\nall confirmed\n"},
	} {
		s.red("A11 cites "+c[0], of("own-log-as-evidence"), rewrite(c[0], c[1]), table.also("file:"+c[0]))
	}
}
