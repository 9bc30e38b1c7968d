package core

import "github.com/stile-gate/stile/core/fact"

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
