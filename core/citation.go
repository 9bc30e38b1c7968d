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

// citations are sorted by path.
type citations []*citation

// at is the citation of a path, nil for one over the limit.
func (list citations) at(path string) *citation {
	lo, hi := 0, len(list)
	for lo < hi {
		if m := (lo + hi) / 2; list[m].path < path {
			lo = m + 1
		} else {
			hi = m
		}
	}
	if lo == len(list) || list[lo].path != path {
		return nil
	}
	return list[lo]
}

// wish is one thing to be found in one file, or one case of one report; of has the key of it.
type wish struct{ of, name string }

// sortWishes orders wishes and drops what stands there twice.
func sortWishes(list []wish) []wish {
	fact.Sort(len(list),
		func(i, j int) bool {
			a, b := &list[i], &list[j]
			return a.of < b.of || a.of == b.of && a.name < b.name
		},
		func(i, j int) { list[i], list[j] = list[j], list[i] })
	n := 0
	for i := range list {
		if i == 0 || list[i] != list[n-1] {
			list[n] = list[i]
			n++
		}
	}
	return list[:n]
}

// wishes are what rows cite, before it is asked for: each by the path of its file.
type wishes struct{ files, reports, records []wish }

// ask wants everything that the rows of all projects cite, but for what a check measures: that comes with the measure.
func (j *judgement) ask(e *eval) {
	w := &wishes{}
	for _, p := range j.projects {
		p.cite(e, w)
	}
	j.records = e.citations(w.records, func(c *citation) *question {
		return askFor(fact.PreADR+c.path).with("read", table.KindADR)
	})
	j.files = e.citations(w.files, func(c *citation) *question {
		return askFor(fact.PreEvidence+c.path).with("read", table.KindEvidence).list("query", c.query())
	})
	j.reports = e.citations(w.reports, func(c *citation) *question {
		c.names = c.names[:min(len(c.names), fact.MaxWanted)]
		return askFor(fact.PreReport+c.path).with("read", scan.ReportFormatOf(c.path)).
			list("query", append([]string{"", "last"}, c.names...))
	})
	j.bar()
}

// citations asks for the files that are wished for, as many as all tables together may cite.
func (e *eval) citations(list []wish, ask func(c *citation) *question) (out citations) {
	list = sortWishes(list)
	for i := 0; i < len(list) && e.cited < fact.MaxCited; {
		c := &citation{path: list[i].of}
		for ; i < len(list) && list[i].of == c.path; i++ {
			if list[i].name != "" {
				fact.Push(&c.names, list[i].name)
			}
		}
		c.f = e.need(ask(c))
		out = append(out, c)
		e.cited++
	}
	return out
}

// look reads the fact about the file, once, and reports whether there is one to read.
func (c *citation) look(e *eval) (there, first bool) {
	first = !c.looked
	if c.looked = true; first {
		e.read(c.f, c.file.Fields)
	}
	return c.f.State == fact.Present, first
}

// cite gathers what the rows of a project cite.
func (p *project) cite(e *eval, w *wishes) {
	listed := p.citesRecords() && p.directories(e)
	for _, s := range p.sheets {
		for i := range s.table.Rows {
			row := &s.table.Rows[i]
			if !claims(row) {
				continue
			}
			mark := signature(s.rule(row.Rule))
			for k := range row.Refs {
				if r := &row.Refs[k]; r.Kind != table.ADRRef {
					p.wish(w, r, mark)
				} else if list := p.recordsOf(r); listed && len(list) == 1 {
					w.records = append(w.records, wish{of: list[0].path})
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

func (p *project) wish(w *wishes, r *table.Ref, mark string) {
	switch r.Kind {
	case table.FileRef:
		path := join(p.dir, r.Path)
		w.files = append(w.files, wish{of: path})
		if r.Symbol != "" {
			w.files = append(w.files, wish{path, table.AskSymbol + r.Symbol})
		}
		if mark != "" {
			w.files = append(w.files, wish{path, mark})
		}
	case table.TestRef:
		if tooLong(r) {
			return
		}
		if it := p.reporter(r.Report); it != nil {
			fact.Push(&it.names, r.Name)
		} else if isPath(r.Report) && scan.ReportFormatOf(r.Report) != "" {
			w.reports = append(w.reports, wish{join(p.dir, r.Report), r.Name})
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
