package host

import (
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
	return h.ask(func() ([]byte, error) { return h.Core.Eval(recording) })
}

// read derives a fact from bytes. Once a Read has failed, nothing more is asked: a module that took too long would take
// as long again for every piece of every report.
func (h *Host) read(kind string, query, raw []byte) []byte {
	if h.unasked.err() != nil {
		return nil
	}
	answer, err := h.ask(func() ([]byte, error) { return h.Core.Read([]byte(kind), query, raw) })
	if err != nil {
		h.unasked.keep(err)
		return nil
	}
	return answer
}

// ask waits for the core no longer than anybody waits for the answer. What is given up on runs until the process ends.
func (h *Host) ask(question func() ([]byte, error)) ([]byte, error) {
	if h.Latest.IsZero() {
		return unpanicked(question)
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
	latest := time.NewTimer(max(time.Until(h.Latest), leastWait))
	defer latest.Stop()
	select {
	case r := <-done:
		return r.answer, r.err
	case <-latest.C:
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
