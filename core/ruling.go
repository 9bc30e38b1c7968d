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
				s.rules = append(s.rules, ruling{r, k})
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
				return a.rule.ID < b.rule.ID || a.rule.ID == b.rule.ID && a.pack.path < b.pack.path
			},
			func(i, j int) { list[i], list[j] = list[j], list[i] })
		for i := 1; i < len(list); i++ {
			if r := list[i].rule; list[i-1].rule.ID == r.ID {
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

// rule is what the packs say about a row, nil where they say nothing.
func (s *sheet) rule(id string) *table.Rule {
	lo, hi := 0, len(s.rules)
	for lo < hi {
		if m := (lo + hi) / 2; s.rules[m].rule.ID < id {
			lo = m + 1
		} else {
			hi = m
		}
	}
	if lo < len(s.rules) && s.rules[lo].rule.ID == id {
		return s.rules[lo].rule
	}
	return nil
}

// missing finds the rules that must have a row and have none. Where the table itself could not be read that is all
// there is to say.
func (s *sheet) missing() {
	if !s.table.Found {
		return
	}
	have := make([]string, 0, len(s.table.Rows))
	for i := range s.table.Rows {
		fact.Push(&have, s.table.Rows[i].Rule)
	}
	fact.SortStrings(have)
	for i := range s.rules {
		r := s.rules[i].rule
		if !r.Expected() || fact.HasSorted(have, r.ID) {
			continue
		}
		do := "add the row; `stile tables --sync` adds an empty one"
		for k := 0; k < len(have) && s.red.total < maxHints; k++ {
			if table.SameRule(have[k], r.ID) {
				do = fact.Say("write the rule of the row % as the pack does", have[k])
			}
		}
		s.red.add(fact.Found(s.path, s.table.Line, s.table.Col, "missing-row", do,
			"the table has no row for the rule %, of severity $: $", r.ID, r.Severity, r.Title), r.ID)
	}
}

// maxHints bounds how many missing rows are looked for under another spelling, each in all rows.
const maxHints = 20
