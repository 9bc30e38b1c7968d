//go:build unix

package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"
)

// turnLimit ends a harness that does not end by itself; the longest honest turn here takes some 20 seconds.
const turnLimit = 90 * time.Second

// A Run is one scenario on one harness, and afterwards what was seen.
type Run struct {
	Scenario *Scenario
	Harness  *Harness
	Bin      string            // the harness
	Builds   map[string]string // by Scenario.Build: the binary that plays the hook

	dir, home, log string
	repos          []string
	command        string
	models         []*Model
	calls          []Call
	exits          [][]string // of each agent, one word a turn: its code, or why it was ended
	wall           time.Duration
}

func (r *Run) name() string { return r.Harness.ID + "/" + r.Scenario.Name }

// do prepares the run's directory below top and lets every agent take its turns.
func (r *Run) do(top string) error {
	s := r.Scenario
	r.dir = filepath.Join(top, r.Harness.ID+"-"+s.Name)
	r.home = filepath.Join(r.dir, or(s.Home, "home"))
	r.log = filepath.Join(r.dir, "calls")
	dirs := s.Dirs
	if len(dirs) == 0 {
		dirs = []string{"repo"}
	}
	for _, d := range dirs {
		r.repos = append(r.repos, filepath.Join(r.dir, d))
	}
	for _, d := range append([]string{r.home, r.log, filepath.Join(r.dir, "tmp")}, r.repos...) {
		if err := os.MkdirAll(d, 0o755); err != nil {
			return err
		}
	}
	if err := r.placeHook(); err != nil {
		return err
	}
	for _, repo := range r.repos {
		if err := r.fill(repo); err != nil {
			return fmt.Errorf("preparing %s: %w", repo, err)
		}
	}
	if h := r.Harness; h.configure != nil {
		if err := h.configure(r.home, "", r.repos); err != nil {
			return err
		}
		if err := h.trust(r.Bin, r.env(""), r.home, r.repos); err != nil {
			return err
		}
	}
	if s.Build == "gone" {
		if err := os.Remove(r.hookPath()); err != nil {
			return err
		}
	}
	start := time.Now()
	if err := r.play(); err != nil {
		return err
	}
	r.wall = time.Since(start)
	var err error
	r.calls, err = readCalls(r.log)
	return err
}

// hookPath is where a user would have installed stile.
func (r *Run) hookPath() string { return filepath.Join(r.home, ".local/bin/stile") }

// placeHook puts the tap where the command line expects stile, and registers that command line.
func (r *Run) placeHook() error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	src, err := os.ReadFile(self)
	if err != nil {
		return err
	}
	if err := write(r.hookPath(), string(src), 0o755); err != nil {
		return err
	}
	plan := tapPlan{Real: r.Builds[r.Scenario.Build], Log: r.log}
	if err := write(filepath.Join(filepath.Dir(r.hookPath()), tapped), text(plan), 0o644); err != nil {
		return err
	}
	r.command = `"` + r.hookPath() + `" gate-hook --harness ` + or(r.Scenario.Harness, r.Harness.ID)
	if r.Scenario.Args != "" {
		r.command += " " + r.Scenario.Args
	}
	for _, scope := range r.scopes() {
		if scope == "user" {
			if err := write(filepath.Join(r.home, r.Harness.user), settings(r.command, r.Scenario.Timeout), 0o644); err != nil {
				return err
			}
		}
	}
	return nil
}

func (r *Run) scopes() []string {
	if len(r.Scenario.Scopes) > 0 {
		return r.Scenario.Scopes
	}
	return []string{"project"}
}

// committed are the files of a repository's first commit, the hook's settings among them.
func (r *Run) committed() []File {
	files := append([]File(nil), r.Scenario.Files...)
	for _, scope := range r.scopes() {
		if scope == "project" {
			files = append(files, File{r.Harness.project, settings(r.command, r.Scenario.Timeout)})
		}
	}
	return files
}

func (r *Run) fill(repo string) error {
	if err := writeFiles(repo, r.committed()); err != nil {
		return err
	}
	for _, args := range [][]string{
		{"init", "-q", "-b", "main"}, {"config", "user.email", "someone@example.invalid"}, {"config", "user.name", "someone"},
		{"add", "-A"}, {"commit", "-q", "-m", "begin"},
	} {
		cmd := exec.Command("git", args...)
		cmd.Dir, cmd.Env = repo, r.env("")
		if out, err := cmd.CombinedOutput(); err != nil {
			return fmt.Errorf("git %s: %w\n%s", args[0], err, out)
		}
	}
	return writeFiles(repo, r.Scenario.Edits)
}

func writeFiles(dir string, files []File) error {
	for _, f := range files {
		if err := write(filepath.Join(dir, f.Path), f.Text, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// env is everything that a harness is given: nothing of this process's own environment.
func (r *Run) env(url string) []string {
	return append([]string{
		"PATH=/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin", "HOME=" + r.home, "USER=someone", "LOGNAME=someone",
		"LANG=C.UTF-8", "TERM=dumb", "SHELL=/bin/bash", "TMPDIR=" + filepath.Join(r.dir, "tmp"),
		"XDG_CONFIG_HOME=" + filepath.Join(r.home, ".config"), "XDG_CACHE_HOME=" + filepath.Join(r.home, ".cache"),
		"XDG_DATA_HOME=" + filepath.Join(r.home, ".local/share"), "XDG_STATE_HOME=" + filepath.Join(r.home, ".local/state"),
		"GIT_CONFIG_NOSYSTEM=1", "NO_PROXY=127.0.0.1", "no_proxy=127.0.0.1", "DO_NOT_TRACK=1",
	}, r.Harness.env(r.home, url)...)
}

// play starts every agent at once.
func (r *Run) play() error {
	agents := r.Scenario.Agents
	board := newBoard(len(agents))
	r.exits = make([][]string, len(agents))
	errs := make([]error, len(agents))
	for i := range agents {
		m, err := startModel(i, r.Harness.dialect, board)
		if err != nil {
			return err
		}
		defer m.Stop()
		r.models = append(r.models, m)
	}
	var wait sync.WaitGroup
	for i := range agents {
		wait.Go(func() {
			defer board.leave(i)
			for n, turn := range agents[i].Turns {
				exit, err := r.turn(i, n, turn)
				r.exits[i] = append(r.exits[i], exit)
				if err != nil {
					errs[i] = err
					return
				}
			}
		})
	}
	wait.Wait()
	return errors.Join(errs...)
}

// turn runs the harness once and says how it ended.
func (r *Run) turn(agent, n int, turn Turn) (string, error) {
	m := r.models[agent]
	m.Say(turn.Model)
	out, err := os.Create(filepath.Join(r.dir, fmt.Sprintf("harness-%d-%d.out", agent, n)))
	if err != nil {
		return "", err
	}
	defer out.Close()
	cmd := exec.Command(r.Bin, r.Harness.argv(m.URL(), turn.Prompt, n > 0)...)
	cmd.Dir = r.repos[agent%len(r.repos)]
	cmd.Env = append(r.env(m.URL()), turn.Env...)
	cmd.Stdout, cmd.Stderr = out, out
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	if err := cmd.Start(); err != nil {
		return "", err
	}
	ended := ""
	var once sync.Once
	limit := time.AfterFunc(turnLimit, func() {
		once.Do(func() { ended = fmt.Sprintf("ended after %v", turnLimit) })
		_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
	})
	err = cmd.Wait()
	limit.Stop()
	once.Do(func() {})
	var exit *exec.ExitError
	switch {
	case ended != "":
		return ended, nil
	case err != nil && !errors.As(err, &exit):
		return "", err
	}
	return strconv.Itoa(cmd.ProcessState.ExitCode()), nil
}

// agentOf finds whose call it was: sessions are told apart by the working directory, and in one directory by
// the order in which they first spoke.
func (r *Run) agents() []int {
	out := make([]int, len(r.calls))
	known := map[string]int{}
	taken := map[int]bool{}
	for i, c := range r.calls {
		var p struct {
			Session string `json:"session_id"`
			Cwd     string `json:"cwd"`
		}
		_ = json.Unmarshal([]byte(c.Payload), &p)
		a, ok := known[p.Session]
		for n := 0; !ok && n < len(r.Scenario.Agents); n++ {
			if !taken[n] && r.repos[n%len(r.repos)] == p.Cwd {
				a, ok = n, true
				known[p.Session], taken[n] = a, true
			}
		}
		out[i] = a
	}
	return out
}

func or(s, otherwise string) string {
	if s == "" {
		return otherwise
	}
	return s
}

// bypassLines are the release lines of all repositories, by file.
func (r *Run) bypassLines() ([]File, error) {
	var out []File
	for _, repo := range r.repos {
		files, err := filepath.Glob(filepath.Join(escapeGlob(repo), "stile/bypass/*.log"))
		if err != nil {
			return nil, err
		}
		for _, f := range files {
			src, err := os.ReadFile(f)
			if err != nil {
				return nil, err
			}
			out = append(out, File{strings.TrimPrefix(f, r.dir+"/"), string(src)})
		}
	}
	return out, nil
}

func escapeGlob(path string) string {
	return strings.NewReplacer(`\`, `\\`, `*`, `\*`, `?`, `\?`, `[`, `\[`).Replace(path)
}
