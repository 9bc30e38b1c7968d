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

// TestTablesInCRLF: B1, a whole tree with tables that is checked out with CR LF gives the same documents, the same stamp
// and the same pins.
func TestTablesInCRLF(t *testing.T) {
	red := two()
	red.files["docs/security.md"] = rowsOf("| S1 | applied | file:gone; check:lint | |", "| S2 | applied | file:docs/copy.md | \u2028 |")
	red.files["docs/copy.md"] = red.files["docs/security.md"]
	for name, s := range map[string]*scene{"green": cites(), "red": red} {
		crlf := s.with(nil)
		for path := range s.files {
			b, _ := s.bytes(path) // with the pins of a checkout with LF
			crlf.files[path] = string(bytes.ReplaceAll(b, []byte("\n"), []byte("\r\n")))
		}
		for _, flags := range [][]string{nil, {"json"}} {
			want, _ := s.flagged(flags...).ask(t)
			got, _ := crlf.flagged(flags...).ask(t)
			if want.Verdict != name || got.Stdout != want.Stdout {
				t.Errorf("%s %v:\n%s\nLF\n%s", name, flags, got.Stdout, want.Stdout)
			}
		}
		if a, b := stampOf(t, s), stampOf(t, crlf); a != b {
			t.Errorf("%s: stamp %s, LF %s", name, b, a)
		}
	}
}
