package host

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
)

// Printed marks this process's claim of event as answered: its bytes have been written. Only now the tree counts
// as one that a gate-hook has answered. Best effort.
func (s *Store) Printed(k Key, event string) {
	if s.refused() != "" || k.Session == "" {
		return
	}
	name := k.name()
	l, err := s.lock(name, lockWait)
	if err != nil {
		return
	}
	defer l.Unlock()
	h, err := readHistory(s.sessionPath(name))
	if err != nil {
		return
	}
	event = bounded(event)
	for i := len(h.records) - 1; i >= 0; i-- {
		r := &h.records[i]
		if r.event != event || r.owner != thisOwner() {
			continue
		}
		if !r.printed && appendState(s.sessionPath(name), h.torn, printedLine(nil, r)) == nil {
			s.keepAnswer(r)
		}
		return
	}
}

// judged are the actions whose verdict a later stop on the same tree need not hear again.
func (r *record) judged() bool {
	return r.action == "refuse" || r.action == "release" || r.action == "green"
}

func rootName(root string) string {
	if root == "" {
		return ""
	}
	return digest(realPath(root))[:32]
}

// overwrite writes a file of one line in place. A torn or mixed line does not match its checksum and is nobody's
// answer, and a file of its own each time would cost a stop more than everything else it keeps.
func overwrite(path string, line []byte) error {
	open := func() (*os.File, error) { return os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600) }
	if info, err := os.Lstat(path); err == nil && !info.Mode().IsRegular() {
		return errNotRegular
	}
	f, err := open()
	if errors.Is(err, os.ErrNotExist) && os.MkdirAll(filepath.Dir(path), 0o700) == nil {
		f, err = open()
	}
	if err != nil {
		return err
	}
	_, err = f.Write(line)
	return errors.Join(err, f.Close())
}

func (s *Store) keepAnswer(r *record) {
	if !r.judged() || !isHex(r.root, 32) || r.tree == "" {
		return
	}
	path := s.rootPath(r.root)
	_, err := os.Lstat(path)
	fresh := err != nil
	if overwrite(path, appendStateLine(nil, "answered", r.tree, r.verdict)) == nil && fresh {
		prune(filepath.Dir(path), s.now(), pruneAge, pruneCount, func(path string) bool {
			return filepath.Base(path) != r.root && os.Remove(path) == nil
		})
	}
}

// lastAnswer is the tree and the verdict of the last stop answered at root, in any session.
func (s *Store) lastAnswer(root string) (tree, verdict string) {
	if root == "" {
		return "", ""
	}
	b, _, err := readTail(s.rootPath(rootName(root)), 4<<10)
	if err != nil {
		return "", ""
	}
	line, ok := strings.CutSuffix(string(b), "\n")
	if w := parseStateLine(line); ok && len(w) == 3 && w[0] == "answered" {
		return w[1], w[2]
	}
	return "", ""
}

func isHex(s string, n int) bool {
	return len(s) == n && strings.Trim(s, "0123456789abcdef") == ""
}
