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
	o := wasm.Options{Cache: wasm.CacheDir(env, runtime.GOOS)}
	p := cli.Program{Core: o.Lazy(stile.Module), Open: o.Core}
	os.Exit(p.Run(args, env, os.Stdin, os.Stdout, stderr))
}
