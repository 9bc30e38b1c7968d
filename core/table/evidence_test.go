package table

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stile-gate/stile/core/fact"
	"github.com/stile-gate/stile/core/scan"
)

// asks is a query: a path, then names behind their bytes.
func asks(path string, names ...string) []byte {
	q := fact.AppendFrame(nil, []byte(path))
	for _, s := range names {
		q = fact.AppendFrame(q, []byte(s))
	}
	return q
}

// frames is a query for symbols.
func frames(path string, symbols ...string) []byte {
	q := asks(path)
	for _, s := range symbols {
		q = fact.AppendFrame(q, []byte(AskSymbol+s))
	}
	return q
}

func TestReadEvidence(t *testing.T) {
	for _, c := range []struct {
		what, path, raw string
		symbols         []string
		want            string
	}{
		{"A10 each of two symbols has its own answer", "a.go", "package a\n\nfunc Live() {}\n", []string{"Live", "Dead"},
			`{"lines":3,"blank":false,"text":true,"lexer":"go","symbols":[{"name":"Live","line":3,"col":6,"why":""},{"name":"Dead","line":0,"col":0,"why":"absent"}],"signatures":[]}`},
		{"A11 a zero-byte file", "a.go", "", nil, `{"lines":0,"blank":true,"text":true,"lexer":"go","symbols":[],"signatures":[]}`},
		{"A11 a blank file", "a.md", "\ufeff \r\n\t\u00a0\r\n", nil, `{"lines":2,"blank":true,"text":true,"lexer":"none","symbols":[],"signatures":[]}`},
		{"A13 only in a comment", "src/a.py", "# Foo\nx = 1 # Foo\n", []string{"Foo"},
			`{"lines":2,"blank":false,"text":true,"lexer":"python","symbols":[{"name":"Foo","line":0,"col":0,"why":"in-comment"}],"signatures":[]}`},
		{"B1 CR LF", "src/a.py", "# Foo\r\nFoo = 1\r\n", []string{"Foo"},
			`{"lines":2,"blank":false,"text":true,"lexer":"python","symbols":[{"name":"Foo","line":2,"col":1,"why":""}],"signatures":[]}`},
		{"the same symbol twice", "a.txt", "// é Foo", []string{"Foo", "Foo"},
			`{"lines":1,"blank":false,"text":true,"lexer":"none","symbols":[{"name":"Foo","line":1,"col":7,"why":""},{"name":"Foo","line":1,"col":7,"why":""}],"signatures":[]}`},
		{"Latin-1", "a.c", "// \xe9\nFoo\n", []string{"Foo", "Bar"},
			`{"lines":2,"blank":false,"text":false,"lexer":"none","symbols":[{"name":"Foo","line":2,"col":1,"why":""},{"name":"Bar","line":0,"col":0,"why":"binary"}],"signatures":[]}`},
		{"UTF-16", "a.c", "\xff\xfeF\x00o\x00o\x00", []string{"Foo"},
			`{"lines":1,"blank":false,"text":false,"lexer":"none","symbols":[{"name":"Foo","line":0,"col":0,"why":"binary"}],"signatures":[]}`},
	} {
		t.Run(c.what, func(t *testing.T) {
			got := ReadEvidence(frames(c.path, c.symbols...), []byte(c.raw))
			if string(got) != c.want {
				t.Errorf("got  %s\nwant %s", got, c.want)
			}
			e, ok := ParseEvidence(got)
			if !ok || len(e.Symbols) != len(c.symbols) {
				t.Errorf("the answer is refused: %s", got)
			}
		})
	}
}

func TestReadEvidenceQuery(t *testing.T) {
	full := make([]string, scan.MaxSymbols)
	for i := range full {
		full[i] = fmt.Sprintf("name%d", i)
	}
	for _, c := range []struct {
		what  string
		query []byte
		ok    bool
	}{
		{"no path", nil, false},
		{"an empty path", frames(""), true},
		{"no symbol", frames("a.go"), true},
		{"a literal and a pattern", asks("a.go", "lx", "px+"), true},
		{"an empty frame", asks("a.go", ""), false},
		{"a symbol without its byte", asks("a.go", "Foo"), false},
		{"a blank literal", asks("a.go", "l \t"), false},
		{"no literal", asks("a.go", "l"), false},
		{"a literal that is too long", asks("a.go", "l"+strings.Repeat("x", scan.MaxSignature+1)), false},
		{"a literal of the greatest length", asks("a.go", "l"+strings.Repeat("x", scan.MaxSignature)), true},
		{"a literal that is not UTF-8", asks("a.go", "lx\xff"), false},
		{"a pattern that is none", asks("a.go", "p(x"), false},
		{"a pattern that every file holds", asks("a.go", "px*"), false},
		{"as many signatures as may be", asks("a.go", marks(scan.MaxSignatures)...), true},
		{"one signature too many", asks("a.go", marks(scan.MaxSignatures+1)...), false},
		{"as many as may be", frames("a.go", full...), true},
		{"one too many", frames("a.go", append(full, "one")...), false},
		{"too short", frames("a.go", "a"), false},
		{"the longest", frames("a.go", strings.Repeat("a", scan.MaxSymbol)), true},
		{"too long", frames("a.go", strings.Repeat("a", scan.MaxSymbol+1)), false},
		{"not UTF-8", frames("a.go", "a\xff"), false},
		{"a cut frame", frames("a.go", "abc")[:14], false},
	} {
		if got := ReadEvidence(c.query, []byte("name7")); (got != nil) != c.ok {
			t.Errorf("%s: %s", c.what, got)
		}
	}
}

func TestParseEvidenceRefuses(t *testing.T) {
	const symbol = `{"name":"Foo","line":1,"col":1,"why":""}`
	const signature = `{"text":"Bar","pattern":false,"line":1,"col":5,"why":""}`
	const answer = `{"lines":1,"blank":false,"text":true,"lexer":"go","symbols":[` + symbol + `],"signatures":[` + signature + `]}`
	if _, ok := ParseEvidence([]byte(answer)); !ok {
		t.Fatal("the answer itself is refused")
	}
	for _, edit := range [][2]string{
		{`{"lines":1`, `{"lines":-1`},
		{`{"lines":1`, `{"lines":0`},
		{`{"lines":1`, `{ "lines":1`},
		{`{"lines":1`, `{"lines":1.0`},
		{`"lines":1,"blank":false`, `"blank":false,"lines":1`},
		{`"text":true`, `"text":false`},
		{`"go"`, `"golang"`},
		{`"go"`, `"\u0067o"`},
		{`"Foo"`, `"F"`},
		{`"Foo"`, `"` + strings.Repeat("F", 201) + `"`},
		{`"line":1,`, `"line":2,`},
		{`"line":1,`, `"line":0,`},
		{`"col":1`, `"col":0`},
		{`"why":""`, `"why":"absent"`},
		{`"line":1,"col":1,"why":""`, `"line":0,"col":0,"why":"binary"`},
		{`"line":1,"col":1,"why":""`, `"line":0,"col":0,"why":"other"`},
		{`"go"` + `,"symbols":[{"name":"Foo","line":1,"col":1,"why":""`, `"none","symbols":[{"name":"Foo","line":0,"col":0,"why":"in-comment"`},
		{`"Bar"`, `" "`},
		{`"Bar"`, `""`},
		{`"Bar"`, `"` + strings.Repeat("B", scan.MaxSignature+1) + `"`},
		{`"pattern":false`, `"pattern":0`},
		{`"line":1,"col":5`, `"line":2,"col":5`},
		{`"line":1,"col":5,"why":""`, `"line":0,"col":0,"why":"binary"`},
		{`"line":1,"col":5,"why":""`, `"line":1,"col":5,"why":"absent"`},
		{`"col":5`, `"col":0`},
		{`[` + signature, `[` + strings.Repeat(signature+",", scan.MaxSignatures) + signature},
		{`[` + symbol, `[` + strings.Repeat(symbol+",", scan.MaxSymbols) + symbol},
		{`]}`, `]} `},
		{`]}`, `],"more":1}`},
		{`]}`, `]`},
	} {
		if edited := strings.Replace(answer, edit[0], edit[1], 1); edited == answer {
			t.Errorf("%s is not there", edit[0])
		} else if _, ok := ParseEvidence([]byte(edited)); ok {
			t.Errorf("taken: %s", edited)
		}
	}
}

// FuzzEvidence: what is answered is read back to the same bytes, and nothing else is.
func FuzzEvidence(f *testing.F) {
	f.Add("a.go", "Foo", []byte("// Foo\nvar Foo = `x`"))
	f.Add("a.sh", "f(", []byte("f() { cat <<EOF\nf(\nEOF\n}"))
	f.Add("a.c", "x\x00", []byte("\xe9"))
	f.Fuzz(func(t *testing.T, path, symbol string, raw []byte) {
		answer := ReadEvidence(frames(path, symbol, "never there"), raw)
		if answer == nil {
			if isSymbol(symbol) {
				t.Fatal("a good query is refused")
			}
			answer = raw
		}
		e, ok := ParseEvidence(answer)
		if !ok {
			if &answer != &raw && isSymbol(symbol) {
				t.Fatalf("refused: %s", answer)
			}
			return
		}
		m := fact.Writing()
		e.move(m)
		if !bytes.Equal(m.Bytes(), answer) {
			t.Fatalf("%s is written as %s", answer, m.Bytes())
		}
	})
}

func BenchmarkEvidence(b *testing.B) {
	part := []byte(`// Package demo does one thing, and says so in a comment of ordinary length.
func (r *reader) value(name string, depth int) (*Value, error) {
	if depth > maxDepth || name == "" {
		return nil, fmt.Errorf("too deep: %q", name) // never seen in practice
	}
	/* the rest is read
	   in one go */
	for i := range r.items {
		r.items[i].next(name, 'x', ` + "`raw text`" + `)
	}
	return r.last(), nil
}

`)
	src := bytes.Repeat(part, 1<<20/len(part))
	many := make([]string, scan.MaxSymbols)
	for i := range many {
		many[i] = fmt.Sprintf("%cest%cName%d", 'a'+i%26, 'A'+i/26, i)
	}
	for _, c := range []struct {
		what    string
		src     []byte
		symbols []string
	}{
		{"no symbol", src, nil},
		{"one symbol, at the end", append(slices.Clone(src), "\nfunc wantedName() {}\n"...), []string{"wantedName"}},
		{"one symbol, absent", src, []string{"errorName"}},
		{"as many symbols as may be, absent", src, many},
		{"200 symbols, absent", src, many[:200]},
		{"200 texts that begin alike", bytes.Repeat([]byte("("), 1<<20), alike()[:200]},
	} {
		b.Run(c.what, func(b *testing.B) {
			q := frames("a.go", c.symbols...)
			b.SetBytes(int64(len(c.src)))
			b.ReportAllocs()
			for b.Loop() {
				ReadEvidence(q, c.src)
			}
		})
	}
	b.Run("a copy, byte by byte", func(b *testing.B) {
		to := make([]byte, len(src))
		b.SetBytes(int64(len(src)))
		for b.Loop() {
			//lint:ignore S1001 a copy byte by byte is what is measured
			for i := range src {
				to[i] = src[i]
			}
		}
	})
}

func alike() []string {
	list := make([]string, scan.MaxSymbols)
	for i := range list {
		list[i] = strings.Repeat("(", i%190+2) + fmt.Sprint(")", i)
	}
	return list
}
