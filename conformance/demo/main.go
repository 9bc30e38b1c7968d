// Command demo shows the main job on a sample project: a real captured payload of Claude Code's Stop event is
// given to gate-hook on a red tree twice, then once on a green one. It works on a copy, with a state directory
// of its own, and leaves nothing behind.
package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

func main() {
	if err := demo(); err != nil {
		fmt.Fprintln(os.Stderr, "demo:", err)
		os.Exit(1)
	}
}

func demo() error {
	tmp, err := os.MkdirTemp("", "stile-demo-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(tmp)
	if tmp, err = filepath.EvalSymlinks(tmp); err != nil {
		return err
	}
	d := stage{project: filepath.Join(tmp, "cart"), binary: filepath.Join(tmp, "stile"+exe()), state: filepath.Join(tmp, "state")}
	if err := os.CopyFS(d.project, os.DirFS("testdata/projects/cart")); err != nil {
		return err
	}
	if out, err := exec.Command("go", "build", "-o", d.binary, "./cli/stile").CombinedOutput(); err != nil {
		return fmt.Errorf("building stile: %v\n%s", err, out)
	}
	if err := d.loadPayloads(); err != nil {
		return err
	}
	fmt.Print("An agent worked on the project cart and broke a test. What follows is what stile does about it.\n\n")
	for _, step := range []struct {
		title string
		run   func() error
	}{
		{"The agent ends its turn on a red tree: Claude Code starts the hook, and the turn is refused.", func() error { return d.hook(d.first) }},
		{"It ends its turn again without having fixed anything: once refused, it is let go, and that is recorded.", func() error { return d.hook(d.second) }},
		{"The record is a dated line in the tree, for whoever reads the diff.", func() error { return d.stile("log") }},
		{"The agent rounds half up now, and a new turn ends: green is silence.", d.fix},
		{"The same verdict for a person.", func() error { return d.stile("check") }},
	} {
		fmt.Printf("== %s\n", step.title)
		if err := step.run(); err != nil {
			return err
		}
		fmt.Println()
	}
	return nil
}

type stage struct {
	project, binary, state string
	first, second, third   []byte
}

// loadPayloads reads the captured payloads and puts the sample's directory in the place of the captured one.
func (d *stage) loadPayloads() error {
	for name, to := range map[string]*[]byte{"claude-stop-first.json": &d.first, "claude-stop-second.json": &d.second} {
		b, err := os.ReadFile(filepath.Join("testdata/payloads/claude-code", name))
		if err != nil {
			return err
		}
		*to = bytes.ReplaceAll(b, []byte(`"cwd":"/home/u/repo"`), fmt.Appendf(nil, `"cwd":%q`, d.project))
	}
	// The next turn of the same session: another prompt.
	d.third = bytes.ReplaceAll(d.first, []byte(`"prompt_id":"e9e9ace9`), []byte(`"prompt_id":"e9e9acea`))
	return nil
}

func (d *stage) fix() error {
	file := filepath.Join(d.project, "total.go")
	b, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	b = bytes.Replace(b, []byte("sum * (100 - discount) / 100"), []byte("(sum*(100-discount) + 50) / 100"), 1)
	if err := os.WriteFile(file, b, 0o644); err != nil {
		return err
	}
	return d.hook(d.third)
}

func (d *stage) hook(payload []byte) error {
	return d.start(payload, "gate-hook", "--harness", "claude-code")
}

func (d *stage) stile(verb string) error { return d.start(nil, verb) }

func (d *stage) start(stdin []byte, args ...string) error {
	cmd := exec.Command(d.binary, args...)
	cmd.Dir = d.project
	cmd.Stdin = bytes.NewReader(stdin)
	cmd.Env = append(os.Environ(), "XDG_STATE_HOME="+d.state, "LOCALAPPDATA="+d.state, "GIT_CEILING_DIRECTORIES="+filepath.Dir(d.project))
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	err := cmd.Run()
	if _, exited := err.(*exec.ExitError); err != nil && !exited {
		return fmt.Errorf("starting stile: %v", err)
	}
	from := ""
	if stdin != nil {
		from = " < payload of a Stop event"
	}
	fmt.Printf("$ stile %s%s\n", strings.Join(args, " "), from)
	show("stdout", stdout.String())
	show("stderr", stderr.String())
	fmt.Printf("  exit %d\n", cmd.ProcessState.ExitCode())
	return nil
}

func show(stream, text string) {
	if text == "" {
		fmt.Printf("  %s: nothing\n", stream)
		return
	}
	for line := range strings.Lines(text) {
		fmt.Println(strings.TrimRight("  "+stream+": "+line, " \n"))
	}
}

func exe() string {
	if os.PathSeparator == '\\' {
		return ".exe"
	}
	return ""
}
