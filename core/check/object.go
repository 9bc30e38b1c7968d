package check

import (
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
			r.find(m.Pos, "missing-key", quote(k.name)+" says nothing without "+quote(k.needs),
				"add "+quote(k.needs)+" or take "+quote(k.name)+" out")
			continue
		}
		if r.fits(quote(k.name), &k.shape, &m.Value) && k.set != nil {
			k.set(&r.policy, c, &m.Value)
		}
	}
	for i := range keys {
		if k := &keys[i]; k.in == in && k.required && v.Get(k.name) == nil {
			r.find(v.Pos, "missing-key", quote(k.name)+" is missing "+levelWords[in], "")
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
			k.set(&r.policy, c, k.def)
		}
	}
}

func (r *reader) unknown(in level, m *scan.Member) {
	if r.policy.Total >= fact.MaxFindings {
		r.policy.Total++ // nobody reads what it could be meant to be
		return
	}
	for other := range level(len(levelWords)) {
		if other != in && keyOf(other, m.Name) != nil && meant(in, m.Name) == nil {
			r.find(m.Pos, "misplaced-key", quote(m.Name)+" does not belong "+levelWords[in],
				"it belongs "+levelWords[other])
			return
		}
	}
	do := ""
	if k := meant(in, m.Name); k != nil {
		do = "did you mean " + quote(k.name) + "?"
	}
	r.find(m.Pos, "unknown-key", quote(m.Name)+" is no key "+levelWords[in], do)
}

// fits reports whether v has the shape, with a finding for everything that does not. name is how messages
// call the value.
func (r *reader) fits(name string, s *shape, v *scan.Value) bool {
	if v.Kind != s.kind {
		r.find(v.Pos, "wrong-type", name+" is "+kindWords[v.Kind]+" where "+kindWords[s.kind]+" is wanted", "")
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
	want := "at least " + fact.Itoa(s.min)
	if s.max > 0 {
		want = "from " + fact.Itoa(s.min) + " to " + fact.Itoa(s.max)
	}
	r.find(v.Pos, "out-of-range", name+" is "+fact.Itoa(v.Int)+" and must be "+want, "")
	return false
}

func (r *reader) textFits(name string, s *shape, v *scan.Value) bool {
	if s.rule != nil {
		if why := s.rule.fault(v.Text); why != "" {
			r.find(v.Pos, s.rule.kind, name+": "+quote(v.Text)+" "+why, s.rule.do)
			return false
		}
	}
	if len(s.enum) == 0 {
		return true
	}
	known := ""
	for i, e := range s.enum {
		if e == v.Text {
			return true
		}
		if i > 0 {
			known += ", "
		}
		known += e
	}
	r.find(v.Pos, "unknown-value", name+": "+quote(v.Text)+" is none of "+known, "")
	return false
}

func (r *reader) itemsFit(name string, s *shape, v *scan.Value) bool {
	n := int64(len(v.Items))
	if n < s.min {
		r.find(v.Pos, "out-of-range", name+" is empty", "")
		return false
	}
	if s.max > 0 && n > s.max {
		r.find(v.Pos, "out-of-range", name+" has "+fact.Itoa(n)+" items and may have "+fact.Itoa(s.max), "")
		return false
	}
	fit := true
	for i := range v.Items {
		item := &v.Items[i]
		if !r.fits(name+" item "+fact.Itoa(int64(i)+1), s.items, item) {
			fit = false
			continue
		}
		for k := 0; s.once && k < i; k++ {
			if v.Items[k].Kind == scan.String && v.Items[k].Text == item.Text {
				r.find(item.Pos, "duplicate-item", name+" names "+quote(item.Text)+" twice", "")
				fit = false
				break
			}
		}
	}
	return fit
}
