package scan

import (
	"strings"
	"unicode/utf8"
)

// string reads the string whose opening quote is at pos.
func (p *parser) string() (string, bool) {
	s := p.text
	start := p.pos + 1
	i, copied := start, start
	var b strings.Builder
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
			if copied == start {
				return s[start:i], true
			}
			b.WriteString(s[copied:i])
			return b.String(), true
		case c == '\\':
			if copied == start {
				b.Grow(max(0, stringEnd(p.src, p.pos)-start))
			}
			b.WriteString(s[copied:i])
			if i = p.escape(&b, i); i < 0 {
				return "", false
			}
			copied = i
		case c < ' ':
			return "", p.fail(ControlCharacter, i)
		case c < utf8.RuneSelf:
			i++
		default:
			r, n := utf8.DecodeRuneInString(s[i:])
			if r == utf8.RuneError && n == 1 {
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

// simpleEscapes holds what the byte behind a backslash stands for, 0 where it is no such escape.
var simpleEscapes = [256]byte{
	'"': '"', '\\': '\\', '/': '/', 'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t',
}

// escape writes what the escape at i stands for and returns where it ends, -1 after failing.
func (p *parser) escape(b *strings.Builder, i int) int {
	s := p.text
	if i+1 == len(s) {
		p.fail(UnexpectedEnd, i+1)
		return -1
	}
	if c := simpleEscapes[s[i+1]]; c != 0 {
		b.WriteByte(c)
		return i + 2
	}
	r, ok := p.unit(i)
	if !ok {
		return -1
	}
	end := i + 6
	if r&^0x7FF == 0xD800 {
		low := rune(-1)
		if r < 0xDC00 && end+1 < len(s) && s[end] == '\\' && s[end+1] == 'u' {
			if low, ok = p.unit(end); !ok {
				return -1
			}
		}
		if low&^0x3FF != 0xDC00 {
			p.fail(LoneSurrogate, i)
			return -1
		}
		r = 0x10000 + (r-0xD800)<<10 + (low - 0xDC00)
		end += 6
	}
	b.WriteRune(r)
	return end
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

func hexValue(c byte) rune {
	switch {
	case c-'0' <= 9:
		return rune(c - '0')
	case c|0x20-'a' <= 5:
		return rune(c|0x20-'a') + 10
	}
	return -1
}
