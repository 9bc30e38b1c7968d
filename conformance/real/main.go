//go:build unix

// Command real drives the real harnesses, headless, against a model that is not there: it installs stile's hook
// in a scratch repository, lets the agents take their turns, and writes what the hook was given, what it
// answered and what the model then received to testdata/real. Nothing leaves the machine: each run has its own
// HOME and no environment, and all of them a network namespace with loopback only.
package main

import (
	"crypto/sha256"
	"encoding/hex"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"
)

// inside tells the process in the namespace from the one that made it; its value says how it is isolated.
const inside = "STILE_REAL_INSIDE"

type options struct {
	only    *regexp.Regexp
	list    bool
	out     string
	runs    string
	prefix  string
	standIn bool
	open    bool
	made    bool // the runs' directory is ours, to be removed when nothing failed
}

func main() {
	if self, err := os.Executable(); err == nil {
		if _, err := os.Stat(filepath.Join(filepath.Dir(self), tapped)); err == nil {
			tap()
			return
		}
	}
	os.Exit(drive())
}

func drive() int {
	o := options{}
	home, _ := os.UserCacheDir()
	only := flag.String("only", "", "`regexp` of harness/scenario names to run")
	flag.BoolVar(&o.list, "list", false, "print the names and what each shows, run nothing")
	flag.StringVar(&o.out, "out", "testdata/real", "where the recordings are written")
	flag.StringVar(&o.runs, "runs", "", "keep the runs' directories below this one")
	flag.StringVar(&o.prefix, "prefix", or(os.Getenv("HARNESS_PREFIX"), filepath.Join(home, "stile/harness")), "where npm has installed, or will install, the harnesses")
	flag.BoolVar(&o.standIn, "stand-in", false, "let a shell script play the hook, to try this driver; records nothing")
	flag.BoolVar(&o.open, "open-network", false, "run even where no network namespace can be made")
	flag.Parse()
	var err error
	if o.only, err = regexp.Compile(*only); err != nil || flag.NArg() > 0 {
		fmt.Fprintln(os.Stderr, "real: usage: real [-only REGEXP] [-list] [-out DIR] [-runs DIR] [-prefix DIR]")
		return 2
	}
	rows := o.rows()
	if len(rows) == 0 {
		fmt.Fprintf(os.Stderr, "real: no scenario matches %q\n", *only)
		return 2
	}
	if o.list {
		for _, r := range rows {
			fmt.Printf("%-32s %s\n", r.name(), r.Scenario.Says)
		}
		return 0
	}
	if err := o.prepare(rows); err != nil {
		fmt.Fprintln(os.Stderr, "real:", err)
		return 2
	}
	if os.Getenv(inside) == "" {
		code := isolate(o.open)
		if code == 0 && o.made {
			_ = os.RemoveAll(o.runs)
		}
		return code
	}
	return o.runAll(rows)
}

func (o *options) rows() []*Run {
	var out []*Run
	for _, h := range harnesses {
		for i := range scenarios {
			r := &Run{Scenario: &scenarios[i], Harness: h}
			if (r.Scenario.Only == "" || r.Scenario.Only == h.ID) && o.only.MatchString(r.name()) {
				out = append(out, r)
			}
		}
	}
	return out
}

// prepare finds the harnesses (outside the namespace it may install them) and builds the hook.
func (o *options) prepare(rows []*Run) error {
	if o.runs == "" {
		o.runs = os.Getenv(inside + "_RUNS")
	}
	if o.runs == "" {
		// One name for every run: the harnesses' settings hold it, and the recordings hold those byte for byte.
		dir := filepath.Join(os.TempDir(), "stile-real")
		// What a failed run left is kept for reading until the next one fails.
		if err := os.RemoveAll(dir + "-before"); err != nil {
			return err
		}
		if err := os.Rename(dir, dir+"-before"); err != nil && !os.IsNotExist(err) {
			return err
		}
		if err := os.Mkdir(dir, 0o700); err != nil {
			return err
		}
		o.runs, o.made = dir, true
	}
	var err error
	if o.runs, err = filepath.Abs(o.runs); err != nil {
		return err
	}
	_ = os.Setenv(inside+"_RUNS", o.runs)
	outside := os.Getenv(inside) == ""
	builds := map[string]string{"": filepath.Join(o.runs, "bin/stile"), "crash": filepath.Join(o.runs, "bin/stile-crash"), "gone": "/nonexistent"}
	for _, r := range rows {
		if r.Bin, err = r.Harness.find(o.prefix, outside); err != nil {
			return err
		}
		r.Builds = builds
	}
	if !outside {
		return nil
	}
	for _, h := range harnesses {
		if i := slices.IndexFunc(rows, func(r *Run) bool { return r.Harness == h }); i >= 0 {
			if err := h.check(rows[i].Bin); err != nil {
				return err
			}
		}
	}
	if o.standIn {
		return write(builds[""], standIn, 0o755)
	}
	for build, tags := range map[string]string{"": "", "crash": "crash"} {
		if !slices.ContainsFunc(rows, func(r *Run) bool { return r.Scenario.Build == build }) {
			continue
		}
		cmd := exec.Command("go", "build", "-trimpath", "-buildvcs=false", "-tags", tags, "-o", builds[build], "./cli/stile")
		cmd.Env = append(os.Environ(), "CGO_ENABLED=0")
		cmd.Stdout, cmd.Stderr = os.Stderr, os.Stderr
		if err := cmd.Run(); err != nil {
			return fmt.Errorf("building stile (tags %q): %w", tags, err)
		}
	}
	return nil
}

// isolate starts this program again in namespaces of its own: loopback only, and, where possible, processes
// that end with it.
func isolate(open bool) int {
	self, err := os.Executable()
	if err != nil {
		fmt.Fprintln(os.Stderr, "real:", err)
		return 2
	}
	argv := append([]string{self}, os.Args[1:]...)
	how := "none"
	for _, flags := range []string{"-n -p -f --mount-proc", "-n", "-r -n -p -f --mount-proc"} {
		unshare := append([]string{"unshare"}, strings.Fields(flags)...)
		if exec.Command(unshare[0], append(unshare[1:], "ip", "link", "set", "lo", "up")...).Run() == nil {
			how = flags
			argv = append(append(unshare, "/bin/sh", "-c", `ip link set lo up && exec "$@"`, "sh"), argv...)
			break
		}
	}
	if how == "none" && !open {
		fmt.Fprintln(os.Stderr, "real: no network namespace can be made here (unshare -n); -open-network runs without one")
		return 2
	}
	cmd := exec.Command(argv[0], argv[1:]...)
	cmd.Env = append(os.Environ(), inside+"="+how)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = nil, os.Stdout, os.Stderr
	if err := cmd.Run(); cmd.ProcessState == nil {
		fmt.Fprintln(os.Stderr, "real:", err)
		return 2
	}
	if code := cmd.ProcessState.ExitCode(); code >= 0 {
		return code
	}
	fmt.Fprintln(os.Stderr, "real:", cmd.ProcessState)
	return 2
}

func (o *options) runAll(rows []*Run) int {
	note("isolation: unshare %s; runs: %s", os.Getenv(inside), o.runs)
	failed := 0
	var table strings.Builder
	for i, r := range rows {
		fmt.Fprintf(os.Stderr, "%2d/%d %-28s", i+1, len(rows), r.name())
		faults := o.one(r)
		result := "ok"
		if len(faults) > 0 {
			failed++
			result = "FAILED"
		}
		fmt.Fprintf(os.Stderr, " %-6s %5.1fs\n", result, r.wall.Seconds())
		for _, f := range faults {
			fmt.Fprintln(os.Stderr, "      ", f)
		}
		fmt.Fprintf(&table, "%-28s %-6s %5.1fs  %s\n", r.name(), result, r.wall.Seconds(), r.Scenario.Says)
	}
	fmt.Printf("\n%s\n%d scenarios, %d failed\n", table.String(), len(rows), failed)
	if failed > 0 {
		return 1
	}
	return 0
}

// one runs a row; a recording is written only when everything expected was seen.
func (o *options) one(r *Run) []string {
	if err := r.do(o.runs); err != nil {
		return []string{err.Error()}
	}
	faults := r.faults()
	rec, err := r.record(digest(r.Builds[r.Scenario.Build]))
	if err != nil {
		return append(faults, err.Error())
	}
	at := filepath.Join(o.out, r.Harness.ID, r.Scenario.Name+".json")
	if len(faults) > 0 || o.standIn {
		at = filepath.Join(r.dir, "record.json")
	}
	if err := write(at, string(rec.bytes()), 0o644); err != nil {
		return append(faults, err.Error())
	}
	if len(faults) > 0 {
		faults = append(faults, "see "+at)
	}
	return faults
}

// digest is the sha256 of a file, "" when there is none.
func digest(path string) string {
	src, err := os.ReadFile(path)
	if err != nil {
		return ""
	}
	sum := sha256.Sum256(src)
	return hex.EncodeToString(sum[:])
}

func note(format string, args ...any) {
	fmt.Fprintf(os.Stderr, "%s real: %s\n", time.Now().Format(time.TimeOnly), fmt.Sprintf(format, args...))
}

// standIn refuses like a gate, roughly enough to try the driver on most scenarios.
const standIn = `#!/bin/sh
payload=$(cat)
case "$*" in *claud) echo "unknown harness claud" >&2; exit 0;; esac
[ -e stile.json ] || { echo "no project here" >&2; exit 0; }
state=$XDG_STATE_HOME/stand-in; mkdir -p "$state"
session=$(echo "$payload" | sed 's/.*"session_id":"\([^"]*\)".*/\1/')
out=$(sh test.sh 2>&1) && exit 0
case $payload in *'"stop_hook_active":true'*)
  mkdir -p stile/bypass
  echo "$(date -u +%Y-%m-%dT%H:%M:%SZ) released x session=$session failed=test tree=0" >> "stile/bypass/$(date -u +%F)-$session.log"
  echo "released" >&2; exit 0;; esac
tree=$(cat *.sh | cksum)
[ "$tree" = "$(cat "$state/tree" 2>/dev/null)" ] && exit 0
echo "$tree" > "$state/tree"
reason=$(echo "$out" | sed -n 's/"/\\"/g; /not ok/p; /message/p' | tr '\n' ' ')
printf '{"decision":"block","reason":"test failed: %s"}\n' "$reason"
`
