package cli

import (
	"fmt"
	"os"
	"strings"
	"testing"
)

const (
	referenceBegin = "<!-- reference: made by `go test ./cli -run Reference -update` -->\n"
	referenceEnd   = "<!-- reference ends -->\n"
)

// TestReference pins the surface: the README's list of verbs and flags is the table's.
func TestReference(t *testing.T) {
	var b strings.Builder
	for _, v := range verbs() {
		fmt.Fprintf(&b, "- `%s`: %s\n", v.usageLine(), v.summary)
		for _, f := range v.flags {
			fmt.Fprintf(&b, "  - `%s`: %s\n", strings.TrimSpace(f.spelling()+" "+f.value), f.summary)
		}
	}
	src, err := os.ReadFile("../README.md")
	if err != nil {
		t.Fatal(err)
	}
	before, rest, ok := strings.Cut(string(src), referenceBegin)
	block, after, ok2 := strings.Cut(rest, referenceEnd)
	if !ok || !ok2 {
		t.Fatal("the README has no place for the reference")
	}
	if block == b.String() {
		return
	}
	if !*update {
		t.Fatalf("the README's reference is not the table's; with -update it is written again:\n%s", b.String())
	}
	if err := os.WriteFile("../README.md", []byte(before+referenceBegin+b.String()+referenceEnd+after), 0o644); err != nil {
		t.Fatal(err)
	}
}
