package main

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"time"
)

// bed is where the measured programs and trees lie.
type bed struct {
	tmp  string
	peak int64 // bytes of memory that the large payload took
}

// command is one process to be timed. before runs untimed, right before each run.
type command struct {
	argv   []string
	dir    string
	env    []string
	stdin  []byte
	before func() error
}

// run times the process as a whole.
func (c *command) run() (time.Duration, error) {
	if c.before != nil {
		if err := c.before(); err != nil {
			return 0, err
		}
	}
	cmd := exec.Command(c.argv[0], c.argv[1:]...)
	cmd.Dir, cmd.Env, cmd.Stdin = c.dir, c.env, bytes.NewReader(c.stdin)
	start := time.Now()
	out, err := cmd.Output()
	took := time.Since(start)
	if err != nil {
		return 0, fmt.Errorf("%v: %v: %s", c.argv, err, out)
	}
	return took, nil
}

// medians runs two commands in turns, so that both see the same machine.
func medians(runs int, a, b *command) (time.Duration, time.Duration, error) {
	var x, y []time.Duration
	for i := range runs + 3 {
		p, err := a.run()
		if err != nil {
			return 0, 0, err
		}
		q, err := b.run()
		if err != nil {
			return 0, 0, err
		}
		// The first ones warm the caches of both.
		if i >= 3 {
			x, y = append(x, p), append(y, q)
		}
	}
	return middle(x), middle(y), nil
}

func (b *bed) payloadFile() string { return filepath.Join(b.tmp, "payload.json") }

// large writes a payload of 10 MB and gives it to a hook once, for its memory. This comes first: on Linux a
// process's peak begins with that of the one that started it, and this one is still small.
func (b *bed) large() error {
	f, err := os.Create(b.payloadFile())
	if err != nil {
		return err
	}
	defer f.Close()
	w := bufio.NewWriter(f)
	fmt.Fprintf(w, `{"session_id":"s","cwd":%q,"hook_event_name":"Stop","prompt_id":"p","stop_hook_active":false,"last_assistant_message":"`, b.tmp)
	for range 10 << 20 / 39 {
		w.WriteString(`a \"quoted\" line\nand another one\t \u00e9`)
	}
	w.WriteString(`"}`)
	if err := w.Flush(); err != nil {
		return err
	}
	if _, err := f.Seek(0, io.SeekStart); err != nil {
		return err
	}
	c := b.hook(b.tmp, false)
	cmd := exec.Command(c.argv[0], c.argv[1:]...)
	cmd.Dir, cmd.Env, cmd.Stdin = b.tmp, c.env, f
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("the large payload: %v: %s", err, out)
	}
	b.peak = peak(cmd.ProcessState)
	return nil
}

// build makes stile and an empty Go program the same way.
func (b *bed) build() error {
	src := filepath.Join(b.tmp, "empty")
	if err := os.Mkdir(src, 0o755); err != nil {
		return err
	}
	for name, text := range map[string]string{"go.mod": "module empty\n\ngo 1.26\n", "main.go": "package main\n\nfunc main() {}\n"} {
		if err := os.WriteFile(filepath.Join(src, name), []byte(text), 0o644); err != nil {
			return err
		}
	}
	for _, p := range []struct{ dir, out, pkg string }{{".", "stile.bin", "./cli/stile"}, {src, "empty.bin", "."}} {
		cmd := exec.Command("go", "build", "-trimpath", "-ldflags=-s -w", "-o", filepath.Join(b.tmp, p.out), p.pkg)
		cmd.Dir = p.dir
		if out, err := cmd.CombinedOutput(); err != nil {
			return fmt.Errorf("building %s: %v\n%s", p.out, err, out)
		}
	}
	return nil
}

func (b *bed) empty() *command {
	return &command{argv: []string{filepath.Join(b.tmp, "empty.bin")}, dir: b.tmp, env: os.Environ()}
}

func (b *bed) state() string { return filepath.Join(b.tmp, "state") }

// hook is a Stop of a turn that changed nothing; with reuse, the last answer is forgotten before each run, so
// that the verdict has to be made again from the kept result.
func (b *bed) hook(dir string, reuse bool) *command {
	c := &command{argv: []string{filepath.Join(b.tmp, "stile.bin"), "gate-hook", "--harness", "claude-code"}, dir: dir,
		env: append(os.Environ(), "XDG_STATE_HOME="+b.state())}
	n := 0
	c.before = func() error {
		if c.stdin == nil || n > 0 {
			n++
			c.stdin = fmt.Appendf(nil, `{"session_id":"s","cwd":%q,"prompt_id":"p%d","hook_event_name":"Stop","stop_hook_active":false,"last_assistant_message":"done"}`, dir, n)
		}
		if reuse {
			return b.forget()
		}
		return nil
	}
	return c
}

// forget empties the files that hold which tree was answered last.
func (b *bed) forget() error {
	files, err := filepath.Glob(filepath.Join(b.state(), "stile", "roots", "*"))
	for _, f := range files {
		if err == nil {
			err = os.Truncate(f, 0)
		}
	}
	return err
}

// tree makes a committed tree of small files with one check, measured once.
func (b *bed) tree(files int) (string, error) {
	dir := filepath.Join(b.tmp, fmt.Sprint("tree-", files))
	for i := range files {
		name := filepath.Join(dir, fmt.Sprintf("d%03d", i/100), fmt.Sprintf("f%02d.txt", i%100))
		if i%100 == 0 {
			if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
				return "", err
			}
		}
		if err := os.WriteFile(name, fmt.Appendf(nil, "file %d\n", i), 0o644); err != nil {
			return "", err
		}
	}
	policy := `{ "stile": 1, "checks": [ { "id": "test", "run": ["true"] } ] }` + "\n"
	if err := os.WriteFile(filepath.Join(dir, "stile.json"), []byte(policy), 0o644); err != nil {
		return "", err
	}
	git := []string{"git", "-c", "user.name=a", "-c", "user.email=a@example.invalid"}
	// The stat caches trust no file that is as young as themselves, ours and git's alike: two checks let them settle.
	time.Sleep(3 * time.Second)
	for _, argv := range [][]string{append(git, "init", "-q"), append(git, "add", "."), append(git, "commit", "-q", "-m", "x"),
		{"git", "status"}, {filepath.Join(b.tmp, "stile.bin"), "check"}, {filepath.Join(b.tmp, "stile.bin"), "check"}} {
		cmd := exec.Command(argv[0], argv[1:]...)
		cmd.Dir, cmd.Env = dir, append(os.Environ(), "XDG_STATE_HOME="+b.state())
		if out, err := cmd.CombinedOutput(); err != nil {
			return "", fmt.Errorf("%v: %v\n%s", argv, err, out)
		}
	}
	return dir, nil
}
