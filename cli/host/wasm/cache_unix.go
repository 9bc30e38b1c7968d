//go:build unix

package wasm

import (
	"os"
	"syscall"
)

// private reports whether dir is a directory that its owner alone can look into, and whose owner we are.
func private(dir string) bool {
	info, err := os.Lstat(dir)
	if err != nil || !info.IsDir() || info.Mode().Perm()&0o077 != 0 {
		return false
	}
	stat, ok := info.Sys().(*syscall.Stat_t)
	return ok && int(stat.Uid) == os.Geteuid()
}
