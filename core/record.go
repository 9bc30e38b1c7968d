package core

import (
	"github.com/stile-gate/stile/core/fact"
	"github.com/stile-gate/stile/core/table"
)

// directories asks for the lists of the project's directories of decision records and indexes them; false while they
// are wanted.
func (p *project) directories(e *eval) bool {
	ready := true
	for _, dir := range p.policy.ADRs {
		path := join(p.dir, dir)
		f := e.need(askFor(fact.PreList + path))
		if f == nil {
			ready = false
			continue
		}
		var l fact.List
		e.read(f, l.Fields)
		if f.State != fact.Present {
			p.find(p.path(), 0, 0, "adrs-unreadable", "correct adrs", "the directory of decision records % $", path, whyNot(f))
		}
		for _, name := range l.Names {
			p.index(e, path, name)
		}
		if l.More > 0 {
			p.find(p.path(), 0, 0, "adrs-not-listed", fact.Say("keep at most $ files there, each with a name in UTF-8", fact.Itoa(fact.MaxNames)),
				"of the directory of decision records %, $ files are not looked at", path, fact.Itoa(l.More))
		}
	}
	fact.SortStrings(p.records) // what a host lists twice stays ambiguous
	return ready
}

func (p *project) index(e *eval, dir, name string) {
	if !fact.IsUTF8(name) {
		e.bad = fact.PreList + dir // no fact could be asked for by it
		return
	}
	base, extension := name, ""
	for i := len(name) - 1; i > 0; i-- {
		if name[i] == '.' {
			base, extension = name[:i], name[i+1:]
			break
		}
	}
	if !table.IsRecord(extension) {
		return
	}
	path := join(dir, name)
	fact.Push(&p.records, base+behindKey+path)
	if id, ok := table.IDOf(name); ok && id != base {
		fact.Push(&p.records, id+behindKey+path)
	}
}

// behindKey stands in records between what a reference may call a record by, its number or its base name without the
// extension, and its path.
const behindKey = "\x00"

// recordsOf are the paths of the records that a reference means: of that name where it says more than a number, else of that number.
// Where there are more than two, two of them: that is as bad.
func (p *project) recordsOf(r *table.Ref) (paths []string) {
	key := r.Number
	if key == "" || !table.IsNumber(r.ID) {
		key = r.ID
	}
	key += behindKey
	for i := fact.Search(p.records, key); i < len(p.records) && len(paths) < 2 && fact.HasPrefix(p.records[i], key); i++ {
		fact.Push(&paths, p.records[i][len(key):])
	}
	return paths
}

// A refusal of a decision record: the first that holds.
var recordFaults = [...]struct {
	kind    string
	when    func(a *table.ADR) bool
	message string
	do      string
}{
	{"adr-too-large", func(a *table.ADR) bool { return a.Size > fact.MaxRecord }, "the decision record % is longer than 1 MiB", "divide it"},
	{"adr-blank", func(a *table.ADR) bool { return a.Blank }, "the decision record % is blank", ""},
	{"adr-template", func(a *table.ADR) bool { return a.Template }, "% is a template and no decision", "cite a decision"},
	{"adr-superseded", func(a *table.ADR) bool { return a.Word == table.Superseded }, "the decision % is superseded$",
		"cite the decision that took its place"},
	{"adr-not-accepted", func(a *table.ADR) bool { return a.Word != table.Accepted }, "the decision % is not accepted$",
		"cite a decision that is in force"},
}

// decision judges a reference to a decision record.
func (w *rowJudge) decision(r *table.Ref) hold {
	p := w.p
	list := p.recordsOf(r)
	switch {
	case len(p.policy.ADRs) == 0:
		return w.refuse(r, "no-adrs", "name their directory in stile.json: \"adrs\": [\"docs/adr\"]",
			"the decision % cannot be looked up: stile.json names no directory of decision records", r.ID)
	case len(list) == 0:
		return w.refuse(r, "unknown-adr", "an id is a record's number, or its file's name without the extension", "no decision record is called % in $", r.ID, new(fact.Text).Join(p.policy.ADRs, ", ").String())
	case len(list) > 1:
		return w.refuse(r, "ambiguous-adr", "cite it by its file's name without the extension, or give one of them another number",
			"more than one decision record is called %: % and %", r.ID, list[0], list[1])
	}
	c, h := w.consult(r, fact.PreADR, list[0], "the decision record % $")
	if h != refHolds {
		return h
	}
	a, path := c.record, c.path
	for i := range recordFaults {
		if x := &recordFaults[i]; x.when(a) {
			said := ""
			if a.SupersededBy != "" {
				said = fact.Say(" by %", a.SupersededBy)
			} else if a.Word != table.Superseded {
				if said = fact.Say(": its status is %", a.Status); a.Status == "" {
					said = ": it says no status"
				}
			}
			return w.refuse(r, x.kind, x.do, x.message, path, said)
		}
	}
	if len(a.Findings) > 0 {
		f := &a.Findings[0]
		return w.refuse(r, f.Kind, f.Do, "the decision record %, line $: $", path, fact.Itoa(f.Line), f.Message)
	}
	return refHolds
}
