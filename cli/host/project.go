package host

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/stile-gate/stile/core/fact"
)

// foreign directories hold other people's projects, or samples of projects. A stile.json nested in one is not
// this repository's: a nested project can only add checks, so nothing of its own is relaxed by leaving them out.
var foreign = []string{"node_modules/", "vendor/", "testdata/"}

// Projects gives the projects of the tree as seen from cwd. Repository is left for the caller, who asked
// FindRoot. A project in the chain counts wherever it lies; a nested one not below a foreign directory.
func (s *Snapshot) Projects(cwd string) fact.Projects {
	cwd, chain := Chain(s.root, cwd)
	all := s.top.projects(nil)
	all = slices.DeleteFunc(all, func(d string) bool { return slices.Contains(chain, d) })
	p := fact.Projects{Cwd: cwd}
	var unnamed int64
	p.Chain, p.Unnamed = nameable(chain)
	p.Nested, unnamed = nameable(all)
	p.Unnamed += unnamed
	return p
}

// nameable leaves out the directories that no fact can name, and counts them.
func nameable(dirs []string) (named []string, unnamed int64) {
	for _, d := range dirs {
		if utf8.ValidString(d) {
			named = append(named, d)
		} else {
			unnamed++
		}
	}
	return named, unnamed
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
