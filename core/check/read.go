package check

import (
	"github.com/stile-gate/stile/core/fact"
	"github.com/stile-gate/stile/core/field"
	"github.com/stile-gate/stile/core/scan"
)

// reader gathers what one stile.json says. Checks carry byte offsets in Col until they are placed, as findings do.
type reader struct {
	field.Reader
	policy  Policy
	entries []*entry
}

// An entry is one element of checks: place is its index in policy.Checks, it is wrong when it has a finding, waits
// are the checks that it comes after, and it is settled when no cycle through it is left to find.
type entry struct {
	check   *Check
	place   int
	value   *scan.Value
	wrong   bool
	waits   []*entry
	settled bool
}

// item is the offset of an item of the list that the check has under this key.
func (e *entry) item(key string, i int) int { return e.value.Get(key).Items[i].Pos }

// Read is the answer of Read("stile.json", path, src): the canonical JSON of the policy, with a finding for
// everything in it that cannot be understood. path is root-relative and names the file in findings.
func Read(path string, src []byte) []byte {
	r := reader{Reader: field.Reader{Format: &format, Path: path, Src: src}}
	format.Defaults(topLevel, nil, r.store(nil))
	format.Defaults(hookLevel, nil, r.store(nil))
	r.file()
	p := &r.policy
	r.place()
	p.Findings, p.Total = r.Findings, r.Total
	return p.json()
}

func (r *reader) file() {
	v := r.File()
	if v == nil {
		return
	}
	r.Object(topLevel, v, r.store(nil))
	if list := v.Get("checks"); list != nil && list.Kind == scan.Array {
		r.checks(list)
	}
	if list := v.Get("tables"); list != nil && list.Kind == scan.Array {
		r.tables(list)
	}
	if list := v.Get("rules"); list != nil && list.Kind == scan.Array {
		r.packs(list)
	}
	if hook := v.Get("hook"); hook != nil && hook.Kind == scan.Object {
		r.Object(hookLevel, hook, r.store(nil))
	}
}

// store keeps what stands at the top of the file and in hook; and in a check, where c is one.
func (r *reader) store(c *Check) field.Store {
	return func(k *field.Key, v *scan.Value) {
		if c != nil {
			c.store(k.Name, v)
			return
		}
		switch k.Name {
		case "blocks":
			r.policy.Blocks = v.Int
		case "require":
			r.policy.Require = v.Text
		case "adrs":
			r.policy.ADRs = texts(v)
		}
	}
}

func (c *Check) store(name string, v *scan.Value) {
	switch name {
	case "id":
		c.ID = v.Text
	case "run":
		c.Run = texts(v)
	case "report":
		c.Format, c.Glob, _ = fact.Cut(v.Text, ":")
	case "min":
		c.Min = v.Int
	case "when":
		c.When = texts(v)
	case "at":
		c.At = v.Text
	case "after":
		c.After = texts(v)
	case "timeout":
		c.Timeout, _ = parseDuration(v.Text)
	case "cwd":
		c.Cwd = v.Text
	case "env":
		c.Env = texts(v)
	case "outputs":
		c.Outputs = texts(v)
	}
}

// texts returns the items of an array of strings, nil when it is empty.
func texts(v *scan.Value) (list []string) {
	for i := range v.Items {
		fact.Push(&list, v.Items[i].Text)
	}
	return list
}

func (r *reader) checks(list *scan.Value) {
	all := make([]Check, min(len(list.Items), fact.MaxChecks))
	for i := range all {
		v := &list.Items[i]
		if v.Kind != scan.Object {
			continue
		}
		c := &all[i]
		e := &entry{check: c, place: i, value: v}
		before := r.Total
		r.Object(checkLevel, v, r.store(c))
		c.Col = int64(v.Pos)
		r.lint(e)
		r.unique(e)
		e.wrong = r.Total > before
		r.entries = append(r.entries, e)
	}
	r.after()
	for _, e := range r.entries {
		if !e.wrong {
			// As a slice, since that moves a large element in one piece.
			r.policy.Checks = append(r.policy.Checks, all[e.place:e.place+1]...)
		}
	}
}

func (r *reader) unique(e *entry) {
	id := e.check.ID
	if id == "" {
		return
	}
	for i, o := range r.entries {
		if o.check.ID == id {
			r.Find(e.value.Get("id").Pos, "duplicate-id", "give each check an id of its own",
				"the id % is already that of check $ of the list", id, fact.Itoa(int64(i)+1))
			return
		}
	}
}
