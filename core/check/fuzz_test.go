package check

import (
	"bytes"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stile-gate/stile/core/fact"
	"github.com/stile-gate/stile/core/scan"
)

// seeds are whole files, right and wrong ones.
func seeds() []string {
	list := []string{
		first, "", "[]", "{", `{"stile": 1}`, `{"stile": 2}`, `{"stile":1,"checks":[]}`, "\xef\xbb\xbf" + first,
		`{"stile":1,"hook":{"blocks":7},"$schema":"x"}`, `{"stile":1,"hook":{"blocks":8}}`, `{"stile":1,"hook":{"id":1}}`,
		`{"stile":1,"checks":[1,{},[],null]}`, `{"stile":1,"run":[]}`, `{"stile":"1","checks":{}}`, `{"stile":1,"hook":7}`,
		one(`"id":"a","run":["x"],"after":["b"]},{"id":"b","run":["y"],"after":["a"]`),
		one(`"id":"a","run":["x"]},{"id":"b","run":["y"],"after":["a"]`), one(`"id":"a","run":["x"]},{"id":"a","run":["y"]`),
		one(`"id":"a","run":["sh","-c","a | tail"]`), one(`"id":"a","run":["a && b"]`), one(`"id":"a","run":["x","&&"]`),
		`{"stile":1,"tables":["docs/a.md",{"file":"b.md","min":3}],"adrs":["docs/adr"],"require":"measured"}`,
		`{"stile":1,"rules":[` + onePack + `],"tables":[]}`, `{"stile":1,"rules":[` + onePack + `,` + onePack + `]}`, `{"stile":1,"rules":[{}]}`,
		`{"stile":1,"tables":["a.md","x/a.md"]}`, `{"stile":1,"tables":[1]}`, `{"stile":1,"tables":[{"min":1}]}`, `{"stile":1,"adrs":[".."]}`,
		`{"stile":1,"tables":[{"file":"a","min":-1},{"file":"/a"},"../b"],"require":"no","rules":[{"pack":".","sha256":"x"}]}`,
		one(`"id":"a","run":"x"`), one(`"run":["x"]`), one(`"id":"a"`), one(`"id":"ä","run":["x"]`),
	}
	for _, m := range []string{`"report":"tap"`, `"report":"junit:**/*.xml","min":3`, `"min":3`, `"report":"x"`, `"report":1`,
		`"when":["src/**","*.go"]`, `"when":[]`, `"when":["/a"]`, `"when":"a"`, `"at":"ci"`, `"at":"CI"`, `"timeout":"1h30m"`, `"timeout":"1"`,
		`"timeout":3`, `"cwd":"a/b"`, `"cwd":"../b"`, `"cwd":"."`, `"env":["A","B"]`, `"env":["A","A"]`, `"env":["1"]`, `"env":[]`,
		`"outputs":["dist/**"]`, `"outputs":[1]`, `"outputs":["a{b}"]`, `"shell":"x"`, `"blocks":1`, `"Run":["x"]`, `"after":["a"]`, `"after":[]`,
		`"at":1`, `"cwd":null`, `"report":"tap","min":0`, `"report":"tap","min":1.0`, `"report":"tap","min":9223372036854775808`} {
		list = append(list, one(`"id": "a", "run": ["x"], `+m))
	}
	return list
}

func addSeeds(f *testing.F) {
	list := seeds()
	if len(list) < 40 {
		f.Fatal("no seeds")
	}
	for _, s := range list {
		f.Add([]byte(s))
	}
}

func FuzzRead(f *testing.F) {
	addSeeds(f)
	f.Fuzz(func(t *testing.T, src []byte) {
		answer := Read("sub/stile.json", src)
		p, ok := ParsePolicy(answer)
		if !ok {
			t.Fatalf("not canonical: %s", answer)
		}
		if !bytes.Equal(p.json(), answer) {
			t.Fatal("another answer after a round trip")
		}
		if v, err := scan.JSON(src); (err != nil || v.Kind != scan.Object) && len(p.Checks) > 0 {
			t.Fatal("checks of a file that is not understood")
		}
		for _, x := range p.Findings {
			if x.Kind == "" || x.Message == "" || x.Line < 1 || x.Col < 1 || strings.ContainsAny(x.Message+x.Do, "\n\x00\x1b") {
				t.Fatalf("finding %q", &x)
			}
		}
		for i := range p.Checks {
			c := &p.Checks[i]
			c.Bind()
			Due(c, "stop", &fact.Changed{Paths: []string{"a/b"}})
			if r := Judge(c, &fact.Measure{}, true); r.Observed() {
				t.Fatal("observed without a measure")
			}
			if c.Line < 1 || c.Col < 1 {
				t.Fatalf("check at %d:%d", c.Line, c.Col)
			}
		}
	})
}

func FuzzParsePolicy(f *testing.F) {
	for _, s := range seeds() {
		f.Add(Read("stile.json", []byte(s)))
	}
	f.Fuzz(func(t *testing.T, answer []byte) {
		p, ok := ParsePolicy(answer)
		if !ok {
			if p != nil {
				t.Fatal("a refused answer left something behind")
			}
			return
		}
		if !bytes.Equal(p.json(), answer) {
			t.Fatalf("accepted what is not canonical: %q", answer)
		}
	})
}

func FuzzMatch(f *testing.F) {
	f.Add("[!!]", "0")
	for _, s := range [][2]string{{"a/**/b", "a/x/b"}, {"**/*.go", "d/a.go"}, {"[a-z]?*", "abc"}, {"[", "["}, {"[!]]", "x"}, {"a//b", "a//b"},
		{"**", ""}, {"[ä-ü]", "ö"}, {"\xff", "\xff"}} {
		f.Add(s[0], s[1])
	}
	f.Fuzz(func(t *testing.T, glob, path string) {
		got := Match(glob, path)
		// Every glob has been read from JSON, which is UTF-8: half a character in one has no meaning to agree on.
		if globFault(glob) != "" || len(glob) > 24 || len(path) > 24 || !utf8.ValidString(glob) {
			return
		}
		if want := reference(strings.Split(glob, "/"), strings.Split(path, "/")); got != want {
			t.Errorf("Match(%q, %q) = %v, the reference says %v", glob, path, got, want)
		}
	})
}

func FuzzLint(f *testing.F) {
	f.Add("go test || true")
	f.Add("a | (b; c) `d` 'e' # f\n&")
	f.Fuzz(func(t *testing.T, script string) {
		for _, s := range []shell{{}, {errexit: true, pipefail: true}} {
			if m := s.mask(script); m != "" && strings.Contains(script, "PIPESTATUS") {
				t.Errorf("%q: %q", script, m)
			}
		}
		suggestion(tokens(script))
	})
}
