package scan

import (
	"strings"

	"github.com/stile-gate/stile/core/fact"
)

// A goReport is what the reading of a go test -json stream holds: what has begun and not ended. Cases that
// passed are only counted, so that its size has nothing to do with the length of the stream.
type goReport struct {
	r        *Report
	packages goTable[goPackage]
	builds   goTable[goText] // by ImportPath
	events   bool            // some line was an event
	torn     bool            // the last line broke off
	live     int             // open packages, tests and builds
	size     int             // bytes of their names and texts
}

type goPackage struct {
	tests               goTable[goTest]
	ran, failed, cached bool
	text                goText
}

type goTest struct {
	inner       int64 // open subtests, at any depth
	childFailed bool
	text        goText
}

// A goTable holds what is open, in the order in which it began.
type goTable[T any] struct {
	list  []goEntry[T]
	index map[string]int
	live  int
}

type goEntry[T any] struct {
	name   string
	closed bool
	value  T
}

func (t *goTable[T]) get(name string) *T {
	if i, ok := t.index[name]; ok {
		return &t.list[i].value
	}
	return nil
}

// open returns the entry of this name, a new one where there is none; nil when no more may be held. It is
// valid until the next open.
func (t *goTable[T]) open(g *goReport, name string) *T {
	if v := t.get(name); v != nil {
		return v
	}
	if g.live >= fact.MaxOpenCases || g.size+len(name) > fact.MaxHeld {
		g.r.stop(whyOpen)
		return nil
	}
	if len(t.list) >= 2*t.live+32 {
		t.compact()
	}
	if t.index == nil {
		t.index = map[string]int{}
	}
	t.index[name] = len(t.list)
	t.list = append(t.list, goEntry[T]{name: name})
	t.live++
	g.live++
	g.size += len(name)
	return &t.list[len(t.list)-1].value
}

func (t *goTable[T]) close(g *goReport, name string) {
	i, ok := t.index[name]
	if !ok {
		return
	}
	delete(t.index, name)
	t.list[i] = goEntry[T]{name: name, closed: true}
	t.live--
	g.live--
	g.size -= len(name)
}

func (t *goTable[T]) compact() {
	n := 0
	for i := range t.list {
		if !t.list[i].closed {
			t.list[n] = t.list[i]
			t.index[t.list[n].name] = n
			n++
		}
	}
	clear(t.list[n:])
	t.list = t.list[:n]
}

// eachParent visits the open tests that name is a subtest of. A subtest's own name may hold slashes.
func (p *goPackage) eachParent(name string, visit func(*goTest)) {
	for i := strings.LastIndexByte(name, '/'); i > 0; i = strings.LastIndexByte(name[:i], '/') {
		if t := p.tests.get(name[:i]); t != nil {
			visit(t)
		}
	}
}

func (g *goReport) dropTest(p *goPackage, name string) {
	t := p.tests.get(name)
	if t == nil {
		return
	}
	t.text.clear(g)
	p.tests.close(g, name)
	p.eachParent(name, func(t *goTest) { t.inner = max(0, t.inner-1) })
}

func (g *goReport) dropPackage(name string) {
	p := g.packages.get(name)
	if p == nil {
		return
	}
	for i := range p.tests.list {
		if t := &p.tests.list[i]; !t.closed {
			t.value.text.clear(g)
			p.tests.close(g, t.name)
		}
	}
	p.text.clear(g)
	g.packages.close(g, name)
}

func (g *goReport) dropBuild(path string) {
	if b := g.builds.get(path); b != nil {
		b.clear(g)
		g.builds.close(g, path)
	}
}

// newGoReport takes up what the chunks before left open.
func newGoReport(r *Report) *goReport {
	g := &goReport{r: r}
	if r.held == "" {
		return g
	}
	h := holder{in: r.held, reading: true}
	r.held = ""
	g.move(&h)
	if h.bad || h.in != "" {
		r.stop(whyState)
		return &goReport{r: r}
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
	moveTable(h, g, &g.packages, func(p *goPackage) {
		h.bool(&p.ran)
		h.bool(&p.failed)
		h.bool(&p.cached)
		p.text.move(h, g)
		moveTable(h, g, &p.tests, func(t *goTest) {
			h.int(&t.inner)
			h.bool(&t.childFailed)
			t.text.move(h, g)
		})
	})
	moveTable(h, g, &g.builds, func(b *goText) { b.move(h, g) })
}

func moveTable[T any](h *holder, g *goReport, t *goTable[T], move func(*T)) {
	n := h.count(t.live)
	if !h.reading {
		for i := range t.list {
			if e := &t.list[i]; !e.closed {
				h.string(&e.name)
				move(&e.value)
			}
		}
		return
	}
	for range n {
		var name string
		h.string(&name)
		v := t.open(g, name)
		if h.bad || v == nil {
			h.bad = true
			return
		}
		move(v)
	}
}
