package fact

import "unicode/utf8"

// A Mover writes the canonical JSON of a value, or reads exactly what it would have written, or sets one member. A type
// lists its members once, as calls with their names in their order, and that list serves all three. Reading costs no tree of
// values, so an answer may be as long as a file; it stops at the first byte that the writer would have written
// otherwise, and what was moved until then is to be thrown away.
type Mover struct {
	set   *member // what is put in, where it neither writes nor reads
	out   *JSON
	in    string // what is left of the answer
	comma bool
	bad   bool
	again []byte // a string as it would be written
}

// A member is the value of one, whatever it is.
type member struct {
	name, text string
	list       []string
	n          int64
}

// Setting returns a Mover that puts a value into the member of this name and leaves all others: text, list or n, by what
// the member is.
func Setting(name, text string, list []string, n int64) *Mover {
	return &Mover{set: &member{name, text, list, n}}
}

// Writing returns a Mover that writes.
func Writing() *Mover { return &Mover{out: &JSON{}} }

// Reading returns a Mover that reads answer.
func Reading(answer []byte) *Mover { return &Mover{in: string(answer)} }

// Grow makes room for n more bytes, so that a long answer is not copied again and again.
func (m *Mover) Grow(n int) {
	b := make([]byte, len(m.out.buf), len(m.out.buf)+n)
	copy(b, m.out.buf)
	m.out.buf = b
}

// Bytes returns what was written.
func (m *Mover) Bytes() []byte { return m.out.Bytes() }

// Done reports whether everything was read as it is written, to the end.
func (m *Mover) Done() bool { return !m.bad && m.in == "" }

// Good reports whether everything up to here was; true when writing.
func (m *Mover) Good() bool { return !m.bad }

// More reports whether the object that is read holds another member; false when writing.
func (m *Mover) More() bool { return m.out == nil && !m.bad && !HasPrefix(m.in, "}") }

// Refuse says that what was read is not what the writer could have written, for a reason that only a type knows.
func (m *Mover) Refuse() { m.bad = true }

// Object moves an object: move moves its members.
func (m *Mover) Object(move func()) {
	m.Begin()
	move()
	m.End()
}

// Begin moves the beginning of an object; its members are moved next, and then its End.
func (m *Mover) Begin() {
	switch {
	case m.set != nil:
	case m.out != nil:
		m.out.Object()
	default:
		m.open("{")
	}
}

// End moves the end of an object.
func (m *Mover) End() {
	switch {
	case m.set != nil:
	case m.out != nil:
		m.out.EndObject()
	default:
		m.close("}")
	}
}

// List moves an array of n elements; when reading, n is of no account and each is called for as many as there are.
// It moves element i, and makes room for it when i is the length of what it has.
func (m *Mover) List(name string, n int, each func(i int)) {
	for i := 0; m.Item(name, i, n); i++ {
		each(i)
	}
}

// Item goes on to element i of an array of n, from 0 on, and reports whether there is one; when reading, n is of no
// account. Who moves it makes room for it when i is the length of what there is. A loop with it costs a module less than
// a List, whose function has to be given all that it moves.
func (m *Mover) Item(name string, i, n int) bool {
	if m.set != nil {
		return false
	}
	if m.out != nil {
		if i == 0 {
			m.out.Key(name).Array()
		}
		if i == n {
			m.out.EndArray()
		}
		return i < n
	}
	if i == 0 {
		m.Key(name)
		m.open("[")
	}
	if !m.bad && !HasPrefix(m.in, "]") {
		return true
	}
	m.close("]")
	return false
}

// Text moves a string. Where the one that is read should be *p already, it is only compared.
func (m *Mover) Text(name string, p *string) {
	if m.set != nil {
		if m.set.name == name {
			*p = m.set.text
		}
		return
	}
	if m.out != nil {
		m.out.Key(name).String(*p)
		return
	}
	m.Key(name)
	if end := len(*p) + 1; end > 1 && end < len(m.in) && m.in[0] == '"' && m.in[end] == '"' && m.in[1:end] == *p {
		m.in = m.in[end+1:]
		m.comma = true
		return
	}
	*p = m.string()
}

// Texts moves an array of strings; an empty one is read as nil.
func (m *Mover) Texts(name string, p *[]string) {
	if m.set != nil {
		if m.set.name == name {
			*p = m.set.list
		}
		return
	}
	if m.out != nil {
		m.out.Key(name).Strings(*p)
		return
	}
	*p = nil
	for i := 0; m.Item(name, i, 0); i++ {
		m.sep()
		Push(p, m.string())
	}
}

// Int moves a number.
func (m *Mover) Int(name string, p *int64) {
	if m.set != nil {
		if m.set.name == name {
			*p = m.set.n
		}
		return
	}
	m.Key(name)
	m.number(p)
}

// Pair moves an element that is an array of two numbers.
func (m *Mover) Pair(a, b *int64) {
	if m.out != nil {
		m.out.Array().Int(*a).Int(*b).EndArray()
		return
	}
	m.open("[")
	m.number(a)
	m.number(b)
	m.close("]")
}

func (m *Mover) number(p *int64) {
	if m.out != nil {
		m.out.Int(*p)
		return
	}
	m.sep()
	n := 0
	for n < len(m.in) && (m.in[n] == '-' || m.in[n]-'0' <= 9) {
		n++
	}
	var ok bool
	*p, ok = ParseInt(m.in[:n])
	m.bad = m.bad || !ok
	m.in = m.in[n:]
}

// Bool moves true or false.
func (m *Mover) Bool(name string, p *bool) {
	if m.out != nil {
		m.out.Key(name).Bool(*p)
		return
	}
	m.Key(name)
	word := "false"
	if *p = HasPrefix(m.in, "true"); *p {
		word = "true"
	}
	m.want(word)
	m.comma = true
}

// Findings moves an array of findings.
func (m *Mover) Findings(name string, p *[]Finding) {
	for i := 0; m.Item(name, i, len(*p)); i++ {
		if i == len(*p) {
			*p = append(*p, Finding{})
		}
		f := &(*p)[i]
		m.Begin()
		m.Text("kind", &f.Kind)
		m.Text("path", &f.Path)
		m.Int("line", &f.Line)
		m.Int("col", &f.Col)
		m.Text("message", &f.Message)
		m.Text("do", &f.Do)
		m.End()
	}
}

func (m *Mover) want(s string) {
	if m.bad = m.bad || !HasPrefix(m.in, s); !m.bad {
		m.in = m.in[len(s):]
	}
}

func (m *Mover) sep() {
	if m.comma {
		m.want(",")
	}
	m.comma = true
}

func (m *Mover) open(bracket string) {
	m.sep()
	m.want(bracket)
	m.comma = false
}

func (m *Mover) close(bracket string) {
	m.want(bracket)
	m.comma = true
}

// Key moves the name of a member whose value is moved next, as an Object.
func (m *Mover) Key(name string) {
	if m.out != nil {
		m.out.Key(name)
		return
	}
	m.sep()
	m.want(`"`)
	m.want(name)
	m.want(`":`)
	m.comma = false
}

// ReadName reads the name of a member that the reader does not know beforehand; its value is read next.
func (m *Mover) ReadName() string {
	m.sep()
	s := m.string()
	m.want(":")
	m.comma = false
	return s
}

// ReadTexts reads an array of strings that is an element, or the value of ReadName; an empty one is nil.
func (m *Mover) ReadTexts() (list []string) {
	m.open("[")
	for !m.bad && !HasPrefix(m.in, "]") {
		m.sep()
		list = append(list, m.string())
	}
	m.close("]")
	return list
}

// string reads a string that has the form of AppendString.
func (m *Mover) string() string {
	end, escaped, plain := 1, false, true
	for end < len(m.in) && m.in[end] != '"' {
		c := m.in[end]
		if c == '\\' {
			escaped = true
			end++
		}
		plain = plain && c >= ' ' && c < utf8.RuneSelf
		end++
	}
	if m.bad = m.bad || end >= len(m.in) || m.in[0] != '"'; m.bad {
		return ""
	}
	s := m.in[1:end]
	if escaped {
		s = unescape(s)
	}
	if escaped || !plain {
		m.again = AppendString(m.again[:0], s)
		m.bad = string(m.again) != m.in[:end+1]
	}
	m.comma = true
	m.in = m.in[end+1:]
	return s
}

// unescape undoes the escapes of AppendString. What it makes of others does not matter: they are not written back.
func unescape(s string) string {
	b := make([]byte, 0, len(s))
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c == '\\' && i+1 < len(s) {
			i++
			c = s[i]
			for control := range shortEscapes {
				if e := shortEscapes[control]; e != "" && e[1] == c {
					c = byte(control)
				}
			}
			if c == 'u' && i+4 < len(s) {
				c = hexDigit(s[i+3])<<4 | hexDigit(s[i+4])
				i += 4
			}
		}
		b = append(b, c)
	}
	return string(b)
}

func hexDigit(c byte) byte {
	if c -= '0'; c > 9 {
		c -= 'a' - '0' - 10
	}
	return c
}
