package wasm

import (
	"errors"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"
)

// TestCacheLinks: a link in the cache is no way out of it. What it leads to is neither removed nor written to, at whatever
// level it stands, and the module answers all the same.
func TestCacheLinks(t *testing.T) {
	// victim is what somebody keeps, named as the cache would name it: two levels of directories below the link are there.
	victim := func(inner string) (string, map[string]string) {
		dir := privateDir(t)
		for _, d := range []string{"", inner, inner + "/deep", "deep/deeper"} {
			p := filepath.Join(dir, filepath.FromSlash(d))
			err := os.MkdirAll(p, 0o700)
			for _, name := range []string{"notes", "notes" + sumSuffix, "lonely" + sumSuffix, "notes.1" + tmpSuffix} {
				f := filepath.Join(p, name)
				old := time.Now().Add(-2 * unused)
				err = errors.Join(err, os.WriteFile(f, []byte("mine"), 0o600), os.Chtimes(f, old, old))
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		return dir, kept(t, dir)
	}
	cache, files := filled(t)
	var file string
	for f := range files {
		if !strings.HasSuffix(f, sumSuffix) {
			file, _ = filepath.Rel(cache, f)
		}
	}
	inner, module := filepath.Dir(file), filepath.Dir(filepath.Dir(file))
	for _, c := range []struct {
		at   string // below stile/wasm
		used bool   // the link is replaced by what belongs there
	}{
		{"..", false}, {".", false}, {module, true}, {inner, true}, {filepath.Join(module, "wazero-x"), true},
		{filepath.Join(module, "x"), true}, {file, true}, {file + sumSuffix, true}, {filepath.Join(inner, "x"), true},
		{filepath.Join(inner, "x"+sumSuffix), true}, {filepath.Join(inner, "x"+tmpSuffix), true}, {Digest(nil), false},
	} {
		for _, to := range []string{"directory", "file", "nothing"} {
			dir, was := victim(filepath.Base(inner))
			target := dir
			switch to {
			case "file":
				target = filepath.Join(dir, "notes")
			case "nothing":
				target = filepath.Join(dir, "none")
			}
			wasm := filepath.Join(t.TempDir(), "stile", "wasm")
			if err := os.CopyFS(wasm, os.DirFS(cache)); err != nil {
				t.Fatal(err)
			}
			if err := filepath.WalkDir(wasm, func(p string, d fs.DirEntry, err error) error {
				if err == nil && d.IsDir() {
					err = os.Chmod(p, 0o700)
				}
				return err
			}); err != nil {
				t.Fatal(err)
			}
			link := filepath.Join(wasm, c.at)
			if err := errors.Join(os.RemoveAll(link), os.Symlink(target, link)); err != nil {
				t.Fatal(err)
			}
			before, err := os.Lstat(target)
			asks(t, wasm)
			asks(t, wasm)
			if got := kept(t, dir); !maps.Equal(got, was) {
				t.Errorf("%s a link to a %s: %d files, want %d as they were", c.at, to, len(got), len(was))
			}
			if n := len(entries(t, dir)); n != 6 {
				t.Errorf("%s a link to a %s: %d entries, want 6", c.at, to, n)
			}
			if err == nil {
				if after, err := os.Lstat(target); err != nil || !after.ModTime().Equal(before.ModTime()) {
					t.Errorf("%s a link to a %s: its time was set", c.at, to)
				}
			}
			if !c.used {
				continue
			}
			for f, b := range files {
				rel, _ := filepath.Rel(cache, f)
				p := filepath.Join(wasm, rel)
				if info, err := os.Lstat(p); err != nil || !info.Mode().IsRegular() {
					t.Errorf("%s a link to a %s: %s is no file", c.at, to, rel)
				} else if got, err := os.ReadFile(p); err != nil || string(got) != b {
					t.Errorf("%s a link to a %s: %s is not what belongs there", c.at, to, rel)
				}
			}
			if info, err := os.Lstat(link); err == nil && info.Mode()&fs.ModeSymlink != 0 && !strings.HasSuffix(link, tmpSuffix) {
				t.Errorf("%s a link to a %s: it is there", c.at, to)
			}
		}
	}
}

// TestCacheOpenToOthers: a directory in the cache that others may write to keeps it from being used, and stays.
func TestCacheOpenToOthers(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("modes say nothing here")
	}
	dir, files := filled(t)
	for f := range files {
		for _, p := range []string{filepath.Dir(f), filepath.Dir(filepath.Dir(f))} {
			if err := errors.Join(os.Chmod(p, 0o770), os.WriteFile(f, []byte("code"), 0o600)); err != nil {
				t.Fatal(err)
			}
			asks(t, dir)
			if got := kept(t, dir); len(got) != 2 || got[f] != "code" {
				t.Errorf("%s was used", p)
			}
			if err := os.Chmod(p, 0o700); err != nil {
				t.Fatal(err)
			}
		}
		asks(t, dir)
	}
}
