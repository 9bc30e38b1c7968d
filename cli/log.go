package cli

import (
	"fmt"

	"github.com/stile-gate/stile/cli/host"
	"github.com/stile-gate/stile/core/line"
	"github.com/stile-gate/stile/core/scan"
)

func (c *call) log() int {
	p, ok := c.flags()
	if !ok {
		return exitNotAsked
	}
	if p.has("journal") {
		return c.journal()
	}
	dir, err := directory(p.get("C"))
	if err != nil {
		return c.notAsked("usage", err.Error())
	}
	root, _ := host.FindRoot(dir)
	for _, text := range host.Bypasses(root) {
		_, ours := line.ParseBypass(text)
		c.printLine(text, ours)
	}
	return exitGreen
}

func (c *call) journal() int {
	lines, torn := c.state().ReadJournal()
	for _, text := range lines {
		_, ours := line.ParseJournal(text)
		c.printLine(text, ours)
	}
	if torn > 0 {
		c.warn(fmt.Sprintf("%d torn lines were left out", torn))
	}
	return exitGreen
}

// printLine prints a line of a log. One that is not of our making may hold anything.
func (c *call) printLine(text string, ours bool) {
	if !ours {
		text = scan.CleanLine(text)
	}
	c.print(text + "\n")
}
