package host

import (
	"cmp"
	"context"
	"errors"
	"os"
	"path"
	"path/filepath"
	"strings"
	"time"

	"github.com/stile-gate/stile/core/fact"
)

// serve answers every want but a check that has to be run.
func (h *Host) serve(w *fact.Want) fact.Fact {
	f := unreadable("this host does not know the kind")
	for _, s := range servers {
		if w.ID == s.id || strings.HasSuffix(s.id, ":") && strings.HasPrefix(w.ID, s.id) {
			f = s.serve(h, w)
			break
		}
	}
	f.ID = w.ID
	return f
}

// servers are the kinds that are answered at once, by id or by the prefix of their ids.
var servers = []struct {
	id    string
	serve func(*Host, *fact.Want) fact.Fact
}{
	{fact.IDPayload, (*Host).servePayload},
	{fact.IDProjects, (*Host).serveProjects},
	{fact.IDTree, (*Host).serveTree},
	{fact.IDTreeAfter, (*Host).serveTreeAfter},
	{fact.IDChanged, (*Host).serveChanged},
	{fact.IDState, (*Host).serveState},
	{fact.PreFile, (*Host).serveFile},
	{fact.PreEvidence, (*Host).serveEvidence},
	{fact.PreADR, (*Host).serveEvidence},
	{fact.PreReport, (*Host).serveEvidence},
	{fact.PreList, (*Host).serveEvidence},
	{fact.PreResult, (*Host).serveResult},
	{fact.PreClaim, (*Host).serveClaim},
	{fact.PreAppend, (*Host).serveAppend},
}

func unreadable(why string) fact.Fact { return fact.Fact{State: fact.Unreadable, Why: why} }

func absent() fact.Fact { return fact.Fact{State: fact.Absent} }

// serveProjects finds the root of the tree in question and walks it once; every later fact rests on that walk.
func (h *Host) serveProjects(w *fact.Want) fact.Fact {
	dir := h.Dir
	if cwd := w.Get("cwd"); filepath.IsAbs(cwd) {
		if info, err := os.Stat(cwd); err == nil && info.IsDir() {
			dir = cwd
		}
	}
	dir, root, repository := h.meant(dir)
	h.root = root
	cwd, chain := Chain(root, dir)
	if !repository && len(chain) == 0 {
		// Nothing below can be in play, and dir may be somebody's whole home.
		h.projects = fact.Projects{Cwd: cwd}
		return fact.Of(w.ID, &h.projects)
	}
	snapshot, err := h.snapshot(h.ctx)
	switch chain, _ := nameable(chain); {
	case err == nil:
	case errors.Is(err, troubleMany) && len(chain) > 0:
		// The projects in use need no walk. In a tree of this size the others are not seen.
		h.walkWhy = lookTrouble(err)
		h.projects = fact.Projects{Repository: repository, Cwd: cwd, Chain: chain}
		return fact.Of(w.ID, &h.projects)
	default:
		// Nested projects cannot be known, and one that is there must not read as none.
		return unreadable(lookTrouble(err))
	}
	h.before = snapshot
	h.cache = LoadStatCache(h.State.CacheFile(root))
	h.projects = snapshot.Projects(dir)
	h.projects.Repository = repository
	return fact.Of(w.ID, &h.projects)
}

func (h *Host) serveTree(w *fact.Want) fact.Fact {
	if h.before == nil {
		return unreadable(cmp.Or(h.walkWhy, "the tree has not been walked"))
	}
	ctx := h.ctx
	if end, ok := ctx.Deadline(); ok {
		// The other half is for the checks: without a digest they can still be run, only not be reused.
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, time.Until(end)/2)
		defer cancel()
	}
	tree, err := h.before.Digest(ctx, w.List("outputs"), h.cache)
	if h.undigested = err != nil; h.undigested {
		return unreadable(lookTrouble(err))
	}
	return fact.Of(w.ID, &tree)
}

// serveTreeAfter walks once more: the checks have ended and left something behind.
func (h *Host) serveTreeAfter(w *fact.Want) fact.Fact {
	after, err := h.snapshot(h.ctx)
	if err != nil {
		return unreadable(lookTrouble(err))
	}
	tree, err := after.Digest(h.ctx, w.List("outputs"), h.cache)
	if err != nil {
		return unreadable(lookTrouble(err))
	}
	return fact.Of(w.ID, &tree)
}

// lookTrouble is the reason for which there is no tree.
func lookTrouble(err error) string {
	trouble := treeTrouble("the tree could not be walked")
	errors.As(err, &trouble)
	return string(trouble)
}

func (h *Host) serveChanged(w *fact.Want) fact.Fact {
	c := Changed(h.ctx, h.root, h.Environ)
	return fact.Of(w.ID, &c)
}

func (h *Host) serveFile(w *fact.Want) fact.Fact {
	rel := strings.TrimPrefix(w.ID, fact.PreFile)
	if h.before != nil && within(path.Clean(rel), h.before.apart) {
		return unreadable(ownTree)
	}
	data, state, why := ReadFile(h.root, rel, fact.MaxRead)
	if state != fact.Present {
		return fact.Fact{State: state, Why: why}
	}
	f := fact.File{Size: int64(len(data)), SHA256: hexDigest(data), Text: textDigest(data)}
	if kind := w.Get("read"); kind != "" {
		var late bool
		if f.Read, late = h.read(h.ctx, kind, queryOf(w, rel), data); late {
			return unreadable(fact.WhyTime)
		}
	}
	return fact.Of(w.ID, &f)
}

// resultKey is what a check's result is kept under; result and measure wants carry the same arguments for it.
func (h *Host) resultKey(w *fact.Want) string {
	if w.Get("bind") == "" || w.Get("run") == "" {
		return ""
	}
	return ResultKey(h.root, w.Get("bind"), w.Get("run"), path.Join(w.Get("project"), w.Get("cwd")), w.List("env"), h.Environ)
}

func (h *Host) serveResult(w *fact.Want) fact.Fact {
	m, ok := h.State.Result(h.resultKey(w))
	if !ok {
		return absent()
	}
	return fact.Of(w.ID, &m)
}
