//go:build !linux

package host

import "os"

func findOwner() owner { return owner{pid: int64(os.Getpid())} }

// running is never certain here: the number may have been given to another process.
func (o owner) running() (running, certain bool) {
	p, err := os.FindProcess(int(o.pid))
	if err != nil {
		return false, false
	}
	defer p.Release()
	return signalZero(p), false
}
