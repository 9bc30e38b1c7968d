package host

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"os"
	"strconv"
	"sync"
	"time"

	"github.com/stile-gate/stile/core/fact"
	"github.com/stile-gate/stile/core/harness"
)

// stdinPatience is how long a payload may take to arrive: a harness that forgets to close the pipe must not
// hang the turn, and one that is slow to write must still be heard.
const stdinPatience = 5 * time.Second

// leastWait is how long stdin and the core are waited for when the time is used up already: enough for a reader at a
// file's end or for a call of a core that was started, and little beside the margin before the harness stops listening.
// With nothing at all, what is true would depend on which of two goroutines comes first.
const leastWait = 100 * time.Millisecond

// An intake is what was read so far of a stream that may never end.
type intake struct {
	limit  int
	mu     sync.Mutex
	blocks [][]byte
	size   int
	ended  chan struct{} // closed at the end of the stream or above the limit
}

// takeIn begins to read in. It reads into blocks that are joined once, because a slice that grows by copying would
// cost a large payload twice.
func takeIn(in io.Reader, limit int) *intake {
	t := &intake{limit: limit, ended: make(chan struct{})}
	go func() {
		defer close(t.ended)
		defer func() { recover() }()
		room := make([]byte, 4<<10)
		for {
			n, err := in.Read(room)
			size := t.add(room[:n])
			if err != nil || size > limit {
				return
			}
			// What is left of a block is read into next, so that many small writes waste nothing.
			if room = room[n:]; len(room) == 0 {
				room = make([]byte, min(max(size, 4<<10), 1<<20))
			}
		}
	}()
	return t
}

func (t *intake) add(block []byte) (size int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.blocks = append(t.blocks, block)
	t.size += len(block)
	return t.size
}

// wait gives what has come at the end of the stream or when patience is over, and says why it is not all. A stream
// that has ended has ended, whatever the clock says.
func (t *intake) wait(patience time.Duration) (data []byte, why string) {
	timer := time.NewTimer(max(patience, leastWait))
	defer timer.Stop()
	select {
	case <-t.ended:
	case <-timer.C:
		select {
		case <-t.ended:
		default:
			why = stdinOpen
		}
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.size > t.limit {
		return nil, tooLarge
	}
	return bytes.Join(t.blocks, nil), why
}

const stdinOpen = "stdin was not closed"

// servePayload reads the hook's stdin. A pipe that stays open is forgiven when what came is a whole payload.
func (h *Host) servePayload(w *fact.Want) fact.Fact {
	in := h.stdin
	if h.stdin = nil; in == nil { // what it holds would be kept twice
		in = takeIn(h.Stdin, fact.MaxRead)
	}
	patience := stdinPatience
	if end, ok := h.ctx.Deadline(); ok {
		patience = min(patience, time.Until(end)/2) // the other half is for the checks
	}
	raw, why := in.wait(patience)
	if why == stdinOpen && h.ctx.Err() != nil {
		why = string(troubleTime) // whoever writes to it may have done nothing wrong
	}
	if len(raw) == 0 {
		if why == "" {
			return absent()
		}
		return unreadable(why)
	}
	// Even when the time is up: a stop that is not understood could not be refused.
	var p fact.Payload
	p.Read, _ = h.read(context.Background(), fact.IDPayload, []byte(h.Harness), raw)
	read, ok := harness.ParsePayload(p.Read)
	if !ok {
		return unreadable("the core could not read it")
	}
	if why != "" && read.Unreadable != "" {
		return unreadable(why)
	}
	p.Event = event(raw, read)
	h.session = read.Session
	return fact.Of(w.ID, &p)
}

// event names this stop: the payload's bytes without its timestamps, and the transcript's size. A model that
// repeats itself makes two stops of one turn equal but for that size; twin hooks of one stop see the same one.
func event(raw []byte, read *harness.Payload) string {
	sum := sha256.New()
	at := 0
	for _, cut := range read.Cuts {
		if from, to := int(cut[0]), int(cut[1]); at <= from && from <= to && to <= len(raw) {
			sum.Write(raw[at:from])
			at = to
		}
	}
	sum.Write(raw[at:])
	if read.Transcript != "" {
		if info, err := os.Stat(read.Transcript); err == nil {
			sum.Write([]byte("\n" + strconv.FormatInt(info.Size(), 10)))
		}
	}
	return hex.EncodeToString(sum.Sum(nil))
}
