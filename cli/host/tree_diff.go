package host

import "strings"

// Touched names the paths, at most limit of them, that outputs does not name and that were written, made or removed
// between s and a later snapshot, whatever they hold now: the change time tells, which no unprivileged program sets.
func (s *Snapshot) Touched(later *Snapshot, outputs []string, limit int) []string {
	s.mu.RLock()
	defer s.mu.RUnlock()
	if later != s {
		later.mu.RLock()
		defer later.mu.RUnlock()
	}
	old, now := s.list(outputs), later.list(outputs)
	var paths []string
	for (len(old) > 0 || len(now) > 0) && len(paths) < limit {
		order := 0
		switch {
		case len(old) == 0:
			order = 1
		case len(now) == 0:
			order = -1
		default:
			order = strings.Compare(old[0].path, now[0].path)
		}
		switch {
		case order < 0:
			paths, old = append(paths, old[0].path), old[1:]
		case order > 0:
			paths, now = append(paths, now[0].path), now[1:]
		default:
			if !old[0].untouched(now[0]) {
				paths = append(paths, now[0].path)
			}
			old, now = old[1:], now[1:]
		}
	}
	return paths
}

func (e *treeEntry) untouched(now *treeEntry) bool {
	if e.link != now.link || !e.stands(now) {
		return false
	}
	a, b := e.target, now.target
	return (a == nil) == (b == nil) && (a == nil || a.kind == kindDir || a.stands(b))
}

// stands reports whether all that lstat said is as it was.
func (e *treeEntry) stands(n *treeEntry) bool {
	return e.letter() == n.letter() && e.mode == n.mode && e.size == n.size && e.mtime == n.mtime && e.ctime == n.ctime && e.inode == n.inode
}
