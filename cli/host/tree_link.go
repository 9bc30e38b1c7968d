package host

import (
	"context"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// maxOuter is how much of a file outside the tree is read because a link leads to it.
const maxOuter = 32 << 20

// dependencies are directories that checkouts commonly share by a link. What is installed in them is the one thing
// behind a link to a directory that may change without being seen: such a tree keeps its results. Any other linked
// directory outside counts as closed, or code moved there could be changed under a green result; one that is no
// part of what a check rests on can be declared as an output.
var dependencies = []string{"node_modules", ".venv", "venv"}

// follow finds the links in list whose targets are no part of s: they lie outside the root, or in what is left
// out of it. It reports whether all were looked at.
func (s *Snapshot) follow(ctx context.Context, list []*treeEntry) bool {
	var links []*treeEntry
	for _, e := range list {
		if e.target != nil && (e.target.kind == kindFile || e.target.kind == kindDir) {
			links = append(links, e)
		}
	}
	return share(ctx, len(links), 64, func() func(int) {
		return func(i int) { links[i].target.outer = !s.reaches(links[i]) }
	})
}

func (s *Snapshot) reaches(e *treeEntry) bool {
	if s.holds(e.aim(s.root)) {
		return true
	}
	real, err := filepath.EvalSymlinks(filepath.Join(s.root, filepath.FromSlash(e.path)))
	if err != nil {
		return false
	}
	inside, err := filepath.Rel(s.root, real)
	return err == nil && filepath.IsLocal(inside) && s.holds(filepath.ToSlash(inside))
}

// aim is the path in the tree that the link e spells; "" where spelling does not settle it, as with a way up
// again from a directory that may be a link.
func (e *treeEntry) aim(root string) string {
	link, dir := e.link, parent(e.path)
	if strings.HasPrefix(link, "/") {
		inside, ok := strings.CutPrefix(link, root+"/")
		if !ok {
			return ""
		}
		link, dir = inside, "."
	}
	down := link
	for strings.HasPrefix(down, "../") {
		down = down[len("../"):]
	}
	if strings.Contains("/"+down+"/", "/../") {
		return ""
	}
	return path.Join(dir, link)
}

// holds reports whether a path without links leads to something in the snapshot.
func (s *Snapshot) holds(rel string) bool {
	if rel == "." {
		return true
	}
	e := s.find(rel)
	return e != nil && e.kind != kindLink
}

// find returns what lies at a path on which no link lies; nil for nothing.
func (s *Snapshot) find(rel string) *treeEntry {
	d := s.top
	for at := 0; ; {
		i := strings.IndexByte(rel[at:], '/')
		if i < 0 {
			break
		}
		at += i + 1
		sub := d.entry(rel[:at])
		if sub == nil {
			return nil
		}
		d = sub.dir
	}
	if e := d.entry(rel); e != nil {
		return e
	}
	return d.entry(rel + "/")
}

func (d *treeDir) entry(path string) *treeEntry {
	i, found := slices.BinarySearchFunc(d.entries, path, func(e treeEntry, path string) int { return strings.Compare(e.path, path) })
	if !found {
		return nil
	}
	return &d.entries[i]
}

// beyond reports whether e is a link that leads out of the snapshot, as far as follow has found out.
func (e *treeEntry) beyond() bool { return e.target != nil && e.target.outer }

// shut reports whether something about e's content is not in the digest. Ask once sums has looked.
func (e *treeEntry) shut() bool {
	switch {
	case e.dir != nil && e.dir.closed:
		return !e.dir.foreign
	case e.kind == kindUnreadable:
		return true
	case e.kind == kindFile:
		return e.sum == nil
	case e.target == nil:
		return false
	case e.target.kind == kindUnreadable:
		return true
	case !e.target.outer:
		return false
	case e.target.kind == kindDir:
		return !slices.Contains(dependencies, path.Base(e.path))
	}
	return e.target.sum == nil
}

// letter is the kind that goes into digests: a directory that cannot be listed is not one that is empty.
func (e *treeEntry) letter() treeKind {
	if e.dir != nil && e.dir.closed {
		return kindUnreadable
	}
	return e.kind
}
