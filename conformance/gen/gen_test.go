package main

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
)

// TestVectorsAreGenerated holds what is committed to what the tables make, file by file.
func TestVectorsAreGenerated(t *testing.T) {
	const root, committed = "../..", "../../testdata/vectors"
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "old.vector"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if err := generate(root, dir); err != nil {
		t.Fatal(err)
	}
	made, kept := files(t, dir), files(t, committed)
	if len(made) < 3 {
		t.Fatalf("%d files were made", len(made))
	}
	for name, b := range made {
		if old, ok := kept[name]; !ok {
			t.Errorf("%s is not committed", name)
		} else if !bytes.Equal(old, b) {
			t.Errorf("%s is not what is generated: go run ./conformance/gen, then read the diff", name)
		}
	}
	for name := range kept {
		if _, ok := made[name]; !ok {
			t.Errorf("%s is committed and nothing generates it", name)
		}
	}
}

func TestMissingInputIsAnError(t *testing.T) {
	if _, err := vectors(t.TempDir()); err == nil {
		t.Error("vectors were made without their inputs")
	}
}

func TestNamesAreOwn(t *testing.T) {
	files := map[string][]byte{}
	v := vector{name: "a", call: "read", class: "reads", kind: "tap", comment: "x"}
	if err := v.write(files); err != nil {
		t.Fatal(err)
	}
	if err := v.write(files); err == nil {
		t.Error("two vectors of one name were written")
	}
}

func files(t *testing.T, dir string) map[string][]byte {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	out := map[string][]byte{}
	for _, e := range entries {
		if out[e.Name()], err = os.ReadFile(filepath.Join(dir, e.Name())); err != nil {
			t.Fatal(err)
		}
	}
	return out
}
