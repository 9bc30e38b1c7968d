package scan

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
	left, right bool // whether an identifier must not go on there
	end         int  // behind the place that is held
	symbol      *Symbol
}

// A lookup knows what is looked for, and where in that list a first byte's names are.
type lookup struct {
	src      []byte
	lex      *lexer
	list     nameList
	targets  []target // in the order of the list
	from, to [256]uint16
	stops    [256]byte
	parts    [256]bool // ASCII that identifiers are made of
	lines    lineCounter

	left   int // not found
	unseen int // neither found nor seen where it does not count
	work   int // that may still be done; below 0 nothing more is compared
	held   []*target
	until  int // the end of the furthest that is held
}

// look takes in what is looked for; with plain, a name counts inside a longer one.
func (l *lookup) look(symbols []Symbol, names []string, plain bool) {
	l.list = newNameList(names)
	l.targets = make([]target, len(names))
	for c := range 0x80 {
		l.parts[c] = !plain && l.lex.isPart(byte(c))
	}
	for i := len(names) - 1; i >= 0; i-- {
		t, text := &l.targets[i], []byte(l.list.names[i])
		t.symbol = &symbols[l.list.asked(i)]
		if !plain && l.lex.isName(text) {
			t.left, t.right = l.lex.goesOn(text, 0), l.lex.wentOn(text, len(text))
		}
		c := text[0]
		if l.stops[c]&aSymbol == 0 {
			l.to[c] = uint16(i + 1)
		}
		l.from[c] = uint16(i)
		l.stops[c] |= aName
		if !t.left {
			l.stops[c] |= aText
		}
	}
	l.left, l.unseen, l.work = len(names), len(names), workOf(l.src)
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
// are compared once, up to where one alone is left.
func (l *lookup) match(i int, hidden bool) {
	src, names := l.src, l.list.names
	c := src[i]
	lo, hi := int(l.from[c]), int(l.to[c])
	for n := 1; lo < hi && l.work >= 0; n++ {
		if l.work--; lo+1 == hi && n < len(names[lo]) {
			n = len(names[lo])
			if l.work -= n / wordWork; i+n > len(src) || string(src[i:i+n]) != names[lo] {
				return
			}
		}
		for lo < hi && len(names[lo]) == n {
			l.work--
			if t := &l.targets[lo]; !(t.left && l.lex.wentOn(src, i)) && !(t.right && l.lex.goesOn(src, i+n)) {
				l.mark(t, i, i+n, hidden)
			}
			lo++
		}
		if i+n == len(src) {
			return
		}
		c = src[i+n]
		for k := 0; lo < hi && names[lo][n] < c; k++ {
			if lo++; k == nearby {
				lo = l.list.search(nameRange{lo, hi, n}, int(c))
			}
		}
		for k := 0; lo < hi && names[hi-1][n] > c; k++ {
			if hi--; k == nearby {
				hi = l.list.search(nameRange{lo, hi, n}, int(c)+1)
			}
		}
	}
}

func (l *lookup) mark(t *target, i, end int, hidden bool) {
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
	t.end = end
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
func (l *lookup) done(i int) bool { return l.left == 0 && i >= l.until || l.work < 0 }

// Steps of a search: a byte of a name that is compared with the text, a state of a pattern.
const (
	stepsPerByte = 4       // of the text, for all that is looked for: 32 MB take seconds at most
	stepsAtLeast = 1 << 28 // for patterns: each is another pass over the text
	wordWork     = 64      // bytes that are compared or passed in one step
)

func workOf(src []byte) int { return stepsPerByte*len(src) + 1<<16 }
