package cli

import (
	"os"
	"path/filepath"
	"runtime"

	"github.com/stile-gate/stile/cli/host"
)

// Stderr prepares the process for its verb and returns the stream that messages go to. A hook is made to die
// silently: Go's fatal errors (a stack overflow, no memory, concurrent map writes) cannot be recovered from and
// exit 2 with text on stderr, which Claude Code, Codex and Gemini take for a refusal, two of them without end
// (seen 2026-11-30). So stderr's descriptor leads to a fault log from the first statement, a fatal error raises
// SIGABRT, which all three take for a release, and what is meant for stderr goes to a copy of the real one.
func Stderr(args, env []string) *os.File {
	if !isHook(args) {
		return os.Stderr
	}
	return quiet(faultLog(env))
}

// crashed reports whether an earlier hook ended without an answer: it died of a fatal error, or whatever it measured
// ended it. Each such death is reported once.
func crashed(env []string, s *host.Store, root string) bool {
	died := s.Died(root)
	return faultLogged(env) || died
}

// faultLog is where a dying hook's last words go, "" without a state directory.
func faultLog(env []string) string {
	dir, _ := host.StateDir(env, runtime.GOOS)
	if dir == "" {
		return ""
	}
	return filepath.Join(dir, "fault.log")
}
