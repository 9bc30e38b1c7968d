package host

import (
	"os"
	"path/filepath"
	"strings"

	"github.com/stile-gate/stile/core/harness"
)

// meant finds the tree that a stop in dir is about. Where the harness tells in which directory the session was
// started, an agent does not leave that project by changing into a repository of its own inside it, nor by going
// where there is no project above it; a linked worktree of the same repository is a tree of its own.
func (h *Host) meant(dir string) (from, root string, repository bool) {
	root, repository = FindRoot(dir)
	row, known := harness.Lookup(h.Harness)
	if !known || row.ProjectEnv == "" {
		return dir, root, repository
	}
	start := Getenv(h.Environ, row.ProjectEnv)
	if info, err := os.Stat(start); !filepath.IsAbs(start) || err != nil || !info.IsDir() {
		return dir, root, repository
	}
	outer, outerRepository := FindRoot(start)
	_, chain := Chain(root, dir)
	switch {
	case len(chain) == 0:
		return start, outer, outerRepository
	case strings.HasPrefix(root, outer+string(filepath.Separator)) && !linkedWorktree(root, outer):
		return dir, outer, outerRepository
	}
	return dir, root, repository
}

// linkedWorktree reports whether tree is a linked worktree of the repository that main is a tree of, by what both
// sides say (gitrepository-layout(5), git 2.39): the .git file names COMMON/worktrees/NAME, and the file gitdir in
// there names the .git file. A .git file that says so alone is written in a moment. A submodule has one too, but a
// store of its own.
func linkedWorktree(tree, main string) bool {
	common := commonDir(main)
	back := filepath.Join(tree, ".git")
	named, ok := strings.CutPrefix(firstLine(back), "gitdir: ")
	if common == "" || !ok || commonDir(tree) != common {
		return false
	}
	own := realPath(resolve(tree, named))
	backs := firstLine(filepath.Join(own, "gitdir"))
	return filepath.Dir(own) == filepath.Join(common, "worktrees") && backs != "" && realPath(resolve(own, backs)) == realPath(back)
}

// commonDir is a tree's shared git directory (gitrepository-layout(5), git 2.39: .git is a directory, or a file
// that names one, whose commondir file leads on). "" where it cannot be told.
func commonDir(root string) string {
	dir := filepath.Join(root, ".git")
	if info, err := os.Stat(dir); err != nil {
		return ""
	} else if info.IsDir() {
		return realPath(dir)
	}
	named, ok := strings.CutPrefix(firstLine(dir), "gitdir: ")
	if !ok {
		return ""
	}
	dir = resolve(root, named)
	if common := firstLine(filepath.Join(dir, "commondir")); common != "" {
		dir = resolve(dir, common)
	}
	return realPath(dir)
}

func resolve(base, path string) string {
	if filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(base, path)
}

func firstLine(file string) string {
	b, _, err := readTail(file, 4<<10)
	if err != nil {
		return ""
	}
	line, _, _ := strings.Cut(string(b), "\n")
	return strings.TrimRight(line, "\r")
}
