package core

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stile-gate/stile/core/check"
	"github.com/stile-gate/stile/core/fact"
	"github.com/stile-gate/stile/core/harness"
)

// manyFail is a hook's question to its end: one check of which fifty cases fail. claims are the findings that it
// says it has shown.
func manyFail(t *testing.T, known []string) (reply *fact.Reply, claims [][]string) {
	t.Helper()
	h := &fakeHost{dice: &dice{}, harness: "claude-code"}
	rec := &fact.Recording{Header: fact.Header{Core: Version, Verb: "gate-hook", Harness: h.harness, Point: "stop"}}
	for range 100 {
		a, ok := ParseAnswer(Eval(rec.Append(nil)))
		if !ok || a.Fault != nil {
			t.Fatalf("%+v", a)
		}
		if a.Reply != nil {
			return a.Reply, claims
		}
		for i := range a.Want {
			w := &a.Want[i]
			f := h.serve(w)
			switch kind, _, _ := strings.Cut(w.ID, ":"); kind {
			case "file":
				src := []byte(`{"stile":1,"checks":[{"id":"test","run":["prove"],"report":"tap"}]}`)
				f = fact.Of("", &fact.File{Size: int64(len(src)), SHA256: fact.Sum(src), Read: Read([]byte("stile.json"), []byte("stile.json"), src)})
			case "state":
				f = fact.Of("", &fact.Session{Writable: true, Known: known})
			case "measure":
				var tap strings.Builder
				for k := range 60 {
					fmt.Fprintf(&tap, "not ok %d - case %d\n", k+1, k+1)
				}
				m := fact.Measure{Started: true, Exit: 1, TreeAfter: digestA}
				m.Report = Read([]byte("tap"), fact.AppendFrame(fact.AppendFrame(nil, nil), []byte("last")), []byte(tap.String()+"1..60\n"))
				f = fact.Of("", &m)
			case "claim":
				claims = append(claims, slices.Clone(w.List("findings")))
				f = fact.Of("", &fact.Claim{Outcome: "won"})
			}
			f.ID = w.ID
			rec.Put(f)
		}
	}
	t.Fatal("no reply")
	return nil, nil
}

// Only what a refusal had room for is remembered as shown: the rest is new to the session at the next one.
func TestOnlyWhatWasShownIsRemembered(t *testing.T) {
	reply, claims := manyFail(t, nil)
	shown := strings.Count(reply.Stdout, `\n  case `)
	if shown == 0 || !strings.Contains(reply.Stdout, fmt.Sprintf(`\n%d more are not shown here\n`, 60-shown)) {
		t.Errorf("%d cases shown: %s", shown, reply.Stdout)
	}
	if len(claims) != 1 || len(claims[0]) != shown {
		t.Fatalf("%d cases shown, remembered are %q", shown, claims)
	}
	again, _ := manyFail(t, claims[0])
	if strings.Contains(again.Stdout, "shown before") || strings.Contains(again.Stdout, "shown all of it") {
		t.Errorf("what was never shown counts as shown: %s", again.Stdout)
	}
	var all []string
	for k := range fact.MaxCases {
		all = append(all, mark("case", ".", "test", fmt.Sprint("case ", k+1)))
	}
	slices.Sort(all)
	if last, _ := manyFail(t, all); !strings.Contains(last.Stdout, "shown all of it before") {
		t.Errorf("%s", last.Stdout)
	}
}

// TestNotStartedIsSaid: of a check whose turn never came nobody says that it was running.
func TestNotStartedIsSaid(t *testing.T) {
	for _, c := range []struct {
		m    fact.Measure
		says string
	}{
		{fact.Measure{TimedOut: true, Cause: check.CauseTimedOut, Detail: fact.DetailDeadline}, "not run: it was not started in time (the end of the hook's time)"},
		{fact.Measure{Started: true, TimedOut: true, Exit: -1, Detail: fact.DetailDeadline}, "not run: it was still running at its limit (the end of the hook's time) and was ended"},
		{fact.Measure{Started: true, TimedOut: true, Exit: -1}, "not run: it was still running at its limit (30s) and was ended"},
	} {
		it := &item{check: &check.Check{ID: "a", Run: []string{"x"}, Timeout: 30_000}, measure: &c.m}
		it.result = check.Judge(it.check, it.measure, false)
		r := harness.Refusal{Total: 1, Checks: make([]harness.Shut, 1)}
		(&hook{}).shut(&r.Checks[0], it, &fact.Changed{})
		if text, _ := harness.Text(&r); it.result.Cause != check.CauseTimedOut || !strings.Contains(text, c.says) {
			t.Errorf("%s: %s", it.result.Cause, text)
		}
	}
}

// TestEveryCauseHasWords: none of core/check stands for itself in a refusal.
func TestEveryCauseHasWords(t *testing.T) {
	said := func(word, detail string) string {
		s, _ := harness.Text(&harness.Refusal{Checks: []harness.Shut{{ID: "id", Command: "run", Cause: word, Detail: detail}}})
		return strings.Split(s, "\n")[1]
	}
	for _, word := range []string{check.CauseMissingProgram, check.CauseWrongDirectory, check.CauseTimedOut, check.CauseKilled, check.CauseNoReport,
		check.CauseZeroTests, check.CauseAllSkipped, check.CauseCached, check.CauseNotSetUp, check.CauseAfter, check.CauseWaiting, check.CauseInternalFault} {
		if got := said(word, "x"); strings.Contains(got, "not run: "+word) || !strings.Contains(got, "(x)") {
			t.Errorf("%s: %q", word, got)
		}
	}
	if got := said(check.CauseZeroTests, "2 ran, min 3"); got != "id: run: not run: it ended well, but too few tests ran (2 ran, min 3)" {
		t.Errorf("got %q", got)
	}
}
