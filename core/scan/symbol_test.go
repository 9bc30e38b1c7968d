package scan

import (
	"fmt"
	"strings"
	"testing"
)

// marked takes the marks out of a text: «name» stands where name counts, ‹name› where it stands but does not. What is
// to be answered is the first place that counts.
func marked(t *testing.T, text string) (src string, want map[string]Symbol) {
	t.Helper()
	var b strings.Builder
	want = map[string]Symbol{}
	for {
		before, rest, ok := strings.Cut(text, "«")
		counts := ok
		if b4, r, ok := strings.Cut(text, "‹"); ok && (!counts || len(b4) < len(before)) {
			before, rest, counts = b4, r, false
		} else if !counts {
			break
		}
		b.WriteString(before)
		name, after, _ := strings.Cut(rest, map[bool]string{true: "»", false: "›"}[counts])
		if want[name].Line == 0 {
			s := Symbol{Name: name, Why: InComment}
			if counts {
				s.Why = ""
				s.Line, s.Col = Position([]byte(b.String()), b.Len())
			}
			want[name] = s
		}
		b.WriteString(name)
		text = after
	}
	b.WriteString(text)
	if len(want) == 0 {
		t.Fatal("nothing is marked")
	}
	return b.String(), want
}

func TestSymbols(t *testing.T) {
	for _, c := range symbolCases {
		t.Run(c.file+" "+c.what, func(t *testing.T) {
			src, want := marked(t, c.text)
			check := func(src string, want map[string]Symbol) {
				t.Helper()
				lexer := LexerOf(c.file, []byte(src))
				if (lexer == NoLexer) != c.none {
					t.Errorf("lexer %q", lexer)
				}
				names := []string{"never_there"}
				for name := range want {
					names = append(names, name)
				}
				got := Symbols(lexer, []byte(src), names)
				if got[0] != (Symbol{Name: names[0], Why: Absent}) {
					t.Errorf("%+v", got[0])
				}
				for _, s := range got[1:] {
					if s != want[s.Name] {
						t.Errorf("got %+v\nwant %+v\nin %q", s, want[s.Name], src)
					}
				}
			}
			check(src, want)
			// B1: line ends and a byte order mark change nothing but positions, and these not at all.
			for _, end := range []string{"\r\n", "\r"} {
				other := map[string]Symbol{}
				for name, s := range want {
					s.Name = strings.ReplaceAll(name, "\n", end)
					other[s.Name] = s
				}
				check(strings.ReplaceAll(src, "\n", end), other)
			}
			check("\ufeff"+src, want)
			for name, s := range want {
				only := Symbols(LexerOf(c.file, []byte(src)), []byte(src), []string{name})
				if fmt.Sprint(only[0]) != fmt.Sprint(s) {
					t.Errorf("alone: got %+v, want %+v", only[0], s)
				}
			}
		})
	}
}

// TestSymbolsDeep: holes are followed up to a depth; deeper ones are text, and nothing is lost but what is in them.
func TestSymbolsDeep(t *testing.T) {
	for depth, want := range map[int]string{64: "", 1000: ""} {
		src := strings.Repeat("`${", depth) + strings.Repeat("}`", depth) + " after"
		if got := Symbols("js", []byte(src), []string{"after"})[0]; got.Why != want {
			t.Errorf("%d deep: %+v", depth, got)
		}
	}
	src := strings.Repeat("`${", 64) + "deep" + strings.Repeat("}` /* late */", 64)
	if got := Symbols("js", []byte(src), []string{"deep", "late"}); got[0].Col != 64*3+1 || got[1].Why != InComment {
		t.Errorf("%+v", got)
	}
}

func TestSymbolsInNoText(t *testing.T) {
	for _, c := range []struct {
		src, name string
		col       int64
	}{
		{"caf\xe9 bar", "caf", 0}, // é of Latin-1 goes on
		{"caf\xe9 bar", "bar", 6},
		{"\xabbar\xbb", "bar", 2}, // « and » do not
		{"\x93bar\x94", "bar", 2},
		{"\xffbar", "bar", 0},
		{"bar\xc3", "bar", 0},
		{"x\xc3\xa9bar", "bar", 0},
		{"f\x00oo foo", "foo", 6},
	} {
		got := Symbols(NoLexer, []byte(c.src), []string{c.name})[0]
		if got.Col != c.col {
			t.Errorf("%q in %q: %+v", c.name, c.src, got)
		}
	}
}

func TestLines(t *testing.T) {
	for _, c := range []struct {
		src         string
		lines       int64
		blank, text bool
	}{
		{"", 0, true, true},
		{"\ufeff", 0, true, true},
		{"\n", 1, true, true},
		{"a", 1, false, true},
		{"a\n", 1, false, true},
		{"a\r\n", 1, false, true},
		{"a\r", 1, false, true},
		{"a\rb\r\nc\n\nd", 5, false, true},
		{"\ufeffa\n", 1, false, true},
		{"\u2028\u0085\v\f \u3000\t", 1, true, true},
		{"a\u2028b", 1, false, true},
		{"a\x00b", 1, false, false},
		{"\xff\xfea\x00\n\x00", 2, false, false},
		{"\xe9", 1, false, false},
		{"\xed\xa0\x80", 1, false, false},
		{"\ufffd", 1, false, true},
		{"\u200b\u2060\ufeff\ufeff\u3164\u2800\u00ad\u1160\uffa0\U000e0041", 1, true, true},
		{"\u200bx", 1, false, true},
		{"\x00\x00", 1, true, false},
		{"\x7f\x01", 1, true, true},
	} {
		b := []byte(c.src)
		if lines, blank, text := Lines(b), IsBlank(b), IsText(b); lines != c.lines || blank != c.blank || text != c.text {
			t.Errorf("%q: %d lines, blank %v, text %v", c.src, lines, blank, text)
		}
		if c.lines > 0 && !strings.HasSuffix(c.src, "\n") && !strings.HasSuffix(c.src, "\r") {
			if line, _ := Position(b, len(b)); line != c.lines {
				t.Errorf("%q ends on line %d", c.src, line)
			}
		}
	}
}

// TestLexers holds the table to itself: what it lists it lists once, and every form that may be taken can be.
func TestLexers(t *testing.T) {
	files := map[string]string{}
	used := map[*form]bool{}
	for i := range lexers {
		l := &lexers[i]
		if lexerNamed(l.name) != l {
			t.Errorf("%s is there twice", l.name)
		}
		for _, f := range strings.Fields(l.files) {
			if files[f] != "" {
				t.Errorf("%s is of %s and of %s", f, files[f], l.name)
			}
			files[f] = l.name
			if l2 := LexerOf("dir.d/x"+f, nil); strings.HasPrefix(f, ".") && (f != strings.ToLower(f) || l2 != l.name) {
				t.Errorf("x%s is of %s", f, l2)
			}
		}
		for k, f := range l.forms {
			used[f] = true
			for _, earlier := range l.forms[:k] {
				if strings.HasPrefix(f.open, earlier.open) && earlier.how&(special|atWord|atStart|formats) == 0 && earlier.never == "" {
					t.Errorf("%s: %q is never reached behind %q", l.name, f.open, earlier.open)
				}
			}
			if f.how&special == 0 && f.close == "" && f.how&(inLine|comment) == 0 {
				t.Errorf("%s: %q has no end", l.name, f.open)
			}
			if f.hole != "" && !strings.ContainsAny(f.hole[len(f.hole)-1:], "({") {
				t.Errorf("%s: the hole %q has no partner", l.name, f.hole)
			}
		}
	}
	tested := map[string]bool{}
	for _, c := range symbolCases {
		tested[LexerOf(c.file, []byte(c.text))] = true
	}
	for i := range lexers {
		if !tested[lexers[i].name] {
			t.Errorf("no test reads a file of %s", lexers[i].name)
		}
	}
}
