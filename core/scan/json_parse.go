package scan

import (
	"cmp"
	"slices"
	"unicode/utf8"

	"github.com/stile-gate/stile/core/fact"
)

// parser reads one value. Strings without escapes are slices of text. Children are gathered on the two stacks
// and copied out at their container's end, so that each container costs one allocation of its exact size.
type parser struct {
	src     []byte
	text    string // src again
	pos     int
	base    int // offset of src in the document
	values  int
	items   []Value
	members []Member
	order   []int32
	err     *Error
}

// newParser reads src, which stands at base in its document.
func newParser(src []byte, base int) parser {
	return parser{src: src, text: string(src), base: base}
}

func (p *parser) fail(kind string, at int) bool {
	if p.err == nil {
		p.err = &Error{kind, p.base + at}
	}
	return false
}

func (p *parser) space() {
	for p.pos < len(p.text) && isSpace(p.text[p.pos]) {
		p.pos++
	}
}

func isSpace(c byte) bool { return c == ' ' || c == '\n' || c == '\r' || c == '\t' }

func (p *parser) document(v *Value) bool {
	p.space()
	if p.pos == len(p.text) {
		return p.fail(Empty, p.pos)
	}
	if !p.value(v, 0) {
		return false
	}
	p.space()
	return p.pos == len(p.text) || p.fail(TrailingBytes, p.pos)
}

// value reads the value that begins at pos; depth is the number of containers around it.
func (p *parser) value(v *Value, depth int) bool {
	if p.pos == len(p.text) {
		return p.fail(UnexpectedEnd, p.pos)
	}
	if p.values++; p.values > fact.MaxValues {
		return p.fail(TooMany, p.pos)
	}
	v.Pos = p.base + p.pos
	ok := false
	switch c := p.text[p.pos]; {
	case c == '"':
		v.Kind = String
		v.Text, ok = p.string()
	case c == '{' || c == '[':
		switch {
		case depth == fact.MaxDepth:
			return p.fail(TooDeep, p.pos)
		case c == '{':
			v.Kind = Object
			v.Members, ok = p.object(depth + 1)
		default:
			v.Kind = Array
			v.Items, ok = p.array(depth + 1)
		}
	case c == '-' || isDigit(c):
		ok = p.number(v)
	default:
		ok = p.literal(v)
	}
	v.End = p.base + p.pos
	return ok
}

func (p *parser) array(depth int) ([]Value, bool) {
	first := len(p.items)
	p.pos++
	p.space()
	if p.at(']') {
		return nil, true
	}
	for {
		var v Value
		if !p.value(&v, depth) {
			return nil, false
		}
		p.items = append(p.items, v)
		p.space()
		if p.at(']') {
			out := make([]Value, len(p.items)-first)
			copy(out, p.items[first:])
			p.items = p.items[:first]
			return out, true
		}
		if !p.want(',') {
			return nil, false
		}
		p.space()
	}
}

func (p *parser) object(depth int) ([]Member, bool) {
	first := len(p.members)
	p.pos++
	p.space()
	if p.at('}') {
		return nil, true
	}
	for {
		m := Member{Pos: p.base + p.pos}
		if p.pos == len(p.text) || p.text[p.pos] != '"' {
			return nil, p.unexpected()
		}
		var ok bool
		if m.Name, ok = p.string(); !ok {
			return nil, false
		}
		p.space()
		if !p.want(':') {
			return nil, false
		}
		p.space()
		if !p.value(&m.Value, depth) {
			return nil, false
		}
		p.members = append(p.members, m)
		p.space()
		if p.at('}') {
			if twice := p.duplicate(p.members[first:]); twice >= 0 {
				return nil, p.fail(DuplicateKey, twice-p.base)
			}
			out := make([]Member, len(p.members)-first)
			copy(out, p.members[first:])
			p.members = p.members[:first]
			return out, true
		}
		if !p.want(',') {
			return nil, false
		}
		p.space()
	}
}

// fewMembers is up to how many members comparing each with each beats sorting.
const fewMembers = 12

// duplicate returns the place of the first key that stood there before, -1 without one.
func (p *parser) duplicate(m []Member) int {
	if len(m) <= fewMembers {
		for i := range m {
			for j := range i {
				if m[i].Name == m[j].Name {
					return m[i].Pos
				}
			}
		}
		return -1
	}
	p.order = p.order[:0]
	for i := range m {
		p.order = append(p.order, int32(i))
	}
	slices.SortFunc(p.order, func(a, b int32) int {
		if c := cmp.Compare(m[a].Name, m[b].Name); c != 0 {
			return c
		}
		return cmp.Compare(a, b)
	})
	twice := -1
	for i := 1; i < len(p.order); i++ {
		a, b := p.order[i-1], p.order[i]
		if m[a].Name == m[b].Name && (twice < 0 || m[b].Pos < twice) {
			twice = m[b].Pos
		}
	}
	return twice
}

// at passes over c when it is next.
func (p *parser) at(c byte) bool {
	if p.pos < len(p.text) && p.text[p.pos] == c {
		p.pos++
		return true
	}
	return false
}

func (p *parser) want(c byte) bool { return p.at(c) || p.unexpected() }

// unexpected fails at a byte that may not stand at pos.
func (p *parser) unexpected() bool {
	if p.pos == len(p.text) {
		return p.fail(UnexpectedEnd, p.pos)
	}
	if r, n := utf8.DecodeRuneInString(p.text[p.pos:]); r == utf8.RuneError && n == 1 {
		return p.fail(BadUTF8, p.pos)
	}
	return p.fail(BadJSON, p.pos)
}

var literals = [...]struct {
	word  string
	value Value
}{
	{"true", Value{Kind: Bool, Bool: true}},
	{"false", Value{Kind: Bool}},
	{"null", Value{Kind: Null}},
}

func (p *parser) literal(v *Value) bool {
	rest := p.text[p.pos:]
	for i := range literals {
		l := &literals[i]
		n := 0
		for n < len(l.word) && n < len(rest) && rest[n] == l.word[n] {
			n++
		}
		if n > 0 {
			p.pos += n
			if n < len(l.word) {
				return p.unexpected()
			}
			v.Kind, v.Bool = l.value.Kind, l.value.Bool
			return true
		}
	}
	return p.unexpected()
}
