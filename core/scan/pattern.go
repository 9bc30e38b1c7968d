package scan

import "github.com/stile-gate/stile/core/fact"

// A Pattern is a small regular expression that is searched for in time linear in the text, whatever it is: it is
// simulated, never backtracked. It is made of literals, ".", classes as [a-z] and [^a-z], \d \w \s and their opposites
// \D \W \S, \b, groups, |, the quantifiers * + ? {m} {m,} {m,n}, and ^ and $ for the start and end of a line. \d, \w,
// \s and \b look at ASCII alone. A line ends at LF, CR or CR LF, and "." is none of these. A quantifier with ? behind
// it means the same as without, since only whether and where a match begins is asked. Everything else is refused.
type Pattern struct {
	code  []step
	sets  []set
	first [256]bool // bytes that a match can begin with
	empty bool      // it may match without looking at a character
}

const (
	maxPattern = 2 << 10 // bytes of its text
	maxStates  = 256     // steps of a Pattern: the width of its simulation
	maxRepeats = 64      // m and n of {m,n}
)

// A PatternError says what of a pattern cannot be read, and at which byte of it.
type PatternError struct {
	Offset int
	Why    string // the rest of a sentence about the pattern
}

// An op is what a step does.
type op byte

const (
	opRune  op = iota // takes the character arg
	opAny             // takes a character that ends no line
	opSet             // takes a character of sets[arg]
	opSplit           // goes on behind it and at it + arg
	opJump            // goes on at it + arg
	opHolds           // goes on where the condition arg holds
	opMatch
)

// Conditions between two characters, as bits.
const (
	lineStart = 1 << iota
	lineEnd
	wordEdge
)

// A step is one instruction. Targets are relative, so that a piece of code can be copied and moved.
type step struct {
	op  op
	arg rune
}

// A set holds the characters that are in one of its ranges, or in none of them.
type set struct {
	not    bool
	ranges [][2]rune
}

// compiler reads a pattern. The code of what is read last stands at the end of code.
type compiler struct {
	src   string
	at    int
	depth int
	p     *Pattern
	err   *PatternError
}

// Compile reads a pattern; src is its text.
func Compile(src string) (*Pattern, *PatternError) {
	c := compiler{src: src, p: &Pattern{}}
	if len(src) > maxPattern {
		c.fail(maxPattern, "is longer than 2048 bytes")
	}
	if c.choice(); c.err == nil && c.at < len(src) {
		c.fail(c.at, "has a ) that closes nothing; a literal one is \\)")
	}
	if c.emit(c.at, step{op: opMatch}); c.err != nil {
		return nil, c.err
	}
	c.p.begins()
	return c.p, nil
}

// fail keeps the first error.
func (c *compiler) fail(at int, why string) {
	if c.err == nil {
		c.err = &PatternError{at, why}
	}
}

// more reports whether something is left to read.
func (c *compiler) more() bool { return c.err == nil && c.at < len(c.src) }

// next passes over b when it is next.
func (c *compiler) next(b byte) bool {
	if c.more() && c.src[c.at] == b {
		c.at++
		return true
	}
	return false
}

func (c *compiler) emit(at int, s step) {
	if len(c.p.code) == maxStates {
		c.fail(at, "is too large: repetitions count as often as they repeat")
	} else {
		c.p.code = append(c.p.code, s)
	}
}

// insert puts a step before the code that begins at from. What jumps within that code stays right.
func (c *compiler) insert(from int, s step) {
	if c.emit(c.at, s); c.err == nil {
		code := c.p.code
		copy(code[from+1:], code[from:])
		code[from] = s
	}
}

// choice reads alternatives up to the end or a closing parenthesis. Each but the last ends in a jump behind the last;
// until that place is known, the jumps are a chain: each holds where the one before it stands, the first 0.
func (c *compiler) choice() {
	jump := 0
	for {
		start := len(c.p.code)
		for c.more() && c.src[c.at] != '|' && c.src[c.at] != ')' {
			c.repeated()
		}
		if !c.next('|') {
			break
		}
		c.insert(start, step{opSplit, rune(len(c.p.code) - start + 2)})
		c.emit(c.at, step{opJump, rune(jump)})
		jump = len(c.p.code) - 1
	}
	if c.err != nil {
		return
	}
	for jump > 0 {
		s := &c.p.code[jump]
		jump, s.arg = int(s.arg), rune(len(c.p.code)-jump)
	}
}

// repeated reads one thing and the quantifier behind it.
func (c *compiler) repeated() {
	from := len(c.p.code)
	c.one()
	at := c.at
	least, most, ok := c.quantifier()
	if !ok {
		return
	}
	c.next('?')
	if c.more() && fact.IndexAny(c.src[c.at:c.at+1], quantifiers) == 0 {
		c.fail(c.at, "repeats what is repeated already; a group around that is needed")
	}
	if c.err == nil {
		c.repeat(at, from, least, most)
	}
}

// repeat turns the code from on into least to most repetitions of it, most -1 for any number.
func (c *compiler) repeat(at, from, least, most int) {
	once := append([]step(nil), c.p.code[from:]...)
	c.p.code = c.p.code[:from]
	again := func() (start int) {
		start = len(c.p.code)
		for _, s := range once {
			c.emit(at, s)
		}
		return start
	}
	start := from
	for range least {
		start = again()
	}
	switch {
	case most < 0 && least > 0:
		c.emit(at, step{opSplit, rune(start - len(c.p.code))})
	case most < 0:
		c.emit(at, step{opSplit, rune(len(once) + 2)})
		again()
		c.emit(at, step{opJump, rune(-len(once) - 1)})
	}
	for range most - least {
		c.emit(at, step{opSplit, rune(len(once) + 1)})
		again()
	}
}
