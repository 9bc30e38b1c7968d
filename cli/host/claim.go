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
		owner: thisOwner(), findings: storedFindings(c.Findings),
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
	if err := appendState(path, h.torn, r.line(nil)); err != nil {
		return fact.Claim{}, err
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

// Printed marks this process's claim of event as answered: its bytes have been written. Only now the tree counts
// as one that a gate-hook has answered. Best effort.
func (s *Store) Printed(k Key, event string) {
	if s.refused() != "" || k.Session == "" {
		return
	}
	name := k.name()
	l, err := s.lock(name, lockWait)
	if err != nil {
		return
	}
	defer l.Unlock()
	h, err := readHistory(s.sessionPath(name))
	if err != nil {
		return
	}
	event = bounded(event)
	for i := len(h.records) - 1; i >= 0; i-- {
		r := &h.records[i]
		if r.event != event || r.owner != thisOwner() {
			continue
		}
		if !r.printed && appendState(s.sessionPath(name), h.torn, printedLine(nil, r)) == nil {
			s.keepAnswer(r)
		}
		return
	}
}

// judged are the actions whose verdict a later stop on the same tree need not hear again.
func (r *record) judged() bool {
	return r.action == "refuse" || r.action == "release" || r.action == "green"
}

func rootName(root string) string {
	if root == "" {
		return ""
	}
	return digest(realPath(root))[:32]
}

// overwrite writes a file of one line in place. A torn or mixed line does not match its checksum and is nobody's
// answer, and a file of its own each time would cost a stop more than everything else it keeps.
func overwrite(path string, line []byte) error {
	open := func() (*os.File, error) { return os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600) }
	if info, err := os.Lstat(path); err == nil && !info.Mode().IsRegular() {
		return errNotRegular
	}
	f, err := open()
	if errors.Is(err, os.ErrNotExist) && os.MkdirAll(filepath.Dir(path), 0o700) == nil {
		f, err = open()
	}
	if err != nil {
		return err
	}
	_, err = f.Write(line)
	return errors.Join(err, f.Close())
}

func (s *Store) keepAnswer(r *record) {
	if !r.judged() || !isHex(r.root, 32) || r.tree == "" {
		return
	}
	path := s.rootPath(r.root)
	_, err := os.Lstat(path)
	fresh := err != nil
	if overwrite(path, appendStateLine(nil, "answered", r.tree, r.verdict)) == nil && fresh {
		prune(filepath.Dir(path), s.now(), pruneAge, pruneCount, func(path string) bool {
			return filepath.Base(path) != r.root && os.Remove(path) == nil
		})
	}
}

// lastAnswer is the tree and the verdict of the last stop answered at root, in any session.
func (s *Store) lastAnswer(root string) (tree, verdict string) {
	if root == "" {
		return "", ""
	}
	b, _, err := readTail(s.rootPath(rootName(root)), 4<<10)
	if err != nil {
		return "", ""
	}
	line, ok := strings.CutSuffix(string(b), "\n")
	if w := parseStateLine(line); ok && len(w) == 3 && w[0] == "answered" {
		return w[1], w[2]
	}
	return "", ""
}

func isHex(s string, n int) bool {
	return len(s) == n && strings.Trim(s, "0123456789abcdef") == ""
}

// compact rewrites a session's file with what the counters need: the newest claims whole, of the older ones
// refusals, releases and the greens between them, and the findings shown. Best effort: the old file serves too.
func (h *history) compact(path string) {
	const whole, kept = 16, 32
	list := h.records
	recent := list[max(0, len(list)-whole):]
	var older []record
	for _, r := range list[:len(list)-len(recent)] {
		last := len(older) - 1
		switch {
		case r.action == "refuse" || r.action == "release":
			older = append(older, r)
		case r.action == "green" && last >= 0 && older[last].action != "green":
			older = append(older, r)
		}
	}
	older = older[max(0, len(older)-(kept-whole)):]
	b := appendStateLine(nil, append([]string{"known"}, h.shown()...)...)
	for _, part := range [2][]record{older, recent} {
		for i := range part {
			r := part[i]
			if r.answered {
				r.findings = nil // they stand in the known line
			}
			b = r.line(b)
			if r.printed {
				b = printedLine(b, &r)
			}
		}
	}
	_ = replace(path, b)
}
