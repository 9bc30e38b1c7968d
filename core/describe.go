package core

import (
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

// shellBytes are what a shell would split or interpret.
const shellBytes = " \t\n\"'$&|;<>()*?`\\"

// command is the argv as one line; elements that a shell would split or interpret are quoted.
func command(run []string) string {
	var t fact.Text
	for i, a := range run {
		if i > 0 {
			t.Add(" ")
		}
		if a != "" && fact.IndexAny(a, shellBytes) < 0 {
			t.Add(a)
			continue
		}
		t.Add("'")
		for k := range len(a) {
			if a[k] == '\'' {
				t.Add(`'\''`)
			} else {
				t.Add(a[k : k+1])
			}
		}
		t.Add("'")
	}
	return clean(t.String())
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
	var t fact.Text
	if r.Outcome == check.NotRun {
		t.Add(spaced(r.Cause)).Add(": ")
	}
	t.Add(clean(r.Detail))
	for _, l := range r.Labels {
		t.Add(", ").Add(l)
	}
	if it.reused {
		t.Add(", reused: same tree, check, policy and tool")
	} else if m := it.measure; m != nil {
		named(&t, ", written while it ran: ", m.TreeDiff)
		named(&t, ", still running: ", m.Survivors)
	}
	return t.String()
}

// spaced is a kebab-case word as words.
func spaced(word string) string {
	b := []byte(word)
	for i := range b {
		if b[i] == '-' {
			b[i] = ' '
		}
	}
	return string(b)
}

// named appends a list behind its title, nothing where it is empty.
func named(t *fact.Text, title string, list []string) {
	if len(list) > 0 {
		var all fact.Text
		t.Add(title).Add(clean(all.Join(list, ", ").String()))
	}
}

// errorLine is one of the case's first error lines, without the place that stands before its name already.
func errorLine(c *scan.Case, i int) string {
	var at fact.Text
	return strings.TrimPrefix(fact.TrimLeft(c.Text[i], " "), at.Add(c.File).Add(":").Int(c.Line).Add(": ").String())
}

// maxQuoted lines of a check's own output stand for it where no report names a case.
const maxQuoted = 10

// cases are the failures that the check's report names, failed builds first.
func (it *item) cases() (list []*scan.Case) {
	r := it.result.Report
	if r == nil {
		return nil
	}
	for _, some := range [...][]scan.Case{r.Builds, r.Cases} {
		for i := range some {
			list = append(list, &some[i])
		}
	}
	return list
}

// quoted are the last lines of the check's output, cleaned, for a check that no case speaks for.
func (it *item) quoted() []string {
	m := it.measure
	if m == nil || it.passed() || len(it.cases()) > 0 {
		return nil
	}
	rest := string(m.Tail)
	if m.Omitted == 0 {
		rest = string(m.Head) + rest
	}
	var lines []string
	for rest != "" {
		n := strings.IndexByte(rest, '\n') + 1
		if n == 0 {
			n = len(rest)
		}
		l := scan.CleanLine(rest[:n])
		rest = rest[n:]
		// A ruler of one character, as test runners draw them, tells nothing.
		if fact.Trim(l, " =-_*#~") != "" {
			fact.Push(&lines, l)
		}
	}
	return lines[max(0, len(lines)-maxQuoted):]
}

// counts of the checks in play by what became of them.
type counts struct{ checks, passed, failed, notRun, notDue int64 }

func (j *judgement) counts() *counts {
	c := &counts{}
	for _, it := range j.items {
		c.checks++
		n := &c.notRun
		switch {
		case !it.due:
			n = &c.notDue
		case it.passed():
			n = &c.passed
		case it.failed():
			n = &c.failed
		}
		*n++
	}
	return c
}

// summary appends the verdict and its counts, in one line.
func (j *judgement) summary(t *fact.Text) {
	c := j.counts()
	t.Add(string(j.verdict))
	if c.checks == 0 && len(j.findings) == 0 && j.rows.all == 0 {
		t.Add(", no checks")
	}
	counted(t, c.failed, " failed")
	counted(t, c.notRun, " not run")
	counted(t, c.passed, " passed")
	counted(t, c.notDue, " not due")
	j.rows.text(t)
	found(t, j.found, "finding")
	counted(t, j.opened, " not proven")
	if j.nothingDue {
		t.Add(", nothing due")
	}
}

func found(t *fact.Text, n int64, word string) {
	if counted(t, n, " "+word); n > 1 {
		t.Add("s")
	}
}

func counted(t *fact.Text, n int64, word string) {
	if n > 0 {
		t.Add(", ").Int(n).Add(word)
	}
}
