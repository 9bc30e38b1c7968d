//go:build unix

package host

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stile-gate/stile/core/fact"
)

// The checks of these tests are the test binary itself: "BINARY -stile-child MODE ARG…" is one of these.
var childModes map[string]func(args []string)

const childFlag = "-stile-child"

// A child that nobody ends, because its test has failed or is gone, ends by itself and with a code that tells.
const (
	childLife = time.Minute
	childOver = 99
)

func init() {
	childModes = map[string]func([]string){
		"exit":   func(a []string) { os.Exit(atoi(a[0])) },
		"print":  func(a []string) { fmt.Fprint(os.Stdout, a[0]); fmt.Fprint(os.Stderr, strings.Join(a[1:], "")) },
		"env":    func([]string) { e := os.Environ(); slices.Sort(e); fmt.Fprintln(os.Stdout, strings.Join(e, "\n")) },
		"where":  func([]string) { d, _ := os.Getwd(); fmt.Fprintln(os.Stdout, d) },
		"signal": func(a []string) { _ = syscall.Kill(os.Getpid(), syscall.Signal(atoi(a[0]))); hang() },
		"repeat": childRepeat,
		"write":  func(a []string) { childWrite(a) },
		"hang":   func(a []string) { announce(a); hang() },
		"stubborn": func(a []string) {
			signal.Ignore(syscall.SIGTERM, syscall.SIGHUP, syscall.SIGINT)
			announce(a)
			hang()
		},
		"grow": func(a []string) {
			if err := os.Truncate(a[0], int64(atoi(a[1]))); err != nil {
				panic(err)
			}
		},
		"close": func(a []string) {
			childWrite([]string{a[1], "green"})
			if err := os.Chmod(a[0], 0); err != nil {
				panic(err)
			}
		},
		"wait":   childWait,
		"leave":  childLeave,
		"orphan": childOrphan,
		"stdin": func([]string) {
			b, err := io.ReadAll(os.Stdin)
			fmt.Fprint(os.Stdout, len(b), err)
		},
		"tty": func([]string) { _, err := os.OpenFile("/dev/tty", os.O_RDWR, 0); fmt.Fprint(os.Stdout, err == nil) },
	}
	if len(os.Args) > 2 && os.Args[1] == childFlag {
		time.AfterFunc(childLife, func() { os.Exit(childOver) })
		childModes[os.Args[2]](os.Args[3:])
		os.Exit(0)
	}
}

func atoi(s string) int {
	n, err := strconv.Atoi(s)
	if err != nil {
		panic(err)
	}
	return n
}

func hang() {
	for {
		time.Sleep(time.Hour)
	}
}

// announce writes the own process id to the named file or pipe, or to descriptor 3 where none is named.
func announce(args []string) {
	out := os.NewFile(3, "announce")
	if len(args) > 0 {
		f, err := os.OpenFile(args[0], os.O_WRONLY|os.O_CREATE, 0o600)
		if err != nil {
			panic(err)
		}
		out = f
	}
	fmt.Fprintln(out, os.Getpid())
	out.Close()
}

// childRepeat prints the text so many times: repeat TEXT COUNT.
func childRepeat(a []string) {
	block := bytes.Repeat([]byte(a[0]), 1000)
	for n := atoi(a[1]); n > 0; n -= 1000 {
		if _, err := os.Stdout.Write(block[:min(n, 1000)*len(a[0])]); err != nil {
			os.Exit(9)
		}
	}
}

// childWrite writes each named file: write NAME TEXT NAME TEXT …
func childWrite(a []string) {
	for ; len(a) > 1; a = a[2:] {
		if err := os.WriteFile(a[0], []byte(a[1]), 0o600); err != nil {
			panic(err)
		}
	}
}

// childWait says that it is there and waits for somebody to write to the second pipe: wait READY GO CODE.
func childWait(a []string) {
	announce(a[:1])
	if _, err := os.ReadFile(a[1]); err != nil {
		panic(err)
	}
	os.Exit(atoi(a[2]))
}

// childLeave starts a process that keeps the output open and goes on: leave PIDFILE MODE own|group [hang].
func childLeave(a []string) {
	pid := startAndHear(a[1], &syscall.SysProcAttr{Setsid: a[2] == "own"}, os.Stdout)
	childWrite([]string{a[0], pid})
	fmt.Fprintln(os.Stdout, "left", "it")
	if len(a) > 3 {
		hang()
	}
}

// childOrphan starts a process which starts one in a session of its own without any of our files, and ends:
// orphan PIDFILE MODE [wait READY GO CODE].
func childOrphan(a []string) {
	if a[0] == "inner" {
		fmt.Fprintln(os.Stdout, startAndHear(a[1], &syscall.SysProcAttr{Setsid: true}, nil))
		return
	}
	cmd := exec.Command(os.Args[0], childFlag, "orphan", "inner", a[1])
	pid, err := cmd.Output()
	if err != nil {
		panic(err)
	}
	childWrite([]string{a[0], string(bytes.TrimSpace(pid))})
	if len(a) > 2 {
		childModes[a[2]](a[3:])
	}
}

// startAndHear starts another child of this binary and returns its process id when it says that it is ready.
func startAndHear(mode string, attr *syscall.SysProcAttr, out *os.File) string {
	r, w, err := os.Pipe()
	if err != nil {
		panic(err)
	}
	cmd := exec.Command(os.Args[0], childFlag, mode)
	cmd.SysProcAttr, cmd.ExtraFiles = attr, []*os.File{w}
	if out != nil {
		cmd.Stdout, cmd.Stderr = out, out
	}
	if err := cmd.Start(); err != nil {
		panic(err)
	}
	w.Close()
	pid, err := io.ReadAll(r)
	if err != nil {
		panic(err)
	}
	return string(bytes.TrimSpace(pid))
}

// selfArgs is the argv of a child of this binary.
func selfArgs(mode string, args ...string) []string {
	return append([]string{os.Args[0], childFlag, mode}, args...)
}

func specOf(t *testing.T, mode string, args ...string) Spec {
	t.Helper()
	return Spec{Root: t.TempDir(), Project: ".", Run: selfArgs(mode, args...), Environ: os.Environ()}
}

// pipe makes a named pipe.
func pipe(t *testing.T) string {
	t.Helper()
	name := t.TempDir() + "/pipe"
	if err := syscall.Mkfifo(name, 0o600); err != nil {
		t.Fatal(err)
	}
	return name
}

// pidIn reads a process id from a file or from a pipe, where it waits for it.
func pidIn(t *testing.T, name string) int {
	t.Helper()
	b, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	pid, err := strconv.Atoi(string(bytes.TrimSpace(b)))
	if err != nil {
		t.Fatal(err)
	}
	return pid
}

// told is a measure as a person can read it.
func told(m fact.Measure) string {
	text := fmt.Sprintf("head %.300q, tail %.300q, report %.300q, ", m.Head, m.Tail, m.Report)
	m.Head, m.Tail, m.Report = nil, nil, nil
	return text + fmt.Sprintf("%+v", m)
}

func gone(t *testing.T, pid int) {
	t.Helper()
	if syscall.Kill(pid, 0) != nil {
		return
	}
	all, _ := processes()
	for _, p := range all {
		if p.pid == pid {
			t.Errorf("process is still there: %+v", p)
		}
	}
	_ = syscall.Kill(pid, syscall.SIGKILL)
}
