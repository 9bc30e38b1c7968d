//go:build !unix

package wasm

import "os"

// private reports whether dir is a directory. On Windows what lies below a user's profile is that user's by inheritance;
// modes say nothing there.
func private(dir string) bool {
	info, err := os.Lstat(dir)
	return err == nil && info.IsDir()
}
