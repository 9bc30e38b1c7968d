package table

import (
	"strings"
	"testing"

	"github.com/stile-gate/stile/core/fact"
)

func big(n int) []byte {
	var b strings.Builder
	b.WriteString("## Conformance\n\n| rule | status | evidence | note |\n|---|---|---|---|\n")
	for i := range n {
		id := fact.Itoa(int64(i))
		b.WriteString("| RULE-" + id + " | applied | file:core/module" + id + "/reader.go:12#Reader.Read | as decided in the review |\n")
	}
	return []byte(b.String())
}

func BenchmarkReadTable(b *testing.B) {
	for _, n := range []int{200, 20_000, 200_000} {
		b.Run(fact.Itoa(int64(n))+" rows", func(b *testing.B) {
			src := big(n)
			b.SetBytes(int64(len(src)))
			b.ReportAllocs()
			for b.Loop() {
				ReadTable("a.md", false, src)
			}
		})
	}
	b.Run("parse 20000 rows", func(b *testing.B) {
		answer := ReadTable("a.md", false, big(20_000))
		b.SetBytes(int64(len(answer)))
		b.ReportAllocs()
		for b.Loop() {
			if _, ok := ParseTable(answer); !ok {
				b.Fatal("refused")
			}
		}
	})
}
