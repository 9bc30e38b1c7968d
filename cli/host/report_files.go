package host

import (
	"context"
	"crypto/sha256"
	"errors"
	"io"
	"os"

	"github.com/stile-gate/stile/core/fact"
)

// maxHashed is how much of the reports that lie there already is read before a check, in bytes; maxReports what
// is read of those that it wrote.
const (
	maxHashed  = 256 << 20
	maxReports = 1 << 30
)

// A reportFile is a regular file inside the root that a glob names.
type reportFile struct {
	path string   // relative to the project, slashes
	also []string // further paths that lead to it
	real string
	size int64
	stat reportStat
	sum  *[sha256.Size]byte // nil where it was not wanted or could not be had
}

// reportStat is what changes when a file is written anew, even with the same bytes. A change time of 0 is not
// known.
type reportStat struct {
	mtime, ctime int64
	inode        uint64
}

// reportFiles are sorted by path, each real file once. unfit says why something that a glob names cannot be
// used, "" where all can: what is left of the report would then not be the whole one.
type reportFiles struct {
	files   []reportFile
	taken   int64 // when the search began, in nanoseconds
	tooMany bool
	unfit   string
}

// digest reads the files of which their change time will not tell whether they have been written anew, up to
// left bytes in all and to the end of ctx.
func (r *reportFiles) digest(ctx context.Context, left int64) {
	for i := range r.files {
		f := &r.files[i]
		if ctx.Err() != nil || f.told(r.taken) || f.size > min(left, fact.MaxRead) {
			continue
		}
		left -= f.size
		f.digest()
	}
}

// told reports whether any later write will show in the change time: it is known, and not of this very moment.
func (f *reportFile) told(taken int64) bool {
	return f.stat.ctime != 0 && f.stat.ctime < taken-racyWindow
}

func (f *reportFile) digest() {
	if b, err := f.bytes(); err == nil {
		sum := sha256.Sum256(b)
		f.sum = &sum
	}
}

// written are the files that are not, in all that stat tells and where that proves nothing byte for byte, as
// they were before; ok is false where it cannot be said of one. Modification times alone prove nothing: they can
// be set, and a clock can be coarse.
//
// What was there before and stands untouched says nothing about this run and is left out, be it red or green,
// also beside files that were written: runners leave the reports of renamed and removed suites behind.
func (r *reportFiles) written(ctx context.Context, before reportFiles) (fresh []reportFile, ok bool) {
	old := map[string]*reportFile{}
	for i := range before.files {
		old[before.files[i].real] = &before.files[i]
	}
	for _, f := range r.files {
		if was := old[f.real]; was != nil && was.size == f.size && was.stat == f.stat {
			if was.told(before.taken) {
				continue
			}
			if was.sum == nil || ctx.Err() != nil {
				return nil, false
			}
			if f.digest(); f.sum == nil {
				return nil, false
			}
			if *f.sum == *was.sum {
				continue
			}
		}
		fresh = append(fresh, f)
	}
	return fresh, true
}

// bytes reads the file, at most one byte more than a reading may hold.
func (f *reportFile) bytes() ([]byte, error) {
	h, err := os.OpenFile(f.real, os.O_RDONLY|openNoWait, 0)
	if err != nil {
		return nil, err
	}
	defer h.Close()
	if info, err := h.Stat(); err != nil || !info.Mode().IsRegular() {
		return nil, errors.New("swapped for something that is no file")
	}
	b, err := io.ReadAll(io.LimitReader(h, fact.MaxRead+1))
	if err == nil && len(b) > fact.MaxRead {
		err = errors.New("grew beyond what one reading holds")
	}
	return b, err
}
