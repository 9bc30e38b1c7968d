package conformance

import (
	"bytes"
	"fmt"
	"strings"
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
		{"many tests at once", true, goTests(3_000), `{"format":"go-test-json","passed":6000,`},
		{"a line in many pieces", true, pieces(10_000), `{"format":"go-test-json","passed":0,"failed":1,`},
	} {
		want := core.Eval(c.request)
		if c.read {
			want = core.ReadRequest(c.request)
		}
		if !bytes.HasPrefix(want, []byte(c.want)) {
			t.Errorf("%s: %.200s, want %s…", c.name, want, c.want)
		}
		for _, b := range builds {
			asked := b.vectors(t, 0)
			got, err := asked.ask(&vector{call: map[bool]string{true: "read", false: "eval"}[c.read], body: c.request})
			if err != nil || !bytes.Equal(got, want) {
				t.Errorf("%s: %s: %.200s (%v), want %.200s", b.name, c.name, got, err, want)
			}
		}
	}
}

// goTests is a stream of n tests that begin, each with a subtest whose own end is missing, before any of them ends.
func goTests(n int) []byte {
	var b bytes.Buffer
	for i := range n {
		fmt.Fprintf(&b, `{"Action":"run","Package":"p","Test":"T%d"}`+"\n"+`{"Action":"run","Package":"p","Test":"T%[1]d/a"}`+"\n", i)
	}
	for i := range n {
		fmt.Fprintf(&b, `{"Action":"pass","Package":"p","Test":"T%d"}`+"\n", i)
	}
	b.WriteString(`{"Action":"pass","Package":"p"}` + "\n")
	return lastChunk(b.Bytes())
}

// pieces is a failed test that printed one line in n pieces.
func pieces(n int) []byte {
	var b bytes.Buffer
	b.WriteString(`{"Action":"run","Package":"p","Test":"T"}` + "\n")
	b.WriteString(strings.Repeat(`{"Action":"output","Package":"p","Test":"T","Output":"x"}`+"\n", n))
	b.WriteString(`{"Action":"fail","Package":"p","Test":"T"}` + "\n" + `{"Action":"fail","Package":"p"}` + "\n")
	return lastChunk(b.Bytes())
}

func lastChunk(report []byte) []byte {
	query := fact.AppendFrame(fact.AppendFrame(nil, nil), []byte("last"))
	return readRequest("go-test-json", query, report)[1:]
}
