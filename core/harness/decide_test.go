package harness

import (
	"fmt"
	"testing"
)

// red is the plainest situation that is refused.
func red(change func(s *Situation)) Situation {
	s := Situation{Turn: true, Blocks: 1, Cap: 8, State: true, Guard: GuardClear}
	change(&s)
	return s
}

func TestDecide(t *testing.T) {
	for _, c := range []struct {
		name   string
		in     Situation
		row    string
		action Action
	}{
		{"first stop on a red tree", red(func(s *Situation) {}), "refuse", Refuse},
		{"second stop of the same turn", red(func(s *Situation) { s.Refusals = 1 }), "blocks-reached", Release},
		{"two blocks", red(func(s *Situation) { s.Refusals, s.Blocks = 1, 2 }), "refuse", Refuse},
		{"more blocks than the harness honours", red(func(s *Situation) { s.Refusals, s.Blocks = 7, 100 }), "blocks-reached", Release},
		{"no blocks stated", red(func(s *Situation) { s.Blocks = 0 }), "refuse", Refuse},
		{"C3 no guard, first", red(func(s *Situation) { s.Guard = GuardNone }), "refuse", Refuse},
		{"C3 no guard, second", red(func(s *Situation) { s.Guard, s.Refusals = GuardNone, 1 }), "blocks-reached", Release},
		{"C3 guard always false, second", red(func(s *Situation) { s.Refusals = 1 }), "blocks-reached", Release},
		{"C3 no cap, blocks above the bound", red(func(s *Situation) { s.Cap, s.Blocks, s.Refusals = 0, 9, 7 }), "blocks-reached", Release},
		{"C4 another tool refused before us", red(func(s *Situation) { s.Guard = GuardSet }), "refuse", Refuse},
		{"C5 another agent works", red(func(s *Situation) { s.Others = 1 }), "others-work", Deferred},
		{"C5 for the fifth time", red(func(s *Situation) { s.Others, s.Deferred = 1, 4 }), "others-work", Deferred},
		{"C5 for the sixth time", red(func(s *Situation) { s.Others, s.Deferred = 1, 5 }), "refuse", Refuse},
		{"C5 deferrals that cannot be counted", red(func(s *Situation) { s.Others, s.State = 1, false }), "refuse", Refuse},
		{"C6 no session, the guard is the count", red(func(s *Situation) { s.State = false }), "refuse", Refuse},
		{"C6 no session, the guard is set", red(func(s *Situation) { s.State, s.Guard, s.Blocks = false, GuardSet, 3 }), "blocks-reached", Release},
		{"C6 no session and no guard", red(func(s *Situation) { s.State, s.Guard = false, GuardNone }), "no-state", NotEvaluated},
		{"a twin", red(func(s *Situation) { s.Twin = true }), "twin", Quiet},
		{"plan mode", red(func(s *Situation) { s.Plan = true }), "plan-mode", Quiet},
		{"green", red(func(s *Situation) { s.Green, s.Refusals = true, 1 }), "green", Green},
		{"a question after a recorded red", red(func(s *Situation) { s.Unchanged = true }), "unchanged", Quiet},
		{"nothing changed since our refusal", red(func(s *Situation) { s.Unchanged, s.Refusals = true, 1 }), "blocks-reached", Release},
		{"nothing changed since the first of two", red(func(s *Situation) { s.Unchanged, s.Refusals, s.Blocks = true, 1, 2 }), "refuse", Refuse},
		{"no turn key, other things fail", red(func(s *Situation) { s.Turn, s.InRow = false, 3 }), "refuse", Refuse},
		{"no turn key, the same fails", red(func(s *Situation) { s.Turn, s.InRow, s.Same = false, 1, true }), "blocks-reached", Release},
		{"no turn key, seven in a row", red(func(s *Situation) { s.Turn, s.InRow = false, 7 }), "blocks-reached", Release},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := Decide(&c.in); got.Row != c.row || got.Action != c.action {
				t.Errorf("got %+v", got)
			}
		})
	}
}

// TestEverySituation holds the promises of the table over all small situations.
func TestEverySituation(t *testing.T) {
	n := 0
	seen := map[string]int{}
	each := func(s Situation) {
		n++
		a := *Decide(&s)
		seen[a.Row]++
		early := DecideEarly(&s)
		broken := ""
		switch {
		case a == (Answer{}):
			broken = "no answer"
		case early != nil && *early != a:
			broken = "the early answer is another one"
		case a.Action == Refuse && s.Green:
			broken = "a green verdict is refused"
		case a.Action == Refuse && (s.Twin || s.Plan):
			broken = "refused where no verdict is asked for"
		case a.Action == Refuse && s.Turn && s.Blocks <= 1 && s.Refusals >= 1:
			broken = "refused twice in a turn"
		case a.Action == Refuse && s.Turn && (s.Refusals >= maxBlocks || s.Cap > 1 && s.Refusals >= s.Cap-1):
			broken = "refused more often than the bound"
		case a.Action == Refuse && !s.Turn && s.InRow >= maxBlocks:
			broken = "refused an eighth time in a row"
		case a.Action == Refuse && !s.State && s.Guard != GuardClear:
			broken = "refused where nothing counts"
		case a.Action == Release && s.State && s.Turn && s.Refusals == 0:
			broken = "released before our first refusal"
		case a.Action == Release && s.Green:
			broken = "a green turn is written down as released"
		case a.Action == Deferred && (s.Deferred >= maxDeferred || !s.State):
			broken = "deferred without an end"
		case early != nil && a.Action == Refuse:
			broken = "refused without a verdict"
		}
		if broken != "" {
			t.Fatalf("%s: %+v gives %+v", broken, s, a)
		}
	}
	every(func(pick func(n int) int) {
		bit := func() bool { return pick(2) == 1 }
		count := []int64{0, 1, 2, 6, 7, 8}[pick(6)]
		each(Situation{
			Twin: bit(), Others: int64(pick(2)), Deferred: []int64{0, 4, 5, 6}[pick(4)],
			Plan: bit(), Green: bit(), Turn: bit(), Refusals: count, InRow: count, Same: bit(),
			Blocks: []int64{-1, 0, 1, 2, 7, 1 << 62}[pick(6)], Cap: []int64{0, 1, 2, 8}[pick(4)],
			Unchanged: bit(), State: bit(), Guard: Guard(pick(3)),
		})
	})
	for i := range answers {
		if seen[answers[i].Row] == 0 {
			t.Errorf("no situation is answered by %s", answers[i].Row)
		}
	}
	t.Logf("%d situations: %v", n, seen)
}

// TestNoEndlessTurn plays a harness that goes on after every refusal, on a tree that stays red, with every
// kind of guard and memory, and counts the refusals until the turn ends.
func TestNoEndlessTurn(t *testing.T) {
	const long = 40
	const none, untrusted, truthful = 0, 1, 2 // and one that is always true
	every(func(pick func(n int) int) {
		blocks, limit := []int64{0, 1, 3, 100}[pick(4)], []int64{0, 1, 4, 8}[pick(4)]
		turn, state, changing, guard := pick(2) == 1, pick(2) == 1, pick(2) == 1, pick(4)
		name := fmt.Sprintf("blocks %d cap %d turn %v state %v changing %v guard %d", blocks, limit, turn, state, changing, guard)
		refusals := int64(0)
		for stops := 0; ; stops++ {
			if stops == long {
				t.Fatalf("%s: %d refusals and no end", name, refusals)
			}
			s := Situation{Turn: turn, Blocks: blocks, Cap: limit, State: state, Same: refusals > 0 && !changing}
			if state {
				s.Refusals, s.InRow = refusals, refusals
			}
			switch {
			case guard == none, guard == untrusted:
				s.Guard = GuardNone
			case guard == truthful && refusals == 0:
				s.Guard = GuardClear
			default:
				s.Guard = GuardSet
			}
			if Decide(&s).Action != Refuse {
				break
			}
			refusals++
		}
		most := max(1, min(blocks, maxBlocks))
		if !turn && changing {
			most = maxBlocks
		}
		if refusals > most {
			t.Errorf("%s: %d refusals", name, refusals)
		}
		if state && refusals == 0 {
			t.Errorf("C4 %s: released before the first refusal", name)
		}
	})
}

// every calls f once for each combination of what its picks can give.
func every(f func(pick func(n int) int)) {
	for i := 0; ; i++ {
		left := i
		f(func(n int) int {
			v := left % n
			left /= n
			return v
		})
		if left > 0 {
			return
		}
	}
}

func TestGuard(t *testing.T) {
	r, _ := Lookup("codex")
	loose := *r
	loose.GuardTrusted = false
	for _, c := range []struct {
		row  *Row
		in   Payload
		want Guard
	}{
		{r, Payload{}, GuardNone}, {r, Payload{GuardKnown: true}, GuardClear}, {r, Payload{GuardKnown: true, Guard: true}, GuardSet},
		{&loose, Payload{GuardKnown: true, Guard: true}, GuardNone},
	} {
		if got := c.row.Guard(&c.in); got != c.want {
			t.Errorf("%+v of a row that trusts %v: got %d", c.in, c.row.GuardTrusted, got)
		}
	}
}
