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

// fields calls each for every key of a line, with its word or its count; that list serves both directions.
func (x *Journal) fields(each func(key string, text *string, n *int64)) {
	each("answer", &x.Answer, nil)
	each("harness", &x.Harness, nil)
	each("event", &x.Event, nil)
	each("verdict", &x.Verdict, nil)
	each("checks", nil, &x.Checks)
	each("failed", nil, &x.Failed)
	each("not-run", nil, &x.NotRun)
	each("reused", nil, &x.Reused)
	each("findings", nil, &x.Findings)
	each("refusals", nil, &x.Refusals)
	each("others", nil, &x.Others)
	each("why", &x.Why, nil)
}

// Append appends the line to what must be empty or end in an end of line; it writes no end of line itself.
func (x *Journal) Append(b []byte) []byte { return append(b, x.Text()...) }

// Text is the line.
func (x *Journal) Text() string {
	b := timed(nil, x.Time)
	x.fields(func(key string, text *string, n *int64) {
		if text != nil {
			b = part(b, key, word(*text))
		} else {
			b = part(b, key, fact.Itoa(*n))
		}
	})
	return string(b)
}

// ParseJournal reads a line as Append writes it, and nothing else: a torn one is not one.
func ParseJournal(s string) (Journal, bool) {
	var x Journal
	var rest string
	x.Time, rest = CutTime(s)
	parts := strings.Split(rest, " ")
	x.fields(func(_ string, text *string, n *int64) {
		if len(parts) == 0 {
			return
		}
		_, v, _ := fact.Cut(parts[0], "=")
		parts = parts[1:]
		if text != nil {
			*text = empty(v)
		} else {
			*n, _ = fact.ParseInt(v)
		}
	})
	if x.Text() != s {
		return Journal{}, false
	}
	return x, true
}
