//go:build unix && !linux && !darwin

package host

import "syscall"

// Only the process group is known here.
const (
	adopting   = false
	ownSession = 0
)

func adoptOrphans() {}

func processes() ([]process, bool) { return nil, false }

func signalOne(process, syscall.Signal) {}

func (o *output) heldBy(int) bool { return false }
