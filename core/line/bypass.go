// Package line holds every line that is printed to a file and read back, in both directions: what one version
// wrote, the next one reads. It imports nothing of ours but core/fact.
package line

import (
	"strings"

	"github.com/stile-gate/stile/core/fact"
)

// BypassDir is where a project keeps the record of what was let through, relative to its root.
const BypassDir = "stile/bypass/"

// The words of a Bypass.
const (
	Released     = "released"      // refused as often as the policy says, then let go
	NotEvaluated = "not-evaluated" // let go without a verdict, Why says why
)

// A Bypass is one turn that ended without a green verdict. Its line is committed with the tree it speaks of:
//
//	2026-11-30T12:00:00Z released claude-code session=3f9a0c11d2e4 blocks=1 failed=test not-run=- tree=5f3c2a9b10de
//
// "-" stands for what is empty; why=WORD comes last where there is one. Append replaces what would break the
// line, so that no name of a check or harness can.
type Bypass struct {
	Time    string // TimeForm; "" leaves it to whoever writes the line
	Word    string
	Harness string
	Session string // SessionID's form
	Blocks  int64  // refusals of this turn
	Failed  []string
	NotRun  []string
	Tree    string // first 12 hex of the digest
	Why     string // kebab-case word
}

// SessionID shortens a harness's session id to what may be committed: the first 12 hex of its sha256; "" for "".
func SessionID(raw string) string {
	if raw == "" {
		return ""
	}
	return fact.Sum([]byte(raw))[:12]
}

// BypassFile names the file for a line: one a session and day, since one for all would conflict on every merge
// of parallel branches. Time and session are a Bypass's.
func BypassFile(time, session string) string {
	if session == "" {
		session = "none"
	}
	day, _, _ := fact.Cut(TimeForm, "T")
	b := []byte(time[:min(len(time), len(day))] + "-" + session)
	for i, c := range b {
		if c != '-' && (!stands(c) || strings.IndexByte(marks, c) >= 0) {
			b[i] = '_'
		}
	}
	return string(b[:min(len(b), maxWord)]) + ".log"
}

var bypassKeys = [...]string{"session", "blocks", "failed", "not-run", "tree"}

// Append appends the line to what must be empty or end in an end of line; it writes no end of line itself.
func (x *Bypass) Append(b []byte) []byte { return append(b, x.Text()...) }

// Text is the line.
func (x *Bypass) Text() string {
	b := timed(nil, x.Time)
	kind := word(x.Word)
	if isTime(kind) {
		kind = "_"
	}
	b = part(part(b, "", kind), "", word(x.Harness))
	values := [...]string{word(x.Session), fact.Itoa(x.Blocks), list(x.Failed), list(x.NotRun), word(x.Tree)}
	for i, k := range bypassKeys {
		b = part(b, k, values[i])
	}
	if x.Why != "" {
		b = part(b, "why", word(x.Why))
	}
	return string(b)
}

// ParseBypass reads a line as Append writes it, and nothing else.
func ParseBypass(s string) (Bypass, bool) {
	var x Bypass
	var rest string
	x.Time, rest = CutTime(s)
	parts := strings.Split(rest, " ")
	if len(parts) < 2+len(bypassKeys) || len(parts) > 3+len(bypassKeys) {
		return Bypass{}, false
	}
	x.Word, x.Harness = empty(parts[0]), empty(parts[1])
	var values [len(bypassKeys) + 1]string
	for i, p := range parts[2:] {
		_, values[i], _ = fact.Cut(p, "=")
	}
	x.Session, x.Failed, x.NotRun, x.Tree = empty(values[0]), unlist(values[2]), unlist(values[3]), empty(values[4])
	x.Blocks, _ = fact.ParseInt(values[1])
	x.Why = values[5]
	// A key in another place, a number in another spelling, an end of line: all of it is a difference here.
	if x.Text() != s {
		return Bypass{}, false
	}
	return x, true
}
