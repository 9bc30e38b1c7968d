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
	p := &r.policy
	format.Defaults(topLevel, nil, p.move)
	format.Defaults(hookLevel, nil, p.move)
	r.file()
	r.place()
	p.Findings, p.Total = r.Findings, r.Total
	return p.json()
}

func (r *reader) file() {
	v := r.File()
	if v == nil {
		return
	}
	r.Object(topLevel, v, r.policy.move)
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
		r.Object(hookLevel, hook, r.policy.move)
	}
}

// store keeps what stands in a check: two members are not kept as they are written there.
func (c *Check) store(m *fact.Mover) {
	c.move(m)
	report, timeout := "", ""
	if m.Text("report", &report); report != "" {
		c.Format, c.Glob, _ = fact.Cut(report, ":")
	}
	if m.Text("timeout", &timeout); timeout != "" {
		c.Timeout, _ = parseDuration(timeout)
	}
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
		r.Object(checkLevel, v, c.store)
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
