// Command build makes wasm/stile.wasm and says where it came from. From the root of the repository:
//
//	go run ./wasm/build tinygo    install TinyGo and Binaryen below the user's cache directory, and with apt what they need
//	go run ./wasm/build module    build wasm/stile.wasm and write wasm/stile.wasm.json
//	go run ./wasm/build check     build it twice, in two directories, and compare both with the committed one
//	go run ./wasm/build tools     say whether this machine could build it; with the reason if not
//
// The module is a pure function of its sources and of the tools in versions.go, so a build that gives other bytes is a
// fault. Exit 3 says that the tools cannot be had here: other versions, no network, or packages to install and no root.
// Nobody needs TinyGo to build, run or test stile: the module is committed, and a test names the sources that were edited
// since it was built.
package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintf(os.Stderr, "build: %v\n", err)
		if errors.Is(err, errUnreachable) {
			os.Exit(3)
		}
		os.Exit(1)
	}
}

var verbs = map[string]func(root string) error{
	"tinygo": install,
	"module": module,
	"check":  check,
	"tools":  func(string) error { _, err := found(); return err },
}

func run(args []string) error {
	if len(args) != 1 || verbs[args[0]] == nil {
		return fmt.Errorf("one of tinygo, module, check, tools is wanted")
	}
	root, err := repository()
	if err != nil {
		return err
	}
	return verbs[args[0]](root)
}

// repository is the directory of go.mod.
func repository() (string, error) {
	out, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}").Output()
	if err != nil {
		return "", fmt.Errorf("finding the repository: %v", err)
	}
	return strings.TrimSpace(string(out)), nil
}
