package host

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/gofrs/flock"
)

// StateDir names the operator's state directory for an environment and an operating system (a GOOS word): below
// $XDG_STATE_HOME (XDG Base Directory Specification 0.8: a relative value counts as unset), ~/Library/Application
// Support or %LOCALAPPDATA%. An empty dir comes with the reason.
func StateDir(environ []string, goos string) (dir string, why string) {
	switch goos {
	case "windows":
		base := lastValue(environ, "LOCALAPPDATA", true)
		if !windowsAbsolute(base) {
			return "", "LOCALAPPDATA names no absolute directory"
		}
		return strings.TrimRight(base, `\/`) + `\stile`, ""
	case "darwin":
		return below(lastValue(environ, "HOME", false), "/Library/Application Support/stile")
	}
	if x := lastValue(environ, "XDG_STATE_HOME", false); strings.HasPrefix(x, "/") {
		return below(x, "/stile")
	}
	return below(lastValue(environ, "HOME", false), "/.local/state/stile")
}

func below(base, rest string) (string, string) {
	if !strings.HasPrefix(base, "/") {
		return "", "HOME names no absolute directory"
	}
	return strings.TrimRight(base, "/") + rest, ""
}

// Getenv reads an environment that was given, never the process's own, as this system compares names.
func Getenv(environ []string, name string) string { return lastValue(environ, name, onWindows) }

// lastValue reads environ as Go's child processes do: the last entry of a name holds.
func lastValue(environ []string, name string, fold bool) string {
	for i := len(environ) - 1; i >= 0; i-- {
		k, v, ok := strings.Cut(environ[i], "=")
		if ok && (k == name || fold && strings.EqualFold(k, name)) {
			return v
		}
	}
	return ""
}

func windowsAbsolute(p string) bool {
	return strings.HasPrefix(p, `\\`) || len(p) > 2 && p[1] == ':' && (p[2] == '\\' || p[2] == '/')
}

// A Store is the operator's state directory: sessions, last verdicts, results, journal. Nothing is created
// before the first write. Every failure shows as an outcome with a short reason, never as an error.
type Store struct {
	dir string
	now func() time.Time

	mu  sync.Mutex
	why string // why nothing may be read or written here, "" when it may
}

// OpenStore opens the state directory that StateDir named; "" gives a store that can keep nothing.
func OpenStore(dir string) *Store {
	s := &Store{dir: dir, now: time.Now}
	switch {
	case dir == "":
		s.why = "no state directory"
	case !filepath.IsAbs(dir):
		s.why = "the state directory is no absolute path"
	}
	return s
}

// Bind closes the store when it lies inside root: state that is part of the tree would move the tree's digest
// and could be committed. Session and Claim bind by themselves.
func (s *Store) Bind(root string) {
	if s.refused() != "" || root == "" {
		return
	}
	rel, err := filepath.Rel(realPath(root), realPath(s.dir))
	if err == nil && rel != ".." && !strings.HasPrefix(rel, ".."+string(filepath.Separator)) {
		s.mu.Lock()
		s.why = "the state directory lies inside the project"
		s.mu.Unlock()
	}
}

func (s *Store) refused() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.why
}

// realPath resolves the links of as much of p as exists.
func realPath(p string) string {
	p = filepath.Clean(p)
	rest := ""
	for dir := p; ; {
		if r, err := filepath.EvalSymlinks(dir); err == nil {
			return filepath.Join(r, rest)
		}
		up := filepath.Dir(dir)
		if up == dir {
			return p
		}
		dir, rest = up, filepath.Join(filepath.Base(dir), rest)
	}
}

// A Key names whose state is meant, and in which tree: ids as the harness gave them, hashed before they become a
// file's name.
// Without a session there is no state.
type Key struct{ Harness, Session, Agent, Root string }

func (k Key) name() string { return digest(k.Harness, k.Session, k.Agent, k.Root)[:32] }

// digest hashes strings so that no two lists of them share their bytes.
func digest(parts ...string) string {
	h := sha256.New()
	var n [8]byte
	for _, p := range parts {
		for i, u := 0, uint64(len(p)); i < 8; i++ {
			n[i] = byte(u >> (8 * i))
		}
		h.Write(n[:])
		h.Write([]byte(p))
	}
	return hex.EncodeToString(h.Sum(nil))
}

func (s *Store) sessionPath(name string) string { return filepath.Join(s.dir, "sessions", name) }
func (s *Store) rootPath(name string) string    { return filepath.Join(s.dir, "roots", name) }

// lockWait bounds the wait for another process; it holds a lock for milliseconds.
const lockWait = 2 * time.Second

var errBusy = errors.New("busy")

// lock takes the lock of a file by its name. There is one lock file for each first byte of a name and none is
// ever removed, so that no process can hold a lock on a file that another one has just replaced.
func (s *Store) lock(name string, wait time.Duration) (*flock.Flock, error) {
	dir := filepath.Join(s.dir, "locks")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, err
	}
	l := flock.New(filepath.Join(dir, name[:2]), flock.SetPermissions(0o600))
	ok, err := l.TryLock()
	if err == nil && !ok && wait > 0 {
		ctx, cancel := context.WithTimeout(context.Background(), wait)
		defer cancel()
		ok, err = l.TryLockContext(ctx, 5*time.Millisecond)
	}
	if errors.Is(err, context.DeadlineExceeded) || err == nil && !ok {
		return nil, errBusy
	}
	return l, err
}

// probe says why a session's file could not be written, "" when it could. One that is there is only opened: that
// the disk is full shows at the claim, and a file made and removed at every stop would cost more than the claim.
// For a new one a file is made and removed in the deepest directory that is there: asking must not make a state
// directory.
func (s *Store) probe(path string) string {
	switch f, err := os.OpenFile(path, os.O_WRONLY|os.O_APPEND, 0); {
	case err == nil:
		f.Close()
		return ""
	case !errors.Is(err, fs.ErrNotExist):
		return briefly(err)
	}
	for dir := filepath.Dir(path); ; {
		info, err := os.Stat(dir)
		if err == nil && !info.IsDir() {
			return "not a directory"
		}
		if err == nil {
			return briefly(tryWrite(dir))
		}
		up := filepath.Dir(dir)
		if !errors.Is(err, fs.ErrNotExist) || up == dir {
			return briefly(err)
		}
		dir = up
	}
}

// tryWrite writes one byte: on a full disk a file can still be made.
func tryWrite(dir string) error {
	f, err := os.CreateTemp(dir, ".stile-probe-")
	if err != nil {
		return err
	}
	_, err = f.Write([]byte{'\n'})
	return errors.Join(err, f.Close(), os.Remove(f.Name()))
}

// briefly is an error in a few words without a path of the machine, "" for nil.
func briefly(err error) string {
	var no syscall.Errno
	switch {
	case err == nil:
		return ""
	case errors.Is(err, fs.ErrNotExist):
		return "not there"
	case errors.As(err, &no):
		return no.Error()
	case errors.Is(err, fs.ErrPermission):
		return "permission denied"
	}
	for {
		var p *fs.PathError
		var l *os.LinkError
		switch {
		case errors.As(err, &p):
			err = p.Err
		case errors.As(err, &l):
			err = l.Err
		default:
			if m := err.Error(); !strings.ContainsAny(m, `/\`) {
				return m
			}
			return "input or output error"
		}
	}
}

var errNotRegular = errors.New("not a regular file")

// readTail reads the last limit bytes of a regular file. Anything else, a link or a FIFO put there, is refused
// before it is opened. A file that is not there is empty.
func readTail(path string, limit int64) (tail []byte, size int64, err error) {
	info, err := os.Lstat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, 0, nil
	}
	if err != nil {
		return nil, 0, err
	}
	if !info.Mode().IsRegular() {
		return nil, 0, errNotRegular
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, 0, err
	}
	defer f.Close()
	size = info.Size()
	tail = make([]byte, min(size, limit))
	n, err := f.ReadAt(tail, size-int64(len(tail)))
	if n == len(tail) {
		err = nil
	}
	return tail[:n], size, err
}

// replace writes a file in one step: readers see the old bytes or the new ones.
func replace(path string, data []byte) error {
	dir := filepath.Dir(path)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	f, err := os.CreateTemp(dir, ".tmp-")
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	if err = errors.Join(err, f.Close()); err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		os.Remove(f.Name())
	}
	return err
}
