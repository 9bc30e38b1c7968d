package cli

import (
	"bytes"
	"errors"
	"os"
	"strings"
	"testing"

	"github.com/stile-gate/stile/cli/host"
	"github.com/stile-gate/stile/core"
	"github.com/stile-gate/stile/core/fact"
)

// replies makes a core that gives this reply to everything.
func replies(module string, r fact.Reply) host.Core {
	return host.Core{Module: module, Eval: func([]byte) ([]byte, error) { return (&fact.Answer{Reply: &r}).JSON(nil), nil }}
}

func receiptOf(t *testing.T, h fact.Header, r fact.Reply) string {
	t.Helper()
	file := t.TempDir() + "/receipt"
	if err := writeReceipt(file, &fact.Recording{Header: h}, &r); err != nil {
		t.Fatal(err)
	}
	return file
}

// TestReplayCompares: who promises what, and that the first difference has a name.
func TestReplayCompares(t *testing.T) {
	then := fact.Reply{Code: 1, Verdict: "red", Answer: "a", Stdout: "one\ntwo\n", Stderr: "said\n", Writes: []fact.Write{{Kind: "journal"}}}
	change := func(f func(*fact.Reply)) fact.Reply {
		now := then
		f(&now)
		return now
	}
	differences := []struct {
		name  string
		now   fact.Reply
		grave bool
	}{
		{"", then, false},
		{`verdict, "red" then and "green" now`, change(func(r *fact.Reply) { r.Verdict, r.Code = "green", 0 }), true},
		{"code, 1 then and 3 now", change(func(r *fact.Reply) { r.Code = 3 }), true},
		{`answer, "a" then and "b" now`, change(func(r *fact.Reply) { r.Answer, r.Stdout = "b", "" }), false},
		{"stdout, line 2, column 2", change(func(r *fact.Reply) { r.Stdout, r.Stderr = "one\ntoo\n", "" }), false},
		{"stderr, line 1, column 5", change(func(r *fact.Reply) { r.Stderr = "said" }), false},
		{"writes", change(func(r *fact.Reply) { r.Writes = nil }), false},
	}
	for _, c := range []struct {
		name     string
		header   fact.Header
		core     string // module of the program's core
		module   string // module given by --module, "" for none
		promised bool
	}{
		{"native, same version", fact.Header{Core: core.Version}, "", "", true},
		{"native, another version", fact.Header{Core: "0.0.1"}, "", "", false},
		{"module, same", fact.Header{Core: core.Version, Module: "m"}, "m", "", true},
		{"module, same, whatever it calls itself", fact.Header{Core: "0.0.1", Module: "m"}, "m", "", true},
		{"module, another", fact.Header{Core: core.Version, Module: "n"}, "m", "", false},
		{"recorded by a module, judged natively", fact.Header{Core: core.Version, Module: "m"}, "", "", true},
		{"recorded by an older module, judged natively", fact.Header{Core: "0.0.1", Module: "n"}, "", "", false},
		{"recorded natively, judged by the module", fact.Header{Core: core.Version}, "m", "", true},
		{"recorded by the given module", fact.Header{Core: "0.0.1", Module: "old"}, "m", "old", true},
		{"recorded by another than the given module", fact.Header{Core: core.Version, Module: "m"}, "m", "old", false},
		{"recorded natively, judged by a given module of unknown version", fact.Header{Core: core.Version}, "m", "old", false},
		{"recorded by who calls itself nothing", fact.Header{}, "m", "old", false},
		{"recorded natively, judged by the same module given", fact.Header{Core: core.Version}, "m", "m", true},
	} {
		for _, d := range differences {
			p := Program{Core: replies(c.core, d.now), Open: func(m []byte) (host.Core, error) { return replies(string(m), d.now), nil }}
			args := []string{"replay", receiptOf(t, c.header, then)}
			if c.module != "" {
				p.Core = replies(c.core, fact.Reply{}) // must not be asked
				args = append(args, "--module", write(t, c.module))
			}
			wantCode, wantOut, wantErr := d.now.Code, d.now.Stdout, d.now.Stderr
			switch {
			case d.grave || c.promised && d.name != "":
				wantCode, wantOut, wantErr = 2, "", "stile: the reply is not the recorded one: "+d.name+"\n"
			case d.name != "":
				wantErr += "stile: note: another core made the receipt, and its reply differs: " + d.name + "\n"
			}
			var stdout, stderr bytes.Buffer
			code := p.Run(args, nil, nil, &stdout, &stderr)
			if code != wantCode || stdout.String() != wantOut || stderr.String() != wantErr {
				t.Errorf("%s, %q: code %d, want %d; stdout %q; stderr %q, want %q", c.name, d.name, code, wantCode, &stdout, &stderr, wantErr)
			}
		}
	}
}

func write(t *testing.T, text string) string {
	t.Helper()
	file := t.TempDir() + "/old.wasm"
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return file
}

// TestReplayCannotJudge: a module that is of no use is said to be so in one sentence, with its word.
func TestReplayCannotJudge(t *testing.T) {
	receipt := receiptOf(t, fact.Header{Core: core.Version}, fact.Reply{})
	trap := errors.New("the module trapped")
	traps := host.Core{Eval: func([]byte) ([]byte, error) { return nil, trap }}
	senseless := host.Core{Eval: func([]byte) ([]byte, error) { return []byte("{}"), nil }}
	opens := func(c host.Core, err error) func([]byte) (host.Core, error) {
		return func([]byte) (host.Core, error) { return c, err }
	}
	dir := t.TempDir()
	t.Chdir(dir)
	for file, size := range map[string]int64{"old.wasm": 0, "largest.wasm": maxModule, "larger.wasm": maxModule + 1} {
		if err := errors.Join(os.WriteFile(file, nil, 0o644), os.Truncate(file, size)); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		name       string
		p          Program
		args       []string
		word, says string
	}{
		{"native", Program{Core: host.Native}, []string{"--module", "old.wasm"}, "usage", "this build judges by the core compiled into it; `stile-wasm replay` takes --module"},
		{"no file", Program{Open: opens(senseless, nil)}, []string{"--module", "no.wasm"}, "no-module", "reading the module: open no.wasm: no such file or directory"},
		{"a directory", Program{Open: opens(senseless, nil)}, []string{"--module", "."}, "no-module", "reading the module: read .: is a directory"},
		{"a file of any size", Program{Open: opens(senseless, nil)}, []string{"--module", "larger.wasm"}, "no-module", "reading the module: larger.wasm has more than the 67108864 bytes that it may have"},
		{"the largest file", Program{Open: opens(host.Core{}, errors.New("the module is none"))}, []string{"--module", "largest.wasm"}, "bad-module", "judging by largest.wasm: the module is none"},
		{"no module", Program{Open: opens(host.Core{}, errors.New("the module is none"))}, []string{"--module", "old.wasm"}, "bad-module", "judging by old.wasm: the module is none"},
		{"a module that traps", Program{Open: opens(traps, nil)}, []string{"--module", "old.wasm"}, "bad-module", "judging by old.wasm: the module trapped"},
		{"a module without sense", Program{Open: opens(senseless, nil)}, []string{"--module", "old.wasm"}, "replay-differs", "the facts of the receipt no longer lead to a reply"},
		{"the program's own core", Program{Core: traps}, nil, "internal-fault", "asking the core: the module trapped"},
		{"a panic of it", Program{Core: host.Core{Eval: func([]byte) ([]byte, error) { panic("no sense") }}}, nil, "internal-fault", "internal fault: no sense"},
	} {
		for _, form := range []string{"", "--json"} {
			want := ""
			args := append([]string{"replay", receipt}, c.args...)
			if form != "" {
				args = append(args, form)
				w := &fact.JSON{}
				w.Object().Key("stile").Int(1).Key("code").String(c.word).Key("message").String(c.says).EndObject()
				want = string(w.Bytes()) + "\n"
			}
			var stdout, stderr bytes.Buffer
			code := c.p.Run(args, nil, nil, &stdout, &stderr)
			if code != 2 || stdout.String() != want || stderr.String() != "stile: "+c.says+"\n" {
				t.Errorf("%s: code %d, stdout %q, stderr %q", c.name, code, &stdout, &stderr)
			}
		}
	}
	readme, err := os.ReadFile(origin + "/../README.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, word := range []string{"usage", "no-module", "bad-module", "replay-differs", "internal-fault"} {
		if !strings.Contains(string(readme), "`"+word+"`") {
			t.Errorf("the README does not know the word %s", word)
		}
	}
}

// TestReceiptTooLarge: a receipt that is cut would be one that is damaged.
func TestReceiptTooLarge(t *testing.T) {
	t.Chdir(t.TempDir())
	receipt, err := os.ReadFile(receiptOf(t, fact.Header{Core: core.Version}, fact.Reply{}))
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(os.WriteFile("receipt", receipt, 0o644), os.Truncate("receipt", maxReceipt+1)); err != nil {
		t.Skip("the file system takes no such file")
	}
	var stdout, stderr bytes.Buffer
	code := Run([]string{"replay", "receipt"}, nil, nil, &stdout, &stderr)
	want := "stile: reading the receipt: receipt has more than the 134217728 bytes that it may have\n"
	if code != 2 || stdout.Len() > 0 || stderr.String() != want {
		t.Errorf("code %d, stdout %q, stderr %q", code, &stdout, &stderr)
	}
}

// origin is where the tests began.
var origin, _ = os.Getwd()
