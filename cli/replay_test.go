package cli

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
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
	receipt := receiptOf(t, fact.Header{Core: core.Version}, fact.Reply{Verdict: "green"})
	trap := errors.New("the module trapped")
	traps := host.Core{Eval: func([]byte) ([]byte, error) { return nil, trap }}
	senseless := host.Core{Eval: func([]byte) ([]byte, error) { return []byte("{}"), nil }}
	opens := func(c host.Core, err error) func([]byte) (host.Core, error) {
		return func([]byte) (host.Core, error) { return c, err }
	}
	dir := t.TempDir()
	t.Chdir(dir)
	for file, size := range map[string]int64{"old.wasm": 0, "largest.wasm": 64 << 20, "larger.wasm": 64<<20 + 1} {
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
	for _, word := range []string{"usage", "no-module", "bad-module", "bad-receipt", "replay-differs", "not-judged", "internal-fault"} {
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
	for size, want := range map[int64]string{
		128 << 20:   "stile: receipt is not a receipt, or not all of one\n",
		128<<20 + 1: "stile: reading the receipt: receipt has more than the 134217728 bytes that it may have\n",
	} {
		if err := errors.Join(os.WriteFile("receipt", receipt, 0o644), os.Truncate("receipt", size)); err != nil {
			t.Fatal(err)
		}
		var stdout, stderr bytes.Buffer
		code := Run([]string{"replay", "receipt"}, nil, nil, &stdout, &stderr)
		if code != 2 || stdout.Len() > 0 || stderr.String() != want {
			t.Errorf("%d bytes: code %d, stdout %q, stderr %q", size, code, &stdout, &stderr)
		}
	}
}

// TestReplayCode: the code is the verdict's, whatever the verb and whoever judges. A recorded reply that no core can have
// given is no receipt, and one that is answered is not the recorded one.
func TestReplayCode(t *testing.T) {
	const damaged, differs = "receipt is damaged: ", "the reply is not the recorded one: "
	reply := func(verdict string, code int) fact.Reply { return fact.Reply{Verdict: verdict, Code: code} }
	for _, c := range []struct {
		verb          string
		recorded, now fact.Reply
		want          int
		says          string // how the one sentence begins, "" for none
	}{
		{"check", reply("green", 0), reply("green", 0), 0, ""},
		{"check", reply("red", 1), reply("red", 1), 1, ""},
		{"check", reply("unproven", 3), reply("unproven", 3), 3, ""},
		{"check", reply("", 2), reply("", 2), 2, "nothing was judged there, so there is no verdict"},
		{"gate-hook", reply("green", 0), reply("green", 0), 0, ""},
		{"gate-hook", reply("red", 0), reply("red", 0), 1, ""},
		{"gate-hook", reply("unproven", 0), reply("unproven", 0), 3, ""},
		{"gate-hook", reply("red", 2), reply("red", 2), 1, ""}, // a harness whose refusal is a code
		{"gate-hook", reply("", 0), reply("", 0), 2, "nothing was judged there, so there is no verdict"},

		{"check", reply("red", 0), reply("red", 0), 2, damaged + `its reply has the verdict "red" and the code 0`},
		{"check", reply("red", 256), reply("red", 256), 2, damaged},
		{"check", reply("red", -256), reply("red", -256), 2, damaged},
		{"check", reply("green", 1), reply("green", 1), 2, damaged},
		{"check", reply("green", 256), reply("green", 256), 2, damaged},
		{"check", reply("", 0), reply("", 0), 2, damaged},
		{"check", reply("fine", 0), reply("fine", 0), 2, damaged},
		{"", reply("red", 0), reply("red", 0), 2, damaged},
		{"gate-hook", reply("red", 256), reply("red", 256), 2, damaged},
		{"gate-hook", reply("red", -256), reply("red", -256), 2, damaged},
		{"gate-hook", reply("fine", 0), reply("fine", 0), 2, damaged},

		{"check", reply("red", 1), reply("red", 0), 2, differs + "code, 1 then and 0 now"},
		{"check", reply("red", 1), reply("red", 256), 2, differs + "code, 1 then and 256 now"},
		{"check", reply("red", 1), reply("red", -256), 2, differs},
		{"check", reply("red", 1), reply("fine", 1), 2, differs},
		{"check", reply("red", 1), reply("", 0), 2, differs},
		{"gate-hook", reply("red", 0), reply("red", 256), 2, differs},
		{"gate-hook", reply("red", 0), reply("green", 0), 2, differs},
	} {
		for _, module := range []string{"", "other"} {
			t.Chdir(filepath.Dir(receiptOf(t, fact.Header{Core: "0.0.1", Verb: c.verb}, c.recorded)))
			p := Program{Core: replies("", c.now), Open: func(m []byte) (host.Core, error) { return replies(string(m), c.now), nil }}
			args := []string{"replay", "receipt"}
			if module != "" {
				args = append(args, "--module", write(t, module))
			}
			var stdout, stderr bytes.Buffer
			code := p.Run(args, nil, nil, &stdout, &stderr)
			lines := strings.Count(stderr.String(), "\n")
			if code != c.want || stdout.Len() > 0 || c.says == "" && lines > 0 || c.says != "" && (lines != 1 || !strings.HasPrefix(stderr.String(), "stile: "+c.says)) {
				t.Errorf("%s, %+v then and %+v now, module %q: code %d, want %d; stdout %q; stderr %q", c.verb, c.recorded, c.now, module, code, c.want, &stdout, &stderr)
			}
		}
	}
}

// TestReplayPrintsNoEscapes: what another module says moves no cursor, also where a forged receipt says the same; the
// words of the program's own core stand as they are.
func TestReplayPrintsNoEscapes(t *testing.T) {
	const raw, clean = "\x1b[2J\x1b]0;t\aa\r\x9b1A\u009b2A\u202eb\tc\n", "a \uFFFD1Ab\tc\n"
	valid := strings.ToValidUTF8(raw, "\uFFFD")
	loud := fact.Reply{Verdict: "green", Answer: "\x1b[2J", Stdout: valid, Stderr: valid}
	for _, c := range []struct {
		name     string
		recorded fact.Reply
		own      bool
		want     string
		note     string
	}{
		{"own, as recorded", loud, true, valid, ""},
		{"another, as recorded", loud, false, clean, ""},
		{"another, not as recorded", fact.Reply{Verdict: "green"}, false, clean,
			`stile: note: another core made the receipt, and its reply differs: answer, "" then and "\x1b[2J" now` + "\n"},
		{"another, but for the streams", fact.Reply{Verdict: "green", Answer: loud.Answer}, false, clean,
			"stile: note: another core made the receipt, and its reply differs: stdout, line 1, column 1\n"},
	} {
		p := Program{Core: replies("own", loud), Open: func(m []byte) (host.Core, error) { return replies("other", loud), nil }}
		args := []string{"replay", receiptOf(t, fact.Header{Core: core.Version, Module: "third"}, c.recorded)}
		if !c.own {
			args = append(args, "--module", write(t, "other"))
		}
		var stdout, stderr bytes.Buffer
		if code := p.Run(args, nil, nil, &stdout, &stderr); code != 0 || stdout.String() != c.want || stderr.String() != c.want+c.note {
			t.Errorf("%s: code %d, stdout %q, stderr %q", c.name, code, &stdout, &stderr)
		}
	}
}

// origin is where the tests began.
var origin, _ = os.Getwd()
