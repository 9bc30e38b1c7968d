package scan

// A document is a report that is one JSON text. It is walked, not held: what is wanted of an object is found by
// quotes and brackets, arrays are gone through item by item, and only small values are read strictly. So the
// memory it takes has nothing to do with how long it is, and text that nothing depends on cannot make it
// unreadable.
type document struct {
	r      *Report
	text   string
	sound  bool // nothing was refused since it was set
	parser parser
	value  Value // what was read last: a module that never frees memory would keep each
}

func newDocument(r *Report, text string) document { return document{r: r, text: text, sound: true} }

// root is where the document's value is.
func (d *document) root() *Value { return &Value{Pos: byteOrderMark(d.text), End: len(d.text)} }

// span makes v a value that is not read: its kind by the byte it begins with, and its place.
func (v *Value) span(text string, start, end int) {
	*v = Value{Pos: start, End: end}
	switch c := text[start]; {
	case c == '{':
		v.Kind = Object
	case c == '[':
		v.Kind = Array
	case c == '"':
		v.Kind = String
	case c == 't', c == 'f':
		v.Kind = Bool
	case c != 'n':
		v.Kind = Int
	}
}

// refuse says that a member which decides is not what it should be.
func (d *document) refuse(why string, pos int) {
	d.broken(&Error{why, pos})
}

func (d *document) broken(err *Error) {
	d.sound = false
	d.r.broken(d.text, err)
}

// shape is what is wanted of objects of one kind.
func shape(names []string) *fieldReader {
	f := newFieldReader(names)
	f.spans = true
	return f
}

// object finds the members of the object at v that f names; they are valid until f is used again.
func (d *document) object(f *fieldReader, v *Value) bool {
	f.parser = parser{text: d.text[:v.End], pos: v.Pos}
	clear(f.fields)
	f.variants = nil
	if f.object() {
		return true
	}
	if f.err.Kind == NotAnObject {
		f.err.Kind = whyShape
	}
	d.broken(f.err)
	return false
}

// items calls each for every item of the array at v, as a span.
func (d *document) items(v *Value, each func(item *Value)) {
	f := fieldReader{parser: parser{text: d.text[:v.End], pos: v.Pos}}
	if !d.list(&f, each) {
		d.broken(f.err)
	}
}

func (d *document) list(f *fieldReader, each func(item *Value)) bool {
	if !f.at('[') {
		if f.pos == len(f.text) {
			return f.fail(Empty, f.pos)
		}
		return f.fail(whyShape, f.pos)
	}
	var item Value
	for closed := f.at(']'); !closed; {
		f.space()
		start := f.pos
		if !f.skip() {
			return false
		}
		item.span(f.text, start, f.pos)
		each(&item)
		if closed = f.at(']'); !closed && !f.want(',') {
			return false
		}
	}
	return f.end()
}

// strict reads the value at v, valid until the next one is read; nil when it is not strict JSON.
func (d *document) strict(v *Value) *Value {
	d.parser = parser{text: d.text[:v.End], pos: v.Pos, stack: d.parser.stack[:0], order: d.parser.order}
	d.value = Value{}
	if !d.parser.document(&d.value) {
		return nil
	}
	return &d.value
}

// member returns the strict value of a field that decides: nil where it is absent, null, or refused because it is
// there twice, is not strict JSON or is of another kind.
func (d *document) member(f *fieldReader, name string, kind Kind) *Value {
	x := f.get(name)
	if x.State == FieldAbsent || x.State == FieldPresent && x.Value.Kind == Null {
		return nil
	}
	if x.State == FieldDuplicate {
		d.refuse(DuplicateKey, x.Pos)
		return nil
	}
	v := d.strict(&x.Value)
	if v == nil || v.Kind != kind {
		d.refuse(whyShape, x.Value.Pos)
		return nil
	}
	return v
}

// part returns the span of a field that is walked; nil as member does.
func (d *document) part(f *fieldReader, name string, kind Kind) *Value {
	x := f.get(name)
	switch {
	case x.State == FieldAbsent, x.State == FieldPresent && x.Value.Kind == Null:
		return nil
	case x.State == FieldDuplicate:
		d.refuse(DuplicateKey, x.Pos)
		return nil
	case x.Value.Kind != kind:
		d.refuse(whyShape, x.Value.Pos)
		return nil
	}
	v := x.Value
	return &v
}

// word returns the text of a field that decides, other where member has none.
func (d *document) word(f *fieldReader, name, other string) string {
	if v := d.member(f, name, String); v != nil {
		return v.Text
	}
	return other
}

// yes returns a field that decides and is true or false, other where member has none.
func (d *document) yes(f *fieldReader, name string, other bool) bool {
	if v := d.member(f, name, Bool); v != nil {
		return v.Bool
	}
	return other
}

// number is v where it is an integer, else other.
func number(v *Value, other int64) int64 {
	if v != nil && v.Kind == Int {
		return v.Int
	}
	return other
}

// quoted returns the text of a field that decides nothing, "" where there is none that can be read.
func (d *document) quoted(f *fieldReader, name string) string {
	if x := f.get(name); x.State == FieldPresent && x.Value.Kind == String {
		if v := d.strict(&x.Value); v != nil {
			return v.Text
		}
	}
	return ""
}

// plain returns the strict value of a field that decides nothing, nil where there is none.
func (d *document) plain(f *fieldReader, name string) *Value {
	x := f.get(name)
	if x.State != FieldPresent {
		return nil
	}
	return d.strict(&x.Value)
}

// get returns the field of the name, one of those that the reader was made for.
func (f *fieldReader) get(name string) *Field {
	for i := range f.names {
		if f.names[i] == name {
			return &f.fields[i]
		}
	}
	return &Field{}
}
