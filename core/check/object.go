package check

import (
	"slices"
	"strings"

	"github.com/stile-gate/stile/core/fact"
	"github.com/stile-gate/stile/core/scan"
)

// kindWords name what a value is, kindWants what was to be there.
var kindWords = [...]string{scan.Null: "null", scan.Bool: "true or false", scan.Int: "a whole number",
	scan.Number: "a number that is no whole one of 64 bits", scan.String: "a string", scan.Array: "an array",
	scan.Object: "an object"}

// object checks the members of one object against the keys of its level and stores those that fit.
func (r *reader) object(in level, v *scan.Value, c *Check) {
	for i := range v.Members {
		m := &v.Members[i]
		k := keyOf(in, m.Name)
		if k == nil {
			r.unknown(in, m)
			continue
		}
		if k.needs != "" && v.Get(k.needs) == nil {
			r.find(m.Pos, "missing-key", say("add % or take % out", k.needs, k.name),
				"% says nothing without %", k.name, k.needs)
			continue
		}
		if r.fits(quote(k.name), &k.shape, &m.Value) {
			r.store(k, c, &m.Value)
		}
	}
	for i := range keys {
		if k := &keys[i]; k.in == in && k.required && v.Get(k.name) == nil {
			r.find(v.Pos, "missing-key", "", "% is missing $", k.name, levelWords[in])
		}
	}
	r.defaults(in, v, c)
}

// defaults stores what absent keys mean; v nil is an object without any member.
func (r *reader) defaults(in level, v *scan.Value, c *Check) {
	for i := range keys {
		k := &keys[i]
		if k.in != in || k.def == nil || (v != nil && v.Get(k.name) != nil) {
			continue
		}
		if k.needs == "" || (v != nil && v.Get(k.needs) != nil) {
			r.store(k, c, k.def)
		}
	}
}

// store puts a value that has the shape of its key where it belongs: in the field of the key's name, unless the key
// says otherwise.
func (r *reader) store(k *key, c *Check, v *scan.Value) {
	if k.set != nil {
		k.set(&r.policy, c, v)
	} else if c != nil {
		c.move(&mover{name: k.name, value: v})
	}
}

func (r *reader) unknown(in level, m *scan.Member) {
	if r.policy.Total >= fact.MaxFindings {
		r.policy.Total++ // nobody reads what it could be meant to be
		return
	}
	near := meant(in, m.Name)
	for other := range level(len(levelWords)) {
		if other != in && near == nil && keyOf(other, m.Name) != nil {
			r.find(m.Pos, "misplaced-key", "it belongs "+levelWords[other],
				"% does not belong $", m.Name, levelWords[in])
			return
		}
	}
	do := ""
	if near != nil {
		do = say("did you mean %?", near.name)
	}
	r.find(m.Pos, "unknown-key", do, "% is no key $", m.Name, levelWords[in])
}

// fits reports whether v has the shape, with a finding for everything that does not. name is how messages
// call the value.
func (r *reader) fits(name string, s *shape, v *scan.Value) bool {
	if v.Kind != s.kind {
		r.find(v.Pos, "wrong-type", "", "$ is $ where $ is wanted", name, kindWords[v.Kind], kindWords[s.kind])
		return false
	}
	switch s.kind {
	case scan.Int:
		return r.inRange(name, s, v)
	case scan.String:
		return r.textFits(name, s, v)
	case scan.Array:
		return r.itemsFit(name, s, v)
	}
	return true
}

func (r *reader) inRange(name string, s *shape, v *scan.Value) bool {
	if v.Int >= s.min && (s.max == 0 || v.Int <= s.max) {
		return true
	}
	want := "$ is $ and must be at least $"
	if s.max > 0 {
		want = "$ is $ and must be from $ to $"
	}
	r.find(v.Pos, "out-of-range", "", want, name, fact.Itoa(v.Int), fact.Itoa(s.min), fact.Itoa(s.max))
	return false
}

func (r *reader) textFits(name string, s *shape, v *scan.Value) bool {
	if s.rule != nil {
		if why := s.rule.fault(v.Text); why != "" {
			r.find(v.Pos, s.rule.kind, s.rule.do, "$: % $", name, v.Text, why)
			return false
		}
	}
	if s.enum == nil || slices.Contains(s.enum, v.Text) {
		return true
	}
	r.find(v.Pos, "unknown-value", "", "$: % is none of $", name, v.Text, strings.Join(s.enum, ", "))
	return false
}

func (r *reader) itemsFit(name string, s *shape, v *scan.Value) bool {
	n := int64(len(v.Items))
	if n < s.min {
		r.find(v.Pos, "out-of-range", "", "$ is empty", name)
		return false
	}
	if s.max > 0 && n > s.max {
		r.find(v.Pos, "out-of-range", "", "$ has $ items and may have $", name, fact.Itoa(n), fact.Itoa(s.max))
		return false
	}
	fit := true
	for i := range v.Items {
		item := &v.Items[i]
		if !r.fits(say("$ item $", name, fact.Itoa(int64(i)+1)), s.items, item) {
			fit = false
			continue
		}
		for k := 0; s.once && k < i; k++ {
			if v.Items[k].Kind == scan.String && v.Items[k].Text == item.Text {
				r.find(item.Pos, "duplicate-item", "", "$ names % twice", name, item.Text)
				fit = false
				break
			}
		}
	}
	return fit
}
