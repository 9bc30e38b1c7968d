package harness

import "github.com/stile-gate/stile/core/fact"

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

// move lists the members of the canonical form, for both directions. What is unreadable has one.
func (p *Payload) move(m *fact.Mover, unreadable bool) {
	m.Begin()
	if unreadable {
		m.Text("unreadable", &p.Unreadable)
		m.End()
		return
	}
	m.Text("event", &p.Event)
	m.Bool("ends", &p.Ends)
	m.Text("session", &p.Session)
	m.Text("turn", &p.Turn)
	m.Text("cwd", &p.Cwd)
	m.Text("transcript", &p.Transcript)
	m.Text("agent", &p.Agent)
	m.Text("mode", &p.Mode)
	m.Bool("plan", &p.Plan)
	m.Bool("guard", &p.Guard)
	m.Bool("guard_known", &p.GuardKnown)
	m.Int("others", &p.Others)
	for i := 0; m.Item("cuts", i, len(p.Cuts)); i++ {
		if i == len(p.Cuts) {
			p.Cuts = append(p.Cuts, [2]int64{})
		}
		m.Pair(&p.Cuts[i][0], &p.Cuts[i][1])
	}
	m.Texts("notes", &p.Notes)
	m.End()
}

// json gives the canonical form.
func (p *Payload) json() []byte {
	m := fact.Writing()
	p.move(m, p.Unreadable != "")
	return m.Bytes()
}

// ParsePayload reads what Read writes, and nothing else.
func ParsePayload(answer []byte) (*Payload, bool) {
	p, m := &Payload{}, fact.Reading(answer)
	unreadable := fact.HasPrefix(answer, `{"unreadable":`)
	p.move(m, unreadable)
	return p, m.Done() && unreadable == (p.Unreadable != "")
}
