package host

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/stile-gate/stile/core"
)

// Core is the pair of pure functions that a Host drives: package core itself, or the same core as a module. Both are
// safe for concurrent calls. An error is not an answer: the core could not be asked (a trap, a bad pointer, a time-out).
type Core struct {
	Eval   func(recording []byte) ([]byte, error)
	Read   func(kind, query, raw []byte) ([]byte, error)
	Module string // sha256 of the module in hexadecimal, "" for the native core
}

// Native is the core compiled into this program.
var Native = Core{
	Eval: func(recording []byte) ([]byte, error) { return core.Eval(recording), nil },
	Read: func(kind, query, raw []byte) ([]byte, error) { return core.Read(kind, query, raw), nil },
}

// unasked keeps the first error of a Read. Reads happen where a fact is made, also beside Run; the fact that one of them
// leaves behind is of no use, and whoever holds it has to look here first.
type unasked struct {
	mu    sync.Mutex
	cause error
}

func (u *unasked) keep(err error) {
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.cause == nil {
		u.cause = err
	}
}

func (u *unasked) err() error {
	u.mu.Lock()
	defer u.mu.Unlock()
	return u.cause
}

// eval asks what is wanted now.
func (h *Host) eval(recording []byte) ([]byte, error) {
	return h.ask(context.Background(), func() ([]byte, error) { return h.Core.Eval(recording) })
}

// errLate is not told: what it ends becomes a fact that the time was up.
var errLate = errors.New("the time was up")

// read derives a fact from bytes. Once a Read has failed, nothing more is asked: a module that took too long would take
// as long again for every piece of every report. late: ctx ended before the answer was there, and raw is still looked at.
// That is the file's fault and not the core's, or one costly file would open a hook.
func (h *Host) read(ctx context.Context, kind string, query, raw []byte) (answer []byte, late bool) {
	if h.unasked.err() != nil {
		return nil, false
	}
	if ctx.Err() != nil {
		return nil, true
	}
	answer, err := h.ask(ctx, func() ([]byte, error) { return h.Core.Read([]byte(kind), query, raw) })
	switch err {
	case nil:
		return answer, false
	case errLate:
		return nil, true
	}
	h.unasked.keep(err)
	return nil, false
}

// ask waits for the core no longer than to the end of ctx, and than anybody waits for the answer. What is given up on runs
// until the process ends.
func (h *Host) ask(ctx context.Context, question func() ([]byte, error)) ([]byte, error) {
	if _, bounded := ctx.Deadline(); h.Latest.IsZero() && !bounded {
		return unpanicked(question) // in place: for thousands of small files a goroutine each costs as much as the reading
	}
	type result struct {
		answer []byte
		err    error
	}
	done := make(chan result, 1)
	go func() {
		answer, err := unpanicked(question)
		done <- result{answer, err}
	}()
	var latest <-chan time.Time
	if !h.Latest.IsZero() {
		t := time.NewTimer(max(time.Until(h.Latest), leastWait))
		defer t.Stop()
		latest = t.C
	}
	select {
	case r := <-done:
		return r.answer, r.err
	case <-ctx.Done():
		return nil, errLate
	case <-latest:
		return nil, errors.New("asking the core: it took too long")
	}
}

// unpanicked makes a panic of the core the error that a module's trap is: on every build a fault of the core ends the
// question, and none becomes an outcome of the check during which it happened.
func unpanicked(question func() ([]byte, error)) (answer []byte, err error) {
	defer func() {
		if p := recover(); p != nil {
			answer, err = nil, fmt.Errorf("asking the core: %v", p)
		}
	}()
	if answer, err = question(); err != nil {
		return nil, fmt.Errorf("asking the core: %w", err)
	}
	return answer, nil
}
