package table

import (
	"bytes"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stile-gate/stile/core/fact"
	"github.com/stile-gate/stile/core/scan"
)

const (
	looseTable = "## Conformance\n\n|rule|status|evidence|note|\n|-|:-:|-:|---|\n|A|applied|file:a.go||\n|Rule-2|n/a||no network here|\n"
	alignedOne = "## Conformance\n\n" +
		"| rule   | status  | evidence  | note            |\n" +
		"|--------|:-------:|----------:|-----------------|\n" +
		"| A      | applied | file:a.go |                 |\n" +
		"| Rule-2 | n/a     |           | no network here |\n"
)

func TestAlign(t *testing.T) {
	long := strings.Repeat("x", widest+1)
	for _, c := range []struct{ name, src, want string }{
		{"a loose table", looseTable, alignedOne},
		{"an aligned table", alignedOne, alignedOne},
		{"what surrounds it", "\ufeff# T\n\n|a|b|\n|-|-|\n" + looseTable + "\n|x|y|\n## Other\n|a|b|\n|-|-|\n",
			"\ufeff# T\n\n|a|b|\n|-|-|\n" + alignedOne + "\n|x|y|\n## Other\n|a|b|\n|-|-|\n"},
		{"no outer pipes", "# Conformance\nRule | status|evidence\n--|--|--\nA|applied | check:a\nB|n/a",
			"# Conformance\n| Rule | status  | evidence |\n|------|---------|----------|\n| A    | applied | check:a  |\n| B    | n/a     |"},
		{"dashes with blanks around them", "# Conformance\n|rule|status|evidence|\n| - | :- | - |\n|A|applied|check:abc|\n",
			"# Conformance\n| rule | status  | evidence  |\n| ---- | :------ | --------- |\n| A    | applied | check:abc |\n"},
		{"CR LF and no end", strings.ReplaceAll(strings.TrimSuffix(looseTable, "\n"), "\n", "\r\n"), strings.ReplaceAll(strings.TrimSuffix(alignedOne, "\n"), "\n", "\r\n")},
		{"CR", strings.ReplaceAll(looseTable, "\n", "\r"), strings.ReplaceAll(alignedOne, "\n", "\r")},
		{"characters, not bytes", "# Conformance\n|rule|status|evidence|note|\n|-|-|-|-|\n|A|n/a||é\u2028😀 and so on|\n|B|n/a||as in the decision|\n",
			"# Conformance\n| rule | status | evidence | note               |\n|------|--------|----------|--------------------|\n" +
				"| A    | n/a    |          | é\u2028😀 and so on      |\n| B    | n/a    |          | as in the decision |\n"},
		{"tabs and blanks at the ends", "# Conformance\n|\trule\t|status|evidence|  \n|-|-|-|\t\n|A\t|applied|check:a|\t \n",
			"# Conformance\n| rule | status  | evidence |\n|------|---------|----------|\n| A    | applied | check:a  |\n"},
		{"rows that stand in", "# Conformance\n|rule|status|evidence|\n  |-|-|-|\n   |A|applied|check:a|\n",
			"# Conformance\n| rule | status  | evidence |\n|------|---------|----------|\n| A    | applied | check:a  |\n"},
		{"a header that stands in", "- item\n\n  # Conformance\n  |rule|status|evidence|\n  |-|-|-|\n  |A|applied|check:a|\nB|n/a\n",
			"- item\n\n  # Conformance\n  | rule | status  | evidence |\n  |------|---------|----------|\n  | A    | applied | check:a  |\n| B    | n/a     |\n"},
		{"escaped pipes and code", "# Conformance\n|rule|status|evidence|\n|-|-|-|\n|A|applied|`test:a::x[1\\|2]`|\n|B|applied|`a|\n",
			"# Conformance\n| rule | status  | evidence          |\n|------|---------|-------------------|\n| A    | applied | `test:a::x[1\\|2]` |\n| B    | applied | `a                |\n"},
		{"a backslash at a cell's end", "# Conformance\n|rule|status|evidence|note|\n|-|-|-|-|\n|A|n/a||ends in \\\\|\n|B|n/a|x\\\\|ends well|\n|C|n/a||x\\",
			"# Conformance\n| rule | status | evidence | note |\n|------|--------|----------|------|\n|A|n/a||ends in \\\\|\n|B|n/a|x\\\\|ends well|\n|C|n/a||x\\"},
		{"excess cells", "# Conformance\n|rule|status|evidence|\n|-|-|-|\n|A|applied|check:a|b|c  |\n|A|applied|check:a|b|c|  d|\n|\n||\n",
			"# Conformance\n| rule | status  | evidence |\n|------|---------|----------|\n| A    | applied | check:a  | b | c |\n|A|applied|check:a|b|c|  d|\n|\n|      |\n"},
		{"a cell that hangs over", "# Conformance\n|rule|status|evidence|note|\n|-|-|-|-|\n|A|n/a|" + long + "|no network here|\n|B|n/a|x|nothing\xffis said|\n",
			"# Conformance\n| rule | status | evidence | note            |\n|------|--------|----------|-----------------|\n| A    | n/a    | " + long + " | no network here |\n| B    | n/a    | x        | nothing\xffis said |\n"},
	} {
		got, left := Align("doc/rules.md", []byte(c.src))
		if left != nil {
			t.Errorf("%s: %s", c.name, left)
		}
		if string(got) != c.want {
			t.Errorf("%s: %q\ngot\n%s\nwant\n%s", c.name, c.src, got, c.want)
		}
		aligned(t, c.src)
	}
}

func TestAlignLeaves(t *testing.T) {
	for _, c := range []struct{ src, want string }{
		{"", "doc/rules.md:1:1: the file has no section Conformance [no-section]"},
		{"# conformance\n", `doc/rules.md:1:1: the file has no section Conformance: 1 line is nearly one, "# conformance" [near-section]`},
		{"# Conformance\n\ntext\n", "doc/rules.md:1:1: the section holds no table [no-table]"},
		{"# Conformance\n|rule|status|evidence|\n|-|-|\n", "doc/rules.md:3:1: the line below the header has more or fewer cells than it, so 2 lines are no table [bad-delimiter]"},
		{"# Conformance\n|a|b|c|\n|-|-|-|\n|A|n/a|\n", `doc/rules.md:2:2: the column "a" stands where "rule" is wanted; rows not read: 1 [bad-header]`},
		{strings.Repeat("x", fact.MaxTable+1), "doc/rules.md:1:1: the file is larger than 33554432 bytes [too-large]"},
		{"# Conformance\n|rule|status|evidence|\n|-|-|-|\n" + strings.Repeat("A|n/a\n", fact.MaxRows+1), "doc/rules.md:2: the table may have 200000 rows [too-many-rows]"},
		{"# Conformance\n|rule|status|evidence|\n|-|-|-|\nA|" + strings.Repeat("x", widest) + "|" + strings.Repeat("x", widest) + "\n" + strings.Repeat("A|n/a||x\n", fact.MaxRows-1),
			"doc/rules.md:1:1: with its columns aligned the file would be larger than 33554432 bytes [too-large]"},
	} {
		got, left := Align("doc/rules.md", []byte(c.src))
		if left == nil || left.String() != c.want {
			t.Errorf("%.100q: %v, want %s", c.src, left, c.want)
		}
		if string(got) != c.src {
			t.Errorf("%.100q was changed", c.src)
		}
	}
}

// aligned holds what Align promises of every source.
func aligned(t *testing.T, src string) {
	t.Helper()
	out, left := Align("doc/rules.md", []byte(src))
	if left != nil {
		if string(out) != src {
			t.Fatalf("%q is left as it is (%s), and is changed to %q", src, left, out)
		}
		return
	}
	if !bytes.Equal(wording("doc/rules.md", []byte(src)), wording("doc/rules.md", out)) {
		t.Fatalf("%q reads otherwise once it is\n%q", src, out)
	}
	if again, left := Align("doc/rules.md", out); left != nil || !bytes.Equal(again, out) {
		t.Fatalf("%q is not the same again (%v):\n%q\n%q", src, left, out, again)
	}
	a, b := scan.Conformance(src), scan.Conformance(string(out))
	if len(a.Rows) != len(b.Rows) || a.Header.N != b.Header.N {
		t.Fatalf("%q has %d rows and then %d", src, len(a.Rows), len(b.Rows))
	}
	if x, y := src[:a.Header.Start], string(out[:b.Header.Start]); x != y {
		t.Fatalf("before the table %q became %q", x, y)
	}
	if x, y := src[a.End:], string(out[b.End:]); x != y {
		t.Fatalf("behind the table %q became %q", x, y)
	}
	for i := range a.Rows {
		x, y := &a.Rows[i], &b.Rows[i]
		if x.N != y.N || x.Line != y.Line {
			t.Fatalf("%q and %q have not the same cells", src[x.Start:x.End], out[y.Start:y.End])
		}
		for k := range min(x.N, scan.MaxCells) {
			if p, q := src[x.Cells[k].Start:x.Cells[k].End], string(out[y.Cells[k].Start:y.Cells[k].End]); p != q {
				t.Fatalf("the cell %q became %q", p, q)
			}
		}
		next := a.End
		if i+1 < len(a.Rows) {
			next = a.Rows[i+1].Start
		}
		after := b.End
		if i+1 < len(b.Rows) {
			after = b.Rows[i+1].Start
		}
		if p, q := src[x.End:next], string(out[y.End:after]); p != q {
			t.Fatalf("the line end %q became %q", p, q)
		}
	}
}

// hostile are parts of tables that nobody writes on purpose.
var hostile = []string{"|", "||", "\\", "\\|", "\\\\|", "`", "``", "a", "A-1", "applied", "n/a", "proposed: x", "file:a.go#b", "\"", ";", " ", "\t", "   ",
	"\u2028", "\u0085", "é", "😀", "\u0301", "\xff", "\xf0\x9f", "<br>", "<!--", "-", "- ", "1. ", "> ", "#", ":-", "---", "~~~", "\ufeff", "\v", "\x00"}

func TestAlignChangesNoMeaning(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 4))
	changed := 0
	for range 3000 {
		eol := []string{"\n", "\r\n", "\r"}[r.IntN(3)]
		src := []string{"", "\ufeff", "- item" + eol + eol, "> quoted" + eol + eol, "text" + eol}[r.IntN(5)]
		src += []string{"", " ", "  "}[r.IntN(3)] + "# Conformance" + eol
		src += []string{"|rule|status|evidence|note|", "rule | status | evidence", "  | Rule |status | evidence|", "    rule|status|evidence"}[r.IntN(4)] + eol
		src += []string{"|-|:-:|-:|---|", "-|-|-", "| - | - | - |", " :-|-|-"}[r.IntN(4)] + eol
		for range r.IntN(5) {
			for range r.IntN(12) {
				src += hostile[r.IntN(len(hostile))]
			}
			src += eol
		}
		if r.IntN(2) == 0 {
			src = strings.TrimSuffix(src, eol)
		}
		aligned(t, src)
		if out, _ := Align("a.md", []byte(src)); string(out) != src {
			changed++
		}
	}
	if changed < 300 {
		t.Errorf("only %d tables were changed", changed)
	}
}

func FuzzAlign(f *testing.F) {
	files, err := filepath.Glob("testdata/table-*.md")
	if err != nil || len(files) < 5 {
		f.Fatalf("no seeds: %v", err)
	}
	for _, name := range files {
		src, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(src))
	}
	f.Add(looseTable)
	f.Add("> # Conformance\n- # Conformance\n  rule|status|evidence\n  -:|:-|-\n  A|\\\\|`|`\n")
	f.Fuzz(func(t *testing.T, src string) { aligned(t, src) })
}
