//go:build unix

package conformance

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"
)

// recorded is a file of testdata/real; the driver in conformance/real documents its fields.
type recorded struct {
	Harness  string
	Version  string
	Date     string
	Stile    string
	Scenario string
	Build    string
	Home     string
	Repos    []string `json:"repositories"`
	Files    []recordedFile
	Edits    []recordedFile
	Steps    []struct {
		Agent int
		Shell string
		Hook  *recordedCall
	}
	Bypass []recordedFile
}

type recordedFile struct{ Path, Text string }

type recordedCall struct {
	Args       []string
	Cwd        string
	Env        []string
	Payload    string
	Transcript int64
	Stdout     string
	Stderr     string
	Code       int
	Signal     int
}

// steadyForms are the replacements that the driver made before it compared or wrote anything.
var steadyForms = []struct {
	form *regexp.Regexp
	name string
}{
	{regexp.MustCompile(`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ`), "$$TIME"},
	{regexp.MustCompile(`\d{4}-\d\d-\d\d`), "$$DATE"},
}

// TestRecordedCalls gives every payload that a real harness sent to today's gate-hook, in a repository like the
// recorded one, and wants the recorded bytes back. What differs is either a defect, or the reason to let
// "make real" write the recordings again.
func TestRecordedCalls(t *testing.T) {
	files, err := filepath.Glob("../testdata/real/*/*.json")
	if err != nil || len(files) == 0 {
		t.Fatalf("no recordings in testdata/real: run make real (%v)", err)
	}
	bin := t.TempDir()
	builds := map[string]string{"": buildStile(t, bin, ""), "crash": buildStile(t, bin, "crash")}
	calls := 0
	for _, f := range files {
		rec := readRecorded(t, f)
		for _, s := range rec.Steps {
			if s.Hook != nil {
				calls++
			}
		}
		t.Run(rec.Harness+"/"+rec.Scenario, func(t *testing.T) {
			t.Parallel()
			rec.replay(t, builds[rec.Build])
		})
	}
	if calls == 0 {
		t.Error("the recordings hold no call")
	}
}

func buildStile(t *testing.T, dir, tags string) string {
	t.Helper()
	out := filepath.Join(dir, "stile"+tags)
	cmd := exec.Command("go", "build", "-trimpath", "-buildvcs=false", "-tags", tags, "-o", out, "./cli/stile")
	cmd.Dir = root(t)
	if msg, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, msg)
	}
	return out
}

var recordHead = regexp.MustCompile(`^\{\s*"harness": "[a-z-]+",\s*"version": "[0-9.]+",\s*"date": "\d{4}-\d\d-\d\d",\s*"stile": "([0-9a-f]{64})?",`)

func readRecorded(t *testing.T, file string) *recorded {
	t.Helper()
	src, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if !recordHead.Match(src) {
		t.Errorf("%s does not begin with harness, version, date and the binary's digest", file)
	}
	rec := &recorded{}
	if err := json.Unmarshal(src, rec); err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	if rec.Stile == "" && rec.Build != "gone" {
		t.Errorf("%s names no binary", file)
	}
	return rec
}

func (rec *recorded) replay(t *testing.T, bin string) {
	run, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	fill := func(s string) string { return strings.ReplaceAll(s, "$RUN", run) }
	steady := func(s string) string {
		s = strings.ReplaceAll(s, run, "$RUN")
		for _, f := range steadyForms {
			s = f.form.ReplaceAllString(s, f.name)
		}
		return s
	}
	home := filepath.Join(run, rec.Home)
	env := []string{
		"PATH=/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin", "HOME=" + home, "LANG=C.UTF-8", "TERM=dumb",
		"TMPDIR=" + filepath.Join(run, "tmp"), "XDG_STATE_HOME=" + filepath.Join(home, ".local/state"),
		"XDG_CONFIG_HOME=" + filepath.Join(home, ".config"), "XDG_CACHE_HOME=" + filepath.Join(home, ".cache"),
		"GIT_CONFIG_NOSYSTEM=1",
	}
	place := func(dir string, files []recordedFile) {
		for _, f := range files {
			p := filepath.Join(dir, f.Path)
			if err := errors.Join(os.MkdirAll(filepath.Dir(p), 0o755), os.WriteFile(p, []byte(f.Text), 0o644), os.Chmod(p, 0o644)); err != nil {
				t.Fatal(err)
			}
		}
	}
	sh := func(dir, script string) {
		cmd := exec.Command("/bin/sh", "-c", script)
		cmd.Dir, cmd.Env = dir, env
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%s: %v\n%s", script, err, out)
		}
	}
	place(run, []recordedFile{{Path: "tmp/.keep"}, {Path: rec.Home + "/.keep"}})
	for _, r := range rec.Repos {
		repo := filepath.Join(run, r)
		place(repo, rec.Files)
		sh(repo, "git init -q -b main && git config user.email someone@example.invalid && git config user.name someone &&"+
			" git add -A && git commit -q -m begin")
		place(repo, rec.Edits)
	}
	for i, s := range rec.Steps {
		if s.Hook == nil {
			sh(filepath.Join(run, rec.Repos[s.Agent%len(rec.Repos)]), s.Shell)
			continue
		}
		s.Hook.replay(t, fmt.Sprintf("step %d", i), bin, env, fill, steady)
	}
	var bypass []recordedFile
	for _, r := range rec.Repos {
		logs, err := filepath.Glob(filepath.Join(run, r, "stile/bypass/*.log"))
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range logs {
			src, err := os.ReadFile(f)
			if err != nil {
				t.Fatal(err)
			}
			bypass = append(bypass, recordedFile{steady(strings.TrimPrefix(f, run+"/")), steady(string(src))})
		}
	}
	if !slices.Equal(bypass, rec.Bypass) {
		t.Errorf("committed lines\n got %q\nwant %q", bypass, rec.Bypass)
	}
}

func (c *recordedCall) replay(t *testing.T, name, bin string, env []string, fill, steady func(string) string) {
	payload := fill(c.Payload)
	c.placeTranscript(t, payload)
	cmd := exec.Command(bin, c.Args...)
	var stdout, stderr bytes.Buffer
	cmd.Dir, cmd.Env = fill(c.Cwd), append(slices.Clone(env), c.Env...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = strings.NewReader(payload), &stdout, &stderr
	if err := cmd.Run(); cmd.ProcessState == nil {
		t.Fatal(err)
	}
	code, signal := cmd.ProcessState.ExitCode(), 0
	if ws, ok := cmd.ProcessState.Sys().(syscall.WaitStatus); ok && ws.Signaled() {
		signal = int(ws.Signal())
	}
	if got := steady(stdout.String()); got != c.Stdout {
		t.Errorf("%s: stdout\n got %q\nwant %q", name, got, c.Stdout)
	}
	if got := steady(stderr.String()); got != c.Stderr {
		t.Errorf("%s: stderr\n got %q\nwant %q", name, got, c.Stderr)
	}
	if code != c.Code || signal != c.Signal {
		t.Errorf("%s: code %d signal %d, want code %d signal %d", name, code, signal, c.Code, c.Signal)
	}
}

// placeTranscript makes a transcript of the recorded size: it is what tells two equal payloads apart.
func (c *recordedCall) placeTranscript(t *testing.T, payload string) {
	var p struct {
		Transcript string `json:"transcript_path"`
	}
	if c.Transcript < 0 || json.Unmarshal([]byte(payload), &p) != nil || p.Transcript == "" {
		return
	}
	err := os.MkdirAll(filepath.Dir(p.Transcript), 0o755)
	if f, open := os.OpenFile(p.Transcript, os.O_CREATE|os.O_WRONLY, 0o644); open == nil {
		err = errors.Join(err, f.Truncate(c.Transcript), f.Close())
	} else {
		err = errors.Join(err, open)
	}
	if err != nil {
		t.Fatal(err)
	}
}
