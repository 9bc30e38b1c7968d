//go:build unix

package conformance

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/stile-gate/stile/cli"
)

// TestCrashNeverRefuses builds the command so that it dies inside the hook, in every way that recover cannot
// see, and shows what a harness gets: no code 2, no text, a death by a signal. C2.
func TestCrashNeverRefuses(t *testing.T) {
	bins := t.TempDir()
	for _, command := range []string{"stile", "stile-wasm"} {
		if out, err := exec.Command("go", "build", "-tags", "crash", "-o", bins, "../cli/"+command).CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
	}
	for _, died := range []struct{ command, way string }{
		{"stile", "stack"}, {"stile", "memory"}, {"stile", "map"}, {"stile", "goroutine"},
		{"stile-wasm", "stack"}, {"stile-wasm", "memory"}, {"stile-wasm", "map"}, {"stile-wasm", "goroutine"},
	} {
		t.Run(died.command+"/"+died.way, func(t *testing.T) {
			bin := filepath.Join(bins, died.command)
			dir, env := crashProject(t)
			// A harness starts it as it is or through a shell, which tells of the signal with a code and a word.
			for _, start := range []struct {
				argv   []string
				ended  func(ws syscall.WaitStatus) bool
				stderr string
			}{
				{[]string{bin, "gate-hook", "--harness", "claude-code"},
					func(ws syscall.WaitStatus) bool { return ws.Signaled() && ws.Signal() == syscall.SIGABRT }, ""},
				{[]string{"/bin/sh", "-c", `"$0" gate-hook --harness claude-code; exit $?`, bin},
					func(ws syscall.WaitStatus) bool { return ws.ExitStatus() == 128+int(syscall.SIGABRT) }, "Aborted\n"},
			} {
				cmd := exec.Command(start.argv[0], start.argv[1:]...)
				cmd.Dir, cmd.Env = dir, append(env, "STILE_CRASH="+died.way)
				var stdout, stderr bytes.Buffer
				cmd.Stdin, cmd.Stdout, cmd.Stderr = strings.NewReader(crashPayload(dir)), &stdout, &stderr
				err := cmd.Run()
				ws, _ := cmd.ProcessState.Sys().(syscall.WaitStatus)
				if !start.ended(ws) {
					t.Errorf("%v: ended with %v, want SIGABRT", start.argv, err)
				}
				if stdout.Len() > 0 || stderr.String() != start.stderr {
					t.Errorf("%v: stdout %q, stderr %q", start.argv, &stdout, &stderr)
				}
			}
			if cores, _ := filepath.Glob(filepath.Join(dir, "core*")); len(cores) > 0 {
				t.Errorf("core files: %v", cores)
			}
			// It could not say so itself; the next one does, and refuses as it would have.
			var stdout, stderr bytes.Buffer
			t.Chdir(dir)
			code := cli.Run([]string{"gate-hook", "--harness", "claude-code"}, env, strings.NewReader(crashPayload(dir)), &stdout, &stderr)
			if code != 0 || !strings.HasPrefix(stdout.String(), `{"decision":"block"`) {
				t.Errorf("after the crash: code %d, stdout %q", code, &stdout)
			}
			if !strings.Contains(stderr.String(), "an earlier end of turn, where stile itself died of a fault") {
				t.Errorf("after the crash: stderr %q", &stderr)
			}
			logs, _ := filepath.Glob(filepath.Join(dir, "stile/bypass/*.log"))
			if len(logs) != 1 {
				t.Fatalf("logs %v", logs)
			}
			if b, _ := os.ReadFile(logs[0]); !strings.Contains(string(b), " not-evaluated claude-code ") || !strings.Contains(string(b), "why=crashed") {
				t.Errorf("log %q", b)
			}
			// And it says so once.
			stderr.Reset()
			cli.Run([]string{"gate-hook", "--harness", "claude-code"}, env, strings.NewReader(""), &stdout, &stderr)
			if strings.Contains(stderr.String(), "died of a fault") {
				t.Errorf("said again: %q", &stderr)
			}
		})
	}
}

// TestPanicIsRecovered: what recover can see is said at once.
func TestPanicIsRecovered(t *testing.T) {
	bin := filepath.Join(t.TempDir(), "stile")
	if out, err := exec.Command("go", "build", "-tags", "crash", "-o", bin, "../cli/stile").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	dir, env := crashProject(t)
	cmd := exec.Command(bin, "gate-hook", "--harness", "codex")
	cmd.Dir, cmd.Env = dir, append(env, "STILE_CRASH=panic")
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if err := cmd.Run(); err != nil || stdout.Len() > 0 || stderr.String() != "stile: not evaluated: a fault inside stile (crash)\n" {
		t.Errorf("err %v, stdout %q, stderr %q", err, &stdout, &stderr)
	}
	if log := bypassLog(t, dir); !strings.HasSuffix(log, "Z not-evaluated codex session=- blocks=0 failed=- not-run=- tree=- why=internal-fault\n") {
		t.Errorf("log %q", log)
	}
}

// TestCheckEndsItsJudge: a check can end the hook that runs it with a signal that nobody can catch. That turn is
// over; the next hook says so, and refuses as it would have.
func TestCheckEndsItsJudge(t *testing.T) {
	bin := filepath.Join(t.TempDir(), "stile")
	if out, err := exec.Command("go", "build", "-o", bin, "../cli/stile").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	dir, env := crashProject(t)
	judge := filepath.Join(dir, "stile.json")
	sober, err := os.ReadFile(judge)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(judge, []byte(`{"stile":1,"checks":[{"id":"test","run":["sh","-c","kill -9 $PPID"]}]}`), 0o644); err != nil {
		t.Fatal(err)
	}
	hook := func() (*exec.Cmd, *bytes.Buffer, *bytes.Buffer) {
		cmd := exec.Command(bin, "gate-hook", "--harness", "claude-code")
		cmd.Dir, cmd.Env = dir, env
		var stdout, stderr bytes.Buffer
		cmd.Stdin, cmd.Stdout, cmd.Stderr = strings.NewReader(crashPayload(dir)), &stdout, &stderr
		return cmd, &stdout, &stderr
	}
	cmd, stdout, stderr := hook()
	_ = cmd.Run()
	if ws, _ := cmd.ProcessState.Sys().(syscall.WaitStatus); !ws.Signaled() || ws.Signal() != syscall.SIGKILL || stdout.Len()+stderr.Len() > 0 {
		t.Fatalf("ended with %v, stdout %q, stderr %q", cmd.ProcessState, stdout, stderr)
	}
	if err := os.WriteFile(judge, sober, 0o644); err != nil {
		t.Fatal(err)
	}
	for _, said := range []bool{true, false} {
		cmd, stdout, stderr = hook()
		err := cmd.Run()
		if refused := strings.HasPrefix(stdout.String(), `{"decision":"block"`); err != nil || said != refused {
			t.Errorf("err %v, stdout %q", err, stdout)
		}
		if strings.Contains(stderr.String(), "not evaluated: an earlier end of turn") != said {
			t.Errorf("said %v: stderr %q", said, stderr)
		}
	}
	if log := bypassLog(t, dir); strings.Count(log, "why=crashed\n") != 1 {
		t.Errorf("log %q", log)
	}
}

func bypassLog(t *testing.T, dir string) string {
	t.Helper()
	var all strings.Builder
	logs, _ := filepath.Glob(filepath.Join(dir, "stile/bypass/*.log"))
	for _, log := range logs {
		b, err := os.ReadFile(log)
		if err != nil {
			t.Fatal(err)
		}
		all.Write(b)
	}
	return all.String()
}

func crashProject(t *testing.T) (dir string, env []string) {
	t.Helper()
	dir = t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "stile.json"), []byte(`{"stile":1,"checks":[{"id":"test","run":["false"]}]}`), 0o644); err != nil {
		t.Fatal(err)
	}
	home := t.TempDir()
	return dir, []string{"PATH=" + os.Getenv("PATH"), "HOME=" + home, "XDG_STATE_HOME=" + filepath.Join(home, "state")}
}

func crashPayload(dir string) string {
	return `{"session_id":"s","cwd":"` + dir + `","hook_event_name":"Stop","prompt_id":"p","stop_hook_active":false}`
}
