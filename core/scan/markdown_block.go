package scan

import "github.com/stile-gate/stile/core/fact"

const (
	blanks     = " \t"
	codeIndent = 4 // columns: a line that is indented so far is code
	title      = "Conformance"
)

// indent returns how many bytes of white space s begins with, and as how many columns they count.
func indent(s string) (n, columns int) {
	for n < len(s) && is(s[n], blank) {
		if columns++; s[n] == '\t' {
			columns = (columns + 3) &^ 3
		}
		n++
	}
	return n, columns
}

// block takes in a line that belongs to no table.
func (r *markdownReader) block(l Span) {
	n, columns := indent(r.src[l.Start:l.End])
	text := r.src[l.Start+n : l.End]
	paragraph := r.paragraph
	r.paragraph = false
	if r.fence.takes(text, columns) {
		return
	}
	if text != "" && columns < r.item {
		r.html, r.element, r.item = "", false, 0
	}
	switch {
	case r.html != "":
		r.htmlEnd(text, l)
	case r.element && text != "":
		r.inElement(text, l)
	case text == "":
		r.element, r.item = false, 0
		r.inner = false
	case columns >= codeIndent:
		r.paragraph, r.before = paragraph, l // it goes on, or this is code
	case r.opens(text, columns, paragraph, l):
	case paragraph && !r.inner && (underline(text, '=') || underline(text, '-')):
		r.setext(text)
	case paragraph && r.level > 0 && r.begins(text, l):
	default:
		r.paragraph = true
		r.before = l
		if text[0] == '#' {
			r.nearly(text, l)
		}
		if container(text) || breaks(text) {
			r.paragraph = false
			r.inner = container(text)
		}
		r.stray(text, l)
	}
}

// opens reports whether text is a heading, or opens a fence or an HTML block, in an item of a list too.
func (r *markdownReader) opens(text string, columns int, paragraph bool, l Span) bool {
	if level := headingLevel(text); level > 0 {
		r.heading(level, text[level:], l)
		return true
	}
	n, column, _ := items(text, columns)
	inside := text[n:]
	if inside == "" || inside[0] == '>' {
		return false
	}
	if n == 0 {
		column = 0
	}
	if r.fence.opens(inside, column) {
		r.inner = n > 0
		return true
	}
	if r.html = htmlClose(inside); r.html != "" {
		r.inner, r.item = n > 0, column
		r.htmlEnd(inside, l)
		return true
	}
	if opensElement(inside) || (!paragraph || n > 0) && isTag(inside) {
		r.inner, r.element, r.item = n > 0, true, column
		r.inElement(text, l)
		return true
	}
	return false
}

// headingLevel returns how many # make text a heading, 0 where it is none.
func headingLevel(text string) int {
	level := runOf(text, '#')
	if level > 6 || level < len(text) && !is(text[level], blank) {
		return 0
	}
	return level
}

// A fence is the open one: its character, 0 without one, how long it is, and the column that the item of a list with
// it is indented to.
type fence struct {
	mark         byte
	length, item int
}

// takes reports whether a line is of fenced code; one that closes the fence is. A line that is not in its item ends it.
func (f *fence) takes(text string, columns int) bool {
	if f.mark == 0 || text != "" && columns < f.item {
		f.mark = 0
		return false
	}
	if run := runOf(text, f.mark); columns < f.item+codeIndent && run >= f.length && only(text[run:], blank) {
		f.mark = 0
	}
	return true
}

// opens reports whether text, in an item indented to column, opens a fence.
func (f *fence) opens(text string, column int) bool {
	run := fenceLength(text)
	if run > 0 {
		f.mark, f.length, f.item = text[0], run, column
	}
	return run > 0
}

// fenceLength returns how many characters text opens a fence with, 0 where it opens none.
func fenceLength(text string) int {
	run := runOf(text, text[0])
	if run < 3 || text[0] != '~' && (text[0] != '`' || runUntil(text[run:], '`') < len(text)-run) {
		return 0
	}
	return run
}

// htmlEnd ends the open HTML block in the line l where it holds what ends it.
func (r *markdownReader) htmlEnd(text string, l Span) {
	for i := range len(text) {
		if hasFolded(text[i:], r.html) {
			rest := fact.TrimLeft(text[i+len(r.html):], blanks)
			r.html, r.item = "", 0
			r.stray(rest, Span{l.End - len(rest), l.End})
			return
		}
	}
}

// heading takes in a heading that begins with #.
func (r *markdownReader) heading(level int, text string, l Span) {
	text = fact.Trim(text, blanks)
	if open := fact.TrimRight(text, "#"); open == "" || is(open[len(open)-1], blank) {
		text = fact.TrimRight(open, blanks)
	}
	r.inner = false
	r.leave(level)
	switch {
	case text != title:
		r.nearly(text, l)
	case r.out.Level > 0:
		r.mark(DuplicateSection, l, r.line)
	default:
		r.level, r.out.Level = level, level
		r.out.Section = Mark{Span: l, Line: r.line}
	}
}

// setext takes in the line below the text of a heading.
func (r *markdownReader) setext(text string) {
	level := 1
	if text[0] == '-' {
		level = 2
	}
	r.leave(level)
	before := r.src[r.before.Start:r.before.End]
	r.line--
	r.nearly(before, r.before)
	r.line++
}

// leave ends the section at a heading of its level or above.
func (r *markdownReader) leave(level int) {
	if level <= r.level {
		r.level = 0
	}
}

// nearly remembers the first heading that is the section's but for its spelling, its number or its id.
func (r *markdownReader) nearly(text string, l Span) {
	if r.near.Kind != "" {
		return
	}
	text = fact.TrimRight(text, blanks+"#")
	if open := runUntil(text, '{'); text != "" && text[len(text)-1] == '}' {
		text = text[:open] // an id, as other dialects write it
	}
	if equalFold(undecorated(fact.TrimLeft(undecorated(text), blanks+".)*_0123456789")), title) {
		r.near = Mark{Kind: NearSection, Span: l, Line: r.line, N: 1}
	}
}

// items goes over the markers of list items that text begins with, and returns how many bytes and up to which column;
// the text itself begins at column. list is false where it begins none.
func items(text string, column int) (n, to int, list bool) {
	if text == "" || !container(text) {
		return 0, column, false
	}
	last := fact.TrimRight(text, blanks)
	same := len(last) // from here on text is blanks and one other character: where breaks is worth its time
	for same > 0 && (last[same-1] == last[len(last)-1] || is(last[same-1], blank)) {
		same--
	}
	for n < len(text) && text[n] != '>' && container(text[n:]) && (n < same || !breaks(text[n:])) {
		marker := 1
		if is(text[n], decimal) {
			marker = span(text, n, decimal) - n + 1
		}
		n += marker
		column += marker
		list = true
		from, begin := column, n
		for n < len(text) && is(text[n], blank) && column < from+codeIndent+1 {
			if column++; text[n] == '\t' {
				column = (column + 3) &^ 3
			}
			n++
		}
		if column > from+codeIndent {
			return begin, from, true // code
		}
	}
	return n, column, list
}

// underline reports whether text is the line below the text of a heading.
func underline(text string, c byte) bool {
	run := runOf(text, c)
	return run > 0 && only(text[run:], blank)
}

// breaks reports whether text is a thematic break: three of - _ * and nothing but blanks.
func breaks(text string) bool {
	n := 0
	for i := range len(text) {
		if text[i] == text[0] {
			n++
		} else if !is(text[i], blank) {
			return false
		}
	}
	return n >= 3 && (text[0] == '-' || text[0] == '_' || text[0] == '*')
}

// container reports whether text begins a quotation or an item of a list.
func container(text string) bool {
	n := 1
	switch c := text[0]; {
	case c == '>':
		return true
	case c == '-' || c == '+' || c == '*':
	case is(c, decimal):
		n = span(text, 0, decimal)
		if n > 9 || n == len(text) || text[n] != '.' && text[n] != ')' {
			return false
		}
		n++
	default:
		return false
	}
	return n == len(text) || is(text[n], blank)
}

// runOf returns how many of c text begins with.
func runOf(text string, c byte) int {
	n := 0
	for n < len(text) && text[n] == c {
		n++
	}
	return n
}

// runUntil returns where c stands in text, its length without one.
func runUntil(text string, c byte) int {
	n := 0
	for n < len(text) && text[n] != c {
		n++
	}
	return n
}
