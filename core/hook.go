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
	row     *harness.Row // nil for an unknown harness
	payload harness.Payload
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
	h := &hook{eval: e}
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
	f := e.need(fact.IDState, h.key()...)
	tree := e.tree(list)
	if f == nil || tree == nil {
		return nil
	}
	if e.rec.Header.Flag("crashed") && !h.note(harness.FaultCrashed) {
		// Before anything is measured: what ended the last hook may end this one too.
		return nil
	}
	h.session = into[fact.Session](e, f)
	seen := into[fact.Tree](e, tree)
	h.situate(seen.Digest, seen.Closed == 0)
	if a, ok := harness.DecideEarly(h.at); ok {
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
	if a := harness.Decide(h.at); a.Action == harness.Quiet {
		return h.answer(a)
	}
	if h.found = e.judge(list); h.found == nil {
		return nil
	}
	h.at.Green = h.found.verdict == check.Green
	h.at.Same = h.session.Fingerprint != "" && h.session.Fingerprint == h.fingerprint()
	return h.answer(harness.Decide(h.at))
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
	f := h.need(fact.IDPayload)
	switch {
	case f == nil:
		return "", "", false
	case f.State == fact.Absent:
		return harness.FaultEmpty, "", true
	case f.State == fact.Unreadable:
		return harness.FaultPayload, f.Why, true
	}
	p := into[fact.Payload](h.eval, f)
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

// key names whose state this is and which event it is about.
func (h *hook) key() []fact.Arg {
	p := &h.payload
	return []fact.Arg{arg("agent", p.Agent), arg("event", h.event), arg("harness", h.row.ID), arg("session", p.Session), arg("turn", p.Turn)}
}

func (h *hook) situate(tree string, whole bool) {
	p, s := &h.payload, &h.session
	h.at = harness.Situation{
		Twin: s.Answered, Others: p.Others, Deferred: s.Deferred,
		Plan: p.Plan,
		Turn: p.Turn != "", Refusals: s.Refusals, InRow: s.InRow, Cap: h.row.Cap,
		// Where parts of the tree cannot be read an equal digest proves nothing, and a green is measured again; what
		// is red has been said.
		Unchanged: tree != "" && tree == s.LastTree && (whole || s.LastVerdict != string(check.Green)),
		State:     p.Session != "" && s.Writable, Guard: h.row.Guard(p),
	}
	for _, d := range h.dirs {
		h.at.Blocks = max(h.at.Blocks, d.policy.Blocks)
	}
}

func (h *hook) fingerprint() string { return fingerprint(h.found.marks()) }

// tries bounds how often a refusal is claimed anew because the count of refusals had moved.
const tries = 3

// answer turns the row of the answer table into bytes, having claimed what has to be claimed.
func (h *hook) answer(a harness.Answer) *fact.Reply {
	expect := h.at.Refusals
	if !h.at.Turn && h.at.Same {
		expect = h.at.InRow
	} else if !h.at.Turn {
		expect = 0
	}
	for range tries {
		if a.Action == harness.Quiet {
			return h.reply(a, "")
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
			return h.reply(harness.Decide(harness.Situation{Twin: true}), "")
		case c.Outcome == "earlier":
			expect = c.N
			if h.at.Turn {
				h.at.Refusals = c.N
			}
			a = harness.Decide(h.at)
			continue
		case c.Outcome == "failed" && h.at.State:
			h.forget(c)
			if a.Action == harness.Refuse {
				a = harness.Decide(h.at)
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
func (h *hook) say(a harness.Answer) *fact.Reply {
	switch a.Action {
	case harness.Deferred:
		h.said = append(h.said, harness.SaidDeferred(h.payload.Others, h.session.Deferred+1))
	case harness.Release:
		if !h.release() {
			return nil
		}
	case harness.Refuse:
		c := h.need(fact.IDChanged)
		if c == nil {
			return nil
		}
		text, _ := h.refusal(changedOf(h.eval, c))
		return h.reply(a, text)
	}
	return h.reply(a, "")
}

// claim asks for the right to give an answer; nil when its outcome is still wanted.
func (h *hook) claim(action harness.Action, expect int64) *fact.Claim {
	args := append(h.key(), arg("action", string(action)), arg("expect", fact.Itoa(expect)))
	if !h.at.State {
		return &fact.Claim{Outcome: "failed"}
	}
	if j := h.found; j != nil {
		tree, settled := j.after(h.eval)
		if !settled {
			return nil
		}
		var shown []string
		if action == harness.Refuse {
			// Only what the refusal has room for will have been shown.
			changed := h.need(fact.IDChanged)
			if changed == nil {
				return nil
			}
			_, shown = h.refusal(changedOf(h.eval, changed))
		}
		args = append(args, arg("tree", tree), arg("verdict", string(j.verdict)), arg("fingerprint", h.fingerprint()),
			arg("findings", shown...))
	}
	id := fact.PreClaim + string(action)
	if action == harness.Refuse {
		id += ":" + fact.Itoa(expect)
	}
	f := h.need(id, args...)
	if f == nil {
		return nil
	}
	c := into[fact.Claim](h.eval, f)
	if c.Outcome == "won" && action != harness.Green {
		// A green is answered by silence, and its claim says so already.
		h.writes = append(h.writes, fact.Write{Kind: "printed", Name: id})
	}
	return &c
}

// after is the digest of the tree that this answer covers. A green covers only a tree that the checks left as
// it was; for any other verdict, what the checks themselves left behind is no new work of the agent's.
func (j *judgement) after(e *eval) (tree string, settled bool) {
	moved := false
	for _, it := range j.items() {
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
	f := e.need(fact.IDTreeAfter, arg("outputs", outputs(j.projects)...))
	if f == nil {
		return "", false
	}
	return into[fact.Tree](e, f).Digest, true
}
