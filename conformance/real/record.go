//go:build unix

package main

import (
	"encoding/json"
	"html"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"
)

// A Record is the file of one run, read again by the replay test of package conformance. $RUN stands for the
// run's directory, $DATE and $TIME for what the clock said. Files and edits are kept as they were, paths and all,
// so that the tree has the same digest when it is made again.
type Record struct {
	Harness  string     `json:"harness"`
	Version  string     `json:"version"`
	Date     string     `json:"date"`
	Stile    string     `json:"stile"` // sha256 of the binary that played the hook
	Scenario string     `json:"scenario"`
	Says     string     `json:"says"`
	Build    string     `json:"build"`
	Home     string     `json:"home"`
	Repos    []string   `json:"repositories"`
	Command  string     `json:"command"`
	Files    []File     `json:"files"`
	Edits    []File     `json:"edits"`
	Steps    []Step     `json:"steps"`
	Model    []Seen     `json:"model"`
	Requests []int      `json:"requests"`
	Exits    [][]string `json:"exits"`
	Bypass   []File     `json:"bypass"`
}

// A Step is something that happened, in order: a shell command that the agent ran, or a call of the hook.
type Step struct {
	Agent int     `json:"agent"`
	Shell string  `json:"shell,omitempty"`
	Hook  *Hooked `json:"hook,omitempty"`
}

// Hooked is one call: what came in and what went out. Twin marks a call that ran beside the one before it, for
// the same event; which of two twins answers is up to the scheduler, so the one that did comes first.
type Hooked struct {
	Args       []string `json:"args"`
	Cwd        string   `json:"cwd"`
	Env        []string `json:"env"`
	Twin       bool     `json:"twin"`
	Payload    string   `json:"payload"`
	Transcript int64    `json:"transcript"`
	Stdout     string   `json:"stdout"`
	Stderr     string   `json:"stderr"`
	Code       int      `json:"code"`
	Signal     int      `json:"signal"`
}

// Seen is a text of a model request that carries a refusal's reason.
type Seen struct {
	Agent   int    `json:"agent"`
	Request int    `json:"request"`
	Role    string `json:"role"`
	Text    string `json:"text"`
}

var clocks = []struct {
	form *regexp.Regexp
	name string
}{
	{regexp.MustCompile(`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ`), "$$TIME"},
	{regexp.MustCompile(`\d{4}-\d\d-\d\d`), "$$DATE"},
}

// steady replaces what differs between two runs of the same thing.
func steady(s string) string {
	for _, c := range clocks {
		s = c.form.ReplaceAllString(s, c.name)
	}
	return s
}

var unwordly = regexp.MustCompile(`[^A-Za-z0-9]`)

// plain replaces the run's directory, also in the spelling that Claude Code gives its transcript directories.
func (r *Run) plain(s string) string {
	s = strings.ReplaceAll(s, r.dir, "$RUN")
	return strings.ReplaceAll(s, unwordly.ReplaceAllString(r.dir, "-"), "-RUN")
}

func (r *Run) record(stile string) (*Record, error) {
	rec := &Record{
		Harness: r.Harness.ID, Version: r.Harness.Version, Date: time.Now().UTC().Format(time.DateOnly), Stile: stile,
		Scenario: r.Scenario.Name, Says: r.Scenario.Says, Build: r.Scenario.Build, Home: or(r.Scenario.Home, "home"),
		Command: r.plain(r.command), Files: r.committed(), Edits: append([]File{}, r.Scenario.Edits...), Exits: r.exits,
		Model: []Seen{}, Steps: r.steps(), Bypass: []File{},
	}
	for _, repo := range r.repos {
		rec.Repos = append(rec.Repos, filepath.Base(repo))
	}
	for _, s := range r.seen() {
		s.Text = r.plain(s.Text)
		rec.Model = append(rec.Model, s)
	}
	for _, m := range r.models {
		rec.Requests = append(rec.Requests, len(m.Requests()))
	}
	lines, err := r.bypassLines()
	for _, f := range lines {
		rec.Bypass = append(rec.Bypass, File{steady(f.Path), steady(f.Text)})
	}
	return rec, err
}

// steps puts the agents' commands and the hook's calls in one order.
func (r *Run) steps() []Step {
	type timed struct {
		at time.Time
		Step
	}
	var all []timed
	for i, m := range r.models {
		for _, q := range m.Requests() {
			if q.Shell != "" {
				all = append(all, timed{q.Answered, Step{Agent: i, Shell: q.Shell}})
			}
		}
	}
	agents := r.agents()
	for i, c := range r.twinsInOrder() {
		all = append(all, timed{c.at, Step{Agent: agents[i], Hook: &Hooked{
			Args: c.Args, Cwd: r.plain(c.Cwd), Env: append([]string{}, c.Env...), Twin: c.twin, Payload: r.plain(c.Payload), Transcript: c.Transcript,
			Stdout: steady(r.plain(c.Stdout)), Stderr: steady(r.plain(c.Stderr)), Code: c.Code, Signal: c.Signal,
		}}})
	}
	slices.SortStableFunc(all, func(a, b timed) int { return a.at.Compare(b.at) })
	out := []Step{}
	for _, t := range all {
		out = append(out, t.Step)
	}
	return out
}

type twinCall struct {
	Call
	at   time.Time
	twin bool
}

// twinsInOrder marks calls that overlapped with the same payload and puts the one with an answer first.
func (r *Run) twinsInOrder() []twinCall {
	var out []twinCall
	for i := 0; i < len(r.calls); {
		j := i + 1
		for j < len(r.calls) && r.calls[j].Payload == r.calls[i].Payload && r.calls[j].Start.Before(r.calls[j-1].End) {
			j++
		}
		group := slices.Clone(r.calls[i:j])
		slices.SortStableFunc(group, func(a, b Call) int {
			return len(b.Stdout) + len(b.Stderr) - len(a.Stdout) - len(a.Stderr)
		})
		for k, c := range group {
			out = append(out, twinCall{c, r.calls[i].Start, k > 0})
		}
		i = j
	}
	return out
}

// reason is what a call refused with, "" when it allowed.
func (c *Call) reason() string {
	var answer struct{ Decision, Reason string }
	if c.Code != 0 || c.Signal != 0 || json.Unmarshal([]byte(c.Stdout), &answer) != nil || answer.Decision != "block" {
		return ""
	}
	return answer.Reason
}

// seen finds the texts that carry a reason and were in no earlier request of that agent.
func (r *Run) seen() []Seen {
	var out []Seen
	for a, m := range r.models {
		known := map[Text]bool{}
		for n, q := range m.Requests() {
			for _, t := range q.Texts {
				if known[t] {
					continue
				}
				known[t] = true
				if slices.ContainsFunc(r.calls, func(c Call) bool { return carries(t.Text, c.reason()) }) {
					out = append(out, Seen{a, n + 1, t.Role, t.Text})
				}
			}
		}
	}
	return out
}

// carries reports whether the model can read reason in text; Codex escapes it as XML.
func carries(text, reason string) bool {
	reason = strings.TrimSpace(reason)
	return reason != "" && (strings.Contains(text, reason) || strings.Contains(html.UnescapeString(text), reason))
}

func (rec *Record) bytes() []byte {
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(rec); err != nil {
		panic(err)
	}
	return []byte(b.String())
}
