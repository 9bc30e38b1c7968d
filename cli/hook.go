package cli

import (
	"cmp"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/stile-gate/stile/cli/host"
	"github.com/stile-gate/stile/core/check"
	"github.com/stile-gate/stile/core/fact"
	"github.com/stile-gate/stile/core/harness"
)

// hookArgs are gate-hook's arguments, read without ever giving up: an argument that is not understood lets
// the turn end and is said, because a usage error would exit 2, which is a refusal in most harnesses.
type hookArgs struct {
	harness string
	timeout time.Duration // the hook's registered limit, 0 when not given
	unknown string        // first argument that was not understood
}

func parseHook(args []string) (h hookArgs) {
	for i := 0; i < len(args); i++ {
		name, value, joined := strings.Cut(strings.TrimLeft(args[i], "-"), "=")
		known := strings.HasPrefix(args[i], "-") && slices.Contains([]string{"harness", "agent", "timeout"}, name)
		if known && !joined {
			if i++; i < len(args) {
				value = args[i]
			}
		}
		switch seconds, err := strconv.ParseFloat(value, 64); {
		case !known:
			h.unknown = cmp.Or(h.unknown, args[i])
		case name != "timeout":
			h.harness = value
		case err != nil || !(seconds > 0 && seconds <= maxHookSeconds):
			h.unknown = cmp.Or(h.unknown, "--timeout "+value)
		default:
			h.timeout = time.Duration(seconds * float64(time.Second))
		}
	}
	return h
}

const maxHookSeconds = 7 * 24 * 3600

// margin is how long before the harness's limit the answer is given: ending the checks and printing take time,
// and after the limit nobody listens.
func margin(limit time.Duration) time.Duration {
	return min(max(limit/20, 2*time.Second), 15*time.Second, limit/2)
}

// gateHook answers a harness. Nothing that goes wrong in here may refuse: the code of every fault is 0.
func (c *call) gateHook() (code int) {
	start := c.now()
	var h *host.Host
	measured := false
	defer func() {
		if p := recover(); p != nil {
			code = c.failOpen(h, harness.FaultInternal, fmt.Sprint(p))
		}
		// Only now, when the answer is out: until then the marker tells the next hook that there was none.
		if measured {
			h.State.Answered()
		}
	}()
	a := parseHook(c.args)
	row, known := harness.Lookup(a.harness)
	dir, err := os.Getwd()
	if err != nil {
		dir = string(os.PathSeparator)
	}
	h = c.host(dir)
	h.Harness = a.harness
	h.Started = func() {
		if !measured {
			measured = true
			h.State.Started(h.Root())
		}
	}
	crashPoint(c.env)
	if a.harness == "" && a.unknown != "" {
		// The core would have to blame the missing harness, which may be missing because of the argument.
		return c.failOpen(h, harness.FaultArgument, a.unknown)
	}
	if known {
		limit := a.timeout
		if limit == 0 {
			limit = time.Duration(row.Deadline) * time.Millisecond
		}
		m := margin(limit)
		h.Deadline, h.Latest = start.Add(limit-m), start.Add(limit-m/2)
	}
	header := fact.Header{Verb: "gate-hook", Harness: a.harness, Point: check.Points()[0]}
	root, _ := host.FindRoot(dir)
	if crashed(c.env, h.State, root) {
		header.Flags = append(header.Flags, "crashed")
	}
	if a.unknown != "" {
		header.Flags = append(header.Flags, "unknown-argument="+a.unknown)
	}
	slices.Sort(header.Flags)
	reply, rec, err := h.Run(header)
	if err != nil {
		return c.failOpen(h, harness.FaultInternal, err.Error())
	}
	if _, err := io.WriteString(c.stdout, reply.Stdout); err == nil {
		h.Finish(reply, rec)
	}
	c.printErr(reply.Stderr)
	return reply.Code
}

// failOpen lets the turn end for a fault that the core cannot tell of, in the form that every harness takes as a
// release, and records it. h is nil where the fault came before it.
func (c *call) failOpen(h *host.Host, fault, detail string) (code int) {
	code, stdout, stderr := harness.AllowUnknown(harness.SaidFault(fault, detail))
	c.print(stdout)
	c.printErr(stderr)
	defer func() {
		// What cannot be recorded was said.
		recover()
	}()
	if h != nil {
		h.NotEvaluated(fault)
	}
	return code
}
