package host

import (
	"bytes"
	"context"
	"io"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stile-gate/stile/core/fact"
)

// never is a pipe whose writer forgets to close it.
type never struct{ first io.Reader }

func (n *never) Read(p []byte) (int, error) {
	if k, err := n.first.Read(p); err == nil {
		return k, nil
	}
	select {}
}

// TestIntake: D1, what never ends is given up on with what has come so far; the rest is read whole.
func TestIntake(t *testing.T) {
	large := strings.Repeat("0123456789", 300_000)
	for _, c := range []struct {
		name     string
		in       io.Reader
		limit    int
		patience time.Duration
		want     string
		why      string
	}{
		{"empty", strings.NewReader(""), 10, time.Minute, "", ""},
		{"large", strings.NewReader(large), len(large), time.Minute, large, ""},
		{"byte by byte", io.MultiReader(strings.NewReader("a"), strings.NewReader("b"), strings.NewReader("c")), 10, time.Minute, "abc", ""},
		{"too large", strings.NewReader(large), len(large) - 1, time.Minute, "", "too large"},
		{"never closed", &never{strings.NewReader("")}, 10, time.Millisecond, "", "stdin was not closed"},
		{"no reader", nil, 10, time.Minute, "", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			data, why := takeIn(c.in, c.limit).wait(c.patience)
			if !bytes.Equal(data, []byte(c.want)) || why != c.why {
				t.Errorf("%d bytes, %q; want %d, %q", len(data), why, len(c.want), c.why)
			}
		})
	}
}

// TestEndedIntake: of a stream that has ended nobody is told that it is open, however long nobody asked.
func TestEndedIntake(t *testing.T) {
	for range 100 {
		in := takeIn(strings.NewReader("x"), 10)
		<-in.ended
		if data, why := in.wait(-time.Hour); string(data) != "x" || why != "" {
			t.Fatalf("%q, %q", data, why)
		}
	}
}

// TestPayloadInTime: D1, however little time is left, what is said of stdin is true. The clock is the bubble's.
func TestPayloadInTime(t *testing.T) {
	const payload = `{"session_id":"s","hook_event_name":"Stop"}`
	for _, c := range []struct {
		name   string
		left   time.Duration
		writes string
		after  time.Duration // before it is written
		closes bool
		state  fact.State
		why    string
		takes  time.Duration
	}{
		{"closed, time left", time.Minute, payload, 0, true, fact.Present, "", 0},
		{"closed, no time left", -time.Minute, payload, 0, true, fact.Present, "", 0},
		{"closed late, no time left", -time.Minute, payload, leastWait / 2, true, fact.Present, "", leastWait / 2},
		{"closed with nothing, no time left", -time.Minute, "", 0, true, fact.Absent, "", 0},
		{"open, all is there, no time left", -time.Minute, payload, 0, false, fact.Present, "", leastWait},
		{"open, a part is there, no time left", -time.Minute, payload[:20], 0, false, fact.Unreadable, "the time was up", leastWait},
		{"open, no time left", -time.Minute, "", 0, false, fact.Unreadable, "the time was up", leastWait},
		{"open, hardly any time left", leastWait / 2, "", 0, false, fact.Unreadable, "the time was up", leastWait},
		{"open, half of the time is used", 2 * time.Second, "", 0, false, fact.Unreadable, "stdin was not closed", time.Second},
		{"open, time left", time.Hour, "", 0, false, fact.Unreadable, "stdin was not closed", stdinPatience},
		{"too much, no time left", -time.Minute, strings.Repeat("x", fact.MaxRead+1), 0, false, fact.Unreadable, "too large", 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				ctx, cancel := context.WithDeadline(t.Context(), time.Now().Add(c.left))
				defer cancel()
				in, out := io.Pipe()
				defer in.Close()
				defer out.Close()
				go func() {
					time.Sleep(c.after)
					if io.WriteString(out, c.writes); c.closes {
						out.Close()
					}
				}()
				h := &Host{Core: Native, Stdin: in, Harness: "claude-code", ctx: ctx}
				began := time.Now()
				f := h.servePayload(&fact.Want{ID: fact.IDPayload})
				if took := time.Since(began); f.State != c.state || f.Why != c.why || took != c.takes {
					t.Errorf("%s (%s) after %s, want %s (%s) after %s", f.State, f.Why, took, c.state, c.why, c.takes)
				}
			})
		})
	}
}

// TestPayloadBesideSlowCore: stdin is read while the core is being asked for the first time, and a start that uses all
// of the time up does not make it unreadable.
func TestPayloadBesideSlowCore(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		in, out := io.Pipe()
		go func() {
			io.WriteString(out, `{"session_id":"s","hook_event_name":"Stop"}`)
			out.Close()
		}()
		h := &Host{Core: Native, Dir: t.TempDir(), Stdin: in, Harness: "claude-code", State: OpenStore(t.TempDir()), Now: time.Now,
			Deadline: time.Now().Add(time.Second)}
		asked := 0
		h.Core.Eval = func(recording []byte) ([]byte, error) {
			if asked++; asked == 1 {
				time.Sleep(time.Minute)
				if h.stdin == nil {
					t.Error("stdin is not read yet")
				} else if _, why := h.stdin.wait(0); why != "" {
					t.Error(why)
				}
			}
			return Native.Eval(recording)
		}
		_, rec, err := h.Run(fact.Header{Verb: "gate-hook", Harness: h.Harness, Point: "stop"})
		must(t, err)
		if f, ok := rec.Get(fact.IDPayload); !ok || f.State != fact.Present {
			t.Errorf("payload %+v", f)
		}
	})
}
