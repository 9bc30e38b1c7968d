package core

import (
	"github.com/stile-gate/stile/core/check"
	"github.com/stile-gate/stile/core/fact"
	"github.com/stile-gate/stile/core/scan"
	"github.com/stile-gate/stile/core/table"
)

// citation is one file that rows cite, of whatever project and whatever for: all that is asked of it is asked at once,
// and what it says is read at the first look.
type citation struct {
	id     string   // of the fact about it
	path   string   // relative to the root
	names  []string // sorted; what to find in it
	f      *fact.Fact
	looked bool
	file   fact.Evidence
	barred *misplacement // why it is no evidence though it is there

	// What it says, by what it is cited for; nil where it could not be read.
	said   *table.Evidence
	report *scan.Report
	record *table.ADR
}

// citation is that of a fact's id, nil for one over the limit.
func (j *judgement) citation(id string) *citation {
	lo, hi := 0, len(j.cited)
	for lo < hi {
		if m := (lo + hi) / 2; j.cited[m].id < id {
			lo = m + 1
		} else {
			hi = m
		}
	}
	if lo == len(j.cited) || j.cited[lo].id != id {
		return nil
	}
	return j.cited[lo]
}

// wish is one thing to be found in a file, or one case of a report: the id of the fact about it, and behind a NUL, which
// no path holds, the name; "" for the file alone.
func wish(id, name string) string { return id + "\x00" + name }

// ask wants everything that the rows of all projects cite, but for what a check measures: that comes with the measure. Of
// more files than all tables together may cite the first are wanted.
func (j *judgement) ask(e *eval) {
	var list []string
	for _, p := range j.projects {
		p.cite(e, &list)
	}
	list = fact.Set(list)
	for i := 0; i < len(list) && len(j.cited) < fact.MaxCited; {
		c := &citation{}
		c.id, _, _ = fact.Cut(list[i], "\x00")
		for begin := wish(c.id, ""); i < len(list) && fact.HasPrefix(list[i], begin); i++ {
			if name := list[i][len(begin):]; name != "" {
				fact.Push(&c.names, name)
			}
		}
		c.f = e.need(c.question())
		j.cited = append(j.cited, c)
	}
	j.bar()
}

// question is what is asked about the file; the kind of its fact says how it is read, but for reports.
func (c *citation) question() *question {
	q := askFor(c.id)
	kind := ""
	switch kind, c.path, _ = fact.Cut(c.id, ":"); kind {
	case table.KindEvidence:
		q.list("query", c.query())
	case table.KindADR:
	default:
		kind = scan.ReportFormatOf(c.path)
		c.names = c.names[:min(len(c.names), fact.MaxWanted)]
		q.list("query", append([]string{"", "last"}, c.names...))
	}
	return q.with("read", kind)
}

// look reads what the fact says of the file, once.
func (c *citation) look(e *eval, j *judgement) {
	if c.looked {
		return
	}
	c.looked = true
	if e.read(c.f, c.file.Fields); c.f.State != fact.Present {
		return
	}
	switch read := c.file.Read; {
	case fact.HasPrefix(c.id, fact.PreEvidence):
		c.said, _ = table.ParseEvidence(read)
	case fact.HasPrefix(c.id, fact.PreADR):
		c.record, _ = table.ParseADR(read)
	default:
		c.report, _ = scan.ParseReport(read)
	}
	c.barred = j.misplaced(e, c)
}

// says reports whether the file was read to its end.
func (c *citation) says() bool {
	return c.said != nil || c.record != nil || c.report != nil && c.report.Complete
}

// cite gathers what the rows of a project cite.
func (p *project) cite(e *eval, list *[]string) {
	asked, listed := false, false // the directories of records: only where a row cites one
	for _, s := range p.sheets {
		for i := range s.table.Rows {
			row := &s.table.Rows[i]
			if !claims(row) {
				continue
			}
			mark := signature(s.rule(row.Rule))
			for k := range row.Refs {
				r := &row.Refs[k]
				if r.Kind != table.ADRRef {
					p.wish(list, r, mark)
					continue
				}
				if !asked {
					asked, listed = true, p.directories(e)
				}
				if paths := p.recordsOf(r); listed && len(paths) == 1 {
					fact.Push(list, wish(fact.PreADR+paths[0], ""))
				}
			}
		}
	}
	for _, it := range p.items {
		it.names = fact.Set(it.names)
		it.names = it.names[:min(len(it.names), fact.MaxWanted)]
	}
}

// claims reports whether what the row cites is looked at.
func claims(row *table.Row) bool {
	return !row.Wrong && (row.Status == table.Applied || row.Status == table.Deviated)
}

// signature is the name that a rule's signature is looked for by; "" where it has none.
func signature(r *table.Rule) string {
	switch {
	case r == nil:
	case r.Signature != "":
		return table.AskLiteral + r.Signature
	case r.Pattern != "":
		return table.AskPattern + r.Pattern
	}
	return ""
}

func (p *project) wish(list *[]string, r *table.Ref, mark string) {
	switch r.Kind {
	case table.FileRef:
		id := fact.PreEvidence + join(p.dir, r.Path)
		fact.Push(list, wish(id, ""))
		if r.Symbol != "" {
			fact.Push(list, wish(id, table.AskSymbol+r.Symbol))
		}
		if mark != "" {
			fact.Push(list, wish(id, mark))
		}
	case table.TestRef:
		if tooLong(r) {
			return
		}
		if it := p.reporter(r.Report); it != nil {
			fact.Push(&it.names, r.Name)
		} else if isPath(r.Report) && scan.ReportFormatOf(r.Report) != "" {
			fact.Push(list, wish(fact.PreReport+join(p.dir, r.Report), r.Name))
		}
	}
}

// reporter is the check whose report is meant: by its id, or by the path of a file that it writes.
func (p *project) reporter(report string) *item {
	if it := p.item(report); it != nil {
		return it
	}
	for _, it := range p.items {
		if it.check.Glob != "" && check.MatchAny([]string{it.check.Glob}, report) {
			return it
		}
	}
	return nil
}

// writers counts the checks that may write the report.
func (p *project) writers(report string) (n int) {
	for _, it := range p.items {
		if it.check.Glob != "" && check.MatchAny([]string{it.check.Glob}, report) {
			n++
		}
	}
	return n
}

// tooLong reports whether no report is asked for a case of this name.
func tooLong(r *table.Ref) bool {
	_, ok := scan.WantedNames([][]byte{[]byte(r.Name)})
	return !ok
}

// isPath reports whether a report is named by its path: one that is no check's id.
func isPath(report string) bool { return fact.IndexAny(report, "/.") >= 0 }

// query is the path and what to find: of the names, those that one reading takes stay.
func (c *citation) query() []string {
	kept := c.names[:0]
	symbols, signatures := 0, 0
	for _, n := range c.names {
		count, most, longest := &signatures, scan.MaxSignatures, scan.MaxSignature
		if n[:1] == table.AskSymbol {
			count, most, longest = &symbols, scan.MaxSymbols, scan.MaxSymbol
		}
		if *count < most && len(n) <= len(table.AskSymbol)+longest {
			fact.Push(&kept, n)
			*count++
		}
	}
	c.names = kept
	return append([]string{c.path}, kept...)
}

// asks reports whether the file was asked for a name.
func (c *citation) asks(name string) bool { return fact.HasSorted(c.names, name) }
