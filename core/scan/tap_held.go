package scan

import "github.com/stile-gate/stile/core/fact"

// newTAP takes up what the chunks before left open.
func newTAP(r *Report) *tapReport {
	t := &tapReport{r: r, ends: tapEndsOf(r.Wanted)}
	t.reset()
	if r.held == "" {
		return t
	}
	h := holder{in: r.held, reading: true}
	r.held = ""
	t.move(&h)
	if h.bad || h.in != "" || !t.sane() {
		r.stop(whyState)
		t.reset()
	}
	return t
}

func (t *tapReport) hold() {
	var h holder
	t.move(&h)
	t.r.held = string(h.out)
}

// sane says that what was held can be indexed: an answer may have been made by hand.
func (t *tapReport) sane() bool {
	for _, l := range t.levels {
		for _, m := range l.marks {
			if m.name < 0 || m.name >= int64(len(t.r.Wanted)) || m.rank < 0 || m.rank >= int64(len(caseOutcomes)) {
				return false
			}
			if m.rest < 0 || m.rest > int64(len(t.r.Wanted[m.name].Name)) {
				return false
			}
		}
	}
	if t.last < 0 || !t.listed {
		return true
	}
	return t.last < int64(len(t.levels)) && len(t.levels[t.last].cases) > 0
}

func (t *tapReport) move(h *holder) {
	h.bool(&t.begun)
	h.bool(&t.bailed)
	h.bool(&t.prove)
	h.bool(&t.file)
	h.int(&t.last)
	h.bool(&t.listed)
	h.bool(&t.fresh)
	h.int(&t.yaml.indent)
	h.int(&t.yaml.base)
	h.int((*int64)(&t.yaml.use))
	n := h.count(len(t.levels))
	if h.reading {
		if n > fact.MaxDepth {
			h.bad = true
			return
		}
		for range n {
			t.levels = append(t.levels, &tapLevel{})
		}
	}
	for _, l := range t.levels {
		h.int(&l.plan)
		h.int(&l.count)
		h.int(&l.passed)
		h.int(&l.failed)
		h.int(&l.skipped)
		h.cases(&l.cases)
		h.int(&l.more)
		h.string(&l.pending)
		if len(t.r.Wanted) > 0 {
			l.move(h)
		}
	}
}

// move moves the marks of a level.
func (l *tapLevel) move(h *holder) {
	if !h.reading {
		l.settle()
	}
	n := h.count(len(l.marks))
	if h.reading {
		l.marks, l.apart = make([]tapMark, n), n
	}
	for i := range l.marks {
		h.int(&l.marks[i].name)
		h.int(&l.marks[i].rest)
		h.int(&l.marks[i].rank)
	}
}
