package table

import "github.com/stile-gate/stile/core/fact"

func (t *Table) move(m *fact.Mover) {
	m.Begin()
	m.Bool("found", &t.Found)
	m.Int("line", &t.Line)
	m.Int("col", &t.Col)
	for i := 0; m.Item("rows", i, len(t.Rows)); i++ {
		if i == len(t.Rows) {
			t.Rows = append(t.Rows, Row{})
		}
		t.Rows[i].move(m)
	}
	m.Key("counts")
	m.Begin()
	m.Int(Applied, &t.Counts.Applied)
	m.Int(Deviated, &t.Counts.Deviated)
	m.Int(NA, &t.Counts.NA)
	m.Int(Proposed, &t.Counts.Proposed)
	m.Int("unread", &t.Counts.Unread)
	m.End()
	m.Findings("findings", &t.Findings)
	m.Int("total", &t.Total)
	m.End()
}

func (r *Row) move(m *fact.Mover) {
	m.Begin()
	m.Text("rule", &r.Rule)
	m.Text("status", &r.Status)
	m.Text("proposal", &r.Proposal)
	m.Text("note", &r.Note)
	m.Bool("wrong", &r.Wrong)
	m.Int("line", &r.Line)
	m.Int("col", &r.Col)
	for i := 0; m.Item("refs", i, len(r.Refs)); i++ {
		if i == len(r.Refs) {
			r.Refs = append(r.Refs, Ref{})
		}
		r.Refs[i].move(m)
	}
	m.End()
}

// move moves what a reference of its kind can say and no more: a table may hold many.
func (r *Ref) move(m *fact.Mover) {
	m.Begin()
	m.Text("kind", &r.Kind)
	switch r.Kind {
	case FileRef:
		m.Text("path", &r.Path)
		m.Int("at", &r.At)
		m.Text("symbol", &r.Symbol)
	case TestRef:
		m.Text("report", &r.Report)
		m.Text("name", &r.Name)
	case ADRRef:
		m.Text("id", &r.ID)
		m.Text("number", &r.Number)
	default:
		m.Text("id", &r.ID)
	}
	m.Int("line", &r.Line)
	m.Int("col", &r.Col)
	m.End()
}

func (t *Table) json() []byte {
	m := fact.Writing()
	size := sizeOfRest
	for i := range t.Rows {
		r := &t.Rows[i]
		size += sizeOfRow + len(r.Note) + len(r.Refs)*sizeOfRef
	}
	m.Grow(size)
	t.move(m)
	return m.Bytes()
}

// About how many bytes the parts of an answer have.
const (
	sizeOfRest = 1000
	sizeOfRow  = 110
	sizeOfRef  = 120
)

// ParseTable reads what Read answers for a table, and nothing that it could not have answered.
func ParseTable(answer []byte) (*Table, bool) {
	t, m := &Table{}, fact.Reading(answer)
	t.move(m)
	if !m.Done() || !t.sound() {
		return nil, false
	}
	return t, true
}

// sound reports whether t keeps the bounds that judging relies on.
func (t *Table) sound() bool {
	var c Counts
	refs := 0
	for i := range t.Rows {
		r := &t.Rows[i]
		n := c.of(r.Status)
		if n == nil || !isID(r.Rule) || (r.Status != Proposed && r.Proposal != "") {
			return false
		}
		*n++
		refs += len(r.Refs)
		for k := range r.Refs {
			if !r.Refs[k].sound() {
				return false
			}
		}
	}
	c.Unread = t.Counts.Unread
	return t.Counts == c && c.Unread >= 0 && len(t.Rows) <= fact.MaxRows && refs <= fact.MaxRefs &&
		len(t.Findings) <= fact.MaxFindings && t.Total >= int64(len(t.Findings)) && (t.Found || len(t.Rows) == 0)
}

func (r *Ref) sound() bool {
	switch r.Kind {
	case FileRef:
		return pathFault(r.Path) == "" && r.At >= 0 && r.At <= maxLine
	case TestRef:
		return r.Report != "" && r.Name != ""
	case CheckRef:
		return isID(r.ID)
	case ADRRef:
		return isID(r.ID) && r.Number == adrNumber(r.ID)
	}
	return false
}

// of returns the count of a status, nil for what is none.
func (c *Counts) of(status string) *int64 {
	switch status {
	case Applied:
		return &c.Applied
	case Deviated:
		return &c.Deviated
	case NA:
		return &c.NA
	case Proposed:
		return &c.Proposed
	}
	return nil
}
