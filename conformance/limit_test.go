package conformance

import (
	"bytes"
	"fmt"
	"testing"

	"github.com/stile-gate/stile/core"
	"github.com/stile-gate/stile/core/fact"
)

// TestOverTheLimits asks every build what no vector can hold: requests larger than anything the core takes. A module
// has an address space, a stack and a memory limit of its own, and says the same words all the same.
func TestOverTheLimits(t *testing.T) {
	header := fact.Header{Core: core.Version, Verb: "check", Point: "stop"}
	facts := make([]fact.Fact, fact.MaxFacts+1)
	for i := range facts {
		facts[i].ID = fmt.Sprintf("file:%07d", i)
	}
	many := fact.Recording{Header: header, Facts: facts}
	large := fact.Recording{Header: header, Facts: []fact.Fact{{ID: "file:a", Data: make([]byte, fact.MaxRecording)}}}
	for _, c := range []struct {
		name    string
		read    bool
		request []byte
		want    string // what the answer begins with
	}{
		{"too many facts", false, many.Append(nil), `{"fault":{"code":"bad-recording"`},
		{"too large a recording", false, large.Append(nil), `{"fault":{"code":"recording-too-large"`},
		{"too large a reading", true, readRequest("tap", nil, make([]byte, fact.MaxRead+1))[1:], `{"fault":{"code":"too-large"`},
		{"too large a policy", true, readRequest("stile.json", nil, bytes.Repeat([]byte("["), fact.MaxPolicy+1))[1:], `{"blocks":1,"total":1,`},
		{"too deep a policy", true, readRequest("stile.json", nil, bytes.Repeat([]byte("["), fact.MaxPolicy))[1:], `{"blocks":1,"total":1,`},
	} {
		want := core.Eval(c.request)
		if c.read {
			want = core.ReadRequest(c.request)
		}
		if !bytes.HasPrefix(want, []byte(c.want)) {
			t.Errorf("%s: %s, want %s…", c.name, want, c.want)
		}
		for _, b := range builds {
			asked := b.vectors(t, 0)
			got, err := asked.ask(&vector{call: map[bool]string{true: "read", false: "eval"}[c.read], body: c.request})
			if err != nil || !bytes.Equal(got, want) {
				t.Errorf("%s: %s: %s (%v), want %s", b.name, c.name, got, err, want)
			}
		}
	}
}
