package host

import (
	"os"
	"path/filepath"
	"strings"
)

// policyName is the file that makes a directory a project.
const policyName = "stile.json"

// FindRoot gives the real path of the tree that dir lies in: the nearest directory at or above it with a .git
// (a linked worktree's is a file). Without one, it is the outermost directory at or above it that holds a
// stile.json, else dir itself. What cannot be looked at above dir is nothing, and neither is a directory that
// anybody may write to, such as /tmp: whoever puts a stile.json there must not choose what runs below it.
func FindRoot(dir string) (root string, repository bool) {
	dir = realDir(dir)
	root = dir
	for d := dir; ; d = filepath.Dir(d) {
		if d != dir && open(d) {
			return root, false
		}
		if info, err := os.Lstat(filepath.Join(d, ".git")); err == nil && (info.IsDir() || info.Mode().IsRegular()) {
			return d, true
		}
		if holdsPolicy(d) {
			root = d
		}
		if d == filepath.Dir(d) {
			return root, false
		}
	}
}

// Chain gives the working directory relative to the root, and the projects from there up to the root, nearest
// first. It needs no walk: where there is no repository and no chain, there is no project.
func Chain(root, cwd string) (rel string, chain []string) {
	rel = "."
	if r, err := filepath.Rel(root, realDir(cwd)); err == nil && filepath.IsLocal(r) {
		rel = filepath.ToSlash(r)
	}
	for d := rel; ; {
		if holdsPolicy(filepath.Join(root, filepath.FromSlash(d))) {
			chain = append(chain, d)
		}
		if d == "." {
			return rel, chain
		}
		d = parent(d)
	}
}

// parent is the directory above a relative slash path.
func parent(d string) string {
	if i := strings.LastIndexByte(d, '/'); i >= 0 {
		return d[:i]
	}
	return "."
}

// open reports whether a directory is shared with everybody, as /tmp is: writable for all, and sticky. Without the
// second bit it may be one person's on a mount that knows no modes.
func open(dir string) bool {
	info, err := os.Stat(dir)
	return err == nil && info.Mode().Perm()&0o002 != 0 && info.Mode()&os.ModeSticky != 0
}

// holdsPolicy counts anything but a directory: a stile.json turned into a pipe is unreadable, not absent.
func holdsPolicy(dir string) bool {
	info, err := os.Lstat(filepath.Join(dir, policyName))
	return err == nil && !info.IsDir()
}

// realDir is the real path of a directory that may be given relative to this program's own.
func realDir(dir string) string {
	if abs, err := filepath.Abs(dir); err == nil {
		dir = abs
	}
	return realPath(dir)
}
