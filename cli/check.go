package cli

import (
	"errors"
	"fmt"
	"slices"

	"github.com/stile-gate/stile/cli/host"
	"github.com/stile-gate/stile/core/fact"
)

// points are where a check can be due, each including the ones before it.
var points = []string{"stop", "commit", "push", "ci"}

func (c *call) check() int {
	p, ok := c.flags()
	if !ok {
		return exitNotAsked
	}
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
	dir, err := directory(p.get("C"))
	if err != nil {
		return c.notAsked("usage", err.Error())
	}
	h := c.host(dir)
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
	h.Finish(reply, rec)
	if file := p.get("record"); file != "" {
		if err := writeReceipt(file, rec, reply); err != nil {
			return c.notAsked("not-recorded", err.Error())
		}
	}
	c.printErr(reply.Stderr)
	return reply.Code
}
