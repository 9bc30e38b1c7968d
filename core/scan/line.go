package scan

import (
	"slices"
	"unicode/utf8"

	"github.com/stile-gate/stile/core/fact"
)

const escapeByte = 0x1B

// maxRaw bounds what CleanLine looks at: enough for a full line whose every character is coloured.
const maxRaw = 4 * fact.MaxLine

// CleanLine makes a line of a program's output quotable, the same on every run and machine: valid UTF-8 (one
// U+FFFD for each invalid byte), no escape sequences, control or invisible direction characters, tabs and line
// ends as spaces, no elapsed times of test runners, no space at the end, at most fact.MaxLine bytes.
func CleanLine(s string) string {
	if len(s) > maxRaw {
		s = s[:runeStart(s, maxRaw)]
	}
	l := lineCleaner{out: make([]byte, 0, min(len(s)+utf8.UTFMax, maxRaw))}
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		switch {
		case r == escapeByte:
			i = sequenceEnd(s, i)
		case r == 0x9B: // C1: the 8-bit form of ESC [
			i = controlEnd(s, i+n)
		default:
			l.add(r)
			i += n
		}
	}
	l.finish()
	if len(l.out) > fact.MaxLine {
		l.out = l.out[:runeStart(string(l.out[:fact.MaxLine+1]), fact.MaxLine)]
		l.finish()
	}
	for i, c := range l.out {
		if c == '\t' {
			l.out[i] = ' '
		}
	}
	return string(l.out)
}

// runeStart returns the start of the character that byte n of s belongs to.
func runeStart(s string, n int) int {
	for back := 0; back < utf8.UTFMax && n-back > 0; back++ {
		if utf8.RuneStart(s[n-back]) {
			return n - back
		}
	}
	return n
}

// sequenceEnd returns the end of the escape sequence at i (ECMA-48, 1991; xterm's OSC ends at BEL too). One
// that never ends loses its introducer only, so that it hides no text.
func sequenceEnd(s string, i int) int {
	i++
	if i == len(s) {
		return i
	}
	switch c := s[i]; {
	case c == '[':
		return controlEnd(s, i+1)
	case c == ']' || c == 'P' || c == 'X' || c == '^' || c == '_':
		for j := i + 1; j < len(s); j++ {
			switch {
			case s[j] == '\a':
				return j + 1
			case s[j] == escapeByte && j+1 < len(s) && s[j+1] == '\\':
				return j + 2
			case s[j] == escapeByte || s[j] == '\n':
				return i + 1
			}
		}
		return i + 1
	}
	for i < len(s) && s[i] >= 0x20 && s[i] <= 0x2F {
		i++
	}
	if i < len(s) && s[i] >= 0x30 && s[i] <= 0x7E {
		i++
	}
	return i
}

// controlEnd returns the end of the control sequence whose parameters begin at i.
func controlEnd(s string, i int) int {
	for i < len(s) && s[i] >= 0x20 && s[i] <= 0x3F {
		i++
	}
	if i < len(s) && s[i] >= 0x40 && s[i] <= 0x7E {
		i++
	}
	return i
}

// unseen are ranges of characters that show nothing or reorder what is shown: C1 controls, marks and overrides
// of direction, line separators, the byte order mark, tags (Unicode 16, 2024).
var unseen = [...][2]rune{
	{0x7F, 0x9F}, {0x61C, 0x61C}, {0x200B, 0x200B}, {0x200E, 0x200F}, {0x2028, 0x202E}, {0x2060, 0x2069},
	{0xFEFF, 0xFEFF}, {0xE0000, 0xE007F},
}

func isUnseen(r rune) bool {
	return r < ' ' || slices.ContainsFunc(unseen[:], func(u [2]rune) bool { return u[0] <= r && r <= u[1] })
}

// lineCleaner gathers the clean line and takes elapsed times off its end as soon as one is complete, which
// looks at each byte a bounded number of times.
type lineCleaner struct{ out []byte }

func (l *lineCleaner) add(r rune) {
	switch {
	case r == '\t':
		l.dropWord()
		l.dropField()
	case r == '\n' || r == '\r':
		l.dropWord()
		r = ' '
	case isUnseen(r):
		return
	case !isAlnum(r) && r != '.':
		l.dropWord()
	}
	l.out = utf8.AppendRune(l.out, r)
	if r == ')' || r == ']' {
		l.dropBracket(false)
	}
}

func (l *lineCleaner) finish() {
	for before := -1; before != len(l.out); {
		before = len(l.out)
		l.trim(before)
		l.dropWord()
		l.dropField()
		l.dropBracket(true)
	}
}

// trim cuts the line at n and the spaces before it.
func (l *lineCleaner) trim(n int) {
	for n > 0 && isBlank(l.out[n-1]) {
		n--
	}
	l.out = l.out[:n]
}

func isBlank(c byte) bool { return c == ' ' || c == '\t' }

func isAlnum(r rune) bool {
	return r < utf8.RuneSelf && (isDigit(byte(r)) || isLetter(byte(r)))
}

func isLetter(c byte) bool { return lower(c)-'a' <= 'z'-'a' }
