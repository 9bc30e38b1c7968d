package core

import (
	"github.com/stile-gate/stile/core/fact"
	"github.com/stile-gate/stile/core/scan"
	"github.com/stile-gate/stile/core/table"
)

// text says how many rows there are and what backs them.
func (c *rowCounts) text(t *fact.Text) {
	if c.all > 0 {
		t.Add(", rows: ").Int(c.measured).Add(" measured, ").Int(c.present).Add(" present, ").Int(c.none).Add(" none")
	}
}

// maxShown rows of a table are listed in the document for people, and of more those that do not hold; the one for programs
// lists fact.MaxListed.
const maxShown = 30

// text writes the table: one line for it, and one for each row.
func (s *sheet) text(t *fact.Text) {
	c := &rowCounts{}
	c.add(s)
	t.Add("\n").Add(scan.CleanLine(s.path)).Add(": ").Int(c.all).Add(" row")
	if c.all != 1 {
		t.Add("s")
	}
	divider := ": "
	for i, n := range [...]int64{c.applied, c.deviated, c.na, c.proposed, c.unread} {
		if n > 0 {
			t.Add(divider).Int(n).Add(statusWords[i])
			divider = ", "
		}
	}
	t.Add("\n")
	width, shown := 0, 0
	for i := range min(len(s.rows), maxShown) {
		width = max(width, len(s.table.Rows[i].Rule))
	}
	for i := 0; i < len(s.rows) && shown < maxShown; i++ {
		row, b := &s.table.Rows[i], &s.rows[i]
		if len(s.rows) > maxShown && (b.level != levelNone || !claims(row) && !row.Wrong) {
			continue // of many, only those that do not hold
		}
		shown++
		at := t.Len() + outcomeWidth
		t.Add(b.level).Pad(at).Add(row.Rule).Pad(at + width + 2).Add(row.Status)
		if state := b.state(row); state != "" && b.level == levelNone {
			t.Add(" (").Add(state).Add(")")
		}
		if b.whole {
			t.Add(" (a cited file has no comments that stile knows: all of it was searched)")
		}
		t.Add("\n")
	}
	if more := len(s.rows) - shown; more > 0 {
		t.Int(int64(more)).Add(" more rows\n")
	}
}

var statusWords = [...]string{" applied", " deviated", " n/a", " proposed", " unread"}

// json writes the table for programs. Rows beyond fact.MaxListed are counted only.
func (s *sheet) json(w *fact.JSON) {
	c := &rowCounts{}
	c.add(s)
	w.Object().Text("id", s.entry.ID()).Text("path", s.path).Text("sha256", s.digest)
	w.Key("counts").Object().Number(table.Applied, c.applied).Number(table.Deviated, c.deviated).Number(table.NA, c.na)
	w.Number(table.Proposed, c.proposed).Number("unread", c.unread).Number(levelMeasured, c.measured)
	w.Number(levelPresent, c.present).Number(levelNone, c.none).EndObject()
	s.red.json(w, "findings")
	s.open.json(w, "open")
	w.Key("rows").Array()
	n := min(len(s.rows), fact.MaxListed)
	for i := range n {
		row, b := &s.table.Rows[i], &s.rows[i]
		w.Object().Text("rule", row.Rule).Text("status", row.Status).Text("level", b.level)
		w.Text("state", b.state(row)).Key("whole").Bool(b.whole).Number("line", row.Line).EndObject()
	}
	w.EndArray().Number("moreRows", int64(len(s.rows)-n)).EndObject()
}

func (f *findings) json(w *fact.JSON, key string) {
	w.Number(key+"Total", f.total).Key(key).Array()
	for i := range f.list {
		w.Object().Text("rule", f.rules[i])
		f.list[i].Members(w)
		w.EndObject()
	}
	w.EndArray()
}
