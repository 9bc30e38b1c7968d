package cli

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stile-gate/stile/cli/host"
)

// A core that stops making sense: the turn ends, and what happened is recorded where a project is in sight.
func TestFaultIsRecorded(t *testing.T) {
	for _, c := range []struct {
		name, harness string
		project       bool
		after         int // answers of the core before the fault
		log           string
	}{
		{"no project", "codex", false, 0, ""},
		{"at once", "codex", true, 0, "not-evaluated codex session=- blocks=0 failed=- not-run=- tree=- why=internal-fault\n"},
		{"when the session is known", "codex", true, 2, "not-evaluated codex session=043a718774c5 blocks=0 failed=- not-run=- tree=- why=internal-fault\n"},
		{"unknown harness", "co\x1b[2Jdex", true, 0, "not-evaluated unknown session=- blocks=0 failed=- not-run=- tree=- why=internal-fault\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir, state := t.TempDir(), t.TempDir()
			t.Chdir(dir)
			if c.project {
				if err := os.WriteFile("stile.json", []byte(`{"stile":1,"checks":[{"id":"a","run":["true"]}]}`), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			env := []string{"HOME=" + state, "XDG_STATE_HOME=" + state}
			payload := `{"session_id":"s","cwd":"` + filepath.ToSlash(dir) + `","hook_event_name":"Stop","turn_id":"t","stop_hook_active":false}`
			for _, fault := range []func() ([]byte, error){
				func() ([]byte, error) { panic("no sense") },
				func() ([]byte, error) { return nil, errors.New("no sense") }, // that day adds nothing more to the tree
			} {
				answered := 0
				core := host.Native
				core.Eval = func(recording []byte) ([]byte, error) {
					if answered++; answered > c.after {
						return fault()
					}
					return host.Native.Eval(recording)
				}
				var stdout, stderr bytes.Buffer
				code := Program{Core: core}.Run([]string{"gate-hook", "--harness", c.harness}, env, strings.NewReader(payload), &stdout, &stderr)
				if code != 0 || stdout.Len() > 0 || stderr.String() != "stile: not evaluated: a fault inside stile (asking the core: no sense)\n" {
					t.Fatalf("code %d, stdout %q, stderr %q", code, &stdout, &stderr)
				}
			}
			log := ""
			files, _ := filepath.Glob("stile/bypass/*.log")
			for _, f := range files {
				b, err := os.ReadFile(f)
				if err != nil {
					t.Fatal(err)
				}
				log += string(b)
			}
			if log != "" {
				_, log, _ = strings.Cut(log, "Z ")
			}
			if log != c.log {
				t.Errorf("log %q, want %q", log, c.log)
			}
			dirState, _ := host.StateDir(env, "linux")
			lines, torn := host.OpenStore(dirState).ReadJournal()
			if len(lines) != 2 || torn != 0 || !strings.Contains(lines[0], " answer=not-evaluated ") || !strings.HasSuffix(lines[0], " why=internal-fault") {
				t.Errorf("journal %q", lines)
			}
		})
	}
}

// TestCoreWithoutEnd: the harness gets its answer in time also while the core is still at work.
func TestCoreWithoutEnd(t *testing.T) {
	block := make(chan struct{})
	t.Cleanup(func() { close(block) })
	endless := func() ([]byte, error) { <-block; return nil, nil }
	for _, reads := range []bool{false, true} {
		t.Chdir(t.TempDir())
		core := host.Native
		if reads {
			core.Read = func(_, _, _ []byte) ([]byte, error) { return endless() }
		} else {
			core.Eval = func([]byte) ([]byte, error) { return endless() }
		}
		var stdout, stderr bytes.Buffer
		code := Program{Core: core}.Run([]string{"gate-hook", "--harness", "codex", "--timeout", "0.2"},
			[]string{"XDG_STATE_HOME=" + t.TempDir()}, strings.NewReader(`{"session_id":"s","hook_event_name":"Stop"}`), &stdout, &stderr)
		want := "stile: not evaluated: a fault inside stile (asking the core: it took too long)\n"
		if code != 0 || stdout.Len() > 0 || stderr.String() != want {
			t.Errorf("reads %v: code %d, stdout %q, stderr %q", reads, code, &stdout, &stderr)
		}
	}
}

// TestArgumentBeforeHarness: where none is named, the argument that was not understood may have been meant to.
func TestArgumentBeforeHarness(t *testing.T) {
	for _, c := range []struct{ args, says string }{
		{"--bogus", "the argument (--bogus) is not one that this stile knows"},
		{"--hraness=codex", "the argument (--hraness=codex) is not one that this stile knows"},
		{"codex", "the argument (codex) is not one that this stile knows"},
		{"--timeout x", "the argument (--timeout x) is not one that this stile knows"},
		{"--harness= --bogus", "the argument (--bogus) is not one that this stile knows"},
		{"--harness codex --bogus", "the argument (--bogus) is not one that this stile knows"},
		{"--harness codx --bogus", "the harness (codx) is not one that stile knows"},
		{"--harness=", "the harness is not one that stile knows"},
		{"--timeout 5", "the harness is not one that stile knows"},
	} {
		t.Chdir(t.TempDir())
		if err := os.WriteFile("stile.json", []byte(`{"stile":1,"checks":[{"id":"a","run":["true"]}]}`), 0o644); err != nil {
			t.Fatal(err)
		}
		env := []string{"XDG_STATE_HOME=" + t.TempDir()}
		var stdout, stderr bytes.Buffer
		code := Run(append([]string{"gate-hook"}, strings.Fields(c.args)...), env, strings.NewReader("{}"), &stdout, &stderr)
		if code != 0 || stdout.Len() > 0 || !strings.HasPrefix(stderr.String(), "stile: not evaluated: "+c.says) {
			t.Errorf("%s: code %d, stdout %q, stderr %q", c.args, code, &stdout, &stderr)
		}
		word := "=unknown-harness "
		if strings.Contains(c.says, "argument") {
			word = "=unknown-argument "
		}
		dir, _ := host.StateDir(env, "linux")
		journal, _ := host.OpenStore(dir).ReadJournal()
		logs, _ := filepath.Glob("stile/bypass/*.log")
		if len(journal) != 1 || !strings.Contains(journal[0]+" ", word) || len(logs) != 1 {
			t.Errorf("%s: journal %q, logs %q", c.args, journal, logs)
		}
	}
}

func TestHelpOfTheHookIsNoHook(t *testing.T) {
	for _, flag := range []string{"-h", "-help", "--help"} {
		t.Chdir(t.TempDir())
		state := filepath.Join(t.TempDir(), "state")
		env := []string{"XDG_STATE_HOME=" + state}
		if got := Stderr([]string{"gate-hook", flag}, env); got != os.Stderr {
			t.Fatal("stderr was exchanged")
		}
		var stdout, stderr bytes.Buffer
		code := Run([]string{"gate-hook", flag}, env, nil, &stdout, &stderr) // a read of stdin would panic
		if code != 0 || stderr.Len() > 0 || !strings.HasPrefix(stdout.String(), "usage: stile gate-hook ") {
			t.Errorf("%s: code %d, stdout %q, stderr %q", flag, code, &stdout, &stderr)
		}
		if _, err := os.Lstat(state); err == nil {
			t.Errorf("%s: a state directory was made", flag)
		}
	}
}

// TestCheckCannotAsk: the same fault under check is no verdict, and has a word.
func TestCheckCannotAsk(t *testing.T) {
	for _, fault := range []func() ([]byte, error){
		func() ([]byte, error) { panic("no sense") },
		func() ([]byte, error) { return nil, errors.New("no sense") },
	} {
		for _, reads := range []bool{false, true} {
			t.Chdir(t.TempDir())
			if err := os.WriteFile("stile.json", []byte(`{"stile":1,"checks":[{"id":"a","run":["true"]}]}`), 0o644); err != nil {
				t.Fatal(err)
			}
			core := host.Native
			if reads {
				core.Read = func(_, _, _ []byte) ([]byte, error) { return fault() }
			} else {
				core.Eval = func([]byte) ([]byte, error) { return fault() }
			}
			var stdout, stderr bytes.Buffer
			code := Program{Core: core}.Run([]string{"check", "--json", "--record", "receipt"}, []string{"HOME=" + t.TempDir()}, nil, &stdout, &stderr)
			if code != 2 || stdout.String() != `{"stile":1,"code":"internal-fault","message":"asking the core: no sense"}`+"\n" ||
				stderr.String() != "stile: asking the core: no sense\n" {
				t.Errorf("reads %v: code %d, stdout %q, stderr %q", reads, code, &stdout, &stderr)
			}
			if _, err := os.Lstat("receipt"); err == nil {
				t.Error("there is a receipt of no question")
			}
		}
	}
}
