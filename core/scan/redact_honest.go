package scan

import (
	"bytes"

	"github.com/stile-gate/stile/core/fact"
)

// honest reports whether the value is something else than a secret: a placeholder, a path, code, prose. A gate
// that hides what a check said is as useless as one that repeats a password.
func (a *assigned) honest() bool {
	v := a.value
	if isPlaceholder(v) || isPath(v) {
		return true
	}
	letters := only(v, letter)
	switch {
	case a.sign == ' ' && (letters || !a.quoted && (v[0] == '-' || !isUnlikeWords(v))):
		return true // the next option, or words about this one
	case a.quoted:
		return a.name.word && a.sign != '=' && bytes.IndexByte(v, ' ') >= 0
	case isCode(v):
		return true
	case a.name.word && letters && a.plain:
		return a.sign == ':' || a.spaced
	}
	return letters && a.sign == ':' && a.spaced && (a.more || a.preface)
}

var placeholders = []string{"undefined", "required", "optional", "password", "nullable"}

// isPlaceholder reports whether v stands for a value: [REDACTED], ********, ${NAME}, $NAME, <name>, %NAME%, {{name}}.
func isPlaceholder(v []byte) bool {
	if fact.HasPrefix(v, mark) || isRepeated(v) {
		return true
	}
	for _, p := range placeholders {
		if len(v) == len(p) && hasFolded(v, p) {
			return true
		}
	}
	last := v[len(v)-1]
	switch v[0] {
	case '$':
		return v[1] == '{' || v[1] == '(' || only(v[1:], capital|decimal|underscore)
	case '<':
		return last == '>'
	case '%':
		return last == '%'
	case '{':
		return v[1] == '{'
	}
	return false
}

// isRepeated reports whether v is one character again and again.
func isRepeated(v []byte) bool {
	for i := 0; i < len(v); {
		r, n := fact.Rune(v[i:])
		if r != rune(v[0]) {
			return false
		}
		i += n
	}
	return true
}

// isPath reports whether v is a path: rooted, or relative with an extension. Base64 can begin with a slash too,
// but then capitals, small letters and digits are mixed.
func isPath(v []byte) bool {
	for _, root := range [...]string{"./", "../", "~/", "/"} {
		if fact.HasPrefix(v, root) {
			return len(root) > 1 || !isRandom(v)
		}
	}
	base, point := bytes.LastIndexByte(v, '/'), bytes.LastIndexByte(v, '.')
	return base > 0 && point > base+1 && len(v)-point <= 6 && !isRandom(v) && only(v, inURL|dot|slash)
}

// isUnlikeWords reports whether v holds a digit, or a capital behind its first letter.
func isUnlikeWords(v []byte) bool { return holds(v, decimal) || len(v) > 0 && holds(v[1:], capital) }

// isCredential reports whether v is a long random run, or a name, a colon and a password in base64 (RFC 7617).
func isCredential(v []byte) bool { return hasRandomRun(v) || isUserPass(v) }

func isUserPass(v []byte) bool {
	v = fact.TrimRight(v, "=")
	if len(v) > maxHonest {
		return true
	}
	bits, n, colon := uint32(0), 0, false
	for _, c := range v {
		six := uint32(0)
		switch {
		case is(c, capital):
			six = uint32(c - 'A')
		case is(c, small):
			six = uint32(c-'a') + 26
		case is(c, decimal):
			six = uint32(c-'0') + 52
		case c == '+' || c == '-':
			six = 62
		case c == '/' || c == '_':
			six = 63
		default:
			return false
		}
		bits = bits<<6 | six
		if n += 6; n >= 8 {
			n -= 8
			switch b := byte(bits >> n); {
			case b < ' ' || b == 0x7F:
				return false
			case b == ':':
				colon = true
			}
		}
	}
	return colon
}

func isRandom(v []byte) bool { return holds(v, capital) && holds(v, small) && holds(v, decimal) }

// isCode reports whether v is a dotted name, or a name with a bracket behind it, of letters alone: a call, an
// element, a type with parameters.
func isCode(v []byte) bool {
	dots := 0
	for i, c := range v {
		switch {
		case is(c, letter|underscore):
		case c == '.' && i > 0:
			dots++
		case c == '(' || c == '[' || c == '<':
			return i > 0 && !holds(v, decimal)
		default:
			return false
		}
	}
	return dots > 0
}
