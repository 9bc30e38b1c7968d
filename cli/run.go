// Package cli holds the verbs of the stile command, one file each. It is the only package that prints.
package cli

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/stile-gate/stile/cli/host"
)

// Exit codes. Those of check are its reply's, and replay's by its verdict the same; gate-hook's are its harness's row's.
const (
	exitGreen    = 0
	exitRed      = 1
	exitNotAsked = 2 // usage, no project, an internal fault: the document's code word says which
	exitUnproven = 3
)

// call is one invocation: its arguments without the verb, and the streams.
type call struct {
	verb   *verb
	args   []string
	env    []string
	stdin  io.Reader
	stdout io.Writer
	stderr io.Writer
	core   host.Core
	open   func(module []byte) (host.Core, error)
	now    func() time.Time
}

// A Program is one build of the command: the verbs over the core that judges.
type Program struct {
	Core host.Core
	Open func(module []byte) (host.Core, error) // the core of another module; nil where this build can open none
}

// Run is the native program, see Program.Run.
func Run(args, env []string, stdin io.Reader, stdout, stderr io.Writer) int {
	return Program{Core: host.Native}.Run(args, env, stdin, stdout, stderr)
}

// Run is the program. args are without the program's name; the result is the exit code.
func (p Program) Run(args, env []string, stdin io.Reader, stdout, stderr io.Writer) (code int) {
	c := &call{env: env, stdin: stdin, stdout: stdout, stderr: stderr, core: p.Core, open: p.Open, now: time.Now}
	// A hook is told apart before anything else is looked at: it has its own rules for bad arguments.
	if isHook(args) {
		// A mistyped verb stays among the arguments, as one that is not understood.
		if c.args = args; args[0] == "gate-hook" {
			c.args = args[1:]
		}
		return c.gateHook()
	}
	defer func() {
		if p := recover(); p != nil {
			code = c.notAsked("internal-fault", fmt.Sprintf("internal fault: %v", p))
		}
	}()
	if len(args) == 0 {
		c.print(overview())
		return exitNotAsked
	}
	name := args[0]
	switch name {
	case "-h", "--help":
		name = "help"
	case "--version":
		name = "version"
	}
	v := lookup(name)
	if v == nil {
		return c.usage(fmt.Sprintf("unknown verb %q%s", name, suggestion(name, verbNames())), "stile help")
	}
	c.verb, c.args = v, args[1:]
	for _, a := range c.args {
		if a == "--" {
			break
		}
		if isHelp(a) {
			c.print(v.helpText())
			return exitGreen
		}
	}
	return v.run(c)
}

// isHook tells a harness's call from that of somebody who asks what the verb is. A verb that is none, with a harness
// behind it, is one too: somebody mistyped it in the settings, and a usage error would refuse every turn.
func isHook(args []string) bool {
	switch {
	case len(args) == 0:
		return false
	case args[0] == "gate-hook":
		return !(len(args) == 2 && isHelp(args[1]))
	}
	return slices.ContainsFunc(args, namesHarness) && lookup(args[0]) == nil
}

func namesHarness(arg string) bool {
	name, _, _ := strings.Cut(strings.TrimLeft(arg, "-"), "=")
	return strings.HasPrefix(arg, "-") && (name == "harness" || name == "agent")
}

func isHelp(arg string) bool { return arg == "-h" || arg == "-help" || arg == "--help" }

// host prepares the machine's side of one question about dir.
func (c *call) host(dir string) *host.Host {
	return &host.Host{Core: c.core, Dir: dir, Environ: c.env, Stdin: c.stdin, State: c.state(), Now: c.now}
}

func (c *call) state() *host.Store {
	dir, _ := host.StateDir(c.env, runtime.GOOS)
	return host.OpenStore(dir)
}

// directory resolves -C; "" is the working directory.
func directory(dir string) (string, error) {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return "", fmt.Errorf("finding the working directory: %v", err)
	}
	info, err := os.Stat(abs)
	switch {
	case err != nil:
		return "", fmt.Errorf("no such directory: %s", dir)
	case !info.IsDir():
		return "", fmt.Errorf("not a directory: %s", dir)
	}
	return abs, nil
}
