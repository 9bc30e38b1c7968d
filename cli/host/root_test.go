package host

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

func TestFindRoot(t *testing.T) {
	for _, c := range []struct {
		name       string
		files      string // those ending in a slash are directories
		dir, want  string
		repository bool
	}{
		{"a repository", ".git/ a/b/", "a/b", ".", true},
		{"its own top", ".git/ a/", ".", ".", true},
		{"A6: a linked worktree inside the repository", ".git/ stile.json w/.git w/stile.json w/a/", "w/a", "w", true},
		{"a repository in the repository", ".git/ stile.json sub/.git/ sub/stile.json sub/a/", "sub/a", "sub", true},
		{"a repository without a project in the repository", ".git/ stile.json sub/.git/ sub/a/", "sub/a", ".", true},
		{"a git file without a project in the repository", ".git/ stile.json sub/.git sub/a/", "sub/a", ".", true},
		{"a repository without a project in a project", "stile.json sub/.git/ sub/a/", "sub/a", ".", false},
		{"repositories without a project", ".git/ sub/.git/ sub/a/", "sub/a", "sub", true},
		{"a nested project does not make a repository's", ".git/ stile.json sub/.git/ sub/a/ sub/b/stile.json", "sub/a", ".", true},
		{"an empty directory called .git", ".git/ stile.json sub/a/stile.json sub/.git/HEAD", "sub/a", ".", true},
		{"a stile.json between is no root", ".git/ a/stile.json a/b/", "a/b", ".", true},
		{"no repository: the outermost project", "stile.json a/stile.json a/b/", "a/b", ".", false},
		{"no repository: the only project", "a/stile.json a/b/", "a/b", "a", false},
		{"no repository, no project", "a/b/", "a/b", "a/b", false},
		{"a directory called stile.json is none", "stile.json/ a/", "a", "a", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			top := realTemp(t)
			grow(t, top, c.files)
			root, repository := FindRoot(filepath.Join(top, c.dir))
			if want := filepath.Join(top, c.want); root != want || repository != c.repository {
				t.Errorf("root %s, repository %v; want %s, %v", root, repository, want, c.repository)
			}
		})
	}
}

func TestFindRootBelowOpenDirectory(t *testing.T) {
	top := realTemp(t)
	grow(t, top, "stile.json .git/ a/")
	must(t, os.Chmod(top, 0o777|os.ModeSticky))
	for range 2 { // chmod 1777 on the own project hides nothing
		if root, repository := FindRoot(filepath.Join(top, "a")); root != top || !repository {
			t.Errorf("root %s, repository %v", root, repository)
		}
		must(t, os.RemoveAll(filepath.Join(top, "a")))
		grow(t, top, "a/stile.json")
	}
	if os.Geteuid() != 0 || runtime.GOOS == "windows" {
		t.Skip("this user cannot give a file away")
	}
	for _, name := range []string{"stile.json", ".git", "."} {
		must(t, os.Chown(filepath.Join(top, name), 65534, 65534))
		if root, repository := FindRoot(filepath.Join(top, "a")); root != filepath.Join(top, "a") || repository {
			t.Errorf("%s is another's: root %s, repository %v", name, root, repository)
		}
		must(t, os.Chown(filepath.Join(top, name), 0, 0))
	}
	must(t, os.Chown(top, 65534, 65534))
	if root, _ := FindRoot(top); root != top {
		t.Errorf("asked about itself: root %s", root)
	}
}

// grow makes the files and directories that a list names; those called .git are such as git makes.
func grow(t testing.TB, root, list string) {
	t.Helper()
	for _, name := range strings.Fields(list) {
		if dir, ok := strings.CutSuffix(name, "/"); ok {
			must(t, os.MkdirAll(filepath.Join(root, dir), 0o755))
			if filepath.Base(dir) == ".git" {
				grow(t, root, dir+"/HEAD "+dir+"/objects/ "+dir+"/refs/")
			}
		} else if filepath.Base(name) == ".git" {
			write(t, root, name, "gitdir: elsewhere\n")
		} else {
			write(t, root, name, "")
		}
	}
}

func TestFindRootThroughLink(t *testing.T) {
	top := realTemp(t)
	grow(t, top, "real/.git/ real/a/ elsewhere/")
	must(t, os.Symlink(filepath.Join(top, "real", "a"), filepath.Join(top, "elsewhere", "link")))
	if root, _ := FindRoot(filepath.Join(top, "elsewhere", "link")); root != filepath.Join(top, "real") {
		t.Errorf("root %s", root)
	}
}

func TestFindRootBelowClosedDirectory(t *testing.T) { // B2
	if os.Geteuid() == 0 {
		t.Skip("this user can list everything")
	}
	top := realTemp(t)
	grow(t, top, "stile.json closed/stile.json closed/project/stile.json closed/project/a/")
	// Passable but not listable: the usual home directory of another user.
	must(t, os.Chmod(filepath.Join(top, "closed"), 0o111))
	t.Cleanup(func() { os.Chmod(filepath.Join(top, "closed"), 0o755) })
	root, repository := FindRoot(filepath.Join(top, "closed/project/a"))
	if root != top || repository {
		t.Errorf("root %s, repository %v", root, repository)
	}
	if treeDigest(t, filepath.Join(top, "closed/project"), nil, nil).Files != 2 { // the stile.json, and a, which is empty
		t.Error("what lies above the project entered its digest")
	}
}

func TestProjects(t *testing.T) {
	root := realTemp(t)
	grow(t, root, ".git/ stile.json a/stile.json a/b/c/ a-b/stile.json z/y/stile.json d/stile.json/ .git/stile.json "+
		"node_modules/x/stile.json a/vendor/y/stile.json core/testdata/project/stile.json core/testdata/project/in/")
	must(t, os.Mkdir(filepath.Join(root, "linked"), 0o755))
	must(t, os.Symlink("../stile.json", filepath.Join(root, "linked", "stile.json")))
	s := snapshot(t, root)
	for _, c := range []struct{ cwd, rel, chain, nested string }{
		{".", ".", ".", "a a-b linked z/y"},
		{"a/b/c", "a/b/c", "a .", "a-b linked z/y"},
		{"z", "z", ".", "a a-b linked z/y"},
		{"core/testdata/project/in", "core/testdata/project/in", "core/testdata/project .", "a a-b linked z/y"},
		{"..", ".", ".", "a a-b linked z/y"},
	} {
		p := s.Projects(filepath.Join(root, c.cwd))
		sorted := strings.Fields(c.nested)
		if p.Cwd != c.rel || strings.Join(p.Chain, " ") != c.chain || len(p.Nested) != len(sorted) {
			t.Errorf("from %s: %+v", c.cwd, p)
			continue
		}
		for _, n := range sorted {
			if !strings.Contains(" "+strings.Join(p.Nested, " ")+" ", " "+n+" ") {
				t.Errorf("from %s: %s is not in %q", c.cwd, n, p.Nested)
			}
		}
	}
}

func TestProjectsUnnamed(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("only Linux takes any bytes as a name")
	}
	root := realTemp(t)
	grow(t, root, ".git/ stile.json a/stile.json b\xff/stile.json b\xff/in/stile.json node_modules/c\xff/stile.json")
	for _, c := range []struct {
		cwd     string
		unnamed int64
	}{{".", 2}, {"b\xff/in", 2}, {"node_modules/c\xff", 3}} {
		p := snapshot(t, root).Projects(filepath.Join(root, c.cwd))
		if p.Unnamed != c.unnamed || strings.Join(p.Chain, " ") != "." || strings.Join(p.Nested, " ") != "a" {
			t.Errorf("from %q: %+v", c.cwd, p)
		}
	}
}
