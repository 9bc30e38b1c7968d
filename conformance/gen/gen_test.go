package main

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
)

// TestVectorsAreGenerated holds what is committed to what the tables make, file by file.
func TestVectorsAreGenerated(t *testing.T) {
	const root = "../.."
	dir := t.TempDir()
	old := filepath.Join(dir, soundDir, "old.vector")
	if err := errors.Join(os.MkdirAll(filepath.Dir(old), 0o755), os.WriteFile(old, nil, 0o644)); err != nil {
		t.Fatal(err)
	}
	if err := generate(root, dir); err != nil {
		t.Fatal(err)
	}
	for _, part := range []string{soundDir, brokenDir} {
		made, kept := files(t, filepath.Join(dir, part)), files(t, filepath.Join(root, part))
		if len(made) < 100 {
			t.Fatalf("%s: %d files were made", part, len(made))
		}
		for name, b := range made {
			if old, ok := kept[name]; !ok {
				t.Errorf("%s/%s is not committed", part, name)
			} else if !bytes.Equal(old, b) {
				t.Errorf("%s/%s is not what is generated: go run ./conformance/gen, then read the diff", part, name)
			}
		}
		for name := range kept {
			if _, ok := made[name]; !ok {
				t.Errorf("%s/%s is committed and nothing generates it", part, name)
			}
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
	out := map[string][]byte{}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		name, _ := filepath.Rel(dir, path)
		out[filepath.ToSlash(name)], err = os.ReadFile(path)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}
