package conformance

import (
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"
)

// cmdExits is "exits CODE ARGS…", the only way in which a script runs the program. The code is an argument, so
// a script that forgets to say it cannot be written; a signal is not "some code other than 0".
func cmdExits(ts *testscript.TestScript, neg bool, args []string) {
	if neg {
		ts.Fatalf("! exits: say the code")
	}
	if len(args) < 1 {
		ts.Fatalf("usage: exits CODE ARGS…")
	}
	want, err := strconv.ParseUint(args[0], 10, 8)
	if err != nil {
		ts.Fatalf("exits: %q is no exit code", args[0])
	}
	argv := append([]string{}, ts.Value(buildKey{}).(build).argv...)
	argv = append(argv, args[1:]...)
	if in := ts.Value(stdinKey{}).(*string); *in != "" {
		argv = append([]string{"fed", *in}, argv...)
		*in = ""
	}
	got := 0
	if err := ts.Exec(argv[0], argv[1:]...); err != nil {
		var exit *exec.ExitError
		if !errors.As(err, &exit) {
			ts.Fatalf("exits: did not start: %v", err)
		}
		if got = exit.ExitCode(); got < 0 {
			ts.Fatalf("exits: ended by a signal: %v", err)
		}
	}
	if got != int(want) {
		ts.Fatalf("exits: code %d, want %d", got, want)
	}
	if fault := transcripts.step(ts, got); fault != "" {
		ts.Fatalf("exits: %s", fault)
	}
}

// cmdFixture is "fixture NAME [DIR]": a copy of testdata/projects/NAME as DIR (NAME itself by default).
func cmdFixture(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 1 || len(args) > 2 {
		ts.Fatalf("usage: fixture NAME [DIR]")
	}
	from := filepath.Join(ts.Getenv("TESTDATA"), "projects", filepath.FromSlash(args[0]))
	to := ts.MkAbs(args[len(args)-1])
	if info, err := os.Stat(from); err != nil || !info.IsDir() {
		ts.Fatalf("fixture: no testdata/projects/%s", args[0])
	}
	if err := os.CopyFS(to, os.DirFS(from)); err != nil {
		ts.Fatalf("fixture: %v", err)
	}
	// A checkout may have dropped or widened modes; a script that is meant to run says so by its first bytes.
	ts.Check(filepath.WalkDir(to, func(p string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		src, err := os.ReadFile(p)
		if err != nil {
			return err
		}
		mode := fs.FileMode(0o644)
		if strings.HasPrefix(string(src), "#!") {
			mode = 0o755
		}
		return os.Chmod(p, mode)
	}))
}

var (
	captured = "/home/u/"
	cwdField = regexp.MustCompile(`"cwd":"([^"]*)"`)
)

// cmdPayload is "payload HARNESS/FILE [KEY=VALUE…]": the next exits reads a captured payload from its stdin, with
// the captured directories replaced by the script's own (cwd is the current one), and, for a second session or
// turn, the value of a key by another one. "payload ./FILE" feeds a file of the script, byte for byte.
func cmdPayload(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 1 {
		ts.Fatalf("usage: payload HARNESS/FILE [KEY=VALUE…] or payload ./FILE")
	}
	in := ts.Value(stdinKey{}).(*string)
	if *in != "" {
		ts.Fatalf("payload: the one before was not used")
	}
	if strings.HasPrefix(args[0], "./") {
		if len(args) > 1 {
			ts.Fatalf("payload: a file of the script takes no KEY=VALUE")
		}
		*in = ts.MkAbs(args[0])
		return
	}
	raw, err := os.ReadFile(filepath.Join(ts.Getenv("TESTDATA"), "payloads", filepath.FromSlash(args[0])))
	ts.Check(err)
	text := string(raw)
	cwd := cwdField.FindStringSubmatch(text)
	if cwd == nil {
		ts.Fatalf("payload: %s has no cwd", args[0])
	}
	text = cwdField.ReplaceAllLiteralString(text, `"cwd":`+quote(ts.MkAbs(".")))
	home := quote(ts.Getenv("HOME"))
	text = strings.ReplaceAll(text, captured, home[1:len(home)-1]+"/")
	for _, kv := range args[1:] {
		key, value, ok := strings.Cut(kv, "=")
		field := regexp.MustCompile(`"` + regexp.QuoteMeta(key) + `":("[^"]*"|true|false|null)`)
		if !ok || len(field.FindAllString(text, -1)) != 1 {
			ts.Fatalf("payload: %q does not name one scalar of %s", key, args[0])
		}
		if value != "true" && value != "false" && value != "null" {
			value = quote(value)
		}
		text = field.ReplaceAllLiteralString(text, `"`+key+`":`+value)
	}
	*in = filepath.Join(ts.Getenv("HOME"), "payload")
	ts.Check(os.WriteFile(*in, []byte(text), 0o644))
}

// quote writes s as a JSON string the way both harnesses do: non-ASCII as it is.
func quote(s string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`).Replace(s) + `"`
}

// cmdSilent is "silent [stdout|stderr]": nothing was written there; without an argument, on neither.
func cmdSilent(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) > 1 || len(args) == 1 && args[0] != "stdout" && args[0] != "stderr" {
		ts.Fatalf("usage: silent [stdout|stderr]")
	}
	if len(args) == 0 {
		args = []string{"stdout", "stderr"}
	}
	for _, stream := range args {
		if got := ts.ReadFile(stream); got != "" {
			ts.Fatalf("silent: %s holds %q", stream, got)
		}
	}
}

// cmdTrimNewline is "trim-newline FILE…": drops one final newline, because an archive cannot hold a file without.
func cmdTrimNewline(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) == 0 {
		ts.Fatalf("usage: trim-newline FILE…")
	}
	for _, f := range args {
		text, ok := strings.CutSuffix(ts.ReadFile(f), "\n")
		if !ok {
			ts.Fatalf("trim-newline: %s does not end in one", f)
		}
		ts.Check(os.WriteFile(ts.MkAbs(f), []byte(text), 0o644))
	}
}
