package scan

import (
	"strings"

	"github.com/stile-gate/stile/core/fact"
)

// maxTag bounds the tag that a string's end repeats; C++ allows 16 characters, PostgreSQL 63, Rust 255.
const maxTag = 255

// tag returns where the text of the tagged form at i begins and what closes it, "" when it is none.
func (w *walk) tag(f *form, i int) (from int, close string) {
	at := i + len(f.open)
	end := at
	next, before, behind := byte(0), "", "" // what follows the tag, what stands around it where the text ends
	switch f.how & special {
	case hashes:
		at-- // the first # is the last byte of open
		end = w.repeats(at, '#')
		next, before = '"', `"`
	case equals:
		end = w.repeats(at, '=')
		next, before, behind = '[', "]", "]"
	case quotes:
		at = i
		end = w.repeats(at, '"')
	case paren:
		for end < len(w.src) && end < at+maxTag && !is(w.src[end], space|quote) && w.src[end] != '(' {
			end++
		}
		next, before, behind = '(', ")", `"`
	default:
		for end < len(w.src) && end < at+maxTag && w.lex.goesOn(w.src, end) {
			end++
		}
		next, before, behind = '$', "$", "$"
		if end > at && is(w.src[at], decimal) || w.lex.wentOn(w.src, i) {
			return i, ""
		}
	}
	from = end
	if next != 0 {
		if from++; end == len(w.src) || w.src[end] != next {
			return i, ""
		}
	}
	return from, new(fact.Text).Add(before).Add(string(w.src[at:end])).Add(behind).String()
}

// repeats returns the end of a run of c.
func (w *walk) repeats(i int, c byte) int {
	for n := 0; n < maxTag && i < len(w.src) && w.src[i] == c; n++ {
		i++
	}
	return i
}

// char returns the end of the character literal at i, i where there is none: lifetimes, digit separators, primes and
// apostrophes in text have more than one character, or no end.
func (w *walk) char(i int) int {
	const longest = 12 // \U0010FFFF and \u{10FFFF}
	at := i + 1
	if at < len(w.src) && w.src[at] == '\\' {
		at += 2
		for n := 0; n < longest && at < len(w.src) && (is(w.src[at], alnum) || w.src[at] == '{' || w.src[at] == '}'); n++ {
			at++
		}
	} else if at < len(w.src) && w.src[at] != '\'' && !is(w.src[at], eol) {
		_, n := fact.Rune(w.src[at:])
		at += n
	}
	if at > i+1 && at < len(w.src) && w.src[at] == '\'' {
		return at + 1
	}
	return i
}

// beforeRegexp are the words behind which a value follows, in JavaScript and Ruby.
const beforeRegexp = " return typeof case in of delete void throw else do await yield when if unless while until and or not "

// regexp returns the end of the regular expression at i, i where there is none. A slash begins one only where a value
// has to follow, and only when another one ends it in the same line. Behind > and < it belongs to a tag.
func (w *walk) regexp(i int) int {
	if i < w.noRegexp || !w.wantsValue(w.before(i)) {
		return i
	}
	set := false
	at := i + 1
	for ; at < len(w.src) && !is(w.src[at], eol); at++ {
		switch c := w.src[at]; {
		case c == '\\' && at+1 < len(w.src) && !is(w.src[at+1], eol):
			at++
		case c == '[':
			set = true
		case c == ']':
			set = false
		case c == '/' && !set:
			return at + 1
		}
	}
	w.noRegexp = at
	return i
}

// wantsValue reports whether a value has to follow the byte of code at i.
func (w *walk) wantsValue(i int) bool {
	if i < 0 {
		return true
	}
	c := w.src[i]
	if c == '>' {
		return i > 0 && w.src[i-1] == '='
	}
	if !is(c, small) {
		return strings.IndexByte("(,=:[!&|?{;*%~^", c) >= 0
	}
	from := i
	for from > 0 && from > i-len("typeof") && is(w.src[from-1], small) {
		from--
	}
	return !w.lex.wentOn(w.src, from) && (from == 0 || w.src[from-1] != '.') &&
		fact.Index(beforeRegexp, " "+string(w.src[from:i+1])+" ") >= 0
}
