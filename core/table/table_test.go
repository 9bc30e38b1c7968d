package table

import (
	"os"
	"strings"
	"testing"

	"github.com/stile-gate/stile/core/fact"
)

// read is Read and ParseTable in one; the answer must be canonical.
func read(t testing.TB, src string) *Table {
	t.Helper()
	return readAs(t, src, false)
}

func readAs(t testing.TB, src string, editor bool) *Table {
	t.Helper()
	answer := ReadTable("doc/rules.md", editor, []byte(src))
	v, ok := ParseTable(answer)
	if !ok {
		t.Fatalf("Read answered what ParseTable refuses:\n%s\nsource:\n%q", answer, src)
	}
	if string(v.json()) != string(answer) {
		t.Fatalf("another answer after a round trip:\n%s\n%s", answer, v.json())
	}
	return v
}

// say writes a table as lines: its rows, then its findings.
func say(v *Table) string {
	t := &fact.Text{}
	for i := range v.Rows {
		r := &v.Rows[i]
		t.Int(r.Line).Add(":").Int(r.Col).Add(" ").Add(r.Rule).Add(" ").Add(r.Status)
		if r.Proposal != "" {
			t.Add(" (").Add(r.Proposal).Add(")")
		}
		if r.Wrong {
			t.Add(" wrong")
		}
		for k := range r.Refs {
			t.Add(" | ").Add(sayRef(&r.Refs[k]))
		}
		if r.Note != "" {
			t.Add(" -- ").Add(r.Note)
		}
		t.Add("\n")
	}
	for i := range v.Findings {
		f := &v.Findings[i]
		t.Int(f.Line).Add(":").Int(f.Col).Add(" ").Add(f.Kind).Add(": ").Add(f.Message)
		if f.Do != "" {
			t.Add("; ").Add(f.Do)
		}
		t.Add("\n")
	}
	return t.String()
}

func sayRef(f *Ref) string {
	t := &fact.Text{}
	t.Add(f.Kind)
	for _, s := range []string{f.Path, f.Symbol, f.Report, f.Name, f.ID, f.Number} {
		if s != "" {
			t.Add(" ").Add(s)
		}
	}
	if f.At > 0 {
		t.Add(" line ").Int(f.At)
	}
	return t.Add(" @").Int(f.Col).String()
}

func TestReadNastyTables(t *testing.T) {
	const forms = "file:PATH[:LINE][#SYMBOL], test:REPORT::NAME, check:ID, adr:ID"
	for _, c := range []struct{ file, want string }{
		{"table-code-span-pipes.md", `
5:3 R1 applied | file cmd.go run @18 -- ~a|b~ one cell
6:3 R2 applied wrong -- y.go~
7:3 R3 applied wrong | file p.go @18 -- back\
8:3 R4 applied wrong -- entity
9:3 R5 applied | test junit.xml a[x|y] @18 -- escaped in a test id
6:18 bad-reference: "~file:x" is no reference; write $, divided by ;
6:34 excess-cells: the row has 5 cells and the header 4; nobody is shown "the raw pipe splits this row"; write a pipe within a cell as \|
7:38 excess-cells: the row has 5 cells and the header 4; nobody is shown "slash pair"; write a pipe within a cell as \|
8:26 bad-reference: "file:q&#124" is no reference: the symbol is no name; any other text stands in quotes; write file:PATH[:LINE][#SYMBOL]; references are divided by ;, and "…" holds what has a space, ; # or :: in it
8:30 bad-reference: "r.go" is no reference; write file:r.go
`},
		{"table-dash-delimiter-is-a-list.md", `
1:1 no-table: the section holds no table; begin one with | rule | status | evidence | and |---|---|---| in the next line
5:1 stray-row: rows stand outside of every table: 1 line, from "R1 | applied" on; a table ends at a blank line or another block: close the gap, or take them out
7:1 stray-row: rows stand outside of every table: 1 line, from "|rule" on; a table ends at a blank line or another block: close the gap, or take them out
`},
		{"table-excess-cells-and-lazy-row.md", `
5:3 R1 applied wrong | file a.go @18
6:3 R2 applied wrong
10:3 R4 applied | file d.go @18
5:30 excess-cells: the row has 4 cells and the header 3; nobody is shown "file:hidden.go"; write a pipe within a cell as \|
6:17 applied-without-evidence: the row is applied and cites nothing; cite what applies it: $
7:1 bad-rule: "R3 and this sentence is a row" is no rule; name the rule by 1 to 64 of letters, digits, . _ -
7:30 empty-status: the row has no status; write applied, deviated, n/a or proposed: TEXT
8:10 unknown-status: "status" is no status; write applied, deviated, n/a or proposed: TEXT
9:6 unknown-status: "---" is no status; write applied, deviated, n/a or proposed: TEXT
`},
		{"table-bom-cr-and-nbsp.md", `
5:7 unknown-status: "<U+00A0>applied" is no status; write applied
6:8 unknown-status: "applied<U+2028>" is no status; write applied
`},
		{"table-tabs-instead-of-pipes.md", `
1:1 no-table: the section holds no table; begin one with | rule | status | evidence | and |---|---|---| in the next line
`},
	} {
		src, err := os.ReadFile("testdata/" + c.file)
		if err != nil {
			t.Fatal(err)
		}
		want := strings.NewReplacer("~", "`", "$", forms).Replace(c.want[1:])
		if got := say(read(t, string(src))); got != want {
			t.Errorf("%s\ngot\n%swant\n%s", c.file, got, want)
		}
	}
}
