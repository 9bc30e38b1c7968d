package host

import (
	"io"

	"golang.org/x/sys/unix"

	"github.com/stile-gate/stile/core/fact"
)

// A rootHandle is the root to open paths from that the walk has seen without a link. A table cites thousands of files, and
// what package os does beside opening one costs as much as that.
type rootHandle struct{ fd int }

func openRootHandle(root string) (rootHandle, error) {
	fd, err := unix.Open(root, unix.O_PATH|unix.O_DIRECTORY|unix.O_CLOEXEC, 0)
	return rootHandle{fd}, err
}

func (h rootHandle) close() { unix.Close(h.fd) }

// load reads the file that the walk saw as e into r.buf. The system itself refuses every link (openat2(2), Linux 5.6);
// false also where it knows no such call.
func (h rootHandle) load(r *citedReader, e *treeEntry) bool {
	how := unix.OpenHow{Flags: unix.O_RDONLY | unix.O_NOFOLLOW | unix.O_NONBLOCK | unix.O_CLOEXEC,
		Resolve: unix.RESOLVE_BENEATH | unix.RESOLVE_NO_SYMLINKS | unix.RESOLVE_NO_MAGICLINKS}
	var fd int
	err := restarted(func() (err error) { fd, err = unix.Openat2(h.fd, e.path, &how); return err })
	if err != nil {
		return false
	}
	defer unix.Close(fd)
	var st unix.Stat_t
	if unix.Fstat(fd, &st) != nil || st.Mode&unix.S_IFMT != unix.S_IFREG || st.Size > fact.MaxRead {
		return false
	}
	return r.load(fileReader(fd), st.Size) == nil && len(r.buf) <= fact.MaxRead
}

func restarted(call func() error) error {
	for {
		if err := call(); err != unix.EINTR {
			return err
		}
	}
}

// A fileReader reads an open file.
type fileReader int

func (f fileReader) Read(b []byte) (n int, err error) {
	err = restarted(func() (err error) { n, err = unix.Read(int(f), b); return err })
	if n <= 0 && err == nil {
		return 0, io.EOF
	}
	return max(n, 0), err
}
