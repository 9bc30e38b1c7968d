package main

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/stile-gate/stile"
	"github.com/stile-gate/stile/cli"
	"github.com/stile-gate/stile/cli/host/wasm"
)

type answer struct {
	code           int
	stdout, stderr string
}

func ask(run func(args, env []string, stdin io.Reader, stdout, stderr io.Writer) int, env []string, args ...string) answer {
	var stdout, stderr bytes.Buffer
	code := run(args, env, strings.NewReader(""), &stdout, &stderr)
	return answer{code, stdout.String(), stderr.String()}
}

func home(t *testing.T) (env []string, cache string) {
	t.Helper()
	dir := t.TempDir()
	env = []string{"HOME=" + dir, "LOCALAPPDATA=" + dir, "XDG_CACHE_HOME=" + filepath.Join(dir, "cache"), "PATH=" + os.Getenv("PATH")}
	return env, wasm.CacheDir(env, runtime.GOOS)
}

func entries(dir string) (names []string) {
	all, _ := os.ReadDir(dir)
	for _, e := range all {
		names = append(names, e.Name())
	}
	return names
}

// TestOnlyQuestionsCompile: what asks the core nothing says what the native command says, and compiles nothing.
func TestOnlyQuestionsCompile(t *testing.T) {
	env, cache := home(t)
	t.Chdir(t.TempDir())
	for _, args := range [][]string{{"help"}, {"help", "replay"}, {"replay", "--help"}, {"schema"}, {"completion", "bash"}, {"nothing"}, {"log", "--journal"}} {
		if got, want := ask(program(env).Run, env, args...), ask(cli.Run, env, args...); got != want {
			t.Errorf("%q: %+v, want %+v", args, got, want)
		}
	}
	got, want := ask(program(env).Run, env, "version"), ask(cli.Run, env, "version")
	if strings.Replace(got.stdout, "(wasm, ", "(native, ", 1) != want.stdout || got.stdout == want.stdout {
		t.Errorf("version: %+v, want %+v but for the engine", got, want)
	}
	if got := ask(program(env).Run, env, "version", "--json"); !strings.Contains(got.stdout, `"module":"`+wasm.Digest(stile.Module)+`"`) {
		t.Errorf("version --json: %+v", got)
	}
	if _, err := os.Lstat(cache); err == nil {
		t.Error("something was compiled")
	}
}

// TestSameBytes: a receipt of either command is judged by the other to the same bytes, and by the module given as a file.
func TestSameBytes(t *testing.T) {
	env, cache := home(t)
	dir := t.TempDir()
	t.Chdir(dir)
	write := func(name, text string) {
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir("p", 0o755); err != nil {
		t.Fatal(err)
	}
	write("p/stile.json", `{"stile":1,"checks":[{"id":"a","run":["no-such-program"]},{"id":"b","run":["go","version"]}]}`)
	write("old.wasm", string(stile.Module)+"\x00\x02\x01x") // an empty section more, so another module that answers the same
	write("text.wasm", "hello")
	native := ask(cli.Run, env, "check", "-C", "p", "--fresh", "--record", "by-native")
	module := ask(program(env).Run, env, "check", "-C", "p", "--fresh", "--record", "by-module")
	if native != module || native.code != 3 {
		t.Fatalf("native %+v, module %+v", native, module)
	}
	if info, err := os.Stat(cache); runtime.GOARCH == "amd64" && (err != nil || !info.IsDir()) {
		t.Errorf("nothing is kept in %s: %v", cache, err)
	}
	compiled := entries(cache)
	for _, receipt := range []string{"by-native", "by-module"} {
		for name, got := range map[string]answer{
			"native":       ask(cli.Run, env, "replay", receipt),
			"module":       ask(program(env).Run, env, "replay", receipt),
			"given module": ask(program(env).Run, env, "replay", receipt, "--module", "old.wasm"),
		} {
			if got != native {
				t.Errorf("%s replayed by the %s: %+v, want %+v", receipt, name, got, native)
			}
		}
	}
	if got := entries(cache); !slices.Equal(got, compiled) {
		t.Errorf("kept %q, and before the replays %q", got, compiled)
	}
	for file, says := range map[string]string{
		"text.wasm": "stile: judging by text.wasm: the module is no WebAssembly that can be compiled\n",
		"no.wasm":   "stile: reading the module: open no.wasm: ",
	} {
		got := ask(program(env).Run, env, "replay", "by-native", "--module", file)
		if got.code != 2 || got.stdout != "" || !strings.HasPrefix(got.stderr, says) || strings.Count(got.stderr, "\n") != 1 {
			t.Errorf("%s: %+v", file, got)
		}
	}
}
