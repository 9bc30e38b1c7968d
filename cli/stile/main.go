// Command stile is a deterministic gate for work done by coding agents.
package main

import (
	"os"

	"github.com/stile-gate/stile/cli"
)

func main() {
	stderr, finish := cli.Stderr(os.Args[1:], os.Environ())
	code := cli.Run(os.Args[1:], os.Environ(), os.Stdin, os.Stdout, stderr)
	finish()
	os.Exit(code)
}
