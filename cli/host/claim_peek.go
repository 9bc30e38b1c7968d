package host

import "github.com/stile-gate/stile/core/fact"

// Session peeks at what earlier stops left and at whether a claim could be made. It changes nothing.
func (s *Store) Session(k Key, root, event, turn string) fact.Session {
	s.Bind(root)
	var out fact.Session
	if out.Why = s.refused(); out.Why != "" {
		return out
	}
	out.LastTree, out.LastVerdict = s.lastAnswer(root)
	if k.Session == "" {
		out.Why = "no session id"
		return out
	}
	h, err := readHistory(s.sessionPath(k.name()))
	if err != nil {
		out.Why = briefly(err)
		return out
	}
	h.settle(s.now())
	out.Fingerprint = h.lastRefusal()
	records := h.turn(bounded(turn), out.Fingerprint)
	out.Refusals = refusals(records)
	out.Released = released(records)
	out.InRow = refusals(h.sinceGreen())
	out.Deferred = h.deferredInRow()
	out.Known = h.shown()
	_, out.Answered = h.ofEvent(bounded(event))
	out.Why = s.probe(s.sessionPath(k.name()))
	out.Writable = out.Why == ""
	return out
}

func released(records []record) bool {
	for i := range records {
		if r := &records[i]; r.action == "release" && r.answered {
			return true
		}
	}
	return false
}
