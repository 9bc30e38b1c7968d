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
	c, h := w.consult(r, fact.PreEvidence, join(w.p.dir, r.Path), "the cited file % $")
	if h != refHolds {
		return h
	}
	path := c.path
	said := c.said
	if said.Lexer == scan.NoLexer && r.Symbol != "" {
		w.out.whole = true
	}
	switch {
	case said.Blank:
		return w.refuse(r, "blank-evidence", "cite what the row speaks of", "the cited file % holds nothing but white space", path)
	case r.At > said.Lines:
		return w.refuse(r, "line-beyond-end", "cite a line that is there, or a symbol", "line $ is cited of %, which has $", fact.Itoa(r.At), path, fact.Itoa(said.Lines))
	case r.Symbol == "":
		return refHolds
	}
	why, asked := "", c.asks(table.AskSymbol+r.Symbol)
	if asked {
		why, asked = said.Symbol(r.Symbol)
	}
	switch {
	case len(r.Symbol) > scan.MaxSymbol:
		return w.refuse(r, "long-symbol", "cite a part of it", "the symbol % is longer than $ bytes", r.Symbol, fact.Itoa(scan.MaxSymbol))
	case !asked:
		return w.refuse(r, "too-many-symbols", "cite fewer symbols of one file", "% is one of more than $ symbols that are cited of %",
			r.Symbol, fact.Itoa(scan.MaxSymbols), path)
	case why == table.InComment:
		return w.refuse(r, "symbol-in-comment", "cite where it is defined or used", "the symbol % stands only in comments or strings of %", r.Symbol, path)
	case why == table.Unsearched:
		return w.refuse(r, "unsearched-evidence", "cite a symbol that begins otherwise", unsearched, path, r.Symbol)
	case why != "":
		return w.refuse(r, "symbol-not-found", "a symbol is spelled as in the file; of a method it is the name alone", "the symbol % does not stand in %", r.Symbol, path)
	}
	return refHolds
}

// unsearched says of a file and of what is looked for there that it may stand there.
const unsearched = "so much of % begins like % that the search was given up"

// consult looks at a cited file, and judges the reference where it shows nothing; sentence says that it cannot be read.
func (w *rowJudge) consult(r *table.Ref, prefix, path, sentence string) (*citation, hold) {
	c := w.j.citation(prefix + path)
	if c == nil {
		return nil, w.refuse(r, "too-many-files", "divide the project", "the tables cite more than $ files", fact.Itoa(fact.MaxCited))
	}
	c.look(w.e, w.j)
	b := c.barred
	switch {
	case !c.says() && c.f.Why == fact.WhyTime:
		w.find(&w.s.open, r.Line, r.Col, "evidence-not-read", "", sentence, path, whyNot(c.f))
		return nil, refRefused
	case !c.says() && c.f.Why == fact.WhyOutside:
		return nil, w.refuse(r, "outside-evidence", "", sentence, path, whyNot(c.f))
	case !c.says():
		return nil, w.refuse(r, trouble(c.f, "missing-evidence", "unreadable-evidence"), "cite where it is now", sentence, path, c.whyNot())
	case b != nil:
		return nil, w.refuse(r, b.kind, b.do, b.message, path, c.file.Spelling)
	}
	w.p.covers(path, textOf(c.file.SHA256, c.file.Text))
	return c, refHolds
}

// whyNot goes on with a sentence about a file that cannot be used.
func (c *citation) whyNot() string {
	if c.report != nil {
		return "is not whole: " + c.report.Why
	}
	return whyNot(c.f)
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
	if tooLong(r) {
		return w.refuse(r, "long-name", "", "the name % is longer than $ bytes", r.Name, fact.Itoa(fact.MaxWantedName))
	}
	if it := w.p.reporter(r.Report); it != nil {
		h := w.measuredCase(r, it)
		if h != refMeasured || it.check.ID == r.Report {
			return h
		}
		path, files := join(w.p.dir, r.Report), it.measure.Files
		switch {
		case len(files) > 1 || w.p.writers(r.Report) > 1:
			return w.refuse(r, "ambiguous-report", "cite the case as test:"+it.check.ID+"::NAME",
				"more reports than % are written, and which of them holds the case is not told apart", path)
		case !fact.HasSorted(files, path):
			return w.refuse(r, "missing-evidence", "cite where it is now", "the check % wrote no report %", it.check.ID, path)
		}
		return h
	}
	if !isPath(r.Report) {
		return w.refuse(r, "unknown-check", w.p.ids(), "% is no check of this project", r.Report)
	}
	path := join(w.p.dir, r.Report)
	if scan.ReportFormatOf(path) == "" {
		return w.refuse(r, "unknown-report", "cite a check by its id; a report is .xml, .tap, .sarif, .info, .json or .jsonl", "% is no report of a known format", path)
	}
	c, h := w.consult(r, fact.PreReport, path, "the report % $")
	if h != refHolds {
		return h
	}
	if h = w.outcome(r, c.report, path, c.names); h != refMeasured {
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
	case it.result.Report == nil && it.failed():
		return refFailed
	case it.result.Report == nil || it.result.Outcome == "":
		return refNotRun
	}
	settled := it.passed() || it.failed()
	switch outcomeOf(it.result.Report, r.Name) {
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
	case scan.CasePassed:
		if !settled {
			return refNotRun // it may not be what would have come of it
		}
	}
	return w.outcome(r, it.result.Report, it.check.ID, it.names)
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
// asked are the names that the report was asked about, sorted.
func (w *rowJudge) outcome(r *table.Ref, rep *scan.Report, report string, asked []string) hold {
	if !fact.HasSorted(asked, r.Name) {
		return w.refuse(r, "too-many-cases", "cite fewer cases of one report", "% is one of more than $ cases that are cited of %",
			r.Name, fact.Itoa(fact.MaxWanted), report)
	}
	switch outcomeOf(rep, r.Name) {
	case scan.CasePassed:
		return refMeasured
	case scan.CaseFailed:
		return w.refuse(r, "case-failed", "", "the case % of % failed", r.Name, report)
	case scan.CaseSkipped:
		w.find(&w.s.open, r.Line, r.Col, "case-skipped", "it shows nothing until it runs", "the case % of % was skipped", r.Name, report)
		return refRefused
	case scan.CaseNoResult:
		w.find(&w.s.open, r.Line, r.Col, "case-without-result", "", "the case % of % began and nothing says how it ended", r.Name, report)
		return refRefused
	}
	return w.refuse(r, "case-not-found", "a name is the case's own, or with what groups it before a dot or two colons", "no case % is in the report of %", r.Name, report)
}
