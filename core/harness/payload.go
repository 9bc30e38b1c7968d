package harness

import (
	"bytes"

	"github.com/stile-gate/stile/core/fact"
	"github.com/stile-gate/stile/core/scan"
)

// A Payload is what the row's fields of a payload say. A field that is missing, repeated or of another type is
// empty, and all but the first is noted: never a guess.
type Payload struct {
	// Unreadable is why nothing could be read: "unknown-harness", or a kind of scan.Error ("empty" for no
	// bytes at all). Everything else is then empty.
	Unreadable string

	Event      string // as the harness spells it
	Ends       bool   // Event is an end of turn that the row can refuse
	Session    string // "" is no session, never a key that others share
	Turn       string // the row's turn key, "" where the payload has none
	Cwd        string
	Transcript string // the file whose size joins the event's id: a subagent's own where it has one, "" where none does
	Agent      string // id of the subagent that ends, "" for the main agent
	Mode       string
	Plan       bool // Mode is the row's plan mode
	Guard      bool
	GuardKnown bool
	Others     int64      // other agents that still run
	Cuts       [][2]int64 // byte ranges that hold times, sorted: left out of the event's id
	Notes      []string   // "FIELD: word"
}

// members moves a payload into or out of its canonical form: one list of members serves both directions.
type members struct {
	out *fact.JSON  // nil while reading
	in  *scan.Value // nil while writing
}

func (m *members) text(name string, p *string) {
	if m.in == nil {
		m.out.Key(name).String(*p)
	} else if v := m.in.Get(name); v != nil && v.Kind == scan.String {
		*p = v.Text
	}
}

func (m *members) truth(name string, p *bool) {
	if m.in == nil {
		m.out.Key(name).Bool(*p)
	} else if v := m.in.Get(name); v != nil {
		*p = v.Bool
	}
}

func (m *members) all(p *Payload) {
	m.text("event", &p.Event)
	m.truth("ends", &p.Ends)
	m.text("session", &p.Session)
	m.text("turn", &p.Turn)
	m.text("cwd", &p.Cwd)
	m.text("transcript", &p.Transcript)
	m.text("agent", &p.Agent)
	m.text("mode", &p.Mode)
	m.truth("plan", &p.Plan)
	m.truth("guard", &p.Guard)
	m.truth("guard_known", &p.GuardKnown)
}

// json gives the canonical form.
func (p *Payload) json() []byte {
	j := &fact.JSON{}
	j.Object()
	m := &members{out: j}
	if p.Unreadable != "" {
		m.text("unreadable", &p.Unreadable)
		return j.EndObject().Bytes()
	}
	m.all(p)
	j.Key("others").Int(p.Others).Key("cuts").Array()
	for i := range p.Cuts {
		j.Array().Int(p.Cuts[i][0]).Int(p.Cuts[i][1]).EndArray()
	}
	return j.EndArray().Key("notes").Strings(p.Notes).EndObject().Bytes()
}

// ParsePayload reads what Read writes, and nothing else.
func ParsePayload(answer []byte) (*Payload, bool) {
	v, err := scan.JSON(answer)
	if err != nil {
		return nil, false
	}
	p := &Payload{}
	m := &members{in: v}
	m.text("unreadable", &p.Unreadable)
	m.all(p)
	if n := v.Get("others"); n != nil {
		p.Others = n.Int
	}
	if list := v.Get("cuts"); list != nil {
		for i := range list.Items {
			c := list.Items[i].Items
			if len(c) != 2 {
				return nil, false
			}
			p.Cuts = append(p.Cuts, [2]int64{c[0].Int, c[1].Int})
		}
	}
	if list := v.Get("notes"); list != nil {
		for i := range list.Items {
			fact.Push(&p.Notes, list.Items[i].Text)
		}
	}
	// Whatever was lost on the way here shows as a difference there: one rule instead of a check a field.
	return p, bytes.Equal(p.json(), answer)
}
