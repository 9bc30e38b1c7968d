package conformance

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stile-gate/stile/core"
	"github.com/stile-gate/stile/core/fact"
)

const (
	nodeDir    = "../shims/node"
	nodeRunner = nodeDir + "/vectors.js"
	wasmFile   = "../wasm/stile.wasm"
)

// node starts Node. Without one nothing can be said, which CI may not pass over. What Node will read is read here
// first: a test whose files changed is not taken from the test cache, and only what the test itself opens counts.
func node(t *testing.T, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	program, err := exec.LookPath("node")
	if err != nil {
		if os.Getenv("CI") != "" {
			t.Fatal("no node, and this is CI")
		}
		t.Skip("no node")
	}
	for _, pattern := range []string{nodeDir + "/*.js*", nodeDir + "/test/*", wasmFile} {
		for _, name := range glob(t, pattern) {
			if _, err := os.ReadFile(name); err != nil {
				t.Fatal(err)
			}
		}
	}
	cmd := exec.Command(program, args...)
	var out, msg strings.Builder
	cmd.Stdout, cmd.Stderr = &out, &msg
	var exit *exec.ExitError
	if err := cmd.Run(); err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return cmd.ProcessState.ExitCode(), out.String(), msg.String()
}

func glob(t *testing.T, pattern string) []string {
	t.Helper()
	names, err := filepath.Glob(pattern)
	if err != nil || len(names) == 0 {
		t.Fatalf("%s: nothing there (%v)", pattern, err)
	}
	return names
}

// TestNodeVectors holds the module under Node to every vector, and to the whole way to each reply.
func TestNodeVectors(t *testing.T) {
	all := vectors(t)
	code, out, msg := node(t, nodeRunner, wasmFile, vectorDir)
	ok := 0
	for line := range strings.Lines(out) {
		switch {
		case strings.HasPrefix(line, "ok "):
			ok++
		case strings.HasPrefix(line, "not ok ") || line[0] == '#':
			t.Error(strings.TrimSpace(line))
		}
	}
	if code != 0 || ok != len(all) || msg != "" {
		t.Errorf("code %d, %d of %d vectors, stderr %q", code, ok, len(all), msg)
	}
}

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

// TestNodeClasses: both runners find the same classes in the answer of every vector, right ones and wrong ones.
func TestNodeClasses(t *testing.T) {
	code, out, msg := node(t, "-p", `const fs = require('node:fs');
		const { CLASSES, misclassed, taken } = require('`+nodeDir+`/classes.js');
		const of = (stem) => {
			const head = fs.readFileSync(stem + '.vector', 'latin1').split('\n\n')[0];
			const header = Object.fromEntries(head.split('\n').map((l) => l.split(': ')));
			const answer = taken(fs.readFileSync(stem + '.answer'), header.call === 'read');
			return CLASSES.filter((c) => misclassed({ ...header, class: c }, answer) === '');
		};
		const names = fs.readdirSync('`+vectorDir+`').filter((n) => n.endsWith('.vector')).map((n) => n.slice(0, -7));
		JSON.stringify({ classes: CLASSES, found: Object.fromEntries(names.map((n) => [n, of('`+vectorDir+`/' + n)])) })`)
	var got struct {
		Classes []string
		Found   map[string][]string
	}
	if err := json.Unmarshal([]byte(out), &got); err != nil || code != 0 {
		t.Fatalf("code %d, %v: %s%s", code, err, out, msg)
	}
	if !slices.Equal(got.Classes, vectorClasses) {
		t.Errorf("classes %q, want %q", got.Classes, vectorClasses)
	}
	for _, v := range vectors(t) {
		var want []string
		for _, v.class = range vectorClasses {
			if v.misclassed(v.reply(v.answer)) == "" {
				want = append(want, v.class)
			}
		}
		if !slices.Equal(got.Found[v.name], want) {
			t.Errorf("%s: classes %q, want %q", v.name, got.Found[v.name], want)
		}
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

// TestNodeTests runs the host's own tests.
func TestNodeTests(t *testing.T) {
	args := append([]string{"--test", "--test-reporter=tap"}, glob(t, nodeDir+"/test/*.test.js")...)
	vectors(t)
	code, out, msg := node(t, args...)
	if code != 0 || !regexp.MustCompile(`(?m)^# pass [1-9]`).MatchString(out) || !strings.Contains(out, "\n# skipped 0\n") {
		t.Errorf("code %d\n%s%s", code, out, msg)
	}
}

// fieldLines are how core/fact lists a type's fields, and each field.
var (
	fieldsOf  = regexp.MustCompile(`(?ms)^func \(\w+ \*(\w+)\) fields\(c \*coder\) \{\n(.*?)^\}`)
	fieldLine = regexp.MustCompile(`c\.(\w+)\(&\w+\.(\w+)\)`)
)

// TestNodeKnowsTheFacts compares the host's table of kinds with the one in core/fact, whose types encode it natively.
func TestNodeKnowsTheFacts(t *testing.T) {
	src, err := os.ReadFile("../core/fact/kind.go")
	if err != nil {
		t.Fatal(err)
	}
	kinds := map[string][]string{
		"Payload": {"payload"}, "Projects": {"projects"}, "File": {"file"}, "Tree": {"tree"}, "Changed": {"changed"},
		"Measure": {"measure", "result"}, "Session": {"state"}, "Claim": {"claim"}, "Appended": {"append"},
	}
	want := map[string][][2]string{}
	for _, m := range fieldsOf.FindAllStringSubmatch(string(src), -1) {
		if len(kinds[m[1]]) == 0 {
			t.Errorf("no kind is known for the type %s", m[1])
		}
		for _, kind := range kinds[m[1]] {
			for _, f := range fieldLine.FindAllStringSubmatch(m[2], -1) {
				name := strings.ToLower(f[2][:1]) + f[2][1:]
				if f[2] == "SHA256" {
					name = "sha256"
				}
				want[kind] = append(want[kind], [2]string{name, f[1]})
			}
		}
	}
	code, out, msg := node(t, "-p", `const { kinds } = require('`+nodeDir+`/fact.js');
		const fields = Object.fromEntries(Object.entries(kinds).map(([k, f]) => [k, Object.entries(f)]));
		const { MAX_FACTS, MAX_BYTES } = require('`+nodeDir+`/recording.js');
		const { version } = require('`+nodeDir+`/package.json');
		JSON.stringify({ fields, version, facts: MAX_FACTS, bytes: MAX_BYTES })`)
	var got struct {
		Fields       map[string][][2]string
		Version      string
		Facts, Bytes int
	}
	if err := json.Unmarshal([]byte(out), &got); err != nil || code != 0 {
		t.Fatalf("code %d, %v: %s%s", code, err, out, msg)
	}
	if len(got.Fields) != len(want) {
		t.Errorf("%d kinds, want %d", len(got.Fields), len(want))
	}
	for kind, fields := range want {
		if !slices.Equal(got.Fields[kind], fields) {
			t.Errorf("%s: fields\n%v\nwant\n%v", kind, got.Fields[kind], fields)
		}
	}
	if got.Version != core.Version || got.Facts != fact.MaxFacts || got.Bytes != fact.MaxRecording {
		t.Errorf("version %s, limits %d and %d; want %s, %d and %d", got.Version, got.Facts, got.Bytes, core.Version, fact.MaxFacts, fact.MaxRecording)
	}
}
