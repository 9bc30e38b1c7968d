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

// CleanText takes out of valid UTF-8 what CleanLine takes out of a line but for elapsed times: escape sequences,
// control and invisible direction characters; tabs and line ends stay. What only looks apart because of them is
// one word for whoever reads it, and has to be for Redact. It returns b itself where there are none.
func CleanText(b []byte) []byte {
	if !slices.ContainsFunc(b, func(c byte) bool { return c < ' ' && c != '\n' && c != '\t' || c >= 0x7F }) {
		return b
	}
	s := string(b)
	out := make([]byte, 0, len(s))
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		switch {
		case r == escapeByte:
			i = sequenceEnd(s, i)
			continue
		case r == 0x9B:
			i = controlEnd(s, i+n)
			continue
		case r == '\r' && i+1 < len(s) && s[i+1] == '\n':
		case r == '\r':
			out = append(out, ' ')
		case r == '\n' || r == '\t' || !isUnseen(r):
			out = append(out, s[i:i+n]...)
		}
		i += n
	}
	return out
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

// unseen are ranges of characters that show nothing or reorder what is shown: C1 controls, soft hyphens, joiners,
// marks and overrides of direction, line separators, variation selectors, the byte order mark, tags (Unicode 16,
// 2024). What anybody behind Redact drops has to be among them.
var unseen = [...][2]rune{
	{0x7F, 0x9F}, {0xAD, 0xAD}, {0x34F, 0x34F}, {0x61C, 0x61C}, {0x180B, 0x180F}, {0x200B, 0x200F}, {0x2028, 0x202E},
	{0x2060, 0x206F}, {0xFE00, 0xFE0F}, {0xFEFF, 0xFEFF}, {0xE0000, 0xE01EF},
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
