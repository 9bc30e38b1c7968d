package harness

import (
	"github.com/stile-gate/stile/core/fact"
	"github.com/stile-gate/stile/core/scan"
)

// Words of notes; the rest are those of scan.FieldState.
const (
	noteType    = "wrong-type"
	noteLong    = "too-long"
	noteVariant = "case-variant"
	noteMany    = "too-many"
)

// Read reads the row's fields of what a harness wrote to the hook, and answers in canonical JSON, which
// ParsePayload reads. All other members are passed over: nothing an agent writes can make a payload unreadable.
func Read(id string, raw []byte) []byte {
	p := &Payload{Unreadable: FaultHarness}
	if r, ok := Lookup(id); ok {
		p = r.read(raw)
	}
	return p.json()
}

func (r *Row) read(raw []byte) *Payload {
	p := &Payload{}
	fields, variants, err := scan.Fields(raw, r.names())
	if err != nil {
		p.Unreadable = err.Kind
		return p
	}
	agentTranscript := ""
	into := [fieldCount]*string{
		fieldEvent: &p.Event, fieldSession: &p.Session, fieldTurn: &p.Turn, fieldCwd: &p.Cwd,
		fieldTranscript: &p.Transcript, fieldAgent: &p.Agent, fieldAgentTranscript: &agentTranscript, fieldMode: &p.Mode,
	}
	next := 0 // of fields, which stand as names lists them
	for i := range r.fields {
		name := r.fields[i]
		if name == "" {
			continue
		}
		if f := &fields[next]; i == fieldGuard {
			p.guard(name, f)
		} else {
			*into[i] = p.string(name, f)
		}
		next++
	}
	if p.Agent != "" && agentTranscript != "" {
		p.Transcript = agentTranscript
	}
	if !r.transcriptJoins {
		p.Transcript = ""
	}
	if r.others.field != "" {
		p.Others = r.others.count(p, raw, &fields[next])
		next++
	}
	for i, name := range r.timestamps {
		if f := &fields[next+i]; f.State == scan.FieldPresent {
			p.cut(int64(f.Pos), int64(f.Value.End))
		} else {
			p.note(name, f)
		}
	}
	for _, v := range variants {
		p.add(v, noteVariant)
	}
	p.Ends = fact.Has(r.Events, p.Event)
	p.Plan = r.PlanMode != "" && p.Mode == r.PlanMode
	return p
}

// names lists the members to read: the row's fields, the list of others' work, the timestamps.
func (r *Row) names() (names []string) {
	for i := range r.fields {
		if n := r.fields[i]; n != "" {
			fact.Push(&names, n)
		}
	}
	if r.others.field != "" {
		fact.Push(&names, r.others.field)
	}
	return append(names, r.timestamps...)
}

// cut adds a range in its place: ranges are few, and none begins where another does.
func (p *Payload) cut(from, to int64) {
	p.Cuts = append(p.Cuts, [2]int64{from, to})
	for i := len(p.Cuts) - 1; i > 0 && p.Cuts[i][0] < p.Cuts[i-1][0]; i-- {
		p.Cuts[i], p.Cuts[i-1] = p.Cuts[i-1], p.Cuts[i]
	}
}

func (p *Payload) add(name, word string) {
	if len(p.Notes) < fact.MaxNotes {
		fact.Push(&p.Notes, name+": "+word)
	}
}

// note says that a field is there and has no value.
func (p *Payload) note(name string, f *scan.Field) {
	if f.State == scan.FieldDuplicate || f.State == scan.FieldUnreadable {
		p.add(name, f.State.String())
	}
}

// present says whether the field has a value; null is none.
func (p *Payload) present(name string, f *scan.Field, k scan.Kind) bool {
	p.note(name, f)
	if f.State != scan.FieldPresent || f.Value.Kind == scan.Null {
		return false
	}
	if f.Value.Kind != k {
		p.add(name, noteType)
		return false
	}
	return true
}

func (p *Payload) string(name string, f *scan.Field) string {
	if !p.present(name, f, scan.String) {
		return ""
	}
	if len(f.Value.Text) > fact.MaxField {
		p.add(name, noteLong)
		return ""
	}
	return f.Value.Text
}

func (p *Payload) guard(name string, f *scan.Field) {
	if p.GuardKnown = p.present(name, f, scan.Bool); p.GuardKnown {
		p.Guard = f.Value.Bool
	}
}

// count counts the agents that still work, without the one whose stop this is. The entries hold descriptions
// and commands in the agent's own words, so each is read by its fields alone, as the payload is.
func (o *others) count(p *Payload, raw []byte, f *scan.Field) (n int64) {
	if f.State == scan.FieldUnreadable {
		f = &scan.Field{State: scan.FieldPresent, Pos: f.Pos, Value: scan.Value{Kind: scan.Array}}
	}
	if !p.present(o.field, f, scan.Array) {
		return 0
	}
	tasks, ok := objects(raw, f.Pos)
	if !ok {
		p.add(o.field, noteType)
	}
	if len(tasks) > fact.MaxTasks {
		tasks = tasks[:fact.MaxTasks]
		p.add(o.field, noteMany)
	}
	names := []string{o.id, o.kind, o.status}
	for _, t := range tasks {
		v, _, err := scan.Fields(t, names)
		if err != nil {
			continue
		}
		id, kind, status := word(&v[0]), word(&v[1]), word(&v[2])
		if status == o.running && fact.Has(o.kinds, kind) && (p.Agent == "" || id != p.Agent) {
			n++
		}
	}
	return n
}

// word is the field's text, "" where it has none.
func word(f *scan.Field) string {
	if f.State == scan.FieldPresent && f.Value.Kind == scan.String {
		return f.Value.Text
	}
	return ""
}
