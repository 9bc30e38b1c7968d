package table

import (
	"bytes"

	"github.com/stile-gate/stile/core/fact"
	"github.com/stile-gate/stile/core/scan"
)

// AddRows returns src with an empty row at the end of its table for each of the rules that has none there, letter case
// aside, in their order and once each; added are their places in rules. The rows look like those of the table: its
// pipes and its padding, its columns where the table is aligned, its line ends. They have no status, so nothing is
// decided by them. left says why nothing was added although something may be missing.
func AddRows(path string, src []byte, rules []string) (out []byte, added []int, left *fact.Finding) {
	r, left := open(path, src)
	if left != nil {
		return src, nil, left
	}
	added = r.missing(rules)
	if len(added) == 0 {
		return src, nil, nil
	}
	if len(r.mark.Rows)+len(added) > fact.MaxRows {
		return src, nil, r.tooMany()
	}
	end := r.mark.End
	s := r.style()
	out = append(out, src[:end]...)
	ended := src[end-1] == '\n' || src[end-1] == '\r'
	for _, i := range added {
		if !ended {
			out = append(out, s.eol...)
		}
		out = s.row(out, rules[i])
		if ended {
			out = append(out, s.eol...)
		}
		if len(out) > fact.MaxTable {
			break
		}
	}
	out = append(out, src[end:]...)
	if len(out) > fact.MaxTable {
		return src, nil, tooLarge(path, "with the rows that are missing the file would be larger than $ bytes")
	}
	if !r.grown(out, rules, added) {
		return src, nil, r.doubt()
	}
	return out, added, nil
}

// missing are the places of the rules without a row. A row that names its rule in another dress has it: it has a finding
// that says how to write it, and another row would be one too many.
func (r *reader) missing(rules []string) (list []int) {
	has := make(map[string]bool, len(r.mark.Rows))
	for i := range r.mark.Rows {
		has[r.named(i)] = true
	}
	for i, rule := range rules {
		if id := fold(rule); isID(rule) && !has[id] {
			has[id] = true
			list = append(list, i)
		}
	}
	return list
}

// named is the rule of line i of the table in small letters, without what is put around it for its looks.
func (r *reader) named(i int) string {
	text := r.text(r.cell(&r.mark.Rows[i], 0))
	if !isID(text) {
		text = fact.Trim(text, undress)
	}
	return fold(text)
}

// Place finds the first line of the table that names the rule, letter case aside: a Row, or a line that is none since its
// status cannot be understood. Both are 0 where none does, or the table cannot be read.
func Place(src []byte, rule string) (line, col int64) {
	r, left := open("", src)
	if left != nil {
		return 0, 0
	}
	rule = fold(rule)
	for i := range r.mark.Rows {
		if r.named(i) == rule {
			w := &r.mark.Rows[i]
			r.on(w.Line, w.Start)
			return r.place(r.cell(w, 0).Start)
		}
	}
	return 0, 0
}

// grown reports whether out holds the table as it was and the rows that were added, and nothing else has changed.
func (r *reader) grown(out []byte, rules []string, added []int) bool {
	d := scan.Conformance(string(out))
	n := len(r.mark.Rows)
	if d.Level != r.mark.Level || d.Header != r.mark.Header || len(d.Rows) != n+len(added) || len(d.Marks) != len(r.mark.Marks) {
		return false
	}
	for i := range d.Rows {
		w := &d.Rows[i]
		c := w.Cells[0]
		if i < n && *w != r.mark.Rows[i] || i >= n && !bytes.Equal(out[c.Start:c.End], []byte(rules[added[i-n]])) {
			return false
		}
	}
	return true
}

// A style is how the rows of a table are written. ends are at which character the pipe behind each column stands, where
// that is the same for most rows, else nil.
type style struct {
	indent, pad, eol string
	open, close      bool
	columns          int
	ends             []int
}

func (r *reader) style() *style {
	d := r.mark
	last := d.Delimiter
	if n := len(d.Rows); n > 0 {
		last = d.Rows[n-1].Span
	}
	text := r.text(last)
	s := &style{indent: text[:blanks(text)], columns: d.Header.N}
	text = fact.Trim(text, " \t")
	s.open, s.close = fact.HasPrefix(text, "|"), text[len(text)-1] == '|'
	s.eol = r.lineEnd(last.End)
	if s.eol == "" {
		s.eol = r.lineEnd(d.Header.End)
	}
	if first := d.Header.Cells[0]; first.End < d.Header.End && blanks(r.src[first.End:first.End+1]) > 0 {
		s.pad = " "
	}
	s.ends = r.ends(&d.Header)
	alike := 0
	for i := range d.Rows {
		if same(s.ends, r.ends(&d.Rows[i])) {
			alike++
		}
	}
	if 2*alike < len(d.Rows) || s.ends == nil || len(d.Rows) == 0 && !r.dashed(s.ends) {
		s.ends = nil
	}
	return s
}

// lineEnd is what ends the line of which the end is at.
func (r *reader) lineEnd(at int) string {
	rest := r.src[at:min(at+2, len(r.src))]
	if rest == "\r\n" || rest == "" {
		return rest
	}
	return rest[:1]
}

// ends are at which characters the pipes of a line stand that are behind its cells; nil where a tab stands in it.
func (r *reader) ends(w *scan.MarkdownRow) []int {
	if fact.IndexAny(r.text(w.Span), "\t") >= 0 {
		return nil
	}
	list := make([]int, 0, len(columns))
	from, n := w.Start, 0
	for k := range min(w.N, r.mark.Header.N) {
		end := w.Cells[k].End
		end += blanks(r.src[end:w.End])
		if end == w.End {
			break // nothing closes it
		}
		n += width(r.src[from:end])
		from = end
		list = append(list, n)
	}
	return list
}

// dashed reports whether the line of dashes has its pipes at the same characters.
func (r *reader) dashed(ends []int) bool {
	text := r.text(r.mark.Delimiter)
	k := 0
	for i := range len(text) {
		if text[i] == '|' && fact.IndexAny(text[:i], ":-") >= 0 {
			if k == len(ends) || ends[k] != i {
				return false
			}
			k++
		}
	}
	return k == len(ends)
}

func same(a, b []int) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

// row appends the line of an empty row. Without a pipe before it, an id may begin a list: only letters may not.
func (s *style) row(b []byte, rule string) []byte {
	start := len(b)
	b = append(b, s.indent...)
	open := s.open || fold(rule)[0]-'a' > 'z'-'a'
	if open {
		b = append(b, '|')
	}
	for k := range s.columns {
		if k > 0 || open {
			b = append(b, s.pad...)
		}
		wanted := ""
		if k == 0 {
			b = append(b, rule...)
			wanted = s.pad
		}
		if k == s.columns-1 && !s.close {
			break
		}
		for k < len(s.ends) && len(b)-start < s.ends[k] {
			b = append(b, ' ')
			wanted = ""
		}
		b = append(append(b, wanted...), '|')
	}
	for b[len(b)-1] == ' ' {
		b = b[:len(b)-1]
	}
	return b
}
