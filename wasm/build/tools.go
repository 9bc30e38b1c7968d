package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
)

// A toolchain is what was found on this machine.
type toolchain struct {
	tinygo   string // the program
	tools    string // the directory of Binaryen's
	versions map[string]string
}

// LLVM's own, as they are called where several versions stand beside each other.
const (
	optimizer = "opt-" + llvmVersion
	generator = "llc-" + llvmVersion
	clang     = "clang-" + llvmVersion
	linker    = "wasm-ld-" + llvmVersion
)

// binaryen is one of Binaryen's programs.
func (t *toolchain) binaryen(name string) string { return filepath.Join(t.tools, name) }

// What install puts where, below the home of each.
const (
	tinygoProgram    = "tinygo"
	binaryenPrograms = "node_modules/binaryen/bin"
)

// home is where install puts a tool. It is a directory of ours alone, since install clears it; a TINYGOROOT in the
// environment is somebody's own installation.
func home(tool string) (string, error) {
	cache, err := os.UserCacheDir()
	if err != nil {
		return "", fmt.Errorf("finding a directory for %s: %v", tool, err)
	}
	return filepath.Join(cache, "stile", tool), nil
}

// found looks for the pinned tools; the error says which one is missing or another version.
func found() (toolchain, error) {
	dir, err := home(tinygoHome)
	if err != nil {
		return toolchain{}, err
	}
	npm, err := home(binaryenHome)
	if err != nil {
		return toolchain{}, err
	}
	t := toolchain{filepath.Join(dir, tinygoProgram), filepath.Join(npm, filepath.FromSlash(binaryenPrograms)), map[string]string{}}
	for _, tool := range []struct {
		name, want string
		argv       []string
		version    *regexp.Regexp
	}{
		// A version that ends in a dot may go on.
		{"go", goVersion, []string{"go", "env", "GOVERSION"}, regexp.MustCompile(`(go[0-9.]+)`)},
		{"tinygo", tinygoVersion, []string{t.tinygo, "version"}, regexp.MustCompile(`version ([0-9.]+)`)},
		{"opt", llvmVersion + ".", []string{optimizer, "--version"}, regexp.MustCompile(`LLVM version ([0-9.]+)`)},
		{"llc", llvmVersion + ".", []string{generator, "--version"}, regexp.MustCompile(`LLVM version ([0-9.]+)`)},
		{"clang", llvmVersion + ".", []string{clang, "--version"}, regexp.MustCompile(`version ([0-9.]+)`)},
		{"wasm-ld", llvmVersion + ".", []string{linker, "--version"}, regexp.MustCompile(`LLD ([0-9.]+)`)},
		{"wasm-opt", binaryenVersion, []string{t.binaryen("wasm-opt"), "--version"}, regexp.MustCompile(`version ([0-9]+)`)},
		{"wasm-metadce", binaryenVersion, []string{t.binaryen("wasm-metadce"), "--version"}, regexp.MustCompile(`version ([0-9]+)`)},
	} {
		out, err := exec.Command(tool.argv[0], tool.argv[1:]...).Output()
		if err != nil {
			return t, fmt.Errorf("%s %s is not here: make tinygo installs it (%v)", tool.name, tool.want, missing(err))
		}
		m := tool.version.FindSubmatch(out)
		if m == nil || string(m[1]) != tool.want && !(strings.HasSuffix(tool.want, ".") && strings.HasPrefix(string(m[1]), tool.want)) {
			return t, unreachable(fmt.Errorf("%s is not version %s: %s", tool.name, tool.want, strings.TrimSpace(string(out))))
		}
		t.versions[tool.name] = string(m[1])
	}
	return t, nil
}

func missing(err error) error {
	if errors.Is(err, exec.ErrNotFound) || errors.Is(err, fs.ErrNotExist) {
		return errors.New("no such program")
	}
	return err
}

// install makes the tools of found; node and npm must be there. The packages need root; without it the command to run is
// the answer.
func install(string) error {
	if _, err := found(); err == nil || errors.Is(err, errUnreachable) {
		return err
	}
	if err := installPackages(); err != nil {
		return err
	}
	for _, tool := range []struct {
		home, program string
		install       func(dir string) error
	}{{tinygoHome, tinygoProgram, installTinyGo}, {binaryenHome, binaryenPrograms + "/wasm-opt", installBinaryen}} {
		if err := anew(tool.home, tool.program, tool.install); err != nil {
			return err
		}
	}
	_, err := found()
	return err
}

// anew fills the directory of a tool whose program is not there. It is made beside it, so that a failure leaves nothing
// half.
func anew(tool, program string, install func(dir string) error) error {
	dir, err := home(tool)
	if err != nil {
		return err
	}
	if _, err := os.Stat(filepath.Join(dir, filepath.FromSlash(program))); err == nil {
		return nil
	}
	if err := os.MkdirAll(filepath.Dir(dir), 0o755); err != nil {
		return err
	}
	made, err := os.MkdirTemp(filepath.Dir(dir), tool+"-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(made)
	if err := install(made); err != nil {
		return err
	}
	if err := os.RemoveAll(dir); err != nil {
		return err
	}
	return os.Rename(made, dir)
}

// installBinaryen takes Binaryen as npm has it: JavaScript and WebAssembly, which node runs.
func installBinaryen(dir string) error {
	if err := quietly(dir, nil, "npm", "install", "--prefix", dir, "--no-audit", "--no-fund", "--ignore-scripts",
		"--fetch-timeout=20000", "--fetch-retries=1", "binaryen@"+binaryenVersion+".0.0"); err != nil {
		return unreachable(fmt.Errorf("downloading Binaryen: %v", err))
	}
	return nil
}

func installTinyGo(dir string) error {
	out, err := exec.Command("go", "mod", "download", "-json", "github.com/tinygo-org/tinygo@v"+tinygoVersion).Output()
	if err != nil {
		return unreachable(fmt.Errorf("downloading TinyGo: %v", err))
	}
	var source struct{ Dir string }
	if err := json.Unmarshal(out, &source); err != nil {
		return fmt.Errorf("downloading TinyGo: %v", err)
	}
	if err := os.CopyFS(dir, os.DirFS(source.Dir)); err != nil {
		return fmt.Errorf("copying TinyGo: %v", err)
	}
	// A module's files are read-only, and a git submodule that it wants is not among them; an empty one is enough.
	if err := writable(dir); err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Join(dir, "src", "net"), 0o755); err != nil {
		return err
	}
	return command(dir, []string{"GOTOOLCHAIN=local"}, "go", "build", "-tags", "llvm"+llvmVersion, "-o", tinygoProgram, ".")
}

func writable(dir string) error {
	return filepath.WalkDir(dir, func(p string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		return os.Chmod(p, info.Mode().Perm()|0o200)
	})
}

func installPackages() error {
	for _, p := range []string{"node", "npm"} {
		if _, err := exec.LookPath(p); err != nil {
			return unreachable(fmt.Errorf("%s is not on PATH, which gets and runs Binaryen", p))
		}
	}
	lacking := false
	for _, p := range []string{"gcc", "g++", "llvm-config-" + llvmVersion, optimizer, generator, clang, linker} {
		if _, err := exec.LookPath(p); err != nil {
			lacking = true
		}
	}
	if !lacking {
		return nil
	}
	argv := append([]string{"apt-get", "install", "-y", "--no-install-recommends"}, packages...)
	if os.Geteuid() != 0 {
		return unreachable(fmt.Errorf("run as root, then again: %s", strings.Join(argv, " ")))
	}
	if err := command("", nil, "apt-get", "-o", "Acquire::http::Timeout=20", "-o", "Acquire::Retries=1", "update"); err != nil {
		return unreachable(err)
	}
	if err := command("", []string{"DEBIAN_FRONTEND=noninteractive"}, argv...); err != nil {
		return unreachable(err)
	}
	return nil
}

// unreachable marks an error that says nothing about the recipe: the tools cannot be had on this machine.
func unreachable(err error) error { return fmt.Errorf("%w: %v", errUnreachable, err) }

var errUnreachable = errors.New("not to be had here")

// command runs argv, with its output on ours.
func command(dir string, env []string, argv ...string) error {
	return start(os.Stderr, dir, env, argv...)
}

// quietly runs argv and shows what it printed only when it fails.
func quietly(dir string, env []string, argv ...string) error {
	var out bytes.Buffer
	err := start(&out, dir, env, argv...)
	if err != nil {
		_, _ = out.WriteTo(os.Stderr)
	}
	return err
}

func start(out io.Writer, dir string, env []string, argv ...string) error {
	cmd := exec.Command(argv[0], argv[1:]...)
	cmd.Dir, cmd.Env, cmd.Stdout, cmd.Stderr = dir, append(os.Environ(), env...), out, out
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("running %s: %v", strings.Join(argv[:min(3, len(argv))], " "), err)
	}
	return nil
}
