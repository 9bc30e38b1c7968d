package conformance

import (
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
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
	return nodeIn(t, "", args...)
}

func nodeIn(t *testing.T, dir string, args ...string) (code int, stdout, stderr string) {
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
	cmd.Dir = dir
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
	fieldsOf  = regexp.MustCompile(`(?ms)^func \(\w+ \*(\w+)\) Fields\(c \*Coder\) \{\n(.*?)^\}`)
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
		"Evidence": {"evidence", "adr", "report"}, "List": {"list"},
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
