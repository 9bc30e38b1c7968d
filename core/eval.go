package core

import (
	"github.com/stile-gate/stile/core/fact"
)

// Version of the core. Another version promises the same verdict for a recording; the same bytes are promised
// by the version that made it.
const Version = "0.1.0"

// Eval takes a recording and returns, as canonical JSON of fact.Answer, the facts still wanted or the reply.
// It is a pure function of its input. A recording that cannot be read is a fault with a stable code.
func Eval(recording []byte) []byte {
	rec, why := fact.ParseRecording(recording)
	if why != "" {
		return fault(why, "the recording could not be read")
	}
	e := &eval{rec: rec}
	a := &fact.Answer{}
	// A verb returns its reply, or nil after having wanted something.
	switch rec.Header.Verb {
	case "check":
		a.Reply = replyCheck(e)
	case "verify":
		a.Reply = replyVerify(e)
	case "gate-hook":
		a.Reply = replyHook(e)
	default:
		return fault("unknown-verb", "the recording asks for a verb that is not known")
	}
	if e.bad != "" {
		return fault("bad-fact", "the fact "+e.bad+" could not be read")
	}
	if len(e.wants) > 0 {
		a.Reply, a.Want = nil, e.wants
	}
	return a.JSON(nil)
}

func fault(code, message string) []byte {
	return (&fact.Answer{Fault: &fact.Fault{Code: code, Message: message}}).JSON(nil)
}

// eval is one evaluation: the recording, and what turned out to be wanted. Its types, and all below, are passed by
// pointer: a struct passed, returned or ranged over by value costs the module its size in instructions each time.
type eval struct {
	rec     *fact.Recording
	wants   []fact.Want // sorted by id
	bad     string      // id of a fact whose bytes are not canonical
	outputs []string    // globs of what the checks in play write, outside the digest of the tree
	dirs    []string    // that hold a stile.json, sorted; nil before they were looked at
}

// A question is a fact that is asked for. Its arguments are kept sorted by name.
type question fact.Want

func askFor(id string) *question { return &question{ID: id} }

func (q *question) with(name, value string) *question { return q.list(name, []string{value}) }

func (q *question) list(name string, values []string) *question {
	i := len(q.Args)
	q.Args = append(q.Args, fact.Arg{})
	for ; i > 0 && name < q.Args[i-1].Name; i-- {
		q.Args[i] = q.Args[i-1]
	}
	a := &q.Args[i]
	a.Name, a.Values = name, values
	return q
}

// need returns the fact, or wants it and returns nil.
func (e *eval) need(q *question) *fact.Fact {
	if f, ok := e.rec.Get(q.ID); ok {
		return f
	}
	lo, hi := 0, len(e.wants)
	for lo < hi {
		if m := (lo + hi) / 2; e.wants[m].ID < q.ID {
			lo = m + 1
		} else {
			hi = m
		}
	}
	if !fact.IsUTF8(q.ID) {
		e.bad = q.ID // a fact named what cannot cross as JSON: it would be wanted again for ever
		return nil
	}
	if lo == len(e.wants) || e.wants[lo].ID != q.ID {
		e.wants = append(e.wants, fact.Want{})
		copy(e.wants[lo+1:], e.wants[lo:])
		e.wants[lo] = fact.Want(*q)
	}
	return nil
}

// waits reports whether there is nothing to judge yet: something is wanted, or a fact was no fact.
func (e *eval) waits() bool { return len(e.wants) > 0 || e.bad != "" }

// read fills the value of these fields from a present fact; bytes that are not canonical make the whole question a fault.
func (e *eval) read(f *fact.Fact, fields func(c *fact.Coder)) {
	if f.State == fact.Present && !f.Fill(fields) {
		e.bad = f.ID
	}
}
