package table

import (
	"github.com/stile-gate/stile/core/fact"
	"github.com/stile-gate/stile/core/scan"
)

// Evidence is what a cited file says about the lines, symbols and signatures that references and rules name.
type Evidence struct {
	Lines      int64  // a last one without an end counts
	Blank      bool   // nothing but white space
	Text       bool   // UTF-8 without NUL
	Lexer      string // whose comments and strings were passed over; scan.NoLexer for none
	Symbols    []scan.Symbol
	Signatures []Signature
}

// A Signature is a text that a rule wants its evidence to hold, a literal or a scan.Pattern, and where it stands first
// outside comments.
type Signature struct {
	Text      string
	Pattern   bool
	Line, Col int64
	Why       string // why it stands nowhere, "" when it does
}

// Why a symbol or signature was not found, as Evidence says it.
const (
	Absent     = scan.Absent
	InComment  = scan.InComment
	Unsearched = scan.Unsearched
	Binary     = "binary" // in a file that is no text: it was looked for in its bytes as they are
)

// The first byte of what evidence is asked for says what it is.
const (
	AskSymbol  = "s"
	AskLiteral = "l"
	AskPattern = "p"
)

// ReadEvidence answers for the bytes of a file. query is frames: its path, then up to scan.MaxSymbols symbols and
// scan.MaxSignatures signatures, in any order, each behind the byte that says what it is. It answers nil when the query
// is not that.
func ReadEvidence(query, raw []byte) []byte {
	q, ok := fact.FrameList(query, 1+scan.MaxSymbols+scan.MaxSignatures)
	if !ok || len(q) == 0 {
		return nil
	}
	var names, literals []string
	var patterns []*scan.Pattern
	e := &Evidence{Lines: scan.Lines(raw), Blank: scan.IsBlank(raw), Text: scan.IsText(raw), Lexer: scan.NoLexer}
	for _, f := range q[1:] {
		if len(f) == 0 {
			return nil
		}
		ask, text := string(f[:1]), string(f[1:])
		if ask == AskSymbol {
			if !isSymbol(text) {
				return nil
			}
			fact.Push(&names, text)
			continue
		}
		if !isSignature(text) {
			return nil
		}
		switch ask {
		case AskLiteral:
			fact.Push(&literals, text)
		case AskPattern:
			p, err := scan.Compile(text)
			if err != nil || p.Idle() {
				return nil
			}
			patterns = append(patterns, p)
		default:
			return nil
		}
		e.Signatures = append(e.Signatures, Signature{Text: text, Pattern: ask == AskPattern})
	}
	if len(names) > scan.MaxSymbols || len(e.Signatures) > scan.MaxSignatures {
		return nil
	}
	if e.Text {
		e.Lexer = scan.LexerOf(string(q[0]), raw)
	}
	e.look(raw, names, literals, patterns)
	m := fact.Writing()
	e.move(m)
	return m.Bytes()
}

func (e *Evidence) look(raw []byte, names, literals []string, patterns []*scan.Pattern) {
	if len(e.Signatures) == 0 {
		e.Symbols = scan.Symbols(e.Lexer, raw, names)
	} else {
		var code []byte
		e.Symbols, code = scan.SymbolsAndCode(e.Lexer, raw, names)
		ofLiterals, ofPatterns := scan.Signatures(raw, code, literals, patterns)
		for i := range e.Signatures {
			s, list := &e.Signatures[i], &ofLiterals
			if s.Pattern {
				list = &ofPatterns
			}
			found := &(*list)[0]
			*list = (*list)[1:]
			s.Line, s.Col, s.Why = found.Line, found.Col, e.why(found.Why)
		}
	}
	for i := range e.Symbols {
		e.Symbols[i].Why = e.why(e.Symbols[i].Why)
	}
}

func (e *Evidence) why(why string) string {
	if why == Absent && !e.Text {
		return Binary
	}
	return why
}

// Symbol says why a symbol that was asked for was not found, "" when it was; asked is false when it was not asked for.
// Where symbols were asked for in the order of their bytes, it is found among many without a look at each.
func (e *Evidence) Symbol(name string) (why string, asked bool) {
	lo, hi := 0, len(e.Symbols)
	for lo < hi {
		if m := (lo + hi) / 2; e.Symbols[m].Name < name {
			lo = m + 1
		} else {
			hi = m
		}
	}
	if lo < len(e.Symbols) && e.Symbols[lo].Name == name {
		return e.Symbols[lo].Why, true
	}
	for i := range e.Symbols {
		if e.Symbols[i].Name == name {
			return e.Symbols[i].Why, true
		}
	}
	return "", false
}

// Signed is Symbol for a signature, behind the byte that says what it is.
func (e *Evidence) Signed(mark string) (why string, asked bool) {
	for i := range e.Signatures {
		s := &e.Signatures[i]
		if len(mark) > 0 && s.Text == mark[1:] && s.Pattern == (mark[:1] == AskPattern) {
			return s.Why, true
		}
	}
	return "", false
}

// isSymbol reports whether s can be asked for: not too short and not too long, and spelled as it is answered.
func isSymbol(s string) bool {
	return len(s) >= scan.MinSymbol && len(s) <= scan.MaxSymbol && fact.IsUTF8(s)
}

// isSignature is isSymbol for a signature. Whether a pattern is one shows when it is read: an answer is held to less.
func isSignature(s string) bool {
	return len(s) <= scan.MaxSignature && fact.TrimSpace(s) != "" && fact.IsUTF8(s)
}

func (e *Evidence) move(m *fact.Mover) {
	m.Begin()
	m.Int("lines", &e.Lines)
	m.Bool("blank", &e.Blank)
	m.Bool("text", &e.Text)
	m.Text("lexer", &e.Lexer)
	for i := 0; m.Item("symbols", i, len(e.Symbols)); i++ {
		if i == len(e.Symbols) {
			e.Symbols = append(e.Symbols, scan.Symbol{})
		}
		s := &e.Symbols[i]
		m.Begin()
		m.Text("name", &s.Name)
		movePlace(m, &s.Line, &s.Col, &s.Why)
		m.End()
	}
	for i := 0; m.Item("signatures", i, len(e.Signatures)); i++ {
		if i == len(e.Signatures) {
			e.Signatures = append(e.Signatures, Signature{})
		}
		s := &e.Signatures[i]
		m.Begin()
		m.Text("text", &s.Text)
		m.Bool("pattern", &s.Pattern)
		movePlace(m, &s.Line, &s.Col, &s.Why)
		m.End()
	}
	m.End()
}

func movePlace(m *fact.Mover, line, col *int64, why *string) {
	m.Int("line", line)
	m.Int("col", col)
	m.Text("why", why)
}

// ParseEvidence reads what ReadEvidence answers, and nothing that it could not have answered.
func ParseEvidence(answer []byte) (*Evidence, bool) {
	e, m := &Evidence{}, fact.Reading(answer)
	e.move(m)
	if !m.Done() || !e.sound() {
		return nil, false
	}
	return e, true
}

func (e *Evidence) sound() bool {
	known := e.Lexer == scan.NoLexer || e.Text && scan.IsLexer(e.Lexer)
	if !known || e.Lines < 0 || e.Lines > fact.MaxRead || e.Lines == 0 && !e.Blank ||
		len(e.Symbols) > scan.MaxSymbols || len(e.Signatures) > scan.MaxSignatures {
		return false
	}
	for i := range e.Symbols {
		if s := &e.Symbols[i]; !isSymbol(s.Name) || !e.placed(s.Line, s.Col, s.Why) {
			return false
		}
	}
	for i := range e.Signatures {
		if s := &e.Signatures[i]; !isSignature(s.Text) || !e.placed(s.Line, s.Col, s.Why) {
			return false
		}
	}
	return true
}

// placed reports whether something can stand there, or not be found for that reason.
func (e *Evidence) placed(line, col int64, why string) bool {
	if line < 0 || line > e.Lines || col < 0 || col > fact.MaxRead || (line > 0) != (why == "") || (col > 0) != (why == "") {
		return false
	}
	switch why {
	case "", Unsearched:
		return true
	case Absent:
		return e.Text
	case InComment:
		return e.Lexer != scan.NoLexer
	case Binary:
		return !e.Text
	}
	return false
}
