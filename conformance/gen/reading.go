package main

import (
	"strings"

	"github.com/stile-gate/stile/core/fact"
)

// A reading is one call of Read. bad marks input that is damaged, hostile, or means nothing.
type reading struct {
	name, comment string
	raw           string
	bad           bool
	query         string // "" is the plain one of the kind
}

func (r *reading) vector(kind, group, query string) vector {
	v := vector{name: "read-" + group + "-" + r.name, call: "read", class: "reads", kind: kind, comment: r.comment}
	if r.bad {
		v.class = "bad-input"
	}
	if r.query != "" {
		query = r.query
	}
	v.body = request(kind, query, r.raw)
	return v
}

func request(kind, query, raw string) []byte {
	return fact.AppendFrame(fact.AppendFrame(fact.AppendFrame(nil, []byte(kind)), []byte(query)), []byte(raw))
}

// repeated is text n times over.
func repeated(text string, n int) string { return strings.Repeat(text, n) }

// policies are the ways to write a stile.json.
func policies(*inputs) []vector {
	var out []vector
	for i := range policyTable {
		v := policyTable[i].vector("stile.json", "policy", "stile.json")
		out = append(out, v)
	}
	return out
}

var policyTable = []reading{
	{name: "least", comment: "the least it can hold", raw: `{"stile":1}`},
	{name: "every-key", comment: "every key once, below a directory", query: "web/stile.json", raw: `{"$schema":"https://example.invalid/s.json","stile":1,"checks":[` +
		`{"id":"test","run":["go","test","-json","./..."],"report":"go-test-json","min":2,"when":["**/*.go","go.mod"],"at":"push","after":["lint"],"timeout":"1h30m5s250ms","cwd":"sub/dir","env":["CI","GOFLAGS"],"outputs":["out/**"]},` +
		`{"id":"lint","run":["make","lint"]}],"hook":{"blocks":7}}`},
	{name: "mark-and-crlf", comment: "D8 a byte order mark and CR LF: the same places as without", raw: "\xef\xbb\xbf{\r\n  \"stile\": 1,\r\n  \"checks\": [\r\n    {\"id\": \"a\", \"run\": [\"x\"]}\r\n  ]\r\n}\r\n"},

	{name: "tables", comment: "tables, packs, directories of decisions and the level that is required", raw: "{\"stile\":1,\n\"require\":\"measured\",\n\"adrs\":[\"docs/adr\",\".\"],\n\"rules\":[{\"pack\":\"rules/a.json\",\"sha256\":\"" + treeA + "\"}],\n\"tables\":[\"docs/shop.md\",\n {\"file\":\"docs/v1.2.md\",\"min\":0},{\"file\":\"a/README\",\"min\":200000}]}\n"},
	{name: "bad-tables", bad: true, comment: "every rule of tables, packs and the rest, at and over its edge", raw: `{"stile":1,"require":"Present","adrs":["docs/adr","docs/adr","/x","a/../b",7],` +
		`"rules":["rules/a.json",{"pack":"rules/a.json","sha256":"` + treeA + `"},{"pack":"rules/a.json","sha256":"` + treeB + `"},{"pack":"rules/b.json","sha256":"` + strings.ToUpper(treeA) + `"},{"pack":"../c.json","sha256":"x"},{"file":"d.json","digest":"` + treeA + `"},{}],` +
		`"tables":["docs/shop.md","other/shop.txt",{"file":"docs/SHOP.md"},{"file":"e.md","min":-1},{"file":"f.md","min":200001},{"file":"g.md","max":1},{"path":"h.md"},{},"","/i.md","./j.md","a\\k.md","docs/",7,{"file":"l.md","min":1.5}]}`},
	{name: "misspelled-tables", bad: true, comment: "A18 keys of tables in another spelling or place", raw: `{"stile":1,"manifests":["docs/shop.md"],"packs":[],"adr":["docs/adr"],"required":"measured","file":"a.md","sha256":"x","checks":[{"id":"a","run":["x"],"tables":["b.md"]}]}`},
	{name: "empty", bad: true, comment: "no bytes at all", raw: ""},
	{name: "cut", bad: true, comment: "it breaks off", raw: `{"stile":1,"checks":[{"id":"a","run":["x"`},
	{name: "array", bad: true, comment: "an array where an object is wanted", raw: `[]`},
	{name: "comment", bad: true, comment: "comments, which JSON has none of", raw: "{\"stile\":1, // the gate\n\"checks\":[]}"},
	{name: "trailing-comma", bad: true, comment: "a comma before the end", raw: `{"stile":1,"checks":[],}`},
	{name: "single-quotes", bad: true, comment: "single quotes", raw: `{'stile':1}`},
	{name: "duplicate-key", bad: true, comment: "D2 checks twice: four readers give two answers", raw: `{"stile":1,"checks":[{"id":"a","run":["x"]}],"checks":[]}`},
	{name: "trailing-bytes", bad: true, comment: "a conflict marker behind the end", raw: "{\"stile\":1}\n>>>>>>> theirs\n"},
	{name: "depth", bad: true, comment: "nested deeper than any file of its kind", raw: `{"stile":1,"checks":` + repeated("[", 100) + repeated("]", 100) + `}`},
	{name: "invalid-utf8", bad: true, comment: "a byte that is no UTF-8, in an id", raw: "{\"stile\":1,\"checks\":[{\"id\":\"a\xff\",\"run\":[\"x\"]}]}"},
	{name: "nul", bad: true, comment: "a NUL byte between the members", raw: "{\"stile\":1,\x00\"checks\":[]}"},
	{name: "nul-escaped", bad: true, comment: "a NUL in an argument, which no process takes", raw: `{"stile":1,"checks":[{"id":"a","run":["x","a\u0000b"]}]}`},
	{name: "lone-surrogate", bad: true, comment: "half of a surrogate pair is no text", raw: `{"stile":1,"checks":[{"id":"a","run":["\ud800"]}]}`},
	{name: "huge-number", bad: true, comment: "a number of 400 digits, and one with an exponent", raw: `{"stile":1,"hook":{"blocks":` + repeated("9", 400) + `},"checks":[{"id":"a","run":["x"],"report":"tap","min":1e3}]}`},
	{name: "version", bad: true, comment: "a version that this stile does not read", raw: `{"stile":2,"checks":[{"id":"a","run":["x"]}]}`},
	{name: "misspelled", bad: true, comment: "A18 keys in another spelling: what is meant is named, nothing is guessed", raw: `{"stile":1,"chekcs":[],"Hook":{"retries":3}}`},
	{name: "misplaced", bad: true, comment: "a key of a check at the top, one of the hook in a check", raw: `{"stile":1,"timeout":"1m","checks":[{"id":"a","run":["x"],"blocks":2}]}`},
	{name: "wrong-types", bad: true, comment: "every value of another type", raw: `{"stile":"1","checks":{},"hook":[]}`},
	{name: "duplicate-id", bad: true, comment: "one id twice: the second check is not there", raw: `{"stile":1,"checks":[{"id":"a","run":["x"]},{"id":"a","run":["y"]}]}`},
	{name: "after-cycle", bad: true, comment: "checks that wait for one another, one for itself, one for none", raw: `{"stile":1,"checks":[{"id":"a","run":["x"],"after":["c"]},{"id":"b","run":["x"],"after":["a"]},{"id":"c","run":["x"],"after":["b"]},{"id":"d","run":["x"],"after":["d"]},{"id":"e","run":["x"],"after":["tset"]}]}`},
	{name: "min-without-report", bad: true, comment: "a count without anything to count", raw: `{"stile":1,"checks":[{"id":"a","run":["x"],"min":3}]}`},
	{name: "too-many-findings", bad: true, comment: "more findings than are listed: the rest is counted", raw: `{"stile":1,"checks":[` + repeated(`{},`, 199) + `{}` + repeated(`,1`, 250) + `]}`},
}
