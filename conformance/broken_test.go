package conformance

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// broken is a build that does what a script tells it, so that the scripts below are wrong and nothing else is.
var broken = build{name: "stand-in", argv: []string{"stand-in"}}

// TestBrokenScriptsAreRefused guards the guard: each script of conformance/broken has one deliberate fault, and
// its first line says how it must be refused.
func TestBrokenScriptsAreRefused(t *testing.T) {
	files, err := filepath.Glob("broken/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("no broken scripts: %v", err)
	}
	for _, f := range files {
		src, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		first, _, _ := strings.Cut(string(src), "\n")
		want, ok := strings.CutPrefix(first, "# refused: ")
		if !ok {
			t.Errorf("%s: the first line does not say how it is refused", f)
			continue
		}
		if said := refusal(f, string(src)); !strings.Contains(said, want) {
			t.Errorf("%s: said %q, want %q in it", f, said, want)
		}
	}
}

// TestSoundScriptIsAccepted is the other half: without a fault the same machinery lets a script pass.
func TestSoundScriptIsAccepted(t *testing.T) {
	f := filepath.Join(t.TempDir(), "sound.txtar")
	src := "exits 2 2 out err\ncmp stdout want\nstderr '^err$'\npayload ./want\nexits 0 0\nsilent\n" +
		"! exec false\n-- want --\nout\n"
	src = strings.Replace(src, "cmp stdout want", "trim-newline want\ncmp stdout want", 1)
	if err := os.WriteFile(f, []byte(src), 0o644); err != nil {
		t.Fatal(err)
	}
	if said := refusal(f, src); said != "" {
		t.Errorf("a sound script was refused: %s", said)
	}
}

func TestEmptySuiteIsRefused(t *testing.T) {
	dir := t.TempDir()
	if _, faults := lintDir(dir); len(faults) != 1 || !strings.Contains(faults[0], "no scripts") {
		t.Errorf("lint of an empty directory: %q", faults)
	}
}

// TestEveryFileIsAScript: what has another ending would be run by nobody.
func TestEveryFileIsAScript(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"a.txtar", "b.txt"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte("exits 0 0\nsilent\n"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	files, faults := lintDir(dir)
	if want := []string{filepath.Join(dir, "a.txtar")}; !slices.Equal(files, want) {
		t.Errorf("scripts %q, want %q", files, want)
	}
	if len(faults) != 1 || !strings.HasSuffix(faults[0], "b.txt: not a script") {
		t.Errorf("faults %q", faults)
	}
}

// refusal runs one script as TestScripts would and returns what it was refused with, "" for a pass.
func refusal(file, src string) string {
	if faults := lint(src); len(faults) > 0 {
		return strings.Join(faults, "\n")
	}
	return trial(params([]string{file}, broken, "", false), nil)[names([]string{file})[0]]
}
