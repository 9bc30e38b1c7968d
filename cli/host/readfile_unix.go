//go:build linux || darwin

package host

import (
	"errors"
	"syscall"
)

// openNoWait keeps an open from following a link and from waiting for the other end of a pipe, should the
// name have become one since it was looked at.
const openNoWait = openNoFollow | syscall.O_NONBLOCK

// openNoFollow is the part of openNoWait about links.
const openNoFollow = syscall.O_NOFOLLOW

// notDirectory reports that a part of the path that should be a directory is none: the file is not there.
func notDirectory(err error) bool { return errors.Is(err, syscall.ENOTDIR) }
