package host

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"time"

	"github.com/stile-gate/stile/core/fact"
	"github.com/stile-gate/stile/core/line"
)

const maxBypass = 1 << 20 // bytes read of one log

// AppendLine adds one dated line to the project's committed log of this day and session. project is relative to
// root. once "turn" always writes (the core has decided that it is due); once "day" writes unless the file already
// holds the line with another time. No link is followed on the way, and nothing is written into a git directory.
func (s *Store) AppendLine(root, project, text string, now time.Time, session, once string) fact.Appended {
	at := stamp(now)
	name := path.Join(filepath.ToSlash(project), line.BypassDir, line.BypassFile(at, line.SessionID(session)))
	out := fact.Appended{Outcome: "written", Path: name}
	// Only between the look and the write of two processes the lock matters. Without a state directory a line may
	// stand there twice, which is better than not at all.
	s.Bind(root)
	if s.refused() == "" {
		if l, err := s.lock(digest(realPath(root), name), lockWait); err == nil {
			defer l.Unlock()
		}
	}
	already, err := appendLine(root, name, dated(text, now), once == "day")
	switch {
	case err != nil:
		out.Outcome, out.Why = "failed", insideWhy(err)
	case already:
		out.Outcome = "already"
	}
	return out
}

func appendLine(root, name, entry string, once bool) (already bool, err error) {
	dir, err := openDirs(root, path.Dir(name))
	if err != nil {
		return false, err
	}
	defer dir.Close()
	base := path.Base(name)
	before, err := dir.Lstat(base)
	if err == nil && !before.Mode().IsRegular() {
		return false, errNotRegular
	}
	f, err := dir.OpenFile(base, os.O_RDWR|os.O_APPEND|os.O_CREATE, 0o644)
	if err != nil {
		return false, err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	if info, err := dir.Lstat(base); err != nil || !sameOpened(info, f) {
		return false, errors.Join(err, errLink)
	}
	old, err := readLog(f)
	if err != nil {
		return false, err
	}
	if once && hasLine(old, entry) {
		return true, nil
	}
	entry += "\n"
	if len(old) > 0 && old[len(old)-1] != '\n' {
		entry = "\n" + entry
	}
	if _, err := f.WriteString(entry); err != nil {
		return false, err
	}
	return false, f.Sync()
}

var (
	errLink   = errors.New("a link lies on the way")
	errGitDir = errors.New("it lies in a git directory")
)

// openDirs opens dir below root one directory at a time, making those that are missing. A link is none: one to
// .git would put the line where nobody commits it, one to a source directory where it is measured.
func openDirs(root, dir string) (*os.Root, error) {
	at, err := os.OpenRoot(root)
	if err != nil {
		return nil, err
	}
	for name := range strings.SplitSeq(dir, "/") {
		next, err := openDir(at, name)
		at.Close()
		if err != nil {
			return nil, err
		}
		at = next
	}
	return at, nil
}

func openDir(at *os.Root, name string) (*os.Root, error) {
	if strings.EqualFold(name, ".git") {
		return nil, errGitDir
	}
	if err := at.Mkdir(name, 0o755); err != nil && !errors.Is(err, fs.ErrExist) {
		return nil, err
	}
	info, err := at.Lstat(name)
	switch {
	case err != nil:
		return nil, err
	case info.Mode()&fs.ModeSymlink != 0:
		return nil, errLink
	}
	next, err := at.OpenRoot(name)
	if err != nil {
		return nil, err
	}
	f, err := next.Open(".")
	if err == nil {
		defer f.Close()
	}
	switch {
	case err != nil || !sameOpened(info, f):
		err = errors.Join(err, errLink)
	case holdsRepository(next):
		err = errGitDir
	default:
		return next, nil
	}
	next.Close()
	return nil, err
}

// sameOpened reports whether f is the file that info was asked of and not one put into its place.
func sameOpened(info fs.FileInfo, f *os.File) bool {
	opened, err := f.Stat()
	return err == nil && os.SameFile(info, opened)
}

// holdsRepository tells a bare or separate git directory by what git itself asks of one (git 2.39, setup.c).
func holdsRepository(at *os.Root) bool {
	for _, name := range [...]string{"HEAD", "objects", "refs"} {
		if _, err := at.Lstat(name); err != nil {
			return false
		}
	}
	return true
}

// readLog reads the end of an open log.
func readLog(f *os.File) ([]byte, error) {
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	b, err := io.ReadAll(io.NewSectionReader(f, max(0, info.Size()-maxBypass), maxBypass))
	return b, err
}

// hasLine reports whether a log holds a dated line under any time.
func hasLine(log []byte, dated string) bool {
	_, want := line.CutTime(dated)
	for l := range bytes.SplitSeq(log, []byte{'\n'}) {
		if at, rest := line.CutTime(string(l)); at != "" && rest == want {
			return true
		}
	}
	return false
}

// insideWhy names what kept a path inside the root from being written.
func insideWhy(err error) string {
	why := briefly(err)
	for _, known := range [...]error{errLink, errGitDir} {
		if errors.Is(err, known) {
			why = known.Error()
		}
	}
	if strings.Contains(why, "escapes") {
		return "a link leads outside the root"
	}
	return why
}
