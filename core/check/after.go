package check

import (
	"github.com/stile-gate/stile/core/fact"
	"github.com/stile-gate/stile/core/field"
)

// after checks that every id in an after list names another check and that no check waits for itself.
func (r *reader) after() {
	for _, e := range r.entries {
		before := r.Total
		for k, id := range e.check.After {
			switch to := r.entryOf(id); to {
			case nil:
				r.Find(e.item("after", k), "unknown-check", r.closest(id), `"after" names %, which is no check of this file`, id)
			case e:
				r.Find(e.item("after", k), "after-itself", "", "the check % waits for itself", id)
			default:
				e.waits = append(e.waits, to)
			}
		}
		e.wrong = e.wrong || r.Total > before
	}
	r.cycles()
}

func (r *reader) entryOf(id string) *entry {
	for _, e := range r.entries {
		if e.check.ID == id {
			return e
		}
	}
	return nil
}

func (r *reader) closest(id string) string {
	for _, e := range r.entries {
		if c := e.check.ID; field.Near(id, c) {
			return fact.Say("did you mean %?", c)
		}
	}
	return ""
}

// cycles settles every check whose predecessors are settled; from what is left, walking from one unsettled
// predecessor to the next must meet itself, which is a cycle. It is blamed once, on its first check in the file,
// and counted as settled.
func (r *reader) cycles() {
	for {
		again := false
		var first *entry
		for _, e := range r.entries {
			switch {
			case e.settled:
			case e.waitsFor() == nil:
				e.settled, again = true, true
			case first == nil:
				first = e
			}
		}
		if again {
			continue
		}
		if first == nil {
			return
		}
		r.cycle(first)
	}
}

func (r *reader) cycle(e *entry) {
	for range r.entries { // after as many steps as there are checks the walk is on the cycle
		e = e.waitsFor()
	}
	first := e
	for o := e.waitsFor(); o != e; o = o.waitsFor() {
		if o.place < first.place {
			first = o
		}
	}
	const most = 6
	way := fact.Quote(first.check.ID)
	e = first.waitsFor()
	for steps := 1; ; steps++ {
		next := e.waitsFor()
		if steps <= most || e == first {
			way = fact.Say("$ → %", way, e.check.ID)
		} else if steps == most+1 {
			way += " → …"
		}
		e.wrong, e.settled = true, true
		if e == first {
			break
		}
		e = next
	}
	r.Find(first.value.Get("after").Pos, "after-cycle", "take one after out",
		"checks wait for one another in a circle: $", way)
}

// waitsFor returns the first unsettled check that e waits for, nil when all are settled.
func (e *entry) waitsFor() *entry {
	for _, o := range e.waits {
		if !o.settled {
			return o
		}
	}
	return nil
}
