package check

import (
	"strings"
	"testing"

	"github.com/stile-gate/stile/core/fact"
)

// lintOf returns the kinds found in a check with this run.
func lintOf(t *testing.T, run ...string) string {
	t.Helper()
	var j fact.JSON
	j.Object().Key("stile").Int(1).Key("checks").Array().Object().Key("id").String("a").Key("run").Strings(run)
	j.EndObject().EndArray().EndObject()
	var kinds []string
	for _, f := range read(t, string(j.Bytes())).Findings {
		kinds = append(kinds, f.Kind)
	}
	return strings.Join(kinds, " ")
}

// A3: a check written so that its own exit status is lost is found when the file is read.
func TestA3MaskedScripts(t *testing.T) {
	masked := []string{
		"go test ./... | tail -5", "go test ./... 2>&1 | tee out.txt", "go test ./... |& head", "make test | cat",
		"set -e; cd sub; go test ./... | tee out", "go test ./... || true", "go test ./... || :", "go test ./... || /bin/true",
		"go test ./...; true", "go test ./...; exit 0", "go test ./...\ntrue\n", "go test ./... && echo ok || echo bad",
		"set -e; go test ./... || echo failed", "go test ./... ; echo done", "go test ./... &", "go test ./... || true # fine",
		"cd sub && go test ./... || true;", `out=$(go test ./...); echo "$out"`, "set -e; cd a; go test || true",
	}
	honest := []string{
		"go test ./...", "go test ./... | tee out.txt; exit ${PIPESTATUS[0]}", "set -o pipefail; go test | tee out",
		"set -euo pipefail && go test ./... | tee out", "go test ./... || exit 1", "go test ./... || { echo bad; exit 1; }",
		"set -e; go test ./...; rm -f out || true", "go test ./... || exit 1; rm -f out || true",
		"bad=0; ./a || bad=1; ./b 2>&1 | tee l || bad=1; exit $bad", `test -z "$(gofmt -l . | head -5)"`,
		"echo 'a || true'", `grep -q "x; true" f`, "if ./refused; then echo wrong; exit 1; fi; echo right", "true", "echo hello",
		"cd sub; echo hello", "(cd a; go test | tail)", "x=1; echo $x", "go test && true", "go vet ./... && go test ./... > out 2>&1",
		"cat <<E | tee x\nE", "go list ./... | grep -v gen | xargs go vet", "",
	}
	for _, s := range masked {
		for _, run := range [][]string{{"sh", "-c", s}, {"/bin/bash", "-c", s}, {"env", "A=b", "dash", "-xc", s}, {"zsh.exe", "-l", "-c", s}} {
			if got := lintOf(t, run...); got != "masked-exit" {
				t.Errorf("A3 %q: %q", run, got)
			}
		}
	}
	for _, s := range honest {
		if got := lintOf(t, "bash", "-c", s); got != "" {
			t.Errorf("A3 honest %q: %q", s, got)
		}
	}
	for _, run := range [][]string{{"bash", "-o", "pipefail", "-c", "a | tee b"}, {"bash", "-eo", "pipefail", "-c", "a | tail"},
		{"sh", "-ec", "a; rm x || true"}, {"sh", "./script.sh", "-c", "a || true"}, {"which", "sh"}, {"sh"}, {"sh", "-c"},
		{"grep", "a || true", "file"}} {
		if got := lintOf(t, run...); got != "" {
			t.Errorf("A3 honest %q: %q", run, got)
		}
	}
}

// D10: an element that is a shell operator, or one element that wants to be split, is found.
func TestD10Operators(t *testing.T) {
	for _, op := range strings.Fields(operators) {
		if got := lintOf(t, "go", "test", op, "x"); got != "shell-operator" {
			t.Errorf("D10 %q: %q", op, got)
		}
	}
	for _, run := range [][]string{{"go test ./..."}, {"make\u0020test"}} {
		if got := lintOf(t, run...); got != "unsplit-command" {
			t.Errorf("D10 %q: %q", run, got)
		}
	}
	for _, run := range [][]string{{"go", "test", "-run", "A|B"}, {"go", "test", "-run", "A && B"}, {"jq", ". > 1", "f"},
		{"find", ".", "-name", "*.go", "-exec", "gofmt", "-l", "{}", ";"}, {"/usr/bin/expr", "1", "|", "0"}, {"pip", "install", "x>=1"},
		{"env", "A=b c", "x"}, {"echo", ">=1.2"}} {
		if got := lintOf(t, run...); got != "" {
			t.Errorf("D10 honest %q: %q", run, got)
		}
	}
}

func TestLintSaysHow(t *testing.T) {
	for _, c := range []struct{ run, want string }{
		{`["go test -run 'A B' ./..."]`, `stile.json:1:44: "run" is one element with spaces, and no shell splits it [unsplit-command]; write ["go", "test", "-run", "A B", "./..."]`},
		{`["make a && make b"]`, `stile.json:1:44: "run" is one element with spaces, and no shell splits it [unsplit-command]; ` + apart},
		{`["a b c d e f g h i j k"]`, `stile.json:1:44: "run" is one element with spaces, and no shell splits it [unsplit-command]; write ["a", "b", "c", "d", "e", "f", "g", "h", …]`},
		{`["go", "vet", "&&", "x"]`, `stile.json:1:57: "run" item 3 is the shell operator "&&", and no shell reads it [shell-operator]; ` + apart},
		{`["sh", "-c", "make test | tail -n 3"]`, `stile.json:1:56: the script in "run" ends in "| tail -n 3", which hides its exit status [masked-exit]; let the script end with the status of what it checks`},
	} {
		p := read(t, one(`"id": "a", "run": `+c.run))
		if got := p.Findings[0].String() + "; " + p.Findings[0].Do; got != c.want {
			t.Errorf("got  %s\nwant %s", got, c.want)
		}
	}
}
