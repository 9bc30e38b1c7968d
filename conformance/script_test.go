package conformance

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

var update = flag.Bool("update", false, "rewrite the goldens of conformance/scripts from the native build")

func TestMain(m *testing.M) {
	testscript.Main(suite{m}, map[string]func(){
		"stile":    program,
		"fed":      fed,
		"stand-in": standIn,
	})
}

func TestScripts(t *testing.T) {
	files, faults := lintDir("scripts")
	for _, fault := range faults {
		t.Error(fault)
	}
	for i, b := range builds {
		t.Run(b.name, func(t *testing.T) {
			listed := knownTo(t, b.name, "scripts", names(files))
			p := params(files, b, b.place(t), *update && i == 0)
			if len(listed) == 0 {
				testscript.Run(t, p)
				return
			}
			for name, why := range trial(p, listed) {
				t.Errorf("%s: %s", name, why)
			}
		})
	}
}

// names are the cases' names: files without directory and ending.
func names(files []string) (out []string) {
	for _, f := range files {
		out = append(out, strings.TrimSuffix(filepath.Base(f), filepath.Ext(f)))
	}
	return out
}

// params makes the run of these scripts on one build, whose module and cache are in place.
func params(files []string, b build, place string, rewrite bool) testscript.Params {
	return testscript.Params{
		Files:               files,
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		UpdateScripts:       rewrite,
		Setup:               func(e *testscript.Env) error { return setup(e, b, place) },
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"exits":        cmdExits,
			"fixture":      cmdFixture,
			"payload":      cmdPayload,
			"receipt":      cmdReceipt,
			"silent":       cmdSilent,
			"trim-newline": cmdTrimNewline,
		},
	}
}

// trial runs scripts as testscript.Run does, with failure as a result: why each failed. For a listed one it is a
// failure to pass.
func trial(p testscript.Params, listed []string) map[string]string {
	out := map[string]string{}
	for _, f := range p.Files {
		p.Files = []string{f}
		r := &recorder{}
		r.Run("", func(t testscript.T) { testscript.RunT(t, p) })
		var faults []string
		if r.failed {
			faults = []string{r.log.String()}
		}
		name := names(p.Files)[0]
		for _, fault := range unlisted(slices.Contains(listed, name), faults) {
			out[name] = fault
		}
	}
	return out
}

// recorder is a testscript.T whose failure is a result.
type recorder struct {
	log    strings.Builder
	failed bool
}

func (r *recorder) Log(args ...any) { fmt.Fprintln(&r.log, args...) }
func (r *recorder) Parallel()       {}
func (r *recorder) Verbose() bool   { return true }
func (r *recorder) Skip(...any)     { r.Fatal("skipped") }
func (r *recorder) FailNow()        { r.failed = true; runtime.Goexit() }

func (r *recorder) Fatal(args ...any) {
	r.Log(args...)
	r.FailNow()
}

func (r *recorder) Run(_ string, f func(testscript.T)) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		f(r)
	}()
	<-done
}

type buildKey struct{}
type stdinKey struct{}

// setup gives the script a home of its own; the runner's almost empty environment stays as it is, so that a
// build cannot quietly lean on a variable that another lacks.
func setup(e *testscript.Env, b build, place string) error {
	testdata, err := filepath.Abs("../testdata")
	if err != nil {
		return err
	}
	// Home and the temporary directory lie outside the work directory: that is the tree under judgement, and what
	// lies in it is part of its digest.
	home, err := os.MkdirTemp("", "stile-home-")
	if err != nil {
		return err
	}
	e.Defer(func() { os.RemoveAll(home) })
	tmp := filepath.Join(home, "tmp")
	e.Setenv("TESTDATA", testdata)
	e.Setenv("HOME", home)
	e.Setenv("TMPDIR", tmp)
	e.Setenv("XDG_STATE_HOME", filepath.Join(home, "state"))
	git := "[user]\n\tname = a\n\temail = a@example.invalid\n"
	if err := os.WriteFile(filepath.Join(home, ".gitconfig"), []byte(git), 0o644); err != nil {
		return err
	}
	if place != "" {
		e.Setenv(buildVariable, place)
	}
	e.Values[buildKey{}] = b
	e.Values[stdinKey{}] = new(string)
	e.Values[placeKey{}] = new(int)
	return os.Mkdir(tmp, 0o755)
}

// fed is "fed FILE COMMAND ARGS…": the command with FILE as its stdin, its code passed on, its death by a
// signal passed on as one.
func fed() {
	in, err := os.Open(os.Args[1])
	if err != nil {
		panic(err)
	}
	cmd := exec.Command(os.Args[2], os.Args[3:]...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = in, os.Stdout, os.Stderr
	err = cmd.Run()
	if cmd.ProcessState == nil {
		panic(err)
	}
	if code := cmd.ProcessState.ExitCode(); code >= 0 {
		os.Exit(code)
	}
	die()
}

// die ends this process by a signal, as far as the system has any.
func die() {
	if p, err := os.FindProcess(os.Getpid()); err == nil {
		_ = p.Kill()
	}
	select {}
}

// standIn plays the program in the scripts that must be refused: "stand-in WORD STDOUT STDERR" prints and ends
// as WORD says.
func standIn() {
	args := append(os.Args[1:], "", "", "")
	_, _ = os.Stdout.WriteString(args[1])
	_, _ = os.Stderr.WriteString(args[2])
	switch code := strings.Index("0123", args[0]); {
	case args[0] == "killed":
		die()
	case code > 0:
		os.Exit(code)
	}
}
