package scan

import "github.com/stile-gate/stile/core/fact"

// A Wanted is a case that somebody asked about by name, and what became of it.
type Wanted struct{ Name, Outcome string }

// The outcomes of a Wanted. A name that several cases bear has the worst of theirs: it passed only when all did.
const (
	CaseAbsent   = "absent" // no case bears the name
	CasePassed   = "passed"
	CaseSkipped  = "skipped"   // neither evidence nor a failure
	CaseNoResult = "no-result" // it began, and nothing says how it ended
	CaseFailed   = "failed"
)

var caseOutcomes = [...]string{CaseAbsent, CasePassed, CaseSkipped, CaseNoResult, CaseFailed}

// rank orders outcomes, the worst last; -1 for a word that is none.
func rank(outcome string) int {
	for i := range caseOutcomes {
		if caseOutcomes[i] == outcome {
			return i
		}
	}
	return -1
}

// WantedNames checks the names that a query asks about: at most fact.MaxWanted of 1 to fact.MaxWantedName bytes,
// each UTF-8.
func WantedNames(frames [][]byte) (names []string, ok bool) {
	if len(frames) > fact.MaxWanted {
		return nil, false
	}
	for _, f := range frames {
		name := string(f)
		if name == "" || len(name) > fact.MaxWantedName || keep(name) != name {
			return nil, false
		}
		fact.Push(&names, name)
	}
	return names, true
}

// want begins the report with the names asked for.
func (r *Report) want(names []string) {
	r.Wanted = make([]Wanted, len(names))
	for i := range names {
		r.Wanted[i] = Wanted{names[i], CaseAbsent}
	}
}

// wants reports whether the report was begun with these names.
func (r *Report) wants(names []string) bool {
	if len(r.Wanted) != len(names) {
		return false
	}
	for i := range names {
		if r.Wanted[i].Name != names[i] {
			return false
		}
	}
	return true
}

// note says what became of a case: of name, in a group (a class, a package, a tool; "" for none).
func (r *Report) note(group, name, outcome string) { r.noteAs(group, name, outcome, false) }

// noteParts is note for a rule's id, whose parts between slashes name it too: "CA1000" is a name for "CA1000/1".
func (r *Report) noteParts(group, id, outcome string) { r.noteAs(group, id, outcome, true) }

func (r *Report) noteAs(group, name, outcome string, parts bool) {
	r.names.named(group, name, parts, func(i int) { r.Wanted[i].worsen(outcome) })
}

// named calls do with each name of the list, as it was asked, that means the case: its name alone, or "group.name", or
// "group::name"; with parts what stands before a slash of its name as well. A name is also meant by what it looks like
// where it is quoted.
func (l *nameList) named(group, name string, parts bool, do func(i int)) {
	if len(l.names) == 0 {
		return
	}
	l.spelled(group, name, parts, do)
	for i := range len(name) {
		if name[i] < ' ' {
			l.spelled(group, oneLine(name), parts, do)
			return
		}
	}
}

func (l *nameList) spelled(group, name string, parts bool, do func(i int)) {
	l.meant(l.all(), name, parts, do)
	if group != "" {
		in := l.follow(l.all(), group)
		l.meant(l.follow(in, "."), name, parts, do)
		l.meant(l.follow(in, "::"), name, parts, do)
	}
}

// meant goes on from a range to the names that end in name.
func (l *nameList) meant(in nameRange, name string, parts bool, do func(i int)) {
	for i := 0; in.lo < in.hi; i++ {
		whole := i == len(name)
		if whole && !parts || i > 0 && (whole || parts && name[i] == '/') {
			for k, end := in.lo, l.ending(in); k < end; k++ {
				do(l.asked(k))
			}
		}
		if whole {
			return
		}
		l.next(&in, name[i])
	}
}

func (w *Wanted) worsen(outcome string) {
	if rank(outcome) > rank(w.Outcome) {
		w.Outcome = outcome
	}
}

// pathName is the name of a file as a table would cite it: a host has written the root as ".".
func pathName(s string) string {
	if !holds(s, slash) {
		b := []byte(s)
		for i := range b {
			if b[i] == '\\' {
				b[i] = '/'
			}
		}
		s = string(b)
	}
	for fact.HasPrefix(s, "./") {
		s = s[2:]
	}
	return keep(s)
}
