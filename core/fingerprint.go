package core

import "github.com/stile-gate/stile/core/fact"

// marks are the short fingerprints of everything that keeps the gate shut: one for each failed case, for each
// check that did not pass without naming a case, for each finding; those of a row have its rule. Lines and messages are left out, so that an
// edit above a failing test does not make it a new failure.
func (j *judgement) marks() []string {
	out := j.findingMarks()
	for _, it := range j.items {
		out = append(out, it.marks()...)
	}
	return fact.Set(out)
}

func (j *judgement) findingMarks() []string {
	return append(append([]string(nil), j.redMarks...), j.openMarks...)
}

func (it *item) marks() []string {
	if it.opens() {
		return nil
	}
	var out []string
	for _, c := range it.cases() {
		fact.Push(&out, mark("case", it.dir, it.check.ID, c.Name))
	}
	if len(out) == 0 {
		fact.Push(&out, mark("check", it.dir, it.check.ID, string(it.result.Outcome), it.result.Cause))
	}
	return out
}

func findingMark(f *fact.Finding) string { return mark("finding", f.Path, f.Kind) }

func mark(parts ...string) string { return digest(parts, "\x00")[:12] }

func digest(parts []string, sep string) string {
	var t fact.Text
	return fact.Sum(t.Join(parts, sep).Bytes())
}

// fingerprint of all marks; "" when there are none.
func fingerprint(marks []string) string {
	if len(marks) == 0 {
		return ""
	}
	return digest(marks, "\n")[:16]
}
