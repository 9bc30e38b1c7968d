package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// reader is a program that reads the files that its standard input names, and nothing else.
const reader = `package main

import (
	"io"
	"os"
	"strings"
)

func main() {
	list, err := io.ReadAll(os.Stdin)
	for name := range strings.Lines(string(list)) {
		if err == nil {
			_, err = os.ReadFile(strings.TrimSuffix(name, "\n"))
		}
	}
	if err != nil {
		panic(err)
	}
}
`

// cited is a check of a table whose rows cite as many files, against reading the same ones.
func (b *bed) cited(files int) (figure, error) {
	f := figure{name: fmt.Sprintf("%d cited files / a program that reads them", files), limit: 3}
	src, bin := filepath.Join(b.tmp, "reader"), filepath.Join(b.tmp, "reader.bin")
	dir := filepath.Join(b.tmp, "cited")
	var rows, list strings.Builder
	rows.WriteString("## Conformance\n\n| rule | status | evidence |\n|---|---|---|\n")
	texts := map[string]string{filepath.Join(src, "go.mod"): "module reader\n\ngo 1.26\n", filepath.Join(src, "main.go"): reader,
		filepath.Join(dir, "stile.json"): `{ "stile": 1, "tables": [ "conformance.md" ] }` + "\n"}
	for i := range files {
		name := fmt.Sprintf("pkg%02d/mod%03d/file_%05d.go", i/2000, i/40, i)
		texts[filepath.Join(dir, name)] = fmt.Sprintf("package p%d\n\n// %0900d\nfunc Name%d() {}\n", i, i, i)
		fmt.Fprintf(&rows, "| R-%d | applied | file:%s |\n", i, name)
		fmt.Fprintln(&list, name)
	}
	texts[filepath.Join(dir, "conformance.md")] = rows.String()
	for name, text := range texts {
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			return f, err
		}
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			return f, err
		}
	}
	build := exec.Command("go", "build", "-trimpath", "-ldflags=-s -w", "-o", bin, ".")
	build.Dir = src
	if out, err := build.CombinedOutput(); err != nil {
		return f, fmt.Errorf("building the reader: %v\n%s", err, out)
	}
	f.ours = &command{argv: []string{filepath.Join(b.tmp, "stile.bin"), "check"}, dir: dir, env: append(os.Environ(), "XDG_STATE_HOME="+b.state())}
	f.theirs = &command{argv: []string{bin}, dir: dir, env: os.Environ(), stdin: []byte(list.String())}
	time.Sleep(3 * time.Second) // the stat cache trusts no file that is as young as itself
	return f, nil
}
