package cli

import (
	"fmt"
	"strings"
)

// parsed is a command line read against a verb's table of flags.
type parsed struct {
	values   map[string]string
	operands []string
}

func (p *parsed) has(name string) bool { _, ok := p.values[name]; return ok }

func (p *parsed) get(name string) string { return p.values[name] }

// parse reads "--name value" and "--name=value", with one dash or two; letters are not joined, and "--" ends the
// flags. The message says in one sentence what was wrong, "" when nothing was.
func (v *verb) parse(args []string) (p parsed, message string) {
	p.values = map[string]string{}
	for i := 0; i < len(args); i++ {
		a := args[i]
		if a == "--" {
			p.operands = append(p.operands, args[i+1:]...)
			break
		}
		if len(a) < 2 || a[0] != '-' {
			p.operands = append(p.operands, a)
			continue
		}
		name, value, joined := strings.Cut(strings.TrimLeft(a, "-"), "=")
		f := v.flag(name)
		switch {
		case f == nil:
			return p, fmt.Sprintf("unknown flag %s of %s%s", a, v.name, suggestion("--"+name, v.flagNames()))
		case p.has(f.name):
			return p, fmt.Sprintf("the flag %s is given twice", f.spelling())
		case f.value == "" && joined:
			return p, fmt.Sprintf("the flag %s takes no value", f.spelling())
		case f.value != "" && !joined:
			if i++; i == len(args) {
				return p, fmt.Sprintf("the flag %s wants %s", f.spelling(), f.value)
			}
			value = args[i]
		}
		p.values[f.name] = value
	}
	want := 0
	if v.args != "" && v.args[0] != '[' {
		want = 1
	}
	switch {
	case len(p.operands) < want:
		return p, fmt.Sprintf("%s wants %s", v.name, v.args)
	case len(p.operands) > want && (v.args == "" || len(p.operands) > 1) && !strings.Contains(v.args, "…"):
		return p, fmt.Sprintf("%s does not take %q", v.name, p.operands[len(p.operands)-1])
	}
	return p, ""
}

func (v *verb) flag(name string) *flagRow {
	for i := range v.flags {
		if v.flags[i].name == name {
			return &v.flags[i]
		}
	}
	return nil
}

func (v *verb) flagNames() []string {
	var names []string
	for i := range v.flags {
		names = append(names, v.flags[i].spelling())
	}
	return names
}

// flags parses the call's arguments; false after it has said what was wrong.
func (c *call) flags() (parsed, bool) {
	p, message := c.verb.parse(c.args)
	if message != "" {
		c.usage(message, "stile help "+c.verb.name)
		return p, false
	}
	return p, true
}

// suggestion is ", did you mean …?" for a near miss, "" otherwise.
func suggestion(got string, known []string) string {
	best, least := "", 3
	for _, k := range known {
		if d := distance(got, k); d < least && d < len(k)-1 {
			best, least = k, d
		}
	}
	if best == "" {
		return ""
	}
	return fmt.Sprintf(", did you mean %s?", best)
}

// distance counts the insertions, deletions and replacements between two words.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := diagonal
			if a[i] != b[j] {
				cost = min(diagonal, row[j], row[j+1]) + 1
			}
			diagonal, row[j+1] = row[j+1], cost
		}
	}
	return row[len(b)]
}
