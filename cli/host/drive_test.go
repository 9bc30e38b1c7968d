//go:build unix

package host

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/stile-gate/stile/core/fact"
)

func testHost(t *testing.T, policy string) *Host {
	t.Helper()
	root := realTemp(t)
	grow(t, root, ".git/")
	write(t, root, "stile.json", policy)
	return &Host{Core: Native, Dir: root, Environ: []string{"PATH=" + os.Getenv("PATH")}, Stdin: strings.NewReader(""),
		State: OpenStore(t.TempDir()), Now: time.Now}
}

const (
	slowPolicy = `{"stile":1,"checks":[{"id":"slow","run":["sleep","600"]}]}`
	fastPolicy = `{"stile":1,"checks":[{"id":"fast","run":["true"]}]}`
)

// TestRunOutOfTime: what the deadline cuts short is not green, and nothing waits for it.
func TestRunOutOfTime(t *testing.T) {
	for _, c := range []struct {
		name, policy string
		left         time.Duration
		grow         func(root string) error
	}{
		{"before it began", fastPolicy, -time.Second, func(string) error { return nil }},
		{"during a check", slowPolicy, time.Second, func(string) error { return nil }},
		{"during the digest", slowPolicy, time.Second, func(root string) error {
			return os.Truncate(write(t, root, "huge", ""), 1<<42)
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			h := testHost(t, c.policy)
			if err := c.grow(h.Dir); err != nil {
				t.Skip("the file system takes no such file")
			}
			h.Deadline = time.Now().Add(c.left)
			reply, _, err := h.Run(fact.Header{Verb: "check", Point: "stop"})
			if err != nil || reply.Code == 0 {
				t.Errorf("reply %+v, %v", reply, err)
			}
		})
	}
}

// TestRunBesideHugeFile: the digest leaves the checks their time.
func TestRunBesideHugeFile(t *testing.T) {
	h := testHost(t, fastPolicy)
	if err := os.Truncate(write(t, h.Dir, "huge", ""), 1<<42); err != nil {
		t.Skip("the file system takes no such file")
	}
	h.Deadline = time.Now().Add(4 * time.Second)
	_, rec, err := h.Run(fact.Header{Verb: "check", Point: "stop"})
	must(t, err)
	f, _ := rec.Get("measure:.:fast")
	var m fact.Measure
	if f == nil || !f.Into(&m) || !m.Started || m.TimedOut {
		t.Errorf("the check: %+v", m)
	}
	if f, ok := rec.Get(fact.IDTree); !ok || f.State != fact.Unreadable || f.Why != "the time was up" {
		t.Errorf("the tree: %+v", f)
	}
}

func TestRunInterrupted(t *testing.T) {
	h := testHost(t, slowPolicy)
	var once sync.Once
	h.Progress = func(Event) { once.Do(func() { syscall.Kill(os.Getpid(), syscall.SIGTERM) }) }
	if reply, _, err := h.Run(fact.Header{Verb: "check", Point: "stop"}); !errors.Is(err, ErrInterrupted) {
		t.Errorf("reply %+v, %v", reply, err)
	}
	if h.ctx.Err() == nil {
		t.Error("what the host looks at goes on")
	}
}

// TestRunHookOutOfTime: a hook whose time was used up before it looked refuses and says so; nothing else is to blame.
func TestRunHookOutOfTime(t *testing.T) {
	h := testHost(t, fastPolicy)
	h.Harness = "claude-code"
	h.Stdin = strings.NewReader(`{"session_id":"s","hook_event_name":"Stop","stop_hook_active":false}`)
	past := time.Now().Add(-time.Minute)
	h.Deadline, h.Latest = past, past
	reply, rec, err := h.Run(fact.Header{Verb: "gate-hook", Harness: h.Harness, Point: "stop"})
	must(t, err)
	if f, _ := rec.Get(fact.IDPayload); f.State != fact.Present {
		t.Errorf("payload %+v", f)
	}
	if f, _ := rec.Get(fact.IDChanged); !strings.Contains(string(f.Data), "the time was up") {
		t.Errorf("changed %s", f.Data)
	}
	if reply.Answer != "refuse" || !strings.Contains(reply.Stdout, "the time was up") {
		t.Errorf("reply %+v", reply)
	}
}

// TestRunWantsTwice: an answer that wants one fact twice breaks the contract, whatever it is a fact of.
func TestRunWantsTwice(t *testing.T) {
	for _, ids := range [][]string{{"measure:.:a", "measure:.:a"}, {"evidence:a", "evidence:a"}, {"state", "state"}, {"measure:.:a", "changed", "measure:.:a"}} {
		var wants []fact.Want
		for _, id := range ids {
			wants = append(wants, fact.Want{ID: id, Args: []fact.Arg{{Name: "run", Values: []string{"true"}}, {Name: "project", Values: []string{"."}}}})
		}
		h := testHost(t, fastPolicy)
		h.Core = asking(wants, echo.Read)
		if reply, _, err := h.Run(fact.Header{Verb: "check"}); err == nil || !strings.Contains(err.Error(), "it wants ") {
			t.Errorf("%q: %+v, %v", ids, reply, err)
		}
	}
}

// TestProjectsOfClosedRoot: a root that may be entered and not listed has projects all the same.
func TestProjectsOfClosedRoot(t *testing.T) {
	if os.Geteuid() == 0 {
		t.Skip("this user can list everything")
	}
	h := testHost(t, fastPolicy)
	must(t, os.Chmod(h.Dir, 0o311))
	t.Cleanup(func() { os.Chmod(h.Dir, 0o755) })
	reply, rec, err := h.Run(fact.Header{Verb: "check", Point: "stop"})
	must(t, err)
	if f, _ := rec.Get(fact.IDProjects); f.State != fact.Unreadable || f.Why != string(troubleTop) || reply.Code == 0 {
		t.Errorf("projects %+v, reply %+v", f, reply)
	}
}

// TestProjectBelowClosedDirectory: so has a directory below.
func TestProjectBelowClosedDirectory(t *testing.T) {
	if os.Geteuid() == 0 {
		t.Skip("this user can list everything")
	}
	h := testHost(t, fastPolicy)
	grow(t, h.Dir, "sub/stile.json")
	must(t, os.Chmod(filepath.Join(h.Dir, "sub"), 0o311))
	t.Cleanup(func() { os.Chmod(filepath.Join(h.Dir, "sub"), 0o755) })
	if p := snapshot(t, h.Dir).Projects(h.Dir); strings.Join(p.Nested, " ") != "sub" {
		t.Errorf("%+v", p)
	}
}
