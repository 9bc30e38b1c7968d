package host

import (
	"cmp"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/stile-gate/stile/core/fact"
)

// A gate-hook that measures leaves a marker in the state directory until its answer is out. A check can end its
// judge with a signal that nobody can catch, and then the marker is all that tells.

const (
	maxRunning = 64             // markers looked at, so that a filled directory does not hold up a turn
	maxForeign = 24 * time.Hour // how long one of another process-number space, which cannot be looked up, is believed
)

// Started leaves the marker of this process, which measures in root. Best effort; call it once the store is bound to
// the tree.
func (s *Store) Started(root string) {
	if s.refused() != "" {
		return
	}
	o := thisOwner()
	_ = replace(s.runningPath(o), appendStateLine(nil, "running", fact.Itoa(o.pid), o.start, o.boot, o.space, rootName(root)))
}

// Answered takes this process's marker away.
func (s *Store) Answered() {
	if s.refused() == "" {
		_ = os.Remove(s.runningPath(thisOwner()))
	}
}

// Died reports whether an earlier hook in this root ended without having answered, and takes its marker away: of
// several that ask, one is told. Another tree's marker is left for the hooks there.
func (s *Store) Died(root string) bool {
	if s.refused() != "" {
		return false
	}
	d, err := os.Open(filepath.Join(s.dir, "running"))
	if err != nil {
		return false
	}
	names, _ := d.Readdirnames(maxRunning)
	d.Close()
	died := false
	for _, name := range names {
		path := filepath.Join(s.dir, "running", name)
		if s.leftBehind(path, rootName(root)) && os.Remove(path) == nil {
			died = true
		}
	}
	return died
}

// leftBehind says whether a marker's process is gone. Unlike a claim's it may measure for long, so it counts as
// gone only when the system says so. A marker that cannot be read is nobody's: it is written in one step.
func (s *Store) leftBehind(path, root string) bool {
	info, err := os.Lstat(path)
	if err != nil || info.IsDir() {
		return false
	}
	age := s.now().Sub(info.ModTime())
	b, _, err := readTail(path, 4<<10)
	if err != nil {
		return false
	}
	text, _ := strings.CutSuffix(string(b), "\n")
	w := parseStateLine(text)
	switch {
	case len(w) != 6 || w[0] != "running":
		return age > maxForeign
	case w[5] != root:
		return false
	}
	pid, _ := fact.ParseInt(w[1])
	o, me := owner{pid: pid, start: w[2], boot: w[3], space: w[4]}, thisOwner()
	switch {
	case o == me:
		return false
	case o.pid <= 0 || o.boot != me.boot:
		return true
	case o.space != me.space:
		return age > maxForeign
	}
	running, _ := o.running()
	return !running
}

func (s *Store) runningPath(o owner) string {
	return filepath.Join(s.dir, "running", fact.Itoa(o.pid)+"-"+cmp.Or(o.start, "0"))
}
