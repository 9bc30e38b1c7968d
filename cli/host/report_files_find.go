package host

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/stile-gate/stile/core/check"
)

// Bounds of one search for report files.
const (
	maxReportFiles = 10_000
	maxReportLooks = 500_000 // directory entries
)

// Why something that a glob names cannot be used.
const (
	outsideProject = "outside the project"
	notRegular     = "not a regular file"
	unreadableFile = "unreadable"
)

// A reportSearch looks for the files that globs name below the project. It follows links, to directories too:
// one that it passed by would be the place to hide a failed report in.
type reportSearch struct {
	ctx   context.Context
	at    *place
	found reportFiles
	paths map[string]bool // relative to the project: taken or refused already
	reals map[string]int  // where in found.files it is
	looks int
}

// A reportDir is a directory that is to be looked through. base is where the "**" began that it was reached by,
// "" without one.
type reportDir struct{ rel, real, base string }

func findReports(ctx context.Context, at place, globs []string) reportFiles {
	s := reportSearch{ctx: ctx, at: &at, paths: map[string]bool{}, reals: map[string]int{}}
	s.found.taken = time.Now().UnixNano()
	for _, glob := range globs {
		if !s.glob(glob) {
			return reportFiles{tooMany: true}
		}
	}
	slices.SortFunc(s.found.files, func(a, b reportFile) int { return strings.Compare(a.path, b.path) })
	return s.found
}

// glob looks for one glob's files; false when there are too many or too many entries to look at.
func (s *reportSearch) glob(glob string) bool {
	segments := strings.Split(glob, "/")
	linked := map[string]bool{} // directories that were reached by a link below a "**"
	top := reportDir{real: s.at.project}
	if segments[0] == "**" {
		top.base = top.real
	}
	for stack := []reportDir{top}; len(stack) > 0 && s.ctx.Err() == nil; {
		dir := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		entries, err := os.ReadDir(dir.real)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			// Who cannot be listed may hold a report.
			s.refuse(unreadableFile)
		}
		if s.looks += len(entries); s.looks > maxReportLooks {
			return false
		}
		// Backward, so that the stack gives directories in order and a file has the same one of its names each time.
		for _, e := range slices.Backward(entries) {
			rel := dir.rel + e.Name()
			enter, open := mayHold(segments, rel)
			match := !s.paths[rel] && check.Match(glob, rel)
			if !enter && !match {
				continue
			}
			real, info, err := entryBehind(dir.real, e)
			switch {
			case err != nil:
				// A link that leads nowhere, or a directory that cannot be entered; what has just gone is no report.
				if match && (e.Type()&os.ModeSymlink != 0 || !errors.Is(err, fs.ErrNotExist)) {
					s.refuse(unreadableFile)
				}
			case !info.IsDir():
				if match {
					s.paths[rel] = true
					s.take(rel, real, info)
				}
			// A tree of its own is left alone where it lies; by a link it is entered, and what is found there refused.
			case enter && e.Name() != ".git" && (e.Type()&os.ModeSymlink != 0 || s.at.holds(real) || !s.at.holds(dir.real)):
				sub := reportDir{rel + "/", real, dir.base}
				if open && sub.base == "" {
					sub.base = real
				}
				if dir.base != "" && e.Type()&os.ModeSymlink != 0 {
					if linked[real] || byItsOwnName(segments, dir.base, real) {
						continue
					}
					linked[real] = true
				}
				stack = append(stack, sub)
			}
			if len(s.found.files) > maxReportFiles {
				return false
			}
		}
	}
	return true
}

// entryBehind says what an entry is, behind any links.
func entryBehind(dir string, e fs.DirEntry) (real string, info fs.FileInfo, err error) {
	real = filepath.Join(dir, e.Name())
	if e.Type()&os.ModeSymlink != 0 {
		if real, err = filepath.EvalSymlinks(real); err != nil {
			return "", nil, err
		}
	}
	info, err = os.Lstat(real)
	return real, info, err
}

// byItsOwnName reports whether a directory that a link leads to is come by without the link too, and a file in it
// is a match by its name alone: package managers link every package several times.
func byItsOwnName(segments []string, base, real string) bool {
	tail := segments[slices.Index(segments, "**")+1:]
	rel, err := filepath.Rel(base, real)
	return err == nil && filepath.IsLocal(rel) && len(tail) <= 1
}

func (s *reportSearch) refuse(why string) {
	if s.found.unfit == "" {
		s.found.unfit = why
	}
}

// take notes a file that a glob names, or why it cannot be used.
func (s *reportSearch) take(rel, real string, info fs.FileInfo) {
	switch {
	case !s.at.holds(real):
		s.refuse(outsideProject)
	case !info.Mode().IsRegular():
		s.refuse(notRegular)
	default:
		if i, taken := s.reals[real]; taken {
			s.found.files[i].also = append(s.found.files[i].also, rel)
			return
		}
		s.reals[real] = len(s.found.files)
		f := reportFile{path: rel, real: real, size: info.Size()}
		f.stat.mtime = info.ModTime().UnixNano()
		f.stat.ctime, f.stat.inode = fileIdentity(real)
		s.found.files = append(s.found.files, f)
	}
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
