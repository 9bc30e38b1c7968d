// Command bench measures what a harness waits for: whole gate-hook processes, as ratios to public tools in the
// same run. It makes its trees in a temporary directory, prints one line a figure with the limit it is held to,
// and exits 1 when one is over it. Absolute times depend on the machine and are shown for reading only.
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"
)

func main() {
	runs := flag.Int("runs", 21, "timed runs of each command; the median counts")
	largest := flag.Int("largest", 100_000, "files in the largest tree")
	flag.Parse()
	over, err := bench(*runs, *largest)
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(2)
	}
	if over {
		os.Exit(1)
	}
}

// figure is one line of the result: ours against theirs, and how much more we may take.
type figure struct {
	name         string
	limit        float64
	ours, theirs *command
}

func bench(runs, largest int) (over bool, err error) {
	tmp, err := os.MkdirTemp("", "stile-bench-")
	if err != nil {
		return false, err
	}
	defer os.RemoveAll(tmp)
	if tmp, err = filepath.EvalSymlinks(tmp); err != nil {
		return false, err
	}
	b := &bed{tmp: tmp}
	if err := b.build(); err != nil {
		return false, err
	}
	if err := b.large(); err != nil {
		return false, err
	}
	fmt.Printf("%-44s %10s %10s %7s %7s\n", "", "ours", "theirs", "ratio", "limit")
	show := func(f figure) error {
		ours, theirs, err := medians(runs, f.ours, f.theirs)
		if err != nil {
			return fmt.Errorf("%s: %v", f.name, err)
		}
		over = print(f.name, ours, theirs, f.limit) || over
		return nil
	}

	empty := filepath.Join(tmp, "nowhere")
	if err := os.Mkdir(empty, 0o755); err != nil {
		return false, err
	}
	if err := show(figure{"nothing asked of the tree / empty Go program", 2.0, b.hook(empty, false), b.empty()}); err != nil {
		return over, err
	}
	node, ok, err := b.nodeFigure()
	switch {
	case err != nil:
		return over, err
	case ok:
		err = show(node)
	default:
		fmt.Printf("%-44s not run: there is no node\n", node.name)
	}
	if err != nil {
		return over, err
	}
	for _, files := range []int{100, 10_000, 100_000} {
		if files > largest {
			continue
		}
		dir, err := b.tree(files)
		if err != nil {
			return over, err
		}
		status := &command{argv: []string{"git", "status", "--porcelain"}, dir: dir, env: os.Environ()}
		for _, f := range []figure{
			{fmt.Sprintf("%d files, result reused / git status", files), 1.5, b.hook(dir, true), status},
			{fmt.Sprintf("%d files, nothing changed / git status", files), 1.5, b.hook(dir, false), status},
		} {
			if err := show(f); err != nil {
				return over, err
			}
		}
	}
	cited, err := b.cited(20_000)
	if err == nil {
		err = show(cited)
	}
	if err != nil {
		return over, err
	}
	return b.payload(runs, over)
}

// payload compares a hook that is given 10 MB with the standard library's validation of the same bytes.
func (b *bed) payload(runs int, over bool) (bool, error) {
	dir := filepath.Join(b.tmp, "nowhere")
	large, err := os.ReadFile(b.payloadFile())
	if err != nil {
		return over, err
	}
	c := b.hook(dir, false)
	c.stdin = large
	var ours, theirs []time.Duration
	for range runs {
		took, err := c.run()
		if err != nil {
			return over, err
		}
		ours = append(ours, took)
		start := time.Now()
		if !json.Valid(large) {
			return over, fmt.Errorf("the payload is no JSON")
		}
		theirs = append(theirs, time.Since(start))
	}
	over = print(fmt.Sprintf("payload of %.1f MB / json.Valid", float64(len(large))/1e6), middle(ours), middle(theirs), 4) || over
	word := "within"
	if b.peak > 64<<20 {
		word, over = "OVER", true
	}
	fmt.Printf("%-44s %7.1f MB %28s %s 64 MB\n", "memory for that payload", float64(b.peak)/(1<<20), "", word)
	return over, nil
}

func print(name string, ours, theirs time.Duration, limit float64) (over bool) {
	ratio := float64(ours) / float64(theirs)
	word := ""
	if over = ratio > limit; over {
		word = "  OVER"
	}
	fmt.Printf("%-44s %7.2f ms %7.2f ms %7.2f %7.1f%s\n", name, ms(ours), ms(theirs), ratio, limit, word)
	return over
}

func ms(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

func middle(list []time.Duration) time.Duration {
	slices.Sort(list)
	return list[len(list)/2]
}
