package check

import (
	"bytes"

	"github.com/stile-gate/stile/core/fact"
	"github.com/stile-gate/stile/core/scan"
)

// A mover moves members between a value and its canonical object: out of the value when out is set, otherwise the
// one member of this name into it. A type lists its members once, and that list serves the writer and the reader.
type mover struct {
	out   *fact.JSON
	name  string
	value *scan.Value
}

func (m *mover) text(name string, field *string) {
	if m.out != nil {
		m.out.Key(name).String(*field)
	} else if name == m.name {
		*field = m.value.Text
	}
}

func (m *mover) int(name string, field *int64) {
	if m.out != nil {
		m.out.Key(name).Int(*field)
	} else if name == m.name {
		*field = m.value.Int
	}
}

func (m *mover) texts(name string, field *[]string) {
	if m.out != nil {
		m.out.Key(name).Strings(*field)
	} else if name == m.name {
		*field = texts(m.value)
	}
}

func (c *Check) move(m *mover) {
	m.text("id", &c.ID)
	m.texts("run", &c.Run)
	m.text("format", &c.Format)
	m.text("glob", &c.Glob)
	m.int("min", &c.Min)
	m.texts("when", &c.When)
	m.text("at", &c.At)
	m.texts("after", &c.After)
	m.int("timeout", &c.Timeout)
	m.text("cwd", &c.Cwd)
	m.texts("env", &c.Env)
	m.texts("outputs", &c.Outputs)
	m.int("line", &c.Line)
	m.int("col", &c.Col)
}

func moveFinding(m *mover, f *fact.Finding) {
	m.text("kind", &f.Kind)
	m.text("path", &f.Path)
	m.int("line", &f.Line)
	m.int("col", &f.Col)
	m.text("message", &f.Message)
	m.text("do", &f.Do)
}

// texts returns the items of an array of strings, nil when it is empty.
func texts(v *scan.Value) []string {
	if len(v.Items) == 0 {
		return nil
	}
	list := make([]string, len(v.Items))
	for i := range v.Items {
		list[i] = v.Items[i].Text
	}
	return list
}

// json is the canonical answer of Read.
func (p *Policy) json() []byte {
	var j fact.JSON
	m := mover{out: &j}
	j.Object().Key("blocks").Int(p.Blocks).Key("total").Int(p.Total)
	j.Key("checks").Array()
	for i := range p.Checks {
		j.Object()
		p.Checks[i].move(&m)
		j.EndObject()
	}
	j.EndArray().Key("findings").Array()
	for i := range p.Findings {
		j.Object()
		moveFinding(&m, &p.Findings[i])
		j.EndObject()
	}
	j.EndArray().EndObject()
	return j.Bytes()
}

// ParsePolicy reads what Read answers and nothing else: another order, spelling or a value that Read could
// not have written is refused. What is read is not looked at closely, since only what is written back to the
// same bytes is taken.
func ParsePolicy(answer []byte) (*Policy, bool) {
	v, err := scan.JSON(answer)
	if err != nil || v.Kind != scan.Object || len(v.Members) != 4 {
		return nil, false
	}
	p := &Policy{Blocks: v.Members[0].Value.Int, Total: v.Members[1].Value.Int}
	checks, findings := v.Members[2].Value.Items, v.Members[3].Value.Items
	if len(checks) > fact.MaxChecks || len(findings) > fact.MaxFindings {
		return nil, false
	}
	if len(checks) > 0 {
		p.Checks = make([]Check, len(checks))
	}
	for i := range checks {
		for k := range checks[i].Members {
			p.Checks[i].move(moverOf(&checks[i].Members[k]))
		}
	}
	if len(findings) > 0 {
		p.Findings = make([]fact.Finding, len(findings))
	}
	for i := range findings {
		for k := range findings[i].Members {
			moveFinding(moverOf(&findings[i].Members[k]), &p.Findings[i])
		}
	}
	if !p.sound() || !bytes.Equal(p.json(), answer) {
		return nil, false
	}
	return p, true
}

func moverOf(m *scan.Member) *mover { return &mover{name: m.Name, value: &m.Value} }

// sound reports whether p keeps the bounds that judging relies on.
func (p *Policy) sound() bool {
	if p.Blocks < minBlocks || p.Blocks > maxBlocks || p.Total < int64(len(p.Findings)) {
		return false
	}
	for i := range p.Checks {
		c := &p.Checks[i]
		if p.find(c.ID) != i || len(c.Run) == 0 || c.Run[0] == "" || pointIndex(c.At) < 0 ||
			c.Timeout <= 0 || c.Timeout > maxTimeout || (c.Format == "") != (c.Min == 0) || c.Min < 0 ||
			(c.Format != "" && !fact.Has(scan.ReportFormats(), c.Format)) || idFault(c.ID) != "" || cwdFault(c.Cwd) != "" {
			return false
		}
	}
	return true
}

// find returns the place of the check with this id in p.Checks, -1 for none.
func (p *Policy) find(id string) int {
	for i := range p.Checks {
		if p.Checks[i].ID == id {
			return i
		}
	}
	return -1
}
