package core

import (
	"slices"
	"strings"

	"github.com/stile-gate/stile/core/check"
	"github.com/stile-gate/stile/core/fact"
	"github.com/stile-gate/stile/core/scan"
)

// word is the outcome as people read it.
func (it *item) word() string {
	switch {
	case !it.due:
		return "not due"
	case it.result.Outcome == check.NotRun:
		return "not run"
	}
	return string(it.result.Outcome)
}

// command is the argv as one line; elements that a shell would split or interpret are quoted.
func command(run []string) string {
	words := make([]string, len(run))
	for i, a := range run {
		if words[i] = a; a == "" || strings.ContainsAny(a, " \t\n\"'$&|;<>()*?`\\") {
			words[i] = "'" + strings.ReplaceAll(a, "'", `'\''`) + "'"
		}
	}
	return clean(strings.Join(words, " "))
}

// clean makes text that an agent may have written fit for a line: no control characters, no secrets.
func clean(s string) string {
	b, _ := scan.Redact([]byte(scan.CleanLine(s)))
	return string(b)
}

// detail says in one line what was observed of a check.
func (it *item) detail() string {
	if !it.due {
		return it.why
	}
	r := it.result
	d := clean(r.Detail)
	if r.Outcome == check.NotRun {
		d = strings.ReplaceAll(r.Cause, "-", " ") + ": " + d
	}
	parts := append([]string{d}, r.Labels...)
	if it.reused {
		parts = append(parts, "reused: same tree, check, policy and tool")
	}
	if m := it.measure; m != nil && !it.reused {
		if len(m.TreeDiff) > 0 {
			parts = append(parts, "written while it ran: "+clean(strings.Join(m.TreeDiff, ", ")))
		}
		if len(m.Survivors) > 0 {
			parts = append(parts, "still running: "+clean(strings.Join(m.Survivors, ", ")))
		}
	}
	return strings.Join(parts, ", ")
}

// lines are the case's first error lines, without the place that stands before its name already.
func lines(c scan.Case) []string {
	at := c.File + ":" + fact.Itoa(c.Line) + ": "
	out := make([]string, len(c.Text))
	for i, l := range c.Text {
		out[i] = strings.TrimPrefix(strings.TrimLeft(l, " "), at)
	}
	return out
}

// maxQuoted lines of a check's own output stand for it where no report names a case.
const maxQuoted = 10

// cases are the failures that the check's report names, failed builds first.
func (it *item) cases() []scan.Case {
	if it.result.Report == nil {
		return nil
	}
	return slices.Concat(it.result.Report.Builds, it.result.Report.Cases)
}

// quoted are the last lines of the check's output, cleaned, for a check that no case speaks for.
func (it *item) quoted() []string {
	m := it.measure
	if m == nil || it.result.Outcome == check.Passed || len(it.cases()) > 0 {
		return nil
	}
	out := m.Tail
	if m.Omitted == 0 {
		out = append(slices.Clone(m.Head), m.Tail...)
	}
	var lines []string
	for l := range strings.Lines(string(out)) {
		// A ruler of one character, as test runners draw them, tells nothing.
		if l = scan.CleanLine(l); strings.Trim(l, " =-_*#~") != "" {
			lines = append(lines, l)
		}
	}
	return lines[max(0, len(lines)-maxQuoted):]
}

// counts of the checks in play by what became of them.
type counts struct{ checks, passed, failed, notRun, notDue int64 }

func (j *judgement) counts() (c counts) {
	for _, it := range j.items() {
		c.checks++
		switch {
		case !it.due:
			c.notDue++
		case it.result.Outcome == check.Passed:
			c.passed++
		case it.result.Outcome == check.Failed:
			c.failed++
		default:
			c.notRun++
		}
	}
	return c
}

// summary is the verdict and its counts in one line.
func (j *judgement) summary() string {
	c := j.counts()
	s := string(j.verdict)
	if c.checks == 0 && len(j.findings()) == 0 {
		s += ", no checks"
	}
	for _, n := range []struct {
		count int64
		word  string
	}{{c.failed, "failed"}, {c.notRun, "not run"}, {c.passed, "passed"}, {c.notDue, "not due"}} {
		if n.count > 0 {
			s += ", " + fact.Itoa(n.count) + " " + n.word
		}
	}
	if n := j.found(); n == 1 {
		s += ", 1 finding"
	} else if n > 1 {
		s += ", " + fact.Itoa(n) + " findings"
	}
	if j.nothingDue {
		s += ", nothing due"
	}
	return s
}
