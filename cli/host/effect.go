package host

import (
	"cmp"

	"github.com/stile-gate/stile/core/fact"
	"github.com/stile-gate/stile/core/harness"
	"github.com/stile-gate/stile/core/line"
)

// claimed is a claim made in this run: whose, and for which event, so that its answer can be marked as printed.
type claimed struct {
	key   Key
	event string
}

// key is a session's in this tree: an agent that works in two repositories owes each of them an answer.
func (h *Host) key(w *fact.Want) Key {
	return Key{Harness: w.Get("harness"), Session: w.Get("session"), Agent: w.Get("agent"), Root: h.root}
}

func (h *Host) serveState(w *fact.Want) fact.Fact {
	s := h.State.Session(h.key(w), h.root, w.Get("event"), w.Get("turn"))
	return fact.Of(w.ID, &s)
}

func (h *Host) serveClaim(w *fact.Want) fact.Fact {
	expect, _ := fact.ParseInt(w.Get("expect"))
	c := h.State.Claim(h.key(w), h.root, ClaimRequest{
		Action: w.Get("action"), Event: w.Get("event"), Turn: w.Get("turn"), Tree: w.Get("tree"),
		Verdict: w.Get("verdict"), Fingerprint: w.Get("fingerprint"), Findings: w.List("findings"), Expect: expect,
	})
	h.claims[w.ID] = claimed{key: h.key(w), event: w.Get("event")}
	return fact.Of(w.ID, &c)
}

func (h *Host) serveAppend(w *fact.Want) fact.Fact {
	a := h.State.AppendLine(h.root, w.Get("project"), w.Get("line"), h.Now(), w.Get("session"), w.Get("once"))
	return fact.Of(w.ID, &a)
}

// NotEvaluated records that the turn was let go for a fault that the core could not tell of: in the
// journal and, with a project in sight, once a day in the tree.
func (h *Host) NotEvaluated(why string) {
	id := h.Harness
	if _, known := harness.Lookup(id); !known {
		id = "unknown"
	}
	j := line.Journal{Answer: line.NotEvaluated, Harness: id, Why: why}
	root, chain := h.root, h.projects.Chain
	if len(chain) == 0 {
		var dir string
		dir, root, _ = h.meant(h.Dir)
		_, chain = Chain(root, dir)
	}
	h.State.Bind(root)
	h.State.Journal(j.Text(), h.Now())
	if len(chain) > 0 {
		b := line.Bypass{Word: line.NotEvaluated, Harness: id, Session: line.SessionID(h.session), Why: why}
		h.State.AppendLine(root, chain[0], b.Text(), h.Now(), h.session, "day")
	}
}

func (h *Host) started() {
	if h.Started != nil {
		h.Started()
	}
}

// Finish makes the writes that a reply asks for. Call it once its bytes have been printed; it is best effort,
// because a verdict never depends on a write that comes after it. It says why a result could not be kept for
// reuse, "" when none was or all were.
func (h *Host) Finish(r *fact.Reply, rec *fact.Recording) (lost string) {
	for _, w := range r.Writes {
		switch w.Kind {
		case "result":
			var m fact.Measure
			if f, ok := rec.Get(w.Value); ok && f.Into(&m) && h.keys[w.Value] != "" {
				lost = cmp.Or(lost, h.State.PutResult(h.keys[w.Value], m))
			}
		case "journal":
			h.State.Journal(w.Value, h.Now())
		case "printed":
			if c, ok := h.claims[w.Name]; ok {
				h.State.Printed(c.key, c.event)
			}
		}
	}
	if h.cache != nil {
		h.cache.Save()
	}
	return lost
}
