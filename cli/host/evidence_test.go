package host

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stile-gate/stile/core/fact"
)

// echo is a core whose readings say what was asked.
var echo = Core{Read: func(kind, query, raw []byte) ([]byte, error) {
	return fmt.Appendf(nil, "%s %q %q", kind, query, raw), nil
}}

func citingHost(t testing.TB, root string, walked bool) *Host {
	h := &Host{Core: echo, ctx: context.Background(), root: root}
	if walked {
		h.before = snapshot(t, root)
	}
	t.Cleanup(h.closeCited)
	return h
}

func evidence(t testing.TB, h *Host, id string, args ...fact.Arg) (x fact.Evidence, state fact.State, why string) {
	t.Helper()
	f := h.serve(&fact.Want{ID: id, Args: args})
	if f.ID != id || f.State == fact.Present && !f.Into(&x) {
		t.Fatalf("%q is answered by %+v", id, f)
	}
	return x, f.State, f.Why
}

// TestEvidence: what is there is found by its exact path and inside the root; a walk spares looks and changes nothing.
func TestEvidence(t *testing.T) {
	top := realTemp(t)
	root := filepath.Join(top, "repo")
	grow(t, root, ".git/ a/ plain docs/Table.md src/pkg/One.go src/pkg/two.go packages/lib/index.js .git/config "+
		"x/.GIT/file straße/Größe.txt sub/.git sub/f stile.json stile/verify-findings.md")
	write(t, root, "zero", "")
	write(t, root, "plain", "text")
	write(t, top, "outside", "secret")
	must(t, os.Truncate(write(t, root, "largest", ""), fact.MaxRead))
	must(t, os.Truncate(write(t, root, "larger", ""), fact.MaxRead+1))
	mkfifo(t, filepath.Join(root, "pipe"))
	for name, to := range map[string]string{
		"node_modules/lib":  "../packages/lib",
		"relative":          "src/pkg",
		"absolute":          filepath.Join(root, "src"),
		"file":              filepath.Join(root, "plain"),
		"to-file":           "file",
		"out-and-in":        "../repo/plain",
		"escapes":           "../outside",
		"outer":             filepath.Join(top, "outside"),
		"above":             top,
		"dangling":          "nowhere",
		"dangling-outside":  "../nowhere",
		"dangling-absolute": filepath.Join(root, "nowhere"),
		"circle":            "circle",
		"ring":              "gnir",
		"gnir":              "ring",
		"to-git":            ".git/config",
		"git":               ".git",
		"to-pipe":           "pipe",
		"to-root":           ".",
		"linked/Twin":       "../src/pkg/One.go",
		"wrong-case":        "PLAIN",
	} {
		must(t, os.MkdirAll(filepath.Dir(filepath.Join(root, name)), 0o755))
		must(t, os.Symlink(to, filepath.Join(root, name)))
	}
	const here, gone, no = fact.Present, fact.Absent, fact.Unreadable
	for _, c := range []struct {
		path           string
		state          fact.State
		why            string
		spelling, real string // "" is the path
	}{
		{"plain", here, "", "", ""},
		{"zero", here, "", "", ""},
		{"largest", here, "", "", ""},
		{"larger", no, "too large", "", ""},
		{"src/pkg/One.go", here, "", "", ""},
		{"stile/verify-findings.md", here, "", "", ""}, // the walk leaves it out
		{"sub/f", here, "", "", ""},

		// B5 a link to a sibling inside the repository; absolute ones that lie inside are inside.
		{"node_modules/lib/index.js", here, "", "", "packages/lib/index.js"},
		{"relative/two.go", here, "", "", "src/pkg/two.go"},
		{"absolute/pkg/two.go", here, "", "", "src/pkg/two.go"},
		{"file", here, "", "", "plain"},
		{"to-file", here, "", "", "plain"},
		{"out-and-in", here, "", "", "plain"},
		{"to-root/to-root/plain", here, "", "", "plain"},

		// A15 a link out of the tree.
		{"escapes", no, "outside the project", "", ""},
		{"outer", no, "outside the project", "", ""},
		{"above/outside", no, "outside the project", "", ""},
		{"above", no, "outside the project", "", ""},
		{"../outside", no, "outside the project", "", ""},
		{"src/../../outside", no, "outside the project", "", ""},
		{filepath.ToSlash(filepath.Join(root, "plain")), no, "outside the project", "", ""},
		{"", no, "outside the project", "", ""},

		{"dangling", no, "a link that leads nowhere", "", ""},
		{"wrong-case", no, "a link that leads nowhere", "", ""}, // A14
		{"dangling/below", no, "a link that leads nowhere", "", ""},
		{"dangling-outside", no, "a link that leads nowhere", "", ""},
		{"dangling-absolute", no, "a link that leads nowhere", "", ""},
		{"circle", no, "a link that cannot be followed", "", ""},
		{"ring/below", no, "a link that cannot be followed", "", ""},
		{"pipe", no, "not a regular file", "", ""},
		{"to-pipe", no, "not a regular file", "", ""},
		{"src", no, "a directory", "", ""},
		{"relative", no, "a directory", "", ""},
		{".", no, "a directory", "", ""},

		{".git/config", no, "inside .git", "", ""},
		{".git", no, "inside .git", "", ""},
		{"sub/.git", no, "inside .git", "", ""},
		{"x/.GIT/file", no, "inside .git", "", ""},
		{".GIT/config", no, "inside .git", "", ""},
		{"to-git", no, "inside .git", "", ""},
		{"git/config", no, "inside .git", "", ""},

		{"absent", gone, "", "", ""},
		{"src/absent", gone, "", "", ""},
		{"absent/absent", gone, "", "", ""},
		{"plain/below", gone, "", "", ""},
		{"file/below", gone, "", "", ""},
		{"relative/absent", gone, "", "", ""},

		// A14 the wrong case: the one file is named with the disk's spelling, on every disk.
		{"PLAIN", here, "", "plain", "plain"},
		{"docs/table.md", here, "", "docs/Table.md", "docs/Table.md"},
		{"DOCS/Table.md", here, "", "docs/Table.md", "docs/Table.md"},
		{"SRC/PKG/one.GO", here, "", "src/pkg/One.go", "src/pkg/One.go"},
		{"STRAßE/gRÖßE.TXT", here, "", "straße/Größe.txt", "straße/Größe.txt"},
		{"ſrc/pKg/two.go", here, "", "src/pkg/two.go", "src/pkg/two.go"}, // U+017F and U+212A are an s and a k
		{"RELATIVE/Two.go", here, "", "relative/two.go", "src/pkg/two.go"},
		{"linked/twin", here, "", "linked/Twin", "src/pkg/One.go"},
		{"ESCAPES", no, "outside the project", "", ""},
		{"SRC/PKG", gone, "", "", ""},
		{"strasse/Größe.txt", gone, "", "", ""},
		{"./plain", here, "", "plain", "plain"},
		{"src/./pkg//two.go", here, "", "src/pkg/two.go", "src/pkg/two.go"},
		{"src/../plain", here, "", "plain", "plain"},
		{"plain/", here, "", "plain", "plain"},

		{"nul\x00byte", no, "not a path", "", ""},
		{"not\xffutf-8", no, "not a path", "", ""},
		{"plain\xff", no, "not a path", "", ""},
		{strings.Repeat("x", 300), gone, "", "", ""},
		{strings.Repeat("x/", 2000) + "x", gone, "", "", ""},
	} {
		for _, walked := range []bool{true, false} {
			x, state, why := evidence(t, citingHost(t, root, walked), "evidence:"+c.path)
			if state != c.state || why != c.why {
				t.Errorf("%q, walked %v: %v, %q; want %v, %q", c.path, walked, state, why, c.state, c.why)
			}
			spelling, real := c.spelling, c.real
			if spelling == "" {
				spelling = c.path
			}
			if real == "" {
				real = c.path
			}
			if state == fact.Present && (x.Spelling != spelling || x.Real != real) {
				t.Errorf("%q, walked %v: spelled %q, really %q; want %q, %q", c.path, walked, x.Spelling, x.Real, spelling, real)
			}
			if strings.Contains(why, top) {
				t.Errorf("%q: %q names a path of this machine", c.path, why)
			}
		}
	}
}

// TestEvidenceAmbiguous: A14 on a disk that tells letter case apart, one of two is none.
func TestEvidenceAmbiguous(t *testing.T) {
	root := realTemp(t)
	grow(t, root, "twin/READ.me twin/read.me twin/a Twin/A Twin/b")
	if list, err := os.ReadDir(root); err != nil || len(list) != 2 {
		t.Skip("this disk takes twin for Twin")
	}
	for i := range maxOtherCase {
		grow(t, root, fmt.Sprintf("%s/same", foldBits("manydirs", i)))
	}
	grow(t, root, foldBits("manydirs", maxOtherCase)+"/unlike")
	for rel, spelling := range map[string]string{
		"twin/READ.me": "twin/READ.me", "twin/read.me": "twin/read.me", "twin/Read.me": "", "TWIN/READ.me": "",
		"twin/a": "twin/a", "Twin/A": "Twin/A", "twin/A": "", "TWIN/a": "", "twin/B": "Twin/b", "TWIN/b": "Twin/b",
		"MANYDIRS/same": "", "MANYDIRS/unlike": "", foldBits("manydirs", maxOtherCase) + "/unlike": foldBits("manydirs", maxOtherCase) + "/unlike",
	} {
		x, state, why := evidence(t, citingHost(t, root, false), "evidence:"+rel)
		if (state == fact.Present) != (spelling != "") || x.Spelling != spelling || state == fact.Unreadable {
			t.Errorf("%s: %v, %q, %+v", rel, state, why, x)
		}
	}
}

// foldBits is s with the letters in upper case whose bits are set.
func foldBits(s string, bits int) string {
	b := []byte(s)
	for i := range b {
		if bits>>i&1 == 1 {
			b[i] -= 'a' - 'A'
		}
	}
	return string(b)
}

// TestEvidenceOfOneHost: what was found out for one path serves the next ones.
func TestEvidenceOfOneHost(t *testing.T) {
	root := realTemp(t)
	grow(t, root, "src/a src/b lib/c")
	must(t, os.Symlink("src", filepath.Join(root, "link")))
	h := citingHost(t, root, false)
	for range 2 {
		for _, c := range [][3]string{{"src/a", "src/a", "src/a"}, {"LINK/b", "link/b", "src/b"}, {"link/a", "link/a", "src/a"}, {"src/B", "src/b", "src/b"}} {
			if x, state, why := evidence(t, h, "evidence:"+c[0]); state != fact.Present || x.Spelling != c[1] || x.Real != c[2] {
				t.Errorf("%s: %v %q %+v", c[0], state, why, x)
			}
		}
	}
	if looks := slices.Sorted(maps.Keys(h.cited.dirs)); strings.Join(looks, " ") != ". LINK link src" {
		t.Errorf("looked for the directories %q", looks)
	}
}

func TestEvidenceReading(t *testing.T) {
	root := realTemp(t)
	text := "first\r\n" + root + "/src/a.go\n\xff"
	write(t, root, "dir/f", text)
	h := citingHost(t, root, true)
	sum := sha256.Sum256([]byte(text))
	arg := func(name string, values ...string) fact.Arg { return fact.Arg{Name: name, Values: values} }
	frames := func(list ...string) (q string) {
		for _, f := range list {
			q = string(fact.AppendFrame([]byte(q), []byte(f)))
		}
		return q
	}
	for _, c := range []struct {
		id   string
		args []fact.Arg
		want string
	}{
		{"evidence:dir/f", nil, ""},
		{"evidence:dir/f", []fact.Arg{arg("read", "adr")}, fmt.Sprintf("adr %q %q", "dir/f", text)},
		{"adr:dir/f", []fact.Arg{arg("read", "adr")}, fmt.Sprintf("adr %q %q", "dir/f", text)},
		{"evidence:dir/f", []fact.Arg{arg("query", "dir/f", "sName", ""), arg("read", "evidence")},
			fmt.Sprintf("evidence %q %q", frames("dir/f", "sName", ""), text)},
		{"evidence:DIR/F", []fact.Arg{arg("query", "DIR/F"), arg("read", "evidence")}, fmt.Sprintf("evidence %q %q", frames("DIR/F"), text)},
		// B4 a report holds absolute paths, and a document must not.
		{"report:dir/f", []fact.Arg{arg("query", "", "last", "TestA"), arg("read", "junit")},
			fmt.Sprintf("junit %q %q", frames("", "last", "TestA"), strings.ReplaceAll(text, root, "."))},
	} {
		x, state, why := evidence(t, h, c.id, c.args...)
		if state != fact.Present || x.Size != int64(len(text)) || x.SHA256 != hex.EncodeToString(sum[:]) || string(x.Read) != c.want {
			t.Errorf("%s: %v, %q, %+v; want %s", c.id, state, why, x, c.want)
		}
	}
	// A file: takes a query too.
	f := h.serve(&fact.Want{ID: "file:dir/f", Args: []fact.Arg{arg("query", "dir/f", ""), arg("read", "table")}})
	var file fact.File
	if want := fmt.Sprintf("table %q %q", frames("dir/f", ""), text); !f.Into(&file) || string(file.Read) != want {
		t.Errorf("%+v, want %s", f, want)
	}
}

// TestEvidenceSwapped: a link that has appeared since the walk or the listing leads nobody out.
func TestEvidenceSwapped(t *testing.T) {
	top := realTemp(t)
	root := filepath.Join(top, "root")
	grow(t, root, "dir/f other/f keep/g")
	write(t, top, "out/f", "secret")
	write(t, root, "other/f", "other")
	out := filepath.Join(top, "out")
	swap := func(name, to string) {
		must(t, os.Rename(filepath.Join(root, name), filepath.Join(top, strings.ReplaceAll(name, "/", "-")+"-old")))
		must(t, os.Symlink(to, filepath.Join(root, name)))
	}
	walked, listed := citingHost(t, root, true), citingHost(t, root, false)
	evidence(t, walked, "evidence:keep/g")
	evidence(t, listed, "evidence:dir/f")
	evidence(t, listed, "evidence:keep/g")
	swap("dir", out)
	swap("keep/g", filepath.Join(out, "f"))
	for name, h := range map[string]*Host{"walked": walked, "listed": listed} {
		for _, rel := range []string{"dir/f", "keep/g"} {
			if x, state, _ := evidence(t, h, "evidence:"+rel); state != fact.Unreadable {
				t.Errorf("%s: %s is %v, %+v", name, rel, state, x)
			}
		}
	}
	// Inside the root it is found where it really lies.
	inner := citingHost(t, root, true)
	swap("other", "back")
	write(t, root, "back/f", "back")
	if x, state, why := evidence(t, inner, "evidence:other/f"); state != fact.Present || x.Real != "back/f" || x.Size != 4 {
		t.Errorf("%v %q %+v", state, why, x)
	}
}

// TestEvidenceReplaced: what an editor writes anew since the walk is what counts.
func TestEvidenceReplaced(t *testing.T) {
	root := realTemp(t)
	write(t, root, "a", "one")
	write(t, root, "b", "one")
	write(t, root, "gone", "one")
	h := citingHost(t, root, true)
	must(t, os.Rename(write(t, root, "a.tmp", "later"), filepath.Join(root, "a")))
	write(t, root, "b", "later")
	write(t, root, "new", "later")
	must(t, os.Remove(filepath.Join(root, "gone")))
	for _, rel := range []string{"a", "b", "new"} {
		if x, state, why := evidence(t, h, "evidence:"+rel); state != fact.Present || x.Size != 5 {
			t.Errorf("%s: %v, %q, %+v", rel, state, why, x)
		}
	}
	if _, state, _ := evidence(t, h, "evidence:gone"); state != fact.Absent {
		t.Errorf("gone: %v", state)
	}
}

func TestEvidenceClosed(t *testing.T) {
	if os.Geteuid() == 0 {
		t.Skip("this user can read everything")
	}
	top := realTemp(t)
	root := filepath.Join(top, "above", "root")
	grow(t, root, "secret locked/f blind/f open/f")
	closed := func(name string, mode os.FileMode) {
		must(t, os.Chmod(name, mode))
		t.Cleanup(func() { os.Chmod(name, 0o755) })
	}
	must(t, os.Symlink("locked/f", filepath.Join(root, "link")))
	must(t, os.Symlink("blind/f", filepath.Join(root, "blind-link")))
	closed(filepath.Join(root, "secret"), 0)
	closed(filepath.Join(root, "locked"), 0)
	closed(filepath.Join(root, "blind"), 0o311)
	// B2 nothing above the project matters.
	closed(filepath.Join(top, "above"), 0o311)
	for _, walked := range []bool{true, false} {
		h := citingHost(t, root, walked)
		for _, c := range [][2]string{
			{"evidence:open/f", ""},
			{"evidence:OPEN/f", ""},
			{"evidence:secret", "permission denied"},
			{"evidence:locked/f", "its directory cannot be listed"},
			{"evidence:link", "permission denied"},
			{"evidence:blind-link", "its directory cannot be listed"},
			{"evidence:blind/f", "its directory cannot be listed"},
			{"evidence:blind/absent", "its directory cannot be listed"},
			{"list:blind", "it cannot be listed"},
		} {
			f := h.serve(&fact.Want{ID: c[0]})
			if f.Why != c[1] || (f.State == fact.Present) != (c[1] == "") {
				t.Errorf("%s, walked %v: %v, %q", c[0], walked, f.State, f.Why)
			}
		}
	}
}

func TestList(t *testing.T) {
	top := realTemp(t)
	root := filepath.Join(top, "root")
	grow(t, root, ".git/ docs/adr/b.md docs/adr/a.md docs/adr/.hidden docs/adr/sub/c.md empty/ file top")
	grow(t, top, "outside/secret")
	for name, to := range map[string]string{"docs/adr/link.md": "../../top", "docs/adr/dirlink": "sub", "docs/adr/dangling": "nowhere",
		"docs/adr/escapes": "../../../outside/secret", "linked": "docs/adr", "out": "../outside", "nowhere": "nothing"} {
		must(t, os.Symlink(to, filepath.Join(root, name)))
	}
	adrs := ".hidden a.md b.md dangling escapes link.md"
	for _, c := range []struct {
		dir, names string
		state      fact.State
		why        string
	}{
		{"docs/adr", adrs, fact.Present, ""},
		{"linked", adrs, fact.Present, ""},
		{".", "file nowhere top", fact.Present, ""},
		{"empty", "", fact.Present, ""},
		{"absent", "", fact.Absent, ""},
		{"DOCS/adr", "", fact.Absent, ""}, // A14
		{"file", "", fact.Unreadable, "not a directory"},
		{"out", "", fact.Unreadable, "outside the project"},
		{"..", "", fact.Unreadable, "outside the project"}, // B2
		{"docs/../..", "", fact.Unreadable, "outside the project"},
		{"", "", fact.Unreadable, "outside the project"},
		{"nowhere", "", fact.Unreadable, "a link that leads nowhere"},
		{".git", "", fact.Unreadable, "inside .git"},
		{"nul\x00", "", fact.Unreadable, "not a path"},
	} {
		var l fact.List
		f := citingHost(t, root, true).serve(&fact.Want{ID: "list:" + c.dir})
		if f.State != c.state || f.Why != c.why || f.State == fact.Present && !f.Into(&l) {
			t.Errorf("%q: %v, %q; want %v, %q", c.dir, f.State, f.Why, c.state, c.why)
		}
		if got := strings.Join(l.Names, " "); got != c.names || l.More != 0 {
			t.Errorf("%q: %s, %d more; want %s", c.dir, got, l.More, c.names)
		}
	}
}

func TestListLong(t *testing.T) {
	root := realTemp(t)
	for i := range fact.MaxNames + 3 {
		write(t, root, fmt.Sprintf("adr/%05d", i), "")
	}
	more := int64(3)
	if os.WriteFile(filepath.Join(root, "adr", "not \xff"), nil, 0o644) == nil {
		more++ // a disk that takes such a name
	}
	f := citingHost(t, root, false).serve(&fact.Want{ID: "list:adr"})
	var l fact.List
	if !f.Into(&l) || len(l.Names) != fact.MaxNames || l.More != more || l.Names[0] != "00000" || l.Names[len(l.Names)-1] != "09999" {
		t.Errorf("%d names and %d more", len(l.Names), l.More)
	}
}

// FuzzEvidence: whatever path is cited, what is read lies in the root, outside .git, and is what its real path holds; the
// walk changes no answer.
func FuzzEvidence(f *testing.F) {
	top := realTemp(f)
	root := filepath.Join(top, "repo")
	grow(f, root, ".git/ src/Go/one.go src/two.txt lib/three")
	grow(f, top, "outside/secret")
	for name, to := range map[string]string{"up": "..", "link": "src/Go", "abs": filepath.Join(root, "lib"), "out": "../outside", "git": ".git", "loop": "loop", "lib/self": ".."} {
		must(f, os.Symlink(to, filepath.Join(root, name)))
	}
	for _, dir := range []string{".", "src", "src/Go", "lib", ".git"} {
		entries, err := os.ReadDir(filepath.Join(root, dir))
		must(f, err)
		for _, e := range entries {
			rel := filepath.ToSlash(filepath.Join(dir, e.Name()))
			f.Add(rel)
			f.Add(strings.ToUpper(rel) + "/two.txt")
			f.Add("lib/self/" + rel)
			f.Add("up/repo/" + rel)
		}
	}
	walked := snapshot(f, root)
	f.Fuzz(func(t *testing.T, rel string) {
		var first fact.Fact
		for i, before := range []*Snapshot{walked, nil} {
			h := &Host{Core: echo, ctx: context.Background(), root: root, before: before}
			got := h.serve(&fact.Want{ID: "evidence:" + rel})
			h.closeCited()
			if strings.Contains(got.Why, top) {
				t.Fatalf("%q: %q", rel, got.Why)
			}
			if i == 0 {
				first = got
			} else if got.State != first.State || got.Why != first.Why || string(got.Data) != string(first.Data) {
				t.Fatalf("%q: %+v with a walk, %+v without", rel, first, got)
			}
			var x fact.Evidence
			if got.State != fact.Present {
				continue
			}
			if !got.Into(&x) || insideGit(x.Real) || insideGit(x.Spelling) || !filepath.IsLocal(filepath.FromSlash(x.Real)) {
				t.Fatalf("%q: %+v", rel, x)
			}
			real, err := filepath.EvalSymlinks(filepath.Join(root, filepath.FromSlash(x.Spelling)))
			if err != nil || real != filepath.Join(root, filepath.FromSlash(x.Real)) {
				t.Fatalf("%q: really %q, %v; %+v", rel, real, err, x)
			}
			text, err := os.ReadFile(real)
			if sum := sha256.Sum256(text); err != nil || x.SHA256 != hex.EncodeToString(sum[:]) {
				t.Fatalf("%q: %v, %+v", rel, err, x)
			}
		}
	})
}
