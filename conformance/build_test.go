package conformance

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/stile-gate/stile"
	"github.com/stile-gate/stile/cli"
	"github.com/stile-gate/stile/cli/host/wasm"
)

// A build is one way in which the core ships or is proved. Every script and every vector runs on every build and must
// give the same bytes.
type build struct {
	name   string
	main   string                 // directory of the command that ships it, "" for one that only this suite runs
	module func() ([]byte, error) // what the core is taken from; nil: it is compiled in
	engine wasm.Options           // how the module is run
	argv   []string               // how exits starts it
}

// builds: the first row is the reference, and the only author of goldens.
var builds = []build{
	{name: "native", main: "cli/stile", argv: []string{"stile"}},
	{name: "stile-wasm", main: "cli/stile-wasm", module: committed, argv: []string{"stile"}},
	{name: "interpreter", module: committed, engine: wasm.Options{Interpreter: true}, argv: []string{"stile"}},
	// An instance of the twin is dear; and one that serves many calls shows what a call leaves behind.
	{name: "twin", module: twin, engine: wasm.Options{Renew: 1000}, argv: []string{"stile"}},
}

func committed() ([]byte, error) { return stile.Module, nil }

// twin is the same package built by the standard compiler. It never ships; it tells an error of the shipped module's
// compiler from one of ours.
var twin = sync.OnceValues(func() ([]byte, error) {
	// Opened here as well: a result of go test is not taken from its cache when a file changed that the test opened, and
	// nothing else of this suite knows the package.
	sources, err := filepath.Glob("../wasm/*.go")
	if err != nil || len(sources) == 0 {
		return nil, fmt.Errorf("building the twin: no sources (%v)", err)
	}
	for _, f := range sources {
		if _, err := os.ReadFile(f); err != nil {
			return nil, err
		}
	}
	out := filepath.Join(workshop, "twin.wasm")
	cmd := exec.Command("go", "build", "-buildmode=c-shared", "-trimpath", "-buildvcs=false", "-ldflags=-s -w", "-o", out, "./wasm")
	cmd.Dir = ".."
	cmd.Env = append(os.Environ(), "GOOS=wasip1", "GOARCH=wasm", "CGO_ENABLED=0")
	if msg, err := cmd.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("building the twin: %v\n%s", err, msg)
	}
	return os.ReadFile(out)
})

// workshop is a directory of this run, outside every script's: modules and what their engines keep.
var workshop string

// suite is testing.M with a workshop.
type suite struct{ *testing.M }

func (s suite) Run() int {
	dir, err := os.MkdirTemp("", "stile-conformance-")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer os.RemoveAll(dir)
	workshop = dir
	return s.M.Run()
}

// buildVariable is set by setup alone and read by the program below alone: the directory of the build to play, as
// place makes one. The command that ships knows no such variable.
const buildVariable = "STILE_CONFORMANCE_BUILD"

// place puts what a build needs into a directory named after it: the module, and beside it the engine's cache, filled so
// that no script waits for the compiler. "" for a build without a module.
func (b build) place(t testing.TB) string {
	t.Helper()
	if b.module == nil {
		return ""
	}
	module, err := b.module()
	if err != nil {
		t.Fatal(err)
	}
	place := filepath.Join(workshop, wasm.Digest(module), b.name)
	if _, err := os.Stat(place); err == nil {
		return place
	}
	err = errors.Join(os.MkdirAll(place, 0o755), os.WriteFile(filepath.Join(place, moduleFile), module, 0o644))
	if err != nil {
		t.Fatal(err)
	}
	e, err := wasm.Open(module, b.options(place))
	if err != nil {
		t.Fatalf("%s: %v", b.name, err)
	}
	if err := e.Close(); err != nil {
		t.Fatal(err)
	}
	return place
}

const moduleFile = "module.wasm"

// options are how the engine runs the build's module, with its cache in place.
func (b build) options(place string) wasm.Options {
	o := b.engine
	o.Cache = filepath.Join(place, "cache")
	return o
}

// program is the "stile" that scripts start: the command of the build whose directory the variable names.
func program() {
	env := os.Environ()
	i := slices.IndexFunc(env, func(kv string) bool { return strings.HasPrefix(kv, buildVariable+"=") })
	if i < 0 {
		os.Exit(cli.Run(os.Args[1:], env, os.Stdin, os.Stdout, os.Stderr))
	}
	_, dir, _ := strings.Cut(env[i], "=")
	p, err := play(dir)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(99)
	}
	os.Exit(p.Run(os.Args[1:], slices.Delete(env, i, i+1), os.Stdin, os.Stdout, os.Stderr))
}

func play(place string) (cli.Program, error) {
	module, err := os.ReadFile(filepath.Join(place, moduleFile))
	if err != nil {
		return cli.Program{}, err
	}
	i := slices.IndexFunc(builds, func(b build) bool { return b.name == filepath.Base(place) })
	if i < 0 {
		return cli.Program{}, fmt.Errorf("no build plays in %s", place)
	}
	o := builds[i].options(place)
	return cli.Program{Core: o.Lazy(module), Open: o.Core}, nil // as in cli/stile-wasm
}

// open is the build's engine in this process; an instance serves so many calls, 0 for as many as the row says.
func (b build) open(t testing.TB, renew int) *wasm.Engine {
	t.Helper()
	place := b.place(t)
	module, err := os.ReadFile(filepath.Join(place, moduleFile))
	if err != nil {
		t.Fatal(err)
	}
	o := b.options(place)
	o.Renew = cmp.Or(renew, o.Renew)
	e, err := wasm.Open(module, o)
	if err != nil {
		t.Fatalf("%s: %v", b.name, err)
	}
	t.Cleanup(func() {
		if err := e.Close(); err != nil {
			t.Error(err)
		}
	})
	return e
}

func (b build) vectors(t testing.TB, renew int) vectorBuild {
	t.Helper()
	if b.module == nil {
		return nativeVectors
	}
	e := b.open(t, renew)
	return vectorBuild{name: b.name, eval: e.Eval, read: e.Read}
}

// TestEveryBuildHasARow: a command that ships without a row would be proved by nothing.
func TestEveryBuildHasARow(t *testing.T) {
	var shipped []string
	err := filepath.WalkDir("../cli", func(p string, d fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(p) != ".go" {
			return err
		}
		src, err := os.ReadFile(p)
		dir := strings.TrimPrefix(filepath.ToSlash(filepath.Dir(p)), "../")
		if bytes.HasPrefix(src, []byte("package main\n")) || bytes.Contains(src, []byte("\npackage main\n")) {
			shipped = append(shipped, dir)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, fault := range rowFaults(shipped, builds) {
		t.Error(fault)
	}
	// The guard itself: it names what has no row, and a row that nothing ships.
	want := []string{"cli/stile-new ships and has no row in builds", "row native: cli/stile is not there"}
	if got := rowFaults([]string{"cli/stile-new"}, builds[:1]); !slices.Equal(got, want) {
		t.Errorf("faults %q, want %q", got, want)
	}
}

func rowFaults(shipped []string, rows []build) (out []string) {
	for _, dir := range shipped {
		if !slices.ContainsFunc(rows, func(b build) bool { return b.main == dir }) {
			out = append(out, dir+" ships and has no row in builds")
		}
	}
	for _, b := range rows {
		if b.main != "" && !slices.Contains(shipped, b.main) {
			out = append(out, fmt.Sprintf("row %s: %s is not there", b.name, b.main))
		}
	}
	return out
}
