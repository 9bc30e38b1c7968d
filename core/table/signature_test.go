package table

import (
	"bytes"
	"fmt"
	"testing"

	"github.com/stile-gate/stile/core/scan"
)

func marks(n int) []string {
	list := make([]string, n)
	for i := range list {
		list[i] = []string{AskLiteral, AskPattern}[i%2] + fmt.Sprint("x", i)
	}
	return list
}

func TestReadSignatures(t *testing.T) {
	for _, c := range []struct{ what, path, raw, mark, want string }{
		{"in code", "a.go", "package a\n\tx := Sum(1)\n", "lSum(", "2:7"},
		{"inside a longer word", "a.go", "package a\nvar total = checkSum(1)\n", "lSum", "2:18"},
		{"in a string", "a.go", "package a\nvar h = \"Strict-Transport-Security\"\n", "lStrict-Transport-Security", "2:10"},
		{"A13 only in a comment", "a.go", "package a // Sum(\n/* Sum( */\n", "lSum(", "in-comment"},
		{"in a comment, then in code", "a.go", "// Sum(\n/* Sum( */ Sum(", "lSum(", "2:12"},
		{"not there", "a.go", "package a\n", "lSum(", "absent"},
		{"over a comment", "a.go", "a/* */b a/**/b", "la     b", "absent"},
		{"over a line", "a.go", "x\ny", "lx\ny", "1:1"},
		{"no lexer: all of it", "a.txt", "// Sum(\n", "lSum(", "1:4"},
		{"no text", "a.go", "// Sum(\xff\n", "lSum(", "1:4"},
		{"no text, and not there", "a.go", "\xff\n", "lSum(", "binary"},
		{"a byte order mark", "a.go", "\ufeffSum(\n", "lSum(", "1:1"},
		{"B1 CR LF", "a.go", "// x\r\n\"Sum(\"\r\n", "lSum(", "2:2"},
		{"a pattern", "a.py", "x = 1\nh = argon2id(x)\n", `p\bargon2(id)?\b`, "2:5"},
		{"a pattern in a string", "a.py", "h = 'argon2'\n", `p\bargon2(id)?\b`, "1:6"},
		{"A13 a pattern in a comment", "a.py", "h = 1 # argon2\n", `p\bargon2(id)?\b`, "in-comment"},
		{"a pattern that is not there", "a.py", "h = argon22 # x\n", `p\bargon2(id)?\b`, "absent"},
		{"a pattern at a line's end, before a comment", "a.py", "h = 1 # x\r\n", `p1 +$`, "1:5"},
		{"a pattern over a comment in its line", "a.go", "a /* x */ b\n", `pa\s+b`, "1:1"},
		{"a pattern goes over no line", "a.go", "a\n\nb\r\nc\n", `p[^x]b|b[^x]|a\s`, "absent"},
		{"each line begins and ends", "a.go", "a\nb\r\nc\n", `p^c$`, "3:1"},
		{"a pattern in no text", "a.go", "\xff é", `pé`, "1:3"},
		{"a pattern that is not in no text", "a.go", "\xff", `pé`, "binary"},
		{"a pattern behind a byte order mark", "a.go", "\ufeffa\n", `p^a`, "1:1"},
	} {
		e, ok := ParseEvidence(ReadEvidence(asks(c.path, "sxx", c.mark, "lother", "pother"), []byte(c.raw)))
		if !ok || len(e.Symbols) != 1 || len(e.Signatures) != 3 {
			t.Fatalf("%s: %v %+v", c.what, ok, e)
		}
		s := &e.Signatures[0]
		got := s.Why
		if got == "" {
			got = fmt.Sprintf("%d:%d", s.Line, s.Col)
		}
		if got != c.want || s.Text != c.mark[1:] || s.Pattern != (c.mark[:1] == AskPattern) {
			t.Errorf("%s: %+v, want %s", c.what, s, c.want)
		}
		if why, asked := e.Signed(c.mark); !asked || why != s.Why {
			t.Errorf("%s: signed %q %v", c.what, why, asked)
		}
		for _, other := range []string{"", "l", "x" + c.mark[1:] + "y", "pargon"} {
			if _, asked := e.Signed(other); asked {
				t.Errorf("%s: %q was not asked for", c.what, other)
			}
		}
	}
	e, _ := ParseEvidence(ReadEvidence(frames("a.go", "bb", "aa", "cc"), []byte("aa // bb")))
	for name, want := range map[string]string{"aa": " true", "bb": "in-comment true", "cc": "absent true", "dd": " false"} {
		if why, asked := e.Symbol(name); fmt.Sprint(why, " ", asked) != want {
			t.Errorf("%s: %q %v", name, why, asked)
		}
	}
}

// FuzzSignatures: a signature stands where it is said to, and not at all where it is said not to.
func FuzzSignatures(f *testing.F) {
	f.Add("a.go", "Foo", `F\w+`, []byte("// Foo\nvar Foo = `Foo`"))
	f.Add("a.py", "'", "'$", []byte("# '\r\n'''a'''\rb # ' "))
	f.Add("a.txt", "x\x00", "^x", []byte("\ufeffx\x00"))
	f.Fuzz(func(t *testing.T, path, literal, pattern string, raw []byte) {
		marks := []string{AskLiteral + literal}
		p, err := scan.Compile(pattern)
		if err == nil && !p.Idle() && isSignature(pattern) {
			marks = append(marks, AskPattern+pattern)
		}
		answer := ReadEvidence(asks(path, marks...), raw)
		if answer == nil {
			if isSignature(literal) {
				t.Fatal("a good query is refused")
			}
			return
		}
		e, ok := ParseEvidence(answer)
		if !ok || len(e.Signatures) != len(marks) {
			t.Fatalf("refused: %s", answer)
		}
		text := bytes.TrimPrefix(raw, []byte("\ufeff"))
		for i := range e.Signatures {
			s, there := &e.Signatures[i], bytes.Contains(text, []byte(literal))
			if s.Pattern {
				if there = p.FindInLines(raw) >= 0; s.Why == "" {
					continue // blanks that stand for a comment may have made it one
				}
			}
			if there != (s.Why == "" || s.Why == InComment) {
				t.Fatalf("%+v: in the file %v", s, there)
			}
			found := s.Why != ""
			for from := 0; from <= len(raw) && !found; from++ {
				n := bytes.Index(raw[from:], []byte(literal))
				if n < 0 {
					break
				}
				from += n
				line, col := scan.Position(raw, from)
				found = line == s.Line && col == s.Col
			}
			if !found {
				t.Fatalf("%+v does not stand there", s)
			}
		}
	})
}

func BenchmarkSignatures(b *testing.B) {
	src := bytes.Repeat([]byte("\tif header := r.Get(\"X-Frame-Options\"); header != \"\" { // never empty in practice\n"), 1<<20/82)
	for _, n := range []int{1, 20, scan.MaxSignatures} {
		for _, kind := range []string{AskLiteral, AskPattern} {
			list := make([]string, n)
			for i := range list {
				list[i] = kind + fmt.Sprint("hash", i)
			}
			b.Run(fmt.Sprint(n, kind), func(b *testing.B) {
				q := asks("a.go", list...)
				b.SetBytes(int64(len(src)))
				for b.Loop() {
					ReadEvidence(q, src)
				}
			})
		}
	}
}
