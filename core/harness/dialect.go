package harness

import (
	"strings"

	"github.com/stile-gate/stile/core/fact"
)

// A form is how one answer is given: the exit code and stdout, before and after the reason where it has one.
type form struct {
	code          int
	before, after string
}

// Refuse gives the bytes that refuse an end of turn: one JSON line on stdout with the reason as its string,
// always valid UTF-8 and never blank, since a blank one is a release in some harnesses. What is said goes to
// stderr, for the owner: neither row reads it beside an answer on stdout.
func (r *Row) Refuse(reason, said string) (code int, stdout, stderr string) {
	if fact.TrimSpace(reason) == "" {
		reason = texts[textBlank]
	}
	b := append([]byte(nil), r.refusal.before...)
	b = fact.AppendString(b, reason)
	b = append(b, r.refusal.after...)
	return r.refusal.code, string(append(b, '\n')), spoken(said)
}

// Allow gives the bytes that let a turn end. What is said is for the owner, never for the model.
func (r *Row) Allow(said string) (code int, stdout, stderr string) {
	return r.release.code, r.release.before, spoken(said)
}

// AllowUnknown lets a turn end where no row applies: status 0 and an empty stdout are a release in every
// harness that was seen.
func AllowUnknown(said string) (code int, stdout, stderr string) { return 0, "", spoken(said) }

// spoken makes plain lines for stderr of said: none begins with a brace, which some harness would parse.
func spoken(said string) string {
	var t fact.Text
	for said != "" {
		line, rest := said, ""
		if i := strings.IndexByte(said, '\n'); i >= 0 {
			line, rest = said[:i], said[i+1:]
		}
		said = rest
		line = fact.TrimRight(line, "\r")
		first := fact.TrimLeft(line, " \t")
		if first == "" {
			continue
		}
		if first[0] == '{' || first[0] == '[' {
			t.Add("stile: ")
		}
		t.Add(line).Add("\n")
	}
	return t.String()
}
