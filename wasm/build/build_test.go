package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// A module that was not built from these sources would be tested in their place.
func TestModuleIsBuiltFromTheSources(t *testing.T) {
	root, err := repository()
	if err != nil {
		t.Fatal(err)
	}
	o, err := readOrigin(root)
	if err != nil {
		t.Fatal(err)
	}
	b, err := os.ReadFile(filepath.Join(root, moduleFile))
	if err != nil {
		t.Fatal(err)
	}
	if got := digest(b); got != o.SHA256 || len(b) != o.Size {
		t.Errorf("%s has %d bytes and sha256 %s, %s says %d and %s", moduleFile, len(b), got, originFile, o.Size, o.SHA256)
	}
	now, err := sources(root)
	if err != nil {
		t.Fatal(err)
	}
	if len(now) < 20 || now["core/eval.go"] == "" || now[target] == "" {
		t.Fatalf("only %d sources were found", len(now))
	}
	if stale := o.stale(now); len(stale) > 0 {
		slices.Sort(stale)
		t.Errorf("edited since %s was built (make tinygo wasm): %s", moduleFile, strings.Join(stale, ", "))
	}
}

func TestStaleNamesEditedAddedAndRemovedSources(t *testing.T) {
	o := origin{Sources: map[string]string{"same.go": "1", "edited.go": "1", "removed.go": "1"}}
	got := o.stale(map[string]string{"same.go": "1", "edited.go": "2", "added.go": "1"})
	slices.Sort(got)
	if want := []string{"added.go", "edited.go", "removed.go"}; !slices.Equal(got, want) {
		t.Errorf("stale %v, want %v", got, want)
	}
}

// maxSize is the module's budget in bytes: it is loaded by editors and pages. A change that needs more says so here:
// 262,000 hold the gate, six report readers, wanted cases, and tables: their reader and its references, 45 lexers, decision
// records, rule packs and the judging of rows.
const maxSize = 262_000

func TestTheModuleHasNoImportAndTheSizeItMayHave(t *testing.T) {
	root, err := repository()
	if err != nil {
		t.Fatal(err)
	}
	b, err := os.ReadFile(filepath.Join(root, moduleFile))
	if err != nil {
		t.Fatal(err)
	}
	if len(b) > maxSize {
		t.Errorf("%s has %d bytes, %d are allowed", moduleFile, len(b), maxSize)
	}
	exports, imports := interfaceOf(t, b)
	if imports != 0 {
		t.Errorf("%s has %d imports", moduleFile, imports)
	}
	want := []string{"_initialize", "memory", "stile_abi", "stile_eval", "stile_input", "stile_read"}
	slices.Sort(exports)
	if !slices.Equal(exports, want) {
		t.Errorf("%s exports %v, want %v", moduleFile, exports, want)
	}
}

// interfaceOf reads a module's export names and counts its imports (WebAssembly core specification 2.0, 5.5).
func interfaceOf(t *testing.T, b []byte) (exports []string, imports int) {
	t.Helper()
	i := 8
	number := func() (n int) {
		for shift := 0; ; shift += 7 {
			c := b[i]
			i++
			if n |= int(c&127) << shift; c < 128 {
				return n
			}
		}
	}
	for i < len(b) {
		section := b[i]
		i++
		size := number()
		end := i + size
		if end > len(b) {
			t.Fatalf("section %d ends behind the module", section)
		}
		switch section {
		case 2:
			imports = number()
		case 7:
			for range number() {
				n := number()
				exports = append(exports, string(b[i:i+n]))
				i += n + 1
				number()
			}
		}
		i = end
	}
	return exports, imports
}
