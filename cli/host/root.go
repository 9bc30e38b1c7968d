package host

import (
	"cmp"
	"os"
	"path/filepath"
	"strings"
)

// policyName is the file that makes a directory a project.
const policyName = "stile.json"

// FindRoot gives the real path of the tree that dir lies in: the nearest git repository at or above it with a
// stile.json on the way there. A repository without one does not end the climb while there is a stile.json further
// up, because anybody may run git init below a project. Where that one lies in no repository, the tree is the
// outermost directory that holds one. Without any stile.json it is the nearest repository, else dir itself. What
// cannot be looked at above dir is nothing.
func FindRoot(dir string) (root string, repository bool) {
	dir = realDir(dir)
	root = dir
	nearest, project := "", false
	for d := dir; d == dir || !shared(d); d = filepath.Dir(d) {
		if holdsPolicy(d) {
			root, project = d, true
		}
		if holdsGit(d) {
			if project {
				return d, true
			}
			nearest = cmp.Or(nearest, d)
		}
		if d == filepath.Dir(d) {
			break
		}
	}
	if nearest != "" && !project {
		return nearest, true
	}
	return root, false
}

// holdsGit reports whether dir is the top of a git working tree, by what git itself asks for before it believes it
// (gitrepository-layout(5), git 2.39): a directory .git with HEAD, objects and refs, or a file that names one. Any
// other .git is a name like another.
func holdsGit(dir string) bool {
	name := filepath.Join(dir, ".git")
	info, err := os.Lstat(name)
	switch {
	case err != nil:
		return false
	case info.Mode().IsRegular():
		return info.Size() <= maxGitFile && strings.HasPrefix(firstLine(name), "gitdir: ")
	case !info.IsDir():
		return false
	}
	for _, part := range []string{"HEAD", "objects", "refs"} {
		if _, err := os.Lstat(filepath.Join(name, part)); err != nil {
			return false
		}
	}
	return true
}

// maxGitFile is more than any path; what is longer holds something else as well.
const maxGitFile = 4 << 10

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

// shared reports whether a directory is open to everybody, as /tmp is: writable for all, and sticky. Whoever puts a
// stile.json there must not choose what runs below it. Without the second bit it may be one person's on a mount that
// knows no modes, and one of our own is ours as long as nobody else has put such a thing there.
func shared(dir string) bool {
	info, err := os.Stat(dir)
	if err != nil || info.Mode().Perm()&0o002 == 0 || info.Mode()&os.ModeSticky == 0 {
		return false
	}
	if !ours(info) {
		return true
	}
	for _, name := range []string{policyName, ".git"} {
		if info, err := os.Lstat(filepath.Join(dir, name)); err == nil && !ours(info) {
			return true
		}
	}
	return false
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
