package scan

import "github.com/stile-gate/stile/core/fact"

const (
	redacted = "[REDACTED]"
	mark     = "[REDACTED" // how it is known again, with punctuation cut off its end
)

// Redact replaces secrets in a program's output by [REDACTED]: tokens of known forms, private keys in PEM,
// passwords in URLs, bearer tokens and basic credentials, and values given to names and options that say what they
// are. It returns b itself where there are none, and how many it replaced. Valid UTF-8 stays valid; a second call
// replaces nothing. Time is linear in b. It lowers what leaks through quoted lines and is no proof that nothing does.
func Redact(b []byte) ([]byte, int64) {
	r := redactor{in: b}
	for r.at = 0; r.at < len(b); {
		start, end := 0, 0
		switch c := b[r.at]; {
		case !is(c, suspect):
			r.at++
			continue
		case c == '=' || c == ':':
			if start, end = r.userinfo(); end == 0 {
				start, end = r.assignment()
			}
		case c == '-':
			if start, end = r.privateKey(); end == 0 {
				start, end = r.option()
			}
		default:
			start, end = r.token()
		}
		if end == 0 {
			r.at++
			continue
		}
		r.flush(start)
		r.out = append(r.out, redacted...)
		r.copied, r.at = end, end
		r.count++
	}
	if r.count == 0 {
		return b, 0
	}
	r.flush(len(b))
	return r.out, r.count
}

// redactor looks at the output behind it and the input before it: so what a second call would see on the left
// is what the first one saw.
type redactor struct {
	in, out []byte
	at      int // where it looks
	copied  int // in up to here is in out, or replaced there
	count   int64
	dead    [len(tokens)]int // tokens row: no match begins before this offset
	held    int              // values up to here hold a secret that has been replaced
	pemEnd  int              // offset of the next end line of a PEM block, if it is not behind at
}

func (r *redactor) flush(to int) {
	if r.out == nil {
		r.out = make([]byte, 0, len(r.in)+len(redacted))
	}
	r.out = append(r.out, r.in[r.copied:to]...)
	r.copied = to
}

// before returns up to n bytes of what stands before at.
func (r *redactor) before(n int) []byte {
	if r.at-r.copied < n && r.copied > 0 {
		r.flush(r.at)
		return r.out[max(0, len(r.out)-n):]
	}
	return r.in[max(r.copied, r.at-n):r.at]
}

// boundary reports whether a word may begin at at: not within another one, but behind a colour sequence or an
// escaped line end.
func (r *redactor) boundary() bool {
	b := r.before(16)
	n := len(b)
	if n == 0 || !is(b[n-1], alnum) {
		return true
	}
	if n > 1 && b[n-2] == '\\' && (b[n-1] == 'n' || b[n-1] == 't' || b[n-1] == 'r') {
		return true
	}
	return len(trimColour(b)) < n
}

// trimColour cuts a colour sequence off the end of b.
func trimColour(b []byte) []byte {
	i := len(b) - 1
	if i < 2 || b[i] != 'm' {
		return b
	}
	for i--; i > 1 && (is(b[i], decimal) || b[i] == ';'); i-- {
	}
	if b[i] == '[' && b[i-1] == escapeByte {
		return b[:i-1]
	}
	return b
}

// userinfo finds the password of a URL whose "://" stands at at.
func (r *redactor) userinfo() (start, end int) {
	rest := r.in[r.at:]
	if !fact.HasPrefix(rest, "://") {
		return 0, 0
	}
	if b := r.before(1); len(b) == 0 || !is(b[0], alnum) {
		return 0, 0
	}
	for i := len("://"); i < len(rest); i++ {
		switch c := rest[i]; {
		case c <= ' ' || is(c, slash|quote) || c == '?' || c == '#' || c == '<':
			return 0, 0
		case c == ':' && start == 0:
			start = i + 1
		case c == '@':
			if start == 0 || start == i || isPlaceholder(rest[start:i]) {
				return 0, 0
			}
			return r.at + start, r.at + i
		}
	}
	return 0, 0
}

const (
	pemBegin = "-----BEGIN "
	pemEnd   = "-----END "
	pemDash  = "-----"
)

// maxPEM is more than the longest private key in PEM, with its headers.
const maxPEM = 32 << 10

// privateKey finds a private key in PEM (RFC 7468): the whole block, or what stands there of one that was cut.
func (r *redactor) privateKey() (start, end int) {
	body := pemLabel(r.in, r.at, pemBegin)
	if body == 0 {
		return 0, 0
	}
	if r.pemEnd < body {
		r.pemEnd = len(r.in)
		if i := fact.Index(r.in[body:], pemEnd); i >= 0 {
			r.pemEnd = body + i
		}
	}
	if end = pemLabel(r.in, r.pemEnd, pemEnd); end > 0 && end-body <= maxPEM {
		return r.at, end
	}
	end = cutBody(r.in, body)
	if end == body {
		return 0, 0
	}
	return r.at, end
}

// pemLabel returns the end of the line `-----BEGIN … PRIVATE KEY-----` (or END) at i, 0 when it is not one.
func pemLabel(b []byte, i int, word string) int {
	if !fact.HasPrefix(b[i:], word) {
		return 0
	}
	i += len(word)
	label := b[i:min(len(b), i+40)]
	n := fact.Index(label, pemDash)
	if n < 0 {
		return 0
	}
	for _, end := range [...]string{"PRIVATE KEY", "PRIVATE KEY BLOCK"} {
		if n >= len(end) && fact.HasPrefix(label[n-len(end):], end) {
			return i + n + len(pemDash)
		}
	}
	return 0
}

// cutBody returns the end of the lines at i that look like the body of a PEM block; their ends may be escaped.
func cutBody(b []byte, i int) int {
	end := i
	for {
		i = span(b, i, space)
		for i+1 < len(b) && b[i] == '\\' && (b[i+1] == 'n' || b[i+1] == 'r') {
			i += 2
		}
		start := i
		i = span(b, i, alnum|sign|slash)
		if i-start < 40 && (i == start || b[i-1] != '=') || !endsLine(b, i) {
			return end
		}
		end = i
	}
}

func endsLine(b []byte, i int) bool {
	return i == len(b) || b[i] < ' ' || b[i] == '\\' || is(b[i], quote)
}
