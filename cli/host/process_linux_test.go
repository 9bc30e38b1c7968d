package host

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"

	"github.com/stile-gate/stile/core/fact"
)

func TestLeftoversEnd(t *testing.T) {
	for _, mode := range []string{"hang", "stubborn"} {
		for _, where := range []string{"group", "own"} {
			pidFile := filepath.Join(t.TempDir(), "pid")
			m := Measure(t.Context(), specOf(t, "leave", pidFile, mode, where))
			if m.Exit != 0 || m.Signal != 0 || m.TimedOut || m.Survivors != nil || string(m.Head) != "left it\n" {
				t.Errorf("D7 %s in %s session: %s", mode, where, told(m))
			}
			gone(t, pidIn(t, pidFile))
		}
	}
}

func TestDeadlineReachesGrandchildren(t *testing.T) {
	for _, mode := range []string{"hang", "stubborn"} {
		for _, where := range []string{"group", "own"} {
			pidFile := filepath.Join(t.TempDir(), "pid")
			ctx, cancel := context.WithCancel(t.Context())
			s := specOf(t, "leave", pidFile, mode, where, "hang")
			s.Progress = func(int64) { cancel() } // it prints when the grandchild is there
			m := Measure(ctx, s)
			if !m.TimedOut || m.Survivors != nil || string(m.Head) != "left it\n" {
				t.Errorf("D7 %s in %s session: %s", mode, where, told(m))
			}
			gone(t, pidIn(t, pidFile))
		}
	}
}

func TestOrphansEnd(t *testing.T) {
	for _, mode := range []string{"hang", "stubborn"} {
		pidFile := filepath.Join(t.TempDir(), "pid")
		if m := Measure(t.Context(), specOf(t, "orphan", pidFile, mode)); m.Exit != 0 || m.Survivors != nil {
			t.Errorf("D7 %s: %s", mode, told(m))
		}
		gone(t, pidIn(t, pidFile))
	}
}

// A check's end must not touch what is not its own: another check's processes, or a program that stile has
// started for itself. An orphan that cannot be told to be one's own ends with the last check.
func TestOthersAreLeftAlone(t *testing.T) {
	readyOther, goOther, readyPlain, goPlain := pipe(t), pipe(t), pipe(t), pipe(t)
	plain := exec.Command(os.Args[0], childFlag, "wait", readyPlain, goPlain, "5")
	if err := plain.Start(); err != nil {
		t.Fatal(err)
	}
	var other fact.Measure
	orphanOfOther := filepath.Join(t.TempDir(), "pid")
	var done sync.WaitGroup
	done.Go(func() {
		other = Measure(t.Context(), specOf(t, "orphan", orphanOfOther, "hang", "wait", readyOther, goOther, "7"))
	})
	pidIn(t, readyPlain)
	pidIn(t, readyOther)

	orphan := filepath.Join(t.TempDir(), "pid")
	for range 3 {
		if m := Measure(t.Context(), specOf(t, "orphan", orphan, "hang")); m.Exit != 0 {
			t.Errorf("%s", told(m))
		}
	}
	alive, _ := readProcess(string(mustRead(t, orphanOfOther)))
	if alive.pid == 0 || alive.dead {
		t.Errorf("the other check's orphan has been ended: %+v", alive)
	}
	childWrite([]string{goOther, "go", goPlain, "go"})
	done.Wait()
	if !other.Started || other.Exit != 7 || other.Signal != 0 || other.Survivors != nil {
		t.Errorf("other check: %s", told(other))
	}
	var exit *exec.ExitError
	if err := plain.Wait(); !errors.As(err, &exit) || exit.ExitCode() != 5 {
		t.Errorf("plain child: %v", err)
	}
	gone(t, pidIn(t, orphan))
	gone(t, pidIn(t, orphanOfOther))
}

func mustRead(t *testing.T, name string) []byte {
	t.Helper()
	b, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func TestProcessList(t *testing.T) {
	all, ok := processes()
	found := false
	for _, p := range all {
		found = found || p.pid == os.Getpid() && p.parent == os.Getppid() && p.start > 0 && !p.dead && p.name != ""
	}
	if !ok || !found {
		t.Errorf("this process is not among %d", len(all))
	}
}
