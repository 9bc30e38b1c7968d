package scan

import (
	"math/bits"

	"github.com/stile-gate/stile/core/fact"
)

// row splits the line at r.at into cells and goes on to the next. A pipe splits wherever it stands, in a code span
// too; behind a backslash it is a character, unless that backslash is itself behind one.
func (r *markdownReader) row(row *MarkdownRow) {
	s, i := r.src, r.at
	row.Start, row.Line = i, r.line
	i = span(s, i, blank)
	if i < len(s) && s[i] == '|' {
		i++
	}
	from := i
	for {
		i = passCell(s, i)
		if i == len(s) || is(s[i], eol) {
			break
		}
		c := s[i]
		if i++; c == '|' {
			row.cell(s, from, i-1)
			from = i
		} else if c == '\\' && i < len(s) && s[i]|' ' == '|' {
			i++
		}
	}
	if span(s, from, blank) < i {
		row.cell(s, from, i)
	}
	row.End = i
	r.at = i
	r.pass()
}

const (
	each    = 0x0101010101010101 // times a byte: eight of it
	highest = 0x80 * each
)

// passCell returns where the next byte from i on stands that may end a cell: a pipe, which a backslash is but for one
// bit, or one up to CR. Eight are looked at in one go: a bit of found is the highest of a byte that is looked for, and
// below the first one no other is set.
func passCell(s string, i int) int {
	for ; i+8 <= len(s); i += 8 {
		b := s[i : i+8]
		w := uint64(b[0]) | uint64(b[1])<<8 | uint64(b[2])<<16 | uint64(b[3])<<24 |
			uint64(b[4])<<32 | uint64(b[5])<<40 | uint64(b[6])<<48 | uint64(b[7])<<56
		pipe := (w | ' '*each) ^ '|'*each
		if found := ((w-('\r'+1)*each)&^w | (pipe-each)&^pipe) & highest; found != 0 {
			return i + bits.TrailingZeros64(found)>>3
		}
	}
	for i < len(s) && s[i]|' ' != '|' && s[i] > '\r' {
		i++
	}
	return i
}

func (row *MarkdownRow) cell(s string, from, to int) {
	if row.N++; row.N > MaxCells {
		return
	}
	for from < to && is(s[from], blank) {
		from++
	}
	for from < to && is(s[to-1], blank) {
		to--
	}
	row.Cells[row.N-1] = Span{from, to}
}

// tableLine takes in the line below a row, unless it ends the table.
func (r *markdownReader) tableLine() bool {
	if !is(r.src[r.at], letter) && r.src[r.at] != '|' && r.ends() {
		r.table = noTable
		return false
	}
	if r.table == otherTable {
		var row MarkdownRow
		r.row(&row)
		r.last().N++
		return true
	}
	r.addRow()
	r.out.End = r.at
	return true
}

func (r *markdownReader) addRow() {
	out := r.out
	if len(out.Rows) == fact.MaxRows {
		var row MarkdownRow
		r.row(&row)
		out.MoreRows++
		return
	}
	if len(out.Rows) == 1 {
		// The rest is taken to be rows as long as the first one.
		n := (len(r.src) - r.at) / (out.Rows[0].End - out.Rows[0].Start + 1)
		rows := make([]MarkdownRow, 1, min(n, fact.MaxRows-2)+2)
		copy(rows, out.Rows)
		out.Rows = rows
	}
	out.Rows = append(out.Rows, MarkdownRow{})
	r.row(&out.Rows[len(out.Rows)-1])
}

// ends reports whether the line at r.at ends the table above it: a blank one, or the beginning of another block.
func (r *markdownReader) ends() bool {
	l := Span{r.at, endOfLine(r.src, r.at)}
	n, columns := indent(r.src[l.Start:l.End])
	text := r.src[l.Start+n : l.End]
	switch {
	case text == "":
		return true
	case columns >= codeIndent:
		r.mark(StrayRow, l, r.line)
		return true
	case text[0] == '<':
		return len(text) > 1 && (is(text[1], letter|slash) || text[1] == '!' || text[1] == '?')
	}
	return headingLevel(text) > 0 || fenceLength(text) > 0 || container(text) || breaks(text)
}

// begins reports whether text, the line l, is the line of dashes below a header, and opens its table.
func (r *markdownReader) begins(text string, l Span) bool {
	dashes := delimiters(text)
	if dashes == 0 {
		return false
	}
	var header MarkdownRow
	at, line := r.at, r.line
	r.at, r.line = r.before.Start, r.line-1
	r.row(&header)
	r.at, r.line = at, line
	if header.N == 1 && runUntil(r.src[header.Start:header.End], '|') == header.End-header.Start {
		return false // a sentence above a line that happens to be of dashes
	}
	r.unstray(header.Line)
	switch {
	case header.N != dashes:
		r.mark(BadDelimiter, l, r.line)
		r.out.Broken = true
		r.table = otherTable
	case r.out.Header.N > 0:
		r.mark(SecondTable, header.Span, header.Line)
		r.table = otherTable
	default:
		r.out.Header, r.out.Delimiter, r.out.End = header, l, r.at
		r.table = theTable
		return true
	}
	r.last().N = 2
	return true
}

// delimiters counts the cells of a line of dashes, 0 where text is none: each cell is dashes with a colon at either end
// or none, and there is a pipe. A dash and a blank begin an item of a list.
func delimiters(text string) int {
	text = fact.TrimRight(text, blanks)
	if runUntil(text, '|') == len(text) || text[0] == '-' && is(text[1], blank) {
		return 0
	}
	n := 0
	i := runOf(text[:1], '|')
	for i < len(text) {
		i = span(text, i, blank)
		i += runOf(text[i:min(i+1, len(text))], ':')
		run := runOf(text[i:], '-')
		i += run
		i += runOf(text[i:min(i+1, len(text))], ':')
		i = span(text, i, blank)
		if run == 0 || i < len(text) && text[i] != '|' {
			return 0
		}
		i++
		n++
	}
	return n
}

// stray marks a line of the section that looks like a row: one that begins with a pipe, behind the markers of lists and
// quotations, tags and decorations, or whose second or third cell is a status where the first is one word. Lines that follow one another are one mark.
func (r *markdownReader) stray(text string, l Span) {
	if r.level == 0 || runUntil(text, '|') == len(text) || !beginsRow(text) && !hasStatus(text) {
		return
	}
	if m := r.last(); m.Kind == StrayRow && m.Line+m.N == r.line {
		m.N++
		return
	}
	r.mark(StrayRow, l, r.line)
}

// unstray takes the mark off the line before, which has turned out to be a header.
func (r *markdownReader) unstray(line int) {
	m := r.last()
	if m.Kind != StrayRow || m.Line+m.N-1 != line {
		return
	}
	if m.N--; m.N == 0 {
		r.out.Marks = r.out.Marks[:len(r.out.Marks)-1]
	}
}

// Statuses are the words of a status cell.
var Statuses = [...]string{"applied", "deviated", "n/a", "proposed"}

// hasStatus reports whether the first cell is a word, as a rule is, and one of the next two a status.
func hasStatus(text string) bool {
	for k := range 3 {
		end := runUntil(text, '|')
		cell := undecorated(text[:end])
		if k == 0 {
			n, _, _ := items(cell, 0)
			if cell = cell[n:]; cell == "" || holds(cell, blank) || isStatus(cell) {
				return false
			}
		} else if isStatus(cell) {
			return true
		}
		text = text[min(end+1, len(text)):]
	}
	return false
}

func isStatus(text string) bool {
	for _, s := range Statuses {
		if equalFold(text, s) {
			return true
		}
	}
	return hasFolded(text, Statuses[3]+":")
}

// beginsRow reports whether text begins with a pipe behind what does not show or only decorates.
func beginsRow(text string) bool {
	if text[0] == '|' {
		return true
	}
	end := len(text) // of what shows
	for end > 0 && !is(text[end-1], alnum|beyond) {
		end--
	}
	for text = text[:end]; text != ""; {
		switch {
		case text[0] == '|':
			return true
		case is(text[0], blank|quote|tilde|underscore) || text[0] == '*' || text[0] == '>':
			text = text[1:]
		case container(text):
			text = text[span(text, 0, decimal)+1:]
		case text[0] == '<' && runUntil(text, '>') < len(text):
			text = text[runUntil(text, '>')+1:]
		default:
			return false
		}
	}
	return false
}

// undecorated returns s without tags and other characters than letters and digits around it.
func undecorated(s string) string {
	for s != "" && !is(s[0], alnum) {
		n := 0
		if s[0] == '<' {
			n = runUntil(s, '>')
		}
		s = s[min(n+1, len(s)):]
	}
	for s != "" && !is(s[len(s)-1], alnum) {
		n := len(s) - 1
		if s[n] == '>' {
			for n > 0 && s[n] != '<' {
				n--
			}
		}
		s = s[:n]
	}
	return s
}
