package main

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
)

const root = "../.."

// TestCommitted: the kit writes what is committed, to the byte.
func TestCommitted(t *testing.T) {
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

// TestSeenFailuresHaveCases: each failure of other gates that a table can have is here by its number.
func TestSeenFailuresHaveCases(t *testing.T) {
	files, err := generate(root)
	if err != nil {
		t.Fatal(err)
	}
	for file, numbers := range map[string][]string{
		"sabotages.json": {"A3", "A9", "A10", "A11", "A12", "A13", "A14", "A15"},
		"honest.json":    {"B1", "B2", "B3", "B4", "B5"},
	} {
		for _, n := range numbers {
			if !bytes.Contains(files[file], []byte(n+" ")) {
				t.Errorf("%s has no case of %s", file, n)
			}
		}
	}
}
