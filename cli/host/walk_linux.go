package host

import (
	"bytes"
	"context"
	"encoding/binary"
	"io/fs"
	"syscall"

	"golang.org/x/sys/unix"
)

// ctimeKnown: the system keeps a change time that no unprivileged program can set.
const ctimeKnown = true

func changeTime(info fs.FileInfo) (ctime int64, inode uint64) {
	if st, ok := info.Sys().(*syscall.Stat_t); ok {
		return st.Ctim.Nano(), st.Ino
	}
	return 0, 0
}

// A treeHandle is an open directory; looking from it spares the kernel the walk down every path.
type treeHandle struct{ fd int }

func openTreeDir(root, rel string) (treeHandle, error) {
	for {
		fd, err := unix.Open(root+"/"+rel, unix.O_RDONLY|unix.O_DIRECTORY|unix.O_NOFOLLOW|unix.O_CLOEXEC|unix.O_NONBLOCK, 0)
		if err != unix.EINTR {
			return treeHandle{fd}, err
		}
	}
}

func (h treeHandle) close() { unix.Close(h.fd) }

// list adds the names of the directory to s. The layout is that of linux_dirent64 (getdents64(2), 2026-11):
// inode 8 bytes, offset 8, length of the record 2, type 1, name ended by NUL.
func (h treeHandle) list(ctx context.Context, s *walkScratch) error {
	if s.block == nil {
		s.block = make([]byte, 64<<10)
	}
	for {
		n, err := unix.ReadDirent(h.fd, s.block)
		if err == unix.EINTR {
			continue
		}
		if err != nil || n <= 0 {
			return err
		}
		switch {
		case ctx.Err() != nil:
			return troubleTime
		case len(s.names) > maxTreeFiles:
			return troubleMany
		}
		for rest := s.block[:n]; len(rest) > 19; {
			size := int(binary.NativeEndian.Uint16(rest[16:]))
			if size <= 19 || size > len(rest) {
				return unix.EIO
			}
			kind, name := rest[18], rest[19:size]
			rest = rest[size:]
			if end := bytes.IndexByte(name, 0); end >= 0 {
				name = name[:end]
			}
			if string(name) == "." || string(name) == ".." {
				continue
			}
			if kind == unix.DT_UNKNOWN {
				var st unix.Stat_t
				if unix.Fstatat(h.fd, string(name), &st, unix.AT_SYMLINK_NOFOLLOW) == nil && st.Mode&unix.S_IFMT == unix.S_IFDIR {
					kind = unix.DT_DIR
				}
			}
			s.add(name, kind == unix.DT_DIR)
		}
	}
}

func (h treeHandle) stat(name string, e *treeEntry) error {
	var st unix.Stat_t
	if err := unix.Fstatat(h.fd, name, &st, unix.AT_SYMLINK_NOFOLLOW); err != nil {
		return err
	}
	e.take(&st)
	if e.kind == kindLink {
		return h.readlink(name, e)
	}
	return nil
}

// follow looks at what the link e leads to.
func (h treeHandle) follow(name string, e *treeEntry) {
	var st unix.Stat_t
	switch err := unix.Fstatat(h.fd, name, &st, 0); err {
	case nil:
		e.target = &treeEntry{path: e.path}
		e.target.take(&st)
	case unix.ENOENT, unix.ENOTDIR, unix.ELOOP:
	default:
		e.target = &treeEntry{path: e.path, kind: kindUnreadable}
	}
}

func (e *treeEntry) take(st *unix.Stat_t) {
	e.size, e.inode, e.mode = st.Size, st.Ino, st.Mode&0o7777
	e.mtime, e.ctime = st.Mtim.Nano(), st.Ctim.Nano()
	switch st.Mode & unix.S_IFMT {
	case unix.S_IFREG:
		e.kind = kindFile
	case unix.S_IFDIR:
		e.kind = kindDir
	case unix.S_IFIFO:
		e.kind = kindPipe
	case unix.S_IFSOCK:
		e.kind = kindSocket
	case unix.S_IFLNK:
		e.kind = kindLink
	default:
		e.kind = kindDevice
	}
}

func (h treeHandle) readlink(name string, e *treeEntry) error {
	for size := 256; ; size *= 2 {
		b := make([]byte, size)
		n, err := unix.Readlinkat(h.fd, name, b)
		if err != nil {
			return err
		}
		if n < size {
			e.link = string(b[:n])
			return nil
		}
	}
}
