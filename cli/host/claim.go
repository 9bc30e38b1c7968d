package host

import (
	"errors"
	"os"
	"path/filepath"
	"strings"

	"github.com/stile-gate/stile/core/fact"
)

// ClaimRequest asks for the right to answer one stop. Action is refuse, release, deferred, green or
// not-evaluated. Expect is the number of refusals of this turn that the core has seen; a refusal is only granted
// while it still holds. Findings are the fingerprints that a refusal shows in full.
type ClaimRequest struct {
	Action      string
	Event       string
	Turn        string
	Tree        string
	Verdict     string
	Fingerprint string
	Findings    []string
	Expect      int64
}

// maxClaims is how often one event may be claimed again after its owners died before printing.
const maxClaims = 3

// Claim asks for the right to answer this stop, before anything is printed. Of several processes that claim one
// event exactly one wins; whoever wins calls Printed once its answer is out.
func (s *Store) Claim(k Key, root string, c ClaimRequest) fact.Claim {
	s.Bind(root)
	why := s.refused()
	switch {
	case why != "":
	case k.Session == "":
		why = "no session id"
	case c.Event == "":
		why = "no event id"
	default:
		out, err := s.claim(k.name(), root, &c)
		if err == nil {
			return out
		}
		why = briefly(err)
	}
	return fact.Claim{Outcome: "failed", Why: why}
}

func (s *Store) claim(name, root string, c *ClaimRequest) (fact.Claim, error) {
	l, err := s.lock(name, lockWait)
	if err != nil {
		return fact.Claim{}, err
	}
	defer l.Unlock()
	path := s.sessionPath(name)
	h, err := readHistory(path)
	if err != nil {
		return fact.Claim{}, err
	}
	h.settle(s.now())
	event := bounded(c.Event)
	before, answered := h.ofEvent(event)
	switch {
	case answered:
		return fact.Claim{Outcome: "same-event"}, nil
	case before >= maxClaims:
		return fact.Claim{Outcome: "failed", Why: "claimed three times, never printed"}, nil
	}
	r := record{
		seq: h.nextSeq(), action: c.Action, event: event, turn: bounded(c.Turn), verdict: bounded(c.Verdict),
		fingerprint: bounded(c.Fingerprint), tree: bounded(c.Tree), root: rootName(root), at: s.now().Unix(),
		findings: storedFindings(c.Findings),
	}
	// A green is answered by silence: nothing can be lost on the way out, so its claim is its answer.
	silent := c.Action == "green"
	if !silent {
		r.owner = thisOwner()
	}
	r.ordinal = refusals(h.turn(r.turn, r.fingerprint))
	if c.Action == "refuse" && r.ordinal != c.Expect {
		return fact.Claim{Outcome: "earlier", N: r.ordinal}, nil
	}
	fresh := h.size == 0
	if fresh {
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			return fact.Claim{}, err
		}
	}
	text := r.line(nil)
	if silent {
		r.printed = true
		text = printedLine(text, &r)
	}
	if err := appendState(path, h.torn, text); err != nil {
		return fact.Claim{}, err
	}
	if silent {
		s.keepAnswer(&r)
	}
	if h.size > compactAbove {
		h.records = append(h.records, r)
		h.compact(path)
	}
	if fresh {
		s.pruneSessions(name)
	}
	return fact.Claim{Outcome: "won", N: r.ordinal}, nil
}

func storedFindings(list []string) []string {
	out := make([]string, 0, min(len(list), maxKnown))
	for _, f := range list[:min(len(list), maxKnown)] {
		if strings.Contains(f, ",") || f == "" {
			f = "#" + digest(f)
		}
		out = append(out, bounded(f))
	}
	return out
}

// appendState adds one line in one write, ending a torn one first. The caller holds the lock.
func appendState(path string, torn bool, line []byte) error {
	if torn {
		line = append([]byte{'\n'}, line...)
	}
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_APPEND|os.O_CREATE, 0o600)
	if err != nil {
		return err
	}
	_, err = f.Write(line)
	return errors.Join(err, f.Close())
}
