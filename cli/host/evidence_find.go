package host

import (
	"errors"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/stile-gate/stile/core/fact"
)

// Why what a table cites cannot be read, besides the reasons that any file has.
const (
	inGit       = "inside .git"
	linkNowhere = "a link that leads nowhere"
	linkStuck   = "a link that cannot be followed"
	closedDir   = "its directory cannot be listed"
)

// cited finds the files that tables cite. That a disk opens a name proves nothing where it ignores letter case, so names
// are looked for in listings, and no directory is listed twice in one question.
type cited struct {
	root      string // real path
	top       *os.Root
	handle    rootHandle
	walked    *Snapshot // nil where the tree was not walked
	spellings []string  // of the root
	mu        sync.Mutex
	dirs      map[string]*citedDir // by path, as the disk spells it
}

// A citedFile is where a file was found, relative to the root: under the path that names it, and behind all links.
type citedFile struct{ spelling, real string }

// A citedDir is one directory, or why there is none.
type citedDir struct {
	real    string
	state   fact.State
	why     string
	names   map[string]fs.FileMode // UTF-8 ones; of the mode, only the type
	unnamed int64                  // others, of what is no directory
	folded  map[string][]string    // names by what they are without letter case; nil until it is wanted
}

// citedFiles are those of this question.
func (h *Host) citedFiles() (*cited, error) {
	h.citing.Lock()
	defer h.citing.Unlock()
	if h.cited == nil {
		root := realPath(h.root)
		top, err := os.OpenRoot(root)
		if err != nil {
			return nil, err
		}
		handle, err := openRootHandle(root)
		if err != nil {
			top.Close()
			return nil, err
		}
		h.cited = &cited{root: root, top: top, handle: handle, walked: h.before, dirs: map[string]*citedDir{},
			spellings: rootSpellings([]string{root, h.root})}
	}
	return h.cited, nil
}

func (h *Host) closeCited() {
	if h.cited != nil {
		_ = h.cited.top.Close()
		h.cited.handle.close()
	}
}

// open opens a path without links. Should one have appeared on it, it leads nowhere but into the root.
func (c *cited) open(real string) (*os.File, error) {
	return c.top.OpenFile(filepath.FromSlash(real), os.O_RDONLY|openNoWait, 0)
}

// find looks for a file by its exact path. Where there is none, it is the one whose path differs in nothing but letter
// case; several are none.
func (c *cited) find(rel string) (at citedFile, state fact.State, why string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if rel == "." {
		return at, fact.Unreadable, "a directory"
	}
	d := c.dir(parent(rel))
	kind, ok := d.names[path.Base(rel)]
	if !ok {
		if d.state == fact.Unreadable {
			return at, d.state, d.why
		}
		if rel, ok = c.otherCase(rel); !ok {
			return at, fact.Absent, ""
		}
		d = c.dir(parent(rel))
		kind = d.names[path.Base(rel)]
	}
	at = citedFile{rel, inDir(d.real, path.Base(rel))}
	switch {
	case kind == 0:
	case kind.IsDir():
		return at, fact.Unreadable, "a directory"
	case mayLink(kind):
		at.real, why = c.behind(at.real)
	default:
		why = notRegular
	}
	if why != "" {
		return at, fact.Unreadable, why
	}
	return at, fact.Present, ""
}

// mayLink: a link, or one of the kinds of it that Windows has besides.
func mayLink(kind fs.FileMode) bool { return kind&(fs.ModeSymlink|fs.ModeIrregular) != 0 }

func inDir(dir, name string) string {
	if dir == "." {
		return name
	}
	return dir + "/" + name
}

// maxOtherCase bounds the directories whose paths differ only in letter case, and so the search.
const maxOtherCase = 64

// otherCase returns the one path of a file that is rel but for letter case.
func (c *cited) otherCase(rel string) (found string, one bool) {
	at := []string{"."}
	names := strings.Split(rel, "/")
	for i, name := range names {
		var next []string
		for _, dir := range at {
			d := c.dir(dir)
			for _, n := range d.fold(name) {
				kind, last := d.names[n], i == len(names)-1
				if last && !kind.IsDir() || !last && (kind.IsDir() || mayLink(kind)) {
					next = append(next, inDir(dir, n))
				}
			}
		}
		if at = next; len(at) == 0 || len(at) > maxOtherCase {
			return "", false
		}
	}
	return at[0], len(at) == 1
}

// fold are the names in d that are name but for letter case.
func (d *citedDir) fold(name string) []string {
	if d.folded == nil {
		d.folded = map[string][]string{}
		for n := range d.names {
			key := foldCase(n)
			d.folded[key] = append(d.folded[key], n)
		}
	}
	return d.folded[foldCase(name)]
}

// foldCase is s with every character the first of those that simple case folding takes for one (Unicode 15, as package
// unicode has it).
func foldCase(s string) string {
	return strings.Map(func(r rune) rune {
		if r < utf8.RuneSelf {
			if 'a' <= r && r <= 'z' {
				r -= 'a' - 'A'
			}
			return r
		}
		least := r
		for o := unicode.SimpleFold(r); o != r; o = unicode.SimpleFold(o) {
			least = min(least, o)
		}
		return least
	}, s)
}

// dir lists the directory with this path, spelled as the disk spells it. Links on the way are followed.
func (c *cited) dir(rel string) *citedDir {
	if d := c.dirs[rel]; d != nil {
		return d
	}
	d := &citedDir{real: "."}
	c.dirs[rel] = d
	if rel != "." {
		above := c.dir(parent(rel))
		name := path.Base(rel)
		kind, ok := above.names[name]
		d.real = inDir(above.real, name)
		switch {
		case above.state != fact.Present:
			d.state, d.why = above.state, above.why
		case !ok:
			d.state = fact.Absent
		case kind.IsDir():
		case mayLink(kind):
			if d.real, d.why = c.behind(d.real); d.why != "" {
				d.state = fact.Unreadable
			}
		default:
			d.state = fact.Absent
		}
	}
	if d.state == fact.Present && c.walked != nil && within(d.real, c.walked.apart) {
		d.state, d.why = fact.Unreadable, ownTree
	}
	if d.state == fact.Present {
		d.list(c)
	}
	return d
}

func (d *citedDir) list(c *cited) {
	f, err := c.open(d.real)
	var entries []fs.DirEntry
	if err == nil {
		defer f.Close()
		var info fs.FileInfo
		if info, err = f.Stat(); err == nil && !info.IsDir() {
			d.state = fact.Absent // nothing lies in a file that a link leads to
			return
		}
	}
	if err == nil {
		entries, err = f.ReadDir(-1)
	}
	if err != nil {
		if _, d.state, d.why = failedRead(err); d.state == fact.Unreadable {
			d.why = closedDir
		}
		return
	}
	d.names = make(map[string]fs.FileMode, len(entries))
	for _, e := range entries {
		switch {
		case utf8.ValidString(e.Name()):
			d.names[e.Name()] = e.Type()
		case !e.IsDir():
			d.unnamed++
		}
	}
}

// behind follows the link at a path that has no other. Where it leads has to be spelled as the disk spells it.
func (c *cited) behind(link string) (real, why string) {
	name, err := filepath.EvalSymlinks(filepath.Join(c.root, filepath.FromSlash(link)))
	switch {
	case err == nil:
	case errors.Is(err, fs.ErrNotExist), notDirectory(err):
		return "", linkNowhere
	case errors.Is(err, fs.ErrPermission):
		return "", "permission denied"
	default:
		return "", linkStuck
	}
	inside, err := filepath.Rel(c.root, name)
	if err != nil || !filepath.IsLocal(inside) {
		return "", outsideProject
	}
	real = "."
	if inside == "." {
		return real, ""
	}
	for part := range strings.SplitSeq(filepath.ToSlash(inside), "/") {
		d := c.dir(real)
		kind, ok := d.names[part]
		switch {
		case d.state == fact.Unreadable:
			return "", d.why
		case !ok:
			return "", linkNowhere // not on a disk that tells letter case apart
		case mayLink(kind):
			return "", linkStuck // it has changed since
		}
		real = inDir(real, part)
	}
	if insideGit(real) {
		return "", inGit
	}
	return real, ""
}
