package scan

import (
	"bytes"
	"unicode/utf8"

	"github.com/stile-gate/stile/core/fact"
)

// MaxSymbols is how many symbols one file is asked for; MaxSymbol and MinSymbol bound the bytes of one. A shorter
// name stands in every file.
const (
	MaxSymbols = 2000
	MaxSymbol  = 200
	MinSymbol  = 2
)

// A Symbol says where a text stands in a file, outside comments and strings.
type Symbol struct {
	Name      string
	Line, Col int64  // of its first place; 0 where it has none
	Why       string // why it has none, "" when it has
}

// Why a symbol was not found.
const (
	Absent    = "absent"
	InComment = "in-comment" // it stands only in comments or strings
	// The search was given up: so much of the file begins like what is looked for that it would take too long.
	Unsearched = "unsearched"
)

// Symbols looks for names in src, in one pass, and answers in their order. A name of identifier characters, with or
// without . :: # -> and the like, counts where no identifier goes on at its ends; any other text counts as it stands.
// It has to begin in code and may not run into a comment. lexer is one that LexerOf knows; with NoLexer the whole of
// src is code.
func Symbols(lexer string, src []byte, names []string) []Symbol {
	w := newWalk(lexer, src)
	symbols := w.find(names, false)
	w.run()
	w.giveUp(symbols)
	return symbols
}

func newWalk(lexer string, src []byte) *walk {
	w := &walk{lookup: lookup{src: src, lex: lexerNamed(lexer)}, start: byteOrderMark(src)}
	w.lines = lineCounter{line: 1, start: w.start, at: w.start}
	return w
}

// find begins to look for names; what it returns is filled in by the walk.
func (w *walk) find(names []string, plain bool) []Symbol {
	symbols := make([]Symbol, len(names))
	for i := range names {
		symbols[i] = Symbol{Name: names[i], Why: Absent}
	}
	w.look(symbols, names, plain)
	return symbols
}

// giveUp takes back what an unfinished search says of those it has not found.
func (w *walk) giveUp(symbols []Symbol) {
	for i := range symbols {
		if w.work < 0 && symbols[i].Why != "" {
			symbols[i].Why = Unsearched
		}
	}
}

// Lines is how many lines src has, by the rules of Position: a last one without an end counts, an empty text has none.
func Lines(src []byte) int64 {
	l := lineCounter{line: 1, start: byteOrderMark(src)}
	l.at = l.start
	l.count(src, len(src))
	if l.start == len(src) {
		l.line--
	}
	return l.line
}

// IsText reports whether src is UTF-8 without NUL.
func IsText(src []byte) bool {
	if bytes.IndexByte(src, 0) >= 0 {
		return false
	}
	for i := 0; i < len(src); {
		if i+8 <= len(src) {
			if b := src[i : i+8 : i+8]; b[0]|b[1]|b[2]|b[3]|b[4]|b[5]|b[6]|b[7] < 0x80 {
				i += 8
				continue
			}
		}
		r, n := fact.Rune(src[i:])
		if r == utf8.RuneError && n == 1 {
			return false
		}
		i += n
	}
	return true
}

// IsBlank reports whether src has nothing that anybody sees: white space, control characters, marks and fillers.
func IsBlank(src []byte) bool {
	for i := byteOrderMark(src); i < len(src); {
		r, n := fact.Rune(src[i:])
		if !fact.IsSpace(r) && !isUnseen(r) && !fact.Within(r, fillers[:]) {
			return false
		}
		i += n
	}
	return true
}

// fillers are letters and symbols that are drawn as nothing (Unicode 16, 2024).
var fillers = [...][2]rune{{0x115F, 0x1160}, {0x17B4, 0x17B5}, {0x2800, 0x2800}, {0x3164, 0x3164}, {0xFFA0, 0xFFA0}}

// A lineCounter turns growing offsets into positions: all of them together cost one pass.
type lineCounter struct {
	line      int64
	start, at int // where the line begins, what was counted
}

func (l *lineCounter) count(src []byte, off int) {
	for i := l.at; i < off; i++ {
		if c := src[i]; c <= '\r' && is(c, eol) && (c == '\n' || i+1 == len(src) || src[i+1] != '\n') {
			l.line++
			l.start = i + 1
		}
	}
	l.at = off
}
