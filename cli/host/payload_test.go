package host

import (
	"bytes"
	"io"
	"strings"
	"testing"
	"time"
)

// never is a pipe whose writer forgets to close it.
type never struct{ first io.Reader }

func (n *never) Read(p []byte) (int, error) {
	if k, err := n.first.Read(p); err == nil {
		return k, nil
	}
	select {}
}

// TestReadAll: D1, what never ends is given up on with what has come so far; the rest is read whole.
func TestReadAll(t *testing.T) {
	large := strings.Repeat("0123456789", 300_000)
	for _, c := range []struct {
		name     string
		in       io.Reader
		limit    int
		patience time.Duration
		want     string
		why      string
	}{
		{"empty", strings.NewReader(""), 10, time.Minute, "", ""},
		{"large", strings.NewReader(large), len(large), time.Minute, large, ""},
		{"byte by byte", io.MultiReader(strings.NewReader("a"), strings.NewReader("b"), strings.NewReader("c")), 10, time.Minute, "abc", ""},
		{"too large", strings.NewReader(large), len(large) - 1, time.Minute, "", "too large"},
		{"never closed", &never{strings.NewReader("")}, 10, time.Millisecond, "", "stdin was not closed"},
	} {
		t.Run(c.name, func(t *testing.T) {
			data, why := readAll(c.in, c.limit, c.patience)
			if !bytes.Equal(data, []byte(c.want)) || why != c.why {
				t.Errorf("%d bytes, %q; want %d, %q", len(data), why, len(c.want), c.why)
			}
		})
	}
}
