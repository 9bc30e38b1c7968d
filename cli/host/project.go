package host

import (
	"cmp"
	"slices"
	"strings"

	"github.com/stile-gate/stile/core/fact"
)

// foreign directories hold other people's projects, or samples of projects. A stile.json nested in one is not
// this repository's: a nested project can only add checks, so nothing of its own is relaxed by leaving them out.
var foreign = []string{"node_modules/", "vendor/", "testdata/"}

// Projects gives the projects of the tree as seen from cwd. Repository is left for the caller, who asked
// FindRoot. A project in the chain counts wherever it lies; a nested one not below a foreign directory.
func (s *Snapshot) Projects(cwd string) fact.Projects {
	var p fact.Projects
	p.Cwd, p.Chain = Chain(s.root, cwd)
	for _, d := range s.top.projects(nil) {
		if !slices.Contains(p.Chain, d) {
			p.Nested = append(p.Nested, d)
		}
	}
	return p
}

func (d *treeDir) projects(list []string) []string {
	if d.project {
		list = append(list, cmp.Or(strings.TrimSuffix(d.path, "/"), "."))
	}
	for i := range d.entries {
		if sub := d.entries[i].dir; sub != nil && !slices.Contains(foreign, sub.path[len(d.path):]) {
			list = sub.projects(list)
		}
	}
	return list
}
