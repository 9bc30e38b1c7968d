package core

import (
	"github.com/stile-gate/stile/core/check"
	"github.com/stile-gate/stile/core/fact"
	"github.com/stile-gate/stile/core/scan"
)

// policySource says which policy judged. Only the working tree's is read so far.
const policySource = "working tree"

// text is the document for people: one line a check, and below it what keeps it from passing.
func (j *judgement) text() string {
	t := &fact.Text{}
	j.summary(t.Add("stile: "))
	t.Add("\n")
	width := 0
	for _, it := range j.items {
		width = max(width, len(it.name()))
	}
	for i, it := range j.items {
		if i == 0 {
			t.Add("\n")
		}
		at := t.Len() + outcomeWidth
		t.Add(it.word()).Pad(at).Add(it.name()).Pad(at + width + 2).Add(command(it.check.Run))
		if d := it.detail(); d != "" {
			t.Add("  (").Add(d).Add(")")
		}
		t.Add("\n")
		it.advise(t)
		it.writeFailures(t)
	}
	for _, p := range j.projects {
		for _, s := range p.sheets {
			s.text(t)
		}
	}
	listed(t, j.findings, j.found)
	listed(t, j.open, j.opened)
	t.Add("\njudged: the working tree, ")
	if j.tree == "" {
		t.Add("digest unknown (").Add(j.treeWhy).Add(")")
	} else if t.Add(short(j.tree)); j.closed {
		t.Add(" (parts of it cannot be read, so no result is kept: name them in \"outputs\")")
	}
	t.Add(", by its own stile.json")
	if j.through != "" {
		t.Add(", its tables up to ").Add(j.through)
	}
	t.Add("\n")
	for _, p := range j.projects {
		p.advise(t)
	}
	return t.String()
}

// listed writes findings, and how many more there are.
func listed(t *fact.Text, list []fact.Finding, all int64) {
	for i := range list {
		if i == 0 {
			t.Add("\n")
		}
		f := &list[i]
		t.Add(scan.CleanLine(f.String())).Add("\n")
		if f.Do != "" {
			t.Add("  ").Add(scan.CleanLine(f.Do)).Add("\n")
		}
	}
	if more := all - int64(len(list)); more > 0 {
		t.Int(more).Add(" more findings\n")
	}
}

// advise says what would change a result that is no failure.
func (it *item) advise(t *fact.Text) {
	if it.due && it.result.Do != "" {
		below(t, it.result.Do)
	}
	switch m := it.measure; {
	case m == nil:
	case it.reused && it.failed():
		below(t, "`stile check --fresh` measures it again")
	case !it.reused && len(m.TreeDiff) > 0:
		below(t, "its result is kept only if what is written meanwhile is named by \"outputs\"")
	}
}

// short is how a digest is shown; one that no host of ours made may be shorter still.
func short(digest string) string { return digest[:min(12, len(digest))] }

// outcomeWidth is the room for a check's outcome; indent puts what belongs to a check below its id.
const (
	outcomeWidth = 9
	indent       = "         "
)

func below(t *fact.Text, line string) { t.Add(indent).Add(line).Add("\n") }

func (it *item) writeFailures(t *fact.Text) {
	for _, c := range it.cases() {
		t.Add(indent)
		if c.File != "" {
			t.Add(scan.CleanLine(c.File))
			if c.Line > 0 {
				t.Add(":").Int(c.Line)
			}
			t.Add(" ")
		}
		t.Add(scan.CleanLine(c.Name)).Add("\n")
		for i := range c.Text {
			below(t.Add("  "), errorLine(c, i))
		}
	}
	if r := it.result.Report; r != nil && r.More+r.MoreBuilds > 0 {
		t.Add(indent).Int(r.More + r.MoreBuilds).Add(" more failed\n")
	}
	for _, l := range it.quoted() {
		below(t, l)
	}
}

// json is the document for programs: one line, keys in this order, every key always there.
func (j *judgement) json(h *fact.Header) string {
	c := j.counts()
	w := &fact.JSON{}
	w.Object().Number("stile", 1).Text("code", string(j.verdict)).Text("verdict", string(j.verdict))
	w.Number("exit", int64(exit(j.verdict))).Text("point", h.Point).Text("through", j.through).Key("nothingDue").Bool(j.nothingDue)
	w.Text("tree", j.tree).Text("policy", policySource).Text("fingerprint", fingerprint(j.marks()))
	w.Key("counts").Object().Number("checks", c.checks).Number("passed", c.passed).Number("failed", c.failed)
	w.Number("notRun", c.notRun).Number("notDue", c.notDue)
	r := &j.rows
	w.Number("rows", r.all).Number("measured", r.measured).Number("present", r.present).Number("none", r.none).EndObject()
	w.Key("projects").Array()
	for _, p := range j.projects {
		w.Object().Text("path", p.dir).Text("sha256", p.digest).Number("findingsTotal", p.policy.Total).Key("findings").Array()
		for i := range p.policy.Findings {
			p.policy.Findings[i].JSON(w)
		}
		w.EndArray().Key("checks").Array()
		for _, it := range p.items {
			it.json(w)
		}
		w.EndArray().Key("tables").Array()
		for _, s := range p.sheets {
			s.json(w)
		}
		w.EndArray().Text("semantic", p.semantic).EndObject()
	}
	w.EndArray().EndObject()
	return string(w.Bytes()) + "\n"
}

func (it *item) json(w *fact.JSON) {
	r := it.result
	outcome := string(r.Outcome)
	if !it.due {
		outcome = "not-due"
	}
	w.Object().Text("id", it.check.ID).Key("run").Strings(it.check.Run).Text("outcome", outcome)
	w.Text("cause", r.Cause).Text("detail", it.detail()).Number("exit", r.Exit)
	rep := r.Report
	if rep == nil {
		rep = &scan.Report{}
	}
	w.Key("counted").Bool(r.Report != nil).Number("passed", rep.Passed).Number("failed", rep.Failed)
	w.Number("skipped", rep.Skipped).Number("cached", rep.Cached).Key("reused").Bool(it.reused).Key("cases").Array()
	for _, c := range it.cases() {
		w.Object().Text("name", c.Name).Text("file", c.File).Number("line", c.Line)
		w.Key("text").Strings(c.Text).EndObject()
	}
	w.EndArray().Text("do", r.Do).Number("more", rep.More+rep.MoreBuilds).Key("output").Strings(it.quoted()).EndObject()
}

// exit is the code of a judging verb; no flag changes the code of the same verdict.
func exit(v check.Verdict) int {
	switch v {
	case check.Green:
		return 0
	case check.Red:
		return 1
	}
	return 3
}

// exitNotAsked is the code of a question that could not be asked; the document's code word says which.
const exitNotAsked = 2
