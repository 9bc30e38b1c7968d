package host

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

const (
	pruneAge   = 30 * 24 * time.Hour
	pruneCount = 2000
	pruneBatch = 32 // unlinks at most, so that one hook never pays for years of others
)

// pruneSessions drops old sessions, never the one just claimed and none whose lock another process holds.
func (s *Store) pruneSessions(current string) {
	prune(filepath.Join(s.dir, "sessions"), s.now(), pruneAge, pruneCount, func(path string) bool {
		name := filepath.Base(path)
		if name == current || len(name) < 2 {
			return false
		}
		if name[:2] != current[:2] { // else the caller holds the lock
			l, err := s.lock(name, 0)
			if err != nil {
				return false
			}
			defer l.Unlock()
		}
		return os.Remove(path) == nil
	})
}

// prune offers files of dir to remove, oldest first: those older than age and those beyond count. It stops after
// pruneBatch removals.
func prune(dir string, now time.Time, age time.Duration, count int, remove func(path string) bool) {
	type file struct {
		name string
		at   time.Time
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return
	}
	var files []file
	for _, e := range entries {
		if info, err := e.Info(); err == nil && !info.IsDir() {
			files = append(files, file{e.Name(), info.ModTime()})
		}
	}
	slices.SortFunc(files, func(a, b file) int {
		if c := a.at.Compare(b.at); c != 0 {
			return c
		}
		return strings.Compare(a.name, b.name)
	})
	left, removed := len(files), 0
	for _, f := range files {
		if removed == pruneBatch || left <= count && now.Sub(f.at) <= age {
			return
		}
		if remove(filepath.Join(dir, f.name)) {
			left--
			removed++
		}
	}
}
