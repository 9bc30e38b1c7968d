// Command stile-wasm is the stile command over the core as a WebAssembly module: the same verbs, the same bytes. It can
// judge a receipt by another module too.
package main

import (
	"os"
	"runtime"

	"github.com/stile-gate/stile"
	"github.com/stile-gate/stile/cli"
	"github.com/stile-gate/stile/cli/host/wasm"
)

func main() {
	args, env := os.Args[1:], os.Environ()
	stderr := cli.Stderr(args, env)
	os.Exit(program(env).Run(args, env, os.Stdin, os.Stdout, stderr))
}

// program is the command for an environment, which says where compiled modules are kept.
func program(env []string) cli.Program {
	o := wasm.Options{Cache: wasm.CacheDir(env, runtime.GOOS)}
	return cli.Program{Core: o.Lazy(stile.Module), Open: o.Core}
}
