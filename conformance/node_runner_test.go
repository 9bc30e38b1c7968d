package conformance

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// TestNodeRunnerFails: a runner that cannot fail would prove nothing.
func TestNodeRunnerFails(t *testing.T) {
	module, err := os.ReadFile(wasmFile)
	if err != nil {
		t.Fatal(err)
	}
	all := vectors(t)
	i := slices.IndexFunc(all, func(v vector) bool { return len(v.out) > 0 })
	if i < 0 {
		t.Fatal("no vector prints anything")
	}
	src, err := os.ReadFile(filepath.Join(vectorDir, all[i].name+".vector"))
	if err != nil {
		t.Fatal(err)
	}
	good := map[string][]byte{"m.wasm": module, "check-v.vector": src, "check-v.answer": all[i].answer, "check-v.out": all[i].out, "check-v.err": all[i].err}
	for _, c := range []struct {
		name string
		file string // what is changed, and how; nil: it is not there
		how  func([]byte) []byte
		code int
		says string // on stdout, or on stderr with code 2
	}{
		{"nothing changed", "check-v.err", bytes.Clone, 0, "1..1\nok 1 - check-v\n"},
		{"one byte of the module", "m.wasm", swap("stile-recording 1", "stile-recordinG 1"), 1, "not ok 1 - check-v\n# the answer differs at byte 2: "},
		{"one byte of the answer", "check-v.answer", func(b []byte) []byte { return flip(b, len(b)-1) }, 1, "not ok 1 - check-v\n# the answer differs at byte "},
		{"no answer", "check-v.answer", nil, 1, "not ok 1 - check-v\n# it has no .answer beside it\n"},
		{"one byte of stdout", "check-v.out", func(b []byte) []byte { return flip(b, 0) }, 1, "not ok 1 - check-v\n# stdout differs at byte 0: "},
		{"no stdout", "check-v.out", nil, 1, "# stdout differs at byte 0: "},
		{"stderr", "check-v.err", func([]byte) []byte { return []byte("x") }, 1, "# stderr differs at byte 0: "},
		{"another code", "check-v.vector", swap("\ncode: ", "\ncode: 9"), 1, "# the code is "},
		{"an unknown header key", "check-v.vector", swap("\ncode: ", "\ncolour: "), 1, "not ok 1 - check-v\n# the header key \"colour\" is not known\n"},
		{"an unknown class", "check-v.vector", swap("\nclass: ", "\nclass: x"), 1, "not ok 1 - check-v\n# the value of class cannot be \"x"},
		{"a header key twice", "check-v.vector", swap("\ncode: ", "\ncall: eval\ncode: "), 1, "# the header key call is not in its place\n"},
		{"no vectors", "check-v.vector", nil, 2, "vectors: there are no vectors in "},
		{"no module", "m.wasm", nil, 2, "vectors: the module could not be read: "},
		{"no WebAssembly", "m.wasm", func(b []byte) []byte { return flip(b, 0) }, 2, "vectors: these bytes are no module: "},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir, wasm := t.TempDir(), filepath.Join(t.TempDir(), "m.wasm")
			for name, data := range good {
				if name == c.file {
					if c.how == nil {
						continue
					}
					if data = c.how(data); bytes.Equal(data, good[name]) && c.code > 0 {
						t.Fatalf("%s could not be changed", name)
					}
				}
				if len(data) == 0 {
					continue
				}
				to := filepath.Join(dir, name)
				if name == "m.wasm" {
					to = wasm
				}
				if err := os.WriteFile(to, data, 0o644); err != nil {
					t.Fatal(err)
				}
			}
			code, out, msg := node(t, nodeRunner, wasm, dir)
			said, silent := out, msg
			if c.code == 2 {
				said, silent = msg, out
			}
			if code != c.code || !strings.Contains(said, c.says) || silent != "" {
				t.Errorf("code %d, want %d\nstdout %q\nstderr %q\nwant %q", code, c.code, out, msg, c.says)
			}
			if c.code == 2 && strings.Count(msg, "\n") != 1 {
				t.Errorf("more than one line: %q", msg)
			}
		})
	}
}

// TestNodeRefusesBrokenVectors: the runner under Node refuses the suites that the one of this package refuses.
func TestNodeRefusesBrokenVectors(t *testing.T) {
	says := map[string]string{ // what the core's bytes do not show, and the runner has to look for
		"class_wrong":        "not ok 1 - hook-case\n# the answer is not of the class release\n",
		"read_class_wrong":   "not ok 1 - read-case\n# the answer is not of the class want\n",
		"read_kind_wrong":    "not ok 1 - read-case\n# the kind is junit, the request's is tap\n",
		"code_padded":        "# the value of code cannot be \"00\"\n",
		"comment_not_utf8":   "# the header is no UTF-8\n",
		"comment_tab":        "# a control character in the header\n",
		"harness_missing":    "# the harness is absent, the request's is claude-code\n",
		"harness_of_check":   "# the harness is codex, the request's is absent\n",
		"harness_of_tap":     "# the harness is codex, the request's is absent\n",
		"harness_wrong":      "# the harness is gemini, the request's is claude-code\n",
		"read_harness_wrong": "# the harness is codex, the request's is claude-code\n",
		"read_kind_none":     "# the kind is none, the request's is tap\n",
		"name_group":         "1..5\nok 1 - hook-case\nnot ok 2 - other-case.answer\n# it is no file of a vector\nnot ok 3 - other-case.err\n",
		"golden_alone":       "ok 1 - hook-case\nnot ok 2 - hook-other.out\n# a golden without its vector\n",
		"golden_empty":       "not ok 1 - hook-case\n# its .err is empty, and would be left out\n",
		"file_foreign":       "ok 1 - hook-case\nnot ok 2 - README.md\n# it is no file of a vector\n",
	}
	for name := range brokenVectors {
		t.Run(name, func(t *testing.T) {
			dir := filepath.Join("broken/vectors", name)
			want := 1
			if refusalOf(nativeVectors, dir) == "" {
				want = 0
			}
			code, out, msg := node(t, nodeRunner, wasmFile, dir)
			tap(t, out)
			if code != want || strings.Contains(out, "not ok ") != (want == 1) || !strings.Contains(out, says[name]) || msg != "" {
				t.Errorf("code %d, want %d\nstdout %q\nstderr %q\nwant %q", code, want, out, msg, says[name])
			}
		})
	}
	for _, dir := range []string{t.TempDir(), filepath.Join(t.TempDir(), "gone")} {
		if code, out, msg := node(t, nodeRunner, wasmFile, dir); code != 2 || out != "" || strings.Count(msg, "\n") != 1 {
			t.Errorf("without vectors: code %d, want 2\nstdout %q\nstderr %q", code, out, msg)
		}
	}
}

// tap holds a result to what everybody reads it as: the plan, and as many numbered lines with nothing else between.
func tap(t *testing.T, out string) {
	t.Helper()
	n := 0
	for l := range strings.Lines(out) {
		m := regexp.MustCompile(`^(?:not )?ok ([0-9]+) - [A-Za-z0-9._%-]+\n$`).FindStringSubmatch(l)
		switch {
		case m != nil:
			if n++; m[1] != strconv.Itoa(n) {
				t.Errorf("test %d is numbered %s", n, m[1])
			}
		case !strings.HasPrefix(l, "# ") && !strings.HasPrefix(l, "1.."):
			t.Errorf("%q is no line of TAP", l)
		}
	}
	if plan, _, _ := strings.Cut(out, "\n"); plan != "1.."+strconv.Itoa(n) {
		t.Errorf("the plan is %q, of %d tests", plan, n)
	}
}

// TestNodeStrayNames: no name of a file can pass for an answer of another kind, and names are sorted, not file names.
func TestNodeStrayNames(t *testing.T) {
	dir := t.TempDir()
	for _, ext := range []string{".vector", ".answer", ".out", ".err"} {
		b, err := os.ReadFile("broken/vectors/sound/hook-case" + ext)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range []string{"hook-case", "hook-case-2"} {
			if err := os.WriteFile(filepath.Join(dir, name+ext), b, 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
	for _, name := range []string{"b # SKIP", "a"} {
		if err := os.WriteFile(filepath.Join(dir, name), nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	code, out, msg := node(t, nodeRunner, wasmFile, dir)
	const stray = "\n# it is no file of a vector\n"
	if want := "1..4\nok 1 - hook-case\nok 2 - hook-case-2\nnot ok 3 - a" + stray + "not ok 4 - b%20%23%20SKIP" + stray; code != 1 || out != want || msg != "" {
		t.Errorf("code %d, stderr %q\n%s\nwant\n%s", code, msg, out, want)
	}
	tap(t, out)
}

// TestNodeDecoderMayNotRefuse: a decoder that takes a sound recording for damaged is seen, whatever the answer is.
func TestNodeDecoderMayNotRefuse(t *testing.T) {
	main, err := filepath.Abs(nodeDir + "/stile.js")
	if err != nil {
		t.Fatal(err)
	}
	plant := filepath.Join(t.TempDir(), "plant.js")
	src := "const { StileError, recording } = require(" + strconv.Quote(main) + ");\n" +
		"recording.decode = () => { throw new StileError('bad-recording', 'planted'); };\n"
	if err := os.WriteFile(plant, []byte(src), 0o644); err != nil {
		t.Fatal(err)
	}
	for name, refused := range map[string]bool{"want-check-policy": true, "bad-recording-verb-unknown": true, "check-after-passed": true, "bad-recording-trailing-byte": false} {
		dir := t.TempDir()
		for _, ext := range []string{".vector", ".answer", ".out", ".err"} {
			b, err := os.ReadFile(filepath.Join(vectorDir, name+ext))
			if errors.Is(err, os.ErrNotExist) {
				continue
			}
			if err := errors.Join(err, os.WriteFile(filepath.Join(dir, name+ext), b, 0o644)); err != nil {
				t.Fatal(err)
			}
		}
		code, out, msg := node(t, "-r", plant, nodeRunner, wasmFile, dir)
		want := "1..1\nok 1 - " + name + "\n"
		if refused {
			want = "1..1\nnot ok 1 - " + name + "\n# planted [bad-recording]\n"
		}
		if out != want || (code == 1) != refused || msg != "" {
			t.Errorf("%s: code %d, stderr %q\n%s\nwant\n%s", name, code, msg, out, want)
		}
	}
}

// TestNodeReadsHeadersAlike: of headers with chance damage (seeded) both runners refuse the same ones.
func TestNodeReadsHeadersAlike(t *testing.T) {
	dir, dice := t.TempDir(), rand.New(rand.NewPCG(5, 7))
	pieces := []string{"", " ", "\n", "\t", "\r", "\x00", "\x7f", "\xff", ": ", ":", "\ufeff", "\u00a0", "\u0085", "\u2028", "é", "-", "0", "1", "9",
		"format: 1\n", "kind: tap\n", "harness: codex\n", "comment: x\n", "unknown", "none", "eval", "read", "refuse", "quiet"}
	refused := map[string]bool{}
	for _, of := range []string{"sound/hook-case", "read_code/read-case"} {
		part := map[string][]byte{}
		for _, ext := range []string{".vector", ".answer", ".out", ".err"} {
			if b, err := os.ReadFile("broken/vectors/" + of + ext); err == nil {
				part[ext] = b
			}
		}
		src := bytes.Replace(part[".vector"], []byte("code: 0\nclass: reads"), []byte("code: -\nclass: reads"), 1)
		end := bytes.Index(src, []byte("\n\n")) + 2
		for i := range 400 {
			from := dice.IntN(end)
			to := min(end, from+dice.IntN(3)*dice.IntN(8))
			bent := slices.Concat(src[:from], []byte(pieces[dice.IntN(len(pieces))]), src[to:])
			name := filepath.Base(of) + "-" + strconv.Itoa(i)
			v, err := parseVector(name, bent)
			v.answer, v.out, v.err = part[".answer"], part[".out"], part[".err"]
			refused[name] = err != nil || len(nativeVectors.faults(&v, &v)) > 0
			part[".vector"] = bent
			for ext, b := range part {
				if err := os.WriteFile(filepath.Join(dir, name+ext), b, 0o644); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
	_, out, msg := node(t, nodeRunner, wasmFile, dir)
	tap(t, out)
	n := 0
	for _, m := range regexp.MustCompile(`(?m)^(not )?ok [0-9]+ - (.*)$`).FindAllStringSubmatch(out, -1) {
		if n++; refused[m[2]] != (m[1] != "") {
			src, _ := os.ReadFile(filepath.Join(dir, m[2]+".vector"))
			head, _, _ := bytes.Cut(src, []byte("\n\n"))
			t.Errorf("%s: refused here %v, under Node %v\n%q", m[2], refused[m[2]], m[1] != "", head)
		}
	}
	sound := 0
	for _, r := range refused {
		if !r {
			sound++
		}
	}
	if n != len(refused) || sound < 20 || sound > n-200 || msg != "" {
		t.Errorf("%d of %d were run, %d sound, stderr %q", n, len(refused), sound, msg)
	}
}

func swap(from, to string) func([]byte) []byte {
	return func(b []byte) []byte { return bytes.Replace(b, []byte(from), []byte(to), 1) }
}

func flip(b []byte, i int) []byte {
	b = bytes.Clone(b)
	b[i] ^= 1
	return b
}
