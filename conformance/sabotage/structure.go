package main

import "strings"

const heading = "\n\n## Conformance\n\n| "

// The lines above the rows of the security table.
const (
	securityHeader = "| Rule  | Status   | Evidence                                                              |"
	securityDashes = "|-------|----------|-----------------------------------------------------------------------|"
)

// structure spoils what holds the rows.
func structure(s *suite, ref *reference) {
	for _, t := range []struct {
		file, id, header, dashes, last string
	}{
		{ledgerTable, "ledger", "| rule | status | evidence | note |", "|------|--------|----------|------|\n| L-01", ref.row("L-10").line},
		{securityTable, "security", securityHeader, securityDashes, ref.row("S-05").line},
	} {
		at := func(what string) string { return t.id + " table: " + what }
		s.red(at("deleted"), of("table-missing"), remove(t.file))
		s.red(at("emptied"), of("no-section"), rewrite(t.file, ""))
		s.red(at("a directory"), of("table-unreadable"), remove(t.file), edit{Op: "dir", Path: t.file})
		s.red(at("renamed"), of("table-missing"), rename(t.file, "docs/"+t.id+"-table.md"))
		s.red(at("leads out by a link"), of("table-unreadable"), remove(t.file), link(t.file, "{outside}/table.md"))
		s.red(at("leads nowhere by a link"), of("table-unreadable"), remove(t.file), link(t.file, "gone.md"))
		s.red(at("section renamed"), of("no-section"), replace(t.file, heading, "\n\n## Compliance\n\n| "))
		s.red(at("section put in a fence"), of("no-section"), replace(t.file, heading, "\n\n```md\n## Conformance\n\n| "))
		s.red(at("section put in a comment"), of("no-section"), replace(t.file, heading, "\n\n<!--\n## Conformance\n\n| "))
		s.red(at("section is bold text"), of("no-section"), replace(t.file, heading, "\n\n**Conformance**\n\n| "))
		s.red(at("section underlined"), of("near-section"), replace(t.file, heading, "\n\nConformance\n-----------\n\n| "))
		s.red(at("section in small letters"), of("near-section"), replace(t.file, heading, "\n\n## conformance\n\n| "))
		s.red(at("second section"), of("duplicate-section"), appendTo(t.file, "\n## Conformance\n\n| rule | status | evidence |\n|---|---|---|\n"))
		s.red(at("second table"), of("second-table"), replace(t.file, t.last, t.last+"\n\n| rule | status | evidence |\n|---|---|---|\n| X-1 | applied | check:unit |"))
		s.red(at("header without a column"), of("bad-header"), replace(t.file, t.header, strings.Replace(t.header, "vidence", "eason", 1)))
		s.red(at("header in another order"), of("bad-header"), replace(t.file, t.header, "| status | rule | evidence |"+strings.Repeat(" note |", strings.Count(t.header, "note"))))
		s.red(at("dashes lost"), of("no-table", "stray-row", "too-few-rows"), replace(t.file, t.dashes, strings.TrimPrefix(t.dashes[strings.IndexByte(t.dashes+"\n", '\n'):], "\n")))
	}
	first := ref.row("L-01")
	s.red("ledger table: dashes of fewer columns", of("bad-delimiter", "too-few-rows"), replace(ledgerTable, "|------|--------|----------|------|\n", "|------|--------|----------|\n"))
	s.red("ledger table: a blank line within", of("stray-row"), replace(ledgerTable, first.line+"\n", first.line+"\n\n"))
	s.red("ledger table: a sentence within", of("bad-rule", "empty-status"), replace(ledgerTable, first.line+"\n", first.line+"\nand so on\n"))
	s.red("ledger table: a cell too many", of("excess-cells"), replace(ledgerTable, first.line, first.line+" file:docs/gone.md |"))
	s.red("ledger table: a raw pipe within a cell", of("excess-cells"), first.citing("file:ledger/post.go|#Post"))
	s.red("ledger table: a no-break space before a status", of("unknown-status"), first.with(func(n *row) { n.status = "\u00a0" + n.status }))
	s.red("ledger table: a status with a character nobody sees", of("unknown-status"), first.with(func(n *row) { n.status += "\u200b" }))
	all := func(change func(n *row)) (edits []edit) {
		for _, r := range ref.rows {
			edits = append(edits, r.with(change))
		}
		return edits
	}
	s.add("A12 every row is proposed", unproven, of("proposed", "too-few-rows"), all(func(n *row) { n.status = "proposed: " + n.status })...)
	s.add("A12 every row is n/a", unproven, of("too-few-rows"), append(all(func(n *row) {
		n.status, n.evidence = "n/a", ""
		if n.columns == 3 {
			n.columns, n.note = 4, "decided elsewhere"
		} else {
			n.note = "decided elsewhere"
		}
	}), replace(securityTable, securityHeader, "| rule | status | evidence | note |"),
		replace(securityTable, securityDashes, "|---|---|---|---|"))...)
	s.red("A12 every row is prose", of("bad-reference"), all(func(n *row) {
		if n.judged() {
			n.evidence = "it is so"
		}
	})...)
}
