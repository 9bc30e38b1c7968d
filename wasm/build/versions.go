package main

// The tools whose versions decide the module's bytes. Seen on 2026-11-30: equal bytes from Go 1.26.5 and 1.26.8, from two
// source directories and from two TinyGo directories.
const (
	tinygoVersion   = "0.41.0"  // accepts Go 1.19 to 1.26
	llvmVersion     = "19"      // Debian 12: 19.1.7
	binaryenVersion = "132"     // npm's package binaryen, 132.0.0
	goVersion       = "go1.26." // the module's own go.mod may not ask for a later one before TinyGo takes it
)

// triple is what LLVM calls the machine of tinygo.json.
const triple = "wasm32-unknown-unknown"

// The directories below the user's cache that install fills.
const (
	tinygoHome   = "tinygo-" + tinygoVersion
	binaryenHome = "binaryen-" + binaryenVersion
)

// packages are what Debian 12 calls them: the first line builds TinyGo, the second is run at every build of the module.
var packages = []string{
	"gcc", "g++", "libc6-dev", "llvm-19-dev", "libclang-19-dev",
	"llvm-19", "clang-19", "lld-19",
}
