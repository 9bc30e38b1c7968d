package table

import (
	"bytes"

	"github.com/stile-gate/stile/core/fact"
	"github.com/stile-gate/stile/core/scan"
)

// unreadable are the findings that keep a file from having a table at all.
var unreadable = []string{scan.TooLarge, "no-section", scan.NearSection, scan.BadDelimiter, "no-table", "bad-header"}

const (
	tooManyRows = "too-many-rows"
	divide      = "divide the table"
)

// open finds the table of a file that is to be changed. left says why there is none that may be.
func open(path string, src []byte) (r *reader, left *fact.Finding) {
	r = &reader{path: path, line: 1}
	if len(src) > fact.MaxTable {
		return nil, tooLarge(path, "the file is larger than $ bytes")
	}
	r.src = string(src)
	r.mark = scan.Conformance(r.src)
	switch d := r.mark; {
	case d.Level == 0 || d.Header.N == 0:
		r.section()
		r.marksBefore(len(r.src) + 1)
	case !r.header():
	case d.MoreRows > 0:
		return nil, r.tooMany()
	default:
		return r, nil
	}
	for i := range r.table.Findings {
		if f := &r.table.Findings[i]; fact.Has(unreadable, f.Kind) {
			return nil, f
		}
	}
	return nil, r.doubt()
}

func tooLarge(path, sentence string) *fact.Finding {
	return &fact.Finding{Kind: scan.TooLarge, Path: path, Line: 1, Col: 1, Message: fact.Say(sentence, fact.Itoa(fact.MaxTable)), Do: divide}
}

func (r *reader) tooMany() *fact.Finding {
	return r.say(tooManyRows, divide, fact.Say("the table may have $ rows", fact.Itoa(fact.MaxRows)))
}

// doubt is why a table is left as it is that would read otherwise when it is changed.
func (r *reader) doubt() *fact.Finding {
	return r.say("left-alone", "change it by hand", "the table is not changed: that might change what it says")
}

func (r *reader) say(kind, do, message string) *fact.Finding {
	return &fact.Finding{Kind: kind, Path: r.path, Line: int64(r.mark.Header.Line), Message: message, Do: do}
}

// readsAlike reports whether two texts of a file say the same but for columns.
func readsAlike(path string, a, b []byte) bool {
	return bytes.Equal(wording(path, a), wording(path, b))
}

// wording is what ReadTable answers, without columns.
func wording(path string, src []byte) []byte {
	t, ok := ParseTable(ReadTable(path, false, src))
	if !ok {
		return nil
	}
	t.Col = 0
	for i := range t.Rows {
		row := &t.Rows[i]
		row.Col = 0
		for k := range row.Refs {
			row.Refs[k].Col = 0
		}
	}
	for i := range t.Findings {
		t.Findings[i].Col = 0
	}
	return t.json()
}

// width is how many characters s has; those that are shown wide or not at all count as one, and so does a byte that is
// not UTF-8.
func width(s string) int {
	n := 0
	for i := 0; i < len(s); n++ {
		_, size := fact.Rune(s[i:])
		i += size
	}
	return n
}
