package host

import (
	"os"
	"path"
	"path/filepath"
	"slices"

	"github.com/stile-gate/stile/core/fact"
)

// list names what lies in a directory and is none itself. A link that leads nowhere is among it: whoever reads it is told.
func (c *cited) list(rel string) (l fact.List, state fact.State, why string) {
	clean, why := citable(rel)
	if why != "" {
		return l, fact.Unreadable, why
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	d := c.dir(clean)
	switch d.state {
	case fact.Unreadable:
		if why = d.why; why == closedDir {
			why = "it cannot be listed"
		}
		return l, d.state, why
	case fact.Absent:
		if _, there := c.dir(parent(clean)).names[path.Base(clean)]; there {
			return l, fact.Unreadable, "not a directory"
		}
		return l, fact.Absent, ""
	}
	for name, kind := range d.names {
		if kind.IsDir() {
			continue
		}
		if mayLink(kind) {
			info, err := os.Stat(filepath.Join(c.root, filepath.FromSlash(inDir(d.real, name))))
			if err == nil && info.IsDir() {
				continue
			}
		}
		l.Names = append(l.Names, name)
	}
	slices.Sort(l.Names)
	l.More = d.unnamed
	if more := len(l.Names) - fact.MaxNames; more > 0 {
		l.Names = l.Names[:fact.MaxNames]
		l.More += int64(more)
	}
	return l, fact.Present, ""
}
