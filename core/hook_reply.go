package core

import (
	"github.com/stile-gate/stile/core/fact"
	"github.com/stile-gate/stile/core/harness"
	"github.com/stile-gate/stile/core/line"
	"github.com/stile-gate/stile/core/scan"
)

// reply gives the harness its bytes: a refusal where there is a reason, else a release. row is that of the answer
// table. Nothing is said to the model of a release; what the owner should see goes to stderr.
func (h *hook) reply(row, reason string) *fact.Reply {
	if h.rec.Header.Flag("crashed") && !h.sayCrash() {
		return nil
	}
	r := &fact.Reply{Answer: row, Writes: h.writes}
	var lines fact.Text
	said := lines.Join(h.said, "\n").String()
	switch {
	case reason != "":
		r.Code, r.Stdout, r.Stderr = h.row.Refuse(reason, said)
	case h.row == nil:
		r.Code, r.Stdout, r.Stderr = harness.AllowUnknown(said)
	default:
		r.Code, r.Stdout, r.Stderr = h.row.Allow(said)
	}
	j := &line.Journal{Answer: row, Harness: h.harnessID(), Event: h.payload.Event, Refusals: h.at.Refusals, Others: h.payload.Others}
	if h.found != nil {
		c := h.found.counts()
		r.Verdict = string(h.found.verdict)
		h.found.keep(&r.Writes)
		j.Verdict, j.Checks, j.Failed, j.NotRun = r.Verdict, c.checks-c.notDue, c.failed, c.notRun
		j.Findings = h.found.found + h.found.opened
		for _, it := range h.found.items {
			if it.reused {
				j.Reused++
			}
		}
	}
	write(&r.Writes, "journal", "", j.Text())
	return r
}

// harnessID is the row's id; of an unknown one only that it is unknown, since anything may stand there.
func (h *hook) harnessID() string {
	if h.row == nil {
		return "unknown"
	}
	return h.row.ID
}

// notEvaluated lets a turn end that could not be judged: said, journaled, and, with a project in sight, once a
// day as a dated line in the tree.
func (h *hook) notEvaluated(word, detail string) *fact.Reply {
	fact.Push(&h.said, harness.SaidFault(word, detail))
	if h.near == "" && word != harness.FaultProject {
		if h.need(askProjects(h.payload.Cwd)) == nil {
			return nil
		}
		h.near = h.nearest("")
	}
	if h.near != "" && !h.note(word) {
		return nil
	}
	return h.reply(word, "")
}

// nearest is the project that the session's directory lies in; other where it lies in none.
func (h *hook) nearest(other string) string {
	f := h.need(askProjects(h.payload.Cwd))
	if f == nil {
		return other
	}
	var found fact.Projects
	if h.read(f, found.Fields); len(found.Chain) > 0 {
		return found.Chain[0]
	}
	return other
}

// note appends a not-evaluated line to the nearest project's log, once a day.
func (h *hook) note(why string) bool {
	b := &line.Bypass{Word: line.NotEvaluated, Why: why}
	if h.found != nil {
		b.Failed, b.NotRun = h.found.shut()
	}
	return h.log(why, b, "day") != nil
}

// log appends a dated line about this session to the nearest project's log, unless it had one in the same day or
// turn.
func (h *hook) log(word string, b *line.Bypass, once string) *fact.Fact {
	b.Harness, b.Session = h.harnessID(), line.SessionID(h.payload.Session)
	if h.found != nil {
		b.Tree = short(h.found.tree)
	}
	return h.need(askFor(fact.PreAppend+word).with("line", b.Text()).with("once", once).with("project", h.near).
		with("session", h.payload.Session))
}

// sayCrash says that an earlier hook died of a fatal error: it could not do so itself.
func (h *hook) sayCrash() bool {
	fact.Push(&h.said, harness.SaidFault(harness.FaultCrashed, ""))
	return h.near == "" || h.note(harness.FaultCrashed)
}

// release lets a turn go that has had its refusals, with one dated line a turn in the tree.
func (h *hook) release() bool {
	failed, notRun := h.found.shut()
	var a fact.Appended
	if !h.session.Released {
		once := "turn"
		if !h.at.State {
			once = "day"
		}
		f := h.log("released", &line.Bypass{Word: line.Released, Blocks: max(1, h.at.Refusals), Failed: failed, NotRun: notRun}, once)
		if f == nil {
			return false
		}
		h.read(f, a.Fields)
	}
	fact.Push(&h.said, harness.SaidReleased(failed, notRun, a.Path, a.Why))
	return true
}

// shut names what kept the verdict from being green: the checks that failed, the policy and the tables where they have
// findings; and the checks that were not run, and the tables with rows that are undecided.
func (j *judgement) shut() (failed, notRun []string) {
	for _, it := range j.items {
		switch {
		case it.opens():
		case it.failed():
			fact.Push(&failed, it.name())
		default:
			fact.Push(&notRun, it.name())
		}
	}
	for _, p := range j.projects {
		if p.policy.Total > 0 && !fact.Has(failed, policyName) {
			fact.Push(&failed, policyName)
		}
		for _, s := range p.sheets {
			switch {
			case s.red.total > 0:
				fact.Push(&failed, scan.CleanLine(s.path))
			case s.open.total > 0:
				fact.Push(&notRun, scan.CleanLine(s.path))
			}
		}
	}
	return failed, notRun
}
