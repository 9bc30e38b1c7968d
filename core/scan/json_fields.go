package scan

import (
	"strings"

	"github.com/stile-gate/stile/core/fact"
)

// A FieldState says what came of a wanted field.
type FieldState byte

// The states of a Field.
const (
	FieldAbsent     FieldState = iota
	FieldPresent               // Value
	FieldDuplicate             // its key stands twice: readers disagree on such a document, so there is no value
	FieldUnreadable            // its own value is not strict JSON: Why
)

var fieldStateNames = [...]string{"absent", "present", "duplicate", "unreadable"}

// String is the word for notes.
func (s FieldState) String() string { return fieldStateNames[min(int(s), len(fieldStateNames)-1)] }

// A Field is a wanted member. Pos is the offset of its key, the second one's where it stands twice. Why is the
// kind of Error that makes it unreadable.
type Field struct {
	State FieldState
	Pos   int
	Why   string
	Value Value
}

// maxVariants bounds what Fields reports of keys that differ from a wanted one by case.
const maxVariants = 16

// Fields reads the wanted top-level members of one object, in the order of names, and passes over all others
// by their quotes and brackets alone: whatever text they hold (half surrogates, invalid UTF-8, any depth)
// cannot make the document unreadable, and costs no validation. Keys are compared decoded and
// exactly; variants are the keys that equal a wanted one but for ASCII case, each once, the first sixteen.
// A document that is cut, is no object or goes on behind its end is an error.
func Fields(src []byte, names []string) (fields []Field, variants []string, err *Error) {
	if len(src) > fact.MaxRead {
		return nil, nil, &Error{TooLarge, fact.MaxRead}
	}
	f := newFieldReader(names)
	if !f.read(string(src)) {
		return nil, nil, f.err
	}
	return f.fields, f.variants, nil
}

// A fieldReader passes over a document with the means of the strict parser, and reads strictly what is wanted.
type fieldReader struct {
	parser
	names    []string
	lengths  uint64 // bit n: a name has n bytes; almost every other key is passed over by it
	longest  int
	fields   []Field
	variants []string
	spans    bool // a field is only said to be there, and where: its value is read later or never
}

func newFieldReader(names []string) *fieldReader {
	f := &fieldReader{names: names, fields: make([]Field, len(names))}
	for _, n := range names {
		f.lengths |= 1 << min(len(n), 63)
		f.longest = max(f.longest, len(n))
	}
	return f
}

// read fills fields and variants from one document; those of the one before are gone.
func (f *fieldReader) read(text string) bool {
	f.parser = parser{text: text, pos: byteOrderMark(text)}
	f.variants = nil
	clear(f.fields)
	return f.object()
}

// valueBegins are the bytes that a value other than an object begins with.
const valueBegins = `["-0123456789tfn`

func (f *fieldReader) object() bool {
	if !f.at('{') {
		switch {
		case f.pos == len(f.text):
			return f.fail(Empty, f.pos)
		case strings.IndexByte(valueBegins, f.text[f.pos]) >= 0:
			return f.fail(NotAnObject, f.pos)
		}
		return f.unexpected()
	}
	for closed := f.at('}'); !closed; {
		if !f.member() {
			return false
		}
		if closed = f.at('}'); !closed && !f.want(',') {
			return false
		}
	}
	return f.end()
}

func (f *fieldReader) member() bool {
	if !f.want('"') {
		return false
	}
	key := f.pos - 1
	end := stringEnd(f.text, key)
	if end < 0 {
		return f.fail(UnexpectedEnd, len(f.text))
	}
	wanted := f.wanted(key, end)
	f.pos = end
	if !f.want(':') {
		return false
	}
	f.space()
	start := f.pos
	if !f.skip() {
		return false
	}
	if wanted >= 0 {
		f.take(&f.fields[wanted], key, start)
	}
	return true
}

// take reads the value from start to pos into the field.
func (f *fieldReader) take(x *Field, key, start int) {
	x.Pos = key
	if x.State != FieldAbsent {
		x.State, x.Why, x.Value = FieldDuplicate, "", Value{}
		return
	}
	x.State = FieldPresent
	if f.spans {
		x.Value.span(f.text, start, f.pos)
		return
	}
	p := parser{text: f.text[:f.pos], pos: start}
	if !p.document(&x.Value) {
		x.State, x.Why, x.Value = FieldUnreadable, p.err.Kind, Value{}
	}
}

// wanted returns the index of the name that the key from key to end spells, -1 for none.
func (f *fieldReader) wanted(key, end int) int {
	name := f.text[key+1 : end-1]
	if len(name) > 6*f.longest {
		return -1
	}
	if strings.IndexByte(name, '\\') >= 0 {
		p := parser{text: f.text[:end], pos: key}
		var ok bool
		if name, ok = p.string(); !ok {
			return -1
		}
	}
	if f.lengths>>min(len(name), 63)&1 == 0 {
		return -1
	}
	variant := false
	for i, n := range f.names {
		if name == n {
			return i
		}
		variant = variant || equalFold(name, n)
	}
	if variant && len(f.variants) < maxVariants && !fact.Has(f.variants, name) {
		f.variants = append(f.variants, name)
	}
	return -1
}

// equalFold reports whether a is b but for the case of ASCII letters; those of b may be of any.
func equalFold(a, b string) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range len(a) {
		if lower(a[i]) != lower(b[i]) {
			return false
		}
	}
	return true
}
