package line

import (
	"strings"
	"unicode/utf8"

	"github.com/stile-gate/stile/core/fact"
)

const (
	maxWord = 96  // bytes of one word
	maxList = 100 // words of one list; the last one counts the rest
)

// word makes a value fit between spaces: letters, digits and . _ - / : @ + of ASCII stand, anything else is an
// underscore, a long one is cut. Empty is "-".
func word(s string) string {
	if s == "" {
		return "-"
	}
	b := make([]byte, 0, min(len(s), maxWord))
	for i := 0; i < len(s) && len(b) < maxWord; {
		c := s[i]
		if c >= utf8.RuneSelf {
			_, n := fact.Rune(s[i:])
			b = append(b, '_')
			i += n
			continue
		}
		if !stands(c) {
			c = '_'
		}
		b = append(b, c)
		i++
	}
	if len(b) == 1 && b[0] == '-' {
		return "_"
	}
	return string(b)
}

// marks stand in a word beside letters and digits.
const marks = "._-/:@+"

func stands(c byte) bool {
	switch {
	case c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', c >= '0' && c <= '9':
		return true
	}
	return strings.IndexByte(marks, c) >= 0
}

// list joins words by commas; "-" for none.
func list(items []string) string {
	if len(items) == 0 {
		return "-"
	}
	var b []byte
	for i, s := range items {
		if i > 0 {
			b = append(b, ',')
		}
		if i == maxList-1 && len(items) > maxList {
			return string(fact.AppendInt(append(b, '+'), int64(len(items)-i)))
		}
		if s == "" {
			s = "_"
		}
		b = append(b, word(s)...)
	}
	return string(b)
}

func unlist(s string) []string {
	if s == "-" || s == "" {
		return nil
	}
	return strings.Split(s, ",")
}

// empty is word's way back.
func empty(s string) string {
	if s == "-" {
		return ""
	}
	return s
}

// part appends a part of a line, behind a space where it is not the first.
func part(b []byte, key, value string) []byte {
	if len(b) > 0 {
		b = append(b, ' ')
	}
	if key != "" {
		b = append(append(b, key...), '=')
	}
	return append(b, value...)
}

// timed begins a line with its time, where it has one.
func timed(b []byte, time string) []byte {
	if isTime(time) {
		return append(b, time...)
	}
	return b
}

// TimeForm is how a line's time is written, in the words of Go's package time: RFC 3339, UTC, to the second.
const TimeForm = "2006-01-02T15:04:05Z"

// WithTime puts a time of TimeForm before a line that was left without one.
func WithTime(time, s string) string { return string(part(timed(nil, time), "", s)) }

// CutTime cuts the time off a line; "" where it begins with none.
func CutTime(s string) (time, rest string) {
	if t, after, ok := fact.Cut(s, " "); ok && isTime(t) {
		return t, after
	}
	return "", s
}

// isTime says whether s has the shape of TimeForm.
func isTime(s string) bool {
	const shape = "0000-00-00T00:00:00Z"
	if len(s) != len(shape) {
		return false
	}
	for i := range len(s) {
		if c := shape[i]; c == '0' && (s[i] < '0' || s[i] > '9') || c != '0' && s[i] != c {
			return false
		}
	}
	return true
}
