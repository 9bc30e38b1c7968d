// Command wasm is the core as a WebAssembly module: the exports below over package core, no import, and no decision of
// its own. A host asks for room with stile_input, writes its request there, calls stile_eval or stile_read, and copies the
// answer out before the next call. testdata/README.md is the whole contract.
package main

//lint:file-ignore U1000 what calls the exports is no Go

import (
	"unsafe"

	"github.com/stile-gate/stile/core"
	"github.com/stile-gate/stile/core/fact"
)

// The version of these exports: a host refuses another major and accepts a later minor.
//
//	1.0  stile_abi, stile_input, stile_eval, stile_read
const (
	major = 1
	minor = 0
)

// The request and the answer live here between the calls: memory that nothing refers to would be reused.
var request, answer []byte

func main() {}

//go:wasmexport stile_abi
func abi() int32 { return major<<16 | minor }

// input gives the address of n bytes to write the request to, 0 when so large a request is refused.
//
//go:wasmexport stile_input
func input(n int32) int32 {
	if n < 0 || n > fact.MaxRequest {
		return 0
	}
	// One byte more than asked for: an empty slice has no address, and 0 means refused.
	request = make([]byte, n, n+1)
	return int32(address(request))
}

// eval gives where core.Eval's answer to the request lies: address<<32 | length.
//
//go:wasmexport stile_eval
func eval() int64 { return give(core.Eval(request)) }

// read does the same for core.ReadRequest.
//
//go:wasmexport stile_read
func read() int64 { return give(core.ReadRequest(request)) }

func give(b []byte) int64 {
	answer = b
	return int64(address(b))<<32 | int64(len(b))
}

func address(b []byte) uintptr { return uintptr(unsafe.Pointer(unsafe.SliceData(b))) }
