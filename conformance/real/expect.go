//go:build unix

package main

import (
	"fmt"
	"slices"
	"strings"
)

// word says in one word what a call came to.
func (c *Call) word() string {
	switch {
	case c.Code != 0 || c.Signal != 0:
		return "died"
	case c.reason() != "":
		return "refused"
	case c.Stdout+c.Stderr != "":
		return "said"
	}
	return "silent"
}

// faults compares what was seen with what the scenario expects.
func (r *Run) faults() []string {
	var out []string
	bad := func(format string, args ...any) { out = append(out, fmt.Sprintf(format, args...)) }
	e := r.Scenario.Expect
	want := e.Calls
	if r.Harness.ID == "codex" && e.Codex != nil {
		want = e.Codex
	}
	got := make([][]string, len(r.Scenario.Agents))
	agents := r.agents()
	reasons, stderr := "", ""
	for i, c := range r.twinsInOrder() {
		got[agents[i]] = append(got[agents[i]], c.word())
		reasons += c.reason() + "\n"
		stderr += c.Stderr
		if took := c.End.Sub(c.Start); e.Within > 0 && took >= e.Within {
			bad("a call took %v, the harness waits %v", took, e.Within)
		}
	}
	for a := range got {
		if !slices.Equal(got[a], want[a]) {
			bad("agent %d: calls %v, want %v", a, got[a], want[a])
		}
		if n := len(r.models[a].Requests()); n != e.Requests[a] {
			bad("agent %d: %d model requests, want %d", a, n, e.Requests[a])
		}
		for i, exit := range r.exits[a] {
			if exit != "0" {
				bad("agent %d: turn %d: harness exit %s, want 0", a, i, exit)
			}
		}
	}
	for _, s := range e.Reason {
		if !strings.Contains(reasons, s) {
			bad("no reason says %q", s)
		}
	}
	for _, s := range e.Stderr {
		if !strings.Contains(stderr, s) {
			bad("no call says %q", s)
		}
	}
	r.reachedModel(bad)
	r.bypassFaults(bad)
	return out
}

// reachedModel holds that each reason is in the first request that its agent's model got after the refusal.
func (r *Run) reachedModel(bad func(string, ...any)) {
	agents := r.agents()
	for i, c := range r.calls {
		if c.reason() == "" {
			continue
		}
		requests := r.models[agents[i]].Requests()
		n := slices.IndexFunc(requests, func(q Request) bool { return q.At.After(c.Start) })
		if n < 0 {
			bad("agent %d: no model request after the refusal", agents[i])
			continue
		}
		last := requests[n].Texts
		if n > 0 {
			last = last[min(len(requests[n-1].Texts), len(last)):]
		}
		if !slices.ContainsFunc(last, func(t Text) bool { return carries(t.Text, c.reason()) }) {
			bad("agent %d: the reason is not in model request %d", agents[i], n+1)
		}
	}
}

func (r *Run) bypassFaults(bad func(string, ...any)) {
	files, err := r.bypassLines()
	if err != nil {
		bad("reading stile/bypass: %v", err)
	}
	var lines []string
	for _, f := range files {
		lines = append(lines, strings.Split(strings.TrimSuffix(f.Text, "\n"), "\n")...)
	}
	released := 0
	for _, l := range lines {
		if words := strings.Fields(l); len(words) > 1 && words[1] == "released" {
			released++
		}
	}
	if released != r.Scenario.Expect.Bypass {
		bad("%d release lines, want %d: %q", released, r.Scenario.Expect.Bypass, lines)
	}
	for _, s := range r.Scenario.Expect.Lines {
		if !slices.ContainsFunc(lines, func(l string) bool { return strings.Contains(l, s) }) {
			bad("no line says %q: %q", s, lines)
		}
	}
}
