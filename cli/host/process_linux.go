package host

import (
	"bytes"
	"os"
	"strconv"
	"sync"
	"syscall"

	"golang.org/x/sys/unix"
)

var (
	adopting   bool // whether orphans below come to this program instead of to init
	ownSession int
)

// adoptOrphans makes this program the one that orphaned descendants are handed to (prctl(2), Linux 3.4), so
// that leaving the session does not hide a process.
var adoptOrphans = sync.OnceFunc(func() {
	adopting = unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) == nil
	ownSession, _ = unix.Getsid(0)
})

// processes reads /proc; false where there is none.
func processes() ([]process, bool) {
	d, err := os.Open("/proc")
	if err != nil {
		return nil, false
	}
	defer d.Close()
	names, err := d.Readdirnames(-1)
	if err != nil {
		return nil, false
	}
	all := make([]process, 0, len(names))
	for _, n := range names {
		if n[0] < '1' || n[0] > '9' {
			continue
		}
		if p, ok := readProcess(n); ok {
			all = append(all, p)
		}
	}
	return all, len(all) > 0
}

// readProcess reads /proc/PID/stat (proc_pid_stat(5)). The name stands in parentheses and may hold any byte,
// so the last one closes it.
func readProcess(pid string) (process, bool) {
	b, err := os.ReadFile("/proc/" + pid + "/stat")
	if err != nil {
		return process{}, false
	}
	open, end := bytes.IndexByte(b, '('), bytes.LastIndexByte(b, ')')
	if open < 0 || end < open {
		return process{}, false
	}
	f := bytes.Fields(b[end+1:])
	if len(f) < 20 {
		return process{}, false
	}
	p := process{name: string(b[open+1 : end]), dead: f[0][0] == 'Z' || f[0][0] == 'X' || f[0][0] == 'x'}
	for _, field := range []struct {
		to   *int
		text []byte
	}{{&p.pid, []byte(pid)}, {&p.parent, f[1]}, {&p.group, f[2]}, {&p.session, f[3]}} {
		if *field.to, err = strconv.Atoi(string(field.text)); err != nil {
			return process{}, false
		}
	}
	p.start, err = strconv.ParseUint(string(f[19]), 10, 64)
	return p, err == nil
}

// signalOne signals exactly p: the handle that os keeps on Linux is bound to the process, not to its number.
func signalOne(p process, sig syscall.Signal) {
	handle, err := os.FindProcess(p.pid)
	if err != nil {
		return
	}
	defer handle.Release()
	if now, ok := readProcess(strconv.Itoa(p.pid)); ok && now.start == p.start {
		_ = handle.Signal(sig)
	}
}

// heldBy reports whether a process has one of the output files open as a standard stream.
func (o *output) heldBy(pid int) bool {
	for fd := range 3 {
		info, err := os.Stat("/proc/" + strconv.Itoa(pid) + "/fd/" + strconv.Itoa(fd))
		if err == nil && o.is(info) {
			return true
		}
	}
	return false
}
