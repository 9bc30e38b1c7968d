package host

import (
	"errors"
	"io"
	"os"
	"path/filepath"
)

// An output is where a check prints to: files, not pipes, so that nobody who keeps one open can hold stile up.
// stdout and stderr share one file unless stdout is the report.
type output struct {
	dir            string
	stdout, stderr *os.File // the check's ends, until it has started
	shown, report  *os.File // ours: what is quoted, and the report (nil when stdout is not one)
}

func newOutput(report bool) (*output, error) {
	dir, err := os.MkdirTemp("", "stile-")
	if err != nil {
		return nil, err
	}
	o := &output{dir: dir}
	if o.stderr, o.shown, err = printFile(filepath.Join(dir, "out")); err == nil {
		o.stdout = o.stderr
		if report {
			o.stdout, o.report, err = printFile(filepath.Join(dir, "report"))
		}
	}
	if err != nil {
		o.remove()
		return nil, err
	}
	// Where the system lets go of an open file's name, not even a killed stile leaves a file behind.
	_ = os.RemoveAll(dir)
	return o, nil
}

// printFile makes a file that two streams can share: each write goes to its end.
func printFile(name string) (write, read *os.File, err error) {
	if write, err = os.OpenFile(name, os.O_WRONLY|os.O_APPEND|os.O_CREATE|os.O_EXCL, 0o600); err != nil {
		return nil, nil, err
	}
	if read, err = os.Open(name); err != nil {
		write.Close()
		return nil, nil, err
	}
	return write, read, nil
}

// started drops the check's ends: it has its own copies now.
func (o *output) started() {
	for _, f := range []*os.File{o.stdout, o.stderr} {
		if f != nil {
			f.Close()
		}
	}
	o.stdout, o.stderr = nil, nil
}

func (o *output) remove() {
	o.started()
	for _, f := range []*os.File{o.shown, o.report} {
		if f != nil {
			f.Close()
		}
	}
	_ = os.RemoveAll(o.dir)
}

// size is how much has been printed, in bytes.
func (o *output) size() int64 { return fileSize(o.shown) + fileSize(o.report) }

func fileSize(f *os.File) int64 {
	if f == nil {
		return 0
	}
	info, err := f.Stat()
	if err != nil {
		return 0
	}
	return info.Size()
}

// is reports whether info describes one of the output files.
func (o *output) is(info os.FileInfo) bool {
	for _, f := range []*os.File{o.shown, o.report} {
		if f == nil {
			continue
		}
		if own, err := f.Stat(); err == nil && os.SameFile(own, info) {
			return true
		}
	}
	return false
}

// readRange reads bytes from and up to to; a file that was cut meanwhile gives fewer.
func readRange(f io.ReaderAt, from, to int64) ([]byte, error) {
	b := make([]byte, to-from)
	n, err := f.ReadAt(b, from)
	if errors.Is(err, io.EOF) {
		err = nil
	}
	return b[:n], err
}
