package host

import (
	"slices"
	"strings"
	"time"

	"github.com/stile-gate/stile/core/fact"
)

const (
	maxHistory   = 1 << 20  // bytes read of a session's file; a longer one has been tampered with
	compactAbove = 32 << 10 // bytes; each stop of a session reads all of it
	maxKnown     = 500
	// graceLost is how many refusals of one scope may be lost to a crash before printing without being counted.
	// Beyond it they count: a state directory where "printed" can never be written must not refuse for ever.
	graceLost = 2
)

// A record is one claim as its line tells it.
type record struct {
	seq         int64
	action      string
	event       string
	turn        string
	ordinal     int64 // refusals of the turn before it
	verdict     string
	fingerprint string
	tree        string
	root        string // name of the root's file
	at          int64  // seconds since 1970
	owner       owner
	findings    []string
	printed     bool
	answered    bool // printed, or its owner still may
}

// history is what the lines of one session's file say, in their order.
type history struct {
	records []record
	known   []string // carried over by a compaction
	size    int64
	torn    bool // the last line has no end
}

func (r *record) line(b []byte) []byte {
	o := r.owner
	return appendStateLine(b, "claim", fact.Itoa(r.seq), r.action, r.event, r.turn, fact.Itoa(r.ordinal), r.verdict,
		r.fingerprint, r.tree, r.root, fact.Itoa(r.at), fact.Itoa(o.pid), o.start, o.boot, o.space,
		strings.Join(r.findings, ","))
}

func parseRecord(w []string) (r record, ok bool) {
	if len(w) != 16 {
		return r, false
	}
	numbers := []struct {
		word string
		to   *int64
	}{{w[1], &r.seq}, {w[5], &r.ordinal}, {w[10], &r.at}, {w[11], &r.owner.pid}}
	for _, n := range numbers {
		if *n.to, ok = fact.ParseInt(n.word); !ok || *n.to < 0 || *n.to > 1<<52 {
			return r, false
		}
	}
	r.action, r.event, r.turn, r.verdict, r.fingerprint, r.tree, r.root = w[2], w[3], w[4], w[6], w[7], w[8], w[9]
	r.owner.start, r.owner.boot, r.owner.space = w[12], w[13], w[14]
	if w[15] != "" {
		r.findings = strings.Split(w[15], ",")
	}
	return r, true
}

func printedLine(b []byte, r *record) []byte {
	return appendStateLine(b, "printed", fact.Itoa(r.seq), r.event)
}

func readHistory(path string) (*history, error) {
	tail, size, err := readTail(path, maxHistory)
	if err != nil {
		return nil, err
	}
	h := parseHistory(tail)
	h.size = size
	return h, nil
}

// parseHistory reads lines; what is no line is passed over.
func parseHistory(b []byte) *history {
	h := &history{torn: len(b) > 0 && b[len(b)-1] != '\n'}
	for line := range strings.SplitSeq(string(b), "\n") {
		w := parseStateLine(line)
		if w == nil {
			continue
		}
		switch w[0] {
		case "claim":
			if r, ok := parseRecord(w); ok {
				h.records = append(h.records, r)
			}
		case "printed":
			h.markPrinted(w)
		case "known":
			h.known = append(h.known, w[1:]...)
		}
	}
	return h
}

func (h *history) markPrinted(w []string) {
	if len(w) != 3 {
		return
	}
	for i := len(h.records) - 1; i >= 0; i-- {
		if r := &h.records[i]; fact.Itoa(r.seq) == w[1] && r.event == w[2] {
			r.printed = true
			return
		}
	}
}

// settle decides which claims count as answered.
func (h *history) settle(now time.Time) {
	for i := range h.records {
		r := &h.records[i]
		r.answered = r.printed || r.owner.alive(now.Unix()-r.at)
	}
}

// nextSeq is the number of the next claim.
func (h *history) nextSeq() int64 {
	var n int64
	for i := range h.records {
		n = max(n, h.records[i].seq)
	}
	return n + 1
}

// ofEvent counts the claims of an event and says whether one was answered.
func (h *history) ofEvent(event string) (claims int64, answered bool) {
	for i := range h.records {
		if r := &h.records[i]; r.event == event {
			claims++
			answered = answered || r.answered
		}
	}
	return claims, answered
}

// turn returns the records of a turn, in order. Without a turn key a turn is what came since the last green with
// one fingerprint.
func (h *history) turn(turn, fingerprint string) []record {
	var out []record
	for i := len(h.records) - 1; i >= 0; i-- {
		r := h.records[i]
		judged := r.action == "refuse" || r.action == "release"
		if turn != "" {
			if r.turn == turn {
				out = append(out, r)
			}
			continue
		}
		if r.action == "green" || judged && r.answered && r.fingerprint != fingerprint {
			break
		}
		if judged && r.fingerprint == fingerprint {
			out = append(out, r)
		}
	}
	slices.Reverse(out)
	return out
}

// refusals counts the events of records that were refused.
func refusals(records []record) int64 {
	answered, lost := map[string]bool{}, map[string]bool{}
	for i := range records {
		if r := &records[i]; r.action == "refuse" {
			if r.answered {
				answered[r.event] = true
			} else {
				lost[r.event] = true
			}
		}
	}
	for e := range answered {
		delete(lost, e)
	}
	return int64(len(answered) + max(0, len(lost)-graceLost))
}

// sinceGreen returns the records after the last green.
func (h *history) sinceGreen() []record {
	for i := len(h.records) - 1; i >= 0; i-- {
		if h.records[i].action == "green" {
			return h.records[i+1:]
		}
	}
	return h.records
}

// deferredInRow counts the deferrals that no other answer has followed.
func (h *history) deferredInRow() int64 {
	seen := map[string]bool{}
	for i := len(h.records) - 1; i >= 0; i-- {
		r := &h.records[i]
		if !r.answered {
			continue
		}
		if r.action != "deferred" {
			break
		}
		seen[r.event] = true
	}
	return int64(len(seen))
}

// lastRefusal is the fingerprint of the last refusal that was answered.
func (h *history) lastRefusal() string {
	for i := len(h.records) - 1; i >= 0; i-- {
		if r := &h.records[i]; r.action == "refuse" && r.answered {
			return r.fingerprint
		}
	}
	return ""
}

// shown are the findings that refusals have told this session in full, the newest maxKnown, sorted.
func (h *history) shown() []string {
	seen := map[string]bool{}
	var out []string
	add := func(list []string) {
		for i := len(list) - 1; i >= 0 && len(out) < maxKnown; i-- {
			if !seen[list[i]] {
				seen[list[i]] = true
				out = append(out, list[i])
			}
		}
	}
	for i := len(h.records) - 1; i >= 0; i-- {
		if r := &h.records[i]; r.action == "refuse" && r.answered {
			add(r.findings)
		}
	}
	add(h.known)
	slices.Sort(out)
	return out
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
