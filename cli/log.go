package cli

import (
	"strings"

	"github.com/stile-gate/stile/cli/host"
)

func (c *call) log() int {
	p, ok := c.flags()
	if !ok {
		return exitNotAsked
	}
	dir, err := directory(p.get("C"))
	if err != nil {
		return c.notAsked("usage", err.Error())
	}
	root, _ := host.FindRoot(dir)
	if lines := host.Bypasses(root); len(lines) > 0 {
		c.print(strings.Join(lines, "\n") + "\n")
	}
	return 0
}
