package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
)

// compiled are the flags of TinyGo, which stops at LLVM's bitcode: its own linking knows no way to ask for the calling
// convention below. A leaking heap is the fastest and the smallest; a host gives each call a fresh instance.
var compiled = []string{"build", "-target=" + target, "-buildmode=c-shared", "-no-debug", "-gc=leaking", "-panic=trap", "-opt=z"}

// machine is what code is generated for. With the convention experimental-mv a function returns a string or a slice in
// registers, not through memory: a twelfth of the module. Loop strength reduction trades bytes for speed.
var machine = []string{"-mtriple=" + triple, "-mattr=" + attributes, "-target-abi=experimental-mv", "-disable-lsr", "-O2"}

// attributes are those of tinygo.json.
const attributes = "+bulk-memory,+mutable-globals,+nontrapping-fptoint,+sign-ext,+multivalue,-reference-types"

// stackify is the pass of LLVM that is left out: in version 19 it uses the second of a call's results before the call
// (llvm-project issue 98323 of 2024-07-10; its fix of 2026-06-08, pull request 200429, leaves such calls alone). What it
// does, Binaryen does again.
const stackify = "wasm-reg-stackify"

// linked puts the stack below the data, so that running over its end is a trap.
var linked = []string{"--strip-debug", "--stack-first", "--no-demangle", "--no-entry", "-z", "stack-size=65536", "-O2"}

// shrunk are the flags of the last pass. The first kilobyte of memory is the stack's end, where no object lies, and new
// memory is zero.
var shrunk = []string{"-Oz", "--low-memory-unused", "--zero-filled-memory", "--converge",
	"--strip-debug", "--strip-producers", "--strip-target-features"}

// features are attributes, as Binaryen calls them. All are in WebAssembly 2.0.
var features = []string{"--enable-bulk-memory", "--enable-bulk-memory-opt", "--enable-sign-ext", "--enable-mutable-globals",
	"--enable-nontrapping-float-to-int", "--enable-multivalue"}

// compile builds the module of the sources below dir and returns its bytes.
func (t *toolchain) compile(dir string) ([]byte, error) {
	tmp, err := os.MkdirTemp("", "stile-wasm-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(tmp)
	in := func(name string) string { return filepath.Join(tmp, name) }
	root := filepath.Dir(t.tinygo)
	env := []string{"GOTOOLCHAIN=local", "GOFLAGS=", "TINYGOROOT=" + root}
	for _, step := range []struct {
		argv []string
		io   []string
	}{
		{append([]string{t.tinygo}, compiled...), []string{"-o", in("core.bc"), "./wasm"}},
		// Without names and places: llc does not read every name that it writes, and takes minutes for the places.
		{[]string{optimizer, "-strip-debug", "-discard-value-names", "-passes=default<Oz>"}, []string{in("core.bc"), "-o", in("small.bc")}},
		{append([]string{generator, "-stop-before=" + stackify}, machine...), []string{in("small.bc"), "-o", in("core.mir")}},
		{append([]string{generator, "-start-after=" + stackify, "-filetype=obj"}, machine...), []string{in("core.mir"), "-o", in("core.o")}},
		{[]string{clang, "--target=" + triple, "-c"}, []string{filepath.Join(root, "src", "runtime", "asm_tinygowasm.S"), "-o", in("asm.o")}},
		{append([]string{linker}, linked...), []string{in("core.o"), in("asm.o"), "-o", in("whole.wasm")}},
		// TinyGo exports four float functions of its own; the table keeps the ABI alone.
		{append([]string{t.binaryen("wasm-metadce"), "--graph-file", exports}, features...), []string{in("whole.wasm"), "-o", in("ours.wasm")}},
		{slices.Concat([]string{t.binaryen("wasm-opt")}, features, shrunk), []string{in("ours.wasm"), "-o", in("small.wasm")}},
	} {
		if err := quietly(dir, env, append(step.argv, step.io...)...); err != nil {
			return nil, err
		}
	}
	return os.ReadFile(in("small.wasm"))
}

// module builds the module and writes it with its origin.
func module(root string) error {
	t, err := found()
	if err != nil {
		return err
	}
	b, err := t.compile(root)
	if err != nil {
		return err
	}
	list, err := sources(root)
	if err != nil {
		return err
	}
	o := origin{SHA256: digest(b), Size: len(b), Tools: t.versions, Sources: list}
	text, err := json.MarshalIndent(o, "", "  ")
	if err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(root, moduleFile), b, 0o644); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(root, originFile), append(text, '\n'), 0o644)
}

// check builds the module here and from a copy elsewhere, and compares both with the committed one.
func check(root string) error {
	t, err := found()
	if err != nil {
		return err
	}
	committed, err := os.ReadFile(filepath.Join(root, moduleFile))
	if err != nil {
		return fmt.Errorf("reading the module: %v", err)
	}
	elsewhere, err := os.MkdirTemp("", "stile-elsewhere-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(elsewhere)
	if err := copySources(root, elsewhere); err != nil {
		return err
	}
	for _, dir := range []string{root, elsewhere} {
		b, err := t.compile(dir)
		if err != nil {
			return err
		}
		if !bytes.Equal(b, committed) {
			return fmt.Errorf("%s is not what its sources give: built %d bytes, sha256 %s; committed %d bytes, sha256 %s. Run make wasm",
				moduleFile, len(b), digest(b), len(committed), digest(committed))
		}
	}
	fmt.Printf("%s: %d bytes, sha256 %s, the same from two directories\n", moduleFile, len(committed), digest(committed))
	return nil
}

func copySources(root, to string) error {
	list, err := sources(root)
	if err != nil {
		return err
	}
	files := []string{"go.mod", "go.sum"}
	for file := range list {
		files = append(files, file)
	}
	slices.Sort(files)
	for _, file := range files {
		b, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(file)))
		if err != nil {
			return err
		}
		dest := filepath.Join(to, filepath.FromSlash(file))
		if err := os.MkdirAll(filepath.Dir(dest), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(dest, b, 0o644); err != nil {
			return err
		}
	}
	return nil
}
