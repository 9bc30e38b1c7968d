package host

import (
	"syscall"

	"golang.org/x/sys/unix"
)

// macOS hands orphans to launchd and tells no session: a process that loses its parent and leaves the group
// between two looks is lost. Best effort.
const (
	adopting   = false
	ownSession = 0
)

func adoptOrphans() {}

// zombie is SZOMB of sys/proc.h.
const zombie = 5

func processes() ([]process, bool) {
	list, err := unix.SysctlKinfoProcSlice("kern.proc.all")
	if err != nil {
		return nil, false
	}
	all := make([]process, len(list))
	for i := range list {
		p, e := &list[i].Proc, &list[i].Eproc
		all[i] = process{
			pid: int(p.P_pid), parent: int(e.Ppid), group: int(e.Pgid),
			start: uint64(p.P_starttime.Sec)*1e6 + uint64(p.P_starttime.Usec),
			dead:  p.P_stat == zombie, name: unix.ByteSliceToString(p.P_comm[:]),
		}
	}
	return all, true
}

func signalOne(p process, sig syscall.Signal) { _ = syscall.Kill(p.pid, sig) }

func (o *output) heldBy(int) bool { return false }
