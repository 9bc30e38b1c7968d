package line

import (
	"strings"

	"github.com/stile-gate/stile/core/fact"
)

// A Journal entry says what one hook or check answered, in counts and fixed words only: no path, no name of a
// check, nothing of the tree. It stays in the operator's state directory.
//
//	2026-11-30T12:00:00Z answer=refuse harness=claude-code event=Stop verdict=red checks=3 failed=1 not-run=0 reused=0 findings=0 refusals=0 others=0 why=-
type Journal struct {
	Time     string // TimeForm; "" leaves it to whoever writes the line
	Answer   string // row of the answer table, or the verb
	Harness  string
	Event    string
	Verdict  string // "" where nothing was judged
	Checks   int64  // due ones
	Failed   int64
	NotRun   int64
	Reused   int64
	Findings int64
	Refusals int64 // earlier ones of this turn
	Others   int64 // other agents that still worked
	Why      string
}

// field is one key of a journal line; it serves both directions.
type field struct {
	key  string
	word *string
	n    *int64
}

func (x *Journal) fields() [12]field {
	return [...]field{
		{key: "answer", word: &x.Answer}, {key: "harness", word: &x.Harness}, {key: "event", word: &x.Event},
		{key: "verdict", word: &x.Verdict}, {key: "checks", n: &x.Checks}, {key: "failed", n: &x.Failed},
		{key: "not-run", n: &x.NotRun}, {key: "reused", n: &x.Reused}, {key: "findings", n: &x.Findings},
		{key: "refusals", n: &x.Refusals}, {key: "others", n: &x.Others}, {key: "why", word: &x.Why},
	}
}

// Append appends the line to what must be empty or end in an end of line; it writes no end of line itself.
func (x *Journal) Append(b []byte) []byte { return append(b, x.Text()...) }

// Text is the line.
func (x *Journal) Text() string {
	b := timed(nil, x.Time)
	for _, f := range x.fields() {
		if f.word != nil {
			b = part(b, f.key, word(*f.word))
		} else {
			b = part(b, f.key, fact.Itoa(*f.n))
		}
	}
	return string(b)
}

// ParseJournal reads a line as Append writes it, and nothing else: a torn one is not one.
func ParseJournal(s string) (Journal, bool) {
	var x Journal
	var rest string
	x.Time, rest = CutTime(s)
	parts := strings.Split(rest, " ")
	fields := x.fields()
	if len(parts) != len(fields) {
		return Journal{}, false
	}
	for i, f := range fields {
		_, v, _ := fact.Cut(parts[i], "=")
		if f.word != nil {
			*f.word = empty(v)
		} else {
			*f.n, _ = fact.ParseInt(v)
		}
	}
	if x.Text() != s {
		return Journal{}, false
	}
	return x, true
}
