package cli

import (
	"fmt"
	"strings"

	"github.com/stile-gate/stile/core/harness"
)

func harnessList() string { return strings.Join(harness.IDs(), ", ") }

// overview is what somebody sees who knows nothing yet.
func overview() string {
	table := verbs()
	var b strings.Builder
	b.WriteString("stile measures a project's checks at the end of a coding agent's turn and gives a verdict.\n\n")
	for i := range table {
		fmt.Fprintf(&b, "  stile %-11s %s\n", table[i].name, table[i].summary)
	}
	b.WriteString("\nStart with `stile init` in your project, then `stile check`.\n`stile help VERB` tells more.\n")
	return b.String()
}

func (c *call) help() int {
	p, ok := c.flags()
	if !ok {
		return exitNotAsked
	}
	if len(p.operands) == 0 {
		c.print(overview())
		return exitGreen
	}
	v := lookup(p.operands[0])
	if v == nil {
		return c.usage(fmt.Sprintf("unknown verb %q%s", p.operands[0], suggestion(p.operands[0], verbNames())), "stile help")
	}
	c.print(v.helpText())
	return exitGreen
}

func (v *verb) helpText() string {
	var b strings.Builder
	b.WriteString("usage: " + v.usageLine() + "\n\n" + v.summary + "\n")
	if v.help != "" {
		b.WriteString("\n" + v.help + "\n")
	}
	for i := range v.flags {
		if i == 0 {
			b.WriteByte('\n')
		}
		fmt.Fprintf(&b, "  %-18s %s\n", strings.TrimSpace(v.flags[i].spelling()+" "+v.flags[i].value), v.flags[i].summary)
	}
	return b.String()
}
