//go:build unix

package cli

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime/debug"
	"strconv"
	"strings"
	"syscall"

	"golang.org/x/sys/unix"
)

// maxStack bounds a goroutine's stack, so that a runaway recursion dies in milliseconds and not in a gigabyte.
const maxStack = 64 << 20

func quiet(dir string) (*os.File, func()) {
	debug.SetTraceback("crash")
	debug.SetMaxStack(maxStack)
	none := syscall.Rlimit{}
	syscall.Setrlimit(syscall.RLIMIT_CORE, &none)
	saved, err := unix.FcntlInt(2, unix.F_DUPFD_CLOEXEC, 3)
	if err != nil {
		return os.Stderr, func() {}
	}
	log := openFaultLog(dir)
	if log == nil {
		if log, err = os.OpenFile(os.DevNull, os.O_WRONLY, 0); err != nil {
			return os.Stderr, func() {}
		}
	}
	if err := dup2(int(log.Fd()), 2); err != nil {
		return os.Stderr, func() {}
	}
	return os.NewFile(uintptr(saved), "stderr"), func() {
		if info, err := log.Stat(); err == nil && info.Size() == 0 && info.Mode().IsRegular() {
			os.Remove(log.Name())
		}
	}
}

func openFaultLog(dir string) *os.File {
	if dir == "" {
		return nil
	}
	name := filepath.Join(dir, fmt.Sprintf("%d.running", os.Getpid()))
	open := func() (*os.File, error) { return os.OpenFile(name, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600) }
	f, err := open()
	if os.IsNotExist(err) && os.MkdirAll(dir, 0o700) == nil {
		f, err = open()
	}
	if err != nil {
		return nil
	}
	return f
}

// crashed reports whether an earlier hook died of a fatal error, once for each such death: its log is kept as
// the newest crash. Logs of hooks that were only killed are empty and are removed.
func crashed(env []string) (found bool) {
	dir := faultDir(env)
	if dir == "" {
		return false
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return false
	}
	for _, e := range entries {
		id, ok := strings.CutSuffix(e.Name(), ".running")
		pid, err := strconv.Atoi(id)
		if !ok || err != nil || pid == os.Getpid() || !errors.Is(syscall.Kill(pid, 0), syscall.ESRCH) {
			continue
		}
		name := filepath.Join(dir, e.Name())
		if info, err := os.Stat(name); err == nil && info.Size() > 0 {
			found = os.Rename(name, filepath.Join(dir, "last-crash.log")) == nil || found
			continue
		}
		os.Remove(name)
	}
	return found
}
