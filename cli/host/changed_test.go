package host

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/stile-gate/stile/core/fact"
)

// A repo is a git repository to try things on, with a configuration of its own.
type repo struct {
	t       *testing.T
	root    string
	environ []string
}

func newRepo(t *testing.T) *repo {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not installed")
	}
	r := &repo{t: t, root: realTemp(t), environ: []string{"PATH=" + os.Getenv("PATH"), "HOME=" + t.TempDir()}}
	r.git("init", "-q", "-b", "main")
	r.git("config", "user.email", "a@b")
	r.git("config", "user.name", "a")
	write(t, r.root, "a.go", "a")
	write(t, r.root, "b.go", "b")
	r.commit()
	return r
}

func (r *repo) git(args ...string) string {
	r.t.Helper()
	return r.gitIn(r.root, args...)
}

func (r *repo) gitIn(dir string, args ...string) string {
	r.t.Helper()
	cmd := exec.Command("git", args...)
	cmd.Dir, cmd.Env = dir, r.environ
	out, err := cmd.CombinedOutput()
	if err != nil {
		r.t.Fatalf("git %q: %s", args, out)
	}
	return strings.TrimSpace(string(out))
}

func (r *repo) commit() string {
	r.t.Helper()
	r.git("add", "-A")
	r.git("commit", "-qm", "x")
	return r.git("rev-parse", "HEAD")[:baseLength]
}

func (r *repo) changed() fact.Changed { return Changed(context.Background(), r.root, r.environ) }

func (r *repo) want(base string, paths ...string) {
	r.t.Helper()
	c := r.changed()
	if c.All || c.Base != base || strings.Join(c.Paths, "|") != strings.Join(paths, "|") {
		r.t.Errorf("changed: %+v; want %q since %s", c, paths, base)
	}
}

func (r *repo) wantAll(why string) {
	r.t.Helper()
	if c := r.changed(); !c.All || c.Why != why || c.Base != "" || len(c.Paths) > 0 {
		r.t.Errorf("changed: %+v; want all, because %s", c, why)
	}
}

func TestChanged(t *testing.T) {
	r := newRepo(t)
	base := r.git("rev-parse", "HEAD")[:baseLength]
	r.wantAll("the default branch is checked out and has no upstream")
	r.git("checkout", "-qb", "work")
	r.want(base)
	write(t, r.root, "a.go", "committed")
	r.commit()
	r.git("mv", "b.go", "moved.go")
	write(t, r.root, ".gitignore", "ignored\n")
	odd := "with space\nand line.go"
	if runtime.GOOS == "windows" {
		odd = "with space.go"
	}
	write(t, r.root, "ünï/"+odd, "new")
	write(t, r.root, "ignored", "")
	write(t, r.root, "sub/stile.json", "{}")
	write(t, r.root, "sub/stile/bypass/2026-11-30-3f9a.log", "")
	r.want(base, ".gitignore", "a.go", "b.go", "moved.go", "sub/stile.json", "ünï/"+odd)
	r.environ = append(r.environ, "GIT_DIR=/nowhere", "GIT_INDEX_FILE=/nowhere", "GIT_WORK_TREE=/nowhere")
	r.want(base, ".gitignore", "a.go", "b.go", "moved.go", "sub/stile.json", "ünï/"+odd)
}

func TestChangedSinceRemote(t *testing.T) {
	r := newRepo(t)
	base := r.git("rev-parse", "HEAD")[:baseLength]
	clone := filepath.Join(realTemp(t), "clone")
	r.git("clone", "-q", r.root, clone)
	r.root = clone
	r.git("config", "user.email", "a@b")
	r.git("config", "user.name", "a")
	r.want(base)
	write(t, r.root, "a.go", "on main, not pushed")
	r.commit()
	r.want(base, "a.go")
	r.git("remote", "set-head", "origin", "-d")
	r.want(base, "a.go") // main's upstream
	r.git("checkout", "-qb", "work")
	r.want(r.git("rev-parse", "HEAD")[:baseLength])
	r.git("branch", "-D", "-q", "main")
	r.wantAll("there is neither origin/HEAD nor a branch main or master")
	r.git("branch", "master", "HEAD~1")
	r.want(base, "a.go")
}

func TestChangedInLinkedWorktree(t *testing.T) { // A6
	r := newRepo(t)
	base := r.git("rev-parse", "HEAD")[:baseLength]
	write(t, r.root, "only-in-main", "")
	main := treeDigest(t, r.root, nil, nil)
	linked := filepath.Join(r.root, "linked")
	r.git("worktree", "add", "-q", "-b", "work", linked)
	root, repository := FindRoot(filepath.Join(linked))
	if root != linked || !repository {
		t.Fatalf("root %s, repository %v", root, repository)
	}
	write(t, linked, "a.go", "edited in the worktree")
	r.root = linked
	r.want(base, "a.go")
	if got := treeDigest(t, linked, nil, nil); got == main || got.Files != 2 {
		t.Errorf("digest of the worktree: %v", got)
	}
}

func TestChangedNestedRepository(t *testing.T) {
	r := newRepo(t)
	r.git("checkout", "-qb", "work")
	nested := filepath.Join(r.root, "nested")
	write(t, nested, "in/file", "")
	r.gitIn(nested, "init", "-q")
	r.want(r.git("rev-parse", "HEAD")[:baseLength], "nested", "nested/in/file")
}

func TestChangedCounted(t *testing.T) {
	for _, c := range []struct{ paths, kept, more int }{{0, 0, 0}, {maxChanged, maxChanged, 0}, {maxChanged + 5, maxChanged, 5}} {
		if got := changedSince("base", make([]string, c.paths)); len(got.Paths) != c.kept || got.More != int64(c.more) {
			t.Errorf("of %d paths: %d and %d more", c.paths, len(got.Paths), got.More)
		}
	}
}

func TestChangedWithoutGit(t *testing.T) {
	r := newRepo(t)
	r.environ = []string{"PATH=" + t.TempDir()}
	r.wantAll("git is not installed")
	r.environ = nil
	r.wantAll("git is not installed")
	planted := write(t, r.root, "bin/git", "#!/bin/sh\nexit 0\n")
	must(t, os.Chmod(planted, 0o755))
	r.environ = []string{"PATH=" + filepath.Dir(planted)}
	r.wantAll("git is not installed")
	must(t, os.RemoveAll(filepath.Join(r.root, ".git")))
	r.wantAll("this is no git repository")
}

func TestChangedBelowAnotherRepository(t *testing.T) {
	r := newRepo(t)
	r.git("checkout", "-qb", "work")
	r.root = filepath.Join(r.root, "sub")
	grow(t, r.root, ".git/ file")
	r.wantAll("git could not list the branches")
}

func TestChangedOutOfTime(t *testing.T) {
	r := newRepo(t)
	r.git("checkout", "-qb", "work")
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if c := Changed(ctx, r.root, r.environ); !c.All || c.Why != "the time was up" {
		t.Errorf("changed: %+v", c)
	}
}

// TestGitLies: whoever writes .git can make git report no change; the digest is taken without it.
func TestGitLies(t *testing.T) {
	ran := filepath.Join(t.TempDir(), "ran")
	for _, lie := range []struct {
		name string
		tell func(r *repo)
	}{
		{"assume-unchanged", func(r *repo) { r.git("update-index", "--assume-unchanged", "a.go") }},
		{"skip-worktree", func(r *repo) { r.git("update-index", "--skip-worktree", "a.go") }},
		{"info/exclude", func(r *repo) {
			r.git("rm", "-q", "--cached", "a.go")
			write(r.t, r.root, ".git/info/exclude", "a.go\n")
		}},
		{"fsmonitor", func(r *repo) {
			hook := write(r.t, r.root, ".git/monitor", "#!/bin/sh\ntouch '"+ran+"'\nprintf 'token\\0'\n")
			must(r.t, os.Chmod(hook, 0o755))
			r.git("config", "core.fsmonitor", ".git/monitor")
		}},
		{"core.worktree", func(r *repo) { r.git("config", "core.worktree", r.t.TempDir()) }},
	} {
		t.Run(lie.name, func(t *testing.T) {
			r := newRepo(t)
			before := treeDigest(t, r.root, nil, nil)
			lie.tell(r)
			if got := treeDigest(t, r.root, nil, nil); got != before {
				t.Errorf("the lie itself changed the digest: %v, before %v", got, before)
			}
			write(t, r.root, "a.go", "edited")
			if got := treeDigest(t, r.root, nil, nil); got == before {
				t.Error("the digest believed it")
			}
			r.git("checkout", "-q", "-b", "work")
			must(t, os.RemoveAll(ran))
			c := r.changed()
			if lie.name == "fsmonitor" || lie.name == "core.worktree" {
				if c.All || strings.Join(c.Paths, " ") != "a.go" {
					t.Errorf("changed: %+v", c)
				}
			}
			if _, err := os.Stat(ran); err == nil {
				t.Error("a program named by the repository's configuration was run")
			}
		})
	}
}

// TestChangedHidden: what git would not tell makes every path count as changed.
func TestChangedHidden(t *testing.T) {
	for _, c := range []struct {
		name, why string
		hide      func(r *repo)
	}{
		{"assume-unchanged", "the index has paths marked as unchanged or left out of the working tree",
			func(r *repo) { r.git("update-index", "--assume-unchanged", "a.go") }},
		{"skip-worktree", "the index has paths marked as unchanged or left out of the working tree",
			func(r *repo) { r.git("update-index", "--skip-worktree", "b.go") }},
		{"core.ignoreStat", "the index has paths marked as unchanged or left out of the working tree",
			func(r *repo) {
				r.git("config", "core.ignoreStat", "true")
				write(r.t, r.root, "a.go", "x")
				r.git("add", "a.go")
			}},
		{"info/attributes", "git's info/attributes names attributes of its own",
			func(r *repo) { write(r.t, r.root, ".git/info/attributes", "# none\n*.go text\n") }},
		{"a filter", "git's configuration has a filter program",
			func(r *repo) { r.git("config", "filter.x.clean", "git show HEAD:%f") }},
		{"a filter process", "git's configuration has a filter program",
			func(r *repo) { r.git("config", "filter.lfs.process", "evil") }},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := newRepo(t)
			r.git("checkout", "-qb", "work")
			c.hide(r)
			r.wantAll(c.why)
		})
	}
}

// TestChangedDisbelieves: these hide nothing, because git is told not to heed them.
func TestChangedDisbelieves(t *testing.T) {
	r := newRepo(t)
	base := r.git("rev-parse", "HEAD")[:baseLength]
	r.git("checkout", "-qb", "work")
	write(t, r.root, ".git/info/exclude", "hidden.go\n")
	write(t, r.root, ".git/info/attributes", "# nothing\n\n")
	all := write(t, t.TempDir(), "ignore", "*\n")
	for key, value := range map[string]string{"core.excludesFile": all, "core.checkStat": "minimal", "core.trustctime": "false",
		"filter.lfs.clean": "git-lfs clean -- %f", "filter.lfs.process": "git-lfs filter-process"} {
		r.git("config", key, value)
	}
	r.git("status")
	touchBack(t, filepath.Join(r.root, "a.go"))
	write(t, r.root, "hidden.go", "")
	r.want(base, "a.go", "hidden.go")
	write(t, r.root, "b.go", "committed")
	r.git("commit", "-qam", "x")
	r.git("replace", base, "HEAD")
	r.want(base, "a.go", "b.go", "hidden.go")
}
