package core

import (
	"github.com/stile-gate/stile/core/check"
	"github.com/stile-gate/stile/core/fact"
	"github.com/stile-gate/stile/core/scan"
	"github.com/stile-gate/stile/core/table"
)

// citation is one file that rows of a project cite, whatever for: all that is asked of it is asked at once.
type citation struct {
	path  string   // relative to the root
	names []string // sorted; what to find in it, each with a first byte that says what it is
	f     *fact.Fact
	file  fact.Evidence
	said  *table.Evidence // nil where it could not be read
}

// The first byte of a name that is looked for in evidence.
const (
	aSymbol  = "s"
	aLiteral = "l"
	aPattern = "p"
)

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

// wishes of one project, before they are asked for.
type wishes struct {
	files   []wish // by path
	cases   []wish // by id of a check
	reports []wish // by path of a report that no check writes
	records []wish // by path of a decision record, without names
}

// cite gathers what the rows of a project cite.
func (p *project) cite() *wishes {
	w := &wishes{}
	for _, s := range p.sheets {
		for i := range s.table.Rows {
			row := &s.table.Rows[i]
			if !claims(row) {
				continue
			}
			mark := signature(s.rule(row.Rule))
			for k := range row.Refs {
				p.wish(w, &row.Refs[k], mark)
			}
		}
	}
	w.files, w.cases, w.reports = sortWishes(w.files), sortWishes(w.cases), sortWishes(w.reports)
	return w
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
		return aLiteral + r.Signature
	case r.Pattern != "":
		return aPattern + r.Pattern
	}
	return ""
}

func (p *project) wish(w *wishes, r *table.Ref, mark string) {
	switch r.Kind {
	case table.FileRef:
		path := join(p.dir, r.Path)
		w.files = append(w.files, wish{of: path})
		if r.Symbol != "" {
			w.files = append(w.files, wish{path, aSymbol + r.Symbol})
		}
		if mark != "" {
			w.files = append(w.files, wish{path, mark})
		}
	case table.TestRef:
		if _, ok := scan.WantedNames([][]byte{[]byte(r.Name)}); !ok {
			return
		}
		if it := p.reporter(r.Report); it != nil {
			w.cases = append(w.cases, wish{it.check.ID, r.Name})
		} else if isPath(r.Report) {
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

// isPath reports whether a report is named by its path: one that is no check's id.
func isPath(report string) bool { return fact.IndexAny(report, "/.") >= 0 }

// of returns the wishes of list for one key.
func of(list []wish, key string) []wish {
	lo, hi := 0, len(list)
	for lo < hi {
		if m := (lo + hi) / 2; list[m].of < key {
			lo = m + 1
		} else {
			hi = m
		}
	}
	for hi = lo; hi < len(list) && list[hi].of == key; hi++ {
	}
	return list[lo:hi]
}

// wished are the names in wishes for one key, at most n.
func wished(list []wish, n int) []string {
	var out []string
	for i := range list {
		if len(out) < n && list[i].name != "" {
			fact.Push(&out, list[i].name)
		}
	}
	return out
}

// evidence asks for the cited files, sorted by path.
func (p *project) evidence(e *eval, w *wishes) {
	for i := 0; i < len(w.files) && len(p.cited) < fact.MaxCited; {
		some := of(w.files[i:], w.files[i].of)
		i += len(some)
		c := &citation{path: some[0].of, names: wished(some, len(some))}
		c.f = e.need(askFor(fact.PreEvidence+c.path).with("read", table.KindEvidence).list("query", c.query()))
		p.cited = append(p.cited, c)
	}
}

// query is the path, and of the names as many as one reading takes.
func (c *citation) query() []string {
	list := []string{c.path}
	symbols := 0
	for _, n := range c.names {
		if symbols < scan.MaxSymbols && len(n) <= scan.MaxSymbol {
			fact.Push(&list, n)
			symbols++
		}
	}
	return list
}

// cites is the project's citation of a path, nil for one over the limit. What the file says is read at the first look.
func (p *project) cites(e *eval, path string) *citation {
	lo, hi := 0, len(p.cited)
	for lo < hi {
		if m := (lo + hi) / 2; p.cited[m].path < path {
			lo = m + 1
		} else {
			hi = m
		}
	}
	if lo == len(p.cited) || p.cited[lo].path != path {
		return nil
	}
	c := p.cited[lo]
	if c.said == nil && c.f.State == fact.Present {
		e.read(c.f, c.file.Fields)
		c.said, _ = table.ParseEvidence(c.file.Read)
	}
	return c
}
