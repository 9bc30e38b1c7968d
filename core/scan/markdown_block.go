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
	switch {
	case r.fence != 0:
		if run := runOf(text, r.fence); columns < codeIndent && run >= r.fenceLen && only(text[run:], blank) {
			r.fence = 0
		}
	case r.html != "":
		r.htmlEnd(text, l)
	case text == "":
		r.inner = false
	case columns >= codeIndent:
		r.paragraph, r.before = paragraph, l // it goes on, or this is code
	case r.opens(text, l):
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

// opens reports whether text is a heading, or opens a fence or an HTML block.
func (r *markdownReader) opens(text string, l Span) bool {
	if level := headingLevel(text); level > 0 {
		r.heading(level, text[level:], l)
		return true
	}
	if run := fenceLength(text); run > 0 {
		r.fence, r.fenceLen, r.inner = text[0], run, false
		return true
	}
	for i := range htmlBlocks {
		b := &htmlBlocks[i]
		if hasFolded(text, b.open) && (!b.tag || len(text) == len(b.open) || !is(text[len(b.open)], alnum|hyphen)) {
			r.html, r.inner = b.close, false
			r.htmlEnd(text, l)
			return true
		}
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

// fenceLength returns how many characters text opens a fence with, 0 where it opens none.
func fenceLength(text string) int {
	run := runOf(text, text[0])
	if run < 3 || text[0] != '~' && (text[0] != '`' || runUntil(text[run:], '`') < len(text)-run) {
		return 0
	}
	return run
}

// htmlBlocks are those whose end is a text of its own (CommonMark 0.31.2, section 4.6, kinds 1, 2, 3 and 5).
var htmlBlocks = [...]struct {
	open, close string
	tag         bool
}{
	{"<!--", "-->", false}, {"<?", "?>", false}, {"<![cdata[", "]]>", false},
	{"<pre", "</pre>", true}, {"<script", "</script>", true}, {"<style", "</style>", true}, {"<textarea", "</textarea>", true},
}

// htmlEnd ends the open HTML block in the line l where it holds what ends it.
func (r *markdownReader) htmlEnd(text string, l Span) {
	for i := range len(text) {
		if hasFolded(text[i:], r.html) {
			rest := fact.TrimLeft(text[i+len(r.html):], blanks)
			r.html = ""
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

// nearly remembers the first heading that is the section's but for its spelling.
func (r *markdownReader) nearly(text string, l Span) {
	if r.near.Kind == "" && equalFold(fact.Trim(text, blanks+"#*_:`"), title) {
		r.near = Mark{Kind: NearSection, Span: l, Line: r.line, N: 1}
	}
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
