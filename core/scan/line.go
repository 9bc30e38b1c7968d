package scan

import (
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
		r, next := shown(s, i)
		if r == utf8.RuneError {
			l.add(r, "\uFFFD")
		} else if r >= 0 {
			l.add(r, s[i:next])
		}
		i = next
	}
	l.finish()
	if len(l.out) > fact.MaxLine {
		l.out = l.out[:runeStart(l.out, fact.MaxLine)]
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
	clean := 0
	for clean < len(b) && (b[clean] >= ' ' && b[clean] < 0x7F || b[clean] == '\n' || b[clean] == '\t') {
		clean++
	}
	if clean == len(b) {
		return b
	}
	s := string(b)
	out := make([]byte, 0, len(s))
	for i := 0; i < len(s); {
		r, next := shown(s, i)
		switch {
		case r == '\r':
			if next == len(s) || s[next] != '\n' {
				out = append(out, ' ')
			}
		case r == '\n' || r == '\t' || !isUnseen(r):
			out = append(out, s[i:next]...)
		}
		i = next
	}
	return out
}

// shown reads the character at i and where the next one stands; for an escape sequence it is -1.
func shown(s string, i int) (r rune, next int) {
	r, n := fact.Rune(s[i:])
	switch r {
	case escapeByte:
		return -1, sequenceEnd(s, i)
	case 0x9B: // C1: the 8-bit form of ESC [
		return -1, controlEnd(s, i+n)
	}
	return r, i + n
}

// runeStart returns the start of the character that byte n of s belongs to.
func runeStart[T string | []byte](s T, n int) int {
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
	return finalEnd(s, i, 0x2F, 0x30)
}

// controlEnd returns the end of the control sequence whose parameters begin at i.
func controlEnd(s string, i int) int { return finalEnd(s, i, 0x3F, 0x40) }

// finalEnd passes over bytes from space up to last, and then over one from final on that ends a sequence.
func finalEnd(s string, i int, last, final byte) int {
	for i < len(s) && s[i] >= ' ' && s[i] <= last {
		i++
	}
	if i < len(s) && s[i] >= final && s[i] <= 0x7E {
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

func isUnseen(r rune) bool { return r < ' ' || fact.Within(r, unseen[:]) }

// lineCleaner gathers the clean line and takes elapsed times off its end as soon as one is complete, which
// looks at each byte a bounded number of times.
type lineCleaner struct{ out []byte }

// add takes in the character r, which is written text.
func (l *lineCleaner) add(r rune, text string) {
	switch {
	case r == '\t':
		l.dropWord()
		l.dropField()
	case r == '\n' || r == '\r':
		l.dropWord()
		text = " "
	case isUnseen(r):
		return
	case !isAlnum(r) && r != '.':
		l.dropWord()
	}
	l.out = append(l.out, text...)
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
	for n > 0 && is(l.out[n-1], blank) {
		n--
	}
	l.out = l.out[:n]
}

func isAlnum(r rune) bool { return r < utf8.RuneSelf && is(byte(r), alnum) }
