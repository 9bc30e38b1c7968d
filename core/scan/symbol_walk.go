package scan

import (
	"strings"

	"github.com/stile-gate/stile/core/fact"
)

// A walk goes through a file once and tells its lookup what counts and what does not.
type walk struct {
	lookup
	start    int     // behind a byte order mark
	forms    []*form // of the language that is read
	forgiven bool    // a document that ended nowhere
	holes    []hole
	waiting  []hereDocument
	edge     int    // the end of the last comment
	last     int    // the last byte of code before it, -1 for none
	noRegexp int    // up to here none can end
	code     []byte // where not nil, the file: its comments are taken out
}

// A hole is code inside a string.
type hole struct {
	in    *form
	close string
	depth int // of brackets of its kind
}

func (w *walk) run() {
	src := w.src
	w.last = -1
	w.use(w.lex.forms)
	if len(w.forms) > 0 && w.forms[0] == &outsidePHP {
		w.use(page)
	}
	i := w.start
	for {
		if i = w.skip(i, len(src), aSymbol|aForm|aBracket|aLineEnd); i == len(src) || w.code == nil && w.done(i) {
			return
		}
		i = w.step(i, w.stops[src[i]])
	}
}

// use begins to look for other forms.
func (w *walk) use(forms []*form) {
	for _, on := range [...]bool{false, true} {
		for _, f := range w.forms {
			w.watch(f.open[:1], aForm, on)
			if c := f.open[0]; is(c, small) {
				w.watch(string(rune(c-'a'+'A')), aForm, on)
			}
		}
		w.forms = forms
	}
}

// step reads what begins at i and returns where code goes on.
func (w *walk) step(i int, stop byte) int {
	if stop&aForm != 0 {
		if next := w.open(i); next > i {
			return next
		}
	}
	if stop&aSymbol != 0 {
		w.match(i, false)
	}
	if stop&aBracket != 0 {
		return w.bracket(i)
	}
	if stop&aLineEnd != 0 && !(w.src[i] == '\r' && i+1 < len(w.src) && w.src[i+1] == '\n') {
		return w.documents(i + 1)
	}
	return i + 1
}

// open returns the end of the form that begins at i, i when there is none.
func (w *walk) open(i int) int {
	c := lower(w.src[i])
	for _, f := range w.forms {
		if lower(f.open[0]) == c && hasFolded(w.src[i:], f.open) && w.mayOpen(f, i) {
			if end := w.form(f, i); end > i {
				return end
			}
		}
	}
	return i
}

func (w *walk) mayOpen(f *form, i int) bool {
	behind := i + len(f.open)
	if behind < len(w.src) && strings.IndexByte(f.never, w.src[behind]) >= 0 || is(f.open[0], letter) && w.lex.wentOn(w.src, i) {
		return false
	}
	if f.how&hereDoc != 0 && i > 0 && w.src[i-1] == '<' {
		return false // the end of <<<
	}
	if f.how&atWord != 0 && i > w.start && !is(w.src[i-1], space) && strings.IndexByte(f.after, w.src[i-1]) < 0 {
		return false
	}
	if f.how&apart != 0 && i > w.start && is(w.src[i-1], alnum|beyond) && !w.wantsValue(i-1) ||
		f.how&formats != 0 && !w.formats(i) {
		return false
	}
	return f.how&atStart == 0 || w.beginsLine(i)
}

func (w *walk) beginsLine(i int) bool {
	for i > w.start && is(w.src[i-1], blank) {
		i--
	}
	return i == w.start || is(w.src[i-1], eol)
}

func (w *walk) form(f *form, i int) int {
	from, close, end := i+len(f.open), f.close, 0
	switch f.how & special {
	case 0:
	case pair:
		_, n := fact.Rune(w.src[from:])
		w.visible(i, from+n)
		return from + n
	case char:
		return w.literal(i, w.char(i))
	case slashed:
		return w.literal(i, w.regexp(i))
	case hereDoc:
		return w.document(f, from)
	case embeds:
		return w.embed(f, i, from)
	case dead, datum:
		if end = w.skipped(f, i, from); end == i {
			return i
		}
	default:
		if from, close = w.tag(f, i); close == "" {
			return i
		}
	}
	if f.how&comment != 0 {
		w.comment(i)
		w.last = w.before(i)
	}
	if end > 0 {
		w.hidden(i, end)
	} else {
		end = w.text(f, close, i, from)
	}
	if f.how&comment != 0 {
		w.edge = end
		w.takeOut(i, end)
	}
	return end
}

func (w *walk) literal(i, end int) int {
	w.hidden(i, end)
	return end
}

// text passes a form that began at begin and goes on at from, up to its end or the code inside it.
func (w *walk) text(f *form, close string, begin, from int) int {
	end, opened := w.body(f, close, from)
	if f.how&counts != 0 {
		w.visible(begin, end)
	} else {
		w.hidden(begin, end)
	}
	if opened {
		w.holes = append(w.holes, hole{in: f, close: close, depth: 1})
		w.watch("(){}", aBracket, true)
	}
	return end
}

// body returns the end of a form's text at i, and whether a hole opens there.
func (w *walk) body(f *form, close string, i int) (end int, opened bool) {
	src, depth := w.src, 0
	// What is not wanted is NUL, which is in no text that has a lexer.
	var first, nested, hole, lowest byte
	if close != "" {
		first = close[0]
	}
	if f.how&nests != 0 {
		nested = f.open[0]
	}
	if f.hole != "" && len(w.holes) < fact.MaxDepth {
		hole = f.hole[0]
	}
	if f.how&inLine != 0 {
		lowest = '\r'
	}
	for i < len(src) {
		c := src[i]
		switch {
		case c > lowest && c != first && c != nested && c != hole && c != f.escape:
		case c == first && fact.HasPrefix(src[i:], close) && (f.how&endsRow == 0 || w.beginsLine(i)):
			if end = i + len(close); end < len(src) && strings.IndexByte(f.unless, src[end]) >= 0 {
				i = end + 1
				continue
			}
			if depth > 0 {
				depth--
				i = end
				continue
			}
			if f.how&keeps != 0 {
				return i, false
			}
			for f.how&greedy != 0 && end < len(src) && src[end] == close[len(close)-1] {
				end++
			}
			return end, false
		case c == hole && fact.HasPrefix(src[i:], f.hole):
			if f.hole != "{" || !fact.HasPrefix(src[i:], "{{") {
				return i + len(f.hole), true
			}
			i++
		case c == f.escape:
			i = w.escaped(i + 1)
			continue
		case c <= lowest && is(c, eol):
			return i, false
		case c == nested && fact.HasPrefix(src[i:], f.open):
			depth++
			i += len(f.open)
			continue
		}
		i++
	}
	return len(src), false
}

// escaped returns the end of the character at i; CR LF is one.
func (w *walk) escaped(i int) int {
	if fact.HasPrefix(w.src[i:], "\r\n") {
		i++
	}
	return min(i+1, len(w.src))
}

// bracket counts a bracket of the innermost hole, and goes on with its string behind the last one.
func (w *walk) bracket(i int) int {
	h := &w.holes[len(w.holes)-1]
	open := h.in.hole[len(h.in.hole)-1]
	switch close := open + 1 + open>>6; w.src[i] { // ( and ) are neighbours, { and } are not
	case open:
		h.depth++
	case close:
		h.depth--
	}
	if h.depth > 0 {
		return i + 1
	}
	top := *h
	w.holes = w.holes[:len(w.holes)-1]
	w.watch("(){}", aBracket, len(w.holes) > 0)
	return w.text(top.in, top.close, i, i+1)
}

// watch says whether code stops at the bytes of set.
func (w *walk) watch(set string, stop byte, on bool) {
	for i := range len(set) {
		w.stops[set[i]] &^= stop
		if on {
			w.stops[set[i]] |= stop
		}
	}
}

// before returns the place of the last byte of code before i that is no white space, -1 for none.
func (w *walk) before(i int) int {
	for i > w.edge && is(w.src[i-1], space) {
		i--
	}
	if i > w.edge {
		return i - 1
	}
	return w.last
}
