package scan

import (
	"unicode/utf8"

	"github.com/stile-gate/stile/core/fact"
)

const quantifiers = "*+?{"

// sets of \d, \w and \s, in order: those of package regexp.
var escapedSets = []struct {
	name   byte
	ranges [][2]rune
}{
	{'d', [][2]rune{{'0', '9'}}},
	{'w', [][2]rune{{'0', '9'}, {'A', 'Z'}, {'_', '_'}, {'a', 'z'}}},
	{'s', [][2]rune{{'\t', '\n'}, {'\f', '\r'}, {' ', ' '}}},
}

// escapedRunes are the characters that a backslash and a letter stand for.
var escapedRunes = [...][2]byte{{'t', '\t'}, {'n', '\n'}, {'r', '\r'}, {'f', '\f'}, {'v', '\v'}}

// one reads one thing that can be repeated.
func (c *compiler) one() {
	at := c.at
	b := c.src[at]
	c.at++
	switch b {
	case '(':
		c.group(at)
	case '[':
		c.class(at)
	case '.':
		c.emit(at, step{op: opAny})
	case '^':
		c.emit(at, step{opHolds, lineStart})
	case '$':
		c.emit(at, step{opHolds, lineEnd})
	case '\\':
		if c.next('b') {
			c.emit(at, step{opHolds, wordEdge})
		} else if r, ranges := c.escaped(at); ranges != nil {
			c.emitSet(at, set{ranges: ranges})
		} else {
			c.emit(at, step{opRune, r})
		}
	case '*', '+', '?':
		c.fail(at, "repeats nothing; a literal one needs a backslash")
	case '{':
		c.fail(at, "has a { that repeats nothing; a literal one is \\{")
	default:
		c.at = at
		c.emit(at, step{opRune, c.rune()})
	}
}

func (c *compiler) emitSet(at int, s set) {
	c.emit(at, step{opSet, rune(len(c.p.sets))})
	c.p.sets = append(c.p.sets, s)
}

// rune reads one character.
func (c *compiler) rune() rune {
	r, n := fact.Rune(c.src[c.at:])
	if r == utf8.RuneError && n < 2 {
		c.fail(c.at, "is not UTF-8")
	}
	c.at += n
	return r
}

func (c *compiler) group(at int) {
	if c.depth++; c.depth > fact.MaxDepth {
		c.fail(at, "has too many groups within one another")
	}
	if c.next('?') && !c.next(':') {
		c.fail(at, "has a group (? that is neither (?: nor a plain one")
	}
	if c.choice(); !c.next(')') {
		c.fail(at, "has a ( that nothing closes; a literal one is \\(")
	}
	c.depth--
}

// escaped reads what follows a backslash at at: one character, or the ranges of a set.
func (c *compiler) escaped(at int) (rune, [][2]rune) {
	if !c.more() {
		c.fail(at, "ends in a backslash")
		return 0, nil
	}
	b := c.src[c.at]
	for i := range escapedSets {
		s := &escapedSets[i]
		switch b {
		case s.name:
			c.at++
			return 0, s.ranges
		case s.name - 'a' + 'A':
			c.at++
			return 0, outside(s.ranges)
		}
	}
	for _, e := range escapedRunes {
		if e[0] == b {
			c.at++
			return rune(e[1]), nil
		}
	}
	if is(b, alnum|beyond) {
		c.fail(at, "has an escape that is not known here")
	}
	c.at++
	return rune(b), nil
}

// outside returns what is in none of the ranges, which are in order.
func outside(ranges [][2]rune) [][2]rune {
	var all [][2]rune
	from := rune(0)
	for _, r := range ranges {
		all = append(all, [2]rune{from, r[0] - 1})
		from = r[1] + 1
	}
	return append(all, [2]rune{from, utf8.MaxRune})
}

// class reads a set behind its opening bracket. A ] that is the first in it is a literal one.
func (c *compiler) class(at int) {
	s := set{not: c.next('^')}
	for first := true; ; first = false {
		if !c.more() {
			c.fail(at, "has a [ that nothing closes; a literal one is \\[")
			return
		}
		if !first && c.next(']') {
			break
		}
		from := c.at
		lo, ranges := c.member()
		if ranges != nil {
			s.ranges = append(s.ranges, ranges...)
			continue
		}
		hi := lo
		if c.at+1 < len(c.src) && c.src[c.at] == '-' && c.src[c.at+1] != ']' {
			c.at++
			if hi, ranges = c.member(); ranges != nil || hi < lo {
				c.fail(from, "has a range in [ ] that ends before it begins")
			}
		}
		s.ranges = append(s.ranges, [2]rune{lo, hi})
	}
	c.emitSet(at, s)
}

// member reads one member of a set.
func (c *compiler) member() (rune, [][2]rune) {
	at := c.at
	if fact.HasPrefix(c.src[at:], "[:") {
		c.fail(at, "has a named class as [:alpha:], which is not known here")
	}
	if c.next('\\') {
		return c.escaped(at)
	}
	return c.rune(), nil
}

// quantifier reads how often the thing before it may stand there, most -1 for any number; ok is false without one.
func (c *compiler) quantifier() (least, most int, ok bool) {
	at := c.at
	switch {
	case c.next('*'):
		return 0, -1, true
	case c.next('+'):
		return 1, -1, true
	case c.next('?'):
		return 0, 1, true
	case !c.next('{'):
		return 0, 0, false
	}
	least = c.count()
	most = least
	if c.next(',') {
		if most = -1; c.more() && c.src[c.at] != '}' {
			most = c.count()
		}
	}
	switch {
	case least < 0 || !c.next('}') || (most >= 0 && most < least):
		c.fail(at, "has a { that is no {m}, {m,} or {m,n}; a literal one is \\{")
	case least > maxRepeats || most > maxRepeats:
		c.fail(at, "repeats more than 64 times")
	}
	return least, most, true
}

// count reads a number without a leading zero, -1 for none; one over maxRepeats is not read exactly.
func (c *compiler) count() int {
	if c.next('0') {
		return 0
	}
	n := -1
	for c.more() && is(c.src[c.at], decimal) {
		n = min(max(n, 0)*10+int(c.src[c.at]-'0'), maxRepeats+1)
		c.at++
	}
	return n
}
