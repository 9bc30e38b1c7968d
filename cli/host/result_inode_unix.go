//go:build unix

package host

import (
	"io/fs"
	"syscall"
)

// fileNumber is the inode, 0 where the system does not give one.
func fileNumber(info fs.FileInfo) int64 {
	if st, ok := info.Sys().(*syscall.Stat_t); ok {
		return int64(st.Ino)
	}
	return 0
}
