package table

import "github.com/stile-gate/stile/core/fact"

// maxColumns is how many columns of a table are looked at.
const maxColumns = 16

// adrTable is the table that goes on: lines counts those so far, 0 outside. Columns are -1 for none.
type adrTable struct {
	lines, status, by, id int
	dated                 bool // each line is of its time
}

// idColumns name the column that says which record a line of an index is about.
const idColumns = "id adr adrs number no nr # record decision"

// isRow reports whether a line may be one of a table.
func isRow(line string) bool { return fact.IndexAny(line, "|") >= 0 }

// row takes in a line of a table, if it is one: a header stands above a line of dashes.
func (r *adrReader) row(at int, line, below string) bool {
	t := &r.table
	switch {
	case t.lines > 1:
		r.cells(at, line)
	case t.lines == 0 && isRow(line) && isDelimiter(below):
		r.header(at, line)
	case t.lines == 0:
		return false
	}
	t.lines++
	return true
}

// header takes in the header line, which may be a line "Status | accepted" itself.
func (r *adrReader) header(at int, line string) {
	t := &r.table
	t.status, t.by, t.id = -1, -1, -1
	cells := cellsOf(line)
	for i := range cells {
		name := plain(line[cells[i].start:cells[i].end])
		switch {
		case name == "status" && t.status < 0:
			t.status = i
		case fact.HasWord(successors, name):
			t.by = i
		case fact.HasWord("date version when revision", name):
			t.dated = true
		case fact.HasWord(idColumns, name) && t.id < 0:
			t.id = i
		}
	}
	if len(cells) == 2 && (t.status == 0 || t.by == 0) {
		value := line[cells[1].start:cells[1].end]
		if word, _ := wordOf(value); word != Unknown || t.by == 0 && named(value) != "" {
			t.status, t.by = -1, -1
			r.cells(at, line)
		}
	}
}

// cells takes in a line below the header. One of an index, with a column that names records, counts where it names
// this one.
func (r *adrReader) cells(at int, line string) {
	t := &r.table
	cells := cellsOf(line)
	if len(cells) == 0 {
		return
	}
	if t.id >= 0 && (t.status >= 0 || t.by >= 0) {
		if t.id >= len(cells) || r.out.ID == "" || numberIn(line[cells[t.id].start:cells[t.id].end]) != r.out.ID {
			return
		}
	}
	name := plain(line[cells[0].start:cells[0].end])
	status, by := t.status, t.by
	if len(cells) > 1 && t.status != 0 {
		if name == "status" {
			status = 1
		} else if fact.HasWord(successors, name) {
			by = 1
		}
	}
	if status >= 0 && status < len(cells) {
		r.status(at+cells[status].start, at+cells[status].end)
	}
	if by >= 0 && by < len(cells) {
		r.supersede(at+cells[by].start, at+cells[by].end)
	}
}

// isDelimiter reports whether a line is the one of dashes below a header.
func isDelimiter(line string) bool {
	return fact.TrimLeft(line, "|-: \t") == "" && fact.IndexAny(line, "-") >= 0
}

// A cell is where the text of one stands in its line.
type cell struct{ start, end int }

// cellsOf returns the first cells of a line. A pipe behind a backslash splits nothing.
func cellsOf(line string) []cell {
	var all []cell
	at := len(line) - len(fact.TrimLeft(line, whitespace))
	if at < len(line) && line[at] == '|' {
		at++
	}
	for from := at; len(all) < maxColumns; at++ {
		if at < len(line) && line[at] == '\\' {
			at++
			continue
		}
		if at < len(line) && line[at] != '|' {
			continue
		}
		end := min(at, len(line))
		text := fact.TrimLeft(line[from:end], whitespace)
		start := end - len(text)
		if text = fact.TrimRight(text, whitespace); at < len(line) || text != "" {
			all = append(all, cell{start, start + len(text)})
		}
		if from = at + 1; at >= len(line) {
			break
		}
	}
	return all
}
