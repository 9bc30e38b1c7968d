package scan

import "github.com/stile-gate/stile/core/fact"

// A hereDocument is text that begins on the next line and ends with a line that is its name.
type hereDocument struct {
	name     string
	indented bool
	followed bool // by code on its last line: PHP
	doubtful bool // may be a shift: Ruby
}

// document reads the name behind a here-document's sign, up to at, and returns where code goes on; at-len(open), so
// nothing, where none stands there.
func (w *walk) document(f *form, at int) int {
	sign := at - len(f.open)
	d := hereDocument{followed: f.how&keeps != 0, indented: f.how&keeps != 0, doubtful: f.how&atWord != 0}
	if at < len(w.src) && (w.src[at] == '-' || w.src[at] == '~') {
		d.indented = true
		at++
	}
	at = span(w.src, at, blank)
	if at < len(w.src) && w.src[at] == '\\' {
		at++ // as good as quotes around it
	}
	end := at
	if at < len(w.src) && is(w.src[at], quote) {
		at++
		end = at
		for end < len(w.src) && w.src[end] != w.src[at-1] && !is(w.src[end], eol) && end < at+maxTag {
			end++
		}
		if end == len(w.src) || w.src[end] != w.src[at-1] {
			return sign
		}
		d.name = string(w.src[at:end])
		end++
	} else {
		for end < len(w.src) && end < at+maxTag && w.lex.goesOn(w.src, end) {
			end++
		}
		d.name = string(w.src[at:end])
	}
	if d.name == "" || is(d.name[0], decimal) {
		return sign
	}
	if len(w.waiting) < fact.MaxDepth {
		w.waiting = append(w.waiting, d)
		w.watch("\r\n", aLineEnd, true)
	}
	return end
}

// documents passes the documents that wait for the line at i and returns the end of the last one.
func (w *walk) documents(i int) int {
	from := i
	for k := range w.waiting {
		d := &w.waiting[k]
		end := w.documentEnd(d, i)
		if end < 0 {
			if end = len(w.src); d.doubtful && !w.forgiven {
				w.forgiven = true // once: each costs a look at the whole file
				end = i
			}
		}
		i = end
	}
	w.waiting = w.waiting[:0]
	w.watch("\r\n", aLineEnd, false)
	w.hidden(from, i)
	return i
}

// documentEnd returns the end of the document whose first line begins at i: behind its name, -1 where it has none.
func (w *walk) documentEnd(d *hereDocument, i int) int {
	for i < len(w.src) {
		at := i
		if d.indented {
			at = span(w.src, i, blank)
		}
		if fact.HasPrefix(w.src[at:], d.name) {
			end := at + len(d.name)
			if end == len(w.src) || is(w.src[end], eol) || d.followed && !w.lex.goesOn(w.src, end) {
				return end
			}
		}
		i = spanNot(w.src, at, eol)
		for i < len(w.src) && is(w.src[i], eol) {
			i++
		}
	}
	return -1
}
