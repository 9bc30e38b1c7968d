//go:build unix

package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// A Harness is one real program: how it is installed, told about the model and the hook, and started.
type Harness struct {
	ID        string // as in gate-hook --harness
	Package   string // npm
	Version   string // the one that the recordings speak of
	dialect   dialect
	binary    string // glob below the npm prefix
	project   string // settings file with hooks, below the repository
	user      string // the same, below HOME
	env       func(home, url string) []string
	configure func(home, extra string, repos []string) error
	trust     func(bin string, env []string, home string, repos []string) error
	argv      func(url, prompt string, again bool) []string
}

var harnesses = []*Harness{
	{
		ID: "claude-code", Package: "@anthropic-ai/claude-code", Version: "2.1.332", dialect: anthropic,
		binary:  "claude/node_modules/.bin/claude",
		project: ".claude/settings.json", user: ".claude/settings.json",
		env: func(_, url string) []string {
			return []string{"ANTHROPIC_BASE_URL=" + url, "ANTHROPIC_API_KEY=none", "DISABLE_TELEMETRY=1",
				"DISABLE_AUTOUPDATER=1", "DISABLE_ERROR_REPORTING=1", "DISABLE_BUG_COMMAND=1",
				"CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC=1"}
		},
		argv: func(_, prompt string, again bool) []string {
			argv := []string{"-p", prompt, "--output-format", "stream-json", "--verbose", "--allowedTools", "Bash"}
			if again {
				argv = append(argv, "--continue")
			}
			return argv
		},
	},
	{
		ID: "codex", Package: "@openai/codex", Version: "0.171.0", dialect: openai,
		binary:  "codex/node_modules/@openai/codex-*/vendor/*/bin/codex",
		project: ".codex/hooks.json", user: ".codex/hooks.json",
		env: func(home, _ string) []string {
			return []string{"CODEX_HOME=" + filepath.Join(home, ".codex"), "MOCK_API_KEY=none"}
		},
		configure: codexConfig,
		trust:     codexTrust,
		argv: func(url, prompt string, again bool) []string {
			argv := []string{"exec", "--json", "--sandbox", "danger-full-access",
				"-c", "model_providers.mock.base_url=" + text(url+"/v1")}
			if again {
				argv = append(argv, "resume", "--last")
			}
			return append(argv, prompt)
		},
	},
}

// find returns the installed program of h, installing it with npm when it is not there.
func (h *Harness) find(prefix string, install bool) (string, error) {
	for range 2 {
		if found, err := filepath.Glob(filepath.Join(prefix, h.binary)); err == nil && len(found) > 0 {
			return found[0], nil
		}
		if !install {
			break
		}
		install = false
		dir := filepath.Join(prefix, strings.SplitN(h.binary, "/", 2)[0])
		note("installing %s@%s into %s", h.Package, h.Version, dir)
		cmd := exec.Command("npm", "install", "--prefix", dir, "--no-audit", "--no-fund", "--silent", h.Package+"@"+h.Version)
		cmd.Stdout, cmd.Stderr = os.Stderr, os.Stderr
		if err := cmd.Run(); err != nil {
			return "", fmt.Errorf("npm install %s: %w", h.Package, err)
		}
	}
	return "", fmt.Errorf("%s is not installed under %s", h.ID, prefix)
}

// check asks the program for its version: a recording of another one would say something false.
func (h *Harness) check(bin string) error {
	out, err := exec.Command(bin, "--version").Output()
	if err != nil {
		return fmt.Errorf("%s --version: %w", bin, err)
	}
	if !strings.Contains(string(out), h.Version) {
		return fmt.Errorf("%s is version %q, want %s", h.ID, strings.TrimSpace(string(out)), h.Version)
	}
	return nil
}

// settings is the file that registers one Stop hook; both harnesses read the same shape.
func settings(command string, timeout int) string {
	entry := map[string]any{"type": "command", "command": command}
	if timeout > 0 {
		entry["timeout"] = timeout
	}
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	_ = e.Encode(map[string]any{"hooks": map[string]any{"Stop": []any{map[string]any{"hooks": []any{entry}}}}})
	return b.String()
}

// codexConfig trusts the projects and names a provider; its address comes with each start.
func codexConfig(home, extra string, repos []string) error {
	var b strings.Builder
	b.WriteString("model = \"mock-model\"\nmodel_provider = \"mock\"\napproval_policy = \"never\"\n" +
		"check_for_update_on_startup = false\n[analytics]\nenabled = false\n" +
		"[model_providers.mock]\nname = \"mock\"\nbase_url = \"http://127.0.0.1:9/v1\"\nenv_key = \"MOCK_API_KEY\"\n" +
		"wire_api = \"responses\"\nrequest_max_retries = 0\nstream_max_retries = 0\n")
	for _, r := range repos {
		fmt.Fprintf(&b, "[projects.%s]\ntrust_level = \"trusted\"\n", quoted(r))
	}
	b.WriteString(extra)
	return write(filepath.Join(home, ".codex/config.toml"), b.String(), 0o644)
}

// codexTrust does what a user does with /hooks in the terminal: asks which hooks there are and trusts their
// present hashes. Without it Codex skips a hook and says nothing.
func codexTrust(bin string, env []string, home string, repos []string) error {
	var states strings.Builder
	seen := map[string]bool{}
	for _, r := range repos {
		hooks, err := codexHooks(bin, env, r)
		if err != nil {
			return fmt.Errorf("asking codex for its hooks: %w", err)
		}
		if len(hooks) == 0 {
			return errors.New("codex sees no hook")
		}
		for _, h := range hooks {
			if !seen[h.Key] {
				fmt.Fprintf(&states, "[hooks.state.%s]\ntrusted_hash = %s\n", quoted(h.Key), quoted(h.CurrentHash))
			}
			seen[h.Key] = true
		}
	}
	return codexConfig(home, states.String(), repos)
}

type codexHook struct{ Key, CurrentHash string }

func codexHooks(bin string, env []string, repo string) ([]codexHook, error) {
	cmd := exec.Command(bin, "app-server")
	cmd.Dir, cmd.Env = repo, env
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	limit := time.AfterFunc(30*time.Second, func() { _ = cmd.Process.Kill() })
	defer func() {
		limit.Stop()
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	}()
	say := json.NewEncoder(in)
	lines := bufio.NewScanner(out)
	lines.Buffer(nil, 16<<20)
	hear := func(id int) (json.RawMessage, error) {
		for lines.Scan() {
			var m struct {
				ID     int
				Result json.RawMessage
				Error  json.RawMessage
			}
			if json.Unmarshal(lines.Bytes(), &m) == nil && m.ID == id {
				if m.Error != nil {
					return nil, errors.New(string(m.Error))
				}
				return m.Result, nil
			}
		}
		return nil, errors.New("no answer")
	}
	_ = say.Encode(map[string]any{"id": 1, "method": "initialize", "params": map[string]any{
		"clientInfo": map[string]any{"name": "stile-real", "title": "stile-real", "version": "0"}}})
	if _, err := hear(1); err != nil {
		return nil, err
	}
	_ = say.Encode(map[string]any{"method": "initialized"})
	_ = say.Encode(map[string]any{"id": 2, "method": "hooks/list", "params": map[string]any{"cwds": []string{repo}}})
	raw, err := hear(2)
	if err != nil {
		return nil, err
	}
	var answer struct{ Data []struct{ Hooks []codexHook } }
	if err := json.Unmarshal(raw, &answer); err != nil {
		return nil, err
	}
	var hooks []codexHook
	for _, d := range answer.Data {
		hooks = append(hooks, d.Hooks...)
	}
	return hooks, nil
}

// quoted writes a TOML basic string; for the strings here its escapes are JSON's.
func quoted(s string) string {
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	_ = e.Encode(s)
	return strings.TrimSuffix(b.String(), "\n")
}

func write(path, content string, mode os.FileMode) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	if err := os.WriteFile(path, []byte(content), mode); err != nil {
		return err
	}
	return os.Chmod(path, mode)
}
