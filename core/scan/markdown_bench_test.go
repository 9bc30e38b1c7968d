package scan

import (
	"strings"
	"testing"

	"github.com/stile-gate/stile/core/fact"
)

// bigTable is a table of n rows as people write them.
func bigTable(n int) string {
	var b strings.Builder
	b.WriteString("# Rules\n\n## Conformance\n\n| rule | status | evidence | note |\n|---|---|---|---|\n")
	for i := range n {
		id := fact.Itoa(int64(1000 + i))
		b.WriteString("| RULE-" + id + " | applied | file:core/module" + id + "/reader.go:12#Reader.Read | as decided in the review |\n")
	}
	return b.String()
}

var sink byte

// BenchmarkConformance compares the scan of 20,000 rows to a loop that copies them byte by byte; it is to take three
// times as long at most.
func BenchmarkConformance(b *testing.B) {
	src := bigTable(20_000)
	b.Run("copy", func(b *testing.B) {
		to := make([]byte, len(src))
		b.SetBytes(int64(len(src)))
		for b.Loop() {
			for i := range len(src) {
				to[i] = src[i]
			}
			sink = to[len(to)-1]
		}
	})
	b.Run("scan", func(b *testing.B) {
		b.SetBytes(int64(len(src)))
		b.ReportAllocs()
		for b.Loop() {
			if t := Conformance(src); len(t.Rows) != 20_000 {
				b.Fatal(len(t.Rows))
			}
		}
	})
	b.Run("scan without outer pipes", func(b *testing.B) {
		src := strings.ReplaceAll(strings.ReplaceAll(src, "\n| ", "\n"), " |\n", "\n")
		b.SetBytes(int64(len(src)))
		for b.Loop() {
			if t := Conformance(src); len(t.Rows) != 20_000 {
				b.Fatal(len(t.Rows))
			}
		}
	})
}
