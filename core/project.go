package core

import (
	"strings"

	"github.com/stile-gate/stile/core/check"
	"github.com/stile-gate/stile/core/fact"
)

// project is one stile.json in play and what came of its checks.
type project struct {
	dir    string // relative to the root, "." for the root
	digest string // sha256 of the stile.json
	policy *check.Policy
	items  []*item

	sheets  []*sheet // the tables that are judged
	packs   []*pack
	records []string // keys and paths of decision records, sorted
	covered []string // what a semantic check covers: paths and digests

	semantic string // what is known of a semantic check, "" where nothing is said
}

// path of the project's stile.json, relative to the root.
func (p *project) path() string { return join(p.dir, policyName) }

const policyName = "stile.json"

// join puts a project-relative path behind its project's directory.
func join(dir, path string) string {
	switch {
	case dir == ".":
		return path
	case path == "." || path == "":
		return dir
	}
	return dir + "/" + path
}

// projects returns the projects in play: every stile.json from the working directory up to the root, and every
// other one that owns a changed path. A nested file adds checks and relaxes none. What could not be looked at is
// a project with a finding, never none: nil, false: something is still wanted; nil, true: there is no project.
func (e *eval) projects(cwd string) ([]*project, bool) {
	f := e.need(askProjects(cwd))
	if f == nil {
		return nil, false
	}
	if f.State != fact.Present {
		return []*project{unseen("tree-unreadable", "the tree could not be looked at: "+f.Why)}, true
	}
	var found fact.Projects
	e.read(f, found.Fields)
	var out []*project
	if found.Unnamed > 0 {
		out = append(out, unseen("unnamed-project", "a directory whose name is not UTF-8 holds a stile.json"))
	}
	chain := found.Chain
	dirs := append([]string(nil), chain[:min(len(chain), fact.MaxProjects)]...)
	if len(found.Nested) > 0 {
		changed := e.changed()
		if changed == nil {
			return nil, false
		}
		for _, dir := range found.Nested {
			if changed.All || touches(changed, dir) {
				fact.Push(&dirs, dir)
			}
		}
	}
	if len(dirs) > fact.MaxProjects || len(chain) > fact.MaxProjects {
		var t fact.Text
		t.Add("more than ").Int(fact.MaxProjects).Add(" directories hold a stile.json in play")
		out = append(out, unseen("too-many-projects", t.String()))
		dirs = dirs[:fact.MaxProjects]
	}
	for _, dir := range inOrder(dirs) {
		p := &project{dir: dir}
		f := e.need(askFor(fact.PreFile+p.path()).with("read", policyName))
		if f == nil || f.State == fact.Absent {
			continue
		}
		p.read(e, f)
		out = append(out, p)
	}
	return out, len(e.wants) == 0
}

func askProjects(cwd string) *question { return askFor(fact.IDProjects).with("cwd", cwd) }

// unseen is a project of which only that is known.
func unseen(kind, message string) *project {
	return &project{dir: ".", policy: broken(fact.Found("", 0, 0, kind, "", "$", message))}
}

// broken is a policy that says nothing but the finding.
func broken(f *fact.Finding) *check.Policy {
	return &check.Policy{Total: 1, Blocks: 1, Findings: []fact.Finding{*f}}
}

func (p *project) read(e *eval, f *fact.Fact) {
	var file fact.File
	e.read(f, file.Fields)
	p.digest = textOf(file.SHA256, file.Text)
	policy, ok := check.ParsePolicy(file.Read)
	if f.State == fact.Present && ok {
		p.policy = policy
		return
	}
	why := f.Why
	if why == "" {
		why = "more than one policy may hold"
	}
	// A policy that is there and cannot be understood is red: otherwise breaking it would open the gate.
	p.policy = broken(fact.Found(p.path(), 0, 0, "policy-unreadable", "make it a readable JSON file", "the file could not be read: $", why))
}

// changed gives the changed paths, nil when they are still wanted; every path counts as changed when they are not
// known, and when nothing did though all is to be measured.
func (e *eval) changed() *fact.Changed {
	f := e.need(askFor(fact.IDChanged))
	if f == nil {
		return nil
	}
	c := &fact.Changed{}
	e.read(f, c.Fields)
	if f.State != fact.Present {
		c.All, c.Why = true, f.Why
	}
	// Where nothing changed there is no change to measure for: whoever asks afresh then, as CI does of the default branch,
	// asks for all of it.
	if c.More > 0 || len(c.Paths) == 0 && e.rec.Header.Flag("fresh") {
		c.All = true
	}
	return c
}

func touches(c *fact.Changed, dir string) bool {
	for _, p := range c.Paths {
		if within(dir, p) {
			return true
		}
	}
	return false
}

func within(dir, path string) bool {
	return dir == "." || (strings.HasPrefix(path, dir) && len(path) > len(dir) && path[len(dir)] == '/')
}

// inOrder puts the root first and every directory before those below it, each once.
func inOrder(dirs []string) []string {
	dirs = fact.Set(dirs)
	for i, dir := range dirs {
		if dir == "." {
			copy(dirs[1:], dirs[:i])
			dirs[0] = dir
		}
	}
	return dirs
}

// outputs are the globs outside the tree digest, relative to the root.
func outputs(list []*project) []string {
	var globs []string
	for _, p := range list {
		for i := range p.policy.Checks {
			for _, g := range p.policy.Checks[i].Outputs {
				fact.Push(&globs, join(p.dir, g))
			}
		}
	}
	return fact.Set(globs)
}
