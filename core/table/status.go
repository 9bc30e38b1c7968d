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
	for _, s := range scan.Statuses {
		if text == s || s == Proposed && fact.HasPrefix(text, proposal) {
			row.Status = s
			row.Proposal = fact.Trim(fact.TrimLeft(unpipe(text[len(s):]), ":"), " \t")
			if s == Proposed {
				r.find(at.Start, "proposed", "decide it: applied, deviated or n/a", "the row is proposed, which does not count")
			}
			return true
		}
	}
	kind, sentence := "unknown-status", "% is no status"
	if text == "" {
		kind, sentence = "empty-status", "the row has no status"
	}
	do := "write applied, deviated, n/a or proposed: TEXT"
	near := letters(text)
	for i := range meant {
		if meant[i][0] == near {
			do = "write " + meant[i][1]
		}
	}
	r.find(at.Start, kind, do, sentence, r.shown(at))
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
