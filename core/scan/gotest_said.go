package scan

import (
	"strings"

	"github.com/stile-gate/stile/core/fact"
)

// goSaid is how a test ended by its own output, where that is not the event it should have been.
type goSaid int64

const (
	saidNothing goSaid = iota
	saidPassed
	saidSkipped
)

// goEnds are the lines that end a test. Behind output without a newline, or indented below a parent whose own line
// stands there, go test -v -json makes no event of them (seen with Go 1.26.8 on 2026-12-01).
var goEnds = []struct {
	begin string
	said  goSaid
}{
	{"--- PASS: ", saidPassed},
	{"--- SKIP: ", saidSkipped},
}

// hear notes of which open test a line says, behind other output, that it ended.
func (g *goReport) hear(p *goOpen, line string) {
	at := fact.Index(line, "--- ")
	if at <= 0 {
		return
	}
	for i := range goEnds {
		name, ok := strings.CutPrefix(line[at:], goEnds[i].begin)
		end := fact.Index(name, " (")
		if !ok || end < 0 {
			continue
		}
		if t := p.tests.get(keep(name[:end])); t != nil {
			t.said = goEnds[i].said
		}
	}
}

// settle ends the tests of a package that have no event though they ended: those that said so, those inside them, and
// where the package passed the benchmarks, which have no event of passing at all.
func (g *goReport) settle(p *goOpen, passed bool) {
	for i := len(p.tests.list) - 1; i >= 0; i-- {
		t := p.tests.list[i]
		if t.closed {
			continue
		}
		said := t.said
		for over := p.tests.parent(t.name); said == saidNothing && over != nil; over = p.tests.parent(over.name) {
			said = over.said
		}
		if passed && strings.HasPrefix(t.name, "Benchmark") {
			said = saidPassed
		}
		switch said {
		case saidNothing:
			continue
		case saidPassed:
			g.r.Passed++
			g.r.note(p.name, t.name, CasePassed)
		default:
			g.r.Skipped++
			g.r.note(p.name, t.name, CaseSkipped)
		}
		p.ran = true
		g.dropTest(p, t.name)
	}
}
