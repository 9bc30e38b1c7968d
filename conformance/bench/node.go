package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// nodeFigure is the module under Node, from the start of the process to a hook's verdict: the whole loop from a header
// alone, as the vector runner walks it. ok is false where there is no Node.
func (b *bed) nodeFigure() (f figure, ok bool, err error) {
	f = figure{name: "one hook under Node / node -e 0", limit: 1.5}
	program, err := exec.LookPath("node")
	if err != nil {
		return f, false, nil
	}
	printing, err := filepath.Glob("testdata/vectors/hook-*.out")
	if err != nil || len(printing) == 0 {
		return f, false, fmt.Errorf("no vector of a hook that prints: %v", err)
	}
	dir := filepath.Join(b.tmp, "vector")
	if err := os.Mkdir(dir, 0o755); err != nil {
		return f, false, err
	}
	files, err := filepath.Glob(strings.TrimSuffix(printing[0], "out") + "*")
	for _, name := range files {
		var data []byte
		if data, err = os.ReadFile(name); err == nil {
			err = os.WriteFile(filepath.Join(dir, filepath.Base(name)), data, 0o644)
		}
		if err != nil {
			break
		}
	}
	f.ours = &command{argv: []string{program, "shims/node/vectors.js", "wasm/stile.wasm", dir}, env: os.Environ()}
	f.theirs = &command{argv: []string{program, "-e", "0"}, env: os.Environ()}
	return f, err == nil, err
}
