// Package stile holds the core as a WebAssembly module, for programs that host it themselves. The module has no import;
// testdata/README.md is its contract. The command is in cli/stile, the same core as Go functions in core.
package stile

import _ "embed"

// Module is the module: wasm/stile.wasm, whose digest and origin are in ModuleInfo.
//
//go:embed wasm/stile.wasm
var Module []byte

// ModuleInfo is wasm/stile.wasm.json: the module's sha256, the digest of the sources that it was built from, and the
// versions of the tools that built it.
//
//go:embed wasm/stile.wasm.json
var ModuleInfo []byte
