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
	case chosen:
		if at == len(w.src) || is(w.src[at], alnum|space) {
			return i, ""
		}
		const pairs = "()[]{}<>"
		behind = string(w.src[at : at+1])
		if k := strings.IndexByte(pairs, w.src[at]); k >= 0 {
			behind = pairs[k+1 : k+2]
		}
		return at + 1, behind
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
	case bars:
		for end < len(w.src) && end < at+maxTag && (is(w.src[end], small) || w.src[end] == '_') {
			end++
		}
		next, before, behind = '|', "|", "}"
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
const beforeRegexp = " return typeof case in of delete void throw else do await yield from import when if unless while until and or not "

// regexp returns the end of the regular expression at i, i where there is none. A slash begins one only where a value
// has to follow, and only when another one ends it in the same line. Behind > and < it belongs to a tag.
func (w *walk) regexp(i int) int {
	before := w.before(i)
	if i < w.noRegexp || !w.wantsValue(before) {
		return i
	}
	if before >= 0 && strings.IndexByte(")}", w.src[before]) >= 0 && (i+1 == len(w.src) || is(w.src[i+1], space) || w.src[i+1] == '{' || w.src[i+1] == '>') {
		return i // a quotient; text between the braces of JSX
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

// controls reports whether the parenthesis that ends at i is that of if (…) and the like. It is looked for nearby.
func (w *walk) controls(i int) bool {
	const near = 64
	depth := 0
	for k := i; k > w.edge && k > i-near; k-- {
		switch w.src[k] {
		case ')':
			depth++
		case '(':
			if depth--; depth > 0 {
				continue
			}
			for k > 0 && is(w.src[k-1], blank) {
				k--
			}
			from := k
			for from > 0 && k-from < len("while") && is(w.src[from-1], small) {
				from--
			}
			return !w.lex.wentOn(w.src, from) && fact.HasWord("if while for with", string(w.src[from:k]))
		}
	}
	return false
}

// wantsValue reports whether a value has to follow the byte of code at i.
func (w *walk) wantsValue(i int) bool {
	if i < 0 {
		return true
	}
	c := w.src[i]
	switch c {
	case '>':
		return i > 0 && w.src[i-1] == '='
	case ')':
		return w.controls(i)
	}
	if !is(c, small) {
		return strings.IndexByte("(,=:[!&|?{};*%~^", c) >= 0
	}
	from := i
	for from > 0 && from > i-len("typeof") && is(w.src[from-1], small) {
		from--
	}
	return from < i && !w.lex.wentOn(w.src, from) && (from == 0 || w.src[from-1] != '.') &&
		fact.Index(beforeRegexp, " "+string(w.src[from:i+1])+" ") >= 0
}
