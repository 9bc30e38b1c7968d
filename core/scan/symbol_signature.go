package scan

// MaxSignatures is how many signatures one file is asked for; MaxSignature bounds the bytes of one.
const (
	MaxSignatures = 200
	MaxSignature  = maxPattern
)

// noCode stands where a comment was: no text that has comments holds it, so no literal goes over one.
const noCode = 0

// SymbolsAndCode is Symbols that also returns src without its comments, as Signatures takes it.
func SymbolsAndCode(lexer string, src []byte, names []string) (symbols []Symbol, code []byte) {
	w := newWalk(lexer, src)
	symbols = w.find(names, false)
	if code = src; len(w.lex.forms) > 0 {
		w.code = append([]byte(nil), src...)
		code = w.code
	}
	w.run()
	w.giveUp(symbols)
	return symbols, code
}

// takeOut blanks a comment. Line ends stay: they end lines all the same.
func (w *walk) takeOut(from, to int) {
	if w.code == nil {
		return
	}
	for i := from; i < to; i++ {
		if !is(w.src[i], eol) {
			w.code[i] = noCode
		}
	}
}

// Signatures looks for literals and for patterns in src, whose code is what SymbolsAndCode returned for it. They count
// wherever they stand, in strings and inside longer words too, but not in comments. All literals together cost one pass,
// each pattern another, as long as there is work left: it is matched line by line, and a comment in its line is white space.
func Signatures(src, code []byte, literals []string, patterns []*Pattern) (ofLiterals, ofPatterns []Symbol) {
	ofLiterals = standing(code, literals)
	again := false // in comments
	for i := range ofLiterals {
		again = again || ofLiterals[i].Why == Absent
	}
	comments := len(src) > 0 && len(code) > 0 && &src[0] != &code[0]
	if again && comments {
		for i, s := range standing(src, literals) {
			if l := &ofLiterals[i]; l.Why == Absent && s.Why == "" {
				l.Why = InComment
			}
		}
	}
	text := code
	if comments && len(patterns) > 0 {
		text = append([]byte(nil), code...)
		for i, c := range text {
			if c == noCode {
				text[i] = ' '
			}
		}
	}
	ofPatterns = make([]Symbol, len(patterns))
	left := int64(len(src)) + stepsAtLeast
	for i, p := range patterns {
		s := &ofPatterns[i]
		if at := p.find(text, &left); at >= 0 {
			s.Line, s.Col = Position(src, at)
		} else if s.Why = Absent; comments && p.find(src, &left) >= 0 {
			s.Why = InComment
		}
		if s.Why != "" && left < 0 {
			s.Why = Unsearched
		}
	}
	return ofLiterals, ofPatterns
}

// standing looks for literals wherever they stand.
func standing(src []byte, literals []string) []Symbol {
	w := newWalk(NoLexer, src)
	symbols := w.find(literals, true)
	w.run()
	w.giveUp(symbols)
	return symbols
}
