package host

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stile-gate/stile/core/fact"
)

func TestReadFile(t *testing.T) {
	top := realTemp(t)
	root := filepath.Join(top, "root")
	write(t, root, "plain", "text")
	write(t, root, "dir/deep", "deep")
	write(t, root, "four bytes", "1234")
	write(t, root, "five bytes", "12345")
	write(t, top, "outside", "secret")
	link := func(to, name string) { must(t, os.Symlink(to, filepath.Join(root, name))) }
	link("dir/deep", "relative")
	link(filepath.Join(root, "dir"), "absolute")
	link("../outside", "escapes")
	link(top, "above")
	link("nowhere", "dangling")
	link("circle", "circle")
	for _, c := range []struct {
		rel, text string
		state     fact.State
		why       string
	}{
		{"plain", "text", fact.Present, ""},
		{"dir/deep", "deep", fact.Present, ""},
		{"relative", "deep", fact.Present, ""},
		{"absolute/deep", "deep", fact.Present, ""}, // B5
		{"four bytes", "1234", fact.Present, ""},
		{"five bytes", "", fact.Unreadable, "too large"},
		{"absent", "", fact.Absent, ""},
		{"dir/absent", "", fact.Absent, ""},
		{"absolute/absent", "", fact.Absent, ""},
		{"absent/absent", "", fact.Absent, ""},
		{"plain/below", "", fact.Absent, ""},
		{"dir", "", fact.Unreadable, "a directory"},
		{"escapes", "", fact.Unreadable, "outside the project"},
		{"above/outside", "", fact.Unreadable, "outside the project"},
		{"../outside", "", fact.Unreadable, "outside the project"},
		{"dir/../../outside", "", fact.Unreadable, "outside the project"},
		{filepath.ToSlash(filepath.Join(root, "plain")), "", fact.Unreadable, "outside the project"},
		{"", "", fact.Unreadable, "outside the project"},
		{"dangling", "", fact.Unreadable, "a link that leads nowhere"},
		{"dangling/below", "", fact.Unreadable, "a link that leads nowhere"},
		{"circle", "", fact.Unreadable, "it could not be read"},
	} {
		data, state, why := ReadFile(root, c.rel, 4)
		if string(data) != c.text || state != c.state || why != c.why {
			t.Errorf("%q: %q, %v, %q; want %q, %v, %q", c.rel, data, state, why, c.text, c.state, c.why)
		}
	}
}

func TestReadFileSpecial(t *testing.T) {
	root := realTemp(t)
	mkfifo(t, filepath.Join(root, "stile.json")) // opening it would wait for ever
	if _, state, why := ReadFile(root, "stile.json", 10); state != fact.Unreadable || why != "not a regular file" {
		t.Errorf("a pipe: %v, %q", state, why)
	}
}

func TestReadFileClosed(t *testing.T) {
	if os.Geteuid() == 0 {
		t.Skip("this user can read everything")
	}
	root := realTemp(t)
	must(t, os.Chmod(write(t, root, "secret", "x"), 0))
	write(t, root, "dir/file", "x")
	must(t, os.Chmod(filepath.Join(root, "dir"), 0))
	t.Cleanup(func() { os.Chmod(filepath.Join(root, "dir"), 0o755) })
	for _, rel := range []string{"secret", "dir/file", "dir/absent"} {
		if _, state, why := ReadFile(root, rel, 10); state != fact.Unreadable || why != "permission denied" {
			t.Errorf("%s: %v, %q", rel, state, why)
		}
	}
}
