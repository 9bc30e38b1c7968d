package core

import (
	"strings"

	"github.com/stile-gate/stile/core/check"
	"github.com/stile-gate/stile/core/fact"
	"github.com/stile-gate/stile/core/scan"
)

// policySource says which policy judged. Only the working tree's is read so far.
const policySource = "working tree"

// text is the document for people: one line a check, and below it what keeps it from passing.
func (j *judgement) text() string {
	var b strings.Builder
	b.WriteString("stile: " + j.summary() + "\n")
	items := j.items()
	width := 0
	for _, it := range items {
		width = max(width, len(it.name()))
	}
	if len(items) > 0 {
		b.WriteByte('\n')
	}
	for _, it := range items {
		b.WriteString(pad(it.word(), 9) + pad(it.name(), width+2) + command(it.check.Run))
		if d := it.detail(); d != "" {
			b.WriteString("  (" + d + ")")
		}
		b.WriteByte('\n')
		for _, l := range it.advice() {
			b.WriteString(indent + l + "\n")
		}
		it.writeFailures(&b)
	}
	for i, f := range j.findings() {
		if i == 0 {
			b.WriteByte('\n')
		}
		b.WriteString(scan.CleanLine(f.String()) + "\n")
		if f.Do != "" {
			b.WriteString("  " + scan.CleanLine(f.Do) + "\n")
		}
	}
	if more := j.found() - int64(len(j.findings())); more > 0 {
		b.WriteString(fact.Itoa(more) + " more findings\n")
	}
	b.WriteString("\njudged: the working tree, " + j.treeWord() + ", by its own stile.json\n")
	return b.String()
}

func (j *judgement) treeWord() string {
	if j.tree == "" {
		return "digest unknown (" + j.treeWhy + ")"
	}
	s := short(j.tree)
	if j.closed {
		s += " (parts of it cannot be read, so no result is kept: name them in \"outputs\")"
	}
	return s
}

// advice is what would change a result that is no failure.
func (it *item) advice() []string {
	var lines []string
	if it.due && it.result.Do != "" {
		lines = append(lines, it.result.Do)
	}
	switch m := it.measure; {
	case m == nil:
	case it.reused && it.result.Outcome == check.Failed:
		lines = append(lines, "`stile check --fresh` measures it again")
	case !it.reused && len(m.TreeDiff) > 0:
		lines = append(lines, "its result is kept only if what is written meanwhile is named by \"outputs\"")
	}
	return lines
}

// short is how a digest is shown; one that no host of ours made may be shorter still.
func short(digest string) string { return digest[:min(12, len(digest))] }

// indent puts what belongs to a check below its id.
const indent = "         "

func (it *item) writeFailures(b *strings.Builder) {
	for _, c := range it.cases() {
		b.WriteString(indent + place(c) + scan.CleanLine(c.Name) + "\n")
		for _, l := range lines(c) {
			b.WriteString(indent + "  " + l + "\n")
		}
	}
	if r := it.result.Report; r != nil && r.More+r.MoreBuilds > 0 {
		b.WriteString(indent + fact.Itoa(r.More+r.MoreBuilds) + " more failed\n")
	}
	for _, l := range it.quoted() {
		b.WriteString(indent + l + "\n")
	}
}

// place is "file:line " of a case, empty when its report names no file.
func place(c scan.Case) string {
	switch {
	case c.File == "":
		return ""
	case c.Line > 0:
		return scan.CleanLine(c.File) + ":" + fact.Itoa(c.Line) + " "
	}
	return scan.CleanLine(c.File) + " "
}

func pad(s string, n int) string {
	if len(s) < n {
		return s + strings.Repeat(" ", n-len(s))
	}
	return s
}

// json is the document for programs: one line, keys in this order, every key always there.
func (j *judgement) json(h *fact.Header) string {
	c := j.counts()
	w := &fact.JSON{}
	w.Object().Key("stile").Int(1).Key("code").String(string(j.verdict)).Key("verdict").String(string(j.verdict))
	w.Key("exit").Int(int64(exits[j.verdict])).Key("point").String(h.Point).Key("nothingDue").Bool(j.nothingDue)
	w.Key("tree").String(j.tree).Key("policy").String(policySource).Key("fingerprint").String(fingerprint(j.marks()))
	w.Key("counts").Object().Key("checks").Int(c.checks).Key("passed").Int(c.passed).Key("failed").Int(c.failed)
	w.Key("notRun").Int(c.notRun).Key("notDue").Int(c.notDue).EndObject()
	w.Key("projects").Array()
	for _, p := range j.projects {
		w.Object().Key("path").String(p.dir).Key("sha256").String(p.digest).Key("findingsTotal").Int(p.policy.Total).Key("findings").Array()
		for _, f := range p.policy.Findings {
			f.JSON(w)
		}
		w.EndArray().Key("checks").Array()
		for i := range p.items {
			p.items[i].json(w)
		}
		w.EndArray().EndObject()
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
	w.Object().Key("id").String(it.check.ID).Key("run").Strings(it.check.Run).Key("outcome").String(outcome)
	w.Key("cause").String(r.Cause).Key("detail").String(it.detail()).Key("exit").Int(r.Exit)
	rep := r.Report
	if rep == nil {
		rep = &scan.Report{}
	}
	w.Key("counted").Bool(r.Report != nil).Key("passed").Int(rep.Passed).Key("failed").Int(rep.Failed)
	w.Key("skipped").Int(rep.Skipped).Key("cached").Int(rep.Cached).Key("reused").Bool(it.reused).Key("cases").Array()
	for _, c := range it.cases() {
		w.Object().Key("name").String(c.Name).Key("file").String(c.File).Key("line").Int(c.Line)
		w.Key("text").Strings(c.Text).EndObject()
	}
	w.EndArray().Key("do").String(r.Do).Key("more").Int(rep.More + rep.MoreBuilds).Key("output").Strings(it.quoted()).EndObject()
}

// exits are the codes of the judging verbs; no flag changes the code of the same verdict.
var exits = map[check.Verdict]int{check.Green: 0, check.Red: 1, check.Unproven: 3}

// exitNotAsked is the code of a question that could not be asked; the document's code word says which.
const exitNotAsked = 2
