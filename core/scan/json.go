package scan

import "github.com/stile-gate/stile/core/fact"

// A Kind says what a Value is.
type Kind byte

// The kinds of values, and where a Value of the kind keeps what it holds.
const (
	Null   Kind = iota
	Bool        // Value.Bool
	Int         // Value.Int: spelled without fraction and exponent, and an int64
	Number      // Value.Text: the spelling of every other number
	String      // Value.Text, decoded
	Array       // Value.Items
	Object      // Value.Members, in the order of the document
)

var kindNames = [...]string{"null", "boolean", "integer", "number", "string", "array", "object"}

// String is the word of JSON Schema for the kind, for messages.
func (k Kind) String() string { return kindNames[min(int(k), len(kindNames)-1)] }

// A Value is one JSON value and where it stands: bytes Pos up to End of the document.
type Value struct {
	Kind    Kind
	Bool    bool
	Pos     int
	End     int
	Int     int64
	Text    string
	Items   []Value
	Members []Member
}

// A Member is one member of an object. Pos is the byte offset of its key.
type Member struct {
	Name  string
	Pos   int
	Value Value
}

// Get returns the value of the named member, spelled exactly so; nil without one, or when v is no object.
func (v *Value) Get(name string) *Value {
	if v == nil {
		return nil
	}
	for i := range v.Members {
		if v.Members[i].Name == name {
			return &v.Members[i].Value
		}
	}
	return nil
}

// The kinds of an Error.
const (
	TooLarge         = "too-large"         // more than fact.MaxRead bytes
	TooMany          = "too-many"          // more than fact.MaxValues values
	TooDeep          = "too-deep"          // nested deeper than fact.MaxDepth
	Empty            = "empty"             // nothing, or white space only
	UnexpectedEnd    = "unexpected-end"    // the document stops within a value
	TrailingBytes    = "trailing-bytes"    // something stands behind the value
	DuplicateKey     = "duplicate-key"     // an object has a key twice
	NotAnObject      = "not-an-object"     // Fields only
	BadUTF8          = "bad-utf8"          // RFC 8259 section 8.1 wants UTF-8
	BadEscape        = "bad-escape"        // a backslash that begins no escape of RFC 8259 section 7
	LoneSurrogate    = "lone-surrogate"    // half of a UTF-16 pair: no text at all
	ControlCharacter = "control-character" // U+0000 to U+001F unescaped in a string
	BadNumber        = "bad-number"
	BadJSON          = "bad-json" // any other byte that may not stand where it stands
)

// An Error says why bytes are not the JSON that was wanted, and at which byte of them. It is an outcome to
// report with its place, so it carries no text; Message has the text.
type Error struct {
	Kind   string
	Offset int
}

var errorMessages = [][2]string{
	{TooLarge, "the document is too large"},
	{TooMany, "the document holds too many values"},
	{TooDeep, "the document is nested too deeply"},
	{Empty, "the document is empty"},
	{UnexpectedEnd, "the document ends too early"},
	{TrailingBytes, "something stands behind the end of the document"},
	{DuplicateKey, "the key stands twice in one object"},
	{NotAnObject, "the document is not an object"},
	{BadUTF8, "the bytes are not UTF-8"},
	{BadEscape, "the backslash begins no escape that JSON knows"},
	{LoneSurrogate, "the escape is half of a surrogate pair"},
	{ControlCharacter, "a control character stands unescaped in a string"},
	{BadNumber, "the number is not one that JSON knows"},
	{BadJSON, "the character may not stand here"},
}

// Message is the sentence for the error: lower case, no full stop, without the place.
func (e *Error) Message() string {
	for _, m := range errorMessages {
		if m[0] == e.Kind {
			return m[1]
		}
	}
	return e.Kind
}

// JSON reads a whole document by RFC 8259, strictly: UTF-8 (a leading BOM is dropped), no key twice, nothing
// behind the value, no half surrogate. Nothing it returns refers to src. Time and memory are linear in src but
// for the sorting of keys.
func JSON(src []byte) (*Value, *Error) {
	if len(src) > fact.MaxRead {
		return nil, &Error{TooLarge, fact.MaxRead}
	}
	p := parser{text: string(src)}
	p.pos = byteOrderMark(p.text)
	v := &Value{}
	if !p.document(v) {
		return nil, p.err
	}
	return v, nil
}

// byteOrderMark is the length of the byte order mark at the start of src.
func byteOrderMark[T string | []byte](src T) int {
	const mark = "\ufeff"
	if fact.HasPrefix(src, mark) {
		return len(mark)
	}
	return 0
}
