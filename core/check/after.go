package check

// after checks that every id in an after list names another check and that no check waits for itself.
func (r *reader) after() {
	next := make([][]int, len(r.entries)) // the places that an entry waits for
	for i := range r.entries {
		e := &r.entries[i]
		for k, id := range e.check.After {
			at := e.value.Get("after").Items[k].Pos
			switch to := r.entryOf(id); {
			case to < 0:
				r.blame(e, at, "unknown-check", `"after" names `+quote(id)+", which is no check of this file", r.closest(id))
			case to == i:
				r.blame(e, at, "after-itself", "the check "+quote(id)+" waits for itself", "")
			default:
				next[i] = append(next[i], to)
			}
		}
	}
	r.cycles(next)
}

func (r *reader) blame(e *entry, at int, kind, message, do string) {
	e.found++
	r.find(at, kind, message, do)
}

func (r *reader) entryOf(id string) int {
	for i := range r.entries {
		if r.entries[i].check.ID == id {
			return i
		}
	}
	return -1
}

func (r *reader) closest(id string) string {
	if len(id) > maxNear {
		return ""
	}
	for i := range r.entries {
		if c := r.entries[i].check.ID; c != "" && len(c) <= maxNear && len(c) > 2 && distance(id, c) <= 2 {
			return "did you mean " + quote(c) + "?"
		}
	}
	return ""
}

// cycles settles every check whose predecessors are settled; from what is left, walking from one unsettled
// predecessor to the next must meet itself, which is a cycle. It is blamed once, on its first check in the file,
// and counted as settled.
func (r *reader) cycles(next [][]int) {
	settled := make([]bool, len(next))
	for {
		first := -1
		for again := true; again; {
			again, first = false, -1
			for i := range next {
				switch {
				case settled[i]:
				case unsettled(next[i], settled) < 0:
					settled[i], again = true, true
				case first < 0:
					first = i
				}
			}
		}
		if first < 0 {
			return
		}
		r.cycle(first, next, settled)
	}
}

func (r *reader) cycle(at int, next [][]int, settled []bool) {
	for range next { // after as many steps as there are checks the walk is on the cycle
		at = unsettled(next[at], settled)
	}
	from := at
	for i := unsettled(next[at], settled); i != at; i = unsettled(next[i], settled) {
		from = min(from, i)
	}
	const most = 6
	way, steps := quote(r.entries[from].check.ID), 0
	onCycle := []int{from}
	for i := unsettled(next[from], settled); ; i = unsettled(next[i], settled) {
		if steps++; steps <= most || i == from {
			way += " → " + quote(r.entries[i].check.ID)
		} else if steps == most+1 {
			way += " → …"
		}
		if i == from {
			break
		}
		onCycle = append(onCycle, i)
	}
	e := &r.entries[from]
	r.find(e.value.Get("after").Pos, "after-cycle", "checks wait for one another in a circle: "+way, "take one after out")
	for _, i := range onCycle {
		r.entries[i].found++
		settled[i] = true
	}
}

// unsettled returns the first of list that is not settled, -1 when all are.
func unsettled(list []int, settled []bool) int {
	for _, i := range list {
		if !settled[i] {
			return i
		}
	}
	return -1
}
