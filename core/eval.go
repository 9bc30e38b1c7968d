package core

import (
	"slices"
	"strings"

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
	verb, ok := verbs[rec.Header.Verb]
	if !ok {
		return fault("unknown-verb", "the recording asks for a verb that is not known")
	}
	reply := verb(e)
	if e.bad != "" {
		return fault("bad-fact", "the fact "+e.bad+" could not be read")
	}
	if len(e.wants) > 0 {
		slices.SortFunc(e.wants, func(a, b fact.Want) int { return strings.Compare(a.ID, b.ID) })
		return (&fact.Answer{Want: e.wants}).JSON(nil)
	}
	return (&fact.Answer{Reply: reply}).JSON(nil)
}

// verbs are what a recording can ask for. Each returns its reply, or nil after having wanted something.
var verbs = map[string]func(*eval) *fact.Reply{
	"check":     replyCheck,
	"gate-hook": replyHook,
}

func fault(code, message string) []byte {
	return (&fact.Answer{Fault: &fact.Fault{Code: code, Message: message}}).JSON(nil)
}

// eval is one evaluation: the recording, and what turned out to be wanted.
type eval struct {
	rec   *fact.Recording
	wants []fact.Want
	bad   string // id of a fact whose bytes are not canonical
}

func arg(name string, values ...string) fact.Arg { return fact.Arg{Name: name, Values: values} }

// need returns the fact, or wants it and returns nil.
func (e *eval) need(id string, args ...fact.Arg) *fact.Fact {
	if f, ok := e.rec.Get(id); ok {
		return f
	}
	for i := range e.wants {
		if e.wants[i].ID == id {
			return nil
		}
	}
	slices.SortFunc(args, func(a, b fact.Arg) int { return strings.Compare(a.Name, b.Name) })
	e.wants = append(e.wants, fact.Want{ID: id, Args: args})
	return nil
}

// into decodes a present fact into v; bytes that are not canonical make the whole question a fault.
func into[T any, P interface {
	*T
	fact.Body
}](e *eval, f *fact.Fact) (v T) {
	if f.State == fact.Present && !f.Into(P(&v)) {
		e.bad = f.ID
	}
	return v
}
