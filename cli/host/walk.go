package host

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/stile-gate/stile/core/fact"
)

// maxTreeFiles bounds one walk: a root that is somebody's whole disk is a named outcome, not an hour.
const maxTreeFiles = 2_000_000

// A Snapshot is one walk of everything under a root, taken at once and looked at often: every file, link and
// special file with what lstat says of it. Left out are git's own directories and files called .git, and the logs
// that stile itself writes. Directories stand for their entries; one that is empty or cannot be listed is an entry
// of its own: git does not check an empty one out, yet it can decide a result.
type Snapshot struct {
	root  string
	taken int64 // nanoseconds of the clock before the first look
	top   *treeDir
	apart []string // linked worktrees that were left out
	files int
	mu    sync.RWMutex // guards the sums that Digest finds
}

// treeKind says what an entry is. The letters go into digests.
type treeKind byte

const (
	kindFile       treeKind = 'f'
	kindLink       treeKind = 'l'
	kindDir        treeKind = 'd'
	kindPipe       treeKind = 'p'
	kindSocket     treeKind = 's'
	kindDevice     treeKind = 'c'
	kindUnreadable treeKind = 'u'
)

// A treeEntry is one name in the tree. Its path is relative to the root, with slashes; a directory's ends in
// one, which makes the order of a depth-first walk the order of the paths' bytes.
type treeEntry struct {
	path string
	link string // where a symbolic link points
	// target is what a symbolic link leads to in the end, under the link's own path; nil where that is nothing.
	target *treeEntry
	size   int64
	mtime  int64 // nanoseconds
	ctime  int64 // nanoseconds; 0 where the system has none
	inode  uint64
	mode   uint32 // permission bits
	kind   treeKind
	dir    *treeDir
	moved  bool
	outer  bool      // of a target: it is no part of this snapshot
	sum    *[32]byte // sha256 of the content, once Digest has looked; moved: of a state that lstat did not see
}

type treeDir struct {
	path    string // "" for the root, else it ends in a slash
	entries []treeEntry
	part    ownPart
	project bool // holds a stile.json
	closed  bool // could not be listed
	foreign bool // closed, and somebody else's: no agent with our rights changes what lies in it
	empty   bool
	linked  bool // put off
}

// treeTrouble says why there is no look at a whole tree.
type treeTrouble string

func (t treeTrouble) Error() string { return string(t) }

const (
	troubleTime = treeTrouble(fact.WhyTime)
	troubleMany = treeTrouble("it holds more than 2000000 files")
	troubleTop  = treeTrouble("its top directory cannot be listed")
)

// taken is the clock; tests move it, so as not to wait for files to grow old.
var taken = func() int64 { return time.Now().UnixNano() }

// TakeSnapshot walks the tree under root, which is a real path. It fails when the root itself cannot be
// listed or holds too many files, and when ctx ends; anything unreadable further down is recorded as that.
func TakeSnapshot(ctx context.Context, root string) (*Snapshot, error) {
	return takeSnapshot(ctx, root, nil)
}

// takeSnapshot puts off what may be a linked worktree until all else is known, asks about all of them at once, and
// walks those that apart does not give. Without apart there are none.
func takeSnapshot(ctx context.Context, root string, apart func(dirs []string) []string) (*Snapshot, error) {
	s := &Snapshot{root: root, taken: taken(), top: &treeDir{}}
	w := &walk{ctx: ctx, root: root, stack: []*treeDir{s.top}, putOff: apart != nil}
	w.more.L = &w.mu
	w.first()
	w.all()
	if w.err == nil && len(w.linked) > 0 {
		w.putOff, w.stack = false, s.leave(w.linked, apart)
		w.all()
	}
	switch {
	case w.err != nil:
		return nil, fmt.Errorf("walking the tree: %w", w.err)
	case s.top.closed:
		return nil, fmt.Errorf("walking the tree: %w", troubleTop)
	}
	s.files = w.files
	return s, nil
}

// all walks what is on the stack, and everything below.
func (w *walk) all() {
	// Most trees of one or two directories are done before a second worker has started.
	workers := 1
	if len(w.stack) > 2 {
		workers = processors
	}
	var wait sync.WaitGroup
	for range workers {
		wait.Add(1)
		go func() {
			defer wait.Done()
			w.work()
		}()
	}
	wait.Wait()
}

// first looks at the top directory, in the caller's own goroutine.
func (w *walk) first() {
	var s walkScratch
	top := w.stack[0]
	w.stack, w.err = top.look(w.ctx, w.root, &s, w.stack[:0])
	w.files = len(top.entries)
}

// walk hands directories to its workers, deepest first.
type walk struct {
	ctx   context.Context
	root  string
	mu    sync.Mutex
	more  sync.Cond
	stack []*treeDir
	// putOff: what may be a linked worktree is not walked but goes to linked.
	putOff bool
	linked []*treeDir
	busy   int
	files  int
	err    error
}

func (w *walk) work() {
	s := walkScratch{putOff: w.putOff}
	var found []*treeDir
	var trouble error
	busy := false
	defer func() {
		if p := recover(); p != nil {
			w.mu.Lock()
			w.err = fmt.Errorf("internal fault: %v", p)
			if busy {
				w.busy--
			}
			w.mu.Unlock()
			w.more.Broadcast()
		}
	}()
	for {
		w.mu.Lock()
		if busy {
			w.busy--
			w.stack = append(w.stack, found...)
			if w.files > maxTreeFiles {
				trouble = troubleMany
			}
			if w.err == nil {
				w.err = trouble
			}
			if len(found) > 1 || w.busy == 0 {
				w.more.Broadcast()
			}
		}
		busy = false
		for len(w.stack) == 0 && w.busy > 0 && w.err == nil {
			w.more.Wait()
		}
		if len(w.stack) == 0 || w.err != nil {
			w.mu.Unlock()
			w.more.Broadcast()
			return
		}
		d := w.stack[len(w.stack)-1]
		w.stack = w.stack[:len(w.stack)-1]
		w.busy++
		busy = true
		w.mu.Unlock()

		found, trouble = d.look(w.ctx, w.root, &s, found[:0])
		w.mu.Lock()
		w.files += len(d.entries)
		if d.linked {
			w.linked, d.linked = append(w.linked, d), false
		}
		w.mu.Unlock()
	}
}

// walkScratch is what one worker uses again for every directory.
type walkScratch struct {
	block []byte // for the system's own records
	text  []byte // the names, one behind the other
	names []walkName
	// putOff is the walk's.
	putOff bool
}

// A walkName lies in text from at to end; a directory's ends in a slash.
type walkName struct {
	at, end int
	dir     bool
}

func (s *walkScratch) add(name []byte, dir bool) {
	at := len(s.text)
	s.text = append(s.text, name...)
	if dir {
		s.text = append(s.text, '/')
	}
	s.names = append(s.names, walkName{at, len(s.text), dir})
}

// holds reports whether a name that is no directory's is among the sorted names.
func (s *walkScratch) holds(name []byte) bool {
	_, found := slices.BinarySearchFunc(s.names, name, func(n walkName, name []byte) int {
		return bytes.Compare(s.text[n.at:n.end], name)
	})
	return found
}

var gitName = []byte(".git")

// look lists d and looks at every entry; it appends the subdirectories to found. An error ends the whole walk.
func (d *treeDir) look(ctx context.Context, root string, s *walkScratch, found []*treeDir) ([]*treeDir, error) {
	if ctx.Err() != nil {
		return found, troubleTime
	}
	h, err := openTreeDir(root, d.path)
	if err == nil {
		defer h.close()
		s.text, s.names = s.text[:0], s.names[:0]
		err = h.list(ctx, s)
	}
	if trouble := treeTrouble(""); errors.As(err, &trouble) {
		return found, trouble
	}
	if err != nil {
		// What has vanished since its parent was listed is not there; anything else is there and closed to us.
		d.closed = !errors.Is(err, fs.ErrNotExist) || d.path == ""
		if d.closed {
			d.shut(filepath.Join(root, filepath.FromSlash(d.path)))
		}
		return found, nil
	}
	slices.SortFunc(s.names, func(a, b walkName) int { return bytes.Compare(s.text[a.at:a.end], s.text[b.at:b.end]) })
	if s.putOff && d.path != "" && s.holds(gitName) && mayBeApart(root, d.path) {
		d.linked = true
		return found, nil
	}
	d.empty = len(s.names) == 0 && d.part == notOurs
	paths := s.paths(d.path)
	d.entries = make([]treeEntry, 0, len(s.names))
	for _, n := range s.names {
		d.project = d.project || string(s.text[n.at:n.end]) == policyName
	}
	for i, n := range s.names {
		if i%256 == 255 && ctx.Err() != nil {
			return found, troubleTime
		}
		size := len(d.path) + n.end - n.at
		e := treeEntry{path: paths[:size]}
		paths = paths[size:]
		name := e.path[len(d.path):]
		switch {
		case (name == ".git" || name == ".git/") && holdsGit(filepath.Join(root, filepath.FromSlash(d.path))):
			continue
		case n.dir:
			e.kind = kindDir
			e.dir = &treeDir{path: e.path, part: d.below(name)}
			found = append(found, e.dir)
		default:
			if err := h.stat(name, &e); errors.Is(err, fs.ErrNotExist) {
				continue
			} else if err != nil {
				e.kind = kindUnreadable
			}
			if d.part != notOurs && d.part.own(&e) {
				continue
			}
			if e.kind == kindLink {
				h.follow(name, &e)
			}
		}
		d.entries = append(d.entries, e)
	}
	return found, nil
}

// shut looks at a directory that cannot be listed. One of our own that cannot even be entered may hide a project,
// and whoever closed it can open it again, so it is taken for one: reading its stile.json says why it cannot be.
func (d *treeDir) shut(name string) {
	info, err := os.Lstat(name)
	d.foreign = err == nil && !ours(info)
	_, err = os.Lstat(filepath.Join(name, policyName))
	d.project = holdsPolicy(name) || !d.foreign && errors.Is(err, fs.ErrPermission)
}

// paths joins dir with every name, in one string: a tree has many paths, and an allocation each shows.
func (s *walkScratch) paths(dir string) string {
	var b strings.Builder
	b.Grow(len(s.names)*len(dir) + len(s.text))
	for _, n := range s.names {
		b.WriteString(dir)
		b.Write(s.text[n.at:n.end])
	}
	return b.String()
}

// list returns the entries that outputs do not name, in the order of their paths.
func (s *Snapshot) list(outputs []string) []*treeEntry {
	return s.top.list(newOutputs(outputs), make([]*treeEntry, 0, s.files))
}

func (d *treeDir) list(globs outputs, list []*treeEntry) []*treeEntry {
	for i := range d.entries {
		switch e := &d.entries[i]; {
		case e.dir == nil:
			if len(globs) == 0 || !globs.match(e.path) {
				list = append(list, e)
			}
		default:
			rest, all := globs.below(e.path)
			switch {
			case all:
			case e.dir.closed || e.dir.empty:
				list = append(list, e)
			default:
				list = e.dir.list(rest, list)
			}
		}
	}
	return list
}
