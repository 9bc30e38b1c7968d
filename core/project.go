package core

import (
	"slices"
	"strings"

	"github.com/stile-gate/stile/core/check"
	"github.com/stile-gate/stile/core/fact"
)

// project is one stile.json in play and what came of its checks.
type project struct {
	dir    string // relative to the root, "." for the root
	digest string // sha256 of the stile.json
	policy *check.Policy
	items  []item
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
	f := e.need(fact.IDProjects, arg("cwd", cwd))
	if f == nil {
		return nil, false
	}
	if f.State != fact.Present {
		return []*project{unseen("tree-unreadable", "the tree could not be looked at: "+f.Why)}, true
	}
	found := into[fact.Projects](e, f)
	var out []*project
	if found.Unnamed > 0 {
		out = append(out, unseen("unnamed-project", "a directory whose name is not UTF-8 holds a stile.json"))
	}
	dirs := found.Chain[:min(len(found.Chain), fact.MaxProjects)]
	chained := len(dirs)
	if len(found.Nested) > 0 {
		c := e.need(fact.IDChanged)
		if c == nil {
			return nil, false
		}
		changed := changedOf(e, c)
		for _, dir := range found.Nested {
			if changed.All || slices.ContainsFunc(changed.Paths, func(p string) bool { return within(dir, p) }) {
				dirs = append(dirs, dir)
			}
		}
	}
	if len(dirs) > fact.MaxProjects || len(found.Chain) > chained {
		out = append(out, unseen("too-many-projects", "more than "+fact.Itoa(fact.MaxProjects)+" directories hold a stile.json in play"))
		dirs = dirs[:fact.MaxProjects]
	}
	dirs = slices.Clone(dirs)
	slices.SortFunc(dirs, compareDirs)
	for _, dir := range slices.Compact(dirs) {
		p := &project{dir: dir}
		f := e.need(fact.PreFile+p.path(), arg("read", policyName))
		if f == nil || f.State == fact.Absent {
			continue
		}
		p.read(e, f)
		out = append(out, p)
	}
	return out, len(e.wants) == 0
}

// unseen is a project of which only that is known.
func unseen(kind, message string) *project {
	return &project{dir: ".", policy: &check.Policy{Total: 1, Blocks: 1, Findings: []fact.Finding{{Kind: kind, Message: message}}}}
}

func (p *project) read(e *eval, f *fact.Fact) {
	file := into[fact.File](e, f)
	p.digest = file.SHA256
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
	p.policy = &check.Policy{Total: 1, Blocks: 1, Findings: []fact.Finding{{Kind: "policy-unreadable", Path: p.path(),
		Message: "the file could not be read: " + why, Do: "make it a readable JSON file"}}}
}

// changedOf reads the changed paths; when they are not known every path counts as changed.
func changedOf(e *eval, f *fact.Fact) fact.Changed {
	if f.State != fact.Present {
		return fact.Changed{All: true, Why: f.Why}
	}
	c := into[fact.Changed](e, f)
	if c.More > 0 {
		c.All = true
	}
	return c
}

func within(dir, path string) bool {
	return dir == "." || (strings.HasPrefix(path, dir) && len(path) > len(dir) && path[len(dir)] == '/')
}

// compareDirs puts the root first and every directory before those below it.
func compareDirs(a, b string) int {
	if (a == ".") != (b == ".") {
		if a == "." {
			return -1
		}
		return 1
	}
	return strings.Compare(a, b)
}

// outputs are the globs outside the tree digest, relative to the root.
func outputs(list []*project) []string {
	var globs []string
	for _, p := range list {
		for i := range p.policy.Checks {
			for _, g := range p.policy.Checks[i].Outputs {
				globs = append(globs, join(p.dir, g))
			}
		}
	}
	slices.Sort(globs)
	return slices.Compact(globs)
}
