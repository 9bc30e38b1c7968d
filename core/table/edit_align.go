package table

import (
	"github.com/stile-gate/stile/core/fact"
	"github.com/stile-gate/stile/core/scan"
)

// widest is up to how many characters a cell makes its column wide; a longer one hangs over, so that one long cell does
// not pad every other row.
const widest = 80

// Align returns src with the columns of its conformance table below one another, and says why it left the table as it
// is, nil where it did not. The cells stay what they are, and so does every byte outside of the table's lines; ReadTable
// answers the same but for columns. Cells are padded by their number of characters. A row that holds a backslash before
// the end of a cell or more cells than a table may have stays as it stands. Doing it again changes nothing.
func Align(path string, src []byte) (out []byte, left *fact.Finding) {
	r, left := open(path, src)
	if left != nil {
		return src, left
	}
	a := aligner{reader: r, spaced: fact.IndexAny(fact.Trim(r.text(r.mark.Delimiter), " \t"), " ") >= 0}
	a.inset = blanks(a.text(r.mark.Header.Span)) > 0
	a.measure()
	d := r.mark
	a.cells(&d.Header)
	a.delimiter()
	for i := range d.Rows {
		if w := &d.Rows[i]; a.plain(w) {
			a.cells(w)
		}
		if len(a.out) > fact.MaxTable {
			return src, tooLarge(path, "with its columns aligned the file would be larger than $ bytes")
		}
	}
	a.copy(len(r.src))
	if len(a.out) > fact.MaxTable {
		return src, tooLarge(path, "with its columns aligned the file would be larger than $ bytes")
	}
	if !readsAlike(path, src, a.out) {
		return src, r.doubt()
	}
	return a.out, nil
}

// aligner writes a file again. at is up to where its source is written; spaced tells that the line of dashes has blanks
// around them, inset that the header stands in from the margin, so that lines keep their own indentation.
type aligner struct {
	*reader
	out    []byte
	at     int
	spaced bool
	inset  bool
	widths [len(columns)]int
}

func (a *aligner) copy(to int) {
	a.out = append(a.out, a.src[a.at:to]...)
	a.at = to
}

// plain reports whether a line can be written again from its cells.
func (a *aligner) plain(w *scan.MarkdownRow) bool {
	if w.N == 0 || w.N > scan.MaxCells {
		return false
	}
	for _, c := range w.Cells[:w.N] {
		if c.End > c.Start && a.src[c.End-1] == '\\' {
			return false
		}
	}
	return true
}

func (a *aligner) measure() {
	d := a.mark
	for i := -1; i < len(d.Rows); i++ {
		w := &d.Header
		if i >= 0 {
			w = &d.Rows[i]
		}
		if !a.plain(w) {
			continue
		}
		for k := range min(w.N, d.Header.N) {
			if n := width(a.text(w.Cells[k])); n <= widest {
				a.widths[k] = max(a.widths[k], n)
			}
		}
	}
}

// begin writes what stands before a line, and its indentation.
func (a *aligner) begin(l scan.Span) {
	a.copy(l.Start)
	if a.inset {
		a.copy(l.Start + blanks(a.text(l)))
	}
	a.at = l.End
}

func (a *aligner) cells(w *scan.MarkdownRow) {
	a.begin(w.Span)
	for k, c := range w.Cells[:w.N] {
		text := a.text(c)
		a.out = append(append(a.out, "| "...), text...)
		if k < a.mark.Header.N {
			for n := width(text); n < a.widths[k]; n++ {
				a.out = append(a.out, ' ')
			}
		}
		a.out = append(a.out, ' ')
	}
	a.out = append(a.out, '|')
}

// delimiter writes the line of dashes, each group as wide as its column.
func (a *aligner) delimiter() {
	l := a.mark.Delimiter
	text := fact.Trim(a.text(l), " \t|")
	a.begin(l)
	for k := range a.mark.Header.N {
		group, rest, _ := fact.Cut(text, "|")
		text = rest
		group = fact.Trim(group, " \t")
		dashes := a.widths[k] + 2
		pad := ""
		if a.spaced {
			dashes, pad = dashes-2, " "
		}
		a.out = append(append(a.out, '|'), pad...)
		for n := range dashes {
			c := byte('-')
			if n == 0 && group[0] == ':' || n == dashes-1 && group[len(group)-1] == ':' {
				c = ':'
			}
			a.out = append(a.out, c)
		}
		a.out = append(a.out, pad...)
	}
	a.out = append(a.out, '|')
}
