//go:build unix

package wasm

import (
	"io/fs"
	"os"
	"syscall"
)

// private reports whether this is a directory that its owner alone can look into, and whose owner we are.
func private(info fs.FileInfo) bool {
	if !info.IsDir() || info.Mode().Perm()&0o077 != 0 {
		return false
	}
	stat, ok := info.Sys().(*syscall.Stat_t)
	return ok && int(stat.Uid) == os.Geteuid()
}
