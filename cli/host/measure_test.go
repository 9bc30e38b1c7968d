//go:build unix

package host

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/stile-gate/stile/core/check"
	"github.com/stile-gate/stile/core/fact"
)

func TestExitCodes(t *testing.T) {
	for _, code := range []int64{0, 1, 3, 126, 127, 255} {
		m := Measure(t.Context(), specOf(t, "exit", fact.Itoa(code)))
		if !m.Started || m.Exit != code || m.Signal != 0 || m.TimedOut || m.Cause != "" || m.Survivors != nil {
			t.Errorf("exit %d: %s", code, told(m))
		}
	}
}

// TestSignalDeath has only signals of which the child dies whatever it has inherited: under nohup SIGHUP is ignored, and
// Go leaves SIGHUP and SIGINT so, while it handles SIGTERM itself.
func TestSignalDeath(t *testing.T) {
	for _, sig := range []int64{9, 15} {
		m := Measure(t.Context(), specOf(t, "signal", fact.Itoa(sig)))
		if !m.Started || m.Signal != sig || m.Exit == 0 || m.TimedOut {
			t.Errorf("A2 killed by signal %d: %s", sig, told(m))
		}
	}
}

func TestOwnTimeLimit(t *testing.T) {
	s := specOf(t, "hang")
	s.Timeout = 50 * time.Millisecond
	m := Measure(t.Context(), s)
	if !m.Started || !m.TimedOut || m.Survivors != nil || m.Detail != "" {
		t.Errorf("A4: %s", told(m))
	}
}

func TestDeadlineOfTheHook(t *testing.T) {
	for mode, sig := range map[string]int64{"hang": 15, "stubborn": 9} {
		ready := pipe(t)
		ctx, cancel := context.WithCancel(t.Context())
		pid := make(chan int, 1)
		go func() {
			pid <- pidIn(t, ready)
			cancel()
		}()
		s := specOf(t, mode, ready)
		s.Format = "tap"
		s.Read = func(string, []byte, []byte) []byte { t.Error("a report is read after the deadline"); return nil }
		m := Measure(ctx, s)
		if !m.TimedOut || m.Signal != sig || m.Survivors != nil || m.Report != nil || m.Detail != fact.DetailDeadline {
			t.Errorf("A4 %s: %s", mode, told(m))
		}
		gone(t, <-pid)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if m := Measure(ctx, specOf(t, "exit", "0")); m.Started || !m.TimedOut || m.Detail != fact.DetailDeadline {
		t.Errorf("A4 over before it starts: %s", told(m))
	}
}

func TestMissingProgram(t *testing.T) {
	root, path := t.TempDir(), t.TempDir()
	for name, text := range map[string]string{
		filepath.Join(root, "here"):     "#!/bin/sh\nexit 0\n",
		filepath.Join(path, "plain"):    "no program\n",
		filepath.Join(path, "headless"): "\x00\x01 no program\n",
		filepath.Join(path, "orphaned"): "#!/does/not/exist\n",
	} {
		mode := os.FileMode(0o755)
		if strings.HasSuffix(name, "plain") {
			mode = 0o644
		}
		if err := os.WriteFile(name, []byte(text), mode); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct{ run, detail string }{
		{"no-such-program", "no-such-program"},
		{"here", "here"},
		{"./absent", "./absent"},
		{"plain", "plain: not executable"},
		{"headless", "headless: exec format error"},
		{"orphaned", "orphaned: the interpreter it names is missing"},
		{".", "."},
		{"", "no program is named"},
	} {
		s := Spec{Root: root, Project: ".", Run: []string{c.run}, Environ: []string{"PATH=.::" + path + ":./"}}
		m := Measure(t.Context(), s)
		if m.Started || m.Cause != check.CauseMissingProgram || m.Detail != c.detail {
			t.Errorf("A5 %q: %s", c.run, told(m))
		}
	}
	if m := Measure(t.Context(), Spec{Root: root, Project: "."}); m.Cause != check.CauseMissingProgram {
		t.Errorf("A5 empty argv: %s", told(m))
	}
	s := Spec{Root: root, Project: ".", Run: []string{"./here"}}
	if m := Measure(t.Context(), s); !m.Started || m.Exit != 0 {
		t.Errorf("relative to the working directory: %s", told(m))
	}
}

func TestWorkingDirectory(t *testing.T) {
	root, outside := t.TempDir(), t.TempDir()
	for _, d := range []string{"p/in", "p2"} {
		if err := os.MkdirAll(filepath.Join(root, d), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for link, to := range map[string]string{"p/out": outside, "p/loop": "loop", "p/over": root + "/p2", "p/up": ".."} {
		if err := os.Symlink(to, filepath.Join(root, link)); err != nil {
			t.Fatal(err)
		}
	}
	childWrite([]string{filepath.Join(root, "p/file"), ""})
	for _, c := range []struct{ project, cwd, want string }{
		{".", "", "."},
		{"p", "in", "./p/in"},
		{"p", "../p2", "./p2"},
		{"p", "over", "./p2"},
		{"p", "up", "."},
		{"p", "absent", ""},
		{"p", "file", ""},
		{"p", "loop", ""},
		{"p", "out", ""},
		{"p", "../..", ""},
		{"p", "/", ""},
		{"p", outside, ""},
		{"..", "", ""},
		{"absent", "", ""},
	} {
		m := Measure(t.Context(), Spec{Root: root, Project: c.project, Cwd: c.cwd, Run: selfArgs("where")})
		switch {
		case c.want == "" && (m.Started || m.Cause != check.CauseWrongDirectory):
			t.Errorf("%s %s: %s", c.project, c.cwd, told(m))
		case c.want != "" && string(m.Head) != c.want+"\n":
			t.Errorf("%s %s: %s", c.project, c.cwd, told(m))
		}
	}
}

func TestEnvironmentIsFiltered(t *testing.T) {
	s := specOf(t, "env")
	s.Env = []string{"CI", "EMPTY", "ABSENT"}
	s.Environ = []string{"PATH=/a", "HOME=/h", "TOKEN=x", "CI=1", "EMPTY=", "CI=2", "LANG=C", "GOPATH=/g", "=odd", "odd", "CIX=1"}
	if m := Measure(t.Context(), s); string(m.Head) != "CI=2\nEMPTY=\nHOME=/h\nLANG=C\nPATH=/a\n" {
		t.Errorf("%s", m.Head)
	}
	s.Env, s.Environ = nil, []string{"SECRET=1"}
	if m := Measure(t.Context(), s); len(bytes.TrimSpace(m.Head)) != 0 || !m.Started {
		t.Errorf("nothing is inherited by default: %s", told(m))
	}
}

func TestNoInputAndNoTerminal(t *testing.T) {
	if m := Measure(t.Context(), specOf(t, "stdin")); string(m.Head) != "0 <nil>" {
		t.Errorf("stdin: %s", m.Head)
	}
	if m := Measure(t.Context(), specOf(t, "tty")); string(m.Head) != "false" {
		t.Errorf("a terminal can be opened: %s", m.Head)
	}
}

func TestStrangePaths(t *testing.T) {
	for _, name := range []string{"with space", `q'u"o$te`, "größe-木", "-dash", "new\nline"} {
		root := filepath.Join(t.TempDir(), name)
		dir := filepath.Join(root, name, name)
		if err := os.MkdirAll(dir, 0o755); err != nil {
			t.Fatal(err)
		}
		self, err := filepath.Abs(os.Args[0])
		if err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink(self, filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
		s := Spec{Root: root, Project: name, Cwd: name, Run: []string{"./" + name, childFlag, "write", "a; b", `$(x) "`}}
		m := Measure(t.Context(), s)
		if got, err := os.ReadFile(filepath.Join(dir, "a; b")); !m.Started || m.Exit != 0 || string(got) != `$(x) "` {
			t.Errorf("D9 %q: %v %s", name, err, told(m))
		}
	}
}

func TestBigOutput(t *testing.T) {
	for _, c := range []struct {
		name, text string
		count      int
	}{
		{"100 MB of lines", "a line of twenty by\n", 5_000_000},
		{"one line of 50 MB", "0123456789", 5_000_000},
		{"50 MB of runes in one line", "größe木木", 4_000_000},
		{"invalid UTF-8", "ab\xff\xfe\xc3", 1_000_000},
		{"nothing but invalid", "\xff", 1_000_000},
	} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		m := Measure(t.Context(), specOf(t, "repeat", c.text, fmt.Sprint(c.count)))
		runtime.ReadMemStats(&after)
		if m.Exit != 0 || !utf8.Valid(m.Head) || !utf8.Valid(m.Tail) || len(m.Head)+len(m.Tail) > fact.MaxOutput {
			t.Errorf("D4 %s: exit %d, %d + %d bytes", c.name, m.Exit, len(m.Head), len(m.Tail))
		}
		size := int64(len(c.text) * c.count)
		if utf8.ValidString(c.text) {
			if int64(len(m.Head)+len(m.Tail))+m.Omitted != size || len(m.Tail) < fact.MaxOutput/4 {
				t.Errorf("D4 %s: %d + %d + %d of %d bytes", c.name, len(m.Head), m.Omitted, len(m.Tail), size)
			}
		} else if m.Omitted < size-2*fact.MaxOutput || len(m.Head) == 0 || len(m.Tail) == 0 {
			t.Errorf("D4 %s: %d + %d + %d of %d bytes", c.name, len(m.Head), m.Omitted, len(m.Tail), size)
		}
		if used := after.TotalAlloc - before.TotalAlloc; used > 16<<20 {
			t.Errorf("D4 %s: %d bytes allocated", c.name, used)
		}
	}
}

func TestPrintedTooMuch(t *testing.T) {
	var grown []int64
	s := specOf(t, "repeat", "0123456789abcdef", "1000000000000")
	s.Progress = func(n int64) { grown = append(grown, n) }
	m := measure(t.Context(), s, 1<<20)
	if m.TimedOut || m.Signal != 9 || m.Exit == 0 || m.Detail != "printed more than 1 GiB" || !m.Started {
		t.Errorf("%s", told(m))
	}
}

func TestBothStreamsInOrder(t *testing.T) {
	if m := Measure(t.Context(), specOf(t, "print", "out\n", "err\n")); string(m.Head) != "out\nerr\n" || len(m.Tail) != 0 {
		t.Errorf("%s", told(m))
	}
}

func TestManyAtOnce(t *testing.T) {
	var all sync.WaitGroup
	for i := range int64(20) {
		all.Go(func() {
			if m := Measure(t.Context(), specOf(t, "exit", fact.Itoa(i+1))); m.Exit != i+1 || !m.Started {
				t.Errorf("check %d: %s", i, told(m))
			}
		})
	}
	all.Wait()
}

func TestNothingStaysBehind(t *testing.T) {
	temp := t.TempDir()
	t.Setenv("TMPDIR", temp)
	broken := specOf(t, "exit", "0")
	broken.Format, broken.Read = "tap", func(string, []byte, []byte) []byte { panic("broken reader") }
	for _, s := range []Spec{specOf(t, "exit", "1"), specOf(t, "print", "x"), specOf(t, "signal", "9"), broken} {
		Measure(t.Context(), s)
	}
	if left, err := os.ReadDir(temp); err != nil || len(left) != 0 {
		t.Errorf("%v %v", left, err)
	}
	if err := os.Remove(temp); err != nil {
		t.Fatal(err)
	}
	if m := Measure(t.Context(), specOf(t, "exit", "0")); m.Started || m.Cause != check.CauseInternalFault || strings.Contains(m.Detail, temp) {
		t.Errorf("no place for output: %s", told(m))
	}
}

func TestPanicEndsTheCheck(t *testing.T) {
	pidFile := filepath.Join(t.TempDir(), "pid")
	s := specOf(t, "leave", pidFile, "hang", "group", "hang")
	s.Progress = func(int64) { panic("broken display") }
	if m := Measure(t.Context(), s); m.Cause != check.CauseInternalFault || !strings.Contains(m.Detail, "broken display") {
		t.Errorf("%s", told(m))
	}
	gone(t, pidIn(t, pidFile))
}
