package main

import "github.com/stile-gate/stile/core/fact"

// wants are questions on the way: what is asked of the host, in which rounds.
var wantTable = []scene{
	{name: "check-first", check: true, until: "projects", comment: "nothing is known yet: the projects"},
	{name: "check-policy", check: true, until: "file", comment: "the projects are known: their files"},
	{name: "check-tree", check: true, until: "tree", comment: "the policy is known: the tree, and what changed where a check asks for it",
		policies: root(`{"stile":1,"checks":[{"id":"a","run":["x"],"when":["a/**"],"outputs":["out/**"]}]}`)},
	{name: "check-results", check: true, until: "result", comment: "two checks that do not wait for each other are asked for at once"},
	{name: "check-measures", check: true, until: "measure", comment: "a measurement with everything that its check says"},
	{name: "check-after", check: true, until: "measure:.:c", comment: "the check before it passed: now the one behind it"},
	{name: "check-fresh", check: true, until: "measure", flags: []string{"fresh"}, comment: "measured afresh: no stored result is wanted"},
	{name: "check-nested", check: true, until: "changed", comment: "nested projects: what changed decides which are in play",
		projects: &fact.Projects{Repository: true, Cwd: ".", Chain: []string{"."}, Nested: []string{"api"}}},
	{name: "hook-first", harness: "claude-code", until: "payload", comment: "the payload first"},
	{name: "hook-projects", harness: "codex", until: "projects", comment: "then the projects of the payload's directory"},
	{name: "hook-state", harness: "claude-code", until: "state", comment: "then the state of the session, and the tree"},
	{name: "hook-claim", harness: "claude-code", until: "claim", comment: "the claim of a refusal: it stores what the next stop needs"},
	{name: "hook-claim-green", harness: "codex", until: "claim", comment: "the claim of a green",
		measures: map[string]fact.Measure{"b": ended(0, "")}},
	{name: "hook-tree-after", harness: "codex", until: "tree:after", comment: "a check wrote into the tree: it is looked at once more",
		measures: map[string]fact.Measure{"b": {Started: true, Exit: 1, TreeAfter: treeB, TreeDiff: []string{"x"}, Touched: true}}},
	{name: "hook-append", harness: "claude-code", until: "append", comment: "the dated line of a release", state: &fact.Session{Writable: true, Refusals: 1}},
	{name: "hook-not-evaluated", harness: "codex", until: "append", comment: "the dated line of a turn that is not judged", flags: []string{"unknown-argument=--x"}},
}

const twoChecks = `{"stile":1,"checks":[{"id":"a","run":["go","test","-json"],"report":"go-test-json","min":2,"timeout":"90s","cwd":"sub","env":["CI"],"outputs":["out/**"]},` +
	`{"id":"b","run":["x"]},{"id":"c","run":["x"],"after":["b"]}]}`

func wants(*inputs) []vector {
	var out []vector
	for _, s := range wantTable {
		s.name, s.class = "want-"+s.name, "want"
		if s.policies == nil {
			s.policies = root(twoChecks)
		}
		if s.reports == nil {
			s.reports = map[string]string{"a": manyPasses}
		}
		if s.measures == nil && s.harness != "" {
			s.measures = map[string]fact.Measure{"b": ended(1, "")}
		}
		out = append(out, s.vector())
	}
	return out
}

const manyPasses = `{"Action":"run","Package":"p","Test":"A"}
{"Action":"pass","Package":"p","Test":"A"}
{"Action":"run","Package":"p","Test":"B"}
{"Action":"pass","Package":"p","Test":"B"}
{"Action":"pass","Package":"p"}
`
