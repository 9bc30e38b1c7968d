package cli

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
)

func TestReplaceFile(t *testing.T) {
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	outside := filepath.Join(t.TempDir(), "x.md")
	for _, f := range []string{filepath.Join(root, "d", "a.md"), filepath.Join(root, "shut.md"), outside} {
		if err := errors.Join(os.MkdirAll(filepath.Dir(f), 0o755), os.WriteFile(f, []byte("before"), 0o640)); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Chmod(filepath.Join(root, "shut.md"), 0o444); err != nil {
		t.Fatal(err)
	}
	for link, to := range map[string]string{"link.md": filepath.Join("d", "a.md"), "absolute.md": filepath.Join(root, "d", "a.md"), "out.md": outside} {
		if err := os.Symlink(to, filepath.Join(root, link)); err != nil {
			t.Skipf("no links here: %v", err)
		}
	}
	for _, c := range []struct {
		rel, before, after string
		want               error
		file, holds        string
	}{
		{"d/a.md", "something else", "after", errChanged, "d/a.md", "before"},
		{"d/a.md", "before", "after", nil, "d/a.md", "after"},
		{"link.md", "after", "once more", nil, "d/a.md", "once more"},
		{"absolute.md", "once more", "and again", nil, "d/a.md", "and again"},
		{"out.md", "before", "after", errOutside, "out.md", "before"},
		{"../" + filepath.Base(filepath.Dir(outside)), "before", "after", errOutside, "out.md", "before"},
		{"shut.md", "before", "after", errReadOnly, "shut.md", "before"},
		{"d", "before", "after", errChanged, "d/a.md", "and again"},
		{"gone.md", "before", "after", os.ErrNotExist, "d/a.md", "and again"},
	} {
		err := replaceFile(root, c.rel, []byte(c.before), []byte(c.after))
		if !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", c.rel, err, c.want)
		}
		if got, err := os.ReadFile(filepath.Join(root, c.file)); err != nil || string(got) != c.holds {
			t.Errorf("%s: %s holds %q (%v), want %q", c.rel, c.file, got, err, c.holds)
		}
	}
	if info, err := os.Stat(filepath.Join(root, "d", "a.md")); err != nil || info.Mode().Perm() != 0o640 {
		t.Errorf("another mode: %v, %v", info.Mode(), err)
	}
	if info, err := os.Lstat(filepath.Join(root, "link.md")); err != nil || info.Mode()&os.ModeSymlink == 0 {
		t.Errorf("the link is none any more: %v", err)
	}
	for dir, want := range map[string]int{".": 5, "d": 1} {
		if list, err := os.ReadDir(filepath.Join(root, dir)); err != nil || len(list) != want {
			t.Errorf("%s: %v are left (%v)", dir, list, err)
		}
	}
}
