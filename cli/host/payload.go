package host

import (
	"bytes"
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

// readAll reads in until its end, the limit or the patience is reached, and says which of the last two it was. It
// reads into blocks and joins them once, because a slice that grows by copying would cost a large payload twice.
func readAll(in io.Reader, limit int, patience time.Duration) (data []byte, why string) {
	var (
		mu     sync.Mutex
		blocks [][]byte
		size   int
		done   = make(chan struct{})
	)
	go func() {
		defer close(done)
		defer func() { recover() }()
		room := make([]byte, 4<<10)
		for {
			n, err := in.Read(room)
			mu.Lock()
			blocks = append(blocks, room[:n])
			size += n
			full := size > limit
			mu.Unlock()
			if err != nil || full {
				return
			}
			// What is left of a block is read into next, so that many small writes waste nothing.
			if room = room[n:]; len(room) == 0 {
				room = make([]byte, min(max(size, 4<<10), 1<<20))
			}
		}
	}()
	timer := time.NewTimer(patience)
	defer timer.Stop()
	select {
	case <-done:
	case <-timer.C:
		why = "stdin was not closed"
	}
	mu.Lock()
	defer mu.Unlock()
	if size > limit {
		return nil, "too large"
	}
	return bytes.Join(blocks, nil), why
}

// servePayload reads the hook's stdin. A pipe that stays open is forgiven when what came is a whole payload.
func (h *Host) servePayload(w *fact.Want) fact.Fact {
	patience := stdinPatience
	if end, ok := h.ctx.Deadline(); ok {
		patience = min(patience, time.Until(end)/2) // the other half is for the checks
	}
	raw, why := readAll(h.Stdin, fact.MaxRead, patience)
	if len(raw) == 0 {
		if why == "" {
			return absent()
		}
		return unreadable(why)
	}
	p := fact.Payload{Read: h.read(fact.IDPayload, []byte(h.Harness), raw)}
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
