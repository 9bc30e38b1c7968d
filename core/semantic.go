package core

import (
	"github.com/stile-gate/stile/core/check"
	"github.com/stile-gate/stile/core/fact"
	"github.com/stile-gate/stile/core/table"
)

// What a green document says of the findings of a semantic check. None of it moves a verdict.
const (
	semanticAbsent  = "absent"
	semanticFresh   = "fresh"
	semanticStale   = "stale"   // it covers other bytes than these
	semanticUndated = "undated" // it does not say when, or cannot be read
)

const findingsFile = "stile/verify-findings.md"

// semantics looks at the findings files of a green judgement; false while one is wanted.
func (e *eval) semantics(j *judgement) bool {
	if j.verdict != check.Green || e.through() != "" {
		return true
	}
	for _, p := range j.projects {
		if len(p.sheets) == 0 {
			continue
		}
		f := p.asksVerified(e)
		if f == nil {
			continue
		}
		var file fact.File
		e.read(f, file.Fields)
		said, ok := table.ParseFindings(file.Read)
		switch {
		case f.State == fact.Absent:
			p.semantic = semanticAbsent
		case f.State != fact.Present || !ok || said.Date == "":
			p.semantic = semanticUndated
		case said.Stamp == p.stamp():
			p.semantic = semanticFresh
		default:
			p.semantic = semanticStale
		}
	}
	return len(e.wants) == 0
}

// covers notes that a semantic check of this project would read the file.
func (p *project) covers(path, digest string) {
	fact.Push(&p.covered, path+" "+digest)
}

// stamp is the digest of everything that a semantic check covers: the tables, the packs, and what rows cite. A check
// is stale by it, not by a time, which means nothing after a clone.
func (p *project) stamp() string {
	p.covered = fact.Set(p.covered)
	return digest(p.covered, "\n")[:16]
}

// asksVerified wants the findings file of a semantic check.
func (p *project) asksVerified(e *eval) *fact.Fact {
	return e.need(askFor(fact.PreFile+join(p.dir, findingsFile)).with("read", table.KindFindings))
}

// advise writes the one line about the semantic check.
func (p *project) advise(t *fact.Text) {
	if p.semantic != "" {
		t.Add("advisory: ").Add(join(p.dir, findingsFile)).Add(" is ").Add(p.semantic)
		t.Add("; `stile verify` prints how to read what is cited against its rules\n")
	}
}

// replyVerify answers `stile verify --stamp`: what a findings file has to carry for the tables as they are.
func replyVerify(e *eval) *fact.Reply {
	list, ok := e.projects("")
	if !ok {
		return nil
	}
	j := &judgement{projects: list, changed: &fact.Changed{}}
	var found fact.Projects
	e.read(e.need(askProjects("")), found.Fields)
	var near *project
	for i := len(found.Chain) - 1; i >= 0; i-- {
		for _, p := range list {
			if p.dir == found.Chain[i] && len(p.policy.Tables) > 0 {
				near = p
			}
		}
	}
	if near == nil {
		return notAsked(&e.rec.Header, "no-tables", "no stile.json in this directory or above it names a table; `stile init --tables` writes a first one")
	}
	e.outputs = outputs(list)
	near.open(e)
	if e.waits() {
		return nil
	}
	near.list()
	near.assign(false)
	j.ask(e)
	if e.waits() {
		return nil
	}
	for _, s := range near.sheets {
		s.judge(e, j, near)
	}
	return &fact.Reply{Stdout: "date: YYYY-MM-DD\nstamp: " + near.stamp() + "\n"}
}
