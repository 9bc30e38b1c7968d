// Command stile is a deterministic gate for work done by coding agents.
package main

import (
	"os"

	"github.com/stile-gate/stile/cli"
)

func main() {
	args, env := os.Args[1:], os.Environ()
	stderr := cli.Stderr(args, env)
	os.Exit(cli.Run(args, env, os.Stdin, os.Stdout, stderr))
}
