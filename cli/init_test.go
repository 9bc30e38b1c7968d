package cli

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stile-gate/stile/core/check"
)

var update = flag.Bool("update", false, "rewrite the goldens of testdata/init and the README's reference")

// A case of testdata/init is a tree of "-- PATH --" sections ("!" behind the path: executable) and, behind them,
// what Init prints and writes for it: "== code ==", "== out ==", "== err ==", "== stile.json ==".
type initCase struct {
	name, tree string
	want       map[string]string
}

var initParts = []string{"code", "out", "err", policyFile}

func initCases(t testing.TB) []initCase {
	t.Helper()
	paths, err := filepath.Glob("testdata/init/*.txt")
	if err != nil || len(paths) < 20 {
		t.Fatalf("%d cases, %v", len(paths), err)
	}
	var all []initCase
	for _, p := range paths {
		b, err := os.ReadFile(p)
		if err != nil {
			t.Fatal(err)
		}
		tree, rest, _ := strings.Cut(string(b), "== code ==\n")
		c := initCase{name: strings.TrimSuffix(filepath.Base(p), ".txt"), tree: tree, want: map[string]string{}}
		part := "code"
		for line := range strings.Lines(rest) {
			if n, ok := strings.CutPrefix(strings.TrimSpace(line), "== "); ok && strings.HasSuffix(n, " ==") {
				part = strings.TrimSuffix(n, " ==")
				continue
			}
			c.want[part] += line
		}
		all = append(all, c)
	}
	return all
}

// lay writes a tree into a new directory.
func lay(t *testing.T, tree string) string {
	t.Helper()
	dir := t.TempDir()
	name, mode := "", os.FileMode(0o644)
	files := map[string]string{}
	modes := map[string]os.FileMode{}
	for line := range strings.Lines(tree) {
		if n, ok := strings.CutPrefix(line, "-- "); ok {
			name = strings.TrimSuffix(strings.TrimSpace(n), " --")
			mode = 0o644
			if strings.HasSuffix(name, "!") {
				name, mode = strings.TrimSuffix(name, "!"), 0o755
			}
			files[name], modes[name] = "", mode
			continue
		}
		files[name] += line
	}
	for n, text := range files {
		p := filepath.Join(dir, filepath.FromSlash(n))
		if err := os.MkdirAll(filepath.Dir(p), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(p, []byte(text), modes[n]); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func TestInitGoldens(t *testing.T) {
	for _, c := range initCases(t) {
		t.Run(c.name, func(t *testing.T) {
			dir := lay(t, c.tree)
			var out, errs bytes.Buffer
			code := Init(dir, &out, &errs)
			written, _ := os.ReadFile(filepath.Join(dir, policyFile))
			got := map[string]string{"code": fmt.Sprintln(code), "out": out.String(), "err": errs.String(), policyFile: string(written)}
			if *update {
				b := c.tree
				for _, part := range initParts {
					b += "== " + part + " ==\n" + got[part]
				}
				if err := os.WriteFile("testdata/init/"+c.name+".txt", []byte(b), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			for _, part := range initParts {
				if got[part] != c.want[part] {
					t.Errorf("%s:\n%s\nwant:\n%s", part, got[part], c.want[part])
				}
			}
			if (code == exitGreen) != (len(written) > 0) {
				t.Errorf("code %d and %d bytes written", code, len(written))
			}
			if len(written) > 0 {
				understood(t, written)
			}
		})
	}
}

// understood fails unless the policy's own reader takes the file without a finding.
func understood(t *testing.T, src []byte) {
	t.Helper()
	p, ok := check.ParsePolicy(check.Read(policyFile, src))
	if !ok || len(p.Checks) == 0 {
		t.Fatalf("%v, %d checks of\n%s", ok, len(p.Checks), src)
	}
	for _, f := range p.Findings {
		t.Errorf("%s", &f)
	}
	for _, line := range strings.Split(string(src), "\n") {
		if strings.Contains(line, `", "`) && len(line) > maxRow+20 {
			t.Logf("long line: %s", line)
		}
	}
}

func TestByHandIsUnderstood(t *testing.T) { understood(t, []byte(byHand)) }

func TestInitNeverOverwrites(t *testing.T) {
	const tree = "-- go.mod --\nmodule m\n-- a_test.go --\npackage m\n"
	for name, put := range map[string]func(path string) error{
		"file":          func(p string) error { return os.WriteFile(p, []byte("mine"), 0o644) },
		"directory":     func(p string) error { return os.Mkdir(p, 0o755) },
		"dangling link": func(p string) error { return os.Symlink("nowhere", p) },
	} {
		dir := lay(t, tree)
		if err := put(filepath.Join(dir, policyFile)); err != nil {
			t.Skip(err)
		}
		var out, errs bytes.Buffer
		if code := Init(dir, &out, &errs); code != exitNotAsked || out.Len() > 0 || strings.Count(errs.String(), "\n") != 1 {
			t.Errorf("%s: code %d, %q, %q", name, code, out.String(), errs.String())
		}
		if b, err := os.ReadFile(filepath.Join(dir, policyFile)); name == "file" && (err != nil || string(b) != "mine") {
			t.Errorf("%s: now %q", name, b)
		}
		if _, err := os.Lstat(filepath.Join(dir, "nowhere")); err == nil {
			t.Errorf("%s: wrote through the link", name)
		}
	}
	dir := lay(t, tree)
	if err := writeNew(filepath.Join(dir, "go.mod"), []byte("x")); !os.IsExist(err) {
		t.Errorf("two at once: %v", err)
	}
}

// Whatever a project's files say, init ends, and writes nothing that stile itself does not understand.
func FuzzInit(f *testing.F) {
	for _, c := range initCases(f) {
		f.Add(c.tree)
	}
	names := []string{"package.json", "Makefile", "lefthook.yml", ".github/workflows/x.yml", "pyproject.toml", "pom.xml"}
	f.Fuzz(func(t *testing.T, text string) {
		for _, n := range names {
			s := look(treeFS(n, text))
			if len(s.checks) > 0 {
				understood(t, s.policy())
			}
		}
	})
}

func treeFS(name, text string) fstest.MapFS {
	// The same text as a makefile, a hook file and a package: whichever it is read as has to be survived.
	return fstest.MapFS{
		name:         {Data: []byte(text)},
		"a_test.py":  {},
		"Cargo.toml": {},
		"d/go.mod":   {Data: []byte(text)},
	}
}
