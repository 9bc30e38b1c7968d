package host

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

const sessionS = "043a718774c5" // first 12 hex of the sha256 of "s"

var nowhere = OpenStore("")

func makeProject(t *testing.T, dir string) {
	t.Helper()
	if err := errors.Join(os.MkdirAll(dir, 0o755), os.WriteFile(filepath.Join(dir, policyName), nil, 0o644)); err != nil {
		t.Fatal(err)
	}
}

func TestAppendLine(t *testing.T) {
	root := t.TempDir()
	line := "released claude-code session=" + sessionS + " blocks=1"
	a := nowhere.AppendLine(root, "sub dir/é", line, testTime, "s", "turn")
	name := "sub dir/é/stile/bypass/2026-11-30-" + sessionS + ".log"
	if a.Outcome != "written" || a.Path != name || a.Why != "" {
		t.Fatalf("%+v", a)
	}
	read := func() string {
		b, err := os.ReadFile(filepath.Join(root, name))
		if err != nil {
			t.Fatal(err)
		}
		return string(b)
	}
	once := "2026-11-30T12:00:00Z " + line + "\n"
	if read() != once {
		t.Fatalf("%q", read())
	}
	// The core decides what is due once a turn; once a day the file decides.
	if a := nowhere.AppendLine(root, "sub dir/é", line, testTime.Add(time.Hour), "s", "turn"); a.Outcome != "written" || strings.Count(read(), line) != 2 {
		t.Fatalf("%+v %q", a, read())
	}
	before := read()
	if a := nowhere.AppendLine(root, "sub dir/é", line, testTime.Add(time.Hour), "s", "day"); a.Outcome != "already" || read() != before {
		t.Fatalf("%+v %q", a, read())
	}
	if a := nowhere.AppendLine(root, "sub dir/é", line+"0", testTime, "s", "day"); a.Outcome != "written" {
		t.Fatalf("%+v: another line", a)
	}
	if a := nowhere.AppendLine(root, "sub dir/é", line, testTime.Add(24*time.Hour), "s", "day"); a.Outcome != "written" || a.Path == name {
		t.Fatalf("%+v: another day", a)
	}
	if a := nowhere.AppendLine(root, ".", "x", testTime, "", "day"); a.Path != "stile/bypass/2026-11-30-none.log" {
		t.Fatalf("%+v: no session", a)
	}
}

func TestD5BypassTornAnywhere(t *testing.T) {
	root := t.TempDir()
	a := nowhere.AppendLine(root, ".", "released a", testTime, "s", "turn")
	path := filepath.Join(root, a.Path)
	full, _ := os.ReadFile(path)
	for cut := 1; cut < len(full); cut++ {
		os.WriteFile(path, full[:cut], 0o644)
		if a := nowhere.AppendLine(root, ".", "released a", testTime, "s", "day"); a.Outcome != "written" && cut < len(full)-1 {
			t.Fatalf("cut %d: %+v", cut, a)
		}
		b, _ := os.ReadFile(path)
		if !strings.Contains("\n"+string(b), "\n"+string(full[:len(full)-1])) {
			t.Fatalf("cut %d: %q", cut, b)
		}
	}
}

func TestAppendLineStaysInside(t *testing.T) {
	outside := t.TempDir()
	for name, lay := range map[string]func(root string) error{
		"stile is a link out":  func(r string) error { return os.Symlink(outside, filepath.Join(r, "stile")) },
		"bypass is a link out": func(r string) error { return os.Symlink(outside, filepath.Join(r, "stile", "bypass")) },
		"relative link out": func(r string) error {
			rel, _ := filepath.Rel(filepath.Join(r, "stile"), outside)
			return os.Symlink(rel, filepath.Join(r, "stile", "bypass"))
		},
		"the log is a link": func(r string) error {
			os.MkdirAll(filepath.Join(r, "stile", "bypass"), 0o755)
			os.WriteFile(filepath.Join(r, "main.go"), []byte("package main\n"), 0o644)
			return os.Symlink("../../main.go", filepath.Join(r, "stile", "bypass", "2026-11-30-"+sessionS+".log"))
		},
		"stile leads to .git": func(r string) error {
			os.Mkdir(filepath.Join(r, ".git"), 0o755)
			os.Remove(filepath.Join(r, "stile"))
			return os.Symlink(".git", filepath.Join(r, "stile"))
		},
		"bypass leads to a source directory": func(r string) error {
			os.Mkdir(filepath.Join(r, "src"), 0o755)
			return os.Symlink("../src", filepath.Join(r, "stile", "bypass"))
		},
		"bypass is a bare repository": func(r string) error {
			for _, d := range []string{"HEAD", "objects", "refs"} {
				os.MkdirAll(filepath.Join(r, "stile", "bypass", d), 0o755)
			}
			return nil
		},
		"the log is a directory": func(r string) error {
			return os.MkdirAll(filepath.Join(r, "stile", "bypass", "2026-11-30-"+sessionS+".log"), 0o755)
		},
		"stile is a file": func(r string) error {
			os.Remove(filepath.Join(r, "stile"))
			return os.WriteFile(filepath.Join(r, "stile"), nil, 0o644)
		},
	} {
		root := t.TempDir()
		if name != "stile is a link out" {
			os.Mkdir(filepath.Join(root, "stile"), 0o755)
		}
		if err := lay(root); err != nil {
			t.Skip(err)
		}
		a := nowhere.AppendLine(root, ".", "released", testTime, "s", "turn")
		if a.Outcome != "failed" || a.Why == "" || strings.Contains(a.Why, root) || strings.Contains(a.Why, outside) {
			t.Errorf("%s: %+v", name, a)
		}
		if b, _ := os.ReadFile(filepath.Join(root, "main.go")); strings.Contains(string(b), "released") {
			t.Errorf("%s: wrote into a source file", name)
		}
		for _, d := range []string{".git/*", "src/*", "stile/bypass/*.log"} {
			if left, _ := filepath.Glob(filepath.Join(root, d)); len(left) > 0 && !strings.HasPrefix(name, "the log is") {
				t.Errorf("%s: left %v", name, left)
			}
		}
	}
	if left, _ := os.ReadDir(outside); len(left) > 0 {
		t.Errorf("left outside: %v", left)
	}
	for _, project := range []string{".git", "sub/.GIT", ".git/modules/a"} {
		if a := nowhere.AppendLine(t.TempDir(), project, "x", testTime, "s", "turn"); a.Outcome != "failed" || a.Why != errGitDir.Error() {
			t.Errorf("%s: %+v", project, a)
		}
	}
	if a := nowhere.AppendLine(t.TempDir(), "../up", "x", testTime, "s", "turn"); a.Outcome != "failed" {
		t.Errorf("%+v: a project outside the root", a)
	}
}

func TestBypassesInOrderOfTime(t *testing.T) {
	root := t.TempDir()
	put := func(project, session, line string, after time.Duration) string {
		makeProject(t, filepath.Join(root, project))
		return nowhere.AppendLine(root, project, line, testTime.Add(after), session, "turn").Path
	}
	put(".", "a", "third", 2*time.Minute)
	put("z", "b", "first", 0)
	put("z/deep", "c", "fourth", 48*time.Hour)
	path := put("y", "d", "second", time.Minute)
	f, _ := os.OpenFile(filepath.Join(root, path), os.O_APPEND|os.O_WRONLY, 0)
	f.WriteString("2026-1")
	f.Close()
	os.MkdirAll(filepath.Join(root, ".git/stile/bypass"), 0o755)
	os.WriteFile(filepath.Join(root, ".git/stile/bypass/x.log"), []byte("never\n"), 0o644)
	nowhere.AppendLine(root, "no/project", "released never", testTime, "s", "turn")
	var words []string
	for _, l := range Bypasses(root) {
		words = append(words, l[strings.LastIndexByte(l, ' ')+1:])
	}
	if got := fmt.Sprint(words); got != "[first second 2026-1 third fourth]" {
		t.Fatal(got)
	}
}

func TestBypassOfManyProcesses(t *testing.T) {
	root := t.TempDir()
	makeProject(t, root)
	together(t, 4, "bypass", "", root)
	lines := Bypasses(root)
	slices.Sort(lines)
	if len(slices.Compact(lines)) != 200 {
		t.Fatalf("%d lines, want 200", len(lines))
	}
}

// Two hooks that see the same fault at the same moment are one line, a torn one before it or not.
func TestOnceADayOfManyProcesses(t *testing.T) {
	root, dir := t.TempDir(), filepath.Join(t.TempDir(), "state")
	makeProject(t, root)
	torn := nowhere.AppendLine(root, ".", "released torn", testTime, "same", "turn").Path
	if err := os.Truncate(filepath.Join(root, torn), 25); err != nil {
		t.Fatal(err)
	}
	together(t, 4, "bypass-day", dir, root)
	lines := Bypasses(root)
	slices.Sort(lines)
	if len(lines) != 51 || len(slices.Compact(lines)) != 51 {
		t.Fatalf("%d lines, want 51: %q", len(lines), lines)
	}
}

// together starts n hooks, lets all of them go at once, and waits for them.
func together(t *testing.T, n int, role string, args ...string) {
	t.Helper()
	var hooks []*hook
	for i := range n {
		hooks = append(hooks, startHook(t, role, append(args, fmt.Sprint(i))...))
	}
	for _, h := range hooks {
		io.WriteString(h.in, "go\n")
	}
	for _, h := range hooks {
		h.finish(t)
	}
}
