package scan

import (
	"strings"

	"github.com/stile-gate/stile/core/fact"
)

// A goReport is what the reading of a go test -json stream holds: what has begun and not ended. Cases that
// passed are only counted, so that its size has nothing to do with the length of the stream.
type goReport struct {
	r        *Report
	fields   *fieldReader // of one line after another
	packages goTable
	builds   goTable // by ImportPath
	events   bool    // some line was an event
	torn     bool    // the last line broke off
	live     int     // open packages, tests and builds
	size     int     // bytes of their names and texts
}

// A goOpen is an open package, test or build. One type for the three, since a table of each would be compiled
// for each.
type goOpen struct {
	name   string
	closed bool
	text   goText

	tests               goTable // package
	ran, failed, cached bool

	inner       int64     // test: open subtests, at any depth
	within      []*goOpen // test: what began right in it; some of it has ended
	childFailed bool
	said        goSaid // test: by its output
}

// A goTable holds what is open, in the order in which it began. It is the only thing of the core that is looked
// up by name among many, and maps cost a module more than this.
type goTable struct {
	list []*goOpen
	live int

	// index holds one entry a name in sorted runs, as long as the powers of two that make up its length, the
	// longest first: each entry is merged into a longer run no more often than there are such powers.
	index []*goOpen
	last  *goOpen // the answer before: events of one test come one after another
}

// slot returns where in the index the name stands, -1 for nowhere.
func (t *goTable) slot(name string) int {
	for from := 0; from < len(t.index); {
		run := 1
		for run <= (len(t.index)-from)/2 {
			run *= 2
		}
		lo, hi := from, from+run
		for lo < hi {
			if m := (lo + hi) / 2; t.index[m].name < name {
				lo = m + 1
			} else {
				hi = m
			}
		}
		if from += run; lo < from && t.index[lo].name == name {
			return lo
		}
	}
	return -1
}

// get returns the open entry of this name, nil where there is none.
func (t *goTable) get(name string) *goOpen {
	if t.last == nil || t.last.closed || t.last.name != name {
		i := t.slot(name)
		if i < 0 || t.index[i].closed {
			return nil
		}
		t.last = t.index[i]
	}
	return t.last
}

// add takes in a new entry.
func (t *goTable) add(o *goOpen) {
	if len(t.list) >= 2*t.live+32 {
		t.compact()
	}
	t.list = append(t.list, o)
	t.live++
	t.enter(o)
}

func (t *goTable) enter(o *goOpen) {
	if i := t.slot(o.name); i >= 0 {
		t.index[i] = o
		return
	}
	t.index = append(t.index, o)
	n := len(t.index)
	for size := 1; n&size == 0; size *= 2 {
		out := t.index[n-2*size:]
		left := append([]*goOpen(nil), out[:size]...)
		for i, j, k := 0, size, 0; i < size; k++ {
			if j == len(out) || left[i].name < out[j].name {
				out[k] = left[i]
				i++
			} else {
				out[k] = out[j]
				j++
			}
		}
	}
}

// compact forgets what was closed.
func (t *goTable) compact() {
	list := t.list
	t.list, t.index = t.list[:0], t.index[:0]
	for _, o := range list {
		if !o.closed {
			t.list = append(t.list, o)
			t.enter(o)
		}
	}
	clear(list[len(t.list):])
}

// open returns the entry of this name, a new one where there is none; nil when no more may be held.
func (g *goReport) open(t *goTable, name string) *goOpen {
	o := t.get(name)
	if o != nil {
		return o
	}
	if g.live >= fact.MaxOpenCases || g.size+len(name) > fact.MaxHeld {
		g.r.stop(whyOpen)
		return nil
	}
	o = &goOpen{name: name}
	t.add(o)
	g.live++
	g.size += len(name)
	return o
}

// drop closes an entry with all that is open in it.
func (g *goReport) drop(t *goTable, o *goOpen) {
	for _, test := range o.tests.list {
		if !test.closed {
			g.r.note(o.name, test.name, CaseNoResult)
			g.drop(&o.tests, test) // tests hold none themselves: a subtest stands beside its parent
		}
	}
	o.text.clear(g)
	*o = goOpen{name: o.name, closed: true}
	t.live--
	g.live--
	g.size -= len(o.name)
}

// maxSlashes is how many parts from its end a subtest's name is looked at for an open parent: each costs a search.
const maxSlashes = 64

// parent returns the next open test that name is a subtest of, nil for none. A subtest's own name may hold slashes.
func (t *goTable) parent(name string) *goOpen {
	i := strings.LastIndexByte(name, '/')
	for n := 0; i > 0 && n < maxSlashes; n++ {
		if o := t.get(name[:i]); o != nil {
			return o
		}
		i = strings.LastIndexByte(name[:i], '/')
	}
	return nil
}

// place puts an open test into the one that it began in.
func (t *goTable) place(o *goOpen) {
	if near := t.parent(o.name); near != nil {
		near.hold(o)
	}
}

// hold puts a test that began among what began in o, and forgets what has ended there before that outweighs the rest.
func (o *goOpen) hold(inner *goOpen) {
	if len(o.within) >= 2*int(o.inner)+32 {
		open := o.within[:0]
		for _, t := range o.within {
			if !t.closed {
				open = append(open, t)
			}
		}
		o.within = open
	}
	o.within = append(o.within, inner)
}

// inside lists the open tests that began in o, at any depth.
func (o *goOpen) inside() []*goOpen {
	var list []*goOpen
	for i := -1; i < len(list); i++ {
		in := o.within
		if i >= 0 {
			in = list[i].within
		}
		for _, t := range in {
			if !t.closed {
				list = append(list, t)
			}
		}
	}
	return list
}

func (g *goReport) dropTest(p *goOpen, name string) {
	t := p.tests.get(name)
	if t == nil {
		return
	}
	g.drop(&p.tests, t)
	for t = p.tests.parent(name); t != nil; t = p.tests.parent(t.name) {
		t.inner = max(0, t.inner-1)
	}
}

// newGoReport takes up what the chunks before left open.
func newGoReport(r *Report) *goReport {
	g := &goReport{r: r, fields: newFieldReader(eventFields)}
	if r.held == "" {
		return g
	}
	h := holder{in: r.held, reading: true}
	r.held = ""
	g.move(&h)
	if h.bad || h.in != "" {
		r.stop(whyState)
		*g = goReport{r: r, fields: g.fields}
	}
	return g
}

func (g *goReport) hold() {
	var h holder
	g.move(&h)
	g.r.held = string(h.out)
}

func (g *goReport) move(h *holder) {
	h.bool(&g.events)
	g.moveTable(h, &g.packages, movePackage)
	g.moveTable(h, &g.builds, moveBuild)
}

// A goMove says of what kind the entries of a table are.
type goMove byte

const (
	movePackage goMove = iota
	moveTest
	moveBuild
)

func (g *goReport) moveTable(h *holder, t *goTable, kind goMove) {
	n := h.count(t.live)
	if !h.reading {
		for _, o := range t.list {
			if !o.closed {
				h.string(&o.name)
				g.moveOpen(h, o, kind)
			}
		}
		return
	}
	for range n {
		var name string
		h.string(&name)
		o := g.open(t, name)
		if h.bad || o == nil {
			h.bad = true
			return
		}
		g.moveOpen(h, o, kind)
		if kind == moveTest {
			t.place(o)
		}
	}
}

func (g *goReport) moveOpen(h *holder, o *goOpen, kind goMove) {
	switch kind {
	case movePackage:
		h.bool(&o.ran)
		h.bool(&o.failed)
		h.bool(&o.cached)
	case moveTest:
		h.int(&o.inner)
		h.bool(&o.childFailed)
		h.int((*int64)(&o.said))
	}
	o.text.move(h, g)
	if kind == movePackage {
		g.moveTable(h, &o.tests, moveTest)
	}
}
