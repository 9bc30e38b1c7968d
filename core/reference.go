package core

import (
	"github.com/stile-gate/stile/core/fact"
	"github.com/stile-gate/stile/core/scan"
	"github.com/stile-gate/stile/core/table"
)

// reference judges one reference of the row.
func (w *rowJudge) reference(r *table.Ref) hold {
	switch r.Kind {
	case table.FileRef:
		return w.cited(r)
	case table.TestRef:
		return w.test(r)
	case table.CheckRef:
		return w.check(r)
	}
	return w.decision(r)
}

// cited judges a reference to a file.
func (w *rowJudge) cited(r *table.Ref) hold {
	path := join(w.p.dir, r.Path)
	c := w.p.cites(w.e, path)
	switch {
	case c == nil:
		return w.refuse(r, "too-many-files", "divide the project", "the tables cite more than $ files", fact.Itoa(fact.MaxCited))
	case c.f.State != fact.Present || c.said == nil:
		kind := trouble(c.f, "missing-evidence", "unreadable-evidence")
		if c.f.Why == fact.WhyOutside {
			kind = "outside-evidence"
		}
		return w.refuse(r, kind, "", "the cited file % $", path, whyNot(c.f))
	}
	if why := w.misplaced(c); why != nil {
		return w.refuse(r, why.kind, why.do, why.message, path, c.file.Spelling)
	}
	w.p.covers(path, c.file.SHA256)
	said := c.said
	if said.Lexer == scan.NoLexer && r.Symbol != "" {
		w.out.whole = true
	}
	switch {
	case said.Blank:
		return w.refuse(r, "blank-evidence", "", "the cited file % holds nothing but white space", path)
	case r.At > said.Lines:
		return w.refuse(r, "line-beyond-end", "", "line $ is cited of %, which has $", fact.Itoa(r.At), path, fact.Itoa(said.Lines))
	case r.Symbol == "":
		return refHolds
	}
	why, asked := said.Symbol(r.Symbol)
	switch {
	case !asked:
		return w.refuse(r, "too-many-symbols", "cite fewer symbols of one file", "% is one of more than $ symbols that are cited of %",
			r.Symbol, fact.Itoa(scan.MaxSymbols), path)
	case why == table.InComment:
		return w.refuse(r, "symbol-in-comment", "cite where it is defined or used", "the symbol % stands only in comments or strings of %", r.Symbol, path)
	case why != "":
		return w.refuse(r, "symbol-not-found", "", "the symbol % does not stand in %", r.Symbol, path)
	}
	return refHolds
}

// misplacement is why a file that can be read is still no evidence.
type misplacement struct{ kind, message, do string }

// misplaced says why the file is no evidence though it is there; nil when it is.
func (w *rowJudge) misplaced(c *citation) *misplacement {
	if c.file.Spelling != c.path {
		return &misplacement{"wrong-spelling", "the cited file % is spelled % on disk", "write the path as it is spelled there"}
	}
	if kind := w.j.forbidden(c.path, c.file.Real); kind != "" {
		for i := range barred {
			if barred[i].kind == kind {
				return &barred[i]
			}
		}
	}
	if table.Untouched(c.file.SHA256) {
		return &misplacement{"untouched-scaffold", "the cited file % is as `stile init` wrote it", "cite what was written for this project"}
	}
	return nil
}

const (
	tableAsEvidence = "table-as-evidence"
	packAsEvidence  = "pack-as-evidence"
	ownLog          = "own-log-as-evidence"
)

// barred are files that would be evidence for themselves, or that no digest of the tree covers.
var barred = [...]misplacement{
	{tableAsEvidence, "the cited file % is a conformance table, which proves nothing of itself", "cite what the row speaks of"},
	{packAsEvidence, "the cited file % is a rule pack: it says what is asked, not what is done", "cite what the row speaks of"},
	{ownLog, "the cited file % is written by stile or by whoever follows `stile verify`", "cite what the row speaks of"},
}

// logs are the places below a project that are outside the tree's digest.
var logs = []string{"stile/bypass", "stile/install", "stile/asks", "stile/verify-findings.md"}

// forbidden is the kind of file that a path, or where its links lead, is of: a word of barred, "" for none of them.
func (j *judgement) forbidden(path, real string) string {
	for _, p := range j.projects {
		for _, s := range p.sheets {
			if s.path == path || s.path == real {
				return tableAsEvidence
			}
		}
		for _, k := range p.packs {
			if k.path == path || k.path == real {
				return packAsEvidence
			}
		}
		for _, l := range logs {
			if l = join(p.dir, l); l == path || l == real || within(l, path) || within(l, real) {
				return ownLog
			}
		}
	}
	return ""
}

// check judges a reference to a check: what was observed of it is the evidence.
func (w *rowJudge) check(r *table.Ref) hold {
	it := w.p.item(r.ID)
	switch {
	case it == nil:
		return w.refuse(r, "unknown-check", w.p.ids(), "% is no check of this project", r.ID)
	case !it.due:
		return refNotDue
	case it.passed():
		return refMeasured
	case it.failed():
		return refFailed
	}
	return refNotRun
}

// ids names the checks that could have been meant.
func (p *project) ids() string {
	var list []string
	for _, it := range p.items {
		if len(list) < maxIDs {
			fact.Push(&list, it.check.ID)
		}
	}
	if len(list) == 0 {
		return "its stile.json holds no check"
	}
	return "it has " + new(fact.Text).Join(list, ", ").String()
}

const maxIDs = 10

// test judges a reference to a case of a report.
func (w *rowJudge) test(r *table.Ref) hold {
	if it := w.p.reporter(r.Report); it != nil {
		return w.measuredCase(r, it)
	}
	if !isPath(r.Report) {
		return w.refuse(r, "unknown-check", w.p.ids(), "% is no check of this project", r.Report)
	}
	path := join(w.p.dir, r.Report)
	format := scan.ReportFormatOf(path)
	if format == "" {
		return w.refuse(r, "unknown-report", "cite a check by its id, or a report by a name that says its format", "% is no report of a known format", path)
	}
	f := w.e.report(path, format, nil)
	var file fact.Evidence
	w.e.read(f, file.Fields)
	rep, ok := scan.ParseReport(file.Read)
	if f.State != fact.Present || !ok || !rep.Complete {
		return w.refuse(r, trouble(f, "missing-evidence", "unreadable-evidence"), "", "the report % $", path, whyNot(f))
	}
	w.p.covers(path, file.SHA256)
	if file.Spelling != path {
		return w.refuse(r, "wrong-spelling", "write the path as it is spelled there", "the report % is spelled % on disk", path, file.Spelling)
	}
	if h := w.outcome(r, rep, path); h != refMeasured {
		return h
	}
	return refHolds // nobody saw it run: what stands in a file is there, no more
}

// measuredCase judges a case that a check reports.
func (w *rowJudge) measuredCase(r *table.Ref, it *item) hold {
	switch {
	case it.check.Format == "":
		return w.refuse(r, "unknown-report", "give the check a report in stile.json, or cite it as check:"+it.check.ID,
			"the check % is judged by its exit status and names no case", it.check.ID)
	case !it.due:
		return refNotDue
	case it.result.Report == nil || it.result.Outcome == "":
		return refNotRun
	}
	settled := it.passed() || it.failed()
	switch outcomeOf(it.result.Report, r.Name) {
	case scan.CasePassed:
		return refMeasured
	case scan.CaseFailed:
		if it.failed() {
			return refFailed
		}
	case scan.CaseAbsent:
		if it.failed() {
			return refFailed // what did not build ran no case
		}
		if !settled {
			return refNotRun
		}
	}
	return w.outcome(r, it.result.Report, it.check.ID)
}

// outcomeOf is what became of the case.
func outcomeOf(rep *scan.Report, name string) string {
	list := rep.Wanted
	lo, hi := 0, len(list)
	for lo < hi {
		if m := (lo + hi) / 2; list[m].Name < name {
			lo = m + 1
		} else {
			hi = m
		}
	}
	if lo < len(list) && list[lo].Name == name {
		return list[lo].Outcome
	}
	return scan.CaseAbsent
}

// outcome judges by what a report says of the case: it is red where it did not pass, and unproven where it did not run.
func (w *rowJudge) outcome(r *table.Ref, rep *scan.Report, report string) hold {
	switch outcomeOf(rep, r.Name) {
	case scan.CasePassed:
		return refMeasured
	case scan.CaseFailed:
		return w.refuse(r, "case-failed", "", "the case % of % failed", r.Name, report)
	case scan.CaseSkipped:
		w.find(&w.s.open, r.Line, r.Col, "case-skipped", "", "the case % of % was skipped", r.Name, report)
		return refRefused
	case scan.CaseNoResult:
		w.find(&w.s.open, r.Line, r.Col, "case-without-result", "", "the case % of % began and nothing says how it ended", r.Name, report)
		return refRefused
	}
	return w.refuse(r, "case-not-found", "", "no case % is in the report of %", r.Name, report)
}

// report asks for a report that no check writes.
func (e *eval) report(path, format string, names []string) *fact.Fact {
	return e.need(askFor(fact.PreReport+path).with("read", format).list("query", append([]string{"", "last"}, names...)))
}
