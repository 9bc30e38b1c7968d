package host

import (
	"context"
	"crypto/sha256"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"sync"
	"sync/atomic"
)

// hashFiles sets the sum of every entry it can read, as many at once as there are cores. It reports whether
// each was read whole in the state that the walk saw; a file that was not keeps what was read, for this once.
func hashFiles(ctx context.Context, root string, todo []*treeEntry) bool {
	sums := make([][32]byte, len(todo))
	var unsettled atomic.Bool
	whole := share(ctx, len(todo), 8, func() func(i int) {
		block := make([]byte, 128<<10)
		return func(i int) {
			sum, read, same := hashFile(ctx, root, todo[i], block)
			if !same {
				todo[i].moved = true
				unsettled.Store(true)
			}
			if read {
				sums[i] = sum
				todo[i].sum = &sums[i]
			}
		}
	})
	return whole && !unsettled.Load()
}

// processors is how many may work at once. A program that leaves room beside calls which cannot be interrupted raises Go's
// own number once it runs.
var processors = runtime.GOMAXPROCS(0)

// share does n pieces of work on all cores, with a worker for every few of them; begin makes a worker. It
// reports whether all were done: a panic ends its worker only, and the end of ctx ends all.
func share(ctx context.Context, n, few int, begin func() func(i int)) bool {
	var next, done atomic.Int64
	var wait sync.WaitGroup
	for range min(processors, (n+few-1)/few) {
		wait.Add(1)
		go func() {
			defer wait.Done()
			defer func() { _ = recover() }()
			work := begin()
			for i := int(next.Add(1)) - 1; i < n && ctx.Err() == nil; i = int(next.Add(1)) - 1 {
				work(i)
				done.Add(1)
			}
		}()
	}
	wait.Wait()
	return done.Load() == int64(n)
}

// hashFile reads e's file. same: from the walk's lstat to the end of the read, the file stood still.
func hashFile(ctx context.Context, root string, e *treeEntry, block []byte) (sum [32]byte, read, same bool) {
	how := os.O_RDONLY | openNoWait
	if e.outer {
		how &^= openNoFollow
	}
	f, err := os.OpenFile(filepath.Join(root, filepath.FromSlash(e.path)), how, 0)
	if err != nil {
		// Who may read a file is part of the stat digest; any other reason may be gone the next time.
		return sum, false, errors.Is(err, fs.ErrPermission)
	}
	defer f.Close()
	if info, err := f.Stat(); err != nil || !info.Mode().IsRegular() {
		return sum, false, false // swapped for something whose reads may never return
	}
	h := sha256.New()
	// One byte more than expected tells a file that grows; one that never ends is left alone there.
	for left := e.size + 1; left > 0; {
		if ctx.Err() != nil {
			return sum, false, false
		}
		n, err := f.Read(block[:min(int64(len(block)), left)])
		h.Write(block[:n])
		left -= int64(n)
		if err == io.EOF {
			break
		}
		if err != nil {
			return sum, false, false
		}
	}
	h.Sum(sum[:0])
	return sum, true, e.still(f)
}

// still reports whether the open file is the one that e describes, unchanged as far as the system tells.
func (e *treeEntry) still(f *os.File) bool {
	info, err := f.Stat()
	if err != nil {
		return false
	}
	ctime, inode := changeTime(info)
	return info.Mode().IsRegular() && info.Size() == e.size && info.ModTime().UnixNano() == e.mtime &&
		ctime == e.ctime && inode == e.inode
}
