package scan

import "bytes"

// honest reports whether the value is something else than a secret: a placeholder, a path, code, prose. A gate
// that hides what a check said is as useless as one that repeats a password.
func (a *assigned) honest() bool {
	v := a.value
	if isPlaceholder(v) || isPath(v) {
		return true
	}
	letters := isLetters(v)
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

var placeholders = [...]string{"undefined", "required", "optional", "password", "nullable"}

// isPlaceholder reports whether v stands for a value: [REDACTED], ********, ${NAME}, $NAME, <name>, %NAME%, {{name}}.
func isPlaceholder(v []byte) bool {
	if bytes.HasPrefix(v, []byte(mark)) {
		return true
	}
	if len(bytes.TrimLeft(v, string(v[0]))) == 0 {
		return true
	}
	for _, p := range placeholders {
		if equalFold(v, p) {
			return true
		}
	}
	last := v[len(v)-1]
	switch v[0] {
	case '$':
		return v[1] == '{' || v[1] == '(' || isName(v[1:])
	case '<':
		return last == '>'
	case '%':
		return last == '%'
	case '{':
		return v[1] == '{'
	}
	return false
}

// isName reports whether v is the name of an environment variable.
func isName(v []byte) bool {
	for _, c := range v {
		if c != '_' && !isDigit(c) && c-'A' > 'Z'-'A' {
			return false
		}
	}
	return true
}

func isLetters(v []byte) bool {
	for _, c := range v {
		if !isLetter(c) {
			return false
		}
	}
	return true
}

// isPath reports whether v is a path: rooted, or relative with an extension. Base64 can begin with a slash too,
// but then capitals, small letters and digits are mixed.
func isPath(v []byte) bool {
	for _, root := range [...]string{"./", "../", "~/", "/"} {
		if bytes.HasPrefix(v, []byte(root)) {
			return len(root) > 1 || !isRandom(v)
		}
	}
	slash, dot := bytes.LastIndexByte(v, '/'), bytes.LastIndexByte(v, '.')
	return slash > 0 && dot > slash+1 && len(v)-dot <= 6 && !isRandom(v) && bodyEnd(v, 0, isPathByte) == len(v)
}

func isPathByte(c byte) bool { return isURLByte(c) || c == '.' || c == '/' }

// isUnlikeWords reports whether v holds a digit, or a capital behind its first letter.
func isUnlikeWords(v []byte) bool {
	for i, c := range v {
		if isDigit(c) || i > 0 && c-'A' <= 'Z'-'A' {
			return true
		}
	}
	return false
}

// isCredential reports whether v is a long random run, or a name, a colon and a password in base64 (RFC 7617).
func isCredential(v []byte) bool { return hasRandomRun(v) || isUserPass(v) }

func isUserPass(v []byte) bool {
	v = bytes.TrimRight(v, "=")
	if len(v) > maxHonest {
		return true
	}
	bits, n, colon := uint32(0), 0, false
	for _, c := range v {
		six := uint32(0)
		switch {
		case c-'A' <= 'Z'-'A':
			six = uint32(c - 'A')
		case c-'a' <= 'z'-'a':
			six = uint32(c-'a') + 26
		case isDigit(c):
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

func isRandom(v []byte) bool {
	upper, small := false, false
	for _, c := range v {
		upper = upper || c-'A' <= 'Z'-'A'
		small = small || c-'a' <= 'z'-'a'
	}
	return upper && small && countDigits(v) > 0
}

// isCode reports whether v is a dotted name, or a name with a bracket behind it, of letters alone: a call, an
// element, a type with parameters.
func isCode(v []byte) bool {
	dots := 0
	for i, c := range v {
		switch {
		case isLetter(c) || c == '_':
		case c == '.' && i > 0:
			dots++
		case c == '(' || c == '[' || c == '<':
			return i > 0 && countDigits(v) == 0
		default:
			return false
		}
	}
	return dots > 0
}
