package host

import (
	"context"
	"os"
	"path/filepath"
	"runtime"
	"testing"
)

func TestDigestClosed(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("links need a privilege there")
	}
	outside := realTemp(t)
	grow(t, outside, "dir/file modules/x/index.js small")
	must(t, os.Truncate(write(t, outside, "large", ""), maxOuter+1))
	must(t, os.Symlink(filepath.Join(outside, "dir"), filepath.Join(outside, "again")))
	for _, c := range []struct {
		name, link, to string
		outputs        []string
		closed         int64
	}{
		{"a file outside", "l", outside + "/small", nil, 0},
		{"a large file outside", "l", outside + "/large", nil, 1},
		{"a directory outside", "l", outside + "/dir", nil, 1},
		{"a directory outside by way of a link there", "l", outside + "/again", nil, 1},
		{"a directory outside that is an output", "l", outside + "/dir", []string{"l"}, 0},
		{"shared dependencies", "node_modules", outside + "/modules", nil, 0},
		{"nothing", "l", outside + "/gone", nil, 0},
		{"itself", "l", "l", nil, 0},
		{"a directory inside", "l", "in/side", nil, 0},
		{"the root", "in/l", "..", nil, 0},
		{"a file inside", "in/l", "../a", nil, 0},
		{"a file inside by way of a link", "l", "way/f", nil, 0},
		{"a file inside by a way up from a link", "l", "way/../side/f", nil, 0},
		{"git's own", "l", ".git", nil, 1},
		{"a file of git's own", "l", ".git/HEAD", nil, 0},
		{"a device", "l", os.DevNull, nil, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			root := realTemp(t)
			grow(t, root, ".git/ a in/side/f")
			must(t, os.Symlink("in/side", filepath.Join(root, "way")))
			must(t, os.Symlink(c.to, filepath.Join(root, c.link)))
			later(t)
			file := filepath.Join(t.TempDir(), "cache")
			want := treeDigest(t, root, c.outputs, nil)
			if want.Closed != c.closed {
				t.Errorf("%d closed, want %d", want.Closed, c.closed)
			}
			for range 3 {
				cache := LoadStatCache(file)
				if got := treeDigest(t, root, c.outputs, cache); got != want {
					t.Errorf("with a cache %v, without %v", got, want)
				}
				must(t, cache.Save())
			}
		})
	}
}

// TestDigestOutOfTime: a file of a size that nobody could read whole ends with the time, and what was read
// before is remembered.
func TestDigestOutOfTime(t *testing.T) {
	root := realTemp(t)
	write(t, root, "a", "small")
	if err := os.Truncate(write(t, root, "huge", ""), 1<<42); err != nil {
		t.Skip("the file system takes no such file")
	}
	later(t)
	ctx, cancel := context.WithCancel(context.Background())
	s := snapshot(t, root)
	cache := LoadStatCache(filepath.Join(t.TempDir(), "cache"))
	ended := make(chan error)
	go func() {
		_, err := s.Digest(ctx, nil, cache)
		ended <- err
	}()
	cancel()
	if err := <-ended; lookTrouble(err) != "the time was up" {
		t.Errorf("digest: %v", err)
	}
	if _, err := TakeSnapshot(ctx, root); lookTrouble(err) != "the time was up" {
		t.Errorf("walk: %v", err)
	}
}

func TestDigestTwoCheckoutsOfLinks(t *testing.T) {
	outside := write(t, realTemp(t), "file", "x")
	grown := func() string {
		root := realTemp(t)
		must(t, os.Symlink(outside, filepath.Join(root, "l")))
		return root
	}
	if a, b := treeDigest(t, grown(), nil, nil), treeDigest(t, grown(), nil, nil); a != b {
		t.Errorf("%v and %v", a, b)
	}
}

func TestTouchedBehindLink(t *testing.T) {
	if !ctimeKnown {
		t.Skip("no change time here")
	}
	root, outside := realTemp(t), realTemp(t)
	file := write(t, outside, "file", "good")
	must(t, os.Symlink(file, filepath.Join(root, "l")))
	before := snapshot(t, root)
	if len(before.Touched(snapshot(t, root), nil, 1)) > 0 {
		t.Error("nothing was touched")
	}
	must(t, os.Remove(file))
	write(t, outside, "file", "evil")
	after := snapshot(t, root)
	if len(before.Touched(after, nil, 1)) == 0 {
		t.Error("the linked file was replaced")
	}
	for _, s := range []*Snapshot{before, after} {
		_, err := s.Digest(context.Background(), nil, nil)
		must(t, err)
	}
}
