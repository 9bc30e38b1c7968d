package table

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stile-gate/stile/core/fact"
	"github.com/stile-gate/stile/core/scan"
)

func TestAddRows(t *testing.T) {
	const compact = "# Conformance\n|rule|status|evidence|\n|-|-|-|\n"
	const padded = "# Conformance\n| rule | status | evidence |\n|---|---|---|\n"
	for _, c := range []struct{ name, src, rules, want string }{
		{"nothing", padded + "| A | n/a | |\n", "", ""},
		{"nothing that is missing", padded + "| A | n/a | |\n| `b` | | |\n|**C**||\n", "a B C", ""},
		{"padded", padded + "| Applied-1 | applied | check:a |\n", "X Y", padded + "| Applied-1 | applied | check:a |\n| X | | |\n| Y | | |\n"},
		{"compact", compact + "|A|applied|check:a|\n\ntext\n", "X", compact + "|A|applied|check:a|\n|X|||\n\ntext\n"},
		{"aligned", alignedOne, "X-1 R-12345", alignedOne + "| X-1    |         |           |                 |\n| R-12345 |        |           |                 |\n"},
		{"aligned, one of three not", alignedOne + "| B | n/a | | no use |\n", "X-1", alignedOne + "| B | n/a | | no use |\n| X-1    |         |           |                 |\n"},
		{"aligned without rows", "# Conformance\n| rule | status | evidence |\n|------|--------|----------|\n", "X", "# Conformance\n| rule | status | evidence |\n|------|--------|----------|\n| X    |        |          |\n"},
		{"without rows", padded, "X", padded + "| X | | |\n"},
		{"no outer pipes", "# Conformance\nrule | status | evidence\n--|--|--\nA | applied | check:a\n", "X", "# Conformance\nrule | status | evidence\n--|--|--\nA | applied | check:a\nX | |\n"},
		{"no outer pipes, aligned", "# Conformance\nrule | status  | evidence\n-----|---------|---------\nA    | applied | check:a\n", "X",
			"# Conformance\nrule | status  | evidence\n-----|---------|---------\nA    | applied | check:a\nX    |         |\n"},
		{"ids that begin a list", "# Conformance\nrule|status|evidence\n--|--|--\nA|applied|check:a\n", "1. - _ X", "# Conformance\nrule|status|evidence\n--|--|--\nA|applied|check:a\n|1.||\n|-||\n|_||\nX||\n"},
		{"indented", "# Conformance\n  | rule | status | evidence |\n  |---|---|---|\n  | A | n/a | |\n", "X", "# Conformance\n  | rule | status | evidence |\n  |---|---|---|\n  | A | n/a | |\n  | X | | |\n"},
		{"no line end", compact + "|A|applied|check:a|", "X Y", compact + "|A|applied|check:a|\n|X|||\n|Y|||"},
		{"no line end behind the dashes", "# Conformance\n|rule|status|evidence|\n|-|-|-|", "X", "# Conformance\n|rule|status|evidence|\n|-|-|-|\n|X|||"},
		{"before a block", compact + "|A|applied|check:a|\n- item\n", "X", compact + "|A|applied|check:a|\n|X|||\n- item\n"},
		{"tabs", "# Conformance\n|\trule\t|\tstatus\t|\tevidence\t|\n|-|-|-|\n|\tA\t|\tn/a\t||\n", "X", "# Conformance\n|\trule\t|\tstatus\t|\tevidence\t|\n|-|-|-|\n|\tA\t|\tn/a\t||\n| X | | |\n"},
		{"twice, and what is no id", compact, "X x a/b", compact + "|X|||\n"},
	} {
		for _, eol := range []string{"\n", "\r\n", "\r"} {
			for _, mark := range []string{"", "\ufeff"} {
				src := mark + strings.ReplaceAll(c.src, "\n", eol)
				want := mark + strings.ReplaceAll(c.want, "\n", eol)
				if c.want == "" {
					want = src
				}
				got, added, left := AddRows("a.md", []byte(src), strings.Fields(c.rules))
				if string(got) != want || left != nil {
					t.Errorf("%s: %v\ngot\n%q\nwant\n%q", c.name, left, got, want)
				}
				if again, more, _ := AddRows("a.md", got, strings.Fields(c.rules)); string(again) != string(got) || len(more) > 0 {
					t.Errorf("%s: again %v are added", c.name, more)
				}
				if v := read(t, string(got)); int(v.Counts.Unread) < len(added) {
					t.Errorf("%s: %d rows were added, and %+v", c.name, len(added), v.Counts)
				}
			}
		}
	}
}

func TestAddRowsLeaves(t *testing.T) {
	for _, c := range []struct{ src, kind string }{
		{"", "no-section"}, {"# Conformance\n", "no-table"}, {"# Conformance\n|a|b|c|\n|-|-|-|\n", "bad-header"},
		{strings.Repeat(" ", fact.MaxTable) + "x", "too-large"},
		{"# Conformance\n|rule|status|evidence|\n|-|-|-|\n" + strings.Repeat("A|n/a\n", fact.MaxRows), "too-many-rows"},
		{strings.Repeat(" ", fact.MaxTable-50) + "\n# Conformance\n|rule|status|evidence|\n|-|-|-|", "too-large"},
	} {
		got, added, left := AddRows("a.md", []byte(c.src), []string{"X"})
		if left == nil || left.Kind != c.kind || left.Path != "a.md" || string(got) != c.src || len(added) > 0 {
			t.Errorf("%.60q: %v, want %s; added %v", c.src, left, c.kind, added)
		}
	}
}

func TestPlace(t *testing.T) {
	src := []byte(head + "| A | n/a | | no network here |\n|\n  | **b-1** | | |\n| B-1 | n/a | | no network here |\n| | n/a |\n")
	for rule, want := range map[string][2]int64{"a": {5, 3}, "B-1": {7, 5}, "C": {0, 0}, "": {6, 2}} {
		if line, col := Place(src, rule); line != want[0] || col != want[1] {
			t.Errorf("%q: %d:%d, want %v", rule, line, col, want)
		}
	}
	if line, col := Place([]byte("text"), "A"); line != 0 || col != 0 {
		t.Errorf("no table: %d:%d", line, col)
	}
}

// Rows that are added leave every other byte as it is, and everything that was read before.
func TestAddRowsAddsOnly(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 9))
	grown := 0
	for range 2000 {
		eol := []string{"\n", "\r\n", "\r"}[r.IntN(3)]
		src := "# Conformance" + eol + []string{"|rule|status|evidence|", "rule | status | evidence", "  | Rule |status | evidence|"}[r.IntN(3)] + eol +
			[]string{"-|-|-", "| - | - | - |", " :-|-|-"}[r.IntN(3)] + eol
		for range r.IntN(4) {
			for range r.IntN(10) {
				src += hostile[r.IntN(len(hostile))]
			}
			src += eol
		}
		if r.IntN(2) == 0 {
			src = strings.TrimSuffix(src, eol)
		}
		rules := []string{"A-1", "-", "Z.9", "7", "a"}
		out, added, left := AddRows("a.md", []byte(src), rules)
		if left != nil {
			continue
		}
		m := scan.Conformance(src)
		if !strings.HasPrefix(string(out), src[:m.End]) || !strings.HasSuffix(string(out), src[m.End:]) {
			t.Fatalf("%q became %q", src, out)
		}
		before, after := read(t, src), read(t, string(out))
		if len(before.Rows) != len(after.Rows) || before.Counts.Unread+int64(len(added)) != after.Counts.Unread {
			t.Fatalf("%q\n%+v, and with %d more\n%+v", src, before.Counts, len(added), after.Counts)
		}
		if !slices.IsSorted(added) {
			t.Fatalf("added in the order %v", added)
		}
		if len(added) > 0 {
			grown++
		}
	}
	if grown < 1000 {
		t.Errorf("rows were added to %d tables only", grown)
	}
}

func FuzzAddRows(f *testing.F) {
	f.Add(looseTable, "X")
	f.Add("# Conformance\rrule|status|evidence\r-|-|-\rA|n/a", "-")
	f.Fuzz(func(t *testing.T, src, rule string) {
		out, added, left := AddRows("a.md", []byte(src), []string{rule})
		if (left != nil || len(added) == 0) != (string(out) == src) {
			t.Fatalf("%v, %v: %q became %q", left, added, src, out)
		}
		if again, more, _ := AddRows("a.md", out, []string{rule}); len(more) > 0 || string(again) != string(out) {
			t.Fatalf("added twice to %q", src)
		}
	})
}

// What a reference is spelled as reads as the same reference.
func TestRefString(t *testing.T) {
	for _, c := range []struct{ cell, want string }{
		{"file:a.go", "file:a.go"}, {`file:"a.go":3#"f2"`, "file:a.go:3#f2"}, {`file:"a b;c.go"`, `file:"a b;c.go"`},
		{`test:r.xml::x[a\|b]`, `test:r.xml::"x[a\|b]"`}, {"`check:lint`", "check:lint"}, {"adr:ADR-0007", "adr:ADR-0007"},
		{`file:a.go#"x; y"`, `file:a.go#"x; y"`}, {`test:unit::a :: b`, `test:unit::a :: b`},
	} {
		v := read(t, head+"| A | n/a | "+c.cell+" | no network here |\n")
		if len(v.Rows) != 1 || len(v.Rows[0].Refs) != 1 || v.Rows[0].Refs[0].String() != c.want {
			t.Errorf("%s: %+v", c.cell, v.Rows)
		}
	}
	r := rand.New(rand.NewPCG(5, 5))
	parts := []string{"a", "B9", ".", "/", ":", "::", ":7", "#", ";", "|", `\`, `"`, "`", " ", "é", "\u2028", "~", "x.go", "(", "-", "$"}
	kept := 0
	for range 20000 {
		text := func() string {
			s := ""
			for range 1 + r.IntN(5) {
				s += parts[r.IntN(len(parts))]
			}
			return s
		}
		ref := Ref{Kind: FileRef, Path: text(), At: int64(r.IntN(3)), Symbol: text()}
		if r.IntN(2) == 0 {
			ref = Ref{Kind: TestRef, Report: text(), Name: text()}
		}
		v := read(t, head+"| A | n/a | "+ref.String()+" | no network here |\n")
		if len(v.Rows) != 1 || len(v.Rows[0].Refs) != 1 {
			continue // what no reference can say
		}
		kept++
		got := v.Rows[0].Refs[0]
		ref.Line, ref.Col = got.Line, got.Col
		if got != ref {
			t.Fatalf("%s reads as %+v, and was %+v", ref.String(), got, ref)
		}
	}
	if kept < 3000 {
		t.Errorf("only %d references could be read", kept)
	}
}
