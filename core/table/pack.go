package table

import "github.com/stile-gate/stile/core/fact"

// A Pack is what one rule pack says. Rules are those without a finding of their own, in file order; Total counts all
// findings, of which Findings holds the first fact.MaxFindings.
type Pack struct {
	ID       string
	Rules    []Rule
	Findings []fact.Finding
	Total    int64
}

// A Rule is one rule of a pack. Table is the id of the table that its row stands in: the table's file name without
// its extension. Requires are the kinds of evidence that an applied row must have. Signature is a text, Pattern a
// scan.Pattern, that cited evidence must hold; one of them at most is not "". Line and Col are the place of its
// opening brace.
type Rule struct {
	ID        string
	Title     string
	Table     string
	Severity  string
	Requires  []string
	Signature string
	Pattern   string
	Line      int64
	Col       int64
}

// Severities of a Rule, the worst first.
var Severities = []string{"critical", "high", "medium", "low", "info"}

// Expected reports whether the rule's table must have a row for it.
func (r *Rule) Expected() bool { return r.Severity == Severities[0] || r.Severity == Severities[1] }

func (r *Rule) move(m *fact.Mover) {
	m.Begin()
	m.Text("id", &r.ID)
	m.Text("title", &r.Title)
	m.Text("table", &r.Table)
	m.Text("severity", &r.Severity)
	m.Texts("requires", &r.Requires)
	m.Text("signature", &r.Signature)
	m.Text("pattern", &r.Pattern)
	m.Int("line", &r.Line)
	m.Int("col", &r.Col)
	m.End()
}

func (p *Pack) move(m *fact.Mover) {
	m.Begin()
	m.Text("id", &p.ID)
	for i := 0; m.Item("rules", i, len(p.Rules)); i++ {
		if i == len(p.Rules) {
			p.Rules = append(p.Rules, Rule{})
		}
		p.Rules[i].move(m)
	}
	m.Findings("findings", &p.Findings)
	m.Int("total", &p.Total)
	m.End()
}

func (p *Pack) json() []byte {
	m := fact.Writing()
	p.move(m)
	return m.Bytes()
}

// ParsePack reads what ReadPack answers, and nothing that it could not have answered.
func ParsePack(answer []byte) (*Pack, bool) {
	p, m := &Pack{}, fact.Reading(answer)
	p.move(m)
	if !m.Done() || !p.sound() {
		return nil, false
	}
	return p, true
}

// sound reports whether p keeps the bounds that judging relies on.
func (p *Pack) sound() bool {
	if len(p.Rules) > fact.MaxRules || len(p.Findings) > fact.MaxFindings || p.Total < int64(len(p.Findings)) ||
		(p.ID != "" && !isID(p.ID)) || (p.Total == 0 && (p.ID == "" || len(p.Rules) == 0)) {
		return false
	}
	ids := make([]string, len(p.Rules))
	for i := range p.Rules {
		r := &p.Rules[i]
		if !isID(r.ID) || titleFault(r.Title) != "" || tableFault(r.Table) != "" || !fact.Has(Severities, r.Severity) || !soundKinds(r.Requires) ||
			(r.Signature != "" && (r.Pattern != "" || literalFault(r.Signature) != "")) || (r.Pattern != "" && patternFault(r.Pattern) != "") {
			return false
		}
		ids[i] = r.ID
	}
	same := true
	twins(ids, func(_, _ int) { same = false })
	return same
}

func soundKinds(kinds []string) bool {
	for i, k := range kinds {
		if !fact.Has(evidenceKinds, k) || fact.Has(kinds[:i], k) {
			return false
		}
	}
	return true
}
