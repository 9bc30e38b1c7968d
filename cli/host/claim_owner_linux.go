package host

import (
	"os"
	"strconv"
	"strings"
	"syscall"
)

func findOwner() owner {
	o := owner{pid: int64(os.Getpid())}
	if p, ok := readProcess(strconv.FormatInt(o.pid, 10)); ok {
		o.start = strconv.FormatUint(p.start, 10)
	}
	if b, err := os.ReadFile("/proc/sys/kernel/random/boot_id"); err == nil {
		o.boot = bounded(strings.TrimSpace(string(b)))
	}
	o.space, _ = os.Readlink("/proc/self/ns/pid")
	return o
}

// running looks the process up; certain when its start time proves which one it is. A zombie prints nothing any
// more.
func (o owner) running() (running, certain bool) {
	p, ok := readProcess(strconv.FormatInt(o.pid, 10))
	if ok && o.start != "" {
		return !p.dead && strconv.FormatUint(p.start, 10) == o.start, true
	}
	err := syscall.Kill(int(o.pid), 0)
	return err == nil || err == syscall.EPERM, false
}
