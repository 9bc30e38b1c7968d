package check

import (
	"github.com/stile-gate/stile/core/fact"
	"github.com/stile-gate/stile/core/scan"
)

func (c *Check) move(m *fact.Mover) {
	m.Begin()
	m.Text("id", &c.ID)
	m.Texts("run", &c.Run)
	m.Text("format", &c.Format)
	m.Text("glob", &c.Glob)
	m.Int("min", &c.Min)
	m.Texts("when", &c.When)
	m.Text("at", &c.At)
	m.Texts("after", &c.After)
	m.Int("timeout", &c.Timeout)
	m.Text("cwd", &c.Cwd)
	m.Texts("env", &c.Env)
	m.Texts("outputs", &c.Outputs)
	m.Int("line", &c.Line)
	m.Int("col", &c.Col)
	m.End()
}

func (t *Table) move(m *fact.Mover) {
	m.Begin()
	m.Text("file", &t.File)
	m.Int("min", &t.Min)
	m.Int("line", &t.Line)
	m.Int("col", &t.Col)
	m.End()
}

func (p *Pack) move(m *fact.Mover) {
	m.Begin()
	m.Text("pack", &p.File)
	m.Text("sha256", &p.SHA256)
	m.Int("line", &p.Line)
	m.Int("col", &p.Col)
	m.End()
}

func (p *Policy) move(m *fact.Mover) {
	m.Begin()
	m.Int("blocks", &p.Blocks)
	m.Int("total", &p.Total)
	for i := 0; m.Item("checks", i, len(p.Checks)); i++ {
		if i == len(p.Checks) {
			p.Checks = append(p.Checks, Check{})
		}
		p.Checks[i].move(m)
	}
	for i := 0; m.Item("tables", i, len(p.Tables)); i++ {
		if i == len(p.Tables) {
			p.Tables = append(p.Tables, Table{})
		}
		p.Tables[i].move(m)
	}
	for i := 0; m.Item("rules", i, len(p.Packs)); i++ {
		if i == len(p.Packs) {
			p.Packs = append(p.Packs, Pack{})
		}
		p.Packs[i].move(m)
	}
	m.Texts("adrs", &p.ADRs)
	m.Text("require", &p.Require)
	m.Findings("findings", &p.Findings)
	m.End()
}

// json is the canonical answer of Read.
func (p *Policy) json() []byte {
	m := fact.Writing()
	p.move(m)
	return m.Bytes()
}

// ParsePolicy reads what Read answers and nothing else: another order, spelling or a value that Read could not have
// written is refused.
func ParsePolicy(answer []byte) (*Policy, bool) {
	p, m := &Policy{}, fact.Reading(answer)
	p.move(m)
	if !m.Done() || !p.sound() {
		return nil, false
	}
	return p, true
}

// sound reports whether p keeps the bounds that judging relies on.
func (p *Policy) sound() bool {
	if p.Blocks < minBlocks || p.Blocks > maxBlocks || p.Total < int64(len(p.Findings)) || len(p.Checks) > fact.MaxChecks ||
		len(p.Findings) > fact.MaxFindings || len(p.Tables) > fact.MaxTables || len(p.Packs) > fact.MaxPacks ||
		len(p.ADRs) > fact.MaxDirs || p.Require != RequirePresent && p.Require != RequireMeasured {
		return false
	}
	for i := range p.Checks {
		c := &p.Checks[i]
		if p.find(c.ID) != i || len(c.Run) == 0 || c.Run[0] == "" || pointIndex(c.At) < 0 ||
			c.Timeout <= 0 || c.Timeout > maxTimeout || (c.Format == "") != (c.Min == 0) || c.Min < 0 ||
			(c.Format != "" && !fact.Has(scan.ReportFormats(), c.Format)) || idFault(c.ID) != "" || cwdFault(c.Cwd) != "" {
			return false
		}
	}
	for i := range p.Tables {
		if t := &p.Tables[i]; fileFault(t.File) != "" || t.Min < 0 || t.Min > fact.MaxRows || p.table(t.ID()) != i {
			return false
		}
	}
	for i := range p.Packs {
		if k := &p.Packs[i]; fileFault(k.File) != "" || digestFault(k.SHA256) != "" {
			return false
		}
	}
	for _, dir := range p.ADRs {
		if cwdFault(dir) != "" {
			return false
		}
	}
	return true
}

// find returns the place of the check with this id in p.Checks, -1 for none.
func (p *Policy) find(id string) int {
	for i := range p.Checks {
		if p.Checks[i].ID == id {
			return i
		}
	}
	return -1
}

// table returns the place of the table with this id in p.Tables, -1 for none.
func (p *Policy) table(id string) int {
	for i := range p.Tables {
		if p.Tables[i].ID() == id {
			return i
		}
	}
	return -1
}
