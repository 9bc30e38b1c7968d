package conformance

import (
	"bytes"
	"slices"
	"testing"

	"github.com/stile-gate/stile/core"
	"github.com/stile-gate/stile/core/fact"
	"github.com/stile-gate/stile/core/scan"
)

// TestAnyOrderGivesTheReply plays every recording that ends in a reply again, one fact at a time, the last wanted one
// first and then the first one first: the order in which results come in decides nothing.
func TestAnyOrderGivesTheReply(t *testing.T) {
	played := 0
	for _, v := range vectors(t) {
		whole, why := fact.ParseRecording(v.body)
		if v.call != "eval" || why != "" || v.reply(v.answer).Reply == nil {
			continue
		}
		played++
		for _, last := range []bool{true, false} {
			rec := &fact.Recording{Header: whole.Header}
			for range len(whole.Facts) + 1 {
				answer := core.Eval(rec.Append(nil))
				a, _ := core.ParseAnswer(answer)
				if a == nil || len(a.Want) == 0 {
					if !bytes.Equal(answer, v.answer) {
						t.Errorf("%s: one fact at a time: %s", v.name, answer)
					}
					break
				}
				next := a.Want[0].ID
				if last {
					next = a.Want[len(a.Want)-1].ID
				}
				f, ok := whole.Get(next)
				if !ok {
					t.Errorf("%s: wants %s, which the recording does not hold", v.name, next)
					break
				}
				rec.Put(*f)
			}
		}
	}
	if played < 100 {
		t.Errorf("only %d recordings were played", played)
	}
}

// TestAnyCutGivesTheReport reads every report of one chunk again in two, cut at each of its line ends.
func TestAnyCutGivesTheReport(t *testing.T) {
	one := fact.AppendFrame(fact.AppendFrame(nil, nil), []byte("last"))
	cuts, named := 0, 0
	for _, v := range vectors(t) {
		q, ok := fact.Frames(v.body, 3)
		if v.call != "read" || !ok || !bytes.HasPrefix(q[1], one) || bytes.HasPrefix(v.answer, []byte(`{"fault"`)) || scan.IsDocument(v.kind) {
			continue
		}
		names := q[1][len(one):]
		for i, c := range q[2] {
			if c != '\n' {
				continue
			}
			if cuts++; len(names) > 0 {
				named++
			}
			first := core.Read(q[0], slices.Concat(fact.AppendFrame(fact.AppendFrame(nil, nil), nil), names), q[2][:i+1])
			got := core.Read(q[0], slices.Concat(fact.AppendFrame(fact.AppendFrame(nil, first), []byte("last")), names), q[2][i+1:])
			if !bytes.Equal(got, v.answer) {
				t.Errorf("%s: cut behind byte %d: %s", v.name, i, got)
			}
		}
	}
	if cuts < 200 || named < 30 {
		t.Errorf("only %d cuts were tried, %d of them with wanted cases", cuts, named)
	}
}
