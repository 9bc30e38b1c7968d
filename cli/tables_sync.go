package cli

import (
	"github.com/stile-gate/stile/core/fact"
	"github.com/stile-gate/stile/core/table"
)

// syncTables adds the rows that are missing.
func (c *call) syncTables(s *tableSet, p *parsed) int {
	var list []*change
	wanted := make([][]*table.Rule, len(s.tables))
	for i := range s.packs {
		k := &s.packs[i]
		g := &change{path: k.path, isPack: true, left: k.trouble != nil}
		g.findings, g.total = k.findings()
		for n := range k.pack.Rules {
			r := &k.pack.Rules[n]
			if !r.Expected() {
				continue
			}
			if at := s.find(r.Table); at >= 0 {
				wanted[at] = append(wanted[at], r)
			} else {
				g.say(&fact.Finding{Kind: "unknown-table", Path: k.path, Line: r.Line, Col: r.Col, Do: "add the table's file to tables",
					Message: fact.Say("the rule % is for a table %, and stile.json names none", r.ID, r.Table)})
			}
		}
		if g.total > 0 {
			list = append(list, g)
		}
	}
	for i := range s.tables {
		list = append(list, s.tables[i].sync(s.root, wanted[i], p.has("dry-run")))
	}
	if len(list) == 0 && !p.has("json") {
		c.print(noTables)
		return exitGreen
	}
	return c.report("sync", list, p)
}

// find is which table has the id, -1 for none.
func (s *tableSet) find(id string) int {
	for i := range s.tables {
		if s.tables[i].id == id {
			return i
		}
	}
	return -1
}

func (f *tableFile) sync(root string, rules []*table.Rule, dry bool) *change {
	g := &change{path: f.path}
	if f.trouble != nil {
		g.fail(f.trouble)
		return g
	}
	ids := make([]string, len(rules))
	for i, r := range rules {
		ids[i] = r.ID
	}
	out, added, left := table.AddRows(f.path, f.src, ids)
	if left != nil {
		g.fail(left)
		return g
	}
	for _, i := range added {
		g.added = append(g.added, rules[i])
	}
	g.write(root, f.src, out, dry)
	return g
}
