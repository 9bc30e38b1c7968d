package host

import (
	"bytes"
	"cmp"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/stile-gate/stile/core/fact"
)

const (
	maxChanged      = 10_000   // paths named; the rest is counted
	maxChangedBytes = 64 << 20 // of one answer of git
	gitPatience     = 20 * time.Second
	baseLength      = 12 // of the commit id that a document names
)

// Changed gives the paths that differ from the base in the working tree: tracked ones as it is now, whether
// committed since or not, and untracked ones that git does not ignore. A rename is both its paths. The base is
// the merge base of HEAD with the default branch. Where there is none, or git cannot say, all paths count as
// changed, so that no failure of git's makes a check not due. Git is believed here and nowhere else, and not where
// what lies beside the tree tells it to look away: an ignored path is one that a .gitignore in the tree names.
func Changed(ctx context.Context, root string, environ []string) fact.Changed {
	if !holdsGit(root) {
		return everything("this is no git repository")
	}
	program := findGit(root, environ)
	if program == "" {
		return everything("git is not installed")
	}
	whole := ctx
	ctx, cancel := context.WithTimeout(whole, gitPatience)
	defer cancel()
	g := &gitAsk{whole: whole, ctx: ctx, program: program, root: root, environ: gitEnviron(root, environ)}
	var untracked []byte
	var listed bool
	hidden := "git could not be asked"
	aside := beside(func() { hidden = g.hidden() })
	base, why := g.base()
	<-aside
	if why = cmp.Or(why, hidden); why != "" {
		return everything(g.trouble(why))
	}
	aside = beside(func() { untracked, listed = g.ask("ls-files", "-z", "--others", "--exclude-per-directory=.gitignore") })
	tracked, compared := g.ask("diff", "-z", "--name-only", "--no-renames", "--no-ext-diff", "--no-textconv", "--no-relative",
		"--ignore-submodules=none", base, "--")
	<-aside
	if !listed || !compared {
		return everything(g.trouble("git could not compare the tree with " + base[:baseLength]))
	}
	return changedSince(base[:baseLength], g.expand(tracked, untracked))
}

// beside does something at the same time; the channel is closed when it has ended.
func beside(do func()) <-chan struct{} {
	done := make(chan struct{})
	go func() {
		defer close(done)
		defer func() { recover() }()
		do()
	}()
	return done
}

func changedSince(base string, paths []string) fact.Changed {
	kept := min(len(paths), maxChanged)
	return fact.Changed{Base: base, Paths: paths[:kept], More: int64(len(paths) - kept)}
}

func everything(why string) fact.Changed { return fact.Changed{All: true, Why: why} }

// gitAsk runs git, without a shell and without believing what the repository's configuration would run or hide.
type gitAsk struct {
	whole   context.Context // of all that is looked at
	ctx     context.Context // git's part of it
	program string
	root    string
	environ []string
}

func (g *gitAsk) ask(args ...string) ([]byte, bool) {
	fixed := []string{"--no-pager", "--work-tree=.", "-c", "core.fsmonitor=false", "-c", "core.untrackedCache=false",
		"-c", "core.hooksPath=" + os.DevNull, "-c", "core.quotePath=false", "-c", "core.checkStat=default", "-c", "core.trustctime=true",
		"-c", "core.attributesFile=" + os.DevNull, "-c", "core.excludesFile=" + os.DevNull}
	cmd := exec.CommandContext(g.ctx, g.program, append(fixed, args...)...)
	cmd.Dir, cmd.Env, cmd.WaitDelay = g.root, g.environ, time.Second
	out := cappedBuffer{left: maxChangedBytes}
	cmd.Stdout = &out
	err := cmd.Run()
	return out.Bytes(), err == nil && out.left >= 0
}

// cappedBuffer keeps what fits; left is negative once something did not.
type cappedBuffer struct {
	bytes.Buffer
	left int
}

func (b *cappedBuffer) Write(p []byte) (int, error) {
	if b.left -= len(p); b.left >= 0 {
		b.Buffer.Write(p)
	}
	return len(p), nil
}

func (g *gitAsk) trouble(why string) string {
	switch {
	case g.whole.Err() != nil:
		return string(troubleTime)
	case g.ctx.Err() != nil:
		return "git took too long"
	}
	return why
}

// base finds the commit to compare with: the merge base of HEAD with what the remote calls its default branch,
// else with main, else with master, as they stand here; on that branch itself, with its upstream.
func (g *gitAsk) base() (id, why string) {
	if id := g.mergeBase("refs/remotes/origin/HEAD"); id != "" {
		return id, ""
	}
	out, ok := g.ask("for-each-ref", "--format=%(HEAD)%(refname) %(upstream)", "refs/heads/main", "refs/heads/master")
	if !ok {
		return "", g.trouble("git could not list the branches")
	}
	line, _, _ := strings.Cut(string(out), "\n") // sorted by name: main comes before master
	if line == "" {
		return "", "there is neither origin/HEAD nor a branch main or master"
	}
	ref, upstream, _ := strings.Cut(line[1:], " ")
	if line[0] == '*' {
		if ref = upstream; ref == "" {
			return "", "the default branch is checked out and has no upstream"
		}
	}
	if id := g.mergeBase(ref); id != "" {
		return id, ""
	}
	return "", g.trouble("HEAD has no commit in common with " + ref)
}

func (g *gitAsk) mergeBase(ref string) string {
	out, ok := g.ask("merge-base", "HEAD", ref)
	id, _, _ := strings.Cut(string(out), "\n")
	if !ok || len(id) < baseLength || strings.Trim(id, "0123456789abcdef") != "" {
		return ""
	}
	return id
}

// expand makes one sorted list of git's, with every path once. A directory in it is a repository in the
// repository, of which git says no more: all that lies in it counts, but for a linked worktree, which is apart.
func (g *gitAsk) expand(lists ...[]byte) []string {
	var paths []string
	for _, list := range lists {
		for p := range strings.SplitSeq(string(list), "\x00") {
			p = strings.TrimSuffix(p, "/")
			if p == "" || ownLog(g.root, p) {
				continue
			}
			dir := filepath.Join(g.root, filepath.FromSlash(p))
			info, err := os.Lstat(dir)
			if err == nil && info.IsDir() && mayBeApart(g.root, p) && len(g.apart([]string{p})) == 1 {
				continue
			}
			paths = append(paths, p)
			if err != nil || !info.IsDir() {
				continue
			}
			if s, err := TakeSnapshot(g.ctx, dir); err == nil {
				for _, e := range s.list(nil) {
					paths = append(paths, p+"/"+e.path)
				}
			}
		}
	}
	slices.Sort(paths)
	return slices.Compact(paths)
}

// gitEnviron takes out what would point git elsewhere, and adds what keeps it from writing, fetching, asking,
// and from looking above the root.
func gitEnviron(root string, environ []string) []string {
	var kept []string
	for _, v := range environ {
		if !strings.HasPrefix(strings.ToUpper(v), "GIT_") {
			kept = append(kept, v)
		}
	}
	return append(kept, "GIT_OPTIONAL_LOCKS=0", "GIT_TERMINAL_PROMPT=0", "GIT_NO_LAZY_FETCH=1",
		"GIT_NO_REPLACE_OBJECTS=1", "GIT_GRAFT_FILE="+os.DevNull,
		"GIT_CEILING_DIRECTORIES="+filepath.Dir(root), "LC_ALL=C")
}

// findGit looks git up in the given environment's PATH, outside the tree that is judged.
func findGit(root string, environ []string) string {
	for _, v := range slices.Backward(environ) {
		name, list, _ := strings.Cut(v, "=")
		if !strings.EqualFold(name, "PATH") { // Windows spells it Path
			continue
		}
		for _, dir := range filepath.SplitList(list) {
			if !filepath.IsAbs(dir) || dir == root || strings.HasPrefix(dir, root+string(filepath.Separator)) {
				continue
			}
			if p, err := exec.LookPath(filepath.Join(dir, "git")); err == nil {
				return p
			}
		}
		return ""
	}
	return ""
}
