// Package conformance holds tests only: which package may import which, what the sources may contain, and the
// behaviour of the command on every build it ships as. Nothing imports it.
package conformance

import (
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const module = "github.com/stile-gate/stile"

// arrows is the import policy: what each package may import of ours and of third parties. It is a decision,
// not a description: do not edit a row to make a build pass, move the code. A package that is not here fails,
// and so does a row without its package.
var arrows = map[string]struct{ ours, theirs []string }{
	"core/fact":    {},
	"core/scan":    {ours: []string{"core/fact"}},
	"core/line":    {ours: []string{"core/fact"}},
	"core/field":   {ours: []string{"core/scan", "core/fact"}},
	"core/check":   {ours: []string{"core/field", "core/scan", "core/line", "core/fact"}},
	"core/harness": {ours: []string{"core/scan", "core/line", "core/fact"}},
	"core/table":   {ours: []string{"core/field", "core/scan", "core/fact"}},
	"core":         {ours: []string{"core/check", "core/harness", "core/table", "core/scan", "core/line", "core/fact"}},
	"cli/host":     {ours: coreAll, theirs: []string{"github.com/gofrs/flock", "golang.org/x/sys"}},
	// The process's own streams are cli's: whether one is a terminal, and where a dying hook's stderr goes.
	"cli":                  {ours: append([]string{"cli/host"}, coreAll...), theirs: []string{"golang.org/x/term", "golang.org/x/sys"}},
	"cli/host/wasm":        {ours: append([]string{"", "cli/host"}, coreAll...), theirs: []string{"github.com/tetratelabs/wazero"}},
	"cli/stile":            {ours: []string{"cli"}},
	"cli/stile-wasm":       {ours: []string{"", "cli", "cli/host/wasm"}},
	"wasm":                 {ours: []string{"core", "core/fact"}},
	"wasm/build":           {},
	"":                     {}, // the built module, for whoever hosts it
	"conformance":          {ours: append([]string{"", "cli", "cli/host", "cli/host/wasm"}, coreAll...), theirs: []string{"github.com/rogpeppe/go-internal"}},
	"conformance/bench":    {},
	"conformance/demo":     {},
	"conformance/gen":      {ours: coreAll},
	"conformance/real":     {},
	"conformance/sabotage": {ours: []string{"cli"}}, // what its init writes
}

var coreAll = []string{"core", "core/check", "core/field", "core/harness", "core/table", "core/scan", "core/line", "core/fact"}

// pure is what core/... may import. Reaching the operating system, a clock, reflection or formatting from
// there, at any distance, breaks the promise that the same facts give the same bytes on every build.
var pure = []string{
	"bytes", "cmp", "errors", "io", "iter", "maps", "math/bits", "slices", "sort", "strings", "unicode",
	"unicode/utf8", "unsafe",
}

const impure = "move the code to cli/host, do not edit the list"

// platforms are the builds whose files are looked at: a file behind a build tag has imports too.
var platforms = [][]string{
	{"GOOS=linux"}, {"GOOS=windows"}, {"GOOS=darwin"}, {"GOOS=linux", "GOFLAGS=-tags=crash"},
}

type listed struct {
	ImportPath   string
	Standard     bool
	Imports      []string
	TestImports  []string
	XTestImports []string
}

func goList(t *testing.T, env []string, args ...string) []listed {
	t.Helper()
	cmd := exec.Command("go", append([]string{"list", "-json=ImportPath,Standard,Imports,TestImports,XTestImports"}, args...)...)
	cmd.Dir = root(t)
	cmd.Env = append(os.Environ(), append([]string{"CGO_ENABLED=0"}, env...)...)
	var stderr strings.Builder
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("go list %v with %v: %v\n%s", args, env, err, stderr.String())
	}
	var all []listed
	for d := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p listed
		if err := d.Decode(&p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		all = append(all, p)
	}
	if len(all) == 0 {
		t.Fatalf("go list %v with %v: no packages", args, env)
	}
	return all
}

// root is the directory of go.mod; go test starts a test in its package's directory.
func root(t *testing.T) string {
	t.Helper()
	dir, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

// ours gives the path below the module, "" and false for a foreign one.
func ours(path string) (string, bool) {
	rest, ok := strings.CutPrefix(path, module)
	return strings.TrimPrefix(rest, "/"), ok && (rest == "" || rest[0] == '/')
}

func within(list []string, path string) bool {
	return slices.ContainsFunc(list, func(m string) bool { return path == m || strings.HasPrefix(path, m+"/") })
}

func TestImportArrows(t *testing.T) {
	seen := map[string]bool{}
	standard := map[string]bool{}
	for _, p := range goList(t, nil, "std") {
		standard[p.ImportPath] = true
	}
	for _, env := range platforms {
		for _, p := range goList(t, env, "./...") {
			name, _ := ours(p.ImportPath)
			seen[name] = true
			row, ok := arrows[name]
			if !ok {
				t.Errorf("package %q has no row in the import table", name)
				continue
			}
			for _, imp := range slices.Concat(p.Imports, p.TestImports, p.XTestImports) {
				own, mine := ours(imp)
				switch {
				case mine && own != name && !slices.Contains(row.ours, own):
					t.Errorf("%s may not import %s (%v)", name, own, env)
				case !mine && !standard[imp] && imp != "C" && !within(row.theirs, imp):
					t.Errorf("%s may not import the module of %s (%v)", name, imp, env)
				case imp == "C":
					t.Errorf("%s uses cgo", name)
				}
			}
		}
	}
	for name, row := range arrows {
		if !seen[name] {
			t.Errorf("row %q of the import table has no package", name)
		}
		for _, o := range row.ours {
			if strings.HasPrefix(o, "conformance") {
				t.Errorf("%s lists %s: nothing imports conformance", name, o)
			}
		}
	}
}

func TestCoreIsPure(t *testing.T) {
	wasm := []string{"GOOS=wasip1", "GOARCH=wasm"}
	reached := map[string]bool{}
	for _, p := range goList(t, wasm, append([]string{"-deps"}, pure...)...) {
		reached[p.ImportPath] = true
	}
	if len(reached) <= len(pure) {
		t.Fatalf("the pure packages reach only %d packages", len(reached))
	}
	for _, p := range goList(t, wasm, "-deps", "./core/...") {
		if name, mine := ours(p.ImportPath); mine {
			for _, imp := range p.Imports {
				if own, mine := ours(imp); mine {
					if own != "core" && !strings.HasPrefix(own, "core/") {
						t.Errorf("%s imports %s: %s", name, own, impure)
					}
				} else if !slices.Contains(pure, imp) {
					t.Errorf("%s imports %s: %s", name, imp, impure)
				}
			}
		} else if !reached[p.ImportPath] {
			t.Errorf("core reaches %s: %s", p.ImportPath, impure)
		}
	}
}

// TestEngineStaysOut: the command that hooks start has no WebAssembly in it. Linked and never used, wazero alone makes an
// empty program's start 2.7 times as long (2026-11-30).
func TestEngineStaysOut(t *testing.T) {
	const wazero, engine = "github.com/tetratelabs/wazero", "cli/host/wasm"
	reaches := func(command string) bool {
		for _, env := range platforms {
			for _, p := range goList(t, env, "-deps", "./"+command) {
				if name, mine := ours(p.ImportPath); mine && name == engine || within([]string{wazero}, p.ImportPath) {
					return true
				}
			}
		}
		return false
	}
	if reaches("cli/stile") {
		t.Errorf("cli/stile reaches %s or %s", engine, wazero)
	}
	if !reaches("cli/stile-wasm") {
		t.Error("cli/stile-wasm does not: this test looks for the wrong thing")
	}
	for name, row := range arrows {
		if slices.Contains(row.theirs, wazero) != (name == engine) {
			t.Errorf("row %s: wazero is %s's alone", name, engine)
		}
	}
}
