//go:build !crash

package cli

// crashPoint is where a build with the tag crash dies on purpose, to show what harnesses make of it.
func crashPoint(env []string) {}
