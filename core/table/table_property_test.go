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

var (
	someRules    = []string{"A", "R-1", "a.b_c", "zz9"}
	someStatuses = []string{"applied", "deviated", "n/a", "proposed", "proposed: applied", "Applied", ""}
	someEvidence = []string{"", "file:a.go", "file:a.go:3#Read; adr:7", "adr:ADR-0009", "`check:lint`", `file:"a b;c.go"`, "file:a.go (file:b.go)",
		`test:r.xml::x[a\|b]`, "prose", "file:a.go;", "test:unit::a\u2028b"}
	someNotes = []string{"", "no network is used", "a\\|b", "first\u2028second\u2029third\u0085\v\f fourth", "<br>", "`x`"}
)

// A layout is how a table is written down, which says nothing.
type layout struct {
	eol, pad, before, dashes string
	open, close              bool
}

func (l *layout) line(cells ...string) string {
	s := strings.Join(cells, l.pad+"|"+l.pad)
	if l.open || strings.HasPrefix(s, "|") || cells[0] == "" {
		s = "|" + l.pad + s
	}
	if l.close || cells[len(cells)-1] == "" {
		s += l.pad + "|"
	}
	return s + l.eol
}

// content is what the table says, whatever its layout: everything but places.
func content(v *Table) string {
	t := &fact.Text{}
	for i := range v.Rows {
		r := &v.Rows[i]
		t.Add(r.Rule).Add("|").Add(r.Status).Add("|").Add(r.Proposal).Add("|").Add(r.Note)
		for k := range r.Refs {
			f := r.Refs[k]
			f.Col = 0
			t.Add("|").Add(sayRef(&f))
		}
		t.Add("\n")
	}
	for i := range v.Findings {
		t.Add(v.Findings[i].Kind).Add(" ").Add(v.Findings[i].Message).Add("\n")
	}
	return t.String()
}

// B1 and its like: line ends, a byte order mark, padding, alignment, outer pipes and what surrounds the section change
// nothing but places.
func TestLayoutSaysNothing(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 7))
	pick := func(list []string) string { return list[r.IntN(len(list))] }
	for range 400 {
		var rows [][]string
		rows = append(rows, []string{"rule", "status", "evidence", "note"}, nil)
		for i := range r.IntN(8) {
			rows = append(rows, []string{pick(someRules) + fact.Itoa(int64(i/2)), pick(someStatuses), pick(someEvidence), pick(someNotes)})
		}
		write := func(l *layout) string {
			s := l.before + "## Conformance" + l.eol + l.eol
			for i, row := range rows {
				if i == 1 {
					row = []string{l.dashes, l.dashes, l.dashes, l.dashes}
				}
				s += l.line(row...)
			}
			return s + l.eol + "text" + l.eol
		}
		plain := layout{"\n", " ", "", "---", true, true}
		src := write(&plain)
		want := content(read(t, src))
		for range 6 {
			l := layout{pick([]string{"\n", "\r", "\r\n"}), pick([]string{" ", "", "\t", "   "}), "", pick([]string{"-", ":-", ":-:", "------:"}),
				r.IntN(2) == 0, r.IntN(2) == 0}
			l.before = pick([]string{"", "\ufeff", "# Title" + l.eol, "```" + l.eol + "## Conformance" + l.eol + "```" + l.eol, "<!--" + l.eol + "## Conformance" + l.eol + "-->" + l.eol})
			if l.dashes == "-" && !l.open {
				l.dashes = "--" // one dash and a blank begin an item of a list
			}
			other := write(&l)
			got := content(read(t, other))
			// A finding that names a line names another one.
			if l.before != "" && l.before != "\ufeff" {
				want, got := dropLines(want), dropLines(got)
				if got != want {
					t.Fatalf("%q\ngot\n%swant\n%sas of\n%q", other, got, want, src)
				}
			} else if got != want {
				t.Fatalf("%q\ngot\n%swant\n%sas of\n%q", other, got, want, src)
			}
		}
	}
}

// dropLines leaves out the numbers of lines that messages name.
func dropLines(s string) string {
	for {
		i := strings.Index(s, ", in line ")
		if i < 0 {
			return s
		}
		end := i + len(", in line ")
		for end < len(s) && s[end] >= '0' && s[end] <= '9' {
			end++
		}
		s = s[:i] + s[end:]
	}
}

func FuzzReadTable(f *testing.F) {
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
	for _, e := range someEvidence {
		f.Add(head + "| A | applied | " + e + " | |\n| A | n/a | | x |\n| B | deviated | " + e + "\n\n|C|n/a\n")
	}
	f.Fuzz(func(t *testing.T, src string) {
		v := read(t, src)
		lines := strings.Split(strings.ReplaceAll(strings.ReplaceAll(strings.TrimPrefix(src, "\ufeff"), "\r\n", "\n"), "\r", "\n"), "\n")
		inside := func(what string, line, col int64) {
			if line < 1 || int(line) > len(lines) || col < 1 || int(col) > len(lines[line-1])+1 {
				t.Fatalf("%s at %d:%d is outside of the file", what, line, col)
			}
		}
		listed, named := map[int64]bool{}, map[int64]bool{}
		for i := range v.Rows {
			r := &v.Rows[i]
			inside(r.Rule, r.Line, r.Col)
			listed[r.Line] = true
			for k := range r.Refs {
				inside(r.Refs[k].Kind, r.Refs[k].Line, r.Refs[k].Col)
			}
		}
		for i := range v.Findings {
			x := &v.Findings[i]
			inside(x.Kind, x.Line, x.Col)
			named[x.Line] = true
			if x.Kind == "" || x.Path != "doc/rules.md" || x.Message == "" || x.Do == "" || scan.Odd(x.Message+x.Do) >= 0 {
				t.Fatalf("finding %q; %q", x, x.Do)
			}
		}
		m := scan.Conformance(src)
		if !v.Found && v.Total == 0 || m.Header.N == 0 && v.Total == 0 {
			t.Fatal("no table, and nothing is said")
		}
		if c := &v.Counts; c.Applied+c.Deviated+c.NA+c.Proposed+c.Unread != int64(len(m.Rows)+m.MoreRows) {
			t.Fatalf("%+v of %d lines", c, len(m.Rows))
		}
		whole := kindIn(v, "bad-header") || v.Total > int64(len(v.Findings))
		for i := range m.Rows {
			if line := int64(m.Rows[i].Line); !listed[line] && !named[line] && !whole {
				t.Fatalf("line %d is passed over", line)
			}
		}
		e := readAs(t, src, true)
		if content(e) == "" != (content(v) == "") || len(e.Rows) != len(v.Rows) || e.Total != v.Total {
			t.Fatal("an editor is told otherwise")
		}
		for i := range e.Rows {
			if x := &e.Rows[i]; x.Line != v.Rows[i].Line-1 || x.Col > v.Rows[i].Col-1 {
				t.Fatalf("row at %d:%d, for an editor at %d:%d", v.Rows[i].Line, v.Rows[i].Col, x.Line, x.Col)
			}
		}
	})
}

func kindIn(v *Table, kind string) bool {
	for i := range v.Findings {
		if v.Findings[i].Kind == kind {
			return true
		}
	}
	return false
}

func FuzzParseTable(f *testing.F) {
	for _, e := range someEvidence {
		f.Add(ReadTable("a.md", false, []byte(head+"| A | applied | "+e+" | |\n")))
	}
	f.Fuzz(func(t *testing.T, answer []byte) {
		if v, ok := ParseTable(answer); ok && !bytes.Equal(v.json(), answer) {
			t.Fatalf("accepted what is not canonical: %q", answer)
		}
	})
}
