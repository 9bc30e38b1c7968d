package core

import (
	"github.com/stile-gate/stile/core/fact"
	"github.com/stile-gate/stile/core/table"
)

// rowCounts are the rows of tables by their status, and by what backs them.
type rowCounts struct {
	all, applied, deviated, na, proposed, unread int64
	measured, present, none                      int64
}

func (c *rowCounts) add(s *sheet) {
	t := &s.table.Counts
	c.applied += t.Applied
	c.deviated += t.Deviated
	c.na += t.NA
	c.proposed += t.Proposed
	c.unread += t.Unread
	for i := range s.rows {
		switch s.rows[i].level {
		case levelMeasured:
			c.measured++
		case levelPresent:
			c.present++
		default:
			c.none++
		}
	}
	c.none += t.Unread
	c.all += int64(len(s.rows)) + t.Unread
}

// covers notes that a semantic check of this project would read the file.
func (p *project) covers(path, digest string) {
	fact.Push(&p.covered, path+" "+digest)
}

// stamp is the digest of everything that a semantic check covers: the tables, the packs, and what rows cite. A check
// is stale by it, not by a time, which means nothing after a clone.
func (p *project) stamp() string {
	p.covered = fact.Set(p.covered)
	return digest(p.covered, "\n")[:16]
}

// gather takes over what was found of a project: of its stile.json and packs first, then of each table.
func (j *judgement) gather(p *project) {
	for i := range p.policy.Findings {
		fact.Push(&j.redMarks, findingMark(&p.policy.Findings[i]))
	}
	j.findings = append(j.findings, p.policy.Findings...)
	j.found += p.policy.Total
	for _, s := range p.sheets {
		j.rows.add(s)
		s.red.into(&j.findings, &j.redMarks, s.path)
		s.open.into(&j.open, &j.openMarks, s.path)
		j.found += s.red.total
		j.opened += s.open.total
	}
}

// into appends the findings of a table and their fingerprints, by row and kind, to lists that hold fact.MaxFindings at
// most: the rest is counted only.
func (f *findings) into(list *[]fact.Finding, marks *[]string, path string) {
	n := max(0, min(len(f.list), fact.MaxFindings-len(*list)))
	*list = append(*list, f.list[:n]...)
	all := *list
	for i := range n {
		rule, x := f.rules[i], &all[len(all)-n+i]
		if rule != "" {
			x.Message = rule + ": " + x.Message
		} else {
			rule = x.Message // what is no row is known by what it says
		}
		fact.Push(marks, mark("row", path, rule, x.Kind))
	}
}

// state is what became of a row, in a word.
func (b *backing) state(row *table.Row) string {
	switch {
	case b.level != levelNone:
		return "holds"
	case b.failed:
		return "check failed"
	case b.waits:
		return "check not run"
	case b.notDue:
		return "check not due"
	case b.open:
		return "not proven"
	case row.Status == table.Applied || row.Status == table.Deviated:
		return "does not hold"
	}
	return ""
}
