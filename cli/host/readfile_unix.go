//go:build linux || darwin

package host

import (
	"errors"
	"syscall"
)

// openNoWait keeps an open from following a link and from waiting for the other end of a pipe, should the
// name have become one since it was looked at.
const openNoWait = syscall.O_NOFOLLOW | syscall.O_NONBLOCK

// notDirectory reports that a part of the path that should be a directory is none: the file is not there.
func notDirectory(err error) bool { return errors.Is(err, syscall.ENOTDIR) }
