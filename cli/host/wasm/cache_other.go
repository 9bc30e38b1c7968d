//go:build !unix

package wasm

import "io/fs"

// private reports whether this is a directory. On Windows what lies below a user's profile is that user's by inheritance;
// modes say nothing there.
func private(info fs.FileInfo) bool { return info.IsDir() }
