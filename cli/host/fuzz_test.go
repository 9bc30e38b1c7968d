package host

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stile-gate/stile/core/fact"
)

// FuzzGitFile: whatever an agent writes into .git, the root is the directory itself or one above it.
func FuzzGitFile(f *testing.F) {
	for _, s := range []string{"", "gitdir: ", "gitdir: ../x\n", "gitdir: /\n", "gitdir: .\x00", "gitdir: " + string(make([]byte, 5000))} {
		f.Add([]byte(s), []byte("../..\n"))
	}
	f.Fuzz(func(t *testing.T, link, common []byte) {
		top := realTemp(t)
		tree := filepath.Join(top, "w")
		must(t, os.MkdirAll(filepath.Join(top, ".git", "worktrees", "w"), 0o755))
		must(t, os.Mkdir(tree, 0o755))
		must(t, os.WriteFile(filepath.Join(tree, ".git"), link, 0o644))
		must(t, os.WriteFile(filepath.Join(top, ".git", "worktrees", "w", "commondir"), common, 0o644))
		must(t, os.WriteFile(filepath.Join(top, "stile.json"), nil, 0o644))
		h := &Host{Harness: "claude-code", Environ: []string{"CLAUDE_PROJECT_DIR=" + top}}
		if _, root, _ := h.meant(tree); root != tree && root != top {
			t.Errorf("root %s", root)
		}
	})
}

// FuzzKept: whatever lies in the state directory, a result is only taken for one that was put there.
func FuzzKept(f *testing.F) {
	s, key := OpenStore(f.TempDir()), fact.Sum([]byte("key"))
	s.PutResult(key, fact.Measure{Started: true, Head: []byte("out")})
	good, err := os.ReadFile(s.resultPath(key))
	if err != nil {
		f.Fatal(err)
	}
	f.Add(good)
	f.Add(good[:len(good)-1])
	f.Add([]byte{})
	f.Fuzz(func(t *testing.T, b []byte) {
		s := OpenStore(t.TempDir())
		must(t, os.MkdirAll(filepath.Dir(s.resultPath(key)), 0o700))
		must(t, os.WriteFile(s.resultPath(key), b, 0o600))
		m, ok := s.Result(key)
		if !ok {
			return
		}
		if why := s.PutResult(key, m); why != "" {
			t.Fatal(why)
		}
		if again, _ := os.ReadFile(s.resultPath(key)); string(again) != string(b) {
			t.Errorf("%q was taken for %q", b, again)
		}
	})
}
