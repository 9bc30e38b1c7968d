//go:build unix

package host

import (
	"errors"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stile-gate/stile/core"
	"github.com/stile-gate/stile/core/fact"
)

// TestUnasked: a core that cannot be asked ends the question, whichever of its functions it is and wherever it is
// called from. Nothing of it becomes a fact.
func TestUnasked(t *testing.T) {
	junit := `<testsuite><testcase name="a"/></testsuite>`
	reports := `{"stile":1,"checks":[{"id":"a","run":["sh","-c","echo '` + strings.ReplaceAll(junit, `"`, `\"`) + `' > r.xml"],"report":"junit:*.xml"},` +
		`{"id":"b","run":["sleep","600"]}]}`
	printed := `{"stile":1,"checks":[{"id":"a","run":["echo","1..1\nok 1"],"report":"tap"}]}`
	for _, c := range []struct {
		name, policy string
		eval         int    // answers of Eval before it fails, -1 for all
		read         string // kind that Read fails for
	}{
		{"the first question", fastPolicy, 0, ""},
		{"a later one", fastPolicy, 2, ""},
		{"the payload", fastPolicy, -1, fact.IDPayload},
		{"a file", fastPolicy, -1, "stile.json"},
		{"a report that was printed", printed, -1, "tap"},
		{"a report file, beside a check that goes on", reports, -1, "junit"},
	} {
		for _, way := range []struct {
			name string
			fail func() ([]byte, error)
		}{
			{"an error", func() ([]byte, error) { return nil, errors.New("the module trapped") }},
			{"an error beside bytes", func() ([]byte, error) { return []byte(`{"want":[]}`), errors.New("the module trapped") }},
			{"a panic", func() ([]byte, error) { panic("the module trapped") }},
		} {
			t.Run(c.name+", "+way.name, func(t *testing.T) {
				h := testHost(t, c.policy)
				h.Harness = "codex"
				h.Stdin = strings.NewReader(`{"session_id":"s","cwd":"` + h.Dir + `","hook_event_name":"Stop","turn_id":"t","stop_hook_active":false}`)
				var answered int
				var failed atomic.Int64
				h.Core.Eval = func(recording []byte) ([]byte, error) {
					if answered++; c.eval >= 0 && answered > c.eval {
						failed.Add(1)
						return way.fail()
					}
					return core.Eval(recording), nil
				}
				h.Core.Read = func(kind, query, raw []byte) ([]byte, error) {
					if string(kind) == c.read {
						failed.Add(1)
						return way.fail()
					}
					return core.Read(kind, query, raw), nil
				}
				reply, rec, err := h.Run(fact.Header{Verb: "gate-hook", Harness: h.Harness, Point: "stop"})
				if reply != nil || err == nil || err.Error() != "asking the core: the module trapped" {
					t.Errorf("reply %+v, error %v", reply, err)
				}
				if failed.Load() != 1 {
					t.Errorf("asked %d times after it failed", failed.Load()-1)
				}
				for _, f := range rec.Facts {
					id := f.ID
					if id == c.read || c.read == "stile.json" && id == "file:stile.json" || (c.read == "tap" || c.read == "junit") && id == "measure:.:a" {
						t.Errorf("it became the fact %+v", f)
					}
				}
			})
		}
	}
}

// TestLatest: a call that goes on when its answer is of no use any more is given up on; others are as ever.
func TestLatest(t *testing.T) {
	block := make(chan struct{})
	t.Cleanup(func() { close(block) })
	answer := func() ([]byte, error) { return []byte("a"), nil }
	endless := func() ([]byte, error) { <-block; return []byte("a"), nil }
	past, later := time.Now().Add(-time.Second), time.Now().Add(time.Hour)
	for _, c := range []struct {
		name   string
		latest time.Time
		call   func() ([]byte, error)
		want   string
		says   string
	}{
		{"no limit", time.Time{}, answer, "a", ""},
		{"in time", later, answer, "a", ""},
		{"an error", later, func() ([]byte, error) { return nil, errors.New("the module trapped") }, "", "asking the core: the module trapped"},
		{"a panic", later, func() ([]byte, error) { panic("no sense") }, "", "asking the core: no sense"},
		{"at once, too late", past, answer, "a", ""},
		{"without end", past, endless, "", "asking the core: it took too long"},
	} {
		h := &Host{Latest: c.latest, Core: Core{
			Eval: func([]byte) ([]byte, error) { return c.call() },
			Read: func(_, _, _ []byte) ([]byte, error) { return c.call() },
		}}
		got, err := h.eval(nil)
		read, _ := h.read(t.Context(), "tap", nil, nil)
		for _, err := range []error{err, h.unasked.err()} {
			if c.says == "" && err != nil || c.says != "" && (err == nil || err.Error() != c.says) {
				t.Errorf("%s: %v, want %q", c.name, err, c.says)
			}
		}
		if string(got) != c.want || string(read) != c.want {
			t.Errorf("%s: eval %q, read %q", c.name, got, read)
		}
	}
}

// TestUnaskedOnce: the first cause is the one that is told.
func TestUnaskedOnce(t *testing.T) {
	h := &Host{Core: Core{Read: func(kind, _, _ []byte) ([]byte, error) { return nil, errors.New(string(kind)) }}}
	for _, kind := range []string{"first", "second"} {
		if b, late := h.read(t.Context(), kind, nil, nil); b != nil || late {
			t.Errorf("%s: %q", kind, b)
		}
	}
	if err := h.unasked.err(); err == nil || err.Error() != "asking the core: first" {
		t.Errorf("error %v", err)
	}
}
