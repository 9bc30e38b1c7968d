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
	for i := range names {
		r.Wanted = append(r.Wanted, Wanted{names[i], CaseAbsent})
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
func (r *Report) note(group, name, outcome string) {
	for i := range r.Wanted {
		if w := &r.Wanted[i]; spells(w.Name, group, name) {
			w.worsen(outcome)
		}
	}
}

// noteParts is note for a rule's id, whose parts between slashes name it too: "CA1000" is a name for "CA1000/1".
func (r *Report) noteParts(group, id, outcome string) {
	if len(r.Wanted) == 0 {
		return
	}
	shown := id
	for i := range len(id) {
		if id[i] < ' ' {
			shown = oneLine(id)
			break
		}
	}
	for i := range r.Wanted {
		w := &r.Wanted[i]
		if partOf(w.Name, group, id) || partOf(w.Name, group, shown) {
			w.worsen(outcome)
		}
	}
}

// partOf reports whether wanted means the id or one of the ids that it is a part of.
func partOf(wanted, group, id string) bool {
	if begins(id, wanted) {
		return true
	}
	if group == "" || !fact.HasPrefix(wanted, group) {
		return false
	}
	switch name := wanted[len(group):]; {
	case fact.HasPrefix(name, "."):
		return begins(id, name[1:])
	case fact.HasPrefix(name, "::"):
		return begins(id, name[2:])
	}
	return false
}

// begins reports whether name is the id, or ends in it before a slash.
func begins(id, name string) bool {
	return name != "" && fact.HasPrefix(id, name) && (len(id) == len(name) || id[len(name)] == '/')
}

func (w *Wanted) worsen(outcome string) {
	if rank(outcome) > rank(w.Outcome) {
		w.Outcome = outcome
	}
}

// spells reports whether wanted means the case: its name alone, or "group.name", or "group::name". A name is also
// meant by what it looks like where it is quoted.
func spells(wanted, group, name string) bool {
	if inGroup(wanted, group, name) {
		return true
	}
	for i := range len(name) {
		if name[i] < ' ' {
			return inGroup(wanted, group, oneLine(name))
		}
	}
	return false
}

func inGroup(wanted, group, name string) bool {
	n := len(wanted) - len(name)
	if n <= 0 || wanted[n:] != name {
		return wanted == name
	}
	if before := wanted[:n]; group != "" && fact.HasPrefix(before, group) {
		between := before[len(group):]
		return between == "." || between == "::"
	}
	return false
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
