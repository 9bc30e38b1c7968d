package scan

import (
	"strings"

	"github.com/stile-gate/stile/core/fact"
)

// marks are what joins the parts of a name, or stands before it: a.b, A::b, A#b, a->b, @a, $a, &a, %a, .a, --a.
const marks = ".:#->@$&%?!"

// isName reports whether s is a name: identifier characters and marks, nothing else.
func (l *lexer) isName(s []byte) bool {
	for i := range s {
		if c := s[i]; c < 0x80 && !l.isPart(c) && strings.IndexByte(l.tail, c) < 0 && strings.IndexByte(marks, c) < 0 {
			return false
		}
	}
	return true
}

// isPart reports whether the ASCII byte c can stand anywhere in an identifier.
func (l *lexer) isPart(c byte) bool { return is(c, word) || strings.IndexByte(l.part, c) >= 0 }

// goesOn reports whether an identifier goes on at i.
func (l *lexer) goesOn(s []byte, i int) bool {
	switch {
	case i == len(s):
		return false
	case s[i] < 0x80:
		return l.isPart(s[i]) || strings.IndexByte(l.tail, s[i]) >= 0 && (i+1 == len(s) || s[i+1] != '=')
	}
	r, n := fact.Rune(s[i:])
	return isLetter(r, n, s[i])
}

// wentOn reports whether an identifier character stands before i.
func (l *lexer) wentOn(s []byte, i int) bool {
	if i == 0 {
		return false
	}
	c := s[i-1]
	if c < 0x80 {
		return l.isPart(c)
	}
	start := i - 1
	for start > 0 && start > i-4 && s[start]>>6 == 0b10 {
		start--
	}
	r, n := fact.Rune(s[start:])
	if start+n != i {
		n = 1
	}
	return isLetter(r, n, c)
}

// isLetter reports whether the character r, n bytes long, is one that identifiers are made of. A byte c that is no
// UTF-8 is taken for what it is in Latin-1.
func isLetter(r rune, n int, c byte) bool {
	if n == 1 {
		r = rune(c)
	}
	return !fact.Within(r, notLetters[:])
}

// notLetters are the characters beyond ASCII that are in no identifier: spaces, punctuation, symbols (Unicode 16, 2024).
var notLetters = [...][2]rune{
	{0x80, 0xA9}, {0xAB, 0xB4}, {0xB6, 0xB9}, {0xBB, 0xBF}, {0xD7, 0xD7}, {0xF7, 0xF7}, {0x1680, 0x1680},
	{0x2000, 0x203E}, {0x2041, 0x2053}, {0x2055, 0x206F}, {0x20A0, 0x20CF}, {0x2190, 0x2BFF}, {0x2E00, 0x2E7F},
	{0x3000, 0x3004}, {0x3008, 0x3020}, {0x3030, 0x3030}, {0xFE10, 0xFE1F}, {0xFE30, 0xFE32}, {0xFE45, 0xFE4C},
	{0xFE50, 0xFE6F}, {0xFEFF, 0xFEFF}, {0xFF01, 0xFF0F}, {0xFF1A, 0xFF20}, {0xFF3B, 0xFF3E}, {0xFF5B, 0xFF65},
	{0xFFF0, 0xFFFF}, {0x1F000, 0x1FAFF},
}
