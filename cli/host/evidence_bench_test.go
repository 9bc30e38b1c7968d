package host

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/stile-gate/stile/core/fact"
)

// The bar is 20,000 references in 3 times of a program that opens, reads and closes the same files one after another:
// finding, reading and hashing them, asking the core and handing its answers on. The ratio is reported as x-read.
func BenchmarkEvidence20000(b *testing.B) {
	root, files := citedTree(b, 20_000)
	benchmarkEvidence(b, root, files)
}

// BenchmarkEvidenceAlone: every file in a directory of its own.
func BenchmarkEvidenceAlone(b *testing.B) {
	root, files := realTemp(b), []string(nil)
	grow(b, root, "stile.json")
	for i := range 20_000 {
		files = append(files, fmt.Sprintf("docs/%03d/%05d/README.md", i/100, i))
		write(b, root, files[i], fmt.Sprintf("# %d\n\n%0900d\n", i, i))
	}
	benchmarkEvidence(b, root, files)
}

// BenchmarkEvidenceLinked: through a link to their directory, which no walk follows.
func BenchmarkEvidenceLinked(b *testing.B) {
	root, files := citedTree(b, 20_000)
	must(b, os.Symlink("..", filepath.Join(root, "pkg00", "up")))
	for i := range files {
		files[i] = "pkg00/up/" + files[i]
	}
	benchmarkEvidence(b, root, files)
}

func benchmarkEvidence(b *testing.B, root string, files []string) {
	wants := manyWants(files)
	for i := range wants {
		wants[i].Args[0].Values = wants[i].Args[0].Values[:1]
	}
	walked := snapshot(b, root)
	var theirs, ours, loop []time.Duration
	for b.Loop() {
		start := time.Now()
		for i := range wants {
			if _, err := os.ReadFile(filepath.Join(root, wants[i].ID[len(fact.PreEvidence):])); err != nil {
				b.Fatal(err)
			}
		}
		theirs = append(theirs, time.Since(start))

		h := &Host{Core: Native, ctx: context.Background(), root: root, before: walked}
		var cited []*fact.Want
		for i := range wants {
			cited = append(cited, &wants[i])
		}
		start = time.Now()
		facts := h.serveCited(h.ctx, cited)
		ours = append(ours, time.Since(start))
		h.closeCited()
		for i := range facts {
			if facts[i].State != fact.Present {
				b.Fatal(facts[i])
			}
		}

		h = &Host{Core: asking(wants, Native.Read), Dir: root, State: OpenStore(b.TempDir())}
		start = time.Now()
		if _, _, err := h.Run(fact.Header{Verb: "check"}); err != nil {
			b.Fatal(err)
		}
		loop = append(loop, time.Since(start))
	}
	for _, list := range [][]time.Duration{theirs, ours, loop} {
		slices.Sort(list)
	}
	t, o, l := theirs[len(theirs)/2], ours[len(ours)/2], loop[len(loop)/2]
	b.ReportMetric(float64(o)/float64(t), "x-read")
	b.ReportMetric(float64(l)/float64(t), "x-read-loop") // with the walk, two Evals of nothing and the recordings
	b.ReportMetric(float64(t.Microseconds())/1000, "ms-read")
	b.ReportMetric(float64(o.Microseconds())/1000, "ms-ours")
}
