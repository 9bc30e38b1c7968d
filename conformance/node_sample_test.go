package conformance

import (
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var sampleCode = regexp.MustCompile("(?s)\n```js\n(.*?)```\n")

// TestNodeSample runs the README's sample as it stands there, at the root of a clone.
func TestNodeSample(t *testing.T) {
	readme, err := os.ReadFile(nodeDir + "/README.md")
	if err != nil {
		t.Fatal(err)
	}
	m := sampleCode.FindSubmatch(readme)
	if m == nil {
		t.Fatal("the README has no sample")
	}
	module, err := os.ReadFile(wasmFile)
	if err != nil {
		t.Fatal(err)
	}
	clone := t.TempDir()
	put := func(name string, b []byte) {
		t.Helper()
		name = filepath.Join(clone, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(name), 0o755), os.WriteFile(name, b, 0o644)); err != nil {
			t.Fatal(err)
		}
	}
	put("sample.js", m[1])
	put("wasm/stile.wasm", module)
	put("red/stile.json", []byte(`{"stile":1,"checks":[{"id":"test","run":["sh","test.sh"]}]}`))
	put("bad/stile.json", []byte(`{`))
	put("none/README.md", nil)
	put("shut/stile.json/README.md", nil)
	for _, name := range glob(t, nodeDir+"/*.js*") {
		b, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		put("shims/node/"+filepath.Base(name), b)
	}
	for _, c := range []struct {
		dir       string
		broken    string // file that is taken away before
		code      int
		says, err string
	}{
		{"red", "", 3, "not run  test", ""},
		{"bad", "", 1, "stile.json", ""},
		{"none", "", 2, "", "stile: no stile.json in this directory"},
		{"shut", "", 1, "stile.json: the file could not be read: E", ""},
		{"red", "wasm/stile.wasm", 2, "", "could not be asked: the module could not be read: "},
	} {
		if c.broken != "" {
			if err := os.Remove(filepath.Join(clone, c.broken)); err != nil {
				t.Fatal(err)
			}
		}
		code, out, msg := nodeIn(t, clone, "sample.js", c.dir)
		if code != c.code || !strings.Contains(out, c.says) || !strings.HasPrefix(msg, c.err) || c.err == "" && msg != "" {
			t.Errorf("%s without %q: code %d, want %d\nstdout %q, want %q\nstderr %q, want %q", c.dir, c.broken, code, c.code, out, c.says, msg, c.err)
		}
	}
}
