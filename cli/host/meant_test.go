package host

import (
	"os"
	"path/filepath"
	"testing"
)

// TestMeant: Claude Code's payload and hook follow the agent's cd, its project variable does not (run with 2.1.332
// on 2026-11-30).
func TestMeant(t *testing.T) {
	for _, c := range []struct {
		name, files, start, dir, want string
	}{
		{"where it was started", ".git/ stile.json", ".", ".", "."},
		{"a directory below", ".git/ stile.json a/", ".", "a", "."},
		{"a repository of the agent's own inside", ".git/ stile.json a/.git/ a/stile.json", ".", "a", "."},
		{"a directory without a project outside", "p/.git/ p/stile.json q/", "p", "q", "p"},
		{"another project outside", "p/.git/ p/stile.json q/.git/ q/stile.json", "p", "q", "q"},
		{"beside the project of the same repository", ".git/ p/stile.json q/", "p", "q", "."},
		{"a repository of its own beside the project", ".git/ p/stile.json q/.git/", "p", "q", "."},
		{"a repository without a project inside", ".git/ stile.json a/.git/", ".", "a", "."},
		{"no variable", ".git/ stile.json a/.git/ a/stile.json", "", "a", "a"},
		{"a variable that names nothing", ".git/ stile.json a/.git/ a/stile.json", "gone", "a", "a"},
	} {
		t.Run(c.name, func(t *testing.T) {
			top := realTemp(t)
			grow(t, top, c.files)
			h := &Host{Harness: "claude-code"}
			if c.start != "" {
				h.Environ = []string{"CLAUDE_PROJECT_DIR=" + filepath.Join(top, c.start)}
			}
			if _, root, _ := h.meant(filepath.Join(top, c.dir)); root != filepath.Join(top, c.want) {
				t.Errorf("root %s, want %s", root, c.want)
			}
			h.Harness = "codex"
			own, _ := FindRoot(filepath.Join(top, c.dir))
			if _, root, _ := h.meant(filepath.Join(top, c.dir)); root != own {
				t.Errorf("codex has no such variable: root %s", root)
			}
		})
	}
}

// TestMeantLinkedWorktree: A6, a linked worktree inside the checkout is a tree of its own; a submodule is not.
func TestMeantLinkedWorktree(t *testing.T) {
	top := realTemp(t)
	grow(t, top, ".git/ .git/worktrees/w/ .git/modules/m/ stile.json w/stile.json m/stile.json forged/stile.json empty/ .git/worktrees/empty/")
	for name, text := range map[string]string{
		".git/worktrees/w/commondir": "../..\n", "w/.git": "gitdir: " + top + "/.git/worktrees/w\n",
		".git/worktrees/w/gitdir": top + "/w/.git\n", "forged/.git": "gitdir: " + top + "/.git/worktrees/w\n",
		".git/worktrees/empty/commondir": "../..\n", "empty/.git": "gitdir: ../.git/worktrees/empty\n",
		".git/worktrees/empty/gitdir": "../../../empty/.git\n",
		"m/.git":                      "gitdir: ../.git/modules/m\n",
	} {
		must(t, os.WriteFile(filepath.Join(top, name), []byte(text), 0o644))
	}
	h := &Host{Harness: "claude-code", Environ: []string{"CLAUDE_PROJECT_DIR=" + top}}
	for dir, want := range map[string]string{"w": "w", "m": ".", "forged": ".", "empty": "."} {
		if _, root, _ := h.meant(filepath.Join(top, dir)); root != filepath.Join(top, want) {
			t.Errorf("%s: root %s, want %s", dir, root, want)
		}
	}
}
