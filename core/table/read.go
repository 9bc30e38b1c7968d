package table

import (
	"github.com/stile-gate/stile/core/fact"
	"github.com/stile-gate/stile/core/field"
	"github.com/stile-gate/stile/core/scan"
)

// reader turns the table of one file into what its rows say. It goes through the file once: what has a place is met
// in the order of the file.
type reader struct {
	path   string
	src    string
	editor bool
	mark   *scan.Markdown
	table  Table
	refs   int
	first  []int32 // for each row the first one of its rule

	// The line that is read and where it begins; the column that was asked for last, and of which offset: what comes
	// behind it is counted from there.
	line, start int
	at          int
	col         int64
}

// ReadTable is the answer of Read("table", path, src): the canonical JSON of the Table. editor asks for the places of an
// editor. path is root-relative and names the file in findings.
func ReadTable(path string, editor bool, src []byte) []byte {
	r := reader{path: path, editor: editor, line: 1}
	if len(src) > fact.MaxTable {
		r.find(0, scan.TooLarge, "", "the file is larger than $ bytes", fact.Itoa(fact.MaxTable))
		return r.table.json()
	}
	r.src = string(src)
	r.mark = scan.Conformance(r.src)
	r.section()
	r.marksBefore(len(r.src) + 1)
	r.table.Total += int64(r.mark.MoreMarks)
	return r.table.json()
}

const (
	headerForm = "| rule | status | evidence |"
	beginTable = "begin one with " + headerForm + " and |---|---|---| in the next line"
)

func (r *reader) section() {
	d := r.mark
	if d.Level == 0 {
		if len(d.Marks) == 0 {
			r.find(0, "no-section", `add a heading "## Conformance" and a table: `+beginTable,
				"the file has no section Conformance")
		}
		return
	}
	s := &d.Section
	r.table.Found = true
	r.on(s.Line, s.Start)
	start := s.Start + blanks(r.src[s.Start:s.End])
	r.table.Line, r.table.Col = r.place(start)
	if d.Header.N == 0 {
		if !d.Broken {
			r.find(start, "no-table", beginTable, "the section holds no table")
		}
		return
	}
	r.marksBefore(d.Header.Start)
	if !r.header() {
		r.table.Counts.Unread = int64(len(d.Rows) + d.MoreRows)
		return
	}
	r.rows()
}

// columns are the cells of a header, in their order; the last one may be missing.
var columns = [...]string{"rule", "status", "evidence", "note"}

// header reports whether the columns are those of a conformance table.
func (r *reader) header() bool {
	h := &r.mark.Header
	r.on(h.Line, h.Start)
	for i := range max(h.N, len(columns)-1) {
		at := r.cell(h, i)
		got := r.text(at)
		sentence := "there is no column %"
		if i < len(columns) {
			if sentence = "the column % stands where % is wanted"; i >= h.N {
				got, sentence = columns[i], "the column % is missing"
			} else if fold(got) == columns[i] {
				continue
			}
		}
		n := int64(len(r.mark.Rows) + r.mark.MoreRows)
		r.find(at.Start, "bad-header", fact.Say("write $ or $ note |", headerForm, headerForm),
			sentence+"; rows not read: "+fact.Itoa(n), scan.Visible(got), columns[min(i, len(columns)-1)])
		return false
	}
	return true
}

// sayings are what the marks of a scan mean: how many lines it is, and what the first one says.
var sayings = [...]struct{ kind, sentence, do string }{
	{scan.DuplicateSection, "a section Conformance stands above already", "keep one section and one table"},
	{scan.SecondTable, "a second table of $ stands in the section", "join its rows to the first one, or give it a heading of the section's level"},
	{scan.BadDelimiter, "the line below the header has more or fewer cells than it, so $ are no table", "write one group of dashes for each column"},
	{scan.StrayRow, "rows stand outside of every table: $, from % on", "a table ends at a blank line or another block: close the gap, or take them out"},
	{scan.NearSection, "the file has no section Conformance: $ is nearly one, %", `write the heading as "## Conformance", outside of HTML`},
}

// marksBefore says what the scan marked before the offset and was not said yet.
func (r *reader) marksBefore(offset int) {
	d := r.mark
	for len(d.Marks) > 0 && d.Marks[0].Start < offset {
		m := &d.Marks[0]
		start := m.Start
		for start > 0 && r.src[start-1] != '\n' && r.src[start-1] != '\r' {
			start--
		}
		r.on(m.Line, start)
		text := r.src[m.Start:m.End]
		for i := range sayings {
			if s := &sayings[i]; s.kind == m.Kind {
				r.find(m.Start+blanks(text), s.kind, s.do, s.sentence, lines(m.N), scan.Visible(fact.Trim(text, " \t")))
			}
		}
		d.Marks = d.Marks[1:]
	}
}

func lines(n int) string {
	if n == 1 {
		return "1 line"
	}
	return fact.Itoa(int64(n)) + " lines"
}

// blanks counts the spaces and tabs that s begins with.
func blanks(s string) int { return len(s) - len(fact.TrimLeft(s, " \t")) }

// on goes to the line that begins at start.
func (r *reader) on(line, start int) {
	if start == 0 && fact.HasPrefix(r.src, mark) {
		start = len(mark)
	}
	r.line, r.start, r.at, r.col = line, start, start, 0
}

const mark = "\ufeff"

// place is the place of an offset in the line.
func (r *reader) place(at int) (line, col int64) {
	if !r.editor {
		return int64(r.line), int64(max(at-r.start, 0)) + 1
	}
	if at < r.at {
		r.on(r.line, r.start)
		at = max(at, r.start)
	}
	r.col += scan.UTF16(r.src[r.at:at])
	r.at = at
	return int64(r.line) - 1, r.col
}

// find notes a finding. Its message is the sentence, filled by fact.Say.
func (r *reader) find(at int, kind, do, sentence string, args ...string) {
	r.table.Total++
	list := &r.table.Findings
	if len(*list) == fact.MaxFindings {
		return
	}
	line, col := r.place(at)
	fact.Insert(list, len(*list), fact.Found(r.path, line, col, kind, do, sentence, args...))
}

// fold lowers ASCII letters.
func fold(s string) string { return field.Fold(s) }
