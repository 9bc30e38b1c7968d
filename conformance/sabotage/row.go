package main

import "strings"

// An operator spoils a row by a change of its own line. Whether packs expect the row matters where it is not read any more.
type operator struct {
	name, kind string
	change     func(n *row)
	behind     func(r *row) string // a line that comes in below it
}

// anywhere are operators for which one row is as good as another: each spoils every third, in turn.
var anywhere = []operator{
	{name: "rule emptied", kind: "bad-rule", change: func(n *row) { n.rule = "" }},
	{name: "status emptied", kind: "empty-status", change: func(n *row) { n.status = "" }},
	{name: "status unknown", kind: "unknown-status", change: func(n *row) { n.status = "done" }},
	{name: "status in capitals", kind: "unknown-status", change: func(n *row) { n.status = strings.ToUpper(n.status) }},
	{name: "doubled", kind: "duplicate-row", behind: func(r *row) string { return r.line }},
	{name: "doubled in other case", kind: "duplicate-row", behind: func(r *row) string { return strings.ToLower(r.text()) }},
}

// claimed are operators for the evidence of any row that claims something.
var claimed = []operator{
	{name: "evidence is prose", kind: "bad-reference", change: func(n *row) { n.evidence = "done, see the code" }},
	{name: "prose behind the evidence", kind: "bad-reference", change: func(n *row) { n.evidence += "; and see the wiki" }},
	{name: "ends in a semicolon", kind: "bad-reference", change: func(n *row) { n.evidence += ";" }},
	{name: "cites an address", kind: "bad-reference", change: func(n *row) { n.evidence += "; https://ledger.example/done" }},
	{name: "divided by commas", kind: "bad-reference", change: func(n *row) { n.evidence += ", check:unit" }},
	{name: "n/a without a reason", kind: "na-without-reason", change: func(n *row) { n.status, n.note = "n/a", "" }},
}

func (s *suite) inTurn(r *row, i int, operators []operator) {
	for k, op := range operators {
		if (i+k)%3 != 0 {
			continue
		}
		kinds := of(op.kind)
		if op.behind != nil {
			s.red(r.name(op.name), kinds, replace(r.file, r.line, r.line+"\n"+op.behind(r)))
			continue
		}
		s.red(r.name(op.name), kinds, r.with(op.change))
	}
}

// rows spoils each row in the ways that need no other file.
func rows(s *suite, ref *reference) {
	for i, r := range ref.rows {
		s.inTurn(r, i, anywhere)
		if r.isExpected() {
			s.add(r.name("proposed"), unproven, of("proposed"), r.with(func(n *row) { n.status = "proposed: " + n.status }))
			s.red(r.name("deleted"), of("missing-row"), replace(r.file, r.line+"\n", ""))
			s.red(r.name("rule renamed"), of("missing-row"), r.with(func(n *row) { n.rule += "a" }))
			s.red(r.name("commented out"), of("missing-row"), replace(r.file, r.line+"\n", ""),
				appendTo(r.file, "\n<!--\n"+r.line+"\n-->\n"))
		}
		if !r.judged() {
			for _, reason := range []string{"", "-", "n/a", "TODO: say why", "<reason>", "not applicable"} {
				s.red(r.name("the reason is '"+reason+"'"), of("na-without-reason"), r.with(func(n *row) { n.note = reason }))
			}
			continue
		}
		s.inTurn(r, i, claimed)
		none := "applied-without-evidence"
		if r.status == "deviated" {
			none = "deviated-without-adr"
		}
		s.red(r.name("evidence emptied"), of(none), r.citing(""))
		within := "bad-reference"
		if last := r.refs[len(r.refs)-1]; strings.HasPrefix(last, "test:") && !strings.HasSuffix(last, `"`) {
			within = "case-not-found" // a case's name goes on to the next semicolon
		}
		s.red(r.name("A10 a dead reference in parentheses"), of(within), r.citing(r.evidence+" (file:docs/gone.md)")).Says = "(file:docs/gon"
		s.red(r.name("A10 a dead reference behind a live one"), of("missing-evidence"), r.also("file:docs/gone.md")).Says = "docs/gone.md"
	}
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
	s.red("A11 a copy of its own table", of("table-as-evidence"), table.also("file:docs/proof.md"), copyOf(ledgerTable, "docs/proof.md"))
	s.red("A11 a copy of its own table with CR LF", of("table-as-evidence"), table.also("file:docs/proof.md"), copyOf(ledgerTable, "docs/proof.md"), swap("docs/proof.md", "\n", "\r\n"))
	s.red("A11 a copy of its own pack", of("pack-as-evidence"), copyOf("rules/ledger.json", "docs/proof.json"), table.also("file:docs/proof.json"))
	s.red("A11 the pack that `stile init` writes", of("untouched-scaffold"), rewrite("docs/first.json", ref.scaffold), table.also("file:docs/first.json"))
	s.red("A11 the pack that `stile init` writes, with CR LF", of("untouched-scaffold"), rewrite("docs/first.json", strings.ReplaceAll(ref.scaffold, "\n", "\r\n")), table.also("file:docs/first.json"))
	for _, c := range [][2]string{
		{"stile/bypass/2026-11-30-3f9a0c11d2e4.log", "2026-11-30T12:00:00Z released claude-code session=3f9a0c11d2e4 blocks=1 failed=test not-run=- tree=5f3c2a9b10de\n"},
		{"stile/install/2026-11-30-host.log", "2026-11-30T12:00:00Z installed\n"},
		{"stile/asks/3f9a0c11d2e4.json", "{}\n"},
		{"stile/verify-findings.md", "date: 2026-11-30\n\nall confirmed\n"},
	} {
		s.red("A11 cites "+c[0], of("own-log-as-evidence"), rewrite(c[0], c[1]), table.also("file:"+c[0]))
	}
}
