package host

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stile-gate/stile/core/fact"
)

// outerDigest is the tree as a question about r's repository sees it.
func (r *repo) outerDigest() (*Snapshot, string) {
	r.t.Helper()
	s, err := (&Host{root: r.root, Environ: r.environ}).snapshot(context.Background())
	must(r.t, err)
	tree, err := s.Digest(context.Background(), nil, nil)
	must(r.t, err)
	return s, tree.Digest
}

// pair writes what makes dir a linked worktree by both sides' files, and nothing more.
func (r *repo) pair(dir string) {
	write(r.t, r.root, ".git/worktrees/w/commondir", "../..\n")
	write(r.t, r.root, ".git/worktrees/w/gitdir", filepath.Join(r.root, dir, ".git")+"\n")
	write(r.t, r.root, dir+"/.git", "gitdir: "+filepath.Join(r.root, ".git", "worktrees", "w")+"\n")
}

// TestLinkedWorktreeInsideIsApart: neither its projects nor its files belong to the tree that it lies in, and nothing in
// it proves anything there.
func TestLinkedWorktreeInsideIsApart(t *testing.T) {
	r := newRepo(t)
	write(t, r.root, "stile.json", "{}")
	write(t, r.root, "other/stile.json", "{}")
	base := r.commit()
	r.git("checkout", "-qb", "work")
	in := ".claude/worktrees/f"
	r.git("worktree", "add", "-q", in)
	write(t, r.root, ".claude/worktrees/no-tree/x", "")
	s, before := r.outerDigest()
	if p := s.Projects(r.root); !slices.Equal(p.Nested, []string{"other"}) {
		t.Errorf("nested: %q", p.Nested)
	}
	write(t, r.root, in+"/a.go", "edited by another agent")
	write(t, r.root, in+"/r/red.xml", "")
	if s, after := r.outerDigest(); after != before || len(s.Touched(s, nil, 9)) > 0 {
		t.Error("an edit in the worktree changed the tree around it")
	}
	r.want(base, ".claude/worktrees/no-tree/x")
	must(t, os.RemoveAll(filepath.Join(r.root, ".claude/worktrees/no-tree")))
	_, with := r.outerDigest()
	r.git("worktree", "remove", "--force", in)
	must(t, os.MkdirAll(filepath.Join(r.root, ".claude/worktrees"), 0o755))
	if _, without := r.outerDigest(); with != without {
		t.Error("the worktree's end changed the tree around it")
	}
}

func TestWorktreeInsideAnotherIsApart(t *testing.T) {
	r := newRepo(t)
	outer := filepath.Join(realTemp(t), "outer")
	r.git("worktree", "add", "-q", outer)
	r.root = outer
	_, before := r.outerDigest()
	r.git("worktree", "add", "-q", "inner")
	if s, after := r.outerDigest(); after != before || !slices.Equal(s.apart, []string{"inner"}) {
		t.Errorf("apart: %q", s.apart)
	}
}

func TestWorktreeIsNoEvidenceAround(t *testing.T) {
	r := newRepo(t)
	r.git("worktree", "add", "-q", "f")
	mustLink(t, "f/a.go", filepath.Join(r.root, "link"))
	mustLink(t, "f", filepath.Join(r.root, "dir"))
	write(t, r.root, "f/red.xml", "")
	write(t, r.root, "mine.xml", "")
	h := citingHost(t, r.root, false)
	h.Environ = r.environ
	s, _ := r.outerDigest()
	h.before = s
	for _, id := range []string{"f/a.go", "./f/../f/a.go", "link", "dir/a.go"} {
		if _, state, why := evidence(t, h, fact.PreEvidence+id); state != fact.Unreadable || why != ownTree {
			t.Errorf("%s: %v %q", id, state, why)
		}
	}
	for _, id := range []string{fact.PreList + "f", fact.PreList + "dir", fact.PreFile + "f/a.go"} {
		if f := h.serve(&fact.Want{ID: id}); f.State != fact.Unreadable || f.Why != ownTree {
			t.Errorf("%s: %v %q", id, f.State, f.Why)
		}
	}
	if _, state, why := evidence(t, h, fact.PreEvidence+"a.go"); state != fact.Present {
		t.Errorf("a.go: %v %q", state, why)
	}
	if _, ok := findPlace(r.root, ".", "f", s.apart...); ok {
		t.Error("a check runs in the worktree")
	}
	at, ok := findPlace(r.root, ".", "", s.apart...)
	if !ok {
		t.Fatal("no place")
	}
	if got := findReports(t.Context(), at, []string{"*.xml", "f/*.xml"}); len(got.files) != 1 || got.unfit != "" {
		t.Errorf("reports: %+v", got)
	}
	if got := findReports(t.Context(), at, []string{"dir/*.xml"}); len(got.files) != 0 || got.unfit != outsideProject {
		t.Errorf("reports behind a link: %+v", got)
	}
}

// TestWorktreeOfTheTreesOwn: no files in .git hide what is the repository's, and where git cannot be asked everything is.
func TestWorktreeOfTheTreesOwn(t *testing.T) {
	for _, c := range []struct {
		name  string
		apart bool
		dir   string
		grow  func(*repo)
	}{
		{"nothing of the repository's", true, "new", func(r *repo) {}},
		{"a committed project", false, "sub", func(r *repo) {}},
		{"out of the index, but at HEAD", false, "sub", func(r *repo) { r.git("rm", "-rq", "--cached", "sub") }},
		{"in the index only", false, "new", func(r *repo) {
			write(r.t, r.root, "new/f", "")
			r.git("add", "new/f")
		}},
		{"in the index in other letters", false, "SUB", func(r *repo) {}},
		{"a directory in a committed one", true, "sub/new", func(r *repo) {}},
		{"in a submodule", false, "m/in", func(r *repo) {
			r.git("update-index", "--add", "--cacheinfo", "160000,"+r.git("rev-parse", "HEAD")+",m")
		}},
		{"in another repository", false, "m/in", func(r *repo) { r.git("init", "-q", "m") }},
		{"a name that begins alike", true, "su", func(r *repo) {}},
		{"a name that is a pattern", true, "s*", func(r *repo) {}},
		{"no commit yet", false, "new", func(r *repo) { r.git("symbolic-ref", "HEAD", "refs/heads/unborn") }},
		{"an index that cannot be read", false, "new", func(r *repo) { write(r.t, r.root, ".git/index", "x") }},
		{"no git", false, "new", func(r *repo) { r.environ = []string{"PATH=" + r.t.TempDir()} }},
		{"an environment that lies", false, "sub", func(r *repo) {
			r.environ = append(r.environ, "GIT_INDEX_FILE="+filepath.Join(r.t.TempDir(), "none"), "GIT_LITERAL_PATHSPECS=1")
		}},
		{"the counterpart names another", false, "new", func(r *repo) {
			write(r.t, r.root, ".git/worktrees/w/gitdir", filepath.Join(r.root, "old", ".git")+"\n")
		}},
		{"another repository's", false, "new", func(r *repo) {
			write(r.t, r.root, ".git/worktrees/w/commondir", r.t.TempDir()+"\n")
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := newRepo(t)
			write(t, r.root, "sub/stile.json", "{}")
			r.commit()
			if c.dir == "s*" && os.PathSeparator != '/' {
				t.Skip("no such name here")
			}
			if strings.EqualFold(c.dir, "sub") {
				must(t, os.RemoveAll(filepath.Join(r.root, "sub"))) // it comes back as it is spelled here
			}
			r.pair(c.dir)
			write(t, r.root, c.dir+"/stile.json", "{}")
			c.grow(r)
			s, _ := r.outerDigest()
			if hidden := !slices.Contains(s.Projects(r.root).Nested, c.dir); hidden != c.apart {
				t.Errorf("its project is hidden: %v", hidden)
			}
			if (s.find(c.dir) == nil) != c.apart || (len(s.apart) > 0) != c.apart {
				t.Errorf("apart: %q", s.apart)
			}
		})
	}
}

func mustLink(t testing.TB, to, name string) {
	t.Helper()
	if err := os.Symlink(to, name); err != nil {
		t.Skip("links cannot be made here")
	}
}
