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
	// Go cannot interrupt the module. As many costly readings as there are processors would else leave none to anybody who
	// looks at the time, and each processor may be in one of a cited file, in one of a report, and in the verdict.
	runtime.GOMAXPROCS(2*runtime.GOMAXPROCS(0) + 2)
	args, env := os.Args[1:], os.Environ()
	stderr := cli.Stderr(args, env)
	os.Exit(program(env).Run(args, env, os.Stdin, os.Stdout, stderr))
}

// program is the command for an environment, which says where the compiled module is kept. One that is given for a
// replay is not trusted to end, and not kept: it is needed once.
func program(env []string) cli.Program {
	own := wasm.Options{Cache: wasm.CacheDir(env, runtime.GOOS)}
	return cli.Program{Core: own.Lazy(stile.Module), Open: wasm.Options{}.Core}
}
