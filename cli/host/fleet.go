package host

import (
	"context"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"time"

	"github.com/stile-gate/stile/core/check"
	"github.com/stile-gate/stile/core/fact"
)

// fleet is the checks that run at this moment, as many at once as there are cores.
type fleet struct {
	host        *Host
	ctx         context.Context
	results     chan fact.Fact
	running     map[string]context.CancelFunc
	slots       chan struct{}
	interrupted chan os.Signal // buffered; nothing is sent before a check has been started
	interrupt   func()         // ends all that the host does
	heeding     bool           // a signal leads to interrupt
}

func (f *fleet) measures(w *fact.Want) bool { return strings.HasPrefix(w.ID, fact.PreMeasure) }

// start starts the wanted check unless it runs already.
func (f *fleet) start(w *fact.Want) {
	if _, ok := f.running[w.ID]; ok {
		return
	}
	f.heed()
	if len(f.running) == 0 {
		signal.Notify(f.interrupted, os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
		f.host.started()
	}
	h := f.host
	h.keys[w.ID] = h.resultKey(w)
	ctx, cancel := context.WithCancel(f.ctx)
	f.running[w.ID] = cancel
	want := *w
	go func() {
		result := fact.Fact{ID: want.ID, State: fact.Unreadable, Why: "internal fault"}
		defer func() {
			// A fault of ours in here must not take the process down: it would read as a refusal.
			recover()
			f.results <- result
		}()
		m := fact.Measure{TimedOut: true, Cause: check.CauseTimedOut, Detail: fact.DetailDeadline}
		select {
		case f.slots <- struct{}{}:
			defer func() { <-f.slots }()
			if ctx.Err() == nil {
				m = h.measure(ctx, &want)
			}
		case <-ctx.Done():
		}
		result = fact.Of(want.ID, &m)
	}()
}

// heed makes a signal end the walk or the digest that goes on beside the checks, too.
func (f *fleet) heed() {
	if f.heeding {
		return
	}
	f.heeding = true
	go func() {
		defer func() { recover() }()
		if _, ok := <-f.interrupted; ok {
			f.interrupt()
		}
	}()
}

// keep cancels what runs and is no longer wanted.
func (f *fleet) keep(wants []fact.Want) {
	for id, cancel := range f.running {
		wanted := false
		for i := range wants {
			wanted = wanted || wants[i].ID == id
		}
		if !wanted {
			cancel()
		}
	}
}

// stop ends what still runs and waits for it, so that nothing outlives the answer.
func (f *fleet) stop() {
	signal.Stop(f.interrupted)
	for _, cancel := range f.running {
		cancel()
	}
	for range f.running {
		<-f.results
	}
	close(f.interrupted)
}

// measure runs one check and looks at the tree again when it has ended.
func (h *Host) measure(ctx context.Context, w *fact.Want) fact.Measure {
	ms, _ := fact.ParseInt(w.Get("timeout"))
	report := func(e Event) {
		if h.Progress != nil {
			h.Progress(e)
		}
	}
	report(Event{ID: w.ID})
	var apart []string
	if h.before != nil {
		apart = h.before.apart
	}
	m := Measure(ctx, Spec{
		Root: h.root, Project: w.Get("project"), Cwd: w.Get("cwd"), Apart: apart, Run: w.List("run"), Env: w.List("env"),
		Environ: h.Environ, Timeout: time.Duration(ms) * time.Millisecond, Format: w.Get("format"),
		Files: w.List("files"), Wanted: w.List("wanted"),
		Read: func(kind string, query, raw []byte) []byte {
			answer, _ := h.read(ctx, kind, query, raw)
			return answer
		},
		Progress: func(n int64) { report(Event{ID: w.ID, Bytes: n}) },
	})
	if !m.Started || h.before == nil || h.undigested {
		// There is no state to compare with.
	} else if after, err := h.snapshot(ctx); err == nil {
		globs := w.List("outputs")
		if t, err := after.Digest(ctx, globs, h.cache); err == nil {
			m.TreeAfter = t.Digest
		}
		m.TreeDiff = h.before.Touched(after, globs, maxTreeDiff)
		m.Touched = len(m.TreeDiff) > 0
	}
	report(Event{ID: w.ID, Ended: true})
	return m
}

// maxTreeDiff paths are named when a check changed the tree; the first few show which outputs are missing.
const maxTreeDiff = 3
