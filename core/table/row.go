package table

import (
	"github.com/stile-gate/stile/core/fact"
	"github.com/stile-gate/stile/core/scan"
)

// rows reads the lines of the table. A line becomes a Row when its rule and status are understood and its rule has none
// yet; whatever else is wrong with it is a finding beside the Row.
func (r *reader) rows() {
	d := r.mark
	r.twice()
	r.table.Rows = make([]Row, 0, len(d.Rows))
	for i := range d.Rows {
		w := &d.Rows[i]
		r.marksBefore(w.Start)
		before := r.table.Total
		var row [1]Row // a slice is appended as bytes, a Row field by field
		if !r.row(i, w, &row[0]) {
			r.table.Counts.Unread++
			continue
		}
		row[0].Wrong = r.table.Total > before && (row[0].Status != Proposed || r.table.Total > before+1)
		*r.table.Counts.of(row[0].Status)++
		r.table.Rows = append(r.table.Rows, row[:]...)
	}
	if d.MoreRows > 0 {
		w := &d.Rows[len(d.Rows)-1]
		r.table.Counts.Unread += int64(d.MoreRows)
		r.find(w.Start, "too-many-rows", "divide the table", "the table has more than $ rows; $ behind this one are not read",
			fact.Itoa(fact.MaxRows), fact.Itoa(int64(d.MoreRows)))
	}
}

// row reads line i of the table into row, and reports whether its rule and status are understood.
func (r *reader) row(i int, w *scan.MarkdownRow, row *Row) bool {
	r.on(w.Line, w.Start)
	row.Line, row.Col = r.place(r.cell(w, 0).Start)
	rule := r.rule(i, w, row)
	status := r.status(w, row)
	if !rule || !status {
		return false
	}
	r.evidence(w, row)
	r.note(w, row)
	if n := r.mark.Header.N; w.N > n {
		at := w.Cells[n]
		r.find(at.Start, "excess-cells", `write a pipe within a cell as \|`,
			"the row has $ cells and the header $; nobody is shown %", fact.Itoa(int64(w.N)), fact.Itoa(int64(n)), r.shown(at))
	}
	return true
}

// cell is where a cell stands; one that the row does not have is empty and stands at its end.
func (r *reader) cell(w *scan.MarkdownRow, i int) scan.Span {
	if i < w.N {
		return w.Cells[i]
	}
	return scan.Span{Start: w.End, End: w.End}
}

func (r *reader) text(s scan.Span) string { return r.src[s.Start:s.End] }

// shown is the text for a message.
func (r *reader) shown(s scan.Span) string { return scan.Visible(r.text(s)) }

// undress is what people put around an id for its looks.
const undress = " \t`*_[]()"

func (r *reader) rule(i int, w *scan.MarkdownRow, row *Row) bool {
	at := r.cell(w, 0)
	row.Rule = r.text(at)
	if !isID(row.Rule) {
		do := "name the rule by 1 to 64 of letters, digits, . _ -"
		if plain := fact.Trim(row.Rule, undress); isID(plain) {
			do = "write " + plain
		}
		r.find(at.Start, "bad-rule", do, "% is no rule", r.shown(at))
		return false
	}
	if first := int(r.first[i]); first != i {
		line := r.mark.Rows[first].Line
		if r.editor {
			line--
		}
		r.find(at.Start, "duplicate-row", "keep one row for each rule", "the rule % has a row already, in line $",
			row.Rule, fact.Itoa(int64(line)))
		return false
	}
	return true
}

// Fold makes ids that are the same but for letter case equal.
func Fold(id string) string { return fold(id) }

// isID reports whether s is 1 to 64 of letters, digits, . _ -.
func isID(s string) bool {
	if len(s) == 0 || len(s) > 64 {
		return false
	}
	for i := range len(s) {
		switch c := s[i]; {
		case c-'0' <= 9 || c|' '-'a' <= 'z'-'a' || c == '.' || c == '_' || c == '-':
		default:
			return false
		}
	}
	return true
}

// twice finds for each row the first one of its rule, which is the same but for letter case.
func (r *reader) twice() {
	rows := r.mark.Rows
	r.first = make([]int32, len(rows))
	ids := make([]string, len(rows))
	for i := range rows {
		r.first[i] = int32(i)
		if id := r.text(r.cell(&rows[i], 0)); isID(id) {
			ids[i] = id
		}
	}
	twins(ids, func(first, i int) { r.first[i] = int32(first) })
}

// leastReason and leastDistinct are how many characters, and different ones, a reason has at least. One of a script
// of syllables or words says as much as wideRune letters.
const (
	leastReason   = 8
	leastDistinct = 3
	wideRune      = 3
)

// note reads the last cell; for n/a it holds the reason.
func (r *reader) note(w *scan.MarkdownRow, row *Row) {
	at := scan.Span{Start: w.End, End: w.End}
	if r.mark.Header.N == len(columns) {
		at = r.cell(w, len(columns)-1)
	}
	row.Note = unpipe(r.text(at))
	if run := runBefore(r.src, at.End); run > 0 && at.End < len(r.src) && r.src[at.End] == '|' {
		row.Note = row.Note[:len(row.Note)-run/2]
	}
	if row.Status != NA || isReason(row.Note) {
		return
	}
	least := fact.Itoa(leastReason)
	do := "say in the note, in " + least + " letters or more, why the rule does not apply here"
	if r.mark.Header.N < len(columns) {
		do = "add a column note, and say there, in " + least + " letters or more, why the rule does not apply here"
	}
	r.find(at.Start, "na-without-reason", do, "the row is n/a and its note gives no reason: %", r.shown(at))
}

// isReason reports whether a note says something: not a dash, a row of dots or a placeholder in brackets.
func isReason(note string) bool {
	for i := range len(brackets) / 2 {
		open, closing := brackets[2*i], brackets[2*i+1:2*i+2]
		if note != "" && note[0] == open && fact.IndexAny(note, closing) == len(fact.TrimRight(note, closing)) {
			return false
		}
	}
	note = beyondExcuse(note)
	n := 0
	var seen [leastDistinct]rune
	distinct := 0
	for note != "" {
		c, size := fact.Rune(note)
		note = note[size:]
		n++
		if c >= 0x3040 && c < 0xD800 { // kana, Han and Hangul (Unicode 16, 2024)
			n += wideRune - 1
		}
		known := false
		for _, s := range seen[:distinct] {
			known = known || s == c
		}
		if !known && distinct < leastDistinct {
			seen[distinct] = c
			distinct++
		}
	}
	return n >= leastReason && distinct == leastDistinct
}

const brackets = "()[]{}<>"

// Beginnings that say nothing, in small letters; behind a promise nothing else does either.
const (
	excuses  = "n/a|na|not applicable|none"
	promises = "tbd|tba|fixme|xxx|todo:|todo(|todo -|todo add|todo explain|todo say|todo why|todo write|to do:|" +
		"to be decided|to be defined|to be determined|to be done|to be written"
)

// beyondExcuse returns what a note says behind excuses and placeholders.
func beyondExcuse(note string) string {
	for {
		note = fact.TrimLeft(note, " \t*_~`.,;:-/|!?")
		n := placeholder(note)
		if n == 0 && beginning(note, promises) > 0 {
			return ""
		}
		if n == 0 {
			n = beginning(note, excuses)
		}
		if n == 0 {
			return note
		}
		note = note[n:]
	}
}

// beginning returns how long the phrase is that note begins with, 0 for none; no word goes on behind it.
func beginning(note, phrases string) int {
	for phrases != "" {
		var s string
		s, phrases, _ = fact.Cut(phrases, "|")
		n := len(s)
		if hasFold(note, s) && (!isWord(s[n-1]) || n == len(note) || !isWord(note[n])) {
			return n
		}
	}
	return 0
}

func isWord(c byte) bool { return (c|' ')-'a' <= 'z'-'a' || c-'0' <= 9 || c >= 0x80 }

// placeholder returns how long the text in < >, { } or [ ] is that note begins with, 0 where it begins with none or with
// a link.
func placeholder(note string) int {
	if note == "" || fact.IndexAny(note[:1], "<{[") < 0 {
		return 0
	}
	closing := ">"
	switch note[0] {
	case '{':
		closing = "}"
	case '[':
		closing = "]"
	}
	end := fact.IndexAny(note, closing) + 1
	if end < len(note) && note[0] == '[' && (note[end] == '(' || note[end] == '[') {
		return 0
	}
	return end
}
