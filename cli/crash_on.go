//go:build crash && unix

package cli

import (
	"syscall"

	"github.com/stile-gate/stile/cli/host"
)

// crashPoint dies in the way that STILE_CRASH names. All but "panic" are fatal errors that recover cannot see.
func crashPoint(env []string) {
	switch host.Getenv(env, "STILE_CRASH") {
	case "stack":
		overflow(0)
	case "memory":
		// A low limit, so that dying does not need the whole machine's memory.
		limit := syscall.Rlimit{Cur: 1 << 30, Max: 1 << 30}
		syscall.Setrlimit(syscall.RLIMIT_AS, &limit)
		for {
			hold = append(hold, make([]byte, 64<<20))
		}
	case "map":
		race()
	case "goroutine":
		go func() { panic("crash") }()
		select {}
	case "panic":
		panic("crash")
	}
}

var hold [][]byte

func overflow(n int) int { return overflow(n+1) + 1 }

func race() {
	m := map[int]int{}
	for range 4 {
		go func() {
			for i := 0; ; i++ {
				m[i%8]++
			}
		}()
	}
	select {}
}
