package scan

import "github.com/stile-gate/stile/core/fact"

// A Span is the bytes Start up to End of a source.
type Span struct{ Start, End int }

// MaxCells is how many cells of a row are kept: one more than a conformance table may have, so that it can be named.
const MaxCells = 5

// A MarkdownRow is one line of a table, without its line end, and where its first cells stand, without the spaces and
// tabs around them. N counts all its cells. Line counts from 1.
type MarkdownRow struct {
	Span
	Line  int
	N     int
	Cells [MaxCells]Span
}

// The kinds of a Mark.
const (
	NearSection      = "near-section"      // no section; a heading that was probably meant to be it
	DuplicateSection = "duplicate-section" // a second heading of the name
	SecondTable      = "second-table"      // another table in the section, of N lines
	BadDelimiter     = "bad-delimiter"     // the line of dashes below a header has not as many cells; N lines are no table
	StrayRow         = "stray-row"         // N lines look like rows and stand in no table
)

// A Mark is something in the way of reading a table. Span is its first line.
type Mark struct {
	Kind string
	Span
	Line int
	N    int
}

// A Markdown is what a file says by its Conformance section: the places of the heading, of the table, and of what
// stands in the way. Level is 0 where there is no section, Header.N where it has no table; it is Broken where a mark
// says of some table why it is none. End is where one more row
// would be inserted: behind the last one and its line end. MoreRows and MoreMarks count what is over fact.MaxRows and
// fact.MaxFindings.
type Markdown struct {
	Level     int
	Broken    bool
	Section   Mark
	Header    MarkdownRow
	Delimiter Span
	Rows      []MarkdownRow
	MoreRows  int
	End       int
	Marks     []Mark
	MoreMarks int
}

// Conformance finds the table of the section "Conformance" by the rules of CommonMark 0.31.2 (2024) for lines, headings,
// fences and HTML, and of GitHub Flavored Markdown 0.29 (2019) for tables. Only a heading that begins with # makes the
// section; it goes on to the next heading of its level or above. What stands in fenced code or in an HTML block is not
// read; rows in an element are marked. One pass over src: linear in time and memory.
func Conformance(src string) *Markdown {
	r := markdownReader{src: src, at: byteOrderMark(src), out: &Markdown{}}
	for r.at < len(src) {
		r.line++
		if r.table == noTable || !r.tableLine() {
			start := r.at
			r.at = endOfLine(src, start)
			l := Span{start, r.at}
			r.pass()
			r.block(l)
		}
	}
	if r.out.Level == 0 && r.near.Kind != "" {
		r.out.Marks = append(r.out.Marks, r.near)
	}
	return r.out
}

// What the line before belongs to.
const (
	noTable    = iota
	theTable   // the one that is read
	otherTable // one whose lines are only counted, in the last mark
)

// markdownReader goes through a file line by line.
type markdownReader struct {
	src  string
	at   int // where the next line begins
	line int
	out  *Markdown
	near Mark

	fence     fence
	html      string // what ends the open HTML block, "" without one
	element   bool   // an HTML block is open that a blank line ends
	item      int    // the column that the item of a list with that HTML block is indented to
	level     int    // of the section that the line is in, 0 outside
	table     int
	before    Span // the line before, where paragraph is set
	paragraph bool // the line before is text, which a line of dashes makes a header or a heading
	inner     bool // that text may belong to a list or a quotation
}

// endOfLine returns where the line that begins at i ends.
func endOfLine(s string, i int) int {
	for i < len(s) && s[i] != '\n' && s[i] != '\r' {
		i++
	}
	return i
}

// pass goes over the line end at r.at.
func (r *markdownReader) pass() {
	if r.at == len(r.src) {
		return
	}
	if c := r.src[r.at]; c == '\r' && r.at+1 < len(r.src) && r.src[r.at+1] == '\n' {
		r.at++
	}
	r.at++
}

func (r *markdownReader) mark(kind string, l Span, line int) {
	if len(r.out.Marks) == fact.MaxFindings {
		r.out.MoreMarks++
		return
	}
	r.out.Marks = append(r.out.Marks, Mark{Kind: kind, Span: l, Line: line, N: 1})
}

// last is the last mark, a spare one where it is beyond the limit.
func (r *markdownReader) last() *Mark {
	if n := len(r.out.Marks); n > 0 && r.out.MoreMarks == 0 {
		return &r.out.Marks[n-1]
	}
	return &Mark{}
}
