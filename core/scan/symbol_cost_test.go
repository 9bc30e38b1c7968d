package scan

import (
	"strings"
	"testing"
)

// TestSymbolsCost: texts that begin like what is looked for at every place are given up, by the steps they take, and
// never said to be without it; honest ones are not.
func TestSymbolsCost(t *testing.T) {
	many := func(n int, name func(i int) string) (names []string) {
		for i := range n {
			names = append(names, name(i))
		}
		return append(names, "after", "never_there")
	}
	number := func(i int) string {
		return string([]byte{'0' + byte(i/1000), '0' + byte(i/100%10), '0' + byte(i/10%10), '0' + byte(i%10)})
	}
	const size = 1 << 20
	for _, c := range []struct {
		what, text string
		names      []string
		why        string
	}{
		{"one end of many", "a a ", many(1998, func(i int) string { return strings.Repeat("a ", 90) + number(i) }), Unsearched},
		{"many ends", "a", many(396, func(i int) string { return strings.Repeat("a", i/2+1) + " (+"[i%2:][:1] }), Unsearched},
		{"one long name", "a ", []string{strings.Repeat("a ", 99) + "b", "after", "never_there"}, Absent},
		{"code", "var moduleOfReader = someReader(12)\n", many(1998, func(i int) string { return "moduleOfReader" + number(i) }), Absent},
		{"rulers", "// ====================\n", []string{"====================x", "after", "never_there"}, Absent},
	} {
		src := []byte(strings.Repeat(c.text, size/len(c.text)) + " after")
		for _, lexer := range []string{NoLexer, "go"} {
			w := newWalk(lexer, src)
			got := w.find(c.names, false)
			w.run()
			w.giveUp(got)
			if did := workOf(src) - w.work; did > workOf(src)+MaxSymbols+MaxSymbol {
				t.Errorf("%s: %d steps", c.what, did)
			}
			after, never := got[len(got)-2], got[len(got)-1]
			if found := after.Why == ""; found != (c.why == Absent) || !found && after.Why != Unsearched || never.Why != c.why {
				t.Errorf("%s with %s: %+v, %+v", c.what, lexer, after, never)
			}
		}
	}
}

// TestSignaturesCost is TestSymbolsCost for patterns and literals.
func TestSignaturesCost(t *testing.T) {
	src := []byte(strings.Repeat("a ", 1<<20))
	var literals []string
	var patterns []*Pattern
	for i := range MaxSignatures {
		p, err := Compile("(a ?)*(a|b|c|aa|ab|ac)*x+y")
		if err != nil {
			t.Fatal(err)
		}
		patterns = append(patterns, p)
		literals = append(literals, strings.Repeat("a ", i/2)+"ab"[i%2:][:1]+"x")
	}
	ofLiterals, ofPatterns := Signatures(src, src, literals, patterns)
	if l, p := ofLiterals[len(literals)-1], ofPatterns[len(patterns)-1]; l.Why != Unsearched || p.Why != Unsearched {
		t.Errorf("%+v, %+v", l, p)
	}
	src = []byte(strings.Repeat("func reads(text string) (found bool)\n", 3000))
	patterns = patterns[:0]
	for range MaxSignatures {
		p, err := Compile(`\bwrites\(\w+`)
		if err != nil {
			t.Fatal(err)
		}
		patterns = append(patterns, p)
	}
	if _, got := Signatures(src, src, nil, patterns); got[len(got)-1].Why != Absent {
		t.Errorf("%+v", got[len(got)-1])
	}
}
