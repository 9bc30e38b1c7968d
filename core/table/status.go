package table

import (
	"github.com/stile-gate/stile/core/fact"
	"github.com/stile-gate/stile/core/scan"
)

const proposal = Proposed + ":"

// meant are the statuses as they are when everything but letters is left out.
var meant = [...][2]string{
	{"applied", Applied}, {"deviated", Deviated}, {"na", NA}, {"notapplicable", NA}, {"proposed", Proposed},
}

// status reads the second cell, and reports whether it is a status.
func (r *reader) status(w *scan.MarkdownRow, row *Row) bool {
	at := r.cell(w, 1)
	text := r.text(at)
	switch {
	case text == Applied || text == Deviated || text == NA:
		row.Status = text
		return true
	case text == Proposed || fact.HasPrefix(text, proposal):
		row.Status = Proposed
		if text != Proposed {
			row.Proposal = fact.Trim(unpipe(text[len(proposal):]), " \t")
		}
		r.find(w.Line, w.Start, at.Start, "proposed", "decide it: applied, deviated or n/a", "the row is proposed, which does not count")
		return true
	case text == "":
		r.find(w.Line, w.Start, at.Start, "empty-status", "write applied, deviated or n/a", "the row has no status")
		return false
	}
	do := "write applied, deviated, n/a or proposed: TEXT"
	near := letters(text)
	for i := range meant {
		if meant[i][0] == near {
			do = "write " + meant[i][1]
		}
	}
	r.find(w.Line, w.Start, at.Start, "unknown-status", do, "% is no status", r.shown(at))
	return false
}

// letters returns the ASCII letters of a short s, lowered.
func letters(s string) string {
	if len(s) > 64 {
		return ""
	}
	t := &fact.Text{}
	for i := range len(s) {
		if (s[i]|' ')-'a' <= 'z'-'a' {
			t.Add(s[i : i+1])
		}
	}
	return fold(t.String())
}
