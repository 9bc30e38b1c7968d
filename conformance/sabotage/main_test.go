package main

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
)

// TestCommitted: the kit writes what is committed, to the byte.
func TestCommitted(t *testing.T) {
	const root = "../.."
	files, err := generate(root)
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range files {
		got, err := os.ReadFile(filepath.Join(root, dataDir, name))
		if err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s is not what the kit writes (%v): run go generate ./conformance/sabotage", name, err)
		}
	}
}
