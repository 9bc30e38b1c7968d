//go:build unix

package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// tapped is the file beside the tap that names the program behind it and where calls are recorded.
const tapped = "stile.tap.json"

// A tapPlan is the content of that file.
type tapPlan struct {
	Real string // the program that plays the hook
	Log  string // directory for one file a call
}

// A Call is one call of the hook: what came in and what went out. Transcript is the size of the transcript that
// the payload names, -1 without one.
type Call struct {
	Start, End time.Time
	Args       []string
	Cwd        string
	Env        []string // STILE_* only
	Payload    string
	Transcript int64
	Stdout     string
	Stderr     string
	Code       int
	Signal     int
}

// tap stands where the registered command line expects stile: it hands stdin on to the real one, records, and
// gives back its bytes, its code or its death. So the command line in the harness's settings is a user's own.
func tap() {
	if err := tapCall(); err != nil {
		fmt.Fprintln(os.Stderr, "tap:", err)
		os.Exit(1)
	}
}

func tapCall() error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	src, err := os.ReadFile(filepath.Join(filepath.Dir(self), tapped))
	if err != nil {
		return err
	}
	var plan tapPlan
	if err := json.Unmarshal(src, &plan); err != nil {
		return err
	}
	c := Call{Start: time.Now(), Args: os.Args[1:], Transcript: -1}
	if c.Cwd, err = os.Getwd(); err != nil {
		return err
	}
	for _, kv := range os.Environ() {
		if strings.HasPrefix(kv, "STILE_") {
			c.Env = append(c.Env, kv)
		}
	}
	payload, err := io.ReadAll(os.Stdin)
	if err != nil {
		return err
	}
	c.Payload = string(payload)
	var fields struct {
		Transcript string `json:"transcript_path"`
	}
	if json.Unmarshal(payload, &fields) == nil && fields.Transcript != "" {
		if info, err := os.Stat(fields.Transcript); err == nil {
			c.Transcript = info.Size()
		}
	}
	var stdout, stderr bytes.Buffer
	cmd := exec.Command(plan.Real, os.Args[1:]...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = bytes.NewReader(payload), &stdout, &stderr
	if err := cmd.Run(); cmd.ProcessState == nil {
		return err
	}
	c.Stdout, c.Stderr, c.Code = stdout.String(), stderr.String(), cmd.ProcessState.ExitCode()
	if ws, ok := cmd.ProcessState.Sys().(syscall.WaitStatus); ok && ws.Signaled() {
		c.Signal = int(ws.Signal())
	}
	c.End = time.Now()
	record, err := json.Marshal(c)
	if err != nil {
		return err
	}
	name := fmt.Sprintf("%d-%d.json", c.Start.UnixNano(), os.Getpid())
	if err := os.WriteFile(filepath.Join(plan.Log, name), record, 0o644); err != nil {
		return err
	}
	_, _ = os.Stdout.Write(stdout.Bytes())
	_, _ = os.Stderr.Write(stderr.Bytes())
	if c.Signal == 0 {
		os.Exit(c.Code)
	}
	// Go's runtime handles some signals itself, so the death is left to a process that does not.
	return syscall.Exec("/bin/sh", []string{"sh", "-c", "ulimit -c 0; kill -" + strconv.Itoa(c.Signal) + " $$"}, os.Environ())
}

// readCalls returns what the tap recorded, in the order of the calls' starts.
func readCalls(dir string) ([]Call, error) {
	files, err := filepath.Glob(filepath.Join(dir, "*.json")) // sorted; the names begin with the start
	if err != nil {
		return nil, err
	}
	var out []Call
	for _, f := range files {
		src, err := os.ReadFile(f)
		if err != nil {
			return nil, err
		}
		var c Call
		if err := json.Unmarshal(src, &c); err != nil {
			return nil, fmt.Errorf("%s: %w", f, err)
		}
		out = append(out, c)
	}
	return out, nil
}
