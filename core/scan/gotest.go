package scan

import (
	"strings"

	"github.com/stile-gate/stile/core/fact"
)

// What go test -json prints (go doc cmd/test2json and go help buildjson, Go 1.26.8, read and run 2026-11-30):
// one event a line, between lines of the go command itself. The last event of a package is pass, fail or skip
// without Test; a test that panicked or was ended may have no last event; a build has build-output and, when
// it failed, build-fail under its ImportPath, which the package's fail names again in FailedBuild. Fields and
// actions that are not listed there, such as attr, decide nothing.
var eventFields = []string{"Action", "Package", "Test", "Output", "ImportPath", "FailedBuild"}

// A goEvent is one line that could be read.
type goEvent struct{ action, pkg, test, output, build, failedBuild string }

var goActions = []struct {
	action string
	on     func(g *goReport, e *goEvent)
}{
	{"output", (*goReport).output},
	{"run", (*goReport).run},
	{"pass", (*goReport).pass},
	{"skip", (*goReport).skip},
	{"fail", (*goReport).fail},
	{"start", (*goReport).start},
	{"pause", nil},
	{"cont", nil},
	{"bench", (*goReport).pass},
	{"attr", nil},
	{"artifacts", nil},
	{"build-output", (*goReport).buildOutput},
	{"build-fail", (*goReport).buildFail},
}

// readGoTest folds one chunk into the report.
func readGoTest(r *Report, chunk string, last bool) {
	g := newGoReport(r)
	for chunk != "" {
		line, ended := nextLine(&chunk)
		if fact.TrimSpace(line) == "" {
			continue
		}
		for rest := ""; line != ""; line = rest {
			var ok bool
			if rest, ok = g.line(line); !ok {
				r.Noise++
				g.torn = g.torn || last && !ended && rest == "" && line[0] == '{'
			}
		}
	}
	if last {
		g.finish()
	} else {
		g.hold()
	}
}

// goBegins are what events begin with.
var goBegins = []string{`{"Time":"`, `{"Action":"`, `{"ImportPath":"`}

// line folds one line in; ok is false when it is no event. What stands behind an event is a line of its own: two writers
// of one pipe can put two on one.
func (g *goReport) line(line string) (rest string, ok bool) {
	i := strings.IndexByte(line, '{')
	if i < 0 || i > byteOrderMark(line) {
		return "", false
	}
	read := g.fields.read(line)
	if err := g.fields.err; !read && err.Kind == TrailingBytes {
		line, rest = line[:err.Offset], line[err.Offset:]
		read = g.fields.read(line)
	}
	if !read {
		// It is lost, and may have been the one that says failed.
		if err := g.fields.err; beginsWith(line[i:], goBegins) {
			g.r.lose(err.Kind)
		}
		return rest, false
	}
	return rest, len(g.fields.variants) == 0 && g.event()
}

// event folds in what was read; false when it is no event.
func (g *goReport) event() bool {
	var e goEvent
	into := [...]*string{&e.action, &e.pkg, &e.test, &e.output, &e.build, &e.failedBuild}
	for i := range g.fields.fields {
		switch f := &g.fields.fields[i]; {
		case f.State == FieldAbsent:
		case f.State == FieldPresent && f.Value.Kind == String:
			*into[i] = f.Value.Text
		case i != 3: // an unreadable output line takes no result away
			return false
		}
	}
	for i := range goActions {
		if a := &goActions[i]; a.action == e.action {
			g.events = true
			if a.on != nil {
				e.pkg, e.test = keep(e.pkg), keep(e.test)
				e.build, e.failedBuild = keep(e.build), keep(e.failedBuild)
				if a.on(g, &e); e.failedBuild != "" && e.action != "fail" {
					g.addBuild(e.failedBuild)
				}
			}
			return true
		}
	}
	return false
}

func (g *goReport) start(e *goEvent) { g.open(&g.packages, e.pkg) }

func (g *goReport) run(e *goEvent) {
	p := g.open(&g.packages, e.pkg)
	if p == nil || e.test == "" {
		return
	}
	if t := p.tests.get(e.test); t != nil {
		t.text.clear(g)
		t.said = saidNothing
		return
	}
	if o := g.open(&p.tests, e.test); o != nil {
		for t := p.tests.parent(e.test); t != nil; t = p.tests.parent(t.name) {
			t.inner++
		}
		p.tests.place(o)
	}
}

func (g *goReport) output(e *goEvent) {
	p := g.open(&g.packages, e.pkg)
	if p == nil {
		return
	}
	if e.test != "" {
		g.hear(p, e.output)
		// Output of a test that is not open, such as one whose run event could not be read, has no case to go to.
		if t := p.tests.get(e.test); t != nil {
			t.text.add(g, e.pkg, e.output)
		}
		return
	}
	if strings.HasPrefix(e.output, "ok  \t"+e.pkg+"\t(cached)") {
		p.cached = true
	}
	p.text.add(g, e.pkg, e.output)
}

func (g *goReport) pass(e *goEvent) { g.end(e, CasePassed, &g.r.Passed) }
func (g *goReport) skip(e *goEvent) { g.end(e, CaseSkipped, &g.r.Skipped) }

// end closes a test or package that did not fail.
func (g *goReport) end(e *goEvent, outcome string, count *int64) {
	p := g.open(&g.packages, e.pkg)
	if e.test != "" {
		*count++
		g.r.note(e.pkg, e.test, outcome)
		if p != nil {
			p.ran = true
			g.endTest(p, e.test, outcome, count)
		}
		return
	}
	if p == nil {
		return
	}
	g.settle(p, e.action == "pass")
	if p.cached && p.ran && e.action == "pass" {
		g.r.Cached++
	}
	if p.tests.live > 0 {
		g.r.stop(whyNoResult)
	}
	g.drop(&g.packages, p)
}

func (g *goReport) endTest(p *goOpen, name, outcome string, count *int64) {
	if t := p.tests.get(name); t != nil && t.inner > 0 {
		// A subtest without an end event has its parent's: a failed one would have failed the parent. Output
		// without a newline at its end can swallow such an event.
		for _, c := range t.inside() {
			*count++
			g.r.note(p.name, c.name, outcome)
			g.dropTest(p, c.name)
		}
	}
	g.dropTest(p, name)
}

func (g *goReport) fail(e *goEvent) {
	p := g.open(&g.packages, e.pkg)
	if e.test == "" {
		if p == nil {
			g.r.note("", e.pkg, CaseFailed)
			g.r.addCase(&Case{Name: e.pkg})
			return
		}
		g.settle(p, false)
		g.failPackage(e, p)
		g.drop(&g.packages, p)
		return
	}
	g.r.note(e.pkg, e.test, CaseFailed)
	c := &Case{Name: goName(e.pkg, e.test)}
	if p == nil {
		g.r.addCase(c)
		return
	}
	p.ran, p.failed = true, true
	t := p.tests.get(e.test)
	if t != nil {
		t.text.into(c)
	}
	if t != nil && t.childFailed && !t.text.own() {
		g.r.Failed++ // the subtest is named instead
	} else {
		g.r.addCase(c)
	}
	for t = p.tests.parent(e.test); t != nil; t = p.tests.parent(t.name) {
		t.childFailed = true
	}
	g.dropTest(p, e.test)
}

// failPackage names what failed a package besides the tests that said so themselves.
func (g *goReport) failPackage(e *goEvent, p *goOpen) {
	if e.failedBuild != "" {
		g.addBuild(e.failedBuild)
	}
	// The test that panicked has the text, those that merely waited have none: it comes first.
	for _, spoke := range [...]bool{true, false} {
		for _, t := range p.tests.list {
			if t.closed || t.text.own() != spoke {
				continue
			}
			if !spoke && (t.inner > 0 || t.childFailed) {
				g.r.Failed++
				continue
			}
			c := &Case{Name: goName(e.pkg, t.name)}
			if t.text.into(c); len(c.Text) == 0 {
				p.text.into(c)
			}
			c.Text = append([]string{"no result"}, c.Text...)
			g.r.addCase(c)
		}
	}
	if e.failedBuild == "" && !p.failed && p.tests.live == 0 {
		c := &Case{Name: e.pkg}
		p.text.into(c)
		g.r.note("", e.pkg, CaseFailed)
		g.r.addCase(c)
	}
}

func goName(pkg, test string) string {
	if pkg == "" {
		return test
	}
	return pkg + "." + test
}

func (g *goReport) buildOutput(e *goEvent) {
	if b := g.open(&g.builds, e.build); b != nil {
		b.text.addBuild(g, e.output)
	}
}

func (g *goReport) buildFail(e *goEvent) { g.addBuild(e.build) }

// addBuild lists a failed build. The package and its test variant, "p" and "p [p.test]", are one.
func (g *goReport) addBuild(path string) {
	c := &Case{Name: path}
	if i := fact.Index(path, " ["); i >= 0 {
		c.Name = path[:i]
	}
	if b := g.builds.get(path); b != nil {
		b.text.into(c)
		g.drop(&g.builds, b)
	}
	g.r.addBuild(c)
}

func (g *goReport) finish() {
	switch {
	case g.torn, g.packages.live > 0:
		g.r.stop(whyCut)
	case !g.events:
		g.r.stop(Empty)
	}
	for _, p := range g.packages.list {
		if !p.closed {
			g.drop(&g.packages, p)
		}
	}
}
