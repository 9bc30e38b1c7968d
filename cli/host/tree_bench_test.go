package host

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"
	"time"
)

// The bar is a whole gate-hook with a reused result in 1.5 times `git status --porcelain`; most of it is the
// start of a process and the core, so the tree may take 0.6 of it. The ratio is reported as x-git-status.
func BenchmarkTree100(b *testing.B)    { benchmarkTree(b, 100) }
func BenchmarkTree10000(b *testing.B)  { benchmarkTree(b, 10_000) }
func BenchmarkTree100000(b *testing.B) { benchmarkTree(b, 100_000) }

func benchmarkTree(b *testing.B, files int) {
	root := grownTree(b, files)
	cacheFile := filepath.Join(b.TempDir(), "cache")
	look := func() bool {
		s, err := TakeSnapshot(context.Background(), root)
		if err != nil {
			b.Fatal(err)
		}
		cache := LoadStatCache(cacheFile)
		if tree, err := s.Digest(context.Background(), []string{"**/node_modules/**", "target/**", "*.log"}, cache); err != nil || tree.Files != int64(files) {
			b.Fatal(tree, err)
		}
		fast := !cache.dirty
		if err := cache.Save(); err != nil {
			b.Fatal(err)
		}
		return fast
	}
	look()
	later(b)
	look()
	var git, ours []time.Duration
	for b.Loop() {
		start := time.Now()
		cmd := exec.Command("git", "status", "--porcelain")
		cmd.Dir = root
		if out, err := cmd.Output(); err != nil || len(out) > 0 {
			b.Fatal(string(out), err)
		}
		git = append(git, time.Since(start))
		start = time.Now()
		if !look() {
			b.Fatal("the tree was read again")
		}
		ours = append(ours, time.Since(start))
	}
	slices.Sort(git)
	slices.Sort(ours)
	g, o := git[len(git)/2], ours[len(ours)/2]
	b.ReportMetric(float64(o)/float64(g), "x-git-status")
	b.ReportMetric(float64(o.Microseconds())/1000, "ms-ours")
	b.ReportMetric(float64(g.Microseconds())/1000, "ms-git")
}

func grownTree(b *testing.B, files int) string {
	root := b.TempDir()
	for i := range files {
		dir := filepath.Join(root, fmt.Sprintf("pkg%03d", i/1000), fmt.Sprintf("mod%02d", i/50%20))
		if i%50 == 0 {
			if err := os.MkdirAll(dir, 0o755); err != nil {
				b.Fatal(err)
			}
		}
		text := fmt.Appendf(nil, "package p%d\n\n// %0500d\n", i, i)
		if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("file_%05d.go", i)), text, 0o644); err != nil {
			b.Fatal(err)
		}
	}
	for _, args := range [][]string{{"init", "-q"}, {"add", "-A"}, {"-c", "user.email=a@b", "-c", "user.name=a", "-c", "gc.auto=0", "-c", "maintenance.auto=false", "commit", "-qm", "grown"}} {
		cmd := exec.Command("git", args...)
		cmd.Dir = root
		if out, err := cmd.CombinedOutput(); err != nil {
			b.Fatal(string(out), err)
		}
	}
	return root
}
