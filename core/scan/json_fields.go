package scan

import (
	"bytes"
	"slices"

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
// cannot make the document unreadable, and costs neither memory nor validation. Keys are compared decoded and
// exactly; variants are the keys that equal a wanted one but for ASCII case, each once, the first sixteen.
// A document that is cut, is no object or goes on behind its end is an error.
func Fields(src []byte, names []string) (fields []Field, variants []string, err *Error) {
	if len(src) > fact.MaxRead {
		return nil, nil, &Error{TooLarge, fact.MaxRead}
	}
	f := fieldReader{src: src, pos: byteOrderMark(src), names: names}
	f.fields = make([]Field, len(names))
	for _, n := range names {
		f.lengths |= 1 << min(len(n), 63)
		f.longest = max(f.longest, len(n))
	}
	if !f.object() {
		return nil, nil, f.err
	}
	return f.fields, f.variants, nil
}

type fieldReader struct {
	src      []byte
	pos      int
	names    []string
	lengths  uint64 // bit n: a name has n bytes; almost every other key is passed over by it
	longest  int
	fields   []Field
	variants []string
	err      *Error
}

func (f *fieldReader) fail(kind string, at int) bool {
	f.err = &Error{kind, at}
	return false
}

// next passes over white space and returns the byte there, 0 at the end.
func (f *fieldReader) next() byte {
	for ; f.pos < len(f.src); f.pos++ {
		if c := f.src[f.pos]; !isSpace(c) {
			return c
		}
	}
	return 0
}

func (f *fieldReader) unexpected() bool {
	p := newParser(f.src[f.pos:min(len(f.src), f.pos+4)], f.pos)
	p.unexpected()
	f.err = p.err
	return false
}

func (f *fieldReader) object() bool {
	switch f.next() {
	case '{':
	case 0:
		if f.pos == len(f.src) {
			return f.fail(Empty, f.pos)
		}
		return f.unexpected()
	case '[', '"', '-', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 't', 'f', 'n':
		return f.fail(NotAnObject, f.pos)
	default:
		return f.unexpected()
	}
	f.pos++
	if f.next() == '}' {
		f.pos++
		return f.end()
	}
	for {
		if !f.member() {
			return false
		}
		switch f.next() {
		case ',':
			f.pos++
		case '}':
			f.pos++
			return f.end()
		default:
			return f.unexpected()
		}
	}
}

func (f *fieldReader) end() bool {
	if f.next(); f.pos < len(f.src) {
		return f.fail(TrailingBytes, f.pos)
	}
	return true
}

func (f *fieldReader) member() bool {
	if f.next() != '"' {
		return f.unexpected()
	}
	key := f.pos
	end := stringEnd(f.src, key)
	if end < 0 {
		return f.fail(UnexpectedEnd, len(f.src))
	}
	wanted := f.wanted(key, end)
	f.pos = end
	if f.next() != ':' {
		return f.unexpected()
	}
	f.pos++
	f.next()
	start := f.pos
	if !f.skip() {
		return false
	}
	if wanted < 0 {
		return true
	}
	x := &f.fields[wanted]
	if x.State != FieldAbsent {
		*x = Field{State: FieldDuplicate, Pos: key}
		return true
	}
	p := newParser(f.src[start:f.pos], start)
	*x = Field{State: FieldPresent, Pos: key}
	if !p.document(&x.Value) {
		*x = Field{State: FieldUnreadable, Pos: key, Why: p.err.Kind}
	}
	return true
}

// wanted returns the index of the name that the key from key to end spells, -1 for none.
func (f *fieldReader) wanted(key, end int) int {
	name := f.src[key+1 : end-1]
	if len(name) > 6*f.longest {
		return -1
	}
	if bytes.IndexByte(name, '\\') >= 0 {
		p := newParser(f.src[key:end], key)
		s, ok := p.string()
		if !ok {
			return -1
		}
		name = []byte(s)
	}
	if f.lengths>>min(len(name), 63)&1 == 0 {
		return -1
	}
	for i, n := range f.names {
		if string(name) == n {
			return i
		}
	}
	for _, n := range f.names {
		if equalFold(name, n) && len(f.variants) < maxVariants && !slices.Contains(f.variants, string(name)) {
			f.variants = append(f.variants, string(name))
			break
		}
	}
	return -1
}

func equalFold(a []byte, b string) bool {
	if len(a) != len(b) {
		return false
	}
	for i, c := range a {
		if lower(c) != lower(b[i]) {
			return false
		}
	}
	return true
}

func lower(c byte) byte {
	if c-'A' <= 'Z'-'A' {
		return c + 'a' - 'A'
	}
	return c
}
