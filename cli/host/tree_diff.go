package host

import "strings"

// Diff names the paths, at most limit of them, that outputs does not name and that differ between s and a
// later snapshot of the same root. A file whose content is known to be the same on both sides does not.
func (s *Snapshot) Diff(later *Snapshot, outputs []string, limit int) []string {
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
			if !old[0].same(now[0]) {
				paths = append(paths, now[0].path)
			}
			old, now = old[1:], now[1:]
		}
	}
	return paths
}

// Touched reports whether anything that outputs do not name was written, made or removed between s and a later
// snapshot, whatever its content is now: the change time tells, which no unprivileged program sets.
func (s *Snapshot) Touched(later *Snapshot, outputs []string) bool {
	old, now := s.list(outputs), later.list(outputs)
	if len(old) != len(now) {
		return true
	}
	for i, e := range old {
		if n := now[i]; e.path != n.path || e.link != n.link || !e.stands(n) {
			return true
		}
		if a, b := e.target, now[i].target; (a == nil) != (b == nil) || a != nil && a.kind != kindDir && !a.stands(b) {
			return true
		}
	}
	return false
}

// stands reports whether all that lstat said is as it was.
func (e *treeEntry) stands(n *treeEntry) bool {
	return e.letter() == n.letter() && e.mode == n.mode && e.size == n.size && e.mtime == n.mtime && e.ctime == n.ctime && e.inode == n.inode
}

func (e *treeEntry) same(now *treeEntry) bool {
	if e.letter() != now.letter() || e.link != now.link || (e.mode^now.mode)&0o100 != 0 {
		return false
	}
	if e.target != nil && now.target != nil && (e.target.outer || now.target.outer) {
		return e.target.same(now.target)
	}
	if e.kind != kindFile {
		return true
	}
	if e.sum != nil && now.sum != nil {
		return *e.sum == *now.sum
	}
	return e.size == now.size && e.mtime == now.mtime && e.ctime == now.ctime && e.inode == now.inode
}
