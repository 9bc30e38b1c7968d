package scan

import "github.com/stile-gate/stile/core/fact"

// embed goes over to the forms of what f opens, behind the tag that begins at i.
func (w *walk) embed(f *form, i, from int) int {
	end := from
	if f.close != "" {
		for end < len(w.src) && w.src[end] != '<' && w.src[end] != '>' {
			end++
		}
		if end == len(w.src) || w.src[end] == '<' || w.src[end-1] == '/' || w.lex.goesOn(w.src, from) {
			return i
		}
	}
	w.visible(i, end)
	if w.use(f.into); f.into == nil {
		w.use(w.lex.forms)
	}
	return end
}

// formats reports whether letters that say that a string has holes stand before its quote at i.
func (w *walk) formats(i int) bool {
	n, ok := 0, false
	for ; n < 3 && i-n > w.start && fact.IndexAny(string(w.src[i-n-1:i-n]), "rRfFtT") >= 0; n++ {
		ok = ok || lower(w.src[i-n-1]) != 'r'
	}
	return ok && n < 3 && !w.lex.wentOn(w.src, i-n)
}

// skipped returns the end of what f, which opens at i, takes out; i where it takes out nothing.
func (w *walk) skipped(f *form, i, from int) int {
	switch {
	case f.how&dead != 0:
		return w.disabled(i, from)
	case f.open[0] == '(':
		if from == len(w.src) || w.lex.goesOn(w.src, from) {
			return i
		}
		from = i
	}
	return w.datum(from)
}

// directive returns the word of the preprocessor that begins at i, and its end.
func (w *walk) directive(i int) (string, int) {
	i = span(w.src, i, blank)
	end := span(w.src, i, letter)
	return string(w.src[i:end]), end
}

// disabled returns where the lines end that #if 0 at i takes out: at the #else or #endif of it.
func (w *walk) disabled(i, from int) int {
	name, at := w.directive(from)
	if name != "if" {
		return i
	}
	for at < len(w.src) && (is(w.src[at], blank) || w.src[at] == '(') {
		at++
	}
	end := span(w.src, at, word)
	if value := w.src[at:end]; string(value) != "0" && (len(value) != len("false") || !hasFolded(value, "false")) {
		return i
	}
	for end < len(w.src) && (is(w.src[end], blank) || w.src[end] == ')') {
		end++
	}
	if end < len(w.src) && !is(w.src[end], eol|slash) {
		return i
	}
	for depth := 0; ; {
		end = spanNot(w.src, end, eol)
		end = span(w.src, end, space)
		if end == len(w.src) {
			return end
		}
		if w.src[end] != '#' {
			continue
		}
		switch name, _ := w.directive(end + 1); {
		case fact.HasPrefix(name, "if"):
			depth++
		case depth == 0 && fact.HasWord("endif else elif elseif", name):
			return end
		case name == "endif":
			depth--
		}
	}
}

// datum returns the end of the one that begins at i, or behind the white space there: an atom, a string, a list.
func (w *walk) datum(i int) int {
	depth, left, begun := 0, 1, false
	for ; i < len(w.src); i++ {
		ends := false
		switch c := w.src[i]; {
		case is(c, space) || c == ';' || c == ',':
			if begun && depth == 0 {
				i--
				ends = true
			} else if c == ';' {
				i = spanNot(w.src, i, eol)
			}
		case depth == 0 && fact.HasPrefix(w.src[i:], "#_"):
			left++
			i++
		case c == '"':
			for i++; i < len(w.src) && w.src[i] != '"'; i++ {
				if w.src[i] == '\\' {
					i++
				}
			}
			ends = depth == 0
		case c == '\\':
			i++
			begun = true
		case c == '(' || c == '[' || c == '{':
			depth++
		case c == ')' || c == ']' || c == '}':
			if depth == 0 {
				return i
			}
			depth--
			ends = depth == 0
		default:
			begun = true
		}
		if ends {
			begun = false
			if left--; left == 0 {
				return min(i+1, len(w.src))
			}
		}
	}
	return len(w.src)
}
