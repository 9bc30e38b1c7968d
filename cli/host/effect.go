package host

import (
	"github.com/stile-gate/stile/core/fact"
)

// claimed is a claim made in this run: whose, and for which event, so that its answer can be marked as printed.
type claimed struct {
	key   Key
	event string
}

func keyOf(w *fact.Want) Key {
	return Key{Harness: w.Get("harness"), Session: w.Get("session"), Agent: w.Get("agent")}
}

func (h *Host) serveState(w *fact.Want) fact.Fact {
	s := h.State.Session(keyOf(w), h.root, w.Get("event"), w.Get("turn"))
	return fact.Of(w.ID, &s)
}

func (h *Host) serveClaim(w *fact.Want) fact.Fact {
	expect, _ := fact.ParseInt(w.Get("expect"))
	c := h.State.Claim(keyOf(w), h.root, ClaimRequest{
		Action: w.Get("action"), Event: w.Get("event"), Turn: w.Get("turn"), Tree: w.Get("tree"),
		Verdict: w.Get("verdict"), Fingerprint: w.Get("fingerprint"), Findings: w.List("findings"), Expect: expect,
	})
	h.claims[w.ID] = claimed{key: keyOf(w), event: w.Get("event")}
	return fact.Of(w.ID, &c)
}

func (h *Host) serveAppend(w *fact.Want) fact.Fact {
	a := h.State.AppendLine(h.root, w.Get("project"), w.Get("line"), h.Now(), w.Get("session"), w.Get("once"))
	return fact.Of(w.ID, &a)
}

// Finish makes the writes that a reply asks for. Call it once its bytes have been printed; it is best effort,
// because a verdict never depends on a write that comes after it.
func (h *Host) Finish(r *fact.Reply, rec *fact.Recording) {
	for _, w := range r.Writes {
		switch w.Kind {
		case "result":
			var m fact.Measure
			if f, ok := rec.Get(w.Value); ok && f.Into(&m) && h.keys[w.Value] != "" {
				h.State.PutResult(h.keys[w.Value], m)
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
}
