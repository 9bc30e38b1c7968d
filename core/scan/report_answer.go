package scan

import "github.com/stile-gate/stile/core/fact"

// ParseReport reads an answer of ReadReport; false when the bytes are no canonical one.
func ParseReport(answer []byte) (*Report, bool) {
	r := parseReport(answer)
	return r, r != nil
}

func parseReport(answer []byte) *Report {
	v, err := JSON(answer)
	if err != nil {
		return nil
	}
	r := &Report{}
	m := mover{in: v.Members}
	r.move(&m)
	if m.bad || string(r.append(nil)) != string(answer) {
		return nil
	}
	return r
}

func (r *Report) append(b []byte) []byte {
	m := mover{out: &fact.JSON{}}
	m.out.Object()
	r.move(&m)
	m.out.EndObject()
	return append(b, m.out.Bytes()...)
}

// move lists the members of an answer, for both directions.
func (r *Report) move(m *mover) {
	m.string("format", &r.Format)
	m.int("passed", &r.Passed)
	m.int("failed", &r.Failed)
	m.int("skipped", &r.Skipped)
	m.int("cached", &r.Cached)
	m.int("noise", &r.Noise)
	m.cases("cases", &r.Cases)
	m.int("more", &r.More)
	m.cases("builds", &r.Builds)
	m.int("moreBuilds", &r.MoreBuilds)
	m.bool("complete", &r.Complete)
	m.string("why", &r.Why)
	m.int("line", &r.Line)
	m.int("col", &r.Col)
	m.string("held", &r.held)
	m.wanted(&r.Wanted)
}

// wanted is the last member, and there only when something was asked about.
func (m *mover) wanted(p *[]Wanted) {
	if m.out == nil {
		if len(m.in) == 0 {
			return
		}
		items := m.value("wanted", Array).Items
		if m.bad = m.bad || len(items) > fact.MaxWanted; !m.bad {
			*p = make([]Wanted, len(items))
		}
		for i := range *p {
			sub := mover{in: items[i].Members}
			(*p)[i].move(&sub)
			m.bad = m.bad || sub.bad || rank((*p)[i].Outcome) < 0
		}
		return
	}
	if len(*p) == 0 {
		return
	}
	m.out.Key("wanted").Array()
	for i := range *p {
		m.out.Object()
		(*p)[i].move(m)
		m.out.EndObject()
	}
	m.out.EndArray()
}

func (w *Wanted) move(m *mover) {
	m.string("name", &w.Name)
	m.string("outcome", &w.Outcome)
}

func (c *Case) move(m *mover) {
	m.string("name", &c.Name)
	m.string("file", &c.File)
	m.int("line", &c.Line)
	m.strings("text", &c.Text)
}

// A mover writes members (out is set) or takes them in the order in which they were written.
type mover struct {
	out *fact.JSON
	in  []Member
	bad bool
}

func (m *mover) value(key string, kind Kind) *Value {
	if m.bad || len(m.in) == 0 || m.in[0].Name != key || m.in[0].Value.Kind != kind {
		m.bad = true
		return &Value{}
	}
	v := &m.in[0].Value
	m.in = m.in[1:]
	return v
}

func (m *mover) string(key string, p *string) {
	if m.out != nil {
		m.out.Key(key).String(*p)
		return
	}
	*p = m.value(key, String).Text
}

func (m *mover) int(key string, p *int64) {
	if m.out != nil {
		m.out.Key(key).Int(*p)
		return
	}
	*p = m.value(key, Int).Int
}

func (m *mover) bool(key string, p *bool) {
	if m.out != nil {
		m.out.Key(key).Bool(*p)
		return
	}
	*p = m.value(key, Bool).Bool
}

func (m *mover) strings(key string, p *[]string) {
	if m.out != nil {
		m.out.Key(key).Strings(*p)
		return
	}
	items := m.value(key, Array).Items
	for i := range items {
		m.bad = m.bad || items[i].Kind != String
		*p = append(*p, items[i].Text)
	}
}

func (m *mover) cases(key string, p *[]Case) {
	if m.out != nil {
		m.out.Key(key).Array()
		for i := range *p {
			m.out.Object()
			(*p)[i].move(m)
			m.out.EndObject()
		}
		m.out.EndArray()
		return
	}
	items := m.value(key, Array).Items
	if len(items) > 0 {
		*p = make([]Case, len(items))
	}
	for i := range items {
		sub := mover{in: items[i].Members}
		(*p)[i].move(&sub)
		m.bad = m.bad || sub.bad
	}
}
