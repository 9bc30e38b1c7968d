package core

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"

	"github.com/stile-gate/stile/core/fact"
)

// ask drives Eval to its reply with a fake host and checks what must hold of every answer on the way.
func ask(t *testing.T, data []byte) (*fact.Reply, *fact.Recording) {
	t.Helper()
	h := &fakeHost{dice: &dice{data}}
	rec := &fact.Recording{Header: h.header()}
	kinds, deep := map[string]bool{}, 0
	for range 1000 {
		raw := Eval(rec.Append(nil))
		a, ok := ParseAnswer(raw)
		if !ok {
			t.Fatalf("answer is not canonical: %s", raw)
		}
		switch {
		case a.Fault != nil:
			t.Fatalf("fault %s: %s", a.Fault.Code, a.Fault.Message)
		case a.Reply != nil:
			if again := Eval(rec.Append(nil)); !bytes.Equal(again, raw) {
				t.Fatalf("two answers to one recording:\n%s\n%s", raw, again)
			}
			return a.Reply, rec
		}
		known := len(kinds)
		for i := range a.Want {
			if _, have := rec.Get(a.Want[i].ID); have {
				t.Fatalf("%q is wanted again", a.Want[i].ID)
			}
			kind, _, _ := strings.Cut(a.Want[i].ID, ":")
			kinds[kind] = true
			rec.Put(h.serve(&a.Want[i]))
		}
		if len(kinds) > known {
			deep++
		}
		if deep > fact.MaxKinds {
			t.Fatalf("%d rounds asked for new kinds of facts", deep)
		}
	}
	t.Fatal("no reply after 1000 rounds")
	return nil, nil
}

// holds checks a reply against the facts, by another way than the core's.
func holds(t *testing.T, r *fact.Reply, rec *fact.Recording) {
	t.Helper()
	failed, unobserved, lost := false, false, false
	for _, f := range rec.Facts {
		var m fact.Measure
		if strings.HasPrefix(f.ID, fact.PreMeasure) && f.Into(&m) {
			failed = failed || m.Started && m.Exit == 1 && m.Signal == 0 && !m.TimedOut || bytes.Contains(m.Report, []byte(`"failed":1`)) && m.Signal == 0 && !m.TimedOut && m.Exit != 127
			unobserved = unobserved || !m.Started || m.TimedOut || m.Signal != 0 || m.Exit == 127
		}
		lost = lost || f.State != fact.Present && isCited(f.ID)
	}
	switch {
	case r.Verdict == "green" && (failed || unobserved):
		t.Fatalf("green although failed=%t unobserved=%t", failed, unobserved)
	case lost && (r.Verdict == "green" || r.Verdict == "unproven"):
		t.Fatalf("%s although what rows cite is not there", r.Verdict)
	case rec.Header.Verb == "verify":
		if stamped := strings.HasPrefix(r.Stdout, "date: "); r.Verdict != "" || stamped != (r.Code == 0) || !stamped && r.Code != 2 {
			t.Fatalf("verify says %+v", r)
		}
	case rec.Header.Verb == "check":
		want := map[string]int{"green": 0, "red": 1, "unproven": 3, "": 2}[r.Verdict]
		if r.Code != want {
			t.Fatalf("verdict %q exits %d", r.Verdict, r.Code)
		}
		if rec.Header.Flag("json") && !json.Valid([]byte(r.Stdout)) {
			t.Fatalf("the document is no JSON: %s", r.Stdout)
		}
	case r.Code != 0:
		t.Fatalf("gate-hook exits %d", r.Code)
	case r.Stdout != "":
		var refusal struct{ Decision, Reason string }
		if err := json.Unmarshal([]byte(r.Stdout), &refusal); err != nil || refusal.Decision != "block" || strings.TrimSpace(refusal.Reason) == "" {
			t.Fatalf("not a refusal: %q", r.Stdout)
		}
		if r.Verdict == "green" || r.Verdict == "" {
			t.Fatalf("refused on verdict %q", r.Verdict)
		}
		if len(refusal.Reason) > fact.MaxRefusalBytes || strings.Count(refusal.Reason, "\n") >= fact.MaxRefusalLines {
			t.Fatalf("the refusal is too long: %q", refusal.Reason)
		}
	}
}

// isCited reports whether a fact is wanted only because a row that counts cites what it is about.
func isCited(id string) bool {
	for _, pre := range []string{fact.PreEvidence, fact.PreADR, fact.PreReport, fact.PreList} {
		if strings.HasPrefix(id, pre) {
			return true
		}
	}
	return false
}

// withdrawn checks that a tree which lacks one of the things that rows cite is red, if it was not with it.
func withdrawn(t *testing.T, reply *fact.Reply, rec *fact.Recording) {
	t.Helper()
	if rec.Header.Verb != "check" || reply.Verdict != "green" && reply.Verdict != "unproven" {
		return
	}
	for i := range rec.Facts {
		f := &rec.Facts[i]
		if !isCited(f.ID) && !strings.HasPrefix(f.ID, "file:docs/") && !strings.HasPrefix(f.ID, "file:rules/") {
			continue
		}
		whole := *f
		*f = fact.Fact{ID: f.ID, State: fact.Absent}
		raw := Eval(rec.Append(nil))
		if a, _ := ParseAnswer(raw); a == nil || a.Reply == nil || a.Reply.Verdict != "red" {
			t.Fatalf("without what %q is about: %s", f.ID, raw)
		}
		*f = whole
	}
}

// anyOrder checks that the same facts give the same reply when they arrive one by one and last wanted first.
func anyOrder(t *testing.T, rec *fact.Recording) {
	t.Helper()
	whole := Eval(rec.Append(nil))
	again := &fact.Recording{Header: rec.Header}
	for range len(rec.Facts) + 1 {
		raw := Eval(again.Append(nil))
		a, ok := ParseAnswer(raw)
		if !ok {
			t.Fatalf("answer is not canonical: %s", raw)
		}
		if len(a.Want) == 0 {
			if !bytes.Equal(raw, whole) {
				t.Fatalf("in another order: %s\nbefore %s", raw, whole)
			}
			return
		}
		f, ok := rec.Get(a.Want[len(a.Want)-1].ID)
		if !ok {
			t.Fatalf("%q is wanted in another order", a.Want[len(a.Want)-1].ID)
		}
		again.Put(*f)
	}
	t.Fatal("it does not end in another order")
}

// monotone checks that no fact is used before it is wanted: without any one of them, the core wants that one or
// gives the same reply.
func monotone(t *testing.T, rec *fact.Recording) {
	t.Helper()
	whole := Eval(rec.Append(nil))
	for i := range rec.Facts {
		less := &fact.Recording{Header: rec.Header}
		for k := range rec.Facts {
			if k != i {
				less.Put(rec.Facts[k])
			}
		}
		raw := Eval(less.Append(nil))
		a, ok := ParseAnswer(raw)
		if !ok {
			t.Fatalf("answer is not canonical: %s", raw)
		}
		wanted := false
		for _, w := range a.Want {
			wanted = wanted || w.ID == rec.Facts[i].ID
		}
		if !wanted && !bytes.Equal(raw, whole) {
			t.Fatalf("without %q: %s", rec.Facts[i].ID, raw)
		}
	}
}

// TestGeneratedInputs shows that the generator behind FuzzEval reaches verdicts, and holds them to the facts.
func TestGeneratedInputs(t *testing.T) {
	const inputs = 100_000
	count := inputs
	if testing.Short() {
		count = inputs / 10
	}
	const shards = 8
	var mu sync.Mutex
	verdicts, answers, tables := map[string]int{}, map[string]int{}, map[string]int{}
	t.Run("inputs", func(t *testing.T) {
		for shard := range uint64(shards) {
			t.Run("", func(t *testing.T) {
				t.Parallel()
				r := rand.New(rand.NewPCG(1, shard))
				for i := range count / shards {
					data := make([]byte, 128)
					for k := range data {
						data[k] = byte(r.Uint32())
					}
					reply, rec := ask(t, data)
					holds(t, reply, rec)
					if i%50 == 0 {
						monotone(t, rec)
						anyOrder(t, rec)
					}
					withdrawn(t, reply, rec)
					mu.Lock()
					verdicts[reply.Verdict]++
					answers[reply.Answer]++
					if _, judged := rec.Get("file:docs/t.md"); judged {
						tables[reply.Verdict]++
					}
					mu.Unlock()
				}
			})
		}
	})
	if reached := count - verdicts[""]; reached*100 < count*30 {
		t.Errorf("%d of %d inputs reached a verdict: %v", reached, count, verdicts)
	}
	for _, v := range []string{"green", "red", "unproven"} {
		if verdicts[v]*100 < count || tables[v]*1000 < count {
			t.Errorf("verdict %s in %d of %d inputs, %d of them with tables", v, verdicts[v], count, tables[v])
		}
	}
	t.Logf("verdicts %v, with tables %v\nanswers %v", verdicts, tables, answers)
}

func FuzzEval(f *testing.F) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 40 {
		data := make([]byte, 128)
		for k := range data {
			data[k] = byte(r.Uint32())
		}
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		reply, rec := ask(t, data)
		holds(t, reply, rec)
		monotone(t, rec)
		anyOrder(t, rec)
		withdrawn(t, reply, rec)
	})
}

// FuzzEvalBytes gives Eval recordings that no host made: cut, twisted, with facts of the wrong kind.
func FuzzEvalBytes(f *testing.F) {
	r := rand.New(rand.NewPCG(5, 6))
	for range 40 {
		data := make([]byte, 128)
		for k := range data {
			data[k] = byte(r.Uint32())
		}
		h := &fakeHost{dice: &dice{data}}
		rec := &fact.Recording{Header: h.header()}
		for range 12 {
			f.Add(rec.Append(nil))
			a, _ := ParseAnswer(Eval(rec.Append(nil)))
			for i := range a.Want {
				rec.Put(h.serve(&a.Want[i]))
			}
		}
	}
	f.Fuzz(func(t *testing.T, recording []byte) {
		raw := Eval(recording)
		if _, ok := ParseAnswer(raw); !ok {
			t.Fatalf("answer is not canonical: %s", raw)
		}
	})
}
