package conformance

import (
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
	"github.com/stile-gate/stile/cli"
)

var update = flag.Bool("update", false, "rewrite the goldens of conformance/scripts from the native build")

// A build is one way in which the command ships. Every script runs on every build and must see the same bytes.
type build struct {
	name string
	argv []string // how exits starts it
	env  []string // what only this build needs
}

// builds: the first row is the reference, and the only author of goldens.
var builds = []build{
	{name: "native", argv: []string{"stile"}},
}

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"stile":    func() { os.Exit(cli.Run(os.Args[1:], os.Environ(), os.Stdin, os.Stdout, os.Stderr)) },
		"fed":      fed,
		"stand-in": standIn,
	})
}

func TestScripts(t *testing.T) {
	for i, b := range builds {
		t.Run(b.name, func(t *testing.T) {
			for _, fault := range lintDir("scripts") {
				t.Error(fault)
			}
			testscript.Run(t, params("scripts", b, *update && i == 0))
		})
	}
}

func params(dir string, b build, rewrite bool) testscript.Params {
	return testscript.Params{
		Dir:                 dir,
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		UpdateScripts:       rewrite,
		Setup:               func(e *testscript.Env) error { return setup(e, b) },
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"exits":        cmdExits,
			"fixture":      cmdFixture,
			"payload":      cmdPayload,
			"silent":       cmdSilent,
			"trim-newline": cmdTrimNewline,
		},
	}
}

type buildKey struct{}
type stdinKey struct{}

// setup gives the script a home of its own; the runner's almost empty environment stays as it is, so that a
// build cannot quietly lean on a variable that another lacks.
func setup(e *testscript.Env, b build) error {
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
	e.Vars = append(e.Vars, b.env...)
	e.Values[buildKey{}] = b
	e.Values[stdinKey{}] = new(string)
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
