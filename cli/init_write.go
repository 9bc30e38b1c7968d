package cli

import (
	"strings"

	"github.com/stile-gate/stile/core/fact"
	"github.com/stile-gate/stile/core/scan"
)

// maxRow is the width up to which a check stands on one line.
const maxRow = 118

// policy is the stile.json of the proposed checks, written for people: one check a line where it fits. more are members
// that stand behind the checks, as memberText and its like write them.
func (s *survey) policy(more ...string) []byte {
	members := []string{`"stile": 1`}
	if len(s.checks) > 0 {
		rows := make([]string, len(s.checks))
		for i := range s.checks {
			rows[i] = s.checks[i].row()
		}
		members = append(members, "\"checks\": [\n"+strings.Join(rows, ",\n")+"\n  ]")
	}
	return []byte("{\n  " + strings.Join(append(members, more...), ",\n  ") + "\n}\n")
}

func (p *proposal) row() string {
	members := p.members()
	row := "    { " + strings.Join(members, ", ") + " }"
	if len(row) > maxRow {
		row = "    {\n      " + strings.Join(members, ",\n      ") + "\n    }"
	}
	return row
}

func (p *proposal) members() []string {
	m := []string{memberText("id", p.id), memberList("run", p.run)}
	for _, f := range [...]struct{ name, value string }{{"report", p.report}, {"timeout", p.timeout}, {"cwd", p.cwd}} {
		if f.value != "" {
			m = append(m, memberText(f.name, f.value))
		}
	}
	for _, f := range [...]struct {
		name   string
		values []string
	}{{"env", p.env}, {"outputs", p.outputs}} {
		if len(f.values) > 0 {
			m = append(m, memberList(f.name, f.values))
		}
	}
	return m
}

func memberText(name, value string) string {
	return `"` + name + `": ` + string(fact.AppendString(nil, value))
}

func memberList(name string, values []string) string {
	quoted := make([]string, len(values))
	for i, v := range values {
		quoted[i] = string(fact.AppendString(nil, v))
	}
	return `"` + name + `": [` + strings.Join(quoted, ", ") + "]"
}

// shown is the command as a person reads it, and how its result will be counted.
func (p *proposal) shown() string {
	s := scan.CleanLine(strings.Join(p.run, " "))
	if p.cwd != "" {
		s += " in " + scan.CleanLine(p.cwd)
	}
	if p.report == "" {
		return s + " (exit status only)"
	}
	format, _, _ := strings.Cut(p.report, ":")
	return s + " (" + format + ")"
}
