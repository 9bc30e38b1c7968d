package main

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// target describes the machine that TinyGo compiles for, exports is the graph of what a host may reach. They are sources
// like any other, and so are the recipe and the versions of its tools.
const (
	target  = "wasm/tinygo.json"
	exports = "wasm/exports.json"
	recipe  = "wasm/build/module.go"
	pinned  = "wasm/build/versions.go"
)

// sources gives the sha256 of everything of ours that the module's bytes depend on, by path: what package wasm
// reaches under the target's tags, and how it is built.
func sources(root string) (map[string]string, error) {
	cmd := exec.Command("go", "list", "-deps", "-tags", "tinygo.wasm,wasm_unknown,tinygo",
		"-f", `{{if not .Standard}}{{$d := .Dir}}{{range .GoFiles}}{{$d}}/{{.}}{{"\n"}}{{end}}{{end}}`, "./wasm")
	cmd.Dir = root
	cmd.Env = append(os.Environ(), "GOOS=linux", "GOARCH=arm", "CGO_ENABLED=0", "GOFLAGS=")
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("listing the module's sources: %v", err)
	}
	digests := map[string]string{}
	files := strings.Fields(string(out))
	for _, file := range []string{target, exports, recipe, pinned} {
		files = append(files, filepath.Join(root, file))
	}
	for _, file := range files {
		rel, err := filepath.Rel(root, file)
		if err != nil {
			return nil, err
		}
		b, err := os.ReadFile(file)
		if err != nil {
			return nil, fmt.Errorf("reading a source of the module: %v", err)
		}
		digests[filepath.ToSlash(rel)] = digest(b)
	}
	return digests, nil
}

func digest(b []byte) string {
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:])
}

// An origin is wasm/stile.wasm.json.
type origin struct {
	SHA256  string            `json:"sha256"` // of wasm/stile.wasm
	Size    int               `json:"size"`   // its bytes
	Tools   map[string]string `json:"tools"`  // versions that built it
	Sources map[string]string `json:"sources"`
}

const (
	moduleFile = "wasm/stile.wasm"
	originFile = moduleFile + ".json"
)

func readOrigin(root string) (o origin, err error) {
	b, err := os.ReadFile(filepath.Join(root, originFile))
	if err == nil {
		err = json.Unmarshal(b, &o)
	}
	if err != nil {
		err = fmt.Errorf("reading the module's origin: %v", err)
	}
	return o, err
}

// stale names the sources that are not what the module was built from.
func (o *origin) stale(now map[string]string) []string {
	var list []string
	for file, sum := range now {
		if o.Sources[file] != sum {
			list = append(list, file)
		}
	}
	for file := range o.Sources {
		if _, ok := now[file]; !ok {
			list = append(list, file)
		}
	}
	return list
}
