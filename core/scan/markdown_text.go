package scan

import (
	"unicode/utf8"

	"github.com/stile-gate/stile/core/fact"
)

// Odd returns where the first character of s stands that nobody sees for what it is (control characters, marks of
// direction, every space but the common one) or a byte that is not UTF-8; -1 when there is none.
func Odd(s string) int {
	for i := 0; i < len(s); {
		c := s[i]
		if c >= ' ' && c < 0x7F {
			i++
			continue
		}
		r, n := fact.Rune(s[i:])
		if r == utf8.RuneError && n == 1 || isUnseen(r) || fact.TrimSpace(s[i:i+n]) == "" {
			return i
		}
		i += n
	}
	return -1
}

// Visible writes every character that Odd finds as <U+00A0>, and a byte that is not UTF-8 as <byte E9>, so that a
// message shows what a file says.
func Visible(s string) string {
	t := &fact.Text{}
	for {
		i := Odd(s)
		if i < 0 {
			return t.Add(s).String()
		}
		r, n := fact.Rune(s[i:])
		t.Add(s[:i])
		if r == utf8.RuneError && n == 1 {
			t.Add("<byte ").Add(hex(rune(s[i]), 2)).Add(">")
		} else {
			t.Add("<U+").Add(hex(r, 4)).Add(">")
		}
		s = s[i+n:]
	}
}

func hex(r rune, digits int) string {
	for r>>(4*digits) > 0 {
		digits++
	}
	b := make([]byte, digits)
	for i := range b {
		b[i] = "0123456789ABCDEF"[r>>(4*(digits-1-i))&15]
	}
	return string(b)
}

// UTF16 counts the UTF-16 code units of s; a byte that is not UTF-8 counts as one.
func UTF16(s string) int64 {
	units := int64(0)
	for i := 0; i < len(s); {
		r, n := fact.Rune(s[i:])
		if units++; r > 0xFFFF {
			units++
		}
		i += n
	}
	return units
}
