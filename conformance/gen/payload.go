package main

import "strings"

// captured are payloads that real harnesses wrote; each harness's own file is read as itself.
var captured = []struct{ harness, prefix string }{{"claude-code", "claude-"}, {"codex", "codex-"}}

var capturedEvents = []string{"stop-first", "stop-second", "stop-unicode", "stop-path-with-spaces", "subagentstop-first", "sessionend"}

// payloads are what a harness may write to a hook's stdin.
func payloads(in *inputs) []vector {
	var out []vector
	add := func(harness string, r reading) {
		out = append(out, r.vector("payload", "payload-"+tag(harness), harness))
	}
	for _, c := range captured {
		for _, event := range capturedEvents {
			add(c.harness, reading{name: event, comment: "as the harness wrote it",
				raw: in.file("testdata/payloads/" + c.harness + "/" + c.prefix + event + ".json")})
		}
	}
	add("claude-code", reading{name: "stop-with-background-subagent", comment: "C5 one subagent still works",
		raw: in.file("testdata/payloads/claude-code/claude-stop-with-background-subagent.json")})
	add("claude-code", reading{name: "subagentstop-second", comment: "its guard is set",
		raw: in.file("testdata/payloads/claude-code/claude-subagentstop-second.json")})
	add("codex", reading{name: "time-and-list", comment: "members that the row does not name are passed over",
		raw: listed(say(`"model"`, `"timestamp":"2026-11-30T12:00:00Z","model"`)(stop("codex")))})
	add("claude-code", reading{name: "time", comment: "a time is no part of the row: nothing is cut from the event",
		raw: say(`"permission_mode"`, `"timestamp":"2026-11-30T12:00:00Z","permission_mode"`)(stop("claude-code"))})
	for _, h := range harnesses {
		add(h, reading{name: "plan-mode", comment: "the mode in which nothing is refused", raw: planMode(stop(h))})
		for _, r := range badPayloads(h) {
			r.bad = true
			add(h, r)
		}
	}
	for _, name := range []string{"duplicate-and-case-keys", "wrong-types"} {
		add("claude-code", reading{name: name, bad: true, comment: "D2 each doubtful field is absent, with a note",
			raw: in.file("core/scan/testdata/payload-" + name + ".json")})
	}
	out = append(out, (&reading{name: "unknown-harness", bad: true, comment: "C1 no row of that name", raw: stop("codex")}).
		vector("payload", "payload", "claud"),
		(&reading{name: "no-harness", bad: true, comment: "C1 no harness is a default", raw: stop("codex")}).vector("payload", "payload", ""))
	return out
}

func badPayloads(h string) []reading {
	plain := stop(h)
	all := []reading{
		{name: "cut", comment: "D2 it breaks off in a string", raw: plain[:len(plain)-20]},
		{name: "agent-text", comment: "the agent's own text cannot make it unreadable: half a surrogate, invalid UTF-8, a NUL, deep nesting",
			raw: say(`"Done."`, `"\ud800 `+"\xff\x00"+` {\"session_id\":\"x\"}","x":`+repeated("[", 200)+repeated("]", 200))(plain)},
		{name: "guard-text", comment: "D2 \"false\" is not false: the guard is absent, with a note", raw: say(`"stop_hook_active":false`, `"stop_hook_active":"false"`)(plain)},
	}
	if h == "codex" {
		return append(all, reading{name: "null-fields", comment: "null is no value, and no session", raw: `{"session_id":null,"turn_id":null,"cwd":null,"hook_event_name":"Stop","transcript_path":null}`})
	}
	return append(all,
		reading{name: "empty", comment: "D1 no bytes", raw: ""},
		reading{name: "mark", comment: "D1 a byte order mark is dropped", raw: "\xef\xbb\xbf" + plain},
		reading{name: "array", comment: "no object", raw: "[" + strings.TrimSpace(plain) + "]"},
		reading{name: "tail", comment: "D2 something behind the end", raw: plain + "}"},
		reading{name: "escaped-key", comment: "a key in escapes is the same key, so it stands twice", raw: `{"session\u005fid":"b",` + plain[1:]},
		reading{name: "long-field", comment: "a session longer than any field may be", raw: say(`"1a4ea091"`, `"`+repeated("s", 33000)+`"`)(plain)},
		reading{name: "field-invalid-utf8", comment: "a field of the row that is no text is absent, the rest is read", raw: say(`"/home/u/repo"`, "\"/home/\xff\"")(plain)},
		reading{name: "tasks-hostile", comment: "C5 the list of running work with text in it that looks like its end",
			raw: say(`"background_tasks":[]`, `"background_tasks":[{"description":"]}{\"status\":\"running\"","id":"b1","type":"subagent","status":"running"},7,["x"],{"id":"b2","type":"subagent","status":"running","status":"done"}]`)(plain)},
		reading{name: "tasks-many", comment: "more running work than is looked at", raw: say(`"background_tasks":[]`, `"background_tasks":[`+repeated(`{},`, 1000)+`{"id":"b1","type":"subagent","status":"running"}]`)(plain)},
		reading{name: "tasks-object", comment: "the list of running work is no list", raw: say(`"background_tasks":[]`, `"background_tasks":{"id":"b1"}`)(plain)},
		reading{name: "many-variants", comment: "D2 more notes than are kept", raw: "{" + variants(40) + plain[1:]},
	)
}

// variants are members that differ from the session's by letter case alone.
func variants(n int) string {
	const key = "session_id"
	var b strings.Builder
	for i := range n {
		k := []byte(key)
		for bit := range 7 {
			if (i+1)>>bit&1 == 1 {
				k[bit] -= 'a' - 'A'
			}
		}
		b.WriteString(`"` + string(k) + `":"x",`)
	}
	return b.String()
}
