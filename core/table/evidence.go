package table

import (
	"unicode/utf8"

	"github.com/stile-gate/stile/core/fact"
	"github.com/stile-gate/stile/core/scan"
)

// Evidence is what a cited file says about the lines and symbols that references name.
type Evidence struct {
	Lines   int64  // a last one without an end counts
	Blank   bool   // nothing but white space
	Text    bool   // UTF-8 without NUL
	Lexer   string // whose comments and strings were passed over; scan.NoLexer for none
	Symbols []scan.Symbol
}

// Binary is why a symbol was not found in a file that is no text: it was looked for in its bytes as they are.
const Binary = "binary"

// ReadEvidence answers for the bytes of a file. query is frames: its path, then the symbols; nil when it is not.
func ReadEvidence(query, raw []byte) []byte {
	q, ok := fact.FrameList(query, 1+scan.MaxSymbols)
	if !ok || len(q) == 0 {
		return nil
	}
	names := make([]string, len(q)-1)
	for i := range names {
		if names[i] = string(q[i+1]); !isSymbol(names[i]) {
			return nil
		}
	}
	e := &Evidence{Lines: scan.Lines(raw), Blank: scan.IsBlank(raw), Text: scan.IsText(raw), Lexer: scan.NoLexer}
	if e.Text {
		e.Lexer = scan.LexerOf(string(q[0]), raw)
	}
	e.Symbols = scan.Symbols(e.Lexer, raw, names)
	for i := range e.Symbols {
		if s := &e.Symbols[i]; !e.Text && s.Why != "" {
			s.Why = Binary
		}
	}
	m := fact.Writing()
	e.move(m)
	return m.Bytes()
}

// isSymbol reports whether s can be asked for: not too short and not too long, and spelled as it is answered.
func isSymbol(s string) bool {
	for i := 0; i < len(s); {
		r, n := fact.Rune(s[i:])
		if r == utf8.RuneError && n == 1 {
			return false
		}
		i += n
	}
	return len(s) >= scan.MinSymbol && len(s) <= scan.MaxSymbol
}

func (e *Evidence) move(m *fact.Mover) {
	m.Object(func() {
		m.Int("lines", &e.Lines)
		m.Bool("blank", &e.Blank)
		m.Bool("text", &e.Text)
		m.Text("lexer", &e.Lexer)
		m.List("symbols", len(e.Symbols), func(i int) {
			if i == len(e.Symbols) {
				e.Symbols = append(e.Symbols, scan.Symbol{})
			}
			s := &e.Symbols[i]
			m.Object(func() {
				m.Text("name", &s.Name)
				m.Int("line", &s.Line)
				m.Int("col", &s.Col)
				m.Text("why", &s.Why)
			})
		})
	})
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
	if !known || e.Lines < 0 || e.Lines > fact.MaxRead || len(e.Symbols) > scan.MaxSymbols || e.Lines == 0 && !e.Blank {
		return false
	}
	for i := range e.Symbols {
		s := &e.Symbols[i]
		if !isSymbol(s.Name) || s.Line < 0 || s.Line > e.Lines || s.Col < 0 || s.Col > fact.MaxRead ||
			(s.Line > 0) != (s.Why == "") || (s.Col > 0) != (s.Why == "") {
			return false
		}
		switch s.Why {
		case "":
		case scan.Absent:
			known = e.Text
		case scan.InComment:
			known = e.Lexer != scan.NoLexer
		case Binary:
			known = !e.Text
		default:
			known = false
		}
		if !known {
			return false
		}
	}
	return true
}
