package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
)

// flags of the compiler. A leaking heap is the fastest and the smallest; a host gives each call a fresh instance.
var flags = []string{"build", "-target=" + target, "-buildmode=c-shared", "-no-debug", "-gc=leaking", "-panic=trap", "-opt=z"}

// shrink are the flags of a second pass over what TinyGo's own left. The first kilobyte of memory is the stack's end,
// where no object lies, and new memory is zero.
var shrink = []string{"-Oz", "--low-memory-unused", "--zero-filled-memory", "--converge",
	"--strip-debug", "--strip-producers", "--strip-target-features"}

// features are those of the target that wasm-opt has to be told about.
var features = []string{"--enable-bulk-memory", "--enable-sign-ext", "--enable-mutable-globals",
	"--enable-nontrapping-float-to-int"}

// compile builds the module of the sources below dir and returns its bytes.
func (t *toolchain) compile(dir string) ([]byte, error) {
	tmp, err := os.MkdirTemp("", "stile-wasm-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(tmp)
	whole, ours, small := filepath.Join(tmp, "whole.wasm"), filepath.Join(tmp, "ours.wasm"), filepath.Join(tmp, "small.wasm")
	env := []string{"GOTOOLCHAIN=local", "GOFLAGS=", "TINYGOROOT=" + filepath.Dir(t.tinygo)}
	for _, step := range []struct {
		argv []string
		io   []string
	}{
		{append([]string{t.tinygo}, flags...), []string{"-o", whole, "./wasm"}},
		// TinyGo exports four float functions of its own; the table keeps the ABI alone.
		{append([]string{"wasm-metadce", "--graph-file", exports}, features...), []string{whole, "-o", ours}},
		{slices.Concat([]string{"wasm-opt"}, features, shrink), []string{ours, "-o", small}},
	} {
		if err := quietly(dir, env, append(step.argv, step.io...)...); err != nil {
			return nil, err
		}
	}
	return os.ReadFile(small)
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
