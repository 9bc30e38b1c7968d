package cli

import (
	"errors"
	"fmt"
	"runtime/debug"
	"slices"

	"github.com/stile-gate/stile/cli/host"
	"github.com/stile-gate/stile/core/check"
	"github.com/stile-gate/stile/core/fact"
)

func (c *call) check() int {
	p, ok := c.flags()
	if !ok {
		return exitNotAsked
	}
	points := check.Points()
	header := fact.Header{Verb: "check", Point: points[0]}
	if p.has("at") {
		header.Point = p.get("at")
		if !slices.Contains(points, header.Point) {
			return c.usage(fmt.Sprintf("unknown point %q%s", header.Point, suggestion(header.Point, points)), "stile help check")
		}
	}
	for _, f := range []string{"fresh", "json"} {
		if p.has(f) {
			header.Flags = append(header.Flags, f)
		}
	}
	if p.has("through") {
		header.Flags = append(header.Flags, "through="+p.get("through"))
	}
	dir, err := directory(p.get("C"))
	if err != nil {
		return c.notAsked("usage", err.Error())
	}
	h := c.host(dir)
	// What is read stays until the answer: to look for what could be freed would cost more than it gives back.
	defer debug.SetGCPercent(debug.SetGCPercent(400))
	live := c.live(h)
	reply, rec, err := h.Run(header)
	live.end()
	switch {
	case errors.Is(err, host.ErrInterrupted):
		return c.notAsked("interrupted", err.Error())
	case err != nil:
		return c.notAsked("internal-fault", err.Error())
	}
	c.print(reply.Stdout)
	// The document is out: whatever fails from here on is said beside it and changes no code.
	if why := h.Finish(reply, rec); why != "" {
		c.warn("a result could not be kept for reuse: " + why)
	}
	if file := p.get("record"); file != "" {
		if err := writeReceipt(file, rec, reply); err != nil {
			c.warn(err.Error())
		}
	}
	c.printErr(reply.Stderr)
	return reply.Code
}
