package check

import (
	"reflect"
	"strings"
	"testing"

	"github.com/stile-gate/stile/core/fact"
	"github.com/stile-gate/stile/core/scan"
)

// read is Read and ParsePolicy in one; the answer must be canonical.
func read(t testing.TB, src string) Policy {
	t.Helper()
	answer := Read("stile.json", []byte(src))
	p, ok := ParsePolicy(answer)
	if !ok {
		t.Fatalf("Read answered what ParsePolicy refuses:\n%s\nsource:\n%q", answer, src)
	}
	return *p
}

const first = `{ "stile": 1,
  "checks": [ { "id": "test", "run": ["go", "test", "-json", "./..."], "report": "go-test-json", "timeout": "10m" } ] }
`

func TestReadDefaults(t *testing.T) {
	p := read(t, first)
	want := Policy{Blocks: 1, Require: RequirePresent, Checks: []Check{{ID: "test", Run: []string{"go", "test", "-json", "./..."},
		Format: "go-test-json", Min: 1, At: "stop", Timeout: 600_000, Cwd: ".", Line: 2, Col: 15}}}
	if !reflect.DeepEqual(p, want) {
		t.Errorf("got  %+v\nwant %+v", p, want)
	}
}

func TestReadEveryKey(t *testing.T) {
	p := read(t, `{"$schema": "stile.schema.json", "stile": 1, "hook": {"blocks": 3}, "checks": [
{"id": "lint", "run": ["make", "lint"]},
{"id": "test.unit-2_x", "run": ["make", "test"], "report": "junit:out/**/*.xml", "min": 12, "when": ["src/**"], "at": "push",
 "after": ["lint"], "timeout": "1h30m", "cwd": "sub/dir", "env": ["CI", "_x1"], "outputs": ["out/**"]}],
 "rules": [{"pack": "rules/a.json", "sha256": "`+digest+`"}], "adrs": ["docs/adr", "."], "require": "measured",
 "tables": ["docs/api.md", {"file": "security.md", "min": 0},
  {"file": "b.v2.md"}]}`)
	want := Policy{Blocks: 3, Require: RequireMeasured, ADRs: []string{"docs/adr", "."},
		Packs:  []Pack{{File: "rules/a.json", SHA256: digest, Line: 5, Col: 12}},
		Tables: []Table{{"docs/api.md", 1, 6, 13}, {"security.md", 0, 6, 28}, {"b.v2.md", 1, 7, 3}}, Checks: []Check{
			{ID: "lint", Run: []string{"make", "lint"}, At: "stop", Timeout: 600_000, Cwd: ".", Line: 2, Col: 1},
			{ID: "test.unit-2_x", Run: []string{"make", "test"}, Format: "junit", Glob: "out/**/*.xml", Min: 12,
				When: []string{"src/**"}, At: "push", After: []string{"lint"}, Timeout: 5_400_000, Cwd: "sub/dir",
				Env: []string{"CI", "_x1"}, Outputs: []string{"out/**"}, Line: 3, Col: 1}}}
	if !reflect.DeepEqual(p, want) {
		t.Errorf("got  %+v\nwant %+v", p, want)
	}
}

const onePack = `{"pack": "a.json", "sha256": "` + digest + `"}`

const digest = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"

func TestTableID(t *testing.T) {
	for file, id := range map[string]string{"docs/api.md": "api", "a.v2.md": "a.v2", "x/.md": ".md", "x.d/plain": "plain"} {
		if got := (&Table{File: file}).ID(); got != id {
			t.Errorf("%s: %q, want %q", file, got, id)
		}
	}
}

func TestReadHarmless(t *testing.T) {
	for _, src := range []string{
		`{"stile": 1}`,
		`{"stile": 1, "checks": []}`,
		`{"stile": 1, "tables": [], "rules": [], "adrs": []}`,
		"\xef\xbb\xbf" + first,
		strings.ReplaceAll(first, "\n", "\r\n"),
		`{"stile":1,"hook":{},"checks":[{"id":"a","run":["x"],"env":[],"outputs":[],"after":[]}]}`,
	} {
		if p := read(t, src); p.Total != 0 || p.Blocks != 1 {
			t.Errorf("%q: %+v", src, p)
		}
	}
}

// one puts the members into an otherwise right check, whose brace then stands at 1:24.
func one(members string) string {
	return `{"stile": 1,"checks": [{` + members + `}]}`
}

func TestReadFindings(t *testing.T) {
	const ok = `"id": "a", "run": ["x"], `
	for _, c := range []struct{ src, want string }{
		{"", `stile.json:1:1: the document is empty [empty]; the least it can hold is {"stile": 1}`},
		{"\xef\xbb\xbf \n", `stile.json:2:1: the document is empty [empty]; the least it can hold is {"stile": 1}`},
		{"[]", `stile.json:1:1: the file holds an array where an object is wanted [wrong-type]; the least it can hold is {"stile": 1}`},
		{"{\n  \"stile\": 1,\n}", `stile.json:3:1: the character may not stand here [bad-json]; take out the comma before it`},
		{"{\n // no\n\"stile\": 1}", `stile.json:2:2: the character may not stand here [bad-json]; JSON has no comments`},
		{"{\"stile\": 1,\r\n\"stile\": 1}", `stile.json:2:1: the key stands twice in one object [duplicate-key]; keep one of the two`},
		{"{\"stile\": 1", `stile.json:1:12: the document ends too early [unexpected-end]`},
		{"{\"stile\": 1} x", `stile.json:1:14: something stands behind the end of the document [trailing-bytes]`},
		{"{\"stile\": 1, \"x\": \"\xff\"}", `stile.json:1:20: the bytes are not UTF-8 [bad-utf8]`},
		{`{"stile": 2, "tables": []}`, `stile.json:1:11: the file is of version 2 and this stile reads version 1 [unknown-version]`},
		{`{"stile": "1"}`, `stile.json:1:11: "stile" is a string where a whole number is wanted [wrong-type]`},
		{`{"checks": []}`, `stile.json:1:1: "stile" is missing at the top of the file [missing-key]`},
		{`{"stile": 1, "checks": {}}`, `stile.json:1:24: "checks" is an object where an array is wanted [wrong-type]`},
		{`{"stile": 1, "checks": ["x"]}`, `stile.json:1:25: "checks" item 1 is a string where an object is wanted [wrong-type]`},
		{`{"stile": 1, "chekcs": []}`, `stile.json:1:14: "chekcs" is no key at the top of the file [unknown-key]; did you mean "checks"?`},
		{`{"stile": 1, "Checks": []}`, `stile.json:1:14: "Checks" is no key at the top of the file [unknown-key]; did you mean "checks"?`},
		{`{"stile": 1, "tabels": []}`, `stile.json:1:14: "tabels" is no key at the top of the file [unknown-key]; did you mean "tables"?`},
		{`{"stile": 1, "packs": []}`, `stile.json:1:14: "packs" is no key at the top of the file [unknown-key]; did you mean "rules"?`},
		{`{"stile": 1, "tables": [1]}`, `stile.json:1:25: "tables" item 1 is a whole number where a string or an object is wanted [wrong-type]`},
		{`{"stile": 1, "tables": ["../a.md"]}`, `stile.json:1:25: "tables" item 1: "../a.md" leads out of the project [bad-path]; name a file below the directory of this one as "docs/conformance.md"`},
		{`{"stile": 1, "tables": ["."]}`, `stile.json:1:25: "tables" item 1: "." is a directory [bad-path]; name a file below the directory of this one as "docs/conformance.md"`},
		{`{"stile": 1, "tables": [{"min": 2}]}`, `stile.json:1:25: "file" is missing in a table [missing-key]`},
		{`{"stile": 1, "tables": [{"file": "a.md", "min": -1}]}`, `stile.json:1:49: "min" is -1 and must be from 0 to 200000 [out-of-range]`},
		{`{"stile": 1, "tables": ["a/x.md", {"file": "b/x.txt"}]}`, `stile.json:1:35: the table "x" stands in the list already [duplicate-table]; give one of the files another name: rules name a table by it`},
		{`{"stile": 1, "rules": ["a.json"]}`, `stile.json:1:24: "rules" item 1 is a string where an object is wanted [wrong-type]`},
		{`{"stile": 1, "rules": [{"pack": "a.json"}]}`, `stile.json:1:24: "sha256" is missing in a rule pack's entry [missing-key]`},
		{`{"stile": 1, "rules": [{"pack": "a.json", "sha256": "AB"}]}`, `stile.json:1:53: "sha256": "AB" has not 64 digits [bad-digest]; write the sha256 of the pack's bytes in 64 small hexadecimal digits`},
		{`{"stile": 1, "rules": [` + onePack + `, ` + onePack + `]}`, `stile.json:1:122: the pack "a.json" stands in the list already [duplicate-pack]; take one of them out`},
		{`{"stile": 1, "adrs": ["/x"]}`, `stile.json:1:23: "adrs" item 1: "/x" is absolute [bad-directory]; name a directory below the one of this file as "sub/dir"`},
		{`{"stile": 1, "require": "some"}`, `stile.json:1:25: "require": "some" is none of present, measured [unknown-value]`},
		{`{"stile": 1, "hooks": {}}`, `stile.json:1:14: "hooks" is no key at the top of the file [unknown-key]; did you mean "hook"?`},
		{`{"stile": 1, "blocks": 1}`, `stile.json:1:14: "blocks" does not belong at the top of the file [misplaced-key]; it belongs in hook`},
		{`{"stile": 1, "run": ["x"]}`, `stile.json:1:14: "run" does not belong at the top of the file [misplaced-key]; it belongs in a check`},
		{one(ok + `"hook": {}`), `stile.json:1:50: "hook" does not belong in a check [misplaced-key]; it belongs at the top of the file`},
		{one(ok + `"name": "b"`), `stile.json:1:50: "name" is no key in a check [unknown-key]; did you mean "id"?`},
		{one(ok + `"depends_on": []`), `stile.json:1:50: "depends_on" is no key in a check [unknown-key]; did you mean "after"?`},
		{one(ok + `"timeuot": "1m"`), `stile.json:1:50: "timeuot" is no key in a check [unknown-key]; did you mean "timeout"?`},
		{one(ok + `"retry": 1`), `stile.json:1:50: "retry" is no key in a check [unknown-key]`},
		{`{"stile": 1, "hook": {"blocks": 0}}`, `stile.json:1:33: "blocks" is 0 and must be from 1 to 7 [out-of-range]`},
		{`{"stile": 1, "hook": {"blocks": 8}}`, `stile.json:1:33: "blocks" is 8 and must be from 1 to 7 [out-of-range]`},
		{`{"stile": 1, "hook": {"blocks": 1.5}}`, `stile.json:1:33: "blocks" is a number that is no whole one of 64 bits where a whole number is wanted [wrong-type]`},
		{`{"stile": 1, "hook": []}`, `stile.json:1:22: "hook" is an array where an object is wanted [wrong-type]`},
		{`{"stile": 1, "$schema": 1}`, `stile.json:1:25: "$schema" is a whole number where a string is wanted [wrong-type]`},
		{one(`"run": ["x"]`), `stile.json:1:24: "id" is missing in a check [missing-key]`},
		{one(`"id": "a"`), `stile.json:1:24: "run" is missing in a check [missing-key]`},
		{one(`"id": "A", "run": ["x"]`), `stile.json:1:31: "id": "A" is no id [bad-id]; use 1 to 64 of a-z 0-9 . _ -, the first a letter or digit`},
		{one(`"id": "a", "run": []`), `stile.json:1:43: "run" is empty [out-of-range]`},
		{one(`"id": "a", "run": "go test"`), `stile.json:1:43: "run" is a string where an array is wanted [wrong-type]`},
		{one(`"id": "a", "run": ["x", 1]`), `stile.json:1:49: "run" item 2 is a whole number where a string is wanted [wrong-type]`},
		{one(`"id": "a", "run": [""]`), `stile.json:1:44: "run" begins with an empty program name [no-program]`},
		{one(`"id": "a", "run": ["x", "a\u0000b"]`), `stile.json:1:49: "run" item 2: "a\u0000b" holds a NUL byte, which no argument can [bad-argument]`},
		{one(ok + `"report": "gotest"`), `stile.json:1:60: "report": "gotest" is of no known format; known are go-test-json, junit, tap, sarif, eslint-json, lcov [bad-report]; FORMAT reads stdout, FORMAT:GLOB reads files named relative to the project directory`},
		{one(ok + `"report": "junit:"`), `stile.json:1:60: "report": "junit:" names files by a glob that is empty [bad-report]; FORMAT reads stdout, FORMAT:GLOB reads files named relative to the project directory`},
		{one(ok + `"min": 1`), `stile.json:1:50: "min" says nothing without "report" [missing-key]; add "report" or take "min" out`},
		{one(ok + `"report": "tap", "min": 0`), `stile.json:1:74: "min" is 0 and must be at least 1 [out-of-range]`},
		{one(ok + `"when": []`), `stile.json:1:58: "when" is empty [out-of-range]`},
		{one(ok + `"when": ["/src"]`), `stile.json:1:59: "when" item 1: "/src" is absolute; globs are relative to the project directory [bad-glob]`},
		{one(ok + `"at": "merge"`), `stile.json:1:56: "at": "merge" is none of stop, commit, push, ci [unknown-value]`},
		{one(ok + `"after": ["b"]`), `stile.json:1:60: "after" names "b", which is no check of this file [unknown-check]`},
		{one(ok + `"after": ["a"]`), `stile.json:1:60: the check "a" waits for itself [after-itself]`},
		{one(ok + `"timeout": "0s"`), `stile.json:1:61: "timeout": "0s" leaves no time at all [bad-timeout]; write it as "90s", "10m" or "1h30m", at most 24h`},
		{one(ok + `"timeout": "25h"`), `stile.json:1:61: "timeout": "25h" is longer than 24h [bad-timeout]; write it as "90s", "10m" or "1h30m", at most 24h`},
		{one(ok + `"timeout": 600`), `stile.json:1:61: "timeout" is a whole number where a string is wanted [wrong-type]`},
		{one(ok + `"cwd": "../x"`), `stile.json:1:57: "cwd": "../x" leads out of the project [bad-directory]; name a directory below the one of this file as "sub/dir"`},
		{one(ok + `"cwd": "/x"`), `stile.json:1:57: "cwd": "/x" is absolute [bad-directory]; name a directory below the one of this file as "sub/dir"`},
		{one(ok + `"env": ["A=1"]`), `stile.json:1:58: "env" item 1: "A=1" is no name of an environment variable [bad-env-name]; name the variable alone; its value is taken from the environment`},
		{one(ok + `"env": ["A", "A"]`), `stile.json:1:63: "env" names "A" twice [duplicate-item]`},
		{one(ok + `"outputs": ["*.{a,b}"]`), `stile.json:1:62: "outputs" item 1: "*.{a,b}" holds a brace, which is no list of alternatives here; write one glob for each [bad-glob]`},
	} {
		p := read(t, c.src)
		if len(p.Findings) == 0 {
			t.Errorf("%s\nno finding, want %s", c.src, c.want)
			continue
		}
		got := p.Findings[0].String()
		if do := p.Findings[0].Do; do != "" {
			got += "; " + do
		}
		if len(p.Findings) != 1 || got != c.want || p.Total != 1 {
			t.Errorf("%q\ngot  %s (%d in all)\nwant %s", c.src, got, p.Total, c.want)
		}
		if len(p.Checks) != 0 {
			t.Errorf("%q: a check with a finding is still measured: %+v", c.src, p.Checks)
		}
	}
}

func TestReadKeepsTheOtherChecks(t *testing.T) {
	p := read(t, `{"stile": 1, "checks": [
		{"id": "a", "run": ["x"]},
		{"id": "b", "run": ["x", "&&", "y"]},
		{"id": "a", "run": ["z"]},
		{"id": "c", "run": ["x"], "after": ["b"]}], "hok": {}}`)
	var ids, kinds []string
	for _, c := range p.Checks {
		ids = append(ids, c.ID)
	}
	for _, f := range p.Findings {
		kinds = append(kinds, f.Kind)
	}
	if got := strings.Join(ids, " "); got != "a c" {
		t.Errorf("checks %s, want a c", got)
	}
	if got := strings.Join(kinds, " "); got != "shell-operator duplicate-id unknown-key" {
		t.Errorf("findings out of the order of the file: %s", got)
	}
}

func TestReadCycle(t *testing.T) {
	check := func(id, after string) string { return `{"id":"` + id + `","run":["x"],"after":[` + after + `]}` }
	p := read(t, `{"stile":1,"checks":[`+strings.Join([]string{check("d", `"c"`), check("a", `"e","b"`), check("b", `"c"`),
		check("c", `"a"`), check("e", ``), check("x", `"y"`), check("y", `"x"`)}, ",\n")+`]}`)
	var got []string
	for _, f := range p.Findings {
		got = append(got, f.String())
	}
	want := []string{
		`stile.json:2:31: checks wait for one another in a circle: "a" → "b" → "c" → "a" [after-cycle]`,
		`stile.json:6:31: checks wait for one another in a circle: "x" → "y" → "x" [after-cycle]`,
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
	if len(p.Checks) != 2 || p.Checks[0].ID != "d" || p.Checks[1].ID != "e" {
		t.Errorf("checks left: %+v", p.Checks)
	}
}

func TestReadLongCycle(t *testing.T) {
	var list []string
	for i := range fact.MaxChecks {
		next := fact.Itoa(int64((i + 1) % fact.MaxChecks))
		list = append(list, `{"id":"`+fact.Itoa(int64(i))+`","run":["x"],"after":["`+next+`"]}`)
	}
	p := read(t, `{"stile":1,"checks":[`+strings.Join(list, ",")+`]}`)
	if p.Total != 1 || len(p.Findings[0].Message) > 120 || len(p.Checks) != 0 {
		t.Errorf("%d findings, %d checks: %v", p.Total, len(p.Checks), p.Findings)
	}
}

func TestReadLimits(t *testing.T) {
	many := strings.Repeat(`{"id":"A","run":["x"]},`, fact.MaxChecks) + `{"id":"A","run":["x"]}`
	p := read(t, `{"stile":1,"checks":[`+many+`]}`)
	if p.Findings[0].Kind != "out-of-range" || p.Total != fact.MaxChecks+1 {
		t.Errorf("%d findings, the first %v", p.Total, p.Findings[0])
	}
	p = read(t, `{"stile":1,`+strings.Repeat(" ", fact.MaxPolicy)+`}`)
	if p.Total != 1 || p.Findings[0].Kind != scan.TooLarge {
		t.Errorf("%+v", p)
	}
	var b strings.Builder
	b.WriteString(`{"stile":1`)
	for i := range 3 * fact.MaxFindings {
		b.WriteString(`,"k` + fact.Itoa(int64(i)) + `":0`)
	}
	p = read(t, b.String()+`}`)
	if len(p.Findings) != fact.MaxFindings || p.Total != 3*fact.MaxFindings {
		t.Errorf("%d findings of %d", len(p.Findings), p.Total)
	}
}

// Places must be those of scan.Position, whatever ends a line.
func TestPlacesAreScanPositions(t *testing.T) {
	src := "\xef\xbb\xbf{\"stile\":1,\r\n\r\"ä\":1,\n\"checks\":[\r {\"id\":\"a\",\"run\":[\"x\"],\"q\":1}\r\n,{\"id\":\"b\",\"run\":[\"x\"]}],\n\n\"z\":0}"
	p := read(t, src)
	at := func(what string) (int64, int64) { return scan.Position([]byte(src), strings.Index(src, what)) }
	for i, what := range []string{`"ä"`, `"q"`, `"z"`} {
		if line, col := at(what); p.Findings[i].Line != line || p.Findings[i].Col != col {
			t.Errorf("%s at %d:%d, want %d:%d", what, p.Findings[i].Line, p.Findings[i].Col, line, col)
		}
	}
	if line, col := at(`{"id":"b"`); p.Checks[0].Line != line || p.Checks[0].Col != col {
		t.Errorf("check at %d:%d, want %d:%d", p.Checks[0].Line, p.Checks[0].Col, line, col)
	}
}

func TestParsePolicyIsStrict(t *testing.T) {
	good := string(Read("stile.json", []byte(first)))
	for _, c := range [][2]string{
		{`"blocks":1`, `"blocks": 1`}, {`"blocks":1`, `"blocks":0`}, {`"blocks":1`, `"blocks":8`}, {`"total":0`, `"total":-1`},
		{`"timeout":600000`, `"timeout":0`}, {`"timeout":600000`, `"timeout":86400001`}, {`"at":"stop"`, `"at":"Stop"`},
		{`"run":["go"`, `"run":[""`}, {`"format":"go-test-json"`, `"format":"go"`}, {`"min":1`, `"min":0`},
		{`"cwd":"."`, `"cwd":".."`}, {`"id":"test"`, `"id":""`}, {`"id":"test"`, `"di":"test"`}, {`}`, `},`},
		{`"findings":[]`, `"findings":[{}]`}, {`"total"`, `"totals"`},
	} {
		bad := strings.Replace(good, c[0], c[1], 1)
		if bad == good {
			t.Fatalf("%s is not in %s", c[0], good)
		}
		if _, ok := ParsePolicy([]byte(bad)); ok {
			t.Errorf("accepted %s for %s", c[1], c[0])
		}
	}
}

func TestBind(t *testing.T) {
	base := Check{ID: "a", Run: []string{"x", "y"}, Cwd: ".", Env: []string{"E"}, Timeout: 1, At: "stop"}
	same := []func(c *Check){
		func(c *Check) { c.ID = "b" }, func(c *Check) { c.Timeout = 2 }, func(c *Check) { c.Min = 3 },
		func(c *Check) { c.When = []string{"a"} }, func(c *Check) { c.At = "ci" }, func(c *Check) { c.After = []string{"q"} },
		func(c *Check) { c.Line = 9 },
	}
	other := []func(c *Check){
		func(c *Check) { c.Run = []string{"x y"} }, func(c *Check) { c.Run = []string{"x"}; c.Env = []string{"y", "E"} },
		func(c *Check) { c.Format = "tap" }, func(c *Check) { c.Glob = "a" }, func(c *Check) { c.Cwd = "s" },
		func(c *Check) { c.Outputs = []string{"o"} }, func(c *Check) { c.Env = nil; c.Outputs = []string{"E"} },
	}
	for i, f := range same {
		c := base
		if f(&c); c.Bind() != base.Bind() {
			t.Errorf("same %d binds otherwise", i)
		}
	}
	seen := map[string]int{base.Bind(): -1}
	for i, f := range other {
		c := base
		f(&c)
		if k, ok := seen[c.Bind()]; ok {
			t.Errorf("other %d binds as %d", i, k)
		}
		seen[c.Bind()] = i
	}
}
