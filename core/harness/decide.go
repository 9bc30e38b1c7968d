package harness

// Guard is what a payload's own loop flag is worth.
type Guard byte

const (
	GuardNone  Guard = iota // absent, or of a row whose flag is not to be trusted
	GuardClear              // this turn has had no refusal
	GuardSet                // this turn has had a refusal, ours or another tool's
)

// Guard reads the payload's flag as far as the row vouches for it.
func (r *Row) Guard(p *Payload) Guard {
	switch {
	case !r.GuardTrusted || !p.GuardKnown:
		return GuardNone
	case p.Guard:
		return GuardSet
	}
	return GuardClear
}

// A Situation is everything that the answer to one end of turn depends on, once it could be asked about: a fault of
// the transport is answered without one, by SaidFault.
type Situation struct {
	Twin bool // another hook has claimed this very event

	Others   int64 // other agents of this session that still work
	Deferred int64 // deferrals in a row so far

	Plan  bool // the harness says plan mode
	Green bool

	Turn     bool  // the payload names its turn
	Refusals int64 // refusals in this turn; read where Turn is true
	InRow    int64 // refusals since the last green; read where Turn is false
	Same     bool  // the fingerprint is that of this session's last refusal; read where Turn is false

	Blocks int64 // hook.blocks as the policy states it
	Cap    int64 // the row's

	Unchanged bool // the tree is, to the digest, the one of the last verdict that was answered here
	State     bool // there is a session id, and what is claimed under it will be remembered
	Guard     Guard
}

// An Action is what is done about an end of turn. Release lets a turn end that has had its refusals,
// NotEvaluated one that could not be judged or held; Green and Quiet say nothing.
type Action string

// The actions; those that are claimed first carry the claim's name.
const (
	Quiet        Action = "quiet"
	Deferred     Action = "deferred"
	Green        Action = "green"
	Release      Action = "release"
	NotEvaluated Action = "not-evaluated"
	Refuse       Action = "refuse"
)

// An Answer is a row of the answer table: its name, and what is done.
type Answer struct {
	Row    string
	Action Action
}

// maxDeferred ends a row of deferrals: work that never ends is no reason never to judge. maxBlocks bounds the
// refusals of one turn in a harness that has no bound itself.
const (
	maxDeferred = 5
	maxBlocks   = 7
)

// A rule is a row of the answer table: the answer, whether it is one without a verdict, and its condition.
type rule struct {
	Answer
	early bool
	when  func(s *Situation) bool
}

// answers is the answer table; the first row whose condition holds decides.
var answers = [...]rule{
	// Another hook answers this very event.
	{Answer{"twin", Quiet}, true, func(s *Situation) bool { return s.Twin }},
	// Another agent still works on this tree; the stop after it decides.
	{Answer{"others-work", Deferred}, true, func(s *Situation) bool { return s.Others > 0 && s.State && s.Deferred < maxDeferred }},
	// Nothing is refused in plan mode.
	{Answer{"plan-mode", Quiet}, true, func(s *Situation) bool { return s.Plan }},
	// Every check that is due passed.
	{Answer{"green", Green}, false, func(s *Situation) bool { return s.Green }},
	// This turn has had its refusals.
	{Answer{"blocks-reached", Release}, false, func(s *Situation) bool { return s.spent() }},
	// Nothing changed since the last answered verdict.
	{Answer{"unchanged", Quiet}, false, func(s *Situation) bool { return s.Unchanged && s.refusals() == 0 }},
	// A refusal could not be counted here, so it might never end.
	{Answer{"no-state", NotEvaluated}, false, func(s *Situation) bool { return !s.State && s.Guard == GuardNone }},
	// The verdict does not open.
	{Answer{"refuse", Refuse}, false, func(s *Situation) bool { return true }},
}

func decide(s *Situation) *rule {
	i := 0
	for !answers[i].when(s) { // the last row's condition always holds
		i++
	}
	return &answers[i]
}

// Decide gives the answer to an end of turn.
func Decide(s *Situation) *Answer { return &decide(s).Answer }

// DecideEarly gives the answer where it needs no verdict, so that nothing has to be measured; nil where it does.
func DecideEarly(s *Situation) *Answer {
	if r := decide(s); r.early {
		return &r.Answer
	}
	return nil
}

// limit is how often one turn is refused: what the policy says, within what the harness honours.
func (s *Situation) limit() int64 {
	top := int64(maxBlocks)
	if s.Cap > 0 {
		top = s.Cap - 1
	}
	return max(1, min(s.Blocks, top))
}

// refusals counts those of this turn. Where no payload names a turn, one lasts until green or until other
// things fail.
func (s *Situation) refusals() int64 {
	switch {
	case s.Turn:
		return s.Refusals
	case s.Same, s.Unchanged:
		return s.InRow
	}
	return 0
}

// spent says whether this turn is over its refusals. Where nothing is remembered the harness's flag is the
// count, and one bit counts to one. Where something is, another tool's refusal is not ours: the flag is not
// looked at.
func (s *Situation) spent() bool {
	if s.refusals() >= s.limit() {
		return true
	}
	if !s.Turn && s.InRow >= maxBlocks {
		return true
	}
	return !s.State && s.Guard == GuardSet
}
