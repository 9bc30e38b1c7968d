package host

import (
	"context"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// apartPatience is for one question about an index. Without an answer the worktrees belong to the tree.
const apartPatience = 5 * time.Second

// ownTree is why nothing in a linked worktree is read for the tree that it lies in: no digest covers it.
const ownTree = "in a worktree of its own"

// snapshot walks the tree in question. A linked worktree of its repository that lies in it is a tree of its own.
func (h *Host) snapshot(ctx context.Context) (*Snapshot, error) {
	return takeSnapshot(ctx, h.root, func(dirs []string) []string {
		ctx, cancel := context.WithTimeout(ctx, apartPatience)
		defer cancel()
		program := findGit(h.root, h.Environ)
		if program == "" {
			return nil
		}
		return (&gitAsk{whole: ctx, ctx: ctx, program: program, root: h.root, environ: gitEnviron(h.root, h.Environ)}).apart(dirs)
	})
}

// mayBeApart reports whether the directory dir of the tree is a linked worktree of its repository, as far as files
// tell. In another repository inside it is part of that one.
func mayBeApart(root, dir string) bool {
	tree := filepath.Join(root, filepath.FromSlash(dir))
	if !holdsGit(tree) || !linkedWorktree(tree, root) {
		return false
	}
	for up := filepath.Dir(tree); len(up) > len(root); up = filepath.Dir(up) {
		if holdsGit(up) {
			return false
		}
	}
	return true
}

// apart gives those of dirs, each of which may be apart, that hold nothing of the repository's: anybody writes a .git
// file and its counterpart in a moment, and must not hide a committed project so. Neither the index nor HEAD names a
// path in one, nor one that it lies in, as a submodule; letter case tells no paths apart, as on many disks.
func (g *gitAsk) apart(dirs []string) []string {
	var specs, folded []string
	for _, dir := range dirs {
		first, _, _ := strings.Cut(dir, "/")
		specs = append(specs, ":(icase,literal)"+first)
		folded = append(folded, foldCase(dir)+"/")
	}
	slices.Sort(specs)
	list, ok := g.ask(append([]string{"ls-files", "-z", "--with-tree=HEAD", "--"}, slices.Compact(specs)...)...)
	if !ok {
		return nil
	}
	held := make([]bool, len(dirs))
	for p := range strings.SplitSeq(string(list), "\x00") {
		if p == "" {
			continue
		}
		p = foldCase(p) + "/"
		for i, dir := range folded {
			held[i] = held[i] || strings.HasPrefix(p, dir) || strings.HasPrefix(dir, p)
		}
	}
	var apart []string
	for i, dir := range dirs {
		if !held[i] {
			apart = append(apart, dir)
		}
	}
	return apart
}

// leave takes the worktrees among the directories that the walk has put off out of the snapshot, and gives the rest.
// A directory that held nothing else is empty, as it is once they are removed.
func (s *Snapshot) leave(linked []*treeDir, apart func([]string) []string) (rest []*treeDir) {
	var dirs []string
	for _, d := range linked {
		dirs = append(dirs, strings.TrimSuffix(d.path, "/"))
	}
	s.apart = apart(dirs)
	for i, d := range linked {
		if !slices.Contains(s.apart, dirs[i]) {
			rest = append(rest, d)
			continue
		}
		up := s.top
		if above := parent(dirs[i]); above != "." {
			up = s.find(above).dir
		}
		up.entries = slices.DeleteFunc(up.entries, func(e treeEntry) bool { return e.dir == d })
		up.empty = len(up.entries) == 0 && up.part == notOurs
	}
	return rest
}

// within reports whether a path lies in one of the worktrees, or is one.
func within(path string, apart []string) bool {
	return slices.ContainsFunc(apart, func(dir string) bool { return strings.HasPrefix(path+"/", dir+"/") })
}
