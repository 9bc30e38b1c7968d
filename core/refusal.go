package core

import (
	"slices"
	"strings"

	"github.com/stile-gate/stile/core/check"
	"github.com/stile-gate/stile/core/fact"
	"github.com/stile-gate/stile/core/harness"
	"github.com/stile-gate/stile/core/scan"
)

// refusal gives a refusal's text and the marks of what it shows in full. changed are the paths that a failure may
// touch.
func (h *hook) refusal(changed fact.Changed) (text string, shown []string) {
	j, c := h.found, h.found.counts()
	r := harness.Refusal{Tree: short(j.tree), Passed: c.passed, Total: c.checks - c.notDue,
		Findings: j.findings()}
	for _, p := range j.projects {
		r.MoreFindings += p.policy.Total - int64(len(p.policy.Findings))
	}
	r.FindingsKnown = len(r.Findings) > 0
	for _, f := range r.Findings {
		m := findingMark(f)
		r.FindingMarks = append(r.FindingMarks, m)
		r.FindingsKnown = r.FindingsKnown && h.knows(m)
	}
	for _, it := range j.items() {
		if it.due && it.result.Outcome != check.Passed {
			r.Checks = append(r.Checks, h.shut(it, changed))
		}
	}
	return harness.Text(r)
}

func (h *hook) knows(mark string) bool {
	_, ok := slices.BinarySearch(h.session.Known, mark)
	return ok
}

func (h *hook) shut(it *item, changed fact.Changed) harness.Shut {
	r := it.result
	s := harness.Shut{ID: it.name(), Command: command(it.check.Run), Failed: r.Outcome == check.Failed, Cause: r.Cause,
		Detail: r.Detail, Exit: r.Exit, Reused: it.reused, Known: true, Marks: it.marks()}
	// The harness's limit ended it, not the check's own: measured before the stop it would have its result.
	s.Slow = it.measure != nil && it.measure.TimedOut && it.measure.Detail == fact.DetailDeadline
	if p := r.Report; p != nil {
		s.Counted, s.Ran, s.Red, s.More = true, p.Ran(), p.Failed, p.More+p.MoreBuilds
	}
	for _, m := range s.Marks {
		s.Known = s.Known && h.knows(m)
	}
	for _, c := range it.cases() {
		l := harness.Line{File: c.File, Line: c.Line, Name: c.Name}
		if text := lines(c); len(text) > 0 {
			l.Text = text[0]
		}
		s.Lines = append(s.Lines, l)
		s.Touches = append(s.Touches, touched(c, changed)...)
	}
	for _, q := range it.quoted() {
		s.Lines = append(s.Lines, harness.Line{Text: q})
	}
	slices.Sort(s.Touches)
	s.Touches = slices.Compact(s.Touches)
	return s
}

// touched are the changed paths that a failed case names: the file it failed in, as far as the report's
// spelling of it goes, and files that its lines mention.
func touched(c scan.Case, changed fact.Changed) []string {
	if changed.All {
		return nil
	}
	var out []string
	for _, p := range changed.Paths {
		base := p[strings.LastIndexByte(p, '/')+1:]
		if c.File != "" && (p == c.File || strings.HasSuffix(p, "/"+strings.TrimPrefix(c.File, "./"))) ||
			slices.ContainsFunc(c.Text, func(l string) bool { return names(l, base) }) {
			out = append(out, p)
		}
	}
	return out
}

// names reports whether a line holds a file's name as a word of its own.
func names(line, base string) bool {
	for at := 0; base != ""; {
		i := strings.Index(line[at:], base)
		if i < 0 {
			return false
		}
		at += i
		end := at + len(base)
		if (at == 0 || !wordByte(line[at-1])) && (end == len(line) || !wordByte(line[end])) {
			return true
		}
		at = end
	}
	return false
}

func wordByte(c byte) bool {
	return c == '_' || c == '-' || c == '.' || c >= '0' && c <= '9' || c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z' || c >= 0x80
}
