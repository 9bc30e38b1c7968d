package conformance

import (
	"os"
	"path/filepath"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/stile-gate/stile/core/fact"
)

// cmdReceipt is "receipt VECTOR FILE [OLD NEW]": the receipt that holds a vector's recording and its answer; with OLD, one
// that was forged: each OLD of the answer is NEW.
func cmdReceipt(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 && len(args) != 4 {
		ts.Fatalf("usage: receipt VECTOR FILE [OLD NEW]")
	}
	base := filepath.Join(ts.Getenv("TESTDATA"), "vectors", args[0])
	raw, err := os.ReadFile(base + ".vector")
	ts.Check(err)
	_, recording, ok := strings.Cut(string(raw), "\n\n")
	if !ok || !strings.Contains(string(raw), "\ncall: eval\n") {
		ts.Fatalf("receipt: %s is no vector of a recording", args[0])
	}
	answer, err := os.ReadFile(base + ".answer")
	ts.Check(err)
	if len(args) == 4 {
		forged := strings.ReplaceAll(string(answer), args[2], args[3])
		if forged == string(answer) {
			ts.Fatalf("receipt: the answer of %s holds no %s", args[0], args[2])
		}
		answer = []byte(forged)
	}
	b := fact.AppendFrame([]byte("stile-receipt 1\n"), []byte(recording))
	ts.Check(os.WriteFile(ts.MkAbs(args[1]), fact.AppendFrame(b, answer), 0o644))
}
