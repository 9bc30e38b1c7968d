//go:build unix

package host

import (
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stile-gate/stile/core"
	"github.com/stile-gate/stile/core/fact"
)

// TestHookCostlyRead: a file whose reading does not come back keeps the gate shut, whatever it is read as. It is no fault
// of the core, and nothing that it is beside is begun any more.
func TestHookCostlyRead(t *testing.T) {
	var (
		tables = `{"stile":1,"tables":["t.md"],"adrs":["adr"],"rules":[{"pack":"r.json","sha256":"` + strings.Repeat("0", 64) + `"}]}`
		head   = "## Conformance\n\n| rule | status | evidence | note |\n|---|---|---|---|\n"
	)
	for _, c := range []struct{ kind, id, policy, rows string }{
		{"stile.json", "file:stile.json", tables, ""},
		{"table", "file:t.md", tables, "| A | applied | file:a.go | |\n"},
		{"rules", "file:r.json", tables, "| A | applied | file:a.go | |\n"},
		{"evidence", "evidence:a.go", tables, "| A | applied | file:a.go | |\n| B | applied | file:b.go | |\n"},
		{"adr", "adr:adr/0001-a.md", tables, "| A | applied | adr:0001-a | |\n"},
		{"junit", "report:r.xml", tables, "| A | applied | test:r.xml::a | |\n"},
		{"tap", "measure:.:a", `{"stile":1,"checks":[{"id":"a","run":["echo","1..1\nok 1"],"report":"tap"}]}`, ""},
		{"lcov", "measure:.:a", `{"stile":1,"checks":[{"id":"a","run":["sh","-c","echo > a.info; echo > b.info"],"report":"lcov:*.info"}]}`, ""},
	} {
		t.Run(c.kind, func(t *testing.T) {
			t.Parallel()
			h := testHost(t, c.policy)
			for rel, text := range map[string]string{"t.md": head + c.rows, "a.go": "package a\n", "b.go": "package b\n", "r.json": "{}",
				"r.xml": "<testsuite/>", "adr/0001-a.md": "# A\n\nStatus: accepted\n"} {
				grow(t, h.Dir, rel)
				write(t, h.Dir, rel, text)
			}
			block := make(chan struct{})
			t.Cleanup(func() { close(block) })
			var begun atomic.Int64
			h.Core.Read = func(kind, query, raw []byte) ([]byte, error) {
				if string(kind) == c.kind {
					begun.Add(1)
					<-block
				}
				return core.Read(kind, query, raw), nil
			}
			h.Harness = "claude-code"
			h.Stdin = strings.NewReader(`{"session_id":"s","hook_event_name":"Stop","stop_hook_active":false}`)
			h.Deadline, h.Latest = time.Now().Add(3*time.Second), time.Now().Add(20*time.Second)
			reply, rec, err := h.Run(fact.Header{Verb: "gate-hook", Harness: h.Harness, Point: "stop"})
			if err != nil || reply.Answer != "refuse" || !strings.Contains(reply.Stdout, "the time was up") && !strings.Contains(reply.Stdout, fact.DetailDeadline) {
				t.Errorf("reply %+v, %v", reply, err)
			}
			f, ok := rec.Get(c.id)
			if m := (fact.Measure{}); strings.HasPrefix(c.id, fact.PreMeasure) {
				if !ok || !f.Into(&m) || !m.Started || !m.TimedOut || m.Detail != fact.DetailDeadline || len(m.Report) > 0 {
					t.Errorf("%s: %+v", c.id, m)
				}
			} else if !ok || f.State != fact.Unreadable || f.Why != "the time was up" {
				t.Errorf("%s: %+v", c.id, f)
			}
			if n := begun.Load(); n != 1 {
				t.Errorf("%d readings were begun", n)
			}
		})
	}
}
