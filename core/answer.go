package core

import "github.com/stile-gate/stile/core/fact"

// ParseAnswer reads what Eval returns, and only that: false for bytes that are not its canonical form. There may be as
// many wants as a recording has room for facts.
func ParseAnswer(b []byte) (*fact.Answer, bool) {
	a, m := &fact.Answer{}, fact.Reading(b)
	m.Object(func() {
		switch {
		case fact.HasPrefix(b, `{"fault":`):
			a.Fault = &fact.Fault{}
			m.Key("fault")
			m.Object(func() {
				m.Text("code", &a.Fault.Code)
				m.Text("message", &a.Fault.Message)
			})
		case fact.HasPrefix(b, `{"reply":`):
			a.Reply = &fact.Reply{}
			m.Key("reply")
			m.Object(func() { readReply(m, a.Reply) })
		default:
			m.List("want", 0, func(int) {
				w := fact.Want{}
				m.Object(func() { readWant(m, &w) })
				a.Want = append(a.Want, w)
			})
		}
	})
	if !m.Done() {
		return nil, false
	}
	return a, true
}

func readReply(m *fact.Mover, r *fact.Reply) {
	var code int64
	m.Int("code", &code)
	if r.Code = int(code); int64(r.Code) != code {
		m.Refuse()
	}
	m.Text("verdict", &r.Verdict)
	m.Text("answer", &r.Answer)
	m.Text("stdout", &r.Stdout)
	m.Text("stderr", &r.Stderr)
	m.List("writes", 0, func(int) {
		words := m.ReadTexts()
		if len(words) != 3 {
			m.Refuse()
			return
		}
		r.Writes = append(r.Writes, fact.Write{Kind: words[0], Name: words[1], Value: words[2]})
	})
}

func readWant(m *fact.Mover, w *fact.Want) {
	m.Text("id", &w.ID)
	m.Key("args")
	m.Object(func() {
		for m.More() {
			name := m.ReadName()
			w.Args = append(w.Args, fact.Arg{Name: name, Values: m.ReadTexts()})
		}
	})
}
