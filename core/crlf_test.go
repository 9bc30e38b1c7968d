package core

import (
	"bytes"
	"testing"

	"github.com/stile-gate/stile/core/fact"
)

// TestLineEndsChangeNothing: B1, a tree checked out with CR LF gives the same answers as one with LF.
func TestLineEndsChangeNothing(t *testing.T) {
	policy := "{ \"stile\": 1,\n  \"checks\": [\n    { \"id\": \"test\", \"run\": [\"go\", \"test\"], \"report\": \"tap\" },\n    { \"id\": \"x\", \"nope\": 1 } ] }\n"
	same := func(what string, lf, crlf []byte) {
		if !bytes.Equal(lf, crlf) {
			t.Errorf("%s:\nLF    %s\nCR LF %s", what, lf, crlf)
		}
	}
	windows := func(s string) []byte { return bytes.ReplaceAll([]byte(s), []byte("\n"), []byte("\r\n")) }
	same("stile.json", Read([]byte("stile.json"), []byte("stile.json"), []byte(policy)), Read([]byte("stile.json"), []byte("stile.json"), windows(policy)))
	query := fact.AppendFrame(fact.AppendFrame(nil, nil), []byte("last"))
	for format, kinds := range reports {
		for kind, text := range kinds {
			same(format+" "+kind, Read([]byte(format), query, []byte(text)), Read([]byte(format), query, windows(text)))
		}
	}
}
