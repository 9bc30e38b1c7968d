package cli

import (
	"bytes"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/stile-gate/stile/core/harness"
)

func TestCompletionKnowsTheWholeTable(t *testing.T) {
	table := verbs()
	if len(table) == 0 {
		t.Fatal("no verbs")
	}
	for _, shell := range shellNames {
		script := shellScript(shell)
		for i := range table {
			if !strings.Contains(script, table[i].name) {
				t.Errorf("%s: no %s", shell, table[i].name)
			}
			for _, f := range table[i].flags {
				if !strings.Contains(script, f.name) {
					t.Errorf("%s: no %s of %s", shell, f.spelling(), table[i].name)
				}
			}
		}
		var out, errs bytes.Buffer
		if code := Run([]string{"completion", shell}, nil, strings.NewReader(""), &out, &errs); code != exitGreen || out.String() != script || errs.Len() > 0 {
			t.Errorf("stile completion %s: code %d, %q", shell, code, errs.String())
		}
	}
	var out, errs bytes.Buffer
	code := Run([]string{"completion", "bsh"}, nil, strings.NewReader(""), &out, &errs)
	if code != exitNotAsked || out.Len() > 0 || !strings.Contains(errs.String(), "did you mean bash?") {
		t.Errorf("unknown shell: code %d, %q, %q", code, out.String(), errs.String())
	}
}

func TestBashCompletes(t *testing.T) {
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Skip("no bash here")
	}
	for _, c := range []struct {
		line []string // the last word is being completed
		want []string
	}{
		{[]string{"stile", ""}, verbNames()},
		{[]string{"stile", "ch"}, []string{"check"}},
		{[]string{"stile", "check", "--fr"}, []string{"--fresh"}},
		{[]string{"stile", "check", "--json", "--at", ""}, []string{"stop", "commit", "push", "ci"}},
		{[]string{"stile", "gate-hook", "--harness", ""}, harness.IDs()},
		{[]string{"stile", "completion", "f"}, []string{"fish"}},
		{[]string{"stile", "help", "rep"}, []string{"replay"}},
		{[]string{"stile", "tables", "f"}, []string{"fmt"}},
		{[]string{"stile", "tables", "fmt", "--d"}, []string{"--dry-run"}},
		{[]string{"stile", "tables", "fmt", "doc"}, nil},
		{[]string{"stile", "check", "-C", "x"}, nil},
		{[]string{"stile", "nonsense", ""}, nil},
	} {
		var words []string
		for _, w := range c.line {
			words = append(words, single(w))
		}
		script := bashScript() + "COMP_WORDS=(" + strings.Join(words, " ") + ")\nCOMP_CWORD=$((${#COMP_WORDS[@]}-1))\n_stile\n" +
			"printf '%s\\n' \"${COMPREPLY[@]}\"\n"
		out, err := exec.Command(bash, "--norc", "-c", script).CombinedOutput()
		if got := strings.Fields(string(out)); err != nil || !slices.Equal(got, c.want) {
			t.Errorf("%q: %q, %v, want %q", c.line, got, err, c.want)
		}
	}
}

// The other shells at least read their script without a complaint.
func TestScriptsParse(t *testing.T) {
	for shell, script := range map[string]string{"zsh": zshScript(), "fish": fishScript(), "bash": bashScript()} {
		path, err := exec.LookPath(shell)
		if err != nil {
			t.Logf("no %s here: not run", shell)
			continue
		}
		cmd := exec.Command(path, "-n")
		cmd.Stdin = strings.NewReader(script)
		if out, err := cmd.CombinedOutput(); err != nil || len(out) > 0 {
			t.Errorf("%s -n: %v %s", shell, err, out)
		}
	}
}
