package harness

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// generator builds gen.go once and returns a function that runs it on a table.
func generator(t *testing.T) func(table []byte) (code []byte, said string) {
	t.Helper()
	dir := t.TempDir()
	exe := filepath.Join(dir, "gen")
	if runtime.GOOS == "windows" {
		exe += ".exe"
	}
	if out, err := exec.Command("go", "build", "-o", exe, "gen.go").CombinedOutput(); err != nil {
		t.Fatalf("building gen.go: %v\n%s", err, out)
	}
	return func(table []byte) ([]byte, string) {
		in, out := filepath.Join(dir, "in.json"), filepath.Join(dir, "out.go")
		os.Remove(out)
		if err := os.WriteFile(in, table, 0o666); err != nil {
			t.Fatal(err)
		}
		said, err := exec.Command(exe, "-in", in, "-out", out).CombinedOutput()
		code, missing := os.ReadFile(out)
		if (err == nil) != (missing == nil) {
			t.Fatalf("gen ended with %v and left a file: %v", err, missing == nil)
		}
		return code, string(said)
	}
}

func TestTableIsGenerated(t *testing.T) {
	table, err := os.ReadFile("table.json")
	if err != nil {
		t.Fatal(err)
	}
	committed, err := os.ReadFile("table_gen.go")
	if err != nil {
		t.Fatal(err)
	}
	gen := generator(t)
	if code, said := gen(table); !bytes.Equal(code, committed) {
		t.Errorf("table_gen.go is not what table.json says: go generate ./core/harness (%s)", said)
	}
	for _, c := range []struct{ name, old, new, says string }{
		{"unknown key", `"tier":`, `"teir":`, "teir"},
		{"missing key", `"command_guard": {"value": false, "how": "ran", "when": "2026-11-30", "version": "2.1.332"},`, ``, "command_guard is missing"},
		{"missing evidence", `"version": "2.1.332"}`, `"note": ""}`, "version is missing"},
		{"unknown key in a value", `"unit": "s"`, `"unit": "s", "x": 1`, `"x"`},
		{"missing key in a value", `, "unit": "s"`, ``, "unit is missing"},
		{"a key twice", `"id": "codex",`, `"id": "codex", "id": "codex",`, "twice"},
		{"a key in another case", `"tier":`, `"Tier":`, "tier is missing"},
		{"how", `"how": "bundle"`, `"how": "hearsay"`, "deadline"},
		{"date", `"when": "2026-11-30"`, `"when": "yesterday"`, "when"},
		{"type", `"value": 8,`, `"value": "8",`, "cap"},
		{"word", `"value": "payload-id"`, `"value": "payload"`, "turn_key"},
		{"unit", `"unit": "s"`, `"unit": "min"`, "deadline"},
		{"alias of another", `"value": ["claude"]`, `"value": ["codex"]`, "names both"},
		{"order", `"id": "claude-code"`, `"id": "zz"`, "sorted"},
		{"format", `"format": 1`, `"format": 2`, "format 2"},
		{"trailing bytes", "\n}\n", "\n}\n{}", "behind"},
	} {
		t.Run(c.name, func(t *testing.T) {
			bad := bytes.Replace(table, []byte(c.old), []byte(c.new), 1)
			if bytes.Equal(bad, table) {
				t.Fatalf("%s does not stand in the table", c.old)
			}
			if code, said := gen(bad); code != nil || !strings.Contains(said, c.says) {
				t.Errorf("accepted: %v, said %q, want %q in it", code != nil, said, c.says)
			}
		})
	}
}

func TestRows(t *testing.T) {
	if !slices.Equal(IDs(), []string{"claude-code", "codex"}) || !slices.IsSorted(IDs()) {
		t.Errorf("ids are %v", IDs())
	}
	if r, ok := Lookup("claude"); !ok || r.ID != "claude-code" {
		t.Errorf("claude is %v, %v", r, ok)
	}
	for _, id := range []string{"", "claud", "Claude", "codex ", "claude-code,codex"} {
		if r, ok := Lookup(id); ok {
			t.Errorf("C1: %q is taken for %s", id, r.ID)
		}
	}
	for _, id := range IDs() {
		r, _ := Lookup(id)
		if len(r.Events) == 0 || r.Deadline <= 0 || r.fields[fieldSession] == "" || r.fields[fieldEvent] == "" {
			t.Errorf("%s: %+v", id, r)
		}
	}
}
