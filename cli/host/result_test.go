package host

import (
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/stile-gate/stile/core/fact"
)

func TestResultsComeBack(t *testing.T) {
	s, _ := testStore(t)
	key := digest("k")
	if _, ok := s.Result(key); ok {
		t.Fatal("a result out of nothing")
	}
	m := fact.Measure{Started: true, Exit: 1, Head: []byte("a\x00b"), TreeAfter: "d", Survivors: []string{"1 x"}}
	s.PutResult(key, m)
	if got, ok := s.Result(key); !ok || !reflect.DeepEqual(fact.Of("x", &got), fact.Of("x", &m)) {
		t.Fatalf("%+v %v", got, ok)
	}
	path := s.resultPath(key)
	full, _ := os.ReadFile(path)
	for cut := range len(full) {
		os.WriteFile(path, full[:cut], 0o600)
		if _, ok := s.Result(key); ok {
			t.Fatalf("cut to %d bytes and still a result", cut)
		}
	}
	os.WriteFile(s.resultPath(digest("other")), full, 0o600)
	if _, ok := s.Result(digest("other")); ok {
		t.Fatal("the result of another key")
	}
	if why := OpenStore("").PutResult(key, m); why != "no state directory" {
		t.Fatalf("nowhere: %q", why)
	}
	for _, key := range []string{"", "../../x", strings.Repeat("g", 64)} {
		s.PutResult(key, m)
		if _, ok := s.Result(key); ok {
			t.Fatalf("key %q", key)
		}
	}
	if why := s.PutResult(key, fact.Measure{Head: make([]byte, maxResult)}); why == "" {
		t.Fatal("one that is too large is said to be kept")
	}
	os.Remove(path)
	if _, ok := s.Result(key); ok {
		t.Fatal("kept one that is too large")
	}
}

func TestNewestResultsStay(t *testing.T) {
	s, _ := testStore(t)
	s.PutResult(digest("first"), fact.Measure{})
	for i := range maxResults + 40 {
		path := s.resultPath(digest("old", fmt.Sprint(i)))
		os.WriteFile(path, nil, 0o600)
		os.Chtimes(path, testTime, testTime.Add(-time.Hour))
	}
	s.PutResult(digest("a"), fact.Measure{})
	s.PutResult(digest("b"), fact.Measure{})
	left, _ := os.ReadDir(filepath.Join(s.dir, "results"))
	if len(left) != maxResults {
		t.Fatalf("%d kept, want %d", len(left), maxResults)
	}
	for _, k := range []string{"first", "a", "b"} {
		if _, ok := s.Result(digest(k)); !ok {
			t.Errorf("%s went", k)
		}
	}
}

func TestResultKeyIsBound(t *testing.T) {
	root, bin := t.TempDir(), t.TempDir()
	tool := filepath.Join(bin, "tool")
	write := func(path, text string) {
		t.Helper()
		if err := os.WriteFile(path, []byte(text), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	write(tool, "#!/bin/sh\n")
	write(filepath.Join(root, "own"), "#!/bin/sh\n")
	if onWindows {
		t.Skip("names without an extension are no programs")
	}
	environ := []string{"PATH=/nowhere:" + bin, "A=1", "HOME=/h"}
	key := func(bind, tool, cwd string, names, environ []string) string {
		return ResultKey(root, bind, tool, cwd, names, environ)
	}
	base := key("b", "tool", ".", []string{"A", "GONE"}, environ)
	if !isHex(base, 64) || base != key("b", "tool", ".", []string{"A", "GONE"}, append([]string{"OTHER=1", "A=0"}, environ...)) ||
		base != key("b", "tool", ".", []string{"A", "GONE"}, append(environ, "PATH="+bin)) {
		t.Fatalf("%q is not stable", base)
	}
	different := map[string]string{
		"bind":           key("c", "tool", ".", []string{"A", "GONE"}, environ),
		"cwd":            key("b", "tool", "sub", []string{"A", "GONE"}, environ),
		"variable":       key("b", "tool", ".", []string{"A", "GONE"}, append(environ, "A=2")),
		"set, but empty": key("b", "tool", ".", []string{"A", "GONE"}, append(environ, "GONE=")),
		"named":          key("b", "tool", ".", []string{"A"}, environ),
		"own program":    key("b", "./own", ".", []string{"A", "GONE"}, environ),
	}
	different["home"] = key("b", "tool", ".", []string{"A", "GONE"}, append(environ, "HOME=/other"))
	// In place, as long as before, and with the old time: only ctime tells.
	old, err := os.Stat(tool)
	if err != nil {
		t.Fatal(err)
	}
	write(tool, "#!/bin/ls\n")
	for same := true; same; { // the kernel's clock moves in ticks
		before, _ := fileIdentity(tool)
		if err := os.Chtimes(tool, old.ModTime(), old.ModTime()); err != nil {
			t.Fatal(err)
		}
		after, _ := fileIdentity(tool)
		same = before == after && ctimeKnown
	}
	different["program edited, its time set back"] = key("b", "tool", ".", []string{"A", "GONE"}, environ)
	write(tool, "#!/bin/sh\nexit 1\n")
	different["program edited"] = key("b", "tool", ".", []string{"A", "GONE"}, environ)
	seen := map[string]string{base: "the base"}
	for what, k := range different {
		if seen[k] != "" || !isHex(k, 64) {
			t.Errorf("%s: same key as %s (%q)", what, seen[k], k)
		}
		seen[k] = what
	}
	for _, tool := range []string{"", "absent", "./absent"} {
		if k := key("b", tool, ".", nil, environ); k != "" {
			t.Errorf("%q has the key %q", tool, k)
		}
	}
}

func TestCacheFileIsOutsideTheTree(t *testing.T) {
	s, root := testStore(t)
	if f := s.CacheFile(root); !strings.HasPrefix(f, s.dir) {
		t.Fatal(f)
	}
	if f := OpenStore(filepath.Join(root, "state")).CacheFile(root); f != "" {
		t.Fatal(f)
	}
}
