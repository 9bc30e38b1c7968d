//go:build unix

package host

import (
	"syscall"
	"testing"
)

func mkfifo(t *testing.T, name string) { must(t, syscall.Mkfifo(name, 0o644)) }
