//go:build unix

package cli

import (
	"os"
	"path/filepath"
	"runtime/debug"
	"syscall"

	"golang.org/x/sys/unix"
)

// maxStack bounds a goroutine's stack, so that a runaway recursion dies in milliseconds and not in a gigabyte.
const maxStack = 64 << 20

func quiet(path string) *os.File {
	debug.SetTraceback("crash")
	debug.SetMaxStack(maxStack)
	none := syscall.Rlimit{}
	syscall.Setrlimit(syscall.RLIMIT_CORE, &none)
	saved, err := unix.FcntlInt(2, unix.F_DUPFD_CLOEXEC, 3)
	if err != nil {
		return os.Stderr
	}
	log := openFaultLog(path)
	if log == nil {
		if log, err = os.OpenFile(os.DevNull, os.O_WRONLY, 0); err != nil {
			return os.Stderr
		}
	}
	if err := dup2(int(log.Fd()), 2); err != nil {
		return os.Stderr
	}
	return os.NewFile(uintptr(saved), "stderr")
}

// openFaultLog opens the log that all hooks share. Nothing but a fatal error writes to it, so it is empty as long
// as none died, and a hook costs no file of its own.
func openFaultLog(path string) *os.File {
	if path == "" {
		return nil
	}
	open := func() (*os.File, error) {
		return os.OpenFile(path, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	}
	f, err := open()
	if os.IsNotExist(err) && os.MkdirAll(filepath.Dir(path), 0o700) == nil {
		f, err = open()
	}
	if err != nil {
		return nil
	}
	return f
}

// faultLogged reports whether an earlier hook died of a fatal error, once for each such death: what it left is kept
// beside the log, and stderr's descriptor moves on to a new one.
func faultLogged(env []string) bool {
	path := faultLog(env)
	info, err := os.Lstat(path)
	if err != nil || info.Size() == 0 || !info.Mode().IsRegular() {
		return false
	}
	ours, err := os.Stderr.Stat()
	redirected := err == nil && os.SameFile(info, ours)
	if os.Rename(path, filepath.Join(filepath.Dir(path), "last-crash.log")) != nil {
		return false
	}
	if log := openFaultLog(path); log != nil && redirected {
		dup2(int(log.Fd()), 2)
	}
	return true
}
