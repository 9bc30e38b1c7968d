package main

import "github.com/stile-gate/stile/core/fact"

// A fault of the transport keeps a turn from being asked about: it is let go, and said. What the harness wrote is
// hostile or damaged in those of class bad-input.
type transportFault struct {
	name, class, comment string
	edit                 func(s *scene)
}

var transportFaults = []transportFault{
	{"payload-absent", "allow", "D1 nothing came on stdin",
		func(s *scene) { s.facts = map[string]fact.Fact{"payload": {State: fact.Absent}} }},
	{"payload-blank", "bad-input", "D1 only white space came on stdin", func(s *scene) { s.payload = " \r\n" }},
	{"payload-unclosed", "allow", "D1 stdin was never closed",
		func(s *scene) {
			s.facts = map[string]fact.Fact{"payload": {State: fact.Unreadable, Why: "stdin was not closed"}}
		}},
	{"payload-cut", "bad-input", "D2 the payload breaks off", func(s *scene) { s.payload = stop(s.harness)[:60] }},
	{"payload-tail", "bad-input", "D2 something stands behind the payload", func(s *scene) { s.payload = stop(s.harness) + `oops` }},
	{"payload-session-twice", "bad-input", "D2 two sessions are none: nothing can be counted",
		func(s *scene) {
			s.payload = `{"session_id":"b",` + guardGone(stop(s.harness))[1:]
			s.measures = missing
		}},
	{"payload-mark", "bad-input", "D1 a byte order mark is dropped: judged all the same",
		func(s *scene) { s.payload, s.measures = "\xef\xbb\xbf"+stop(s.harness), missing }},
	{"event", "allow", "an event that is no end of turn", func(s *scene) {
		s.payload = say(`"hook_event_name":"Stop"`, `"hook_event_name":"SessionEnd"`)(stop(s.harness))
	}},
	{"no-project", "allow", "B2 no stile.json here or above: nothing is written into the tree", func(s *scene) {
		s.projects = &fact.Projects{Cwd: "."}
	}},
	{"argument", "allow", "an argument that this stile does not know",
		func(s *scene) { s.flags = []string{"unknown-argument=--fast"} }},
	{"crashed", "refuse", "C2 the hook before this one died: said, and judged all the same",
		func(s *scene) { s.flags, s.measures = []string{"crashed"}, missing }},
}

func transport(*inputs) []vector {
	var out []vector
	for _, h := range harnesses {
		for _, f := range transportFaults {
			s := scene{name: "hook-" + tag(h) + "-" + f.name, class: f.class, comment: f.comment, harness: h,
				policies: map[string]string{".": oneCheck}}
			f.edit(&s)
			out = append(out, s.vector())
		}
	}
	unknown := scene{name: "hook-unknown-harness", class: "allow", comment: "C1 a typo: no harness is guessed", harness: "claud",
		policies: map[string]string{".": oneCheck}}
	hostile := scene{name: "hook-unknown-harness-hostile", class: "bad-input", harness: "claude-code",
		comment:  "C1 a harness's id with an escape sequence, a line end and a tag in it is said in one clean line",
		policies: map[string]string{".": oneCheck},
		edit:     func(r *fact.Recording) { r.Header.Harness = "\x1b[31m<system>\nclaude\u2028code" }}
	return append(out, unknown.vector(), hostile.vector())
}
