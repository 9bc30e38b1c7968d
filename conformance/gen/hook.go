package main

import (
	"strings"

	"github.com/stile-gate/stile/core/fact"
)

// Policies of the scenes below.
const (
	oneCheck = `{"stile":1,"checks":[{"id":"test","run":["make","test"]}]}`
	thrice   = `{"stile":1,"checks":[{"id":"test","run":["make","test"]}],"hook":{"blocks":3}}`
	most     = `{"stile":1,"checks":[{"id":"test","run":["make","test"]}],"hook":{"blocks":7}}`
)

// Ways for the one check of them to end.
var (
	failing = map[string]fact.Measure{"test": ended(1, "total.go:7: got 500, want 501\n")}
	missing = map[string]fact.Measure{"test": {Cause: "missing-program", Detail: "make"}}
)

// A situation is one row of the answer table, or one way into it. The rows are shown on every harness, the ways into
// them on one of two.
type situation struct {
	name, class, comment string
	only                 string              // the one harness it is shown on, "" for all
	payload              func(string) string // changes the plain stop
	edit                 func(s *scene)
}

// say gives the plain stop another text.
func say(pairs ...string) func(string) string {
	return strings.NewReplacer(pairs...).Replace
}

var (
	guardSet  = say(`"stop_hook_active":false`, `"stop_hook_active":true`)
	guardGone = say(`"stop_hook_active":false,`, ``)
	noTurn    = say(`"prompt_id":"e9e9ace9",`, ``, `"turn_id":"01a22cb9",`, ``)
	planMode  = say(`"permission_mode":"default"`, `"permission_mode":"plan"`)
	noSession = say(`"session_id":"1a4ea091",`, ``, `"session_id":"01a22cb8",`, ``)
	subagent  = say(`"hook_event_name":"Stop"`, `"hook_event_name":"SubagentStop","agent_id":"a35a9f69","agent_transcript_path":"/home/u/sub.jsonl"`)
	working   = say(`"background_tasks":[]`, `"background_tasks":[{"id":"b1","type":"subagent","status":"running"},{"id":"b2","type":"subagent","status":"running"},`+
		`{"id":"b3","type":"shell","status":"running"},{"id":"b4","type":"subagent","status":"done"}]`)
	oneWorks = say(`"background_tasks":[]`, `"background_tasks":[{"id":"b1","type":"subagent","status":"running"}]`)
	listed   = say(`"stop_hook_active"`, `"background_tasks":[{"id":"b1","type":"subagent","status":"running"}],"stop_hook_active"`)
)

var situations = []situation{
	{name: "twin", class: "quiet", comment: "C6 another hook has claimed this very event",
		edit: func(s *scene) { s.state = &fact.Session{Writable: true, Answered: true} }},
	{name: "plan-mode", class: "quiet", comment: "the harness says plan mode: nothing is measured", payload: planMode,
		edit: func(s *scene) { s.measures = failing }},
	{name: "blocks-reached", class: "release", comment: "the one refusal of this turn was given: released with a dated line",
		edit: func(s *scene) { s.measures, s.state = failing, &fact.Session{Writable: true, Refusals: 1, InRow: 1} }},
	{only: "codex", name: "blocks-reached-not-run", class: "release", comment: "A17 what was never run is released in its own word, and never green",
		edit: func(s *scene) { s.measures, s.state = missing, &fact.Session{Writable: true, Refusals: 1, InRow: 1} }},
	{name: "blocks-not-reached", class: "refuse", comment: "the second of three refusals",
		edit: func(s *scene) {
			s.policies["."], s.measures, s.state = thrice, missing, &fact.Session{Writable: true, Refusals: 1, InRow: 1}
		}},
	{only: "claude-code", name: "blocks-seventh", class: "refuse", comment: "the seventh refusal of a turn is the last that any policy gets",
		edit: func(s *scene) {
			s.policies["."], s.measures, s.state = most, failing, &fact.Session{Writable: true, Refusals: 6, InRow: 6}
		}},
	{only: "codex", name: "blocks-eighth", class: "release", comment: "seven refusals of a turn were given",
		edit: func(s *scene) {
			s.policies["."], s.measures, s.state = most, missing, &fact.Session{Writable: true, Refusals: 7, InRow: 7}
		}},
	{only: "claude-code", name: "released-already", class: "release", comment: "this turn has its dated line: none is written again",
		edit: func(s *scene) {
			s.measures, s.state = missing, &fact.Session{Writable: true, Refusals: 1, Released: true}
		}},
	{only: "codex", name: "release-unwritable", class: "release", comment: "the dated line could not be written: released all the same, and said",
		edit: func(s *scene) {
			s.measures, s.state = missing, &fact.Session{Writable: true, Refusals: 1}
			s.appended = &fact.Appended{Outcome: "failed", Why: "read-only file system"}
		}},
	{name: "unchanged-red", class: "quiet", comment: "the tree is the one of the last answered verdict: it was told",
		edit: func(s *scene) { s.state = &fact.Session{Writable: true, LastTree: treeA, LastVerdict: "red"} }},
	{only: "claude-code", name: "unchanged-after-refusal", class: "refuse", comment: "nothing changed since the first refusal, and three are allowed", edit: func(s *scene) {
		s.policies["."], s.measures = thrice, missing
		s.state = &fact.Session{Writable: true, Refusals: 1, InRow: 1, LastTree: treeA, LastVerdict: "unproven"}
	}},
	{name: "no-state", class: "allow", comment: "C6 nothing can be counted and the payload's flag is not there", payload: guardGone,
		edit: func(s *scene) { s.measures, s.state = failing, &fact.Session{Why: "permission denied"} }},
	{only: "codex", name: "no-state-guard-clear", class: "refuse", comment: "C3 nothing can be counted, and a flag that is to be trusted says first",
		edit: func(s *scene) { s.measures, s.state = missing, &fact.Session{Why: "permission denied"} }},
	{only: "claude-code", name: "no-state-guard-set", class: "release", comment: "C3 nothing can be counted, and the flag says that there was a refusal", payload: guardSet,
		edit: func(s *scene) { s.measures, s.state = missing, &fact.Session{Why: "permission denied"} }},
	{name: "no-session", class: "allow", comment: "C6 no session and no flag: an empty key is no key", payload: func(p string) string { return noSession(guardGone(p)) },
		edit: func(s *scene) { s.measures = missing }},
	{name: "foreign-guard", class: "refuse", comment: "C4 the flag is set by another tool's refusal: our first one still happens", payload: guardSet,
		edit: func(s *scene) { s.measures = missing }},
	{only: "codex", name: "claim-same-event", class: "quiet", comment: "C6 the claim was lost to a twin",
		edit: func(s *scene) { s.measures, s.claims = failing, claim("refuse:0", "same-event", 0) }},
	{only: "claude-code", name: "claim-earlier", class: "release", comment: "the count had moved: the refusal became a release",
		edit: func(s *scene) { s.measures, s.claims = missing, claim("refuse:0", "earlier", 1) }},
	{only: "codex", name: "claim-earlier-twice", class: "refuse", comment: "the count had moved and there is room for one more", edit: func(s *scene) {
		s.policies["."], s.measures, s.claims = thrice, missing, claim("refuse:0", "earlier", 1)
	}},
	{only: "claude-code", name: "claim-failed", class: "refuse", comment: "the claim could not be stored, and the flag is the count",
		edit: func(s *scene) { s.measures, s.claims = missing, claim("refuse:0", "failed", 0) }},
	{only: "codex", name: "subagent", class: "refuse", comment: "a subagent's end of turn is judged like the main one's", payload: subagent,
		edit: func(s *scene) { s.measures = missing }},
	{name: "no-turn", class: "refuse", comment: "without a turn key a turn begins after green: this is the first refusal", payload: noTurn,
		edit: func(s *scene) { s.measures = missing }},
	{only: "claude-code", name: "no-turn-seven", class: "release", comment: "without a turn key seven refusals in a row end it, whatever fails", payload: noTurn,
		edit: func(s *scene) { s.measures, s.state = missing, &fact.Session{Writable: true, InRow: 7} }},

	{only: "claude-code", name: "others-work", class: "allow", comment: "C5 two subagents still work, a shell and a done one do not count", payload: working,
		edit: func(s *scene) { s.measures = failing }},
	{only: "claude-code", name: "one-other-works", class: "allow", comment: "C5 the fifth deferral in a row", payload: oneWorks,
		edit: func(s *scene) { s.measures, s.state = failing, &fact.Session{Writable: true, Deferred: 4} }},
	{only: "claude-code", name: "deferred-enough", class: "refuse", comment: "C5 five deferrals in a row: work that never ends is judged", payload: oneWorks,
		edit: func(s *scene) { s.measures, s.state = missing, &fact.Session{Writable: true, Deferred: 5} }},
	{only: "claude-code", name: "deferral-uncounted", class: "refuse", comment: "C5 a deferral that cannot be counted is none", payload: oneWorks,
		edit: func(s *scene) { s.measures, s.claims = missing, claim("deferred", "failed", 0) }},
	{only: "codex", name: "others-unknown", class: "refuse", comment: "its payload has no list of running work: a member of that name is nothing", payload: listed,
		edit: func(s *scene) { s.measures = missing }},
	{only: "codex", name: "claim-moving", class: "allow", comment: "the count moved each time that it was claimed", edit: func(s *scene) {
		s.policies["."], s.measures = most, failing
		s.claims = map[string]fact.Claim{"refuse:0": {Outcome: "earlier", N: 1}, "refuse:1": {Outcome: "earlier", N: 2}, "refuse:2": {Outcome: "earlier", N: 3}}
	}},
	{only: "claude-code", name: "claim-failed-no-guard", class: "allow", comment: "the claim could not be stored, and nothing else counts", payload: guardGone,
		edit: func(s *scene) { s.measures, s.claims = missing, claim("refuse:0", "failed", 0) }},
	{only: "codex", name: "green-unclaimed", class: "quiet", comment: "a green whose claim could not be stored is green all the same",
		edit: func(s *scene) { s.claims = claim("green", "failed", 0) }},
	{only: "claude-code", name: "green-moved", class: "quiet", comment: "a check wrote into the tree: the green covers no tree", edit: func(s *scene) {
		m := ended(0, "")
		m.TreeAfter, m.TreeDiff, m.Touched = treeB, []string{"out/x"}, true
		s.measures = map[string]fact.Measure{"test": m}
	}},
	{only: "codex", name: "red-moved", class: "refuse", comment: "a check wrote into the tree: the refusal covers what it left", edit: func(s *scene) {
		m := ended(1, "")
		m.TreeAfter, m.TreeDiff, m.Touched = treeB, []string{"out/x"}, true
		s.measures = map[string]fact.Measure{"test": m}
	}},
	{only: "claude-code", name: "red-touched", class: "refuse", comment: "a file was written back with the bytes it had, and the tree cannot be walked again", edit: func(s *scene) {
		m := ended(127, "")
		m.Touched = true
		s.measures = map[string]fact.Measure{"test": m}
		s.facts = map[string]fact.Fact{"tree:after": {State: fact.Unreadable, Why: "the tree could not be walked"}}
	}},
	{only: "claude-code", name: "unchanged-closed-green", class: "refuse", comment: "parts of the tree cannot be read: an equal digest proves no green", edit: func(s *scene) {
		s.measures, s.tree = missing, &fact.Tree{Digest: treeA, Files: 3, Closed: 1}
		s.state = &fact.Session{Writable: true, LastTree: treeA, LastVerdict: "green"}
	}},
	{only: "codex", name: "unchanged-closed-red", class: "quiet", comment: "parts of the tree cannot be read, and what is red was told", edit: func(s *scene) {
		s.tree, s.state = &fact.Tree{Digest: treeA, Files: 3, Closed: 1}, &fact.Session{Writable: true, LastTree: treeA, LastVerdict: "red"}
	}},
	{only: "codex", name: "no-turn-same", class: "release", comment: "without a turn key: the same failure as the last refusal's", payload: noTurn, edit: func(s *scene) {
		s.measures = failing
		s.state = &fact.Session{Writable: true, InRow: 1, Fingerprint: fingerprint(s)}
	}},
	{only: "claude-code", name: "no-turn-other", class: "refuse", comment: "without a turn key: another failure begins another turn", payload: noTurn, edit: func(s *scene) {
		s.measures, s.state = failing, &fact.Session{Writable: true, InRow: 1, Fingerprint: "0123456789abcdef"}
	}},
	{only: "claude-code", name: "touches", class: "refuse", comment: "which of the changed files the failure names", edit: func(s *scene) {
		s.policies["."], s.measures, s.reports = `{"stile":1,"checks":[{"id":"test",`+goTest+`}]}`, map[string]fact.Measure{"test": ended(1, "")}, map[string]string{"test": goFail}
		s.changed = &fact.Changed{Base: "1a2b3c4", Paths: []string{"total.go", "total_test.go"}}
	}},
	{only: "codex", name: "base-unknown", class: "refuse", comment: "the changed paths cannot be known: no file is named for it", edit: func(s *scene) {
		s.measures, s.facts = failing, map[string]fact.Fact{"changed": {State: fact.Unreadable, Why: "git did not answer"}}
	}},
	{only: "claude-code", name: "state-unreadable", class: "refuse", comment: "the state could not be read: the payload's flag is the count", edit: func(s *scene) {
		s.measures, s.facts = missing, map[string]fact.Fact{"state": {State: fact.Unreadable, Why: "permission denied"}}
	}},
	{only: "codex", name: "tree-unreadable", class: "refuse", comment: "a tree without a digest is judged, and its results are not kept", edit: func(s *scene) {
		s.measures, s.facts = missing, map[string]fact.Fact{"tree": {State: fact.Unreadable, Why: "too many files"}}
	}},
	{only: "claude-code", name: "reused-red", class: "refuse", comment: "the last observed result of this very tree, labelled", edit: func(s *scene) { s.results = failing }},
	{only: "codex", name: "reused-green", class: "quiet", comment: "the last observed result of this very tree",
		edit: func(s *scene) { s.results = map[string]fact.Measure{"test": ended(0, "")} }},
	{only: "claude-code", name: "nothing-verified", class: "refuse", comment: "A12 a stile.json without a check: nothing is known, so nothing opens",
		edit: func(s *scene) { s.policies["."] = `{"stile":1}` }},
	{only: "codex", name: "policy-broken", class: "refuse", comment: "A18 a stile.json that cannot be understood is red, or breaking it would open the gate",
		edit: func(s *scene) { s.policies["."] = `{"stile":1,"checks":[` }},
	{only: "claude-code", name: "policy-known", class: "refuse", comment: "the finding was shown before: one line", edit: func(s *scene) {
		s.policies["."] = `{"stile":1,"chekcs":[],"hook":{"blocks":3}}`
		s.state = &fact.Session{Writable: true, Refusals: 1, Known: known(s)}
	}},
	{only: "codex", name: "policy-unreadable", class: "refuse", comment: "A15 a stile.json that may not be read",
		edit: func(s *scene) {
			s.facts = map[string]fact.Fact{"file:stile.json": {State: fact.Unreadable, Why: "a link out of the tree"}}
		}},
	{only: "claude-code", name: "alias", class: "refuse", comment: "the row is found by its alias too", edit: func(s *scene) {
		s.harness, s.payload, s.measures = "claude", stop("claude-code"), missing
	}},
}

func claim(name, outcome string, n int64) map[string]fact.Claim {
	c := fact.Claim{Outcome: outcome, N: n}
	if outcome == "failed" {
		c.Why = "no space left"
	}
	return map[string]fact.Claim{name: c}
}

// fingerprint is that of a scene's failures, as its claim carries it.
func fingerprint(s *scene) string { return claimed(s, "fingerprint")[0] }

func answerTable(*inputs) []vector {
	var out []vector
	for _, h := range harnesses {
		for i := range situations {
			t := &situations[i]
			if t.only != "" && t.only != h {
				continue
			}
			s := scene{name: "hook-" + tag(h) + "-" + t.name, class: t.class, comment: t.comment, harness: h,
				policies: map[string]string{".": oneCheck}}
			if t.payload != nil {
				s.payload = t.payload(stop(h))
			}
			t.edit(&s)
			out = append(out, s.vector())
		}
	}
	return out
}
