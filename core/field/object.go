package field

import (
	"github.com/stile-gate/stile/core/fact"
	"github.com/stile-gate/stile/core/scan"
)

// KindWords name what a value is, or was to be.
var KindWords = [...]string{scan.Null: "null", scan.Bool: "true or false", scan.Int: "a whole number",
	scan.Number: "a number that is no whole one of 64 bits", scan.String: "a string", scan.Array: "an array",
	scan.Object: "an object"}

// A Store moves the members of what an object is kept in; they have the names of keys. Values that have the shape of
// their key are set by it.
type Store func(m *fact.Mover)

func (store Store) set(k *Key, v *scan.Value) {
	var list []string
	for i := range v.Items {
		fact.Push(&list, v.Items[i].Text)
	}
	store(fact.Setting(k.Name, v.Text, list, v.Int))
}

// Object checks the members of one object against the keys of its level, and stores those that fit and what absent
// ones mean.
func (r *Reader) Object(in Level, v *scan.Value, store Store) {
	f := r.Format
	for i := range v.Members {
		m := &v.Members[i]
		k := f.Key(in, m.Name)
		if k == nil {
			r.unknown(in, m)
			continue
		}
		if k.Needs != "" && v.Get(k.Needs) == nil {
			r.Find(m.Pos, "missing-key", fact.Say("add % or take % out", k.Needs, k.Name),
				"% says nothing without %", k.Name, k.Needs)
			continue
		}
		if r.Fits(fact.Quote(k.Name), &k.Shape, &m.Value) {
			store.set(k, &m.Value)
		}
	}
	for i := range f.Keys {
		if k := &f.Keys[i]; k.In == in && k.Required && v.Get(k.Name) == nil {
			r.Find(v.Pos, "missing-key", "", "% is missing $", k.Name, f.Levels[in])
		}
	}
	f.Defaults(in, v, store)
}

// Defaults stores what absent keys of the level mean; v nil is an object without any member.
func (f *Format) Defaults(in Level, v *scan.Value, store Store) {
	for i := range f.Keys {
		k := &f.Keys[i]
		if k.In == in && k.Def != nil && v.Get(k.Name) == nil && (k.Needs == "" || v.Get(k.Needs) != nil) {
			store.set(k, k.Def)
		}
	}
}

func (r *Reader) unknown(in Level, m *scan.Member) {
	if r.Total >= fact.MaxFindings {
		r.Total++ // nobody reads what it could be meant to be
		return
	}
	f := r.Format
	near := f.Meant(in, m.Name)
	for other := range Level(len(f.Levels)) {
		if other != in && near == nil && f.Key(other, m.Name) != nil {
			r.Find(m.Pos, "misplaced-key", "it belongs "+f.Levels[other],
				"% does not belong $", m.Name, f.Levels[in])
			return
		}
	}
	do := ""
	if near != nil {
		do = fact.Say("did you mean %?", near.Name)
	}
	r.Find(m.Pos, "unknown-key", do, "% is no key $", m.Name, f.Levels[in])
}

// Fits reports whether v has the shape, with a finding for everything that does not. name is how messages
// call the value.
func (r *Reader) Fits(name string, s *Shape, v *scan.Value) bool {
	want := KindWords[s.Kind]
	if v.Kind != s.Kind && s.Or != nil {
		s = s.Or
		want = fact.Say("$ or $", want, KindWords[s.Kind])
	}
	if v.Kind != s.Kind {
		r.Find(v.Pos, "wrong-type", "", "$ is $ where $ is wanted", name, KindWords[v.Kind], want)
		return false
	}
	switch s.Kind {
	case scan.Int:
		return r.inRange(name, s, v)
	case scan.String:
		return r.textFits(name, s, v)
	case scan.Array:
		return r.itemsFit(name, s, v)
	}
	return true
}

func (r *Reader) inRange(name string, s *Shape, v *scan.Value) bool {
	least, most := int64(s.Min), int64(s.Max)
	if v.Int >= least && (most == 0 || v.Int <= most) {
		return true
	}
	want := "$ is $ and must be at least $"
	if most > 0 {
		want = "$ is $ and must be from $ to $"
	}
	r.Find(v.Pos, "out-of-range", "", want, name, fact.Itoa(v.Int), fact.Itoa(least), fact.Itoa(most))
	return false
}

func (r *Reader) textFits(name string, s *Shape, v *scan.Value) bool {
	if s.Rule != nil {
		if why := s.Rule.Fault(v.Text); why != "" {
			r.Find(v.Pos, s.Rule.Kind, s.Rule.Do, "$: % $", name, v.Text, why)
			return false
		}
	}
	if s.Enum == nil || fact.Has(s.Enum, v.Text) {
		return true
	}
	r.Find(v.Pos, "unknown-value", "", "$: % is none of $", name, v.Text, new(fact.Text).Join(s.Enum, ", ").String())
	return false
}

func (r *Reader) itemsFit(name string, s *Shape, v *scan.Value) bool {
	n, most := int64(len(v.Items)), int64(s.Max)
	if n < int64(s.Min) {
		r.Find(v.Pos, "out-of-range", "", "$ is empty", name)
		return false
	}
	if most > 0 && n > most {
		r.Find(v.Pos, "out-of-range", "", "$ has $ items and may have $", name, fact.Itoa(n), fact.Itoa(most))
		return false
	}
	fit := true
	for i := range v.Items {
		item := &v.Items[i]
		if !r.Fits(fact.Say("$ item $", name, fact.Itoa(int64(i)+1)), s.Items, item) {
			fit = false
			continue
		}
		for k := 0; s.Once && k < i; k++ {
			if v.Items[k].Kind == scan.String && v.Items[k].Text == item.Text {
				r.Find(item.Pos, "duplicate-item", "", "$ names % twice", name, item.Text)
				fit = false
				break
			}
		}
	}
	return fit
}
