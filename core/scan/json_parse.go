package scan

import "github.com/stile-gate/stile/core/fact"

// parser reads one value. Strings without escapes are slices of text. Children are gathered on a stack and copied
// out at their container's end, so that each container costs one allocation of its exact size.
type parser struct {
	text   string
	pos    int
	values int
	stack  []Member // items too, without a name
	order  []int32
	err    *Error
}

// fail keeps the first error.
func (p *parser) fail(kind string, at int) bool {
	if p.err == nil {
		p.err = &Error{kind, at}
	}
	return false
}

func (p *parser) space() { p.pos = span(p.text, p.pos, space) }

// at passes over white space, and over c when it is next.
func (p *parser) at(c byte) bool {
	p.space()
	if p.pos < len(p.text) && p.text[p.pos] == c {
		p.pos++
		return true
	}
	return false
}

func (p *parser) want(c byte) bool { return p.at(c) || p.unexpected() }

// unexpected fails at a byte that may not stand at pos.
func (p *parser) unexpected() bool {
	kind := BadJSON
	if _, n := fact.Rune(p.text[p.pos:]); n == 0 {
		kind = UnexpectedEnd
	} else if n == 1 && is(p.text[p.pos], beyond) {
		kind = BadUTF8
	}
	return p.fail(kind, p.pos)
}

func (p *parser) document(v *Value) bool {
	if p.space(); p.pos == len(p.text) {
		return p.fail(Empty, p.pos)
	}
	return p.value(v, 0) && p.end()
}

// end fails where something stands behind the value.
func (p *parser) end() bool {
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
	v.Pos = p.pos
	ok := false
	switch c := p.text[p.pos]; {
	case c == '"':
		v.Kind = String
		v.Text, ok = p.string()
	case c == '{' || c == '[':
		if depth == fact.MaxDepth {
			return p.fail(TooDeep, p.pos)
		}
		ok = p.container(v, depth+1)
	case is(c, decimal|hyphen):
		ok = p.number(v)
	default:
		ok = p.literal(v)
	}
	v.End = p.pos
	return ok
}

// container reads the array or object at pos.
func (p *parser) container(v *Value, depth int) bool {
	open, first := p.text[p.pos], len(p.stack)
	p.pos++
	closing := open + 2 // in ASCII, of both
	for closed := p.at(closing); !closed; {
		var m [1]Member // a slice is appended as bytes, a Member field by field
		if open == '{' && !p.key(&m[0]) || !p.value(&m[0].Value, depth) {
			return false
		}
		p.stack = append(p.stack, m[:]...)
		if closed = p.at(closing); !closed {
			if !p.want(',') {
				return false
			}
			p.space()
		}
	}
	list := p.stack[first:]
	p.stack = p.stack[:first]
	if v.Kind = Object; open == '[' {
		v.Kind = Array
	}
	switch {
	case len(list) == 0:
	case open == '[':
		v.Items = make([]Value, len(list))
		for i := range list {
			v.Items[i] = list[i].Value
		}
	default:
		if twice := p.duplicate(list); twice >= 0 {
			return p.fail(DuplicateKey, twice)
		}
		v.Members = make([]Member, len(list))
		copy(v.Members, list)
	}
	return true
}

// key reads a member up to its value.
func (p *parser) key(m *Member) bool {
	m.Pos = p.pos
	if p.pos == len(p.text) || p.text[p.pos] != '"' {
		return p.unexpected()
	}
	var ok bool
	if m.Name, ok = p.string(); !ok || !p.want(':') {
		return false
	}
	p.space()
	return true
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
	order := p.order[:0]
	for i := range m {
		order = append(order, int32(i))
	}
	p.order = order
	fact.Sort(len(order),
		func(i, j int) bool {
			a, b := &m[order[i]], &m[order[j]]
			return a.Name < b.Name || a.Name == b.Name && a.Pos < b.Pos
		},
		func(i, j int) { order[i], order[j] = order[j], order[i] })
	twice := -1
	for i := 1; i < len(order); i++ {
		a, b := &m[order[i-1]], &m[order[i]]
		if a.Name == b.Name && (twice < 0 || b.Pos < twice) {
			twice = b.Pos
		}
	}
	return twice
}

var literals = [...]struct {
	word  string
	kind  Kind
	value bool
}{{"true", Bool, true}, {"false", Bool, false}, {"null", Null, false}}

func (p *parser) literal(v *Value) bool {
	for i := range literals {
		l := &literals[i]
		if p.text[p.pos] != l.word[0] {
			continue
		}
		for j := range len(l.word) {
			if p.pos == len(p.text) || p.text[p.pos] != l.word[j] {
				return p.unexpected()
			}
			p.pos++
		}
		v.Kind, v.Bool = l.kind, l.value
		return true
	}
	return p.unexpected()
}
