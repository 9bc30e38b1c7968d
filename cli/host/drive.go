package host

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"strings"
	"sync"
	"time"

	"github.com/stile-gate/stile/core"
	"github.com/stile-gate/stile/core/fact"
)

// A Host serves the facts that a core asks for, from this machine. Use one for one question.
type Host struct {
	Core     Core
	Dir      string      // working directory the question is about, absolute
	Environ  []string    // environment that checks get their variables from
	Stdin    io.Reader   // a hook's payload
	Harness  string      // as given, may be unknown
	State    *Store      // the operator's state directory
	Deadline time.Time   // of what is looked at and run; zero: none
	Latest   time.Time   // when a call of the core is given up on, after Deadline; zero: never
	Progress func(Event) // called from several goroutines; may be nil
	Now      func() time.Time
	Started  func() // called before a check is started while none runs; may be nil

	unasked    unasked
	citing     sync.Mutex // guards cited
	cited      *cited
	ctx        context.Context // bounds all that is looked at during Run
	root       string
	before     *Snapshot
	walkWhy    string // why there is none, though there are projects
	undigested bool   // before has no digest
	cache      *StatCache
	projects   fact.Projects
	keys       map[string]string // measure fact id → key its result is kept under
	claims     map[string]claimed
	stdin      *intake // of a hook until its payload is wanted
	session    string  // of the payload, as the harness gave it
}

// ErrInterrupted is returned when a signal asked this process to end while checks were running. They have been
// ended: a check has a session of its own, which no Ctrl-C reaches.
var ErrInterrupted = errors.New("interrupted; what was running has been ended")

// Root is the tree in question, "" before it has been looked for.
func (h *Host) Root() string { return h.root }

// An Event tells that a check started, goes on, or ended.
type Event struct {
	ID    string // fact id, "measure:PROJECT:CHECK"
	Bytes int64  // of output so far
	Ended bool
}

// Run asks the core until it replies. The recording holds every fact that was supplied.
func (h *Host) Run(header fact.Header) (*fact.Reply, *fact.Recording, error) {
	header.Core, header.Module = core.Version, h.Core.Module
	rec := &fact.Recording{Header: header}
	h.keys, h.claims = map[string]string{}, map[string]claimed{}
	whole, interrupt := context.WithCancel(context.Background())
	defer interrupt()
	h.ctx = whole
	if !h.Deadline.IsZero() {
		var cancel context.CancelFunc
		h.ctx, cancel = context.WithDeadline(whole, h.Deadline)
		defer cancel()
	}
	f := fleet{host: h, ctx: h.ctx, interrupt: interrupt, results: make(chan fact.Fact), running: map[string]context.CancelFunc{},
		slots: make(chan struct{}, max(1, runtime.NumCPU())), interrupted: make(chan os.Signal, 1)}
	defer h.closeCited()
	defer f.stop()
	if header.Verb == "gate-hook" {
		// It will be wanted, and a core that is slow to start must not take the time that it has to arrive.
		h.stdin = takeIn(h.Stdin, fact.MaxRead)
	}
	size := len(rec.Append(nil))
	for asked := 0; ; asked++ {
		if asked > fact.MaxFacts {
			return nil, rec, fmt.Errorf("asking the core: it did not come to an end")
		}
		if whole.Err() != nil {
			return nil, rec, ErrInterrupted // before the core takes what was ended for an outcome
		}
		raw, err := h.eval(rec.Append(nil))
		if err != nil {
			return nil, rec, err
		}
		answer, ok := core.ParseAnswer(raw)
		switch {
		case !ok:
			return nil, rec, fmt.Errorf("asking the core: its answer is not canonical")
		case answer.Fault != nil:
			return nil, rec, fmt.Errorf("asking the core: %s [%s]", answer.Fault.Message, answer.Fault.Code)
		case answer.Reply != nil:
			return answer.Reply, rec, nil
		}
		served := false
		var cited []*fact.Want
		for i := range answer.Want {
			w := &answer.Want[i]
			if i > 0 && w.ID <= answer.Want[i-1].ID {
				return nil, rec, fmt.Errorf("asking the core: it wants %q twice, or out of order", w.ID)
			}
			if _, have := rec.Get(w.ID); have {
				return nil, rec, fmt.Errorf("asking the core: it wants %q again", w.ID)
			}
			if f.measures(w) {
				f.start(w)
				continue
			}
			if cites(w) {
				cited = append(cited, w)
				continue
			}
			got := h.serve(w)
			if err := h.unasked.err(); err != nil {
				return nil, rec, err
			}
			fit(&size, &got)
			rec.Put(got)
			served = true
		}
		if len(cited) > 0 {
			facts := h.serveCited(h.ctx, cited)
			if err := h.unasked.err(); err != nil {
				return nil, rec, err
			}
			for i := range facts {
				fit(&size, &facts[i])
			}
			rec.PutAll(facts)
			served = true
		}
		f.keep(answer.Want)
		if !served {
			if len(f.running) == 0 {
				return nil, rec, fmt.Errorf("asking the core: nothing is wanted and nothing is answered")
			}
			select {
			case <-whole.Done():
				return nil, rec, ErrInterrupted
			case got := <-f.results:
				delete(f.running, got.ID)
				if err := h.unasked.err(); err != nil {
					return nil, rec, err
				}
				fit(&size, &got)
				rec.Put(got)
			}
		}
	}
}

// lastRoom is kept free in a recording for what a hook wants last and never finds unreadable: state, claims, lines.
const lastRoom = 4 << 20

// fit makes a fact unreadable that a recording of size bytes has no room for: what it is about then keeps the gate shut.
// A recording that is too large could not be asked about at all, which opens a hook.
func fit(size *int, f *fact.Fact) {
	const frame = 13 // of each fact: three lengths and a state
	limit := fact.MaxRecording - lastRoom
	for _, pre := range []string{fact.IDState, fact.PreClaim, fact.PreAppend} {
		if strings.HasPrefix(f.ID, pre) {
			limit = fact.MaxRecording
		}
	}
	if *size+frame+len(f.ID)+len(f.Why)+len(f.Data) > limit {
		f.State, f.Why, f.Data = fact.Unreadable, tooLarge, nil
	}
	*size += frame + len(f.ID) + len(f.Why) + len(f.Data)
}
