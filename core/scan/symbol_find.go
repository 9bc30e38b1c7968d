package scan

import (
	"github.com/stile-gate/stile/core/fact"
)

// What a byte may begin where code is read. Most bytes of a file begin nothing and are passed in one test.
const (
	aText    byte = 1 << iota // a symbol
	aName                     // a symbol, where no identifier goes on
	aForm                     // a comment, a string
	aBracket                  // one of a hole that is open
	aLineEnd                  // and documents wait for their lines

	aSymbol = aText | aName
)

// A target is a symbol that is looked for.
type target struct {
	name        string
	left, right bool // whether an identifier must not go on there
	end         int  // behind the place that is held
	symbol      *Symbol
}

// A lookup knows what is looked for, sorted by name, and where in that list a first byte's targets are.
type lookup struct {
	src      []byte
	lex      *lexer
	targets  []target
	from, to [256]uint8
	stops    [256]byte
	parts    [256]bool // ASCII that identifiers are made of
	lines    lineCounter

	left   int // not found
	unseen int // neither found nor seen where it does not count
	held   []*target
	until  int // the end of the furthest that is held
}

func (l *lookup) look(symbols []Symbol) {
	l.targets = make([]target, len(symbols))
	for i := range symbols {
		name := symbols[i].Name
		text := []byte(name)
		t := &l.targets[i]
		t.name, t.symbol = name, &symbols[i]
		if l.lex.isName(text) {
			t.left, t.right = l.lex.goesOn(text, 0), l.lex.wentOn(text, len(text))
		}
	}
	for c := range 0x80 {
		l.parts[c] = l.lex.isPart(byte(c))
	}
	list := l.targets
	fact.Sort(len(list),
		func(i, j int) bool { return list[i].name < list[j].name },
		func(i, j int) { list[i], list[j] = list[j], list[i] })
	for i := len(list) - 1; i >= 0; i-- {
		c := list[i].name[0]
		if l.stops[c]&aSymbol == 0 {
			l.to[c] = uint8(i + 1)
		}
		l.from[c] = uint8(i)
		l.stops[c] |= aName
		if !list[i].left {
			l.stops[c] |= aText
		}
	}
	l.left, l.unseen = len(list), len(list)
}

// skip returns the first place from i on, before to, where one of what may begin. A name does not inside a word, and
// most letters are there.
func (l *lookup) skip(i, to int, what byte) int {
	for ; i < to; i++ {
		if stop := l.stops[l.src[i]] & what; stop != 0 && (stop != aName || i == 0 || !l.parts[l.src[i-1]]) {
			return i
		}
	}
	return to
}

// visible looks for what begins from from up to to, in code.
func (l *lookup) visible(from, to int) {
	for i := l.skip(from, to, aSymbol); i < to; i = l.skip(i+1, to, aSymbol) {
		l.match(i, false)
	}
}

// hidden does so in a comment or string, as long as it matters.
func (l *lookup) hidden(from, to int) {
	for i := from; l.unseen > 0; i++ {
		if i = l.skip(i, to, aSymbol); i == to {
			return
		}
		l.match(i, true)
	}
}

// match marks the targets that stand at i. Those that are left begin with the same bytes, so all of them together
// are compared once.
func (l *lookup) match(i int, hidden bool) {
	c := l.src[i]
	lo, hi := int(l.from[c]), int(l.to[c])
	for n := 1; lo < hi; n++ {
		for lo < hi && len(l.targets[lo].name) == n {
			if t := &l.targets[lo]; !(t.left && l.lex.wentOn(l.src, i)) && !(t.right && l.lex.goesOn(l.src, i+n)) {
				l.mark(t, i, hidden)
			}
			lo++
		}
		if i+n == len(l.src) {
			return
		}
		c = l.src[i+n]
		for lo < hi && l.targets[lo].name[n] < c {
			lo++
		}
		for lo < hi && l.targets[hi-1].name[n] > c {
			hi--
		}
	}
}

func (l *lookup) mark(t *target, i int, hidden bool) {
	s := t.symbol
	if s.Why == "" || hidden && s.Why == InComment {
		return
	}
	if s.Why == Absent {
		l.unseen--
	}
	s.Why = InComment
	if hidden {
		return
	}
	s.Why = ""
	l.lines.count(l.src, i)
	s.Line, s.Col = l.lines.line, int64(i-l.lines.start)+1
	l.left--
	t.end = i + len(t.name)
	l.held = append(l.held, t)
	l.until = max(l.until, t.end)
}

// comment takes back what runs into the comment that begins at i. Another place of it before i would do so as well.
func (l *lookup) comment(i int) {
	for _, t := range l.held {
		if t.end > i {
			t.symbol.Line, t.symbol.Col, t.symbol.Why = 0, 0, InComment
			l.left++
		}
	}
	l.held = l.held[:0]
}

// done reports whether nothing behind i can change the answer.
func (l *lookup) done(i int) bool { return l.left == 0 && i >= l.until }
