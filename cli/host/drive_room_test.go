package host

import (
	"strings"
	"testing"

	"github.com/stile-gate/stile/core/fact"
)

// A table whose answer is larger than a recording may be is unreadable: a recording that cannot be read could not be
// asked about, and a hook would let the turn end.
func TestNoRoomIsUnreadable(t *testing.T) {
	if testing.Short() {
		t.Skip("reads seventy megabytes again and again")
	}
	root := realTemp(t)
	note := strings.Repeat("\x01", 12<<20) // six bytes each in an answer
	write(t, root, "stile.json", `{"stile":1,"tables":["t.md"]}`)
	write(t, root, "t.md", "## Conformance\n\n| rule | status | evidence | note |\n|---|---|---|---|\n| A | n/a | | "+note+" |\n")
	h := &Host{Core: Native, Dir: root, State: OpenStore(t.TempDir())}
	reply, _, err := h.Run(fact.Header{Verb: "check", Point: "stop"})
	if err != nil || reply.Code != 1 || !strings.Contains(reply.Stdout, "t.md\" cannot be read: too large [table-unreadable]") {
		t.Errorf("%v, %+v", err, reply)
	}
}

func TestFit(t *testing.T) {
	data := make([]byte, 100)
	for _, c := range []struct {
		id   string
		size int
		fits bool
	}{
		{"file:a", 0, true},
		{"file:a", fact.MaxRecording - lastRoom - 118, false},
		{"file:a", fact.MaxRecording - lastRoom - 119, true},
		{"state", fact.MaxRecording - lastRoom, true},
		{"claim:refuse:0", fact.MaxRecording - lastRoom, true},
		{"state", fact.MaxRecording, false},
	} {
		f := fact.Fact{ID: c.id, Data: data}
		size := c.size
		if fit(&size, &f); (f.State == fact.Present) != c.fits || size <= c.size {
			t.Errorf("%s at %d: %v, then %d", c.id, c.size, f.State, size)
		}
	}
}
