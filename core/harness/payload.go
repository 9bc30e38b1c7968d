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

// json gives the canonical form.
func (p *Payload) json() []byte {
	j := fact.JSON{}
	if p.Unreadable != "" {
		return j.Object().Key("unreadable").String(p.Unreadable).EndObject().Bytes()
	}
	j.Object().Key("event").String(p.Event).Key("ends").Bool(p.Ends)
	j.Key("session").String(p.Session).Key("turn").String(p.Turn).Key("cwd").String(p.Cwd)
	j.Key("transcript").String(p.Transcript).Key("agent").String(p.Agent)
	j.Key("mode").String(p.Mode).Key("plan").Bool(p.Plan)
	j.Key("guard").Bool(p.Guard).Key("guard_known").Bool(p.GuardKnown)
	j.Key("others").Int(p.Others).Key("cuts").Array()
	for _, c := range p.Cuts {
		j.Array().Int(c[0]).Int(c[1]).EndArray()
	}
	return j.EndArray().Key("notes").Strings(p.Notes).EndObject().Bytes()
}

// ParsePayload reads what Read writes, and nothing else.
func ParsePayload(answer []byte) (Payload, bool) {
	v, err := scan.JSON(answer)
	if err != nil {
		return Payload{}, false
	}
	p := Payload{
		Unreadable: text(&v, "unreadable"),
		Event:      text(&v, "event"), Ends: truth(&v, "ends"),
		Session: text(&v, "session"), Turn: text(&v, "turn"), Cwd: text(&v, "cwd"),
		Transcript: text(&v, "transcript"), Agent: text(&v, "agent"),
		Mode: text(&v, "mode"), Plan: truth(&v, "plan"),
		Guard: truth(&v, "guard"), GuardKnown: truth(&v, "guard_known"),
	}
	if n := v.Get("others"); n != nil {
		p.Others = n.Int
	}
	if list := v.Get("cuts"); list != nil {
		for _, c := range list.Items {
			if len(c.Items) != 2 {
				return Payload{}, false
			}
			p.Cuts = append(p.Cuts, [2]int64{c.Items[0].Int, c.Items[1].Int})
		}
	}
	if list := v.Get("notes"); list != nil {
		for _, n := range list.Items {
			p.Notes = append(p.Notes, n.Text)
		}
	}
	// Whatever was lost on the way here shows as a difference there: one rule instead of a check a field.
	if !bytes.Equal(p.json(), answer) {
		return Payload{}, false
	}
	return p, true
}

func text(v *scan.Value, name string) string {
	if m := v.Get(name); m != nil && m.Kind == scan.String {
		return m.Text
	}
	return ""
}

func truth(v *scan.Value, name string) bool {
	m := v.Get(name)
	return m != nil && m.Bool
}
