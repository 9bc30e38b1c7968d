package scan

import (
	"bytes"
	"strings"
	"testing"
)

// FuzzSymbols: in any file, with any two symbols, what is found stands there, whoever else is looked for and however
// often it is asked.
func FuzzSymbols(f *testing.F) {
	seeds := 0
	for _, c := range symbolCases {
		src := strings.NewReplacer("«", "", "»", "", "‹", "", "›", "").Replace(c.text)
		for _, pair := range [][2]string{{"a1", "Foo"}, {"foo", "x = "}} {
			f.Add(c.file, []byte(src), pair[0], pair[1])
		}
		seeds++
	}
	if seeds < 50 {
		f.Fatalf("only %d seeds", seeds)
	}
	f.Fuzz(func(t *testing.T, file string, src []byte, a, b string) {
		names := []string{a, b, a + b, a}
		for _, name := range names {
			if len(name) < MinSymbol || len(name) > MaxSymbol {
				return
			}
		}
		lexer := NoLexer
		if IsText(src) {
			lexer = LexerOf(file, src)
		}
		before := string(src)
		got := Symbols(lexer, src, names)
		if string(src) != before {
			t.Fatal("the file was changed")
		}
		for i := range got {
			s := &got[i]
			if s.Name != names[i] || (s.Line > 0) != (s.Why == "") || (s.Col > 0) != (s.Why == "") || s.Line > Lines(src) {
				t.Fatalf("%+v", s)
			}
			if alone := Symbols(lexer, src, names[i:i+1])[0]; alone != *s {
				t.Fatalf("%s: alone %+v, with others %+v", lexer, alone, s)
			}
			if everywhere := Symbols(NoLexer, src, names[i:i+1])[0]; s.Why == "" && lexer != NoLexer && !strings.ContainsAny(s.Name, "-$?!'*+<>=&") && everywhere.Why != "" {
				t.Fatalf("%s finds what is not there: %+v", lexer, s)
			}
			if s.Line > 0 && !stands(src, s) {
				t.Fatalf("%+v does not stand there", s)
			}
		}
	})
}

// stands reports whether the bytes of s are at its position.
func stands(src []byte, s *Symbol) bool {
	for off := 0; off < len(src); {
		i := bytes.Index(src[off:], []byte(s.Name))
		if i < 0 {
			return false
		}
		if line, col := Position(src, off+i); line == s.Line && col == s.Col {
			return true
		}
		off += i + 1
	}
	return false
}

// FuzzSymbolsPlain compares a language of line comments, block comments and strings with its plainest reader: one
// that knows of each byte whether it counts, and tries every symbol at every byte.
func FuzzSymbolsPlain(f *testing.F) {
	f.Add("ab/*ab*/\"ab\"//ab\nab")
	f.Add("a\"\\\"b\nab /*/ ab */ ab a//*\nb 'ab' \"")
	f.Fuzz(func(t *testing.T, seed string) {
		const letters = "ab\"\\/*\n\r _'"
		src := make([]byte, len(seed))
		for i := range src {
			src[i] = letters[int(seed[i])%len(letters)]
		}
		names := []string{"ab", "aa", "a b", "b/", "/*", "a\"", "a*/ab"}
		for i, got := range Symbols("css", src, names) {
			if want := plainSymbol(src, names[i]); got != want {
				t.Fatalf("%q in %q\ngot  %+v\nwant %+v", names[i], src, got, want)
			}
		}
	})
}

func plainSymbol(src []byte, name string) Symbol {
	const code, text, note = 0, 1, 2
	kind := make([]int, len(src))
	for i := 0; i < len(src); {
		end, k := i+1, code
		switch rest := src[i:]; {
		case bytes.HasPrefix(rest, []byte("/*")):
			end, k = len(src), note
			if n := bytes.Index(rest[2:], []byte("*/")); n >= 0 {
				end = i + 2 + n + 2
			}
		case src[i] == '"' || src[i] == '\'':
			for k = text; end < len(src) && src[end] != src[i] && src[end] != '\n' && src[end] != '\r'; end++ {
				if src[end] == '\\' {
					end++
					if end+1 < len(src) && src[end] == '\r' && src[end+1] == '\n' {
						end++
					}
				}
			}
			if end < len(src) && src[end] == src[i] {
				end++
			}
			end = min(end, len(src))
		}
		for ; i < end; i++ {
			kind[i] = k
		}
	}
	s := Symbol{Name: name, Why: Absent}
	isWord := func(i int) bool { return i >= 0 && i < len(src) && bytes.IndexByte([]byte("ab_"), src[i]) >= 0 }
	isName := name == "ab" || name == "aa"
	for i := range src {
		if !bytes.HasPrefix(src[i:], []byte(name)) || isName && (isWord(i-1) || isWord(i+len(name))) {
			continue
		}
		s.Why = InComment
		if kind[i] == code {
			clean := true
			for k := i; k < i+len(name); k++ {
				clean = clean && kind[k] != note
			}
			if clean {
				s.Line, s.Col = Position(src, i)
				s.Why = ""
				break
			}
		}
	}
	return s
}
