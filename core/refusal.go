package core

import (
	"strings"

	"github.com/stile-gate/stile/core/fact"
	"github.com/stile-gate/stile/core/harness"
	"github.com/stile-gate/stile/core/scan"
)

// refusal gives a refusal's text and the marks of what it shows in full. changed are the paths that a failure may
// touch.
func (h *hook) refusal(changed *fact.Changed) (text string, shown []string) {
	j, c := h.found, h.found.counts()
	r := &harness.Refusal{Tree: short(j.tree), Passed: c.passed, Total: c.checks - c.notDue,
		Findings:     append(append([]fact.Finding(nil), j.findings...), j.open...),
		MoreFindings: j.found - int64(len(j.findings)) + j.opened - int64(len(j.open)), Undecided: j.found == 0,
		FindingMarks: j.findingMarks()}
	r.FindingsKnown = len(r.Findings) > 0
	for _, m := range r.FindingMarks {
		r.FindingsKnown = r.FindingsKnown && h.knows(m)
	}
	for _, it := range j.items {
		if !it.opens() {
			r.Checks = append(r.Checks, harness.Shut{})
			h.shut(&r.Checks[len(r.Checks)-1], it, changed)
		}
	}
	return harness.Text(r)
}

// knows reports whether the session has been shown what has this mark; what is known is sorted.
func (h *hook) knows(mark string) bool {
	return fact.HasSorted(h.session.Known, mark)
}

func (h *hook) shut(s *harness.Shut, it *item, changed *fact.Changed) {
	r := it.result
	s.ID, s.Command, s.Marks = it.name(), command(it.check.Run), it.marks()
	s.Failed, s.Cause, s.Detail, s.Exit = it.failed(), r.Cause, r.Detail, r.Exit
	s.Reused, s.Known = it.reused, true
	// The harness's limit ended it, not the check's own: measured before the stop it would have its result.
	s.Slow = it.measure != nil && it.measure.TimedOut && it.measure.Detail == fact.DetailDeadline
	if s.Slow && !it.measure.Started {
		s.Cause = harness.NotStarted
	}
	if p := r.Report; p != nil {
		s.Counted, s.Ran, s.Red, s.More = true, p.Ran(), p.Failed, p.More+p.MoreBuilds
	}
	for _, m := range s.Marks {
		s.Known = s.Known && h.knows(m)
	}
	for _, c := range it.cases() {
		l := s.AddLine()
		l.File, l.Line, l.Name = c.File, c.Line, c.Name
		if len(c.Text) > 0 {
			l.Text = errorLine(c, 0)
		}
		addTouched(&s.Touches, c, changed)
	}
	for _, q := range it.quoted() {
		s.AddLine().Text = q
	}
	s.Touches = fact.Set(s.Touches)
}

// addTouched adds the changed paths that a failed case names: the file it failed in, as far as the report's
// spelling of it goes, and files that its lines mention.
func addTouched(list *[]string, c *scan.Case, changed *fact.Changed) {
	if changed.All {
		return
	}
	file := strings.TrimPrefix(c.File, "./")
	for _, p := range changed.Paths {
		touched := c.File != "" && (p == c.File || strings.HasSuffix(p, "/"+file))
		base := p[strings.LastIndexByte(p, '/')+1:]
		for _, l := range c.Text {
			touched = touched || names(l, base)
		}
		if touched {
			fact.Push(list, p)
		}
	}
}

// names reports whether a line holds a file's name as a word of its own.
func names(line, base string) bool {
	for at := 0; base != "" && at+len(base) <= len(line); at++ {
		end := at + len(base)
		if line[at:end] != base {
			continue
		}
		if (at == 0 || !wordByte(line[at-1])) && (end == len(line) || !wordByte(line[end])) {
			return true
		}
		at = end - 1
	}
	return false
}

func wordByte(c byte) bool {
	return c == '_' || c == '-' || c == '.' || c >= '0' && c <= '9' || c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z' || c >= 0x80
}
