package core

import (
	"github.com/stile-gate/stile/core/check"
	"github.com/stile-gate/stile/core/fact"
	"github.com/stile-gate/stile/core/scan"
	"github.com/stile-gate/stile/core/table"
)

// The levels of a row: what backs it.
const (
	levelMeasured = "measured" // every reference holds, and one is a passed case or check
	levelPresent  = "present"  // every reference holds
	levelNone     = "none"
)

// backing is what came of one row. waits says that a check which it cites was not run, or is not due and so neither opens
// nor closes; failed that one failed, which needs no finding of its own.
type backing struct {
	level  string
	waits  bool
	notDue bool
	failed bool
	open   bool // a finding says what is undecided
	whole  bool // a cited file is of no kind whose comments are known: all of it was searched
}

// hold is what came of one reference. Of several the last in this order decides about the row.
type hold byte

const (
	refHolds    hold = iota
	refMeasured      // a case or check that was observed
	refNotDue
	refNotRun
	refFailed
	refRefused // a finding says why
)

// rowJudge judges the rows of one table.
type rowJudge struct {
	e   *eval
	j   *judgement
	p   *project
	s   *sheet
	row *table.Row
	out *backing
}

// refuse notes why a reference does not hold.
func (w *rowJudge) refuse(r *table.Ref, kind, do, sentence string, args ...string) hold {
	w.find(&w.s.red, r.Line, r.Col, kind, do, sentence, args...)
	return refRefused
}

// wrong notes what is wrong with the row as a whole.
func (w *rowJudge) wrong(kind, do, sentence string, args ...string) {
	w.find(&w.s.red, w.row.Line, w.row.Col, kind, do, sentence, args...)
}

func (w *rowJudge) find(list *findings, line, col int64, kind, do, sentence string, args ...string) {
	w.out.open = w.out.open || list == &w.s.open
	list.add(fact.Found(w.s.path, line, col, kind, do, sentence, args...), w.row.Rule)
}

// judge says what backs each row of the table, with a finding for everything that does not hold.
func (s *sheet) judge(e *eval, j *judgement, p *project) {
	w := &rowJudge{e: e, j: j, p: p, s: s}
	s.rows = make([]backing, len(s.table.Rows))
	s.form()
	for i := range s.table.Rows {
		w.row, w.out = &s.table.Rows[i], &s.rows[i]
		w.out.level = levelNone
		if claims(w.row) {
			w.judge()
		}
	}
	s.missing()
	s.floor()
}

// form takes over what the reader found. A proposal is no fault: it is undecided, which counts where a row must be there.
func (s *sheet) form() {
	t := s.table
	proposed := t.Counts.Proposed // of which the reader did not list each
	at := 0
	for i := range t.Findings {
		f := &t.Findings[i]
		for at < len(t.Rows) && t.Rows[at].Line < f.Line {
			at++
		}
		switch {
		case f.Kind == table.Proposed:
			proposed--
		case at < len(t.Rows) && t.Rows[at].Line == f.Line:
			s.red.add(f, t.Rows[at].Rule)
		default:
			s.red.add(f, "")
		}
	}
	s.red.total += max(t.Total-int64(len(t.Findings))-max(proposed, 0), 0)
	next := 0
	for i := range t.Rows {
		row := &t.Rows[i]
		if row.Status != table.Proposed {
			continue
		}
		r := s.rule(row.Rule)
		if r == nil || !r.Expected() {
			continue
		}
		f := fact.Found(s.path, row.Line, row.Col, table.Proposed, "", "the row is proposed, which does not count")
		for ; next < len(t.Findings) && t.Findings[next].Line <= row.Line; next++ {
			if x := &t.Findings[next]; x.Line == row.Line && x.Kind == table.Proposed {
				f = x
			}
		}
		s.open.add(f, r.ID)
	}
}

func (w *rowJudge) judge() {
	worst, measured := refHolds, false
	for i := range w.row.Refs {
		h := w.reference(&w.row.Refs[i])
		measured = measured || h == refMeasured
		worst = max(worst, h)
	}
	// What the rule asks for does not wait for a check.
	if worst == refRefused || w.row.Status == table.Applied && !w.rule() {
		return
	}
	switch worst {
	case refFailed:
		w.out.failed = true
		return
	case refNotRun:
		w.out.waits = true
		return
	case refNotDue:
		w.out.notDue = true
		return
	}
	w.out.level = levelPresent
	if measured {
		w.out.level = levelMeasured
	} else if w.row.Status == table.Applied && w.p.policy.Require == check.RequireMeasured {
		do := "cite a test or check that shows it"
		if w.citesKind(table.TestRef) {
			do = "nobody saw the cited report being made: let a check of stile.json write it, by report as FORMAT:GLOB"
		}
		w.wrong("not-measured", do, "the evidence is there, and stile.json requires measured")
	}
}

// rule reports whether the row has what the packs' rule asks of an applied one.
func (w *rowJudge) rule() bool {
	r := w.s.rule(w.row.Rule)
	if r == nil {
		return true
	}
	ok := r.ID == w.row.Rule
	if !ok {
		w.wrong("rule-spelling", "write the rule as the pack does", "the rule % is called % in its pack", w.row.Rule, r.ID)
	}
	for _, kind := range r.Requires {
		if !w.citesKind(kind) {
			w.wrong("missing-kind", fact.Say("cite $: as well", kind),
				"the rule % requires evidence of the kind $, and the row cites none", r.ID, kind)
			ok = false
		}
	}
	if mark := signature(r); mark != "" {
		ok = w.signed(mark) && ok
	}
	return ok
}

func (w *rowJudge) citesKind(kind string) bool {
	for i := range w.row.Refs {
		if w.row.Refs[i].Kind == kind {
			return true
		}
	}
	return false
}

// signed reports whether one of the cited files holds the rule's signature.
func (w *rowJudge) signed(mark string) bool {
	hidden, over, path := false, false, ""
	for i := range w.row.Refs {
		r := &w.row.Refs[i]
		if r.Kind != table.FileRef {
			continue
		}
		c := w.j.citation(fact.PreEvidence + join(w.p.dir, r.Path))
		if c == nil || c.said == nil {
			continue
		}
		if !c.asks(mark) {
			over = true
			continue
		}
		switch why, asked := c.said.Signed(mark); {
		case asked && why == "":
			return true
		case why == table.InComment:
			hidden = true
		case why == table.Unsearched:
			path = c.path
		}
	}
	if over {
		w.wrong("too-many-signatures", "divide the file or shorten the signature",
			"a file that the row cites is asked for more than $ signatures, or the one of the rule % is longer than $ bytes",
			fact.Itoa(scan.MaxSignatures), w.row.Rule, fact.Itoa(scan.MaxSignature))
		return false
	}
	if path != "" {
		w.find(&w.s.red, w.row.Line, w.row.Col, "unsearched-evidence", "divide the file", unsearched, path, mark[1:])
		return false
	}
	kind, sentence := "no-signature", "no file that the row cites holds the signature of the rule %: %"
	if hidden {
		kind, sentence = "signature-in-comment", "only comments of what the row cites hold the signature of the rule %: %"
	}
	w.wrong(kind, "cite the file where it is applied", sentence, w.row.Rule, mark[1:])
	return false
}

// floor finds a table that claims less than it must. A claim that does not hold keeps the gate shut for its own reason,
// and one whose check is not due does neither: both count here.
func (s *sheet) floor() {
	n := s.table.Counts.Applied + s.table.Counts.Deviated + s.table.Counts.Unread
	if n >= s.entry.Min || !s.table.Found {
		return
	}
	s.open.add(fact.Found(s.path, s.table.Line, s.table.Col, "too-few-rows", "where fewer are meant, stile.json says so with min",
		"rows of the table that are applied or deviated: $; at least $ must be", fact.Itoa(n), fact.Itoa(s.entry.Min)), "")
}

// state is what became of a row, in a word.
func (b *backing) state(row *table.Row) string {
	switch {
	case b.level != levelNone:
		return "holds"
	case b.failed:
		return "check failed"
	case b.waits:
		return "check not run"
	case b.notDue:
		return "check not due"
	case b.open:
		return "not proven"
	case row.Status == table.Applied || row.Status == table.Deviated:
		return "does not hold"
	}
	return ""
}
