package cli

import (
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"sync"
	"time"

	"golang.org/x/term"

	"github.com/stile-gate/stile/cli/host"
	"github.com/stile-gate/stile/core/scan"
)

// live draws a line for each running check on a terminal, and nothing anywhere else: piped output stays plain.
type live struct {
	out   io.Writer
	width int
	mu    sync.Mutex
	rows  []liveRow
	drawn int
	stop  chan struct{}
	done  chan struct{}
}

type liveRow struct {
	name  string
	since time.Time
	bytes int64
}

const redraw = 120 * time.Millisecond

// live hooks itself to the host when stderr is a terminal. Call end before anything else is printed.
func (c *call) live(h *host.Host) *live {
	f, ok := c.stderr.(*os.File)
	if !ok || !term.IsTerminal(int(f.Fd())) || host.Getenv(c.env, "TERM") == "dumb" {
		return nil
	}
	width, _, err := term.GetSize(int(f.Fd()))
	if err != nil || width < 20 {
		width = 80
	}
	l := &live{out: f, width: width, stop: make(chan struct{}), done: make(chan struct{})}
	h.Progress = l.event
	go func() {
		defer close(l.done)
		tick := time.NewTicker(redraw)
		defer tick.Stop()
		for {
			select {
			case <-l.stop:
				return
			case <-tick.C:
				l.draw()
			}
		}
	}()
	return l
}

func (l *live) event(e host.Event) {
	l.mu.Lock()
	defer l.mu.Unlock()
	name := liveName(e.ID)
	i := slices.IndexFunc(l.rows, func(r liveRow) bool { return r.name == name })
	switch {
	case e.Ended && i >= 0:
		l.rows = slices.Delete(l.rows, i, i+1)
	case i >= 0:
		l.rows[i].bytes = e.Bytes
	case !e.Ended:
		l.rows = append(l.rows, liveRow{name: name, since: time.Now()})
	}
}

// liveName turns "measure:PROJECT:CHECK" into what the document calls the check.
func liveName(id string) string {
	_, rest, _ := strings.Cut(id, ":")
	project, check, _ := strings.Cut(rest, ":")
	if project == "." {
		return check
	}
	return project + "/" + check
}

func (l *live) draw() {
	l.mu.Lock()
	defer l.mu.Unlock()
	var b strings.Builder
	l.erase(&b)
	for _, r := range l.rows {
		line := fmt.Sprintf("running  %s  %s", r.name, time.Since(r.since).Truncate(100*time.Millisecond))
		if r.bytes > 0 {
			line += fmt.Sprintf("  %s of output", size(r.bytes))
		}
		b.WriteString(columns(line, l.width-1) + "\n")
	}
	l.drawn = len(l.rows)
	io.WriteString(l.out, b.String())
}

// columns cleans a line and cuts it, so that it takes no second row of the terminal. What may be drawn two columns
// wide counts as two (Unicode's East Asian Width begins them at U+1100).
func columns(s string, width int) string {
	s = scan.CleanLine(s)
	for i, r := range s {
		if width--; r >= 0x1100 {
			width--
		}
		if width < 0 {
			return s[:i]
		}
	}
	return s
}

// erase goes back over the lines drawn before and clears them.
func (l *live) erase(b *strings.Builder) {
	if l.drawn > 0 {
		fmt.Fprintf(b, "\r\x1b[%dA\x1b[J", l.drawn) // a typed ^C has moved the cursor along its line
	}
	l.drawn = 0
}

func (l *live) end() {
	if l == nil {
		return
	}
	close(l.stop)
	<-l.done
	var b strings.Builder
	l.erase(&b)
	io.WriteString(l.out, b.String())
}

func size(n int64) string {
	switch {
	case n < 10<<10:
		return fmt.Sprintf("%d B", n)
	case n < 10<<20:
		return fmt.Sprintf("%d KiB", n>>10)
	}
	return fmt.Sprintf("%d MiB", n>>20)
}
