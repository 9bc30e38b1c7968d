package host

import (
	"crypto/sha256"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/stile-gate/stile/core/check"
	"github.com/stile-gate/stile/core/fact"
)

// Bounds of one search for report files.
const (
	maxReportFiles = 10_000
	maxReportLooks = 500_000 // directory entries
)

// A reportFile is a regular file inside the root that a glob names.
type reportFile struct {
	path string // relative to the project, slashes
	real string
	size int64
	stat reportStat
	sum  [sha256.Size]byte // where digest could read it
}

// reportStat is what changes when a file is written anew, even with the same bytes.
type reportStat struct {
	mtime, ctime int64
	inode        uint64
}

// reportFiles are sorted by path.
type reportFiles struct {
	files   []reportFile
	tooMany bool
}

func (r *reportFiles) digest() {
	for i := range r.files {
		r.files[i].digest()
	}
}

func (f *reportFile) digest() {
	if f.size > fact.MaxRead {
		return
	}
	if b, err := f.bytes(); err == nil {
		f.sum = sha256.Sum256(b)
	}
}

// written are the files that are not, byte for byte and in all that stat tells, as they were before. Times
// alone prove nothing: they can be set, and a clock can be coarse.
func (r *reportFiles) written(before reportFiles) []reportFile {
	old := map[string]*reportFile{}
	for i := range before.files {
		old[before.files[i].path] = &before.files[i]
	}
	var fresh []reportFile
	for _, f := range r.files {
		if was := old[f.path]; was != nil && was.real == f.real && was.size == f.size && was.stat == f.stat {
			if f.digest(); f.sum == was.sum {
				continue
			}
		}
		fresh = append(fresh, f)
	}
	return fresh
}

// findReports looks for the files that globs name below the project. It enters only directories that may hold
// one, follows no link to a directory below a "**", and takes no file that really lies outside the root.
func findReports(at place, globs []string) (found reportFiles) {
	seen := map[string]bool{}
	looks := 0
	for _, glob := range globs {
		segments := strings.Split(glob, "/")
		for stack := []string{""}; len(stack) > 0; {
			dir := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			entries, err := os.ReadDir(filepath.Join(at.project, filepath.FromSlash(dir)))
			if err != nil {
				continue
			}
			if looks += len(entries); looks > maxReportLooks {
				return reportFiles{tooMany: true}
			}
			for _, e := range entries {
				rel := dir + e.Name()
				enter, open := mayHold(segments, rel)
				isDir := e.IsDir()
				if e.Type()&os.ModeSymlink != 0 && enter && !open {
					isDir = at.holdsDir(rel)
				}
				switch {
				case isDir && enter && e.Name() != ".git":
					stack = append(stack, rel+"/")
				case !isDir && !seen[rel] && check.Match(glob, rel):
					seen[rel] = true
					if f, ok := at.reportFile(rel); ok {
						found.files = append(found.files, f)
					}
					if len(found.files) > maxReportFiles {
						return reportFiles{tooMany: true}
					}
				}
			}
		}
	}
	slices.SortFunc(found.files, func(a, b reportFile) int { return strings.Compare(a.path, b.path) })
	return found
}

// mayHold reports whether a match may lie below the directory dir; open: a "**" is responsible for that.
func mayHold(segments []string, dir string) (enter, open bool) {
	i := 0
	for name := range strings.SplitSeq(dir, "/") {
		switch {
		case i == len(segments):
			return false, false
		case segments[i] == "**":
			return true, true
		case !check.Match(segments[i], name):
			return false, false
		}
		i++
	}
	return i < len(segments), i < len(segments) && segments[i] == "**"
}

// holdsDir reports whether a link in the project leads to a directory inside the root.
func (p *place) holdsDir(rel string) bool {
	real, ok := realDirectory(filepath.Join(p.project, filepath.FromSlash(rel)))
	return ok && p.holds(real)
}

func (p *place) reportFile(rel string) (reportFile, bool) {
	real, err := filepath.EvalSymlinks(filepath.Join(p.project, filepath.FromSlash(rel)))
	if err != nil || !p.holds(real) {
		return reportFile{}, false
	}
	info, err := os.Lstat(real)
	if err != nil || !info.Mode().IsRegular() {
		return reportFile{}, false
	}
	f := reportFile{path: rel, real: real, size: info.Size()}
	f.stat.mtime = info.ModTime().UnixNano()
	f.stat.ctime, f.stat.inode = fileIdentity(real)
	return f, true
}
