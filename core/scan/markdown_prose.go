package scan

import "github.com/stile-gate/stile/core/fact"

// InCode is what Prose puts for each byte of a code span, so that whoever wants its text can tell it from what is not
// to be read at all.
const InCode = 0

// Prose returns a copy of src that holds what a Markdown file says itself, every byte in its place: fenced and indented
// code, HTML comments and the HTML blocks that hold other languages, quotations, and what is struck out are blanks,
// code spans InCode. Line ends stay. One pass but for the ends of code spans, which are looked for once for each
// length.
func Prose(src string) []byte {
	r := proseReader{src: src, out: []byte(src)}
	for at := byteOrderMark(src); at < len(src); {
		end := endOfLine(src, at)
		r.line(at, end)
		if at = end + 1; end+1 < len(src) && src[end] == '\r' && src[end+1] == '\n' {
			at++
		}
	}
	r.inline(len(src))
	return r.out
}

type proseReader struct {
	src    string
	out    []byte
	fence  fence
	html   string // what ends the open HTML block, "" without one
	quoted bool   // the line before is in a quotation
	list   bool   // a list goes on
	text   int    // where the text begins whose code spans are not looked for yet, len(src) without one
	open   bool   // there is such a text
}

// blank puts blanks for from up to to.
func (r *proseReader) blank(from, to int, b byte) {
	for i := from; i < to; i++ {
		if !is(r.src[i], eol) {
			r.out[i] = b
		}
	}
}

func (r *proseReader) line(at, end int) {
	n, columns := indent(r.src[at:end])
	text := r.src[at+n : end]
	switch {
	case r.fence.takes(text, columns):
		r.blank(at, end, ' ')
		return
	case r.html != "":
		r.htmlEnd(at+n, end)
		return
	}
	switch {
	case text == "":
		r.inline(at)
		r.quoted = false
	case r.quoted && !r.interrupts(text):
		r.blank(at, end, ' ')
	case columns >= codeIndent && !r.open && !r.list:
		r.blank(at, end, ' ')
	default:
		r.block(at, at+n, end, columns)
	}
}

// interrupts reports whether text begins a block, where it would otherwise go on a quotation.
func (r *proseReader) interrupts(text string) bool {
	return headingLevel(text) > 0 || fenceLength(text) > 0 || breaks(text) || container(text) || text[0] == '<'
}

// block takes in a line that is not empty; its text begins at from.
func (r *proseReader) block(at, from, end, columns int) {
	text := r.src[from:end]
	own := headingLevel(text) > 0 || text[0] == '|'
	if container(text) || own || r.quoted {
		r.inline(at)
	} else if !r.open && columns == 0 {
		r.list = false
	}
	r.quoted = false
	n, column, list := items(text, columns)
	if list {
		r.list = true
	} else {
		column = 0
	}
	from += n
	text = r.src[from:end]
	if text == "" {
		return
	}
	if text[0] == '>' {
		r.blank(at, end, ' ')
		r.quoted = true
		return
	}
	if r.fence.opens(text, column) {
		r.inline(at)
		r.blank(at, end, ' ')
		return
	}
	if r.html = htmlClose(text); r.html != "" {
		r.inline(at)
		r.htmlEnd(from, end)
		return
	}
	if !r.open {
		r.open, r.text = true, from
	}
	if own {
		r.inline(end)
	}
}

// htmlEnd goes on with the open HTML block in the rest of a line.
func (r *proseReader) htmlEnd(from, end int) {
	for i := from; i < end; i++ {
		if hasFolded(r.src[i:end], r.html) {
			i += len(r.html)
			r.html = ""
			r.blank(from, i, ' ')
			r.open, r.text = true, i
			return
		}
	}
	r.blank(from, end, ' ')
}

// inline takes code spans, comments and what is struck out from the text that ends at end.
func (r *proseReader) inline(end int) {
	if !r.open {
		return
	}
	r.open = false
	missing := uint64(0) // bit n: nothing ends a code span of n backquotes; 0: a comment; 63: what is struck out
	for i := r.text; i < end; {
		rest, bit, n, closed := r.src[i:end], 0, 1, -1
		mark := byte(' ')
		switch {
		case rest[0] == '\\' && len(rest) > 1:
			i += 2
			continue
		case rest[0] == '`':
			n = runOf(rest, '`')
			bit, mark = n, InCode
			if n < 63 && missing>>bit&1 == 0 {
				closed = codeEnd(rest, n)
			} else {
				bit = -1
			}
		case fact.HasPrefix(rest, "<!--"):
			if missing&1 == 0 {
				closed = after(rest, 2, "-->")
			}
		case fact.HasPrefix(rest, "~~") && (len(rest) == 2 || rest[2] != '~'):
			n, bit = 2, 63
			if missing>>bit&1 == 0 {
				closed = after(rest, 2, "~~")
			}
		default:
			bit = -1
		}
		if closed > 0 {
			r.blank(i, i+closed, mark)
			i += closed
			continue
		}
		if bit >= 0 {
			missing |= 1 << bit
		}
		i += n
	}
}

// codeEnd returns where the code span ends that s begins with n backquotes, -1 when it does not.
func codeEnd(s string, n int) int {
	for i := n; i < len(s); {
		i += runUntil(s[i:], '`')
		run := runOf(s[i:], '`')
		if i += run; run == n {
			return i
		}
	}
	return -1
}

// after returns where the first sub behind from ends in s, -1 without one.
func after(s string, from int, sub string) int {
	i := fact.Index(s[from:], sub)
	if i < 0 {
		return -1
	}
	return from + i + len(sub)
}
