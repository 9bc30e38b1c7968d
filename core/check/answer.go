package check

import (
	"bytes"

	"github.com/stile-gate/stile/core/fact"
	"github.com/stile-gate/stile/core/scan"
)

// A slot is one member of a canonical object; exactly one pointer is set. A type lists its slots once, and
// that list serves the writer and the reader.
type slot struct {
	name string
	text *string
	num  *int64
	list *[]string
}

func (c *Check) slots() []slot {
	return []slot{
		{name: "id", text: &c.ID}, {name: "run", list: &c.Run}, {name: "format", text: &c.Format},
		{name: "glob", text: &c.Glob}, {name: "min", num: &c.Min}, {name: "when", list: &c.When},
		{name: "at", text: &c.At}, {name: "after", list: &c.After}, {name: "timeout", num: &c.Timeout},
		{name: "cwd", text: &c.Cwd}, {name: "env", list: &c.Env}, {name: "outputs", list: &c.Outputs},
		{name: "line", num: &c.Line}, {name: "col", num: &c.Col},
	}
}

func findingSlots(f *fact.Finding) []slot {
	return []slot{
		{name: "kind", text: &f.Kind}, {name: "path", text: &f.Path}, {name: "line", num: &f.Line},
		{name: "col", num: &f.Col}, {name: "message", text: &f.Message}, {name: "do", text: &f.Do},
	}
}

func writeSlots(j *fact.JSON, slots []slot) {
	j.Object()
	for _, s := range slots {
		j.Key(s.name)
		switch {
		case s.text != nil:
			j.String(*s.text)
		case s.num != nil:
			j.Int(*s.num)
		default:
			j.Strings(*s.list)
		}
	}
	j.EndObject()
}

func readSlots(v *scan.Value, slots []slot) bool {
	if v.Kind != scan.Object || len(v.Members) != len(slots) {
		return false
	}
	for i, s := range slots {
		m := &v.Members[i]
		if m.Name != s.name {
			return false
		}
		switch w := &m.Value; {
		case s.text != nil && w.Kind == scan.String:
			*s.text = w.Text
		case s.num != nil && w.Kind == scan.Int:
			*s.num = w.Int
		case s.list != nil && w.Kind == scan.Array:
			*s.list = texts(w)
		default:
			return false
		}
	}
	return true
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
	j.Object().Key("blocks").Int(p.Blocks).Key("total").Int(p.Total)
	j.Key("checks").Array()
	for i := range p.Checks {
		writeSlots(&j, p.Checks[i].slots())
	}
	j.EndArray().Key("findings").Array()
	for i := range p.Findings {
		writeSlots(&j, findingSlots(&p.Findings[i]))
	}
	j.EndArray().EndObject()
	return j.Bytes()
}

// ParsePolicy reads what Read answers and nothing else: another order, spelling or a value that Read could
// not have written is refused.
func ParsePolicy(answer []byte) (*Policy, bool) {
	v, err := scan.JSON(answer)
	if err != nil || v.Kind != scan.Object || len(v.Members) != 4 {
		return nil, false
	}
	blocks, total, checks, findings := v.Get("blocks"), v.Get("total"), v.Get("checks"), v.Get("findings")
	if blocks == nil || total == nil || checks == nil || findings == nil ||
		len(checks.Items) > fact.MaxChecks || len(findings.Items) > fact.MaxFindings {
		return nil, false
	}
	p := &Policy{Blocks: blocks.Int, Total: total.Int}
	if n := len(checks.Items); n > 0 {
		p.Checks = make([]Check, n)
	}
	for i := range p.Checks {
		if !readSlots(&checks.Items[i], p.Checks[i].slots()) {
			return nil, false
		}
	}
	if n := len(findings.Items); n > 0 {
		p.Findings = make([]fact.Finding, n)
	}
	for i := range p.Findings {
		if !readSlots(&findings.Items[i], findingSlots(&p.Findings[i])) {
			return nil, false
		}
	}
	if !p.sound() || !bytes.Equal(p.json(), answer) {
		return nil, false
	}
	return p, true
}

// sound reports whether p keeps the bounds that judging relies on.
func (p *Policy) sound() bool {
	if p.Blocks < minBlocks || p.Blocks > maxBlocks || p.Total < int64(len(p.Findings)) {
		return false
	}
	for i := range p.Checks {
		c := &p.Checks[i]
		if p.find(c.ID) != i || len(c.Run) == 0 || c.Run[0] == "" || pointIndex(c.At) < 0 ||
			c.Timeout <= 0 || c.Timeout > maxTimeout || (c.Format == "") != (c.Min == 0) || c.Min < 0 ||
			(c.Format != "" && !knownFormat(c.Format)) {
			return false
		}
		for _, r := range []struct {
			text string
			want *rule
		}{{c.ID, &idRule}, {c.Cwd, &cwdRule}} {
			if r.want.fault(r.text) != "" {
				return false
			}
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
