package fact

import "unicode/utf8"

// text is what characters are read from. Both forms compile to the same instructions, which a module holds once;
// those of package unicode/utf8 differ.
type text interface{ string | []byte }

// Rune reads the first character of s and how many bytes it has: utf8.RuneError and 1 where they are not UTF-8, 0
// bytes where s is empty.
func Rune[T text](s T) (r rune, n int) {
	if len(s) == 0 {
		return utf8.RuneError, 0
	}
	c := s[0]
	if c < utf8.RuneSelf {
		return rune(c), 1
	}
	// The lead byte says how many bytes there are; least is the first character that needs as many.
	least := rune(0)
	switch {
	case c>>5 == 0b110:
		n, r, least = 2, rune(c&0x1F), 0x80
	case c>>4 == 0b1110:
		n, r, least = 3, rune(c&0x0F), 0x800
	case c>>3 == 0b11110:
		n, r, least = 4, rune(c&0x07), 0x10000
	}
	if n == 0 || n > len(s) {
		return utf8.RuneError, 1
	}
	for i := 1; i < n; i++ {
		if c = s[i]; c>>6 != 0b10 {
			return utf8.RuneError, 1
		}
		r = r<<6 | rune(c&0x3F)
	}
	if r < least || r > utf8.MaxRune || r>>11 == 0x1B {
		return utf8.RuneError, 1
	}
	return r, n
}

// IsUTF8 reports whether all of s is.
func IsUTF8(s string) bool {
	for s != "" {
		r, n := Rune(s)
		if r == utf8.RuneError && n == 1 {
			return false
		}
		s = s[n:]
	}
	return true
}

// spaces are the characters with the property White_Space (Unicode 16, 2024).
var spaces = [...][2]rune{
	{'\t', '\r'}, {' ', ' '}, {0x85, 0x85}, {0xA0, 0xA0}, {0x1680, 0x1680}, {0x2000, 0x200A}, {0x2028, 0x2029},
	{0x202F, 0x202F}, {0x205F, 0x205F}, {0x3000, 0x3000},
}

// IsSpace reports whether r is white space.
func IsSpace(r rune) bool { return Within(r, spaces[:]) }

// Within reports whether r is in one of the ranges.
func Within(r rune, ranges [][2]rune) bool {
	for i := range ranges {
		if ranges[i][0] <= r && r <= ranges[i][1] {
			return true
		}
	}
	return false
}

// TrimSpace is strings.TrimSpace, for a fifth of its bytes in a module.
func TrimSpace(s string) string {
	for {
		r, n := Rune(s)
		if !Within(r, spaces[:]) {
			break
		}
		s = s[n:]
	}
	for {
		start := len(s) - 1
		for start > 0 && start > len(s)-utf8.UTFMax && !utf8.RuneStart(s[start]) {
			start--
		}
		if start < 0 {
			return s
		}
		if r, n := Rune(s[start:]); start+n < len(s) || !Within(r, spaces[:]) {
			return s
		}
		s = s[:start]
	}
}

// Trim is strings.Trim for a set of ASCII bytes.
func Trim(s, set string) string { return TrimLeft(TrimRight(s, set), set) }

// TrimLeft is strings.TrimLeft for a set of ASCII bytes.
func TrimLeft(s, set string) string {
	for s != "" && has(set, s[0]) {
		s = s[1:]
	}
	return s
}

// TrimRight is strings.TrimRight for a set of ASCII bytes.
func TrimRight[T text](s T, set string) T {
	for len(s) > 0 && has(set, s[len(s)-1]) {
		s = s[:len(s)-1]
	}
	return s
}

func has(set string, c byte) bool {
	for i := range len(set) {
		if set[i] == c {
			return true
		}
	}
	return false
}

// IndexAny is strings.IndexAny for a set of ASCII bytes.
func IndexAny(s, set string) int {
	for i := range len(s) {
		if has(set, s[i]) {
			return i
		}
	}
	return -1
}

// Index is strings.Index for a short sub that is not empty: it takes as many steps as both are long multiplied.
func Index[T text](s T, sub string) int {
	for i := 0; i+len(sub) <= len(s); i++ {
		if s[i] == sub[0] && HasPrefix(s[i:], sub) {
			return i
		}
	}
	return -1
}

// Cut is strings.Cut for a sep as Index takes it.
func Cut(s, sep string) (before, after string, found bool) {
	if i := Index(s, sep); i >= 0 {
		return s[:i], s[i+len(sep):], true
	}
	return s, "", false
}

// HasPrefix reports whether s begins with prefix.
func HasPrefix[T text](s T, prefix string) bool {
	if len(s) < len(prefix) {
		return false
	}
	for i := range len(prefix) {
		if s[i] != prefix[i] {
			return false
		}
	}
	return true
}

// AppendRune is utf8.AppendRune.
func AppendRune(b []byte, r rune) []byte {
	if r < 0 || r > utf8.MaxRune || r>>11 == 0x1B {
		r = utf8.RuneError
	}
	if r < utf8.RuneSelf {
		return append(b, byte(r))
	}
	n := 2
	for limit := rune(0x800); r >= limit; limit <<= 5 {
		n++
	}
	var w [utf8.UTFMax]byte
	for i := n - 1; i > 0; i-- {
		w[i] = 0x80 | byte(r&0x3F)
		r >>= 6
	}
	w[0] = byte(0xF00>>n&0xFF | int(r))
	return append(b, w[:n]...)
}
