package core

import (
	"strings"

	"github.com/stile-gate/stile/core/check"
	"github.com/stile-gate/stile/core/fact"
	"github.com/stile-gate/stile/core/harness"
)

// hook is one end of turn under way to its answer.
type hook struct {
	*eval
	row     *harness.Row     // nil for an unknown harness
	payload *harness.Payload // an empty one until it was read
	event   string
	dirs    []*project
	near    string // directory of the nearest project, where dated lines go
	session fact.Session
	at      harness.Situation
	found   *judgement // nil where nothing was measured
	said    []string   // lines for the owner
	writes  []fact.Write
}

// replyHook answers a harness: first what needs no verdict, then the verdict, then the claim on which the
// answer rests. Whatever is wrong with the transport lets the turn end.
func replyHook(e *eval) *fact.Reply {
	h := &hook{eval: e, payload: &harness.Payload{}}
	if word, detail, ok := h.readTransport(); !ok {
		return nil
	} else if word != "" {
		return h.notEvaluated(word, detail)
	}
	list, ok := e.projects(h.payload.Cwd)
	if !ok {
		return nil
	}
	if len(list) == 0 {
		return h.notEvaluated(harness.FaultProject, "")
	}
	h.dirs, h.near = list, h.nearest(list[0].dir)
	f := e.need(h.askFor(fact.IDState))
	tree := e.tree(list)
	if f == nil || tree == nil {
		return nil
	}
	if e.rec.Header.Flag("crashed") && !h.note(harness.FaultCrashed) {
		// Before anything is measured: what ended the last hook may end this one too.
		return nil
	}
	e.read(f, h.session.Fields)
	var seen fact.Tree
	e.read(tree, seen.Fields)
	h.situate(seen.Digest, seen.Closed == 0)
	if a := harness.DecideEarly(&h.at); a != nil {
		if a.Action != harness.Deferred {
			return h.answer(a)
		}
		switch c := h.claim(a.Action, 0); {
		case c == nil:
			return nil
		case c.Outcome != "failed":
			return h.answer(a)
		default:
			// A deferral that cannot be counted might never end: measure instead.
			h.forget(c)
		}
	}
	// What an answered tree would be let go for needs no measuring to be let go.
	if a := harness.Decide(&h.at); a.Action == harness.Quiet {
		return h.answer(a)
	}
	if h.found = e.judge(list); h.found == nil {
		return nil
	}
	h.at.Green = h.found.verdict == check.Green
	h.at.Same = h.session.Fingerprint != "" && h.session.Fingerprint == h.fingerprint()
	return h.answer(harness.Decide(&h.at))
}

// readTransport looks at everything that can keep a stop from being asked about; word is "" when nothing does,
// false that the payload is still wanted.
func (h *hook) readTransport() (word, detail string, ok bool) {
	header := &h.rec.Header
	row, known := harness.Lookup(header.Harness)
	if !known {
		return harness.FaultHarness, header.Harness, true
	}
	h.row = row
	for _, f := range header.Flags {
		if bad, ok := strings.CutPrefix(f, "unknown-argument="); ok {
			return harness.FaultArgument, bad, true
		}
	}
	f := h.need(askFor(fact.IDPayload))
	switch {
	case f == nil:
		return "", "", false
	case f.State == fact.Absent:
		return harness.FaultEmpty, "", true
	case f.State == fact.Unreadable:
		return harness.FaultPayload, f.Why, true
	}
	var p fact.Payload
	h.read(f, p.Fields)
	payload, readable := harness.ParsePayload(p.Read)
	switch {
	case !readable:
		return harness.FaultPayload, "", true
	case payload.Unreadable == "empty":
		return harness.FaultEmpty, "", true
	case payload.Unreadable != "":
		return harness.FaultPayload, payload.Unreadable, true
	}
	h.payload, h.event = payload, p.Event
	if !payload.Ends {
		return harness.FaultEvent, payload.Event, true
	}
	return "", "", true
}

// askFor begins a question that says whose state this is and which event it is about.
func (h *hook) askFor(id string) *question {
	p := h.payload
	return askFor(id).with("agent", p.Agent).with("event", h.event).with("harness", h.row.ID).with("session", p.Session).with("turn", p.Turn)
}

func (h *hook) situate(tree string, whole bool) {
	p, s, at := h.payload, &h.session, &h.at
	at.Twin, at.Others, at.Deferred = s.Answered, p.Others, s.Deferred
	at.Plan, at.Turn = p.Plan, p.Turn != ""
	at.Refusals, at.InRow, at.Cap = s.Refusals, s.InRow, h.row.Cap
	// Where parts of the tree cannot be read an equal digest proves nothing, and a green is measured again; what
	// is red has been said.
	at.Unchanged = tree != "" && tree == s.LastTree && (whole || s.LastVerdict != string(check.Green))
	at.State, at.Guard = p.Session != "" && s.Writable, h.row.Guard(p)
	for _, d := range h.dirs {
		at.Blocks = max(at.Blocks, d.policy.Blocks)
	}
}

func (h *hook) fingerprint() string { return fingerprint(h.found.marks()) }

// tries bounds how often a refusal is claimed anew because the count of refusals had moved.
const tries = 3

// answer turns the row of the answer table into bytes, having claimed what has to be claimed.
func (h *hook) answer(a *harness.Answer) *fact.Reply {
	expect := h.at.Refusals
	if !h.at.Turn {
		expect = 0
		if h.at.Same {
			expect = h.at.InRow
		}
	}
	for range tries {
		if a.Action == harness.Quiet {
			return h.reply(a.Row, "")
		}
		if a.Action == harness.NotEvaluated {
			if h.payload.Session == "" {
				return h.notEvaluated(harness.FaultSession, "")
			}
			return h.notEvaluated(harness.FaultState, h.session.Why)
		}
		c := h.claim(a.Action, expect)
		switch {
		case c == nil:
			return nil
		case c.Outcome == "same-event":
			return h.reply(harness.Decide(&harness.Situation{Twin: true}).Row, "")
		case c.Outcome == "earlier":
			expect = c.N
			if h.at.Turn {
				h.at.Refusals = c.N
			}
			a = harness.Decide(&h.at)
			continue
		case c.Outcome == "failed" && h.at.State:
			h.forget(c)
			if a.Action == harness.Refuse {
				a = harness.Decide(&h.at)
				continue
			}
		}
		return h.say(a)
	}
	return h.notEvaluated(harness.FaultState, "the count of refusals kept moving")
}

// forget makes the situation that of somebody without state, because a claim could not be made.
func (h *hook) forget(c *fact.Claim) { h.at.State, h.session.Why = false, c.Why }

// say puts a claimed answer into words.
func (h *hook) say(a *harness.Answer) *fact.Reply {
	reason := ""
	switch a.Action {
	case harness.Deferred:
		fact.Push(&h.said, harness.SaidDeferred(h.payload.Others, h.session.Deferred+1))
	case harness.Release:
		if !h.release() {
			return nil
		}
	case harness.Refuse:
		c := h.changed()
		if c == nil {
			return nil
		}
		reason, _ = h.refusal(c)
	}
	return h.reply(a.Row, reason)
}

// claim asks for the right to give an answer; nil when its outcome is still wanted.
func (h *hook) claim(action harness.Action, expect int64) *fact.Claim {
	if !h.at.State {
		return &fact.Claim{Outcome: "failed"}
	}
	id := fact.PreClaim + string(action)
	if action == harness.Refuse {
		id += ":" + fact.Itoa(expect)
	}
	q := h.askFor(id).with("action", string(action)).with("expect", fact.Itoa(expect))
	if j := h.found; j != nil {
		tree, settled := j.after(h.eval)
		if !settled {
			return nil
		}
		var shown []string
		if action == harness.Refuse {
			// Only what the refusal has room for will have been shown.
			changed := h.changed()
			if changed == nil {
				return nil
			}
			_, shown = h.refusal(changed)
		}
		q.with("tree", tree).with("verdict", string(j.verdict)).with("fingerprint", h.fingerprint()).list("findings", shown)
	}
	f := h.need(q)
	if f == nil {
		return nil
	}
	c := &fact.Claim{}
	h.read(f, c.Fields)
	if c.Outcome == "won" && action != harness.Green {
		// A green is answered by silence, and its claim says so already.
		write(&h.writes, "printed", id, "")
	}
	return c
}

// after is the digest of the tree that this answer covers. A green covers only a tree that the checks left as
// it was; for any other verdict, what the checks themselves left behind is no new work of the agent's.
func (j *judgement) after(e *eval) (tree string, settled bool) {
	moved := false
	for _, it := range j.items {
		if it.due && !it.reused && it.measure != nil && it.measure.Started {
			moved = moved || !it.stood(j)
		}
	}
	switch {
	case j.verdict == check.Green && (moved || j.closed):
		return "", true
	case !moved:
		return j.tree, true
	}
	f := e.need(askFor(fact.IDTreeAfter).list("outputs", outputs(j.projects)))
	if f == nil {
		return "", false
	}
	var seen fact.Tree
	e.read(f, seen.Fields)
	return seen.Digest, true
}
