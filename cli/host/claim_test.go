package host

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stile-gate/stile/core/fact"
)

var testTime = time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)

func testStore(t *testing.T) (*Store, string) {
	t.Helper()
	s := OpenStore(filepath.Join(t.TempDir(), "st ate", "stile"))
	s.now = func() time.Time { return testTime }
	return s, t.TempDir()
}

func refuse(event, turn string, expect int64, findings ...string) ClaimRequest {
	return ClaimRequest{Action: "refuse", Event: event, Turn: turn, Tree: "tree-" + event, Verdict: "red", Fingerprint: "f", Findings: findings, Expect: expect}
}

func act(action, event, turn string) ClaimRequest {
	return ClaimRequest{Action: action, Event: event, Turn: turn, Tree: "tree-" + event, Verdict: "green", Fingerprint: "f"}
}

func wantClaim(t *testing.T, got fact.Claim, outcome string, n int64) {
	t.Helper()
	if got.Outcome != outcome || got.N != n {
		t.Fatalf("claim = %+v, want %s %d", got, outcome, n)
	}
}

var someone = Key{Harness: "claude-code", Session: "s1"}

func TestRefusedOnceThenReleased(t *testing.T) {
	s, root := testStore(t)
	if p := s.Session(someone, root, "e1", "t1"); !p.Writable || p.Refusals != 0 || p.Answered {
		t.Fatalf("first peek: %+v", p)
	}
	wantClaim(t, s.Claim(someone, root, refuse("e1", "t1", 0, "a", "b")), "won", 0)
	s.Printed(someone, "e1")
	p := s.Session(someone, root, "e2", "t1")
	want := fact.Session{Writable: true, Refusals: 1, InRow: 1, LastTree: "tree-e1", LastVerdict: "red", Fingerprint: "f", Known: []string{"a", "b"}}
	if fmt.Sprintf("%+v", p) != fmt.Sprintf("%+v", want) {
		t.Fatalf("peek = %+v\nwant   %+v", p, want)
	}
	wantClaim(t, s.Claim(someone, root, refuse("e2", "t1", 0)), "earlier", 1)
	wantClaim(t, s.Claim(someone, root, act("release", "e2", "t1")), "won", 1)
	s.Printed(someone, "e2")
	if p := s.Session(someone, root, "e3", "t1"); !p.Released || p.Refusals != 1 || p.InRow != 1 {
		t.Fatalf("after release: %+v", p)
	}
	if p := s.Session(someone, root, "e3", "t2"); p.Released || p.Refusals != 0 || p.InRow != 1 {
		t.Fatalf("next turn: %+v", p)
	}
	wantClaim(t, s.Claim(someone, root, act("green", "e4", "t2")), "won", 0)
	s.Printed(someone, "e4")
	if p := s.Session(someone, root, "e5", "t2"); p.InRow != 0 || p.LastVerdict != "green" {
		t.Fatalf("after green: %+v", p)
	}
}

func TestTwinsOfOneEvent(t *testing.T) {
	s, root := testStore(t)
	wantClaim(t, s.Claim(someone, root, refuse("e1", "t1", 0)), "won", 0)
	// The owner, this process, still lives: a twin waits for nobody.
	wantClaim(t, s.Claim(someone, root, refuse("e1", "t1", 0)), "same-event", 0)
	if !s.Session(someone, root, "e1", "t1").Answered {
		t.Fatal("not answered while its owner lives")
	}
	s.Printed(someone, "e1")
	wantClaim(t, s.Claim(someone, root, act("release", "e1", "t1")), "same-event", 0)
}

// C6: state shared by sessions, and an empty session id.
func TestC6SessionsDoNotMeet(t *testing.T) {
	s, root := testStore(t)
	keys := []Key{someone, {"claude-code", "s2", "", ""}, {"codex", "s1", "", ""}, {"claude-code", "s1", "agent", ""}, {"claude-code", "s", "1", ""}, {"claude-code", "s1", "", "elsewhere"}}
	for i, k := range keys {
		wantClaim(t, s.Claim(k, root, refuse("e", "t", 0)), "won", 0)
		s.Printed(k, "e")
		for _, other := range keys[i+1:] {
			if p := s.Session(other, root, "e", "t"); p.Refusals != 0 || p.Answered || p.LastTree != "tree-e" {
				t.Fatalf("%v sees %+v of %v", other, p, k)
			}
		}
	}
	for _, k := range []Key{{}, {Harness: "codex"}, {Harness: "codex", Agent: "a"}} {
		if c := s.Claim(k, root, refuse("x", "t", 0)); c.Outcome != "failed" || c.Why != "no session id" {
			t.Fatalf("empty session: %+v", c)
		}
		if p := s.Session(k, root, "x", "t"); p.Writable || p.Why != "no session id" || p.Refusals != 0 || p.LastTree == "" {
			t.Fatalf("empty session: %+v", p)
		}
	}
}

func TestTurnWithoutKey(t *testing.T) {
	s, root := testStore(t)
	step := func(action, event, print string, expect int64, outcome string, n int64) {
		t.Helper()
		c := act(action, event, "")
		c.Fingerprint, c.Expect = print, expect
		wantClaim(t, s.Claim(someone, root, c), outcome, n)
		if outcome == "won" {
			s.Printed(someone, event)
		}
	}
	step("refuse", "1", "A", 0, "won", 0)
	step("refuse", "2", "A", 0, "earlier", 1)
	step("release", "3", "A", 0, "won", 1)
	if p := s.Session(someone, root, "4", ""); p.Refusals != 1 || !p.Released {
		t.Fatalf("same failure: %+v", p)
	}
	step("refuse", "5", "B", 0, "won", 0) // another failure is another turn
	if p := s.Session(someone, root, "6", ""); p.Refusals != 1 || p.Released || p.InRow != 2 {
		t.Fatalf("other failure: %+v", p)
	}
	step("refuse", "7", "A", 0, "won", 0)
	step("green", "8", "", 0, "won", 0)
	if p := s.Session(someone, root, "9", ""); p.Refusals != 0 || p.InRow != 0 {
		t.Fatalf("after green: %+v", p)
	}
	step("refuse", "10", "A", 0, "won", 0)
}

func TestDeferralsInARow(t *testing.T) {
	s, root := testStore(t)
	for i := range 4 {
		e := fmt.Sprint("d", i)
		wantClaim(t, s.Claim(someone, root, act("deferred", e, "t")), "won", 0)
		s.Printed(someone, e)
	}
	p := s.Session(someone, root, "x", "t")
	if p.Deferred != 4 || p.LastTree != "" {
		t.Fatalf("%+v: a deferral answers for no tree", p)
	}
	wantClaim(t, s.Claim(someone, root, refuse("r", "t", 0)), "won", 0)
	s.Printed(someone, "r")
	if p := s.Session(someone, root, "x", "t"); p.Deferred != 0 {
		t.Fatalf("%+v", p)
	}
}

// The tree counts as answered only once the answer is out: a crash before it must not silence the next stop.
func TestTreeIsAnsweredByPrinting(t *testing.T) {
	s, root := testStore(t)
	s.Claim(someone, root, refuse("e1", "t1", 0))
	if p := s.Session(someone, root, "e2", "t1"); p.LastTree != "" {
		t.Fatalf("%+v", p)
	}
	s.Printed(someone, "e1")
	if p := s.Session(Key{"codex", "other", "", ""}, root, "e2", "t1"); p.LastTree != "tree-e1" || p.LastVerdict != "red" {
		t.Fatalf("%+v", p)
	}
	s.Claim(someone, root, act("not-evaluated", "e3", "t1"))
	s.Printed(someone, "e3")
	if p := s.Session(someone, root, "e4", "t1"); p.LastTree != "tree-e1" {
		t.Fatalf("%+v: not evaluated, not answered", p)
	}
}

// ---- real processes: the test binary plays a hook ----

func TestMain(m *testing.M) {
	if role := os.Getenv("STILE_TEST_ROLE"); role != "" {
		play(role, os.Args[1:])
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// play claims as args say and, unless told to die, prints and marks. It waits for a line first, so that several
// can start at once.
func play(role string, args []string) {
	bufio.NewReader(os.Stdin).ReadString('\n')
	s := OpenStore(args[0])
	switch role {
	case "journal":
		for i := range 200 {
			s.Journal(fmt.Sprintf("entry %s %d", args[1], i), testTime)
		}
		return
	case "bypass":
		for i := range 50 {
			s.AppendLine(args[1], ".", fmt.Sprintf("released x %s %d", args[2], i), testTime, "same", "turn")
		}
		return
	case "bypass-day":
		for i := range 50 {
			s.AppendLine(args[1], ".", fmt.Sprintf("not-evaluated x %d", i), testTime, "same", "day")
		}
		return
	}
	k := Key{"codex", args[2], "", ""}
	c := s.Claim(k, args[1], refuse(args[3], "t", 0, "known-"+args[3]))
	fmt.Println(c.Outcome, c.N)
	if role == "print" && c.Outcome == "won" {
		s.Printed(k, args[3])
	}
}

type hook struct {
	cmd *exec.Cmd
	in  io.WriteCloser
	out strings.Builder
}

func startHook(t *testing.T, role string, args ...string) *hook {
	t.Helper()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	h := &hook{cmd: exec.Command(exe, args...)}
	h.cmd.Env = append(os.Environ(), "STILE_TEST_ROLE="+role)
	h.cmd.Stdout, h.cmd.Stderr = &h.out, os.Stderr
	if h.in, err = h.cmd.StdinPipe(); err != nil {
		t.Fatal(err)
	}
	if err := h.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	return h
}

func (h *hook) finish(t *testing.T) string {
	t.Helper()
	h.in.Close()
	if err := h.cmd.Wait(); err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(h.out.String())
}

func TestProcessesRaceForOneEvent(t *testing.T) {
	dir, root := filepath.Join(t.TempDir(), "state"), t.TempDir()
	for round := range 5 {
		var hooks []*hook
		for range 6 {
			hooks = append(hooks, startHook(t, "print", dir, root, fmt.Sprint("s", round), "e"))
		}
		for _, h := range hooks {
			io.WriteString(h.in, "go\n")
		}
		var got []string
		for _, h := range hooks {
			got = append(got, h.finish(t))
		}
		slices.Sort(got)
		if want := "[same-event 0 same-event 0 same-event 0 same-event 0 same-event 0 won 0]"; fmt.Sprint(got) != want {
			t.Fatalf("round %d: %v", round, got)
		}
	}
}

func TestProcessesRaceForOneTurn(t *testing.T) {
	dir, root := filepath.Join(t.TempDir(), "state"), t.TempDir()
	var hooks []*hook
	for i := range 6 {
		hooks = append(hooks, startHook(t, "print", dir, root, "s", fmt.Sprint("e", i)))
	}
	for _, h := range hooks {
		io.WriteString(h.in, "go\n")
	}
	won, earlier := 0, 0
	for _, h := range hooks {
		switch h.finish(t) {
		case "won 0":
			won++
		case "earlier 1":
			earlier++
		}
	}
	if won != 1 || earlier != 5 {
		t.Fatalf("won %d, earlier %d, want 1 and 5", won, earlier)
	}
	if p := OpenStore(dir).Session(Key{"codex", "s", "", ""}, root, "x", "t"); p.Refusals != 1 || len(p.Known) != 1 {
		t.Fatalf("%+v", p)
	}
}

func TestTwoSessionsAtOnce(t *testing.T) {
	dir, root := filepath.Join(t.TempDir(), "state"), t.TempDir()
	var hooks []*hook
	for i := range 6 {
		hooks = append(hooks, startHook(t, "print", dir, root, fmt.Sprint("session ", i), "e"))
	}
	for _, h := range hooks {
		io.WriteString(h.in, "go\n")
	}
	for i, h := range hooks {
		if got := h.finish(t); got != "won 0" {
			t.Errorf("session %d: %q", i, got)
		}
	}
}

func TestOwnerDiedBeforePrinting(t *testing.T) {
	dir, root := filepath.Join(t.TempDir(), "state"), t.TempDir()
	s, k := OpenStore(dir), Key{"codex", "s", "", ""}
	for i, want := range []string{"won 0", "won 0", "won 0", "failed 0"} {
		if p := s.Session(k, root, "e", "t"); p.Answered || p.Refusals != 0 || len(p.Known) != 0 || p.LastTree != "" {
			t.Fatalf("claim %d: a dead owner's claim counts: %+v", i, p)
		}
		if got := startHook(t, "die", dir, root, "s", "e").finish(t); got != want {
			t.Fatalf("claim %d: %q, want %q", i, got, want)
		}
	}
	if got := startHook(t, "print", dir, root, "s", "e2").finish(t); got != "won 0" {
		t.Fatalf("another event: %q", got)
	}
	if p := s.Session(k, root, "x", "t"); p.Refusals != 1 {
		t.Fatalf("%+v", p)
	}
}

// C2: where "printed" can never be written, lost refusals begin to count, so refusing ends.
func TestC2LostRefusalsEnd(t *testing.T) {
	dir, root := filepath.Join(t.TempDir(), "state"), t.TempDir()
	won := 0
	for i := range 6 {
		if startHook(t, "die", dir, root, "s", fmt.Sprint("e", i)).finish(t) == "won 0" {
			won++
		}
	}
	if won != graceLost+1 {
		t.Fatalf("%d refusals of one turn with blocks=1, want %d", won, graceLost+1)
	}
}
