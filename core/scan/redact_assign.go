package scan

import (
	"unicode/utf8"

	"github.com/stile-gate/stile/core/fact"
)

// A secretName is how a name ends whose value is secret; letters are compared in any case, '-' as '_'. Names
// with word are also words of prose and of programs that parse, so their values must look less like either.
// Names that mean something else far more often have an only, which says of which values they are the name.
type secretName struct {
	end  string
	word bool
	only func(a *assigned) bool
}

var secretNames = [...]secretName{
	{end: "password"}, {end: "passwd"}, {end: "passphrase"},
	{end: "secret", word: true}, {end: "token", word: true},
	{end: "api_key"}, {end: "apikey"}, {end: "access_key"}, {end: "accesskey"},
	{end: "private_key"}, {end: "privatekey"}, {end: "secret_key"}, {end: "secretkey"},
	{end: "_pass", word: true, only: func(a *assigned) bool { return a.capitals || holds(a.value, decimal) && !a.spaced }},
	{end: "auth", only: func(a *assigned) bool { return (a.key || a.sign == '=') && isCredential(a.value) }},
}

const (
	minSecret = 8   // bytes of the shortest value that is taken for a secret
	maxHonest = 256 // bytes of the longest value that is looked at for being something else
	maxName   = 64  // bytes before a sign in which the name is looked for
	maxOption = 24  // bytes of the longest option: too few for a token to stand in its name
)

// assigned is one name, sign and value.
type assigned struct {
	name     *secretName
	plain    bool   // the name holds no '_' or '-' and is not all capitals
	capitals bool   // the name holds no small letter
	key      bool   // the name is in quotes
	preface  bool   // words stand before the name
	sign     byte   // '=' or ':', ' ' behind an option
	spaced   bool   // white space between sign and value
	quoted   bool   // the value is in quotes
	more     bool   // words follow the value on its line
	value    []byte // without quotes
}

// assignment finds the value that the sign at at gives to a secret name.
func (r *redactor) assignment() (start, end int) {
	var a assigned
	if r.at < r.held {
		return 0, 0
	}
	if a.name = r.name(&a); a.name == nil {
		return 0, 0
	}
	in := r.in
	i := r.at + 1
	a.sign = in[r.at]
	if i < len(in) {
		switch {
		case a.sign == ':' && in[i] == '=':
			a.sign = '='
			i++
		case a.sign == '=' && in[i] == '>':
			i++
		case in[i] == a.sign: // a comparison, a scope
			return 0, 0
		}
	}
	return r.assignedAt(&a, i)
}

// assignedAt finds the value that stands at i or behind white space there.
func (r *redactor) assignedAt(a *assigned, i int) (start, end int) {
	in := r.in
	from := i
	i = span(in, i, blank)
	a.spaced = i > from
	for i+1 < len(in) && in[i] == escapeByte && in[i+1] == '[' {
		for i += 2; i < len(in) && (is(in[i], decimal) || in[i] == ';'); i++ {
		}
		if i >= len(in) || in[i] >= utf8.RuneSelf {
			return 0, 0 // no sequence: nothing ended it
		}
		i++
	}
	if i >= len(in) {
		return 0, 0
	}
	start, end, a.quoted = value(in, i)
	if n := fact.Index(in[start:end], mark); n >= 0 {
		r.held = start + n
		return 0, 0
	}
	if end-start < minSecret {
		return 0, 0
	}
	a.value = in[start:end]
	a.more = goesOn(in, end)
	if a.name.only != nil && !a.name.only(a) || len(a.value) <= maxHonest && a.honest() {
		return 0, 0
	}
	return start, end
}

// option finds the value of an option that names a secret and begins at at: "--password VALUE", also as the next
// element of a list.
func (r *redactor) option() (start, end int) {
	if r.at < r.held {
		return 0, 0
	}
	if b := r.before(1); len(b) > 0 && is(b[0], inURL) {
		return 0, 0
	}
	in := r.in
	i := span(in[:min(len(in), r.at+maxOption)], r.at, letter|hyphen|underscore)
	a := assigned{sign: ' '}
	a.named(in[r.at:i])
	if i < len(in) && is(in[i], quote) {
		if i++; i < len(in) && in[i] == ',' {
			i++
		}
	}
	if a.name == nil || a.name.only != nil || i >= len(in) || !is(in[i], blank) && in[i-1] != ',' {
		return 0, 0
	}
	return r.assignedAt(&a, i)
}

// punctuation may stand behind a value without belonging to it.
const punctuation = `,;.)]}\`

// goesOn reports whether more of a sentence or of code follows on the line.
func goesOn(b []byte, i int) bool {
	if i < len(b) && (b[i] == ',' || b[i] == ';' || b[i] == ')') {
		return true
	}
	return i+1 < len(b) && is(b[i], blank) && b[i+1] > ' '
}

// name returns the row that the name before the sign at at ends with, nil for none.
func (r *redactor) name(a *assigned) *secretName {
	b := r.before(maxName)
	if n := len(b); n > 0 && (b[n-1] == '?' || b[n-1] == '+') {
		b = b[:n-1]
	}
	b = trimColour(fact.TrimRight(b, " \t"))
	if n := len(b); n > 0 && is(b[n-1], quote) {
		if b = b[:n-1]; n > 1 && b[n-2] == '\\' {
			b = b[:n-2]
		}
		a.key = true
	}
	from := a.named(b)
	a.preface = from > 1 && b[from-1] == ' ' && is(b[from-2], alnum)
	return a.name
}

// named finds the row that b ends with, and returns where the name begins in b.
func (a *assigned) named(b []byte) (from int) {
	for i := range secretNames {
		if !endsFolded(b, secretNames[i].end) {
			continue
		}
		from = len(b)
		for from > 0 && is(b[from-1], inURL) {
			from--
		}
		a.name = &secretNames[i]
		a.capitals = !holds(b[from:], small)
		a.plain = !a.capitals && only(b[from:], alnum)
		return from
	}
	return 0
}

func endsFolded(b []byte, end string) bool {
	if len(b) < len(end) {
		return false
	}
	b = b[len(b)-len(end):]
	for i := len(end) - 1; i >= 0; i-- {
		if c := lower(b[i]); c != end[i] && (c != '-' || end[i] != '_') {
			return false
		}
	}
	return true
}

// isMark reports whether a secret that has been replaced begins at i. No value is read beyond one: it is done
// with, and to find the end of it again from each sign in it would take quadratic time.
func isMark(b []byte, i int) bool { return b[i] == '[' && fact.HasPrefix(b[i:], mark) }

// value returns where the value at i stands, without its quotes, which may be escaped and have a letter of
// Python's before them. Without quotes it goes up to white space, a quote or a private key in PEM, less the
// punctuation at its end.
func value(b []byte, i int) (start, end int, quoted bool) {
	open := span(b[:min(len(b), i+2)], i, letter)
	escaped := open < len(b) && b[open] == '\\'
	if escaped {
		open++
	}
	if open < len(b) && is(b[open], quote) {
		if end := closing(b, open, escaped); end > 0 {
			return open + 1, end, true
		}
		i = open + 1
	}
	end = i
	for end < len(b) && b[end] > ' ' && !is(b[end], quote) {
		if isMark(b, end) {
			return i, end + len(mark), false
		}
		end++
	}
	v := b[i:end]
	if n := fact.Index(v, pemDash); n >= 0 && pemLabel(b, i+n, pemBegin) > 0 {
		v = v[:n]
	}
	return i, i + len(fact.TrimRight(v, punctuation)), false
}

// closing returns the end of the text in the quotes that open at open, 0 when they do not close on this line.
func closing(b []byte, open int, escaped bool) int {
	for i := open + 1; i < len(b) && b[i] != '\n'; i++ {
		switch {
		case isMark(b, i):
			return i + len(mark)
		case b[i] == '\\' && escaped && i+1 < len(b) && b[i+1] == b[open]:
			return i
		case b[i] == '\\' && !escaped:
			i++
		case b[i] == b[open]:
			return i
		}
	}
	return 0
}
