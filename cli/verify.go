package cli

import (
	_ "embed"
	"errors"
	"strings"
	"time"

	"github.com/stile-gate/stile/cli/host"
	"github.com/stile-gate/stile/core/fact"
)

// verifyText is what the operator's own agent follows. Nothing here reads what comes of it: it is advisory for ever.
//
//go:embed verify.md
var verifyText string

func (c *call) verify() int {
	p, ok := c.flags()
	if !ok {
		return exitNotAsked
	}
	if !p.has("stamp") {
		c.print(verifyText)
		return exitGreen
	}
	dir, err := directory(p.get("C"))
	if err != nil {
		return c.notAsked("usage", err.Error())
	}
	reply, _, err := c.host(dir).Run(fact.Header{Verb: "verify", Flags: []string{"stamp"}})
	switch {
	case errors.Is(err, host.ErrInterrupted):
		return c.notAsked("interrupted", err.Error())
	case err != nil:
		return c.notAsked("internal-fault", err.Error())
	}
	// The core has no clock: it leaves a place for the day.
	c.print(strings.Replace(reply.Stdout, "YYYY-MM-DD", c.now().UTC().Format(time.DateOnly), 1))
	c.printErr(reply.Stderr)
	return reply.Code
}
