package harness

import (
	"cmp"
	"slices"

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
	p := Payload{}
	if r, ok := Lookup(id); ok {
		p = r.read(raw)
	} else {
		p.Unreadable = FaultHarness
	}
	return p.json()
}

func (r *Row) read(raw []byte) Payload {
	names, at := r.names()
	fields, variants, err := scan.Fields(raw, names)
	if err != nil {
		return Payload{Unreadable: err.Kind}
	}
	var p Payload
	into := [fieldCount]*string{
		fieldEvent: &p.Event, fieldSession: &p.Session, fieldTurn: &p.Turn, fieldCwd: &p.Cwd,
		fieldTranscript: &p.Transcript, fieldAgent: &p.Agent, fieldMode: &p.Mode,
	}
	var agentTranscript string
	into[fieldAgentTranscript] = &agentTranscript
	for i := range r.fields {
		if r.fields[i] == "" {
			continue
		}
		f := &fields[at[i]]
		if i == fieldGuard {
			p.Guard, p.GuardKnown = p.boolean(r.fields[i], f)
		} else {
			*into[i] = p.string(r.fields[i], f)
		}
	}
	if p.Agent != "" && agentTranscript != "" {
		p.Transcript = agentTranscript
	}
	if !r.transcriptJoins {
		p.Transcript = ""
	}
	if r.others.field != "" {
		p.Others = r.others.count(&p, raw, &fields[at[fieldCount]])
	}
	for i, name := range r.timestamps {
		if f := &fields[len(fields)-len(r.timestamps)+i]; f.State == scan.FieldPresent {
			p.Cuts = append(p.Cuts, [2]int64{int64(f.Pos), int64(f.Value.End)})
		} else {
			p.note(name, f)
		}
	}
	slices.SortFunc(p.Cuts, func(a, b [2]int64) int { return cmp.Compare(a[0], b[0]) })
	for _, v := range variants {
		p.add(v, noteVariant)
	}
	p.Ends = slices.Contains(r.Events, p.Event)
	p.Plan = r.PlanMode != "" && p.Mode == r.PlanMode
	return p
}

// names lists the members to read, and where each of the row's fields stands in that list; the list of others'
// work stands at fieldCount, timestamps come last.
func (r *Row) names() (names []string, at [fieldCount + 1]int) {
	for i, n := range r.fields {
		if n != "" {
			at[i] = len(names)
			names = append(names, n)
		}
	}
	if r.others.field != "" {
		at[fieldCount] = len(names)
		names = append(names, r.others.field)
	}
	return append(names, r.timestamps...), at
}

func (p *Payload) add(name, word string) {
	if len(p.Notes) < fact.MaxNotes {
		p.Notes = append(p.Notes, name+": "+word)
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

func (p *Payload) boolean(name string, f *scan.Field) (value, known bool) {
	if !p.present(name, f, scan.Bool) {
		return false, false
	}
	return f.Value.Bool, true
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
		is := func(i int) string {
			if v[i].State == scan.FieldPresent && v[i].Value.Kind == scan.String {
				return v[i].Value.Text
			}
			return ""
		}
		if is(2) == o.running && slices.Contains(o.kinds, is(1)) && (p.Agent == "" || is(0) != p.Agent) {
			n++
		}
	}
	return n
}
