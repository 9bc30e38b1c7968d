package scan

import (
	"strings"
	"unicode/utf8"

	"github.com/stile-gate/stile/core/fact"
)

// string reads the string whose opening quote is at pos.
func (p *parser) string() (string, bool) {
	s := p.text
	start := p.pos + 1
	i, copied := start, start
	var out []byte // what stands before copied, where that holds an escape
	for {
		for i+8 <= len(s) && plain(s[i:i+8]) {
			i += 8
		}
		if i == len(s) {
			return "", p.fail(UnexpectedEnd, i)
		}
		switch c := s[i]; {
		case c == '"':
			p.pos = i + 1
			if out == nil {
				return s[start:i], true
			}
			return string(append(out, s[copied:i]...)), true
		case c == '\\':
			if out == nil {
				out = make([]byte, 0, max(0, stringEnd(s, p.pos)-start))
			}
			out = append(out, s[copied:i]...)
			r, end := p.escape(i)
			if end < 0 {
				return "", false
			}
			out = fact.AppendRune(out, r)
			i, copied = end, end
		case c < ' ':
			return "", p.fail(ControlCharacter, i)
		case c < utf8.RuneSelf:
			i++
		default:
			_, n := fact.Rune(s[i:])
			if n == 1 {
				return "", p.fail(BadUTF8, i)
			}
			i += n
		}
	}
}

const (
	ones  = 0x0101010101010101
	highs = 0x8080808080808080
)

// plain reports whether the eight bytes of s are ASCII that stands for itself in a string: eight at once,
// because nearly all bytes of nearly all documents are that.
func plain(s string) bool {
	_ = s[7]
	x := uint64(s[0]) | uint64(s[1])<<8 | uint64(s[2])<<16 | uint64(s[3])<<24 |
		uint64(s[4])<<32 | uint64(s[5])<<40 | uint64(s[6])<<48 | uint64(s[7])<<56
	quote, slash := x^ones*'"', x^ones*'\\'
	return (x|(x-ones*' ')&^x|(quote-ones)&^quote|(slash-ones)&^slash)&highs == 0
}

// simpleEscapes are the bytes that may stand behind a backslash, and simpleMeanings what they stand for.
const (
	simpleEscapes  = `"\/bfnrt`
	simpleMeanings = "\"\\/\b\f\n\r\t"
)

// escape reads the escape at i and returns where it ends, -1 after failing.
func (p *parser) escape(i int) (r rune, end int) {
	s := p.text
	if i+1 == len(s) {
		p.fail(UnexpectedEnd, i+1)
		return 0, -1
	}
	if at := strings.IndexByte(simpleEscapes, s[i+1]); at >= 0 {
		return rune(simpleMeanings[at]), i + 2
	}
	r, ok := p.unit(i)
	if !ok {
		return 0, -1
	}
	end = i + 6
	if r&^0x7FF == 0xD800 {
		low := rune(-1)
		if r < 0xDC00 && end+1 < len(s) && s[end] == '\\' && s[end+1] == 'u' {
			if low, ok = p.unit(end); !ok {
				return 0, -1
			}
		}
		if low&^0x3FF != 0xDC00 {
			p.fail(LoneSurrogate, i)
			return 0, -1
		}
		r = 0x10000 + (r-0xD800)<<10 + (low - 0xDC00)
		end += 6
	}
	return r, end
}

// unit reads the \uXXXX at i.
func (p *parser) unit(i int) (rune, bool) {
	s := p.text
	if s[i+1] != 'u' {
		return 0, p.fail(BadEscape, i)
	}
	var r rune
	for j := i + 2; j < i+6; j++ {
		if j == len(s) {
			return 0, p.fail(UnexpectedEnd, j)
		}
		d := hexValue(s[j])
		if d < 0 {
			return 0, p.fail(BadEscape, i)
		}
		r = r<<4 | d
	}
	return r, true
}

// hexValue is the value of a hexadecimal digit, -1 where c is none.
func hexValue(c byte) rune {
	switch {
	case is(c, decimal):
		return rune(c - '0')
	case c|0x20-'a' <= 5:
		return rune(c|0x20-'a') + 10
	}
	return -1
}
