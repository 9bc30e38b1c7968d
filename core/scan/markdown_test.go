package scan

import (
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/stile-gate/stile/core/fact"
)

// sayTable writes what was found: the section's line, the header's, those of the rows with their cells, the marks.
func sayTable(src string, t *Markdown) string {
	out := &fact.Text{}
	if t.Level > 0 {
		out.Add("section ").Int(int64(t.Section.Line)).Add("; ")
	}
	if t.Header.N > 0 {
		out.Add("header ").Int(int64(t.Header.Line)).Add("; ")
	}
	for i := range t.Rows {
		r := &t.Rows[i]
		out.Int(int64(r.Line)).Add(":")
		for k := range min(r.N, MaxCells) {
			out.Add("[").Add(src[r.Cells[k].Start:r.Cells[k].End]).Add("]")
		}
		out.Add("; ")
	}
	for i := range t.Marks {
		m := &t.Marks[i]
		out.Add(m.Kind).Add(" ").Int(int64(m.Line)).Add("+").Int(int64(m.N)).Add("; ")
	}
	return strings.TrimSuffix(out.String(), "; ")
}

func TestConformance(t *testing.T) {
	const table = "\na|b\n-|-\nx|y\n"
	const found = "section 1; header 2; 4:[x][y]"
	for _, c := range []struct{ name, src, want string }{
		{"nothing", "", ""},
		{"no section", "# Other\n" + table, ""},
		{"a section", "# Conformance" + table, found},
		{"closing marks", "###### Conformance  ## " + table, found},
		{"a mark that closes nothing", "# Conformance#" + table, "near-section 1+1"},
		{"three spaces", "   # \tConformance\t" + table, found},
		{"four spaces are code", "    # Conformance" + table, ""},
		{"a tab is code", "\t# Conformance" + table, ""},
		{"an id", "## Conformance {#conf}" + table, "near-section 1+1"},
		{"a number", "## 3. Conformance" + table, "near-section 1+1"},
		{"more of a number", "## **3.1)** Conformance ##" + table, "near-section 1+1"},
		{"an anchor", "## <a id='c'></a>Conformance" + table, "near-section 1+1"},
		{"another heading", "## Conformance 2 tests" + table, ""},
		{"seven marks", "####### Conformance" + table, "near-section 1+1"},
		{"no space", "##Conformance" + table, "near-section 1+1"},
		{"case", "## conformance" + table, "near-section 1+1"},
		{"bold", "## **Conformance**" + table, "near-section 1+1"},
		{"colon", "## Conformance:" + table, "near-section 1+1"},
		{"setext", "Conformance\n---" + table, "near-section 1+1"},
		{"a near one before a real one", "## CONFORMANCE\n\n## Conformance" + table, "section 3; header 4; 6:[x][y]"},
		{"another name", "## Conformance table" + table, ""},
		{"a list", "- # Conformance" + table, ""},
		{"a quotation", "> # Conformance" + table, ""},
		{"a fence", "```md\n# Conformance\n```\n# Conformance" + table, "section 4; header 5; 7:[x][y]"},
		{"a fence of tildes with backticks behind", "~~~ a`b\n# Conformance\n```\n~~~\n# Conformance" + table, "section 5; header 6; 8:[x][y]"},
		{"backticks in a line of code are no fence", "``` a`b\n# Conformance" + table, "section 2; header 3; 5:[x][y]"},
		{"a shorter fence does not close", "````\n```\n# Conformance\n````\n", ""},
		{"a fence with text does not close", "```\n``` x\n# Conformance\n", ""},
		{"a fence in four spaces is none", "x\n\n    ```\n# Conformance" + table, "section 4; header 5; 7:[x][y]"},
		{"a fence without end", "~~~\n# Conformance" + table, ""},
		{"a comment", "<!-- x\n\n# Conformance\n--> y\n# Conformance" + table, "section 5; header 6; 8:[x][y]"},
		{"a comment in one line", "<!-- x -->\n# Conformance" + table, "section 2; header 3; 5:[x][y]"},
		{"a comment without end", "<!--\n# Conformance" + table, ""},
		{"the shortest comment", "<!-->\n# Conformance" + table, "section 2; header 3; 5:[x][y]"},
		{"HTML as it stands", "<PRE>\n\n# Conformance\n</pre>\n", ""},
		{"another element", "<prefix>\n\n# Conformance" + table, "section 3; header 4; 6:[x][y]"},
		{"twice", "# Conformance" + table + "# Conformance" + table, found + "; duplicate-section 5+1"},
		{"twice, one below the other", "# Conformance" + table + "## Conformance\n", found + "; duplicate-section 5+1"},
		{"a heading of the same level", "# Conformance\n# Other" + table, "section 1"},
		{"a heading above", "## Conformance\n# Other" + table, "section 1"},
		{"a heading below", "# Conformance\n## Core" + table, "section 1; header 3; 5:[x][y]"},
		{"a setext heading", "## Conformance\nOther\n---" + table, "section 1"},
		{"a setext heading below", "# Conformance\nOther\n---" + table, "section 1; header 4; 6:[x][y]"},
		{"a break", "# Conformance\n\n---" + table, "section 1; header 4; 6:[x][y]"},
		{"a break below an item", "# Conformance\n- x\n- y\n***\n- z\n---" + table, "section 1; header 7; 9:[x][y]"},
		{"a break below the text of an item", "# Conformance\n- x\ny\n---" + table, "section 1; header 5; 7:[x][y]"},
		{"prose before", "# Conformance\nsee `a | b` first\n\nlast line" + table, "section 1; header 5; 7:[x][y]"},
		{"an indented header is code", "# Conformance\n\n    a|b\n-|-\nx|y\n", "section 1"},
		{"an indented line below text", "# Conformance\ntext\n    a|b\n-|-\nx|y\n", "section 1; header 3; 5:[x][y]"},
		{"alignment", "# Conformance\na|b|c|d\n:-|:-:|-:|---\nx|y\n", "section 1; header 2; 4:[x][y]"},
		{"dashes without a header", "# Conformance\n\n|-|-|\n|x|y|\n", "section 1; stray-row 3+2"},
		{"too few dashes", "# Conformance\n|a|b|\n|-|\n|x|y|\n|z|w|\n\ntext", "section 1; bad-delimiter 3+4"},
		{"bad dashes", "# Conformance\n|a|b|\n|- -|-|\n|x|y|\n", "section 1; stray-row 2+3"},
		{"a blank line between", "# Conformance\n|a|b|\n\n|-|-|\n|x|y|\n", "section 1; stray-row 2+1; stray-row 4+2"},
		{"a second table", "# Conformance" + table + table, found + "; second-table 6+3"},
		{"a second table in fenced code", "# Conformance" + table + "```" + table + "```\n", found},
		{"a second table in a comment", "# Conformance" + table + "<!--" + table + "-->\n", found},
		{"a second header", "# Conformance" + table + table[1:], found + "; 5:[a][b]; 6:[-][-]; 7:[x][y]"},
		{"a table in the next section", "# Conformance" + table + "\n# Other" + table, found},
		{"a sentence", "# Conformance" + table + "a sentence\n", found + "; 5:[a sentence]"},
		{"blanks end", "# Conformance" + table + " \t \nx|y\n", found},
		{"a row below a blank line", "# Conformance" + table + "\n|z|w|\n", found + "; stray-row 6+1"},
		{"a row without a pipe before it below a blank line", "# Conformance" + table + "\nz | Applied | w\n", found + "; stray-row 6+1"},
		{"a row below a comment", "# Conformance" + table + "<!-- c -->\n|z|w|\n", found + "; stray-row 6+1"},
		{"a row behind a comment", "# Conformance" + table + "<!-- c --> |z|w|\n", found + "; stray-row 5+1"},
		{"a fence in an item", "- ```md\n  # Conformance\n  a|b\n  -|-\n  x|y\n  ```\n# Conformance" + table, "section 7; header 8; 10:[x][y]"},
		{"a fence in a numbered item", "1. ~~~\n   text\n   ~~~\n# Conformance" + table, "section 4; header 5; 7:[x][y]"},
		{"a fence in an item's item", "- 1) ```\n     # Conformance\n\n     ```\n# Conformance" + table, "section 5; header 6; 8:[x][y]"},
		{"a fence that ends with its item", "-\t~~~\n\n    # Conformance\n  # Conformance" + table, "section 4; header 5; 7:[x][y]"},
		{"a fence in an item's code", "-      ~~~\n# Conformance" + table, "section 2; header 3; 5:[x][y]"},
		{"a fence in a quotation", "> ~~~\n# Conformance" + table, "section 2; header 3; 5:[x][y]"},
		{"a comment in an item", "- <!--\n  # Conformance\n  -->\n# Conformance" + table, "section 4; header 5; 7:[x][y]"},
		{"a comment that ends with its item", "- <!--\n# Conformance" + table, "section 2; header 3; 5:[x][y]"},
		{"a fence in an item below the table", "# Conformance" + table + "- ~~~\n  # Other\n  ~~~\n# Conformance\n", found + "; duplicate-section 8+1"},
		{"an element", "<Div class='x>'>\n# Conformance" + table, "near-section 2+1"},
		{"an element's end", "text\n</div>\n# Conformance" + table, "near-section 3+1"},
		{"a tag alone", "<x-y a=\"b\">\n# Conformance" + table, "near-section 2+1"},
		{"a tag alone below text", "text\n<x-y a=\"b\">\n# Conformance" + table, "section 3; header 4; 6:[x][y]"},
		{"a tag with text behind", "<x-y>text\n# Conformance" + table, "section 2; header 3; 5:[x][y]"},
		{"an anchor", "<a id=\"x\"></a>\n# Conformance" + table, "section 2; header 3; 5:[x][y]"},
		{"an address", "<https://example.org>\n# Conformance" + table, "section 2; header 3; 5:[x][y]"},
		{"an element that a blank line ends", "# Conformance\n<details>\n<summary>x</summary>\n" + table, "section 1; header 5; 7:[x][y]"},
		{"an element in an item", "- <div>\n  # Conformance\n# Conformance" + table, "section 3; header 4; 6:[x][y]"},
		{"a table in an element", "# Conformance\n<div>\n|a|b|\n|-|-|\n|x|y|\n</div>\n", "section 1; stray-row 3+3"},
		{"a second table in an element", "# Conformance" + table + "<div>\na|b\n-|-\nx|applied\n</div>\n", found + "; stray-row 8+1"},
		{"a row in a quotation", "# Conformance" + table + "> |z|w|\n", found + "; stray-row 5+1"},
		{"rows in items", "# Conformance" + table + "- |z|w|\n1. |z|w|\n+ > __|z|w|\n", found + "; stray-row 5+3"},
		{"a row behind a tag", "# Conformance" + table + "<br>|z|w|\n", found + "; stray-row 5+1"},
		{"a row behind a tag and a cell", "# Conformance" + table + "\n<br>z | w | **n/a**\n", found + "; stray-row 6+1"},
		{"decorated rows", "# Conformance" + table + "\n**z** | **applied** | w\nz | \u2705 <b>proposed: x</b> | w\n", found + "; stray-row 6+2"},
		{"a sentence with pipes", "# Conformance" + table + "\n> say a | b | c\n- <b | c\n", found},
		{"prose with a pipe", "# Conformance" + table + "\nSee: applied | deviated.\n\napplied | deviated | n/a\n1. One of applied | proposed\n", found},
		{"a row that is a numbered item", "# Conformance" + table + "> 1. z | n/a | w\n", found + "; stray-row 5+1"},
		{"an indented row", "# Conformance" + table + "    z|w\n", found + "; stray-row 5+1"},
		{"a row that is an item", "# Conformance" + table + "- z | n/a | w\n", found + "; stray-row 5+1"},
		{"a heading ends", "# Conformance" + table + "## x|y\n", found},
		{"no heading", "# Conformance" + table + "#x|y\n", found + "; 5:[#x][y]"},
		{"a fence ends", "# Conformance" + table + "~~~\nx|y\n~~~\n", found},
		{"a break ends", "# Conformance" + table + "- - -\n", found},
		{"a line of dashes ends", "# Conformance" + table + "---\n", found},
		{"an element ends", "# Conformance" + table + "</details>\n", found},
		{"a list ends", "# Conformance" + table + "1. z\n", found},
		{"a quotation ends", "# Conformance" + table + "> z\n", found},
		{"a number is a row", "# Conformance" + table + "1.|z\n", found + "; 5:[1.][z]"},
		{"pipes", "# Conformance\n|a|b|\n|-|-|\n||\n|\n| x\n|x||\nx\\|y|`z|w`\n\\\\|x\n\\\\\\|x\n\\|\n||||||||\n",
			"section 1; header 2; 4:[]; 5:; 6:[x]; 7:[x][]; 8:[x\\|y][`z][w`]; 9:[\\\\][x]; 10:[\\\\\\|x]; 11:[\\|]; 12:[][][][][]"},
		{"a backslash at the end", "# Conformance\n|a|b|\n|-|-|\n|x|y\\\n|z\\", "section 1; header 2; 4:[x][y\\]; 5:[z\\]"},
		{"no line end", "# Conformance\na|b\n-|-", "section 1; header 2"},
	} {
		for name, eol := range map[string]string{"LF": "\n", "CR": "\r", "CR LF": "\r\n", "BOM and LF": "\n"} {
			src := strings.ReplaceAll(c.src, "\n", eol)
			if name == "BOM and LF" {
				src = "\ufeff" + src
			}
			if got := sayTable(src, Conformance(src)); got != c.want {
				t.Errorf("%s, %s: %q\ngot  %s\nwant %s", c.name, name, src, got, c.want)
			}
		}
	}
}

// Where fmt and --sync write is told by ranges of the source.
func TestConformanceRanges(t *testing.T) {
	src := "\ufeff# Conformance\r\n\r\n | a | b |\r\n|:-|-:|\r\n | x  | y |\r\n\r\ntext"
	m := Conformance(src)
	at := func(s Span) string { return src[s.Start:s.End] }
	for _, c := range [][2]string{
		{at(m.Section.Span), "# Conformance"}, {at(m.Header.Span), " | a | b |"}, {at(m.Delimiter), "|:-|-:|"},
		{at(m.Rows[0].Span), " | x  | y |"}, {at(m.Rows[0].Cells[1]), "y"}, {src[m.End:], "\r\ntext"},
	} {
		if c[0] != c[1] {
			t.Errorf("got %q, want %q", c[0], c[1])
		}
	}
}

func TestConformanceLimits(t *testing.T) {
	src := "# Conformance\na|b\n-|-\n" + strings.Repeat("x|y\n", fact.MaxRows+3)
	if m := Conformance(src); len(m.Rows) != fact.MaxRows || m.MoreRows != 3 || m.End != len(src) {
		t.Errorf("%d rows and %d more, end at %d of %d", len(m.Rows), m.MoreRows, m.End, len(src))
	}
	if m := Conformance(strings.Repeat("# Conformance\n", fact.MaxFindings+5)); len(m.Marks) != fact.MaxFindings || m.MoreMarks != 4 {
		t.Errorf("%d marks and %d more", len(m.Marks), m.MoreMarks)
	}
}

func TestPassCell(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	pool := []byte("|\\\n\r\tab-*,LM\x00\x0e\x7f\x80\x8d\xfc\xdc ")
	for range 20_000 {
		b := make([]byte, r.IntN(30))
		for i := range b {
			if b[i] = 'x'; r.IntN(4) == 0 {
				b[i] = pool[r.IntN(len(pool))]
			}
		}
		i := r.IntN(len(b) + 1)
		want := i
		for want < len(b) && b[want] != '|' && b[want] != '\\' && b[want] > '\r' {
			want++
		}
		if got := passCell(string(b), i); got != want {
			t.Fatalf("%q from %d: %d, want %d", b, i, got, want)
		}
	}
}

func TestVisible(t *testing.T) {
	for _, c := range [][2]string{{"", ""}, {"a é 😀", "a é 😀"}, {"\u00a0a", "<U+00A0>a"}, {"a\u2028\t", "a<U+2028><U+0009>"},
		{"\U000e0041", "<U+E0041>"}, {"\xe9x", "<byte E9>x"}, {"\u3000\ufeff", "<U+3000><U+FEFF>"}, {"\ufffd", "\ufffd"}} {
		if got := Visible(c[0]); got != c[1] {
			t.Errorf("%q: got %s, want %s", c[0], got, c[1])
		}
		if Odd(Visible(c[0])) >= 0 {
			t.Errorf("%q: not all is shown", c[0])
		}
	}
	for _, s := range []string{"", "abc", "é😀\ufffd\xff\xf0\x9f"} {
		if got, want := UTF16(s), len(utf16.Encode([]rune(s))); got != int64(want) {
			t.Errorf("%q has %d units, want %d", s, got, want)
		}
	}
}

func FuzzConformance(f *testing.F) {
	seeds := []string{bigTable(3), "# Conformance\na|b\n-|-\nx|y\n\nz|applied\n|\n# Conformance\n", "<!--\n-->\n```\n~~~\n```\n##Conformance\n---\n",
		"# Conformance\r|a|\r-|\r\\|\\\\|\r> x\ry|proposed: x"}
	for _, s := range seeds {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, src string) {
		m := Conformance(src)
		line := 0
		for i := range m.Rows {
			r := &m.Rows[i]
			if l, _ := Position([]byte(src), r.Start); int(l) != r.Line || r.Line <= line || r.End < r.Start || r.End > m.End || m.End > len(src) {
				t.Fatalf("row %d at %d:%d to %d is said to be of line %d, the table to end at %d", i, l, r.Start, r.End, r.Line, m.End)
			}
			line = r.Line
			at := r.Start
			for k := range min(r.N, MaxCells) {
				if c := r.Cells[k]; c.Start < at || c.End < c.Start || c.End > r.End {
					t.Fatalf("cell %v of row %v", c, r.Span)
				}
				at = r.Cells[k].End
			}
		}
		for i := range m.Marks {
			k := &m.Marks[i]
			if l, _ := Position([]byte(src), k.Start); int(l) != k.Line || k.End > len(src) || k.N < 1 || i > 0 && m.Marks[i-1].Start > k.Start {
				t.Fatalf("mark %+v in line %d", k, l)
			}
		}
		if m.Level == 0 && (m.Header.N > 0 || len(m.Marks) > 1) || m.Header.N == 0 && len(m.Rows) > 0 {
			t.Fatalf("rows without a table, or a table without a section: %+v", m)
		}
	})
}
