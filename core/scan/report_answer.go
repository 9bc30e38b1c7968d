package scan

import "github.com/stile-gate/stile/core/fact"

// ParseReport reads an answer of ReadReport; false when the bytes are no canonical one.
func ParseReport(answer []byte) (*Report, bool) {
	r := &Report{}
	if !r.parse(answer) {
		return nil, false
	}
	return r, true
}

// parse reads an answer; where names are wanted of r, it has to be one for them.
func (r *Report) parse(answer []byte) bool {
	m := fact.Reading(answer)
	r.move(m)
	return m.Done()
}

func (r *Report) bytes() []byte {
	m := fact.Writing()
	n := len(r.held)
	for i := range r.Wanted {
		n += len(r.Wanted[i].Name) + len(`{"name":"","outcome":"no-result"},`)
	}
	m.Grow(n + 512)
	r.move(m)
	return m.Bytes()
}

// move lists the members of an answer, for both directions.
func (r *Report) move(m *fact.Mover) {
	m.Object(func() {
		m.Text("format", &r.Format)
		m.Int("passed", &r.Passed)
		m.Int("failed", &r.Failed)
		m.Int("skipped", &r.Skipped)
		m.Int("cached", &r.Cached)
		m.Int("noise", &r.Noise)
		moveCases(m, "cases", &r.Cases)
		m.Int("more", &r.More)
		moveCases(m, "builds", &r.Builds)
		m.Int("moreBuilds", &r.MoreBuilds)
		m.Bool("complete", &r.Complete)
		m.Text("why", &r.Why)
		m.Int("line", &r.Line)
		m.Int("col", &r.Col)
		m.Text("held", &r.held)
		if len(r.Wanted) > 0 || m.More() {
			r.moveWanted(m)
		}
	})
}

func moveCases(m *fact.Mover, key string, list *[]Case) {
	m.List(key, len(*list), func(i int) {
		if i == len(*list) {
			*list = append(*list, Case{})
		}
		c := &(*list)[i]
		m.Object(func() {
			m.Text("name", &c.Name)
			m.Text("file", &c.File)
			m.Int("line", &c.Line)
			m.Texts("text", &c.Text)
		})
	})
}

// moveWanted moves the last member, which is there only when something was asked about.
func (r *Report) moveWanted(m *fact.Mover) {
	n := 0
	m.List("wanted", len(r.Wanted), func(i int) {
		if n++; i == len(r.Wanted) {
			r.Wanted = append(r.Wanted, Wanted{})
		}
		w := &r.Wanted[i]
		m.Object(func() {
			m.Text("name", &w.Name)
			m.Text("outcome", &w.Outcome)
		})
		if rank(w.Outcome) < 0 {
			m.Refuse()
		}
	})
	if n == 0 || n != len(r.Wanted) || n > fact.MaxWanted {
		m.Refuse()
	}
}
