package wasm

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"
)

// privateDir is a directory as the cache wants it.
func privateDir(t testing.TB) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "cache")
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	return dir
}

func empty(t *testing.T, dir string) bool {
	t.Helper()
	return len(entries(t, dir)) == 0
}

func TestCacheDir(t *testing.T) {
	for _, c := range []struct{ env, goos, want string }{
		{"HOME=/home/u", "linux", "/home/u/.cache/stile/wasm"},
		{"HOME=/home/u XDG_CACHE_HOME=/c/", "linux", "/c/stile/wasm"},
		{"HOME=/home/u XDG_CACHE_HOME=c", "linux", "/home/u/.cache/stile/wasm"},
		{"HOME=/home/u XDG_CACHE_HOME=/c", "darwin", "/home/u/Library/Caches/stile/wasm"},
		{`LOCALAPPDATA=C:\u\Local\`, "windows", `C:\u\Local\stile\wasm`},
		{"HOME=/home/u", "windows", ""},
		{"", "linux", ""},
		{"HOME=u", "linux", ""},
		{"", "darwin", ""},
	} {
		if got := CacheDir(strings.Fields(c.env), c.goos); got != c.want {
			t.Errorf("%s of %q: %q, want %q", c.goos, c.env, got, c.want)
		}
	}
}

// asks opens a small module through the cache and asks it.
func asks(t *testing.T, dir string) {
	t.Helper()
	e, err := Open(tiny{}.bytes(), Options{Cache: dir})
	if err != nil {
		t.Errorf("opening: %v", err)
		return
	}
	defer e.Close()
	if got, err := e.Core().Eval([]byte("1234")); err != nil || string(got) != "1234" {
		t.Errorf("%q, %v", got, err)
	}
}

// kept are the cached files and what is in them.
func kept(t *testing.T, dir string) map[string]string {
	t.Helper()
	all := map[string]string{}
	err := filepath.WalkDir(dir, func(p string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		b, err := os.ReadFile(p)
		all[p] = string(b)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// filled is a cache with one module in it: its machine code and the sum of that.
func filled(t *testing.T) (dir string, files map[string]string) {
	t.Helper()
	dir = privateDir(t)
	asks(t, dir)
	if files = kept(t, dir); len(files) != 2 {
		t.Skipf("no compiler for this machine: %d files", len(files))
	}
	return dir, files
}

// TestCacheIsUsed: the second time nothing is written.
func TestCacheIsUsed(t *testing.T) {
	dir, files := filled(t)
	before := map[string]fs.FileInfo{}
	for f := range files {
		before[f], _ = os.Stat(f)
	}
	asks(t, dir)
	for f, was := range before {
		if is, err := os.Stat(f); err != nil || !os.SameFile(was, is) || !was.ModTime().Equal(is.ModTime()) {
			t.Errorf("%s was written again", f)
		}
	}
}

// TestCacheDamaged: no byte of any cached file can be wrong without being noticed, and what is damaged is replaced.
func TestCacheDamaged(t *testing.T) {
	dir, files := filled(t)
	for file, good := range files {
		damage := map[string][]byte{"empty": nil, "longer": []byte(good + "x"), "nothing like it": []byte("hello")}
		for i := range good {
			// The head and the end byte by byte, the machine code here and there.
			if i < 40 || i > len(good)-16 || i%499 == 0 {
				b := []byte(good)
				b[i] ^= 1 << (i % 8)
				damage[fmt.Sprint("flipped at ", i)] = b
				damage[fmt.Sprint("cut at ", i)] = []byte(good[:i])
			}
		}
		if len(damage) < 20 {
			t.Fatalf("%s: only %d kinds of damage", file, len(damage))
		}
		for name, b := range damage {
			if err := os.WriteFile(file, b, 0o600); err != nil {
				t.Fatal(err)
			}
			asks(t, dir)
			if got := kept(t, dir); len(got) != 2 || got[file] != good {
				t.Fatalf("%s, %s: not replaced, %d files", file, name, len(got))
			}
		}
	}
}

// TestCacheMislaid: a file, a sum or a directory that is gone, or something else in its place.
func TestCacheMislaid(t *testing.T) {
	dir, files := filled(t)
	var file string
	for f := range files {
		if !strings.HasSuffix(f, sumSuffix) {
			file = f
		}
	}
	inner, module := filepath.Dir(file), filepath.Dir(filepath.Dir(file))
	for _, c := range []struct {
		name string
		do   func() error
	}{
		{"no sum", func() error { return os.Remove(file + sumSuffix) }},
		{"no file", func() error { return os.Remove(file) }},
		{"nothing", func() error { return os.RemoveAll(module) }},
		{"a directory for the file", func() error {
			return errors.Join(os.Remove(file), os.MkdirAll(filepath.Join(file, "d"), 0o700))
		}},
		{"a directory for the sum", func() error {
			return errors.Join(os.Remove(file+sumSuffix), os.Mkdir(file+sumSuffix, 0o700))
		}},
		{"a file for wazero's directory", func() error { return errors.Join(os.RemoveAll(inner), os.WriteFile(inner, nil, 0o600)) }},
		{"a file for the module's directory", func() error { return errors.Join(os.RemoveAll(module), os.WriteFile(module, nil, 0o600)) }},
	} {
		if err := c.do(); err != nil {
			t.Fatal(err)
		}
		asks(t, dir)
		asks(t, dir)
		if got := kept(t, dir); len(got) != 2 || got[file] != files[file] || got[file+sumSuffix] != files[file+sumSuffix] {
			t.Errorf("%s: not replaced, %d files", c.name, len(got))
		}
	}
}

// TestCachePrunes: what is kept of other modules goes when it was not used for long, a few at a start; what is in use, young
// or none of ours stays.
func TestCachePrunes(t *testing.T) {
	dir, files := filled(t)
	old := time.Now().Add(-unused - time.Hour)
	made := func(name string, age time.Time) string {
		p := filepath.Join(dir, name)
		if err := errors.Join(os.MkdirAll(filepath.Join(p, "wazero"), 0o700), os.WriteFile(filepath.Join(p, "wazero", "code"), nil, 0o600),
			os.Chtimes(p, age, age)); err != nil {
			t.Fatal(err)
		}
		return p
	}
	var forgotten []string
	for i := range maxRemovals + 3 {
		forgotten = append(forgotten, made(Digest([]byte{byte(i)}), old))
	}
	stay := []string{
		made(Digest([]byte("young")), time.Now().Add(time.Hour-unused)),
		made("notes", old),
		made(strings.ToUpper(Digest(nil)), old),
		filepath.Join(dir, Digest([]byte("a file"))),
	}
	if err := errors.Join(os.WriteFile(stay[3], nil, 0o600), os.Chtimes(stay[3], old, old)); err != nil {
		t.Fatal(err)
	}
	own := filepath.Join(dir, Digest(tiny{}.bytes()))
	for _, left := range []int{3, 0, 0} {
		if err := os.Chtimes(own, old, old); err != nil {
			t.Fatal(err)
		}
		asks(t, dir)
		n := 0
		for _, p := range forgotten {
			if _, err := os.Lstat(p); err == nil {
				n++
			}
		}
		if n != left {
			t.Errorf("%d old ones are left, want %d", n, left)
		}
		if info, err := os.Stat(own); err != nil || !info.ModTime().After(old.Add(unused/2)) {
			t.Errorf("its own does not look used: %v", err)
		}
	}
	if err := os.Chtimes(own, old, old); err != nil {
		t.Fatal(err)
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	(&store{root: root, name: filepath.Base(own)}).prune(time.Now()) // where the time of use could not be written
	if err := root.Close(); err != nil {
		t.Fatal(err)
	}
	for _, p := range append(stay, own) {
		if _, err := os.Lstat(p); err != nil {
			t.Error(err)
		}
	}
	if got := kept(t, dir); len(got) != len(files)+len(stay) {
		t.Errorf("%d files, want %d", len(got), len(files)+len(stay))
	}
}

// TestCacheCannotPrune: what cannot be removed stays, and is no error.
func TestCacheCannotPrune(t *testing.T) {
	dir, old := privateDir(t), time.Now().Add(-2*unused)
	module := filepath.Join(dir, Digest(nil))
	inner := filepath.Join(module, "wazero")
	t.Cleanup(func() { os.Chmod(inner, 0o700) })
	if err := errors.Join(os.MkdirAll(inner, 0o700), os.WriteFile(filepath.Join(inner, "code"), nil, 0o600), os.Chmod(inner, 0o500),
		os.Chtimes(module, old, old)); err != nil {
		t.Fatal(err)
	}
	asks(t, dir)
	asks(t, dir)
}

// TestCacheUnfit: a directory that is not ours alone, or none, is left as it is.
func TestCacheUnfit(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("modes say nothing here")
	}
	for _, mode := range []fs.FileMode{0o755, 0o770, 0o707, 0o777} {
		dir := privateDir(t)
		if err := os.Chmod(dir, mode); err != nil {
			t.Fatal(err)
		}
		asks(t, dir)
		if !empty(t, dir) {
			t.Errorf("%v was used", mode)
		}
	}
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, []byte("mine"), 0o600); err != nil {
		t.Fatal(err)
	}
	asks(t, file)
	asks(t, filepath.Join(file, "below"))
	if b, err := os.ReadFile(file); err != nil || !bytes.Equal(b, []byte("mine")) {
		t.Errorf("%q, %v", b, err)
	}
	real := privateDir(t)
	link := filepath.Join(t.TempDir(), "link")
	if err := os.Symlink(real, link); err != nil {
		t.Fatal(err)
	}
	asks(t, link)
	if !empty(t, real) {
		t.Error("a link was followed")
	}
	t.Chdir(t.TempDir())
	asks(t, "relative")
	if !empty(t, ".") {
		t.Error("a relative directory was used")
	}
}

func entries(t *testing.T, dir string) []os.DirEntry {
	t.Helper()
	all, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// TestCacheForeign: what belongs to somebody else is not used, whatever its modes.
func TestCacheForeign(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("only root can give a directory away")
	}
	dir := privateDir(t)
	if err := os.Chown(dir, 65534, 65534); err != nil {
		t.Skip("this file system knows no owners")
	}
	asks(t, dir)
	if !empty(t, dir) {
		t.Error("it was used")
	}
}

// TestCacheClosed: what cannot be read or written is no error either.
func TestCacheClosed(t *testing.T) {
	if os.Geteuid() == 0 {
		t.Skip("root can read and write everything; run as another user")
	}
	for _, mode := range []fs.FileMode{0, 0o500, 0o300} {
		dir, files := filled(t)
		var all []string
		if err := filepath.WalkDir(dir, func(p string, d fs.DirEntry, err error) error {
			all = append(all, p)
			return err
		}); err != nil {
			t.Fatal(err)
		}
		for _, p := range all {
			if err := os.Chmod(p, mode); err != nil {
				t.Fatal(err)
			}
			asks(t, dir)
			asks(t, dir)
			if _, err := os.Lstat(p); err == nil {
				os.Chmod(p, 0o700)
			}
			asks(t, dir)
			for f, b := range kept(t, dir) {
				if !strings.HasSuffix(f, tmpSuffix) && files[f] != b {
					t.Errorf("%v of %s: %s is not what it was", mode, p, f)
				}
			}
		}
	}
	dir := privateDir(t)
	if err := os.Chmod(dir, 0o500); err != nil {
		t.Fatal(err)
	}
	asks(t, dir)
}

// TestCacheAtOnce: those that find it empty together neither fail nor spoil it.
func TestCacheAtOnce(t *testing.T) {
	dir := privateDir(t)
	for range 20 {
		var all sync.WaitGroup
		for range 8 {
			all.Add(1)
			go func() {
				defer all.Done()
				asks(t, dir)
			}()
		}
		all.Wait()
		asks(t, dir)
		if n := len(kept(t, dir)); n != 2 && n != 0 {
			t.Errorf("%d files", n)
		}
		os.RemoveAll(filepath.Join(dir, Digest(tiny{}.bytes())))
	}
}
