package core

import (
	"github.com/stile-gate/stile/core/fact"
	"github.com/stile-gate/stile/core/table"
)

// assign gives every table the rules that packs have for it. A rule for a table that is not there would be lost.
func (p *project) assign(partial bool) {
	for _, k := range p.packs {
		for i := range k.pack.Rules {
			r := &k.pack.Rules[i]
			if s := p.sheet(r.Table); s != nil {
				s.rules = append(s.rules, ruling{table.Fold(r.ID), r, k})
			} else if !partial || !known([]*project{p}, r.Table) {
				p.find(k.path, r.Line, r.Col, "unknown-table", "add the table's file to tables",
					"the rule % is for a table %, and stile.json names none", r.ID, r.Table)
			}
		}
	}
	for _, s := range p.sheets {
		list := s.rules
		fact.Sort(len(list),
			func(i, j int) bool {
				a, b := &list[i], &list[j]
				return a.key < b.key || a.key == b.key && a.pack.path < b.pack.path
			},
			func(i, j int) { list[i], list[j] = list[j], list[i] })
		for i := 1; i < len(list); i++ {
			if r := list[i].rule; list[i-1].key == list[i].key {
				p.find(list[i].pack.path, r.Line, r.Col, "duplicate-rule", "keep it in one pack",
					"the rule % of the table % stands in % too", r.ID, r.Table, list[i-1].pack.path)
			}
		}
	}
}

// sheet is the project's table of this id, nil for none that is judged.
func (p *project) sheet(id string) *sheet {
	for _, s := range p.sheets {
		if s.entry.ID() == id {
			return s
		}
	}
	return nil
}

// rule is what the packs say about a row, letter case aside; nil where they say nothing.
func (s *sheet) rule(id string) *table.Rule {
	id = table.Fold(id)
	lo, hi := 0, len(s.rules)
	for lo < hi {
		if m := (lo + hi) / 2; s.rules[m].key < id {
			lo = m + 1
		} else {
			hi = m
		}
	}
	if lo < len(s.rules) && s.rules[lo].key == id {
		return s.rules[lo].rule
	}
	return nil
}

// missing finds the rules that must have a row and have none. Where lines of the table could not be read, that is all there
// is to say: one of them may be the row.
func (s *sheet) missing() {
	if !s.table.Found || s.table.Counts.Unread > 0 || s.hides() {
		return
	}
	have := make([]string, 0, len(s.table.Rows))
	for i := range s.table.Rows {
		fact.Push(&have, table.Fold(s.table.Rows[i].Rule))
	}
	fact.SortStrings(have)
	for i := range s.rules {
		r := s.rules[i].rule
		if r.Expected() && !fact.HasSorted(have, s.rules[i].key) {
			s.red.add(fact.Found(s.path, s.table.Line, s.table.Col, "missing-row", "add the row; `stile tables --sync` adds an empty one",
				"the table has no row for the rule %, of severity $: $", r.ID, r.Severity, r.Title), r.ID)
		}
	}
}

// hides reports whether rows may stand where the reader does not take them for rows of the table.
func (s *sheet) hides() bool {
	for i := range s.table.Findings {
		if fact.HasWord("stray-row second-table bad-delimiter", s.table.Findings[i].Kind) {
			return true
		}
	}
	return false
}
