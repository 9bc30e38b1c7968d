package table

import (
	"github.com/stile-gate/stile/core/fact"
	"github.com/stile-gate/stile/core/scan"
)

const badReference = "bad-reference"

// forms are what a reference may look like, by its kind; the parts in brackets may be missing.
var forms = [...]struct{ kind, form string }{
	{FileRef, "file:PATH[:LINE][#SYMBOL]"}, {TestRef, "test:REPORT::NAME"}, {CheckRef, "check:ID"}, {ADRRef, "adr:ID"},
}

// evidence reads the third cell. That of an applied or deviated row holds references divided by ; and nothing else;
// another row may have any text there, of which the references are kept.
func (r *reader) evidence(w *scan.MarkdownRow, row *Row) {
	at := r.cell(w, 2)
	before := r.table.Total
	r.references(at, row)
	if row.Status != Applied && row.Status != Deviated || r.table.Total > before {
		return
	}
	if row.Status == Applied && len(row.Refs) == 0 {
		r.find(at.Start, "applied-without-evidence", "cite what applies it: "+allForms(),
			"the row is applied and cites nothing")
	}
	if row.Status == Deviated {
		for i := range row.Refs {
			if row.Refs[i].Kind == ADRRef {
				return
			}
		}
		r.find(at.Start, "deviated-without-adr", "cite the decision: adr:ID", "the row is deviated and cites no decision")
	}
}

func allForms() string {
	t := &fact.Text{}
	for i := range forms {
		if i > 0 {
			t.Add(", ")
		}
		t.Add(forms[i].form)
	}
	return t.String()
}

// A refReader reads the references of one cell: text is the part between two semicolons, which begins at the offset
// start of the file.
type refReader struct {
	*reader
	strict bool
	text   string
	start  int
	kind   int
	failed bool
}

func (r *reader) references(cell scan.Span, row *Row) {
	p := refReader{reader: r, strict: row.Status == Applied || row.Status == Deviated}
	if cell.Start == cell.End {
		return
	}
	if ticked(r.text(cell)) {
		cell.Start++
		cell.End--
	}
	for i := cell.Start; ; i++ {
		i += blanks(r.src[i:cell.End])
		end := partEnd(r.src[:cell.End], i)
		p.part(scan.Span{Start: i, End: end}, row)
		if i = end; i == cell.End {
			return
		}
	}
}

// ticked reports whether s stands between two backticks, and holds no other.
func ticked(s string) bool {
	return len(s) > 1 && s[0] == '`' && fact.IndexAny(s[1:], "`") == len(s)-2
}

// part reads one reference.
func (p *refReader) part(at scan.Span, row *Row) {
	p.text, p.start, p.failed = fact.TrimRight(p.src[at.Start:at.End], " \t"), at.Start, false
	if ticked(p.text) {
		p.text = p.text[1 : len(p.text)-1]
		p.start += 1 + blanks(p.text)
		p.text = fact.Trim(p.text, " \t")
	}
	var ref [1]Ref
	ref[0].Line, ref[0].Col = p.place(p.start)
	switch {
	case p.text == "":
		p.fail(0, "take the semicolon out", "there is no reference between two semicolons, or behind the last one")
	case !fact.IsUTF8(p.text):
		p.bad(scan.Odd(p.text), "the text is not UTF-8")
	default:
		p.read(&ref[0])
	}
	switch {
	case p.failed:
	case p.refs == fact.MaxRefs:
		p.strict = true
		p.fail(0, "divide the table", "the table has more than $ references", fact.Itoa(fact.MaxRefs))
	default:
		p.refs++
		row.Refs = append(row.Refs, ref[:]...)
	}
}

func (p *refReader) read(ref *Ref) {
	for p.kind = range forms {
		if f := &forms[p.kind]; fact.HasPrefix(p.text, f.kind) && fact.HasPrefix(p.text[len(f.kind):], ":") {
			switch ref.Kind = f.kind; f.kind {
			case FileRef:
				p.file(ref)
			case TestRef:
				p.test(ref)
			default:
				p.id(ref)
			}
			return
		}
	}
	p.fail(0, p.nearest(), "% is no reference", scan.Visible(p.text))
}

// nearest says what would be a reference instead of the text.
func (p *refReader) nearest() string {
	for i := range forms {
		kind := forms[i].kind
		if n := len(kind); len(p.text) > n && fold(p.text[:n]) == kind && fact.IndexAny(p.text[n:], ": -") == 0 {
			return "write " + forms[i].form
		}
	}
	if fact.IndexAny(p.text, "/.") > 0 && fact.IndexAny(p.text, " `[]()<>*\"") < 0 && !p.names() && pathFault(p.text) == "" && scan.Odd(p.text) < 0 {
		return "write file:" + fact.Say("$", p.text)
	}
	return "write " + allForms() + ", divided by ;"
}

// names reports whether the text holds the beginning of a reference, or is struck out.
func (p *refReader) names() bool {
	for i := range forms {
		if fact.Index(p.text, forms[i].kind+":") >= 0 {
			return true
		}
	}
	return fact.HasPrefix(p.text, "~~")
}

// bad notes that the reference fails at an offset of its text; what says why.
func (p *refReader) bad(at int, what string) {
	do := "write " + forms[p.kind].form
	if p.kind < 2 {
		do += `; references are divided by ;, and "…" holds what has a space, ; # or :: in it`
	}
	p.fail(at, do, "% is no reference: $", scan.Visible(p.text), what)
}

func (p *refReader) fail(at int, do, sentence string, args ...string) {
	if p.failed {
		return
	}
	p.failed = true
	if p.strict {
		p.find(p.start+at, badReference, do, sentence, args...)
	}
}
