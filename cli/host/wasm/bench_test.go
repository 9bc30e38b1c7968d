//go:build unix

package wasm

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"syscall"
	"testing"
	"time"

	"github.com/stile-gate/stile"
	"github.com/stile-gate/stile/cli/host"
	"github.com/stile-gate/stile/core/fact"
)

// readAll reads files one call each, and returns the most memory that an instance had, in pages.
func readAll(tb testing.TB, e *Engine, files []reading) (pages uint32) {
	tb.Helper()
	for i := range files {
		ctx, cancel := context.WithTimeout(context.Background(), e.options.CallTime)
		if e.options.Unwatched {
			ctx = context.Background()
		}
		instance, err := e.take(ctx, false)
		if err != nil {
			tb.Fatal(err)
		}
		_, err = instance.ask(ctx, readExport, [][]byte{files[i].kind, files[i].query, files[i].raw})
		if err != nil {
			tb.Fatal(err)
		}
		pages = max(pages, instance.pages())
		e.give(instance, true)
		cancel()
	}
	return pages
}

func processorTime() time.Duration {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// ways are how the module reads: as it ships, with an instance for each call, and with an eye on the time.
var ways = []struct {
	name string
	o    Options
}{
	{"shipped", Options{Unwatched: true, Renew: readsAnInstance}},
	{"fresh", Options{Unwatched: true}},
	{"watched", Options{}},
}

// BenchmarkReadOneByOne reads 20,000 small files one call each, natively and by the module, and says what each takes of a
// processor, how many times as much the module takes (by itself, and with getting the files from the disk, which both
// have to do), and how much memory an instance has at most.
func BenchmarkReadOneByOne(b *testing.B) {
	files, dir := smallFiles(20_000), b.TempDir()
	paths := make([]string, len(files))
	for i := range files {
		paths[i] = fmt.Sprintf("%d/%d", i%100, i)
		file := filepath.Join(dir, paths[i])
		if err := errors.Join(os.MkdirAll(filepath.Dir(file), 0o755), os.WriteFile(file, files[i].raw, 0o644)); err != nil {
			b.Fatal(err)
		}
	}
	for _, w := range ways {
		b.Run(w.name, func(b *testing.B) {
			e, err := Open(stile.Module, w.o)
			if err != nil {
				b.Fatal(err)
			}
			defer e.Close()
			var pages uint32
			var disk, native, module time.Duration
			for b.Loop() {
				disk += spent(func() {
					for _, p := range paths {
						if _, state, why := host.ReadFile(dir, p, fact.MaxRead); state != fact.Present {
							b.Fatal(why)
						}
					}
				})
				native += spent(func() {
					for i := range files {
						if _, err := host.Native.Read(files[i].kind, files[i].query, files[i].raw); err != nil {
							b.Fatal(err)
						}
					}
				})
				module += spent(func() { pages = max(pages, readAll(b, e, files)) })
			}
			per := time.Duration(b.N * len(files))
			b.ReportMetric(float64(native/per)/1e3, "native-µs/file")
			b.ReportMetric(float64(module/per)/1e3, "module-µs/file")
			b.ReportMetric(float64(module)/float64(native), "x-native")
			b.ReportMetric(float64(module+disk)/float64(native+disk), "x-from-disk")
			b.ReportMetric(float64(pages), "peak-pages")
		})
	}
}

// spent is the processor time that do takes: on a busy machine a clock measures the neighbours.
func spent(do func()) time.Duration {
	before := processorTime()
	do()
	return processorTime() - before
}

// BenchmarkHundredThousand asks 100,000 times, and says by how much this program has grown since the thousandth.
func BenchmarkHundredThousand(b *testing.B) {
	for _, w := range ways {
		b.Run(w.name, func(b *testing.B) {
			for b.Loop() {
				pages, heap := growth(b, w.o, 1_000, 100_000)
				b.ReportMetric(float64(pages), "peak-pages")
				b.ReportMetric(float64(heap), "heap-growth-B")
			}
		})
	}
}

// growth asks until from and then to calls are done, and returns the most memory of an instance and what the heap has
// grown by in between.
func growth(tb testing.TB, o Options, from, to int) (pages uint32, heap int64) {
	tb.Helper()
	e, err := Open(stile.Module, o)
	if err != nil {
		tb.Fatal(err)
	}
	defer e.Close()
	files := smallFiles(16)
	var at [2]runtime.MemStats
	done := 0
	for i, calls := range []int{from, to} {
		for ; done < calls; done++ {
			pages = max(pages, readAll(tb, e, files[done%len(files):done%len(files)+1]))
		}
		runtime.GC()
		runtime.GC() // what finalizers let go
		runtime.ReadMemStats(&at[i])
	}
	return pages, int64(at[1].HeapAlloc) - int64(at[0].HeapAlloc)
}

// TestNoGrowth: calls leave nothing behind, in the module's memory or in ours.
func TestNoGrowth(t *testing.T) {
	for _, w := range ways {
		t.Run(w.name, func(t *testing.T) {
			pages, heap := growth(t, w.o, 500, 2_500)
			if pages > keepPages {
				t.Errorf("an instance had %d pages", pages)
			}
			if heap > 512<<10 {
				t.Errorf("2,000 calls left %d bytes behind", heap)
			}
		})
	}
}
