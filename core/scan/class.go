package scan

// A class is a set of bytes. Whoever looks for one asks the table: a question is one load, where comparisons would
// be written out at every place that asks.
type class uint16

const (
	small class = 1 << iota
	capital
	decimal
	underscore
	hyphen
	dot
	slash
	sign    // + =
	tilde   // ~
	colon   // :
	blank   // space and tab
	eol     // LF and CR
	quote   // " ' `
	beyond  // not ASCII
	suspect // Redact: a secret, or the sign before an assigned one, can begin with it

	letter = small | capital
	alnum  = letter | decimal
	word   = alnum | underscore
	inURL  = word | hyphen
	space  = blank | eol
)

var classes = classTable()

func classTable() (t [256]class) {
	for c := range t {
		switch c := byte(c); {
		case c-'a' <= 'z'-'a':
			t[c] = small
		case c-'A' <= 'Z'-'A':
			t[c] = capital
		case c-'0' <= 9:
			t[c] = decimal
		case c >= 0x80:
			t[c] = beyond
		}
	}
	for _, mark := range [...]struct {
		set class
		of  string
	}{
		{underscore, "_"}, {hyphen, "-"}, {dot, "."}, {slash, "/"}, {sign, "+="}, {tilde, "~"}, {colon, ":"},
		{blank, " \t"}, {eol, "\n\r"}, {quote, "\"'`"}, {suspect, "=:-ABbegnsx"},
	} {
		for i := range len(mark.of) {
			t[mark.of[i]] |= mark.set
		}
	}
	return t
}

func is(c byte, set class) bool { return classes[c]&set != 0 }

// span returns the end of the bytes of the set that begin at i.
func span[T string | []byte](s T, i int, set class) int {
	for i < len(s) && is(s[i], set) {
		i++
	}
	return i
}

// holds reports whether some byte of s is of the set.
func holds[T string | []byte](s T, set class) bool {
	for i := range len(s) {
		if is(s[i], set) {
			return true
		}
	}
	return false
}

// only reports whether every byte of s is of the set.
func only[T string | []byte](s T, set class) bool { return span(s, 0, set) == len(s) }

func lower(c byte) byte {
	if is(c, capital) {
		return c + 'a' - 'A'
	}
	return c
}

// hasFolded reports whether s begins with prefix; small letters of prefix stand for capitals too.
func hasFolded[T string | []byte](s T, prefix string) bool {
	if len(s) < len(prefix) {
		return false
	}
	for i := range len(prefix) {
		if c := s[i]; c != prefix[i] && lower(c) != prefix[i] {
			return false
		}
	}
	return true
}
