package host

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stile-gate/stile/core/fact"
)

// write puts a file where it belongs, with its directories.
func write(t testing.TB, root, rel, text string) string {
	t.Helper()
	name := filepath.Join(root, filepath.FromSlash(rel))
	must(t, os.MkdirAll(filepath.Dir(name), 0o755))
	must(t, os.WriteFile(name, []byte(text), 0o644))
	return name
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func realTemp(t testing.TB) string { return realPath(t.TempDir()) }

func snapshot(t testing.TB, root string) *Snapshot {
	t.Helper()
	s, err := TakeSnapshot(context.Background(), root)
	must(t, err)
	return s
}

func treeDigest(t testing.TB, root string, outputs []string, cache *StatCache) fact.Tree {
	t.Helper()
	tree, err := snapshot(t, root).Digest(context.Background(), outputs, cache)
	must(t, err)
	return tree
}

// later moves the clock, so that everything written up to now counts as old.
func later(t testing.TB) {
	taken = func() int64 { return time.Now().UnixNano() + 2*racyWindow }
	t.Cleanup(now)
}

func now() { taken = func() int64 { return time.Now().UnixNano() } }

// touchBack writes other content of the same length and sets the times back, as an agent would to hide it.
func touchBack(t testing.TB, name string) {
	info, err := os.Stat(name)
	must(t, err)
	text, err := os.ReadFile(name)
	must(t, err)
	for i := range text {
		text[i] ^= 1
	}
	must(t, os.WriteFile(name, text, 0o644))
	must(t, os.Chtimes(name, info.ModTime(), info.ModTime()))
}

// TestDigestSeesEveryChange goes through random trees and random acts. The digest changes exactly when an act
// changes what it covers, the cached digest is always the fresh one, and the cache does spare reading.
func TestDigestSeesEveryChange(t *testing.T) {
	outputs := []string{"target/**", "**/*.out"}
	acts := []struct {
		name    string
		changes bool
		do      func(t *testing.T, root string, pick string)
	}{
		{"edit", true, func(t *testing.T, root, pick string) { write(t, root, pick, "edited "+pick) }},
		{"touch-back", true, func(t *testing.T, root, pick string) { touchBack(t, filepath.Join(root, pick)) }},
		{"touch", false, func(t *testing.T, root, pick string) {
			must(t, os.Chtimes(filepath.Join(root, pick), time.Unix(1e9, 0), time.Unix(1e9, 0)))
		}},
		{"rename", true, func(t *testing.T, root, pick string) {
			must(t, os.Rename(filepath.Join(root, pick), filepath.Join(root, pick+"-moved")))
		}},
		{"rewrite the same bytes", false, func(t *testing.T, root, pick string) {
			b, err := os.ReadFile(filepath.Join(root, pick))
			must(t, err)
			must(t, os.Remove(filepath.Join(root, pick)))
			write(t, root, pick, string(b))
		}},
		{"remove", true, func(t *testing.T, root, pick string) { must(t, os.Remove(filepath.Join(root, pick))) }},
		{"chmod +x", true, func(t *testing.T, root, pick string) { must(t, os.Chmod(filepath.Join(root, pick), 0o755)) }},
		{"chmod of the group", false, func(t *testing.T, root, pick string) { must(t, os.Chmod(filepath.Join(root, pick), 0o604)) }},
		{"link instead", true, func(t *testing.T, root, pick string) {
			must(t, os.Remove(filepath.Join(root, pick)))
			must(t, os.Symlink("elsewhere", filepath.Join(root, pick)))
		}},
		{"retarget", true, func(t *testing.T, root, pick string) {
			must(t, os.Remove(filepath.Join(root, "link")))
			must(t, os.Symlink("b", filepath.Join(root, "link")))
		}},
		{"edit an ignored file", true, func(t *testing.T, root, pick string) { write(t, root, "node_modules/x/index.js", "bad()") }},
		{"new file", true, func(t *testing.T, root, pick string) { write(t, root, "new", "") }},
		{"new file beside an output", true, func(t *testing.T, root, pick string) { write(t, root, "targets/new", "") }},
		{"output", false, func(t *testing.T, root, pick string) { write(t, root, "target/debug/new", "") }},
		{"output by suffix", false, func(t *testing.T, root, pick string) { write(t, root, "some/where.out", "") }},
		{"empty directory", true, func(t *testing.T, root, pick string) { must(t, os.Mkdir(filepath.Join(root, "empty"), 0o755)) }},
		{"in .git", false, func(t *testing.T, root, pick string) { grow(t, root, ".git/ .git/hooks/x") }},
		{"a directory that is only called .git", true, func(t *testing.T, root, pick string) { write(t, root, "d/.git/HEAD", "x") }},
		{"a file that is only called .git", true, func(t *testing.T, root, pick string) { write(t, root, "d/.git", "x") }},
		{"a file outside behind a link", true, func(t *testing.T, root, pick string) { touchBack(t, filepath.Join(root, "outer")) }},
		{"a file in .git behind a link", true, func(t *testing.T, root, pick string) { touchBack(t, filepath.Join(root, "git")) }},
		{"an output behind a link", false, func(t *testing.T, root, pick string) { write(t, root, "target/log", "other") }},
		{"release line", false, func(t *testing.T, root, pick string) { write(t, root, "stile/bypass/2026-11-30-3f9a.log", "x") }},
		{"findings", false, func(t *testing.T, root, pick string) { write(t, root, "stile/verify-findings.md", "x") }},
		{"a test beside the release lines", true, func(t *testing.T, root, pick string) { write(t, root, "stile/bypass/x_test.go", "x") }},
		{"release line of no project", true, func(t *testing.T, root, pick string) { write(t, root, "no/stile/bypass/x.log", "x") }},
		{"pipe", true, func(t *testing.T, root, pick string) { mkfifo(t, filepath.Join(root, "pipe")) }},
		{"nothing", false, func(t *testing.T, root, pick string) {}},
	}
	random := rand.New(rand.NewPCG(7, 11))
	spared := 0
	for i, act := range acts {
		t.Run(act.name, func(t *testing.T) {
			if act.name == "pipe" && runtime.GOOS == "windows" {
				t.Skip("no pipes in the tree there")
			}
			root := realTemp(t)
			write(t, root, "stile.json", "{}")
			write(t, root, "node_modules/x/index.js", "good()")
			must(t, os.Symlink("a", filepath.Join(root, "link")))
			grow(t, root, ".git/ target/log")
			outside := realTemp(t)
			must(t, os.Symlink(write(t, outside, "file", "good"), filepath.Join(root, "outer")))
			must(t, os.Symlink(write(t, root, ".git/kept", "good"), filepath.Join(root, "git")))
			must(t, os.Symlink("target/log", filepath.Join(root, "last")))
			must(t, os.Mkdir(filepath.Join(outside, "node_modules"), 0o755))
			must(t, os.Symlink(filepath.Join(outside, "node_modules"), filepath.Join(root, "node_modules", "node_modules")))
			var names []string
			for n := range 20 + random.IntN(30) {
				name := fmt.Sprintf("%s%d", strings.Repeat("d-/", random.IntN(4)), n)
				names = append(names, name)
				write(t, root, name, fmt.Sprint("content ", n))
			}
			file := filepath.Join(t.TempDir(), "state", "cache")
			later(t)
			before := treeDigest(t, root, outputs, nil)
			cache := LoadStatCache(file)
			if got := treeDigest(t, root, outputs, cache); got != before {
				t.Fatalf("first digest with a cache %v, without %v", got, before)
			}
			must(t, cache.Save())
			cache = LoadStatCache(file)
			if got := treeDigest(t, root, outputs, cache); got != before {
				t.Fatalf("second digest with a cache %v, without %v", got, before)
			}
			if ctimeKnown && cache.have {
				t.Error("an unchanged tree was looked at file by file")
			}
			// The kernel stamps times by the tick; an edit within the same one is what the racy window is for.
			now()
			act.do(t, root, names[i%len(names)])
			after := treeDigest(t, root, outputs, nil)
			if changed := after.Digest != before.Digest; changed != act.changes {
				t.Errorf("digest changed: %v, want %v", changed, act.changes)
			}
			cache = LoadStatCache(file)
			s := snapshot(t, root)
			known := cache.records()
			for _, e := range s.list(outputs) {
				if _, ok := known.find(e); ok && e.kind == kindFile {
					spared++
				}
			}
			for _, c := range []*StatCache{cache, LoadStatCache(file)} {
				if got := treeDigest(t, root, outputs, c); got != after {
					t.Errorf("digest with a cache %v, without %v", got, after)
				}
			}
		})
	}
	if spared == 0 && ctimeKnown {
		t.Error("the cache never spared a file")
	}
}

// TestDigestWithinTheTick edits without any change that lstat shows: only the racy window can help.
func TestDigestWithinTheTick(t *testing.T) {
	root := realTemp(t)
	write(t, root, "a", "good")
	cache := LoadStatCache(filepath.Join(t.TempDir(), "cache"))
	s := snapshot(t, root)
	_, err := s.Digest(context.Background(), nil, cache)
	must(t, err)
	write(t, root, "a", "evil")
	want := treeDigest(t, root, nil, nil)
	again := snapshot(t, root)
	for i, e := range again.top.entries {
		old := s.top.entries[i]
		again.top.entries[i] = treeEntry{path: e.path, kind: e.kind, mode: e.mode, size: old.size, mtime: old.mtime, ctime: old.ctime, inode: old.inode}
	}
	if got, err := again.Digest(context.Background(), nil, cache); err != nil || got != want {
		t.Errorf("digest of an edit in the tick %v %v, want %v", got, err, want)
	}
}

// TestDigestOfAMovingTree edits between the walk and the read: what was read then is remembered for nothing.
func TestDigestOfAMovingTree(t *testing.T) {
	root := realTemp(t)
	write(t, root, "a", "good")
	write(t, root, "b", "still")
	later(t)
	s := snapshot(t, root)
	write(t, root, "a", "evil")
	cache := LoadStatCache(filepath.Join(t.TempDir(), "cache"))
	_, err := s.Digest(context.Background(), nil, cache)
	must(t, err)
	known := cache.records()
	_, moved := known.find(&s.top.entries[0])
	_, still := known.find(&s.top.entries[1])
	if cache.head.settled || moved || still != ctimeKnown {
		t.Errorf("settled %v; the edited file is known: %v, the other: %v", cache.head.settled, moved, still)
	}
}

func TestDigestOfTwoCheckouts(t *testing.T) { // B4
	grow := func(root string, order []string) {
		for _, name := range order {
			write(t, root, name, "content of "+name)
		}
		must(t, os.Symlink(filepath.Join(root, "a", "b"), filepath.Join(root, "inside")))
		must(t, os.Symlink("a", filepath.Join(root, "relative")))
		must(t, os.Chmod(filepath.Join(root, "a/run"), 0o755))
	}
	odd := "odd/with space\nand line"
	if runtime.GOOS == "windows" {
		odd = "odd/with space"
	}
	one, two := realTemp(t), filepath.Join(realTemp(t), "deeper", "in here")
	must(t, os.MkdirAll(two, 0o755))
	grow(one, []string{"a/b", "a/run", "a-c", "a.d", odd})
	grow(two, []string{odd, "a.d", "a-c", "a/run", "a/b"})
	must(t, os.Chtimes(filepath.Join(two, "a/b"), time.Unix(1, 0), time.Unix(1, 0)))
	a, b := treeDigest(t, one, nil, nil), treeDigest(t, two, nil, nil)
	if a != b || a.Files != 7 {
		t.Errorf("two checkouts: %v and %v, want the same of 7 files", a, b)
	}
	var last string
	for _, e := range snapshot(t, one).list(nil) {
		if e.path <= last {
			t.Errorf("%q comes after %q", e.path, last)
		}
		last = e.path
	}
}

func TestDigestOfNamesThatAreNoText(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("only Linux takes any bytes as a name")
	}
	root := realTemp(t)
	write(t, root, "bad\xff\xfename", "1")
	one := treeDigest(t, root, nil, nil)
	must(t, os.Rename(filepath.Join(root, "bad\xff\xfename"), filepath.Join(root, "bad\xff\xfdname")))
	if two := treeDigest(t, root, nil, nil); one == two {
		t.Error("two names that are not UTF-8 share a digest")
	}
}

func TestDigestOfClosedDirectory(t *testing.T) {
	if os.Geteuid() == 0 || runtime.GOOS == "windows" {
		t.Skip("this user can read everything")
	}
	root := realTemp(t)
	write(t, root, "dir/file", "")
	write(t, root, "secret", "")
	open := treeDigest(t, root, nil, nil)
	must(t, os.Chmod(filepath.Join(root, "secret"), 0))
	one := treeDigest(t, root, nil, nil)
	must(t, os.Chmod(filepath.Join(root, "dir"), 0))
	defer os.Chmod(filepath.Join(root, "dir"), 0o755)
	two := treeDigest(t, root, nil, nil)
	if open == one || one == two || two.Files != 2 {
		t.Errorf("closed paths are passed over: %v, %v, %v", open, one, two)
	}
}

func TestStatCacheDamaged(t *testing.T) {
	root := realTemp(t)
	for i := range 30 {
		write(t, root, fmt.Sprint("dir/", i), fmt.Sprint(i))
	}
	file := filepath.Join(t.TempDir(), "cache")
	later(t)
	want := treeDigest(t, root, nil, nil)
	cache := LoadStatCache(file)
	treeDigest(t, root, nil, cache)
	must(t, cache.Save())
	whole, err := os.ReadFile(file)
	must(t, err)
	random := rand.New(rand.NewPCG(3, 5))
	for range 200 {
		b := append([]byte(nil), whole...)
		switch at := random.IntN(len(b)); random.IntN(3) {
		case 0:
			b = b[:at]
		case 1:
			b[at] ^= byte(1 + random.IntN(255))
		default:
			b = append(b[:at], append([]byte("more"), b[at:]...)...)
		}
		must(t, os.WriteFile(file, b, 0o600))
		write(t, root, "dir/1", "1") // the fast path must not hide the rest
		if got := treeDigest(t, root, nil, LoadStatCache(file)); got != want {
			t.Fatalf("digest with a damaged cache %v, want %v", got, want)
		}
	}
}

func TestTouched(t *testing.T) {
	root := realTemp(t)
	for _, name := range []string{"a", "b/c", "b-d", "e", "out/x", "same"} {
		write(t, root, name, "old")
	}
	before := snapshot(t, root)
	_, err := before.Digest(context.Background(), nil, nil)
	must(t, err)
	must(t, os.Remove(filepath.Join(root, "a")))
	write(t, root, "b/c", "new")
	write(t, root, "b/d", "new")
	must(t, os.Chmod(filepath.Join(root, "e"), 0o755))
	write(t, root, "out/y", "new")
	must(t, os.Chtimes(filepath.Join(root, "same"), time.Unix(1, 0), time.Unix(1, 0)))
	after := snapshot(t, root)
	_, err = after.Digest(context.Background(), []string{"out/**"}, nil)
	must(t, err)
	got := strings.Join(before.Touched(after, []string{"out/**"}, 10), " ")
	if got != "a b/c b/d e same" {
		t.Errorf("touched: %s", got)
	}
	if got := before.Touched(after, nil, 2); len(got) != 2 {
		t.Errorf("more than the limit: %q", got)
	}
	if got := before.Touched(before, nil, 2); got != nil {
		t.Errorf("a tree differs from itself in %q", got)
	}
}

// TestStatCacheShared is the tree looked at by several checks that end at once.
func TestStatCacheShared(t *testing.T) {
	root := realTemp(t)
	for i := range 200 {
		write(t, root, fmt.Sprint(i%7, "/", i), fmt.Sprint(i))
	}
	cache := LoadStatCache(filepath.Join(t.TempDir(), "cache"))
	before := snapshot(t, root)
	want, err := before.Digest(context.Background(), nil, nil)
	must(t, err)
	var wait sync.WaitGroup
	for range 6 {
		wait.Go(func() {
			s, err := TakeSnapshot(context.Background(), root)
			if err != nil {
				t.Error(err)
				return
			}
			if got, err := s.Digest(context.Background(), nil, cache); err != nil || got != want {
				t.Errorf("digest %v %v, want %v", got, err, want)
			}
			if diff := before.Touched(s, nil, 3); len(diff) > 0 {
				t.Errorf("changed: %q", diff)
			}
			if err := cache.Save(); err != nil {
				t.Error(err)
			}
		})
	}
	wait.Wait()
}

func FuzzRecords(f *testing.F) {
	root := realTemp(f)
	for i := range 5 {
		write(f, root, fmt.Sprint(i), "x")
	}
	cache := LoadStatCache(filepath.Join(f.TempDir(), "cache"))
	s := snapshot(f, root)
	_, err := s.Digest(context.Background(), nil, cache)
	must(f, err)
	if len(cache.body) == 0 {
		f.Fatal("nothing to start from")
	}
	f.Add(cache.body)
	f.Add(cache.body[:recordSize])
	f.Fuzz(func(t *testing.T, body []byte) {
		r := recordReader{rest: body, taken: s.taken}
		for _, e := range s.list(nil) {
			r.find(e)
		}
		var h cacheHead
		if h.parse(body) && string(h.append(nil)) != string(body[:headSize]) {
			t.Error("a head that is not written like this was read")
		}
	})
}

func TestTakeSnapshotOfNothing(t *testing.T) {
	root := realTemp(t)
	if _, err := TakeSnapshot(context.Background(), filepath.Join(root, "absent")); err == nil {
		t.Error("a root that is not there was walked")
	}
	write(t, root, "file", "")
	if _, err := TakeSnapshot(context.Background(), filepath.Join(root, "file")); err == nil {
		t.Error("a root that is a file was walked")
	}
}
