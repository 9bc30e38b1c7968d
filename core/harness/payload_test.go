package harness

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stile-gate/stile/core/fact"
)

// captured is a payload that a real harness wrote.
func captured(t testing.TB, id, name string) []byte {
	t.Helper()
	dir := map[string]string{"claude-code": "claude-", "codex": "codex-"}[id]
	b, err := os.ReadFile(filepath.Join("..", "..", "testdata", "payloads", id, dir+name+".json"))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func read(t testing.TB, id string, raw []byte) Payload {
	t.Helper()
	p, ok := ParsePayload(Read(id, raw))
	if !ok {
		t.Fatalf("the answer %s is not read back", Read(id, raw))
	}
	return *p
}

func TestReadCaptured(t *testing.T) {
	for _, c := range []struct{ id, name, want string }{
		{"claude-code", "stop-first", `{"event":"Stop","ends":true,"session":"1a4ea091-b240-4dcc-a51c-33c6f279976f","turn":"e9e9ace9-ecbc-4c36-b84f-759a10ec0fe0","cwd":"/home/u/repo","transcript":"/home/u/home/.claude/projects/-home-u-repo/1a4ea091-b240-4dcc-a51c-33c6f279976f.jsonl","agent":"","mode":"default","plan":false,"guard":false,"guard_known":true,"others":0,"cuts":[],"notes":[]}`},
		{"claude-code", "stop-second", `{"event":"Stop","ends":true,"session":"1a4ea091-b240-4dcc-a51c-33c6f279976f","turn":"e9e9ace9-ecbc-4c36-b84f-759a10ec0fe0","cwd":"/home/u/repo","transcript":"/home/u/home/.claude/projects/-home-u-repo/1a4ea091-b240-4dcc-a51c-33c6f279976f.jsonl","agent":"","mode":"default","plan":false,"guard":true,"guard_known":true,"others":0,"cuts":[],"notes":[]}`},
		{"claude-code", "subagentstop-first", `{"event":"SubagentStop","ends":true,"session":"50fbf44a-8c62-4d12-a9ec-80cb7044eeb0","turn":"0b7bb7ca-0ae8-4114-993a-ed551a2284fd","cwd":"/home/u/repo","transcript":"/home/u/home/.claude/projects/-home-u-repo/50fbf44a-8c62-4d12-a9ec-80cb7044eeb0/subagents/agent-a35a9f69350f768b1.jsonl","agent":"a35a9f69350f768b1","mode":"default","plan":false,"guard":false,"guard_known":true,"others":0,"cuts":[],"notes":[]}`},
		{"claude-code", "stopfailure", `{"event":"StopFailure","ends":false,"session":"428e975d-55ab-4cca-ab11-e3ce2d492bd5","turn":"b533ad05-5007-4393-ace5-27781b1a6c9b","cwd":"/home/u/repo","transcript":"/home/u/home/.claude/projects/-home-u-repo/428e975d-55ab-4cca-ab11-e3ce2d492bd5.jsonl","agent":"","mode":"","plan":false,"guard":false,"guard_known":false,"others":0,"cuts":[],"notes":[]}`},
		{"codex", "stop-path-with-spaces", `{"event":"Stop","ends":true,"session":"01a22cba-8552-78c3-9e95-c2200974f1d7","turn":"01a22cba-85b0-75e1-a195-953ef0405143","cwd":"/home/u/my repo é ✗","transcript":"/home/u/home/.codex/sessions/2026/11/30/rollout-2026-11-30T13-52-31-01a22cba-8552-78c3-9e95-c2200974f1d7.jsonl","agent":"","mode":"bypassPermissions","plan":false,"guard":false,"guard_known":true,"others":0,"cuts":[],"notes":[]}`},
		{"codex", "subagentstop-second", `{"event":"SubagentStop","ends":true,"session":"01a22cc6-7ada-7ca2-b0d9-e416604abea5","turn":"01a22cc6-7ceb-7191-97c8-4076d8672421","cwd":"/home/u/repo","transcript":"/home/u/home/.codex/sessions/2026/11/30/rollout-2026-11-30T14-05-35-01a22cc6-7cd8-7d13-9a2e-b4f20d567bca.jsonl","agent":"01a22cc6-7cd8-7d13-9a2e-b4f20d567bca","mode":"bypassPermissions","plan":false,"guard":true,"guard_known":true,"others":0,"cuts":[],"notes":[]}`},
	} {
		t.Run(c.id+" "+c.name, func(t *testing.T) {
			raw := captured(t, c.id, c.name)
			if got := string(Read(c.id, raw)); got != c.want {
				t.Errorf("got  %s\nwant %s", got, c.want)
			}
			read(t, c.id, raw)
			if got := Read(c.id, append([]byte("\xef\xbb\xbf"), raw...)); string(got) != c.want {
				t.Errorf("D1 with a byte order mark: got %s", got)
			}
		})
	}
}

func TestReadNeverGuesses(t *testing.T) {
	for _, c := range []struct {
		name, raw, want string
	}{
		{"D1 empty", ``, `{"unreadable":"empty"}`},
		{"D1 white space", " \r\n\t", `{"unreadable":"empty"}`},
		{"D2 broken tail", `{"session_id":"a","cwd":"/r"`, `{"unreadable":"unexpected-end"}`},
		{"D2 trailing bytes", `{"session_id":"a"} {}`, `{"unreadable":"trailing-bytes"}`},
		{"not an object", `["Stop"]`, `{"unreadable":"not-an-object"}`},
		{"D2 the same key twice, and beside another case", `{"session_id":"a","cwd":"/r","Cwd":"/x","hook_event_name":"Stop","stop_hook_active":true,"stop_hook_active":false}`,
			`{"event":"Stop","ends":true,"session":"a","turn":"","cwd":"/r","transcript":"","agent":"","mode":"","plan":false,"guard":false,"guard_known":false,"others":0,"cuts":[],"notes":["stop_hook_active: duplicate","Cwd: case-variant"]}`},
		{"wrong types", `{"session_id":7,"cwd":["/r"],"hook_event_name":"Stop","stop_hook_active":"false","background_tasks":{},"workspace_roots":[]}`,
			`{"event":"Stop","ends":true,"session":"","turn":"","cwd":"","transcript":"","agent":"","mode":"","plan":false,"guard":false,"guard_known":false,"others":0,"cuts":[],"notes":["session_id: wrong-type","cwd: wrong-type","stop_hook_active: wrong-type","background_tasks: wrong-type"]}`},
		{"nulls are absent", `{"session_id":null,"hook_event_name":"Stop","stop_hook_active":null,"background_tasks":null}`,
			`{"event":"Stop","ends":true,"session":"","turn":"","cwd":"","transcript":"","agent":"","mode":"","plan":false,"guard":false,"guard_known":false,"others":0,"cuts":[],"notes":[]}`},
		{"the agent's own text cannot hide a payload", "{\"hook_event_name\":\"Stop\",\"last_assistant_message\":\"\\ud800 \xff \\\" }\",\"permission_mode\":\"plan\"}",
			`{"event":"Stop","ends":true,"session":"","turn":"","cwd":"","transcript":"","agent":"","mode":"plan","plan":true,"guard":false,"guard_known":false,"others":0,"cuts":[],"notes":[]}`},
		{"half a surrogate in a wanted field", `{"hook_event_name":"Stop","session_id":"\ud800"}`,
			`{"event":"Stop","ends":true,"session":"","turn":"","cwd":"","transcript":"","agent":"","mode":"","plan":false,"guard":false,"guard_known":false,"others":0,"cuts":[],"notes":["session_id: unreadable"]}`},
		{"an event that ends no turn", `{"hook_event_name":"PreToolUse"}`,
			`{"event":"PreToolUse","ends":false,"session":"","turn":"","cwd":"","transcript":"","agent":"","mode":"","plan":false,"guard":false,"guard_known":false,"others":0,"cuts":[],"notes":[]}`},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := string(Read("claude-code", []byte(c.raw))); got != c.want {
				t.Errorf("got  %s\nwant %s", got, c.want)
			}
			read(t, "claude-code", []byte(c.raw))
		})
	}
	if got := string(Read("claud", []byte(`{}`))); got != `{"unreadable":"unknown-harness"}` {
		t.Errorf("C1: got %s", got)
	}
	long := read(t, "codex", []byte(`{"cwd":"`+strings.Repeat("x", fact.MaxField+1)+`"}`))
	if long.Cwd != "" || len(long.Notes) != 1 || long.Notes[0] != "cwd: too-long" {
		t.Errorf("a cwd of %d bytes, notes %v", len(long.Cwd), long.Notes)
	}
}

func TestOthersWork(t *testing.T) {
	task := func(id, kind, status string) string {
		return `{"id":"` + id + `","type":"` + kind + `","status":"` + status + `","description":"x"}`
	}
	for _, c := range []struct {
		name, tasks, agent string
		want               int64
	}{
		{"C5 a subagent still works", task("a", "subagent", "running"), "", 1},
		{"C5 the stopping subagent itself does not count", task("a", "subagent", "running"), "a", 0},
		{"C5 nor does it hide another", task("a", "subagent", "running") + "," + task("b", "subagent", "running"), "a", 1},
		{"a server may run for ever", task("s", "shell", "running"), "", 0},
		{"a finished one", task("a", "subagent", "completed"), "", 0},
		{"words of the agent hide nothing", `{"description":"\ud83d ]}\"\\","id":"a","type":"subagent","status":"running"},` + task("b", "subagent", "running"), "", 2},
		{"elements that are no tasks", `1,"x",[` + task("a", "subagent", "running") + `],null,{}`, "", 0},
		{"a task inside a task", `{"id":"a","x":` + task("b", "subagent", "running") + `}`, "", 0},
		{"a status twice", `{"id":"a","type":"subagent","status":"running","status":"done"}`, "", 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			raw := []byte(`{"agent_id":"` + c.agent + `","background_tasks": [` + c.tasks + `],"hook_event_name":"Stop"}`)
			if got := read(t, "claude-code", raw); got.Others != c.want || got.Event != "Stop" {
				t.Errorf("got %d, %+v", got.Others, got)
			}
			if got := read(t, "codex", raw).Others; got != 0 {
				t.Errorf("codex names no such list, got %d", got)
			}
		})
	}
	p := read(t, "claude-code", captured(t, "claude-code", "stop-with-background-subagent"))
	if p.Others != 1 {
		t.Errorf("captured: got %d", p.Others)
	}
	many := read(t, "claude-code", []byte(`{"background_tasks":[`+strings.Repeat(task("a", "subagent", "running")+",", 3*fact.MaxTasks)+`{}]}`))
	if many.Others != fact.MaxTasks || len(many.Notes) != 1 {
		t.Errorf("got %d, notes %v", many.Others, many.Notes)
	}
}

func TestTranscriptJoins(t *testing.T) {
	r := rows[0]
	raw := []byte(`{"session_id":"s","transcript_path":"/t.jsonl","hook_event_name":"Stop"}`)
	for _, joins := range []bool{true, false} {
		r.transcriptJoins = joins
		if p := r.read(raw); (p.Transcript == "/t.jsonl") != joins {
			t.Errorf("of a row whose transcript joins (%v): %q", joins, p.Transcript)
		}
	}
}

func TestTimesAreCut(t *testing.T) {
	r := rows[0]
	r.timestamps = []string{"timestamp", "at"}
	raw := []byte(`{"at": 12.5 ,"session_id":"s","timestamp":"2026-11-30","hook_event_name":"Stop"}`)
	p := r.read(raw)
	var left []byte
	from := int64(0)
	for _, c := range p.Cuts {
		left = append(left, raw[from:c[0]]...)
		from = c[1]
	}
	left = append(left, raw[from:]...)
	if want := `{ ,"session_id":"s",,"hook_event_name":"Stop"}`; string(left) != want {
		t.Errorf("got %s", left)
	}
	if back, ok := ParsePayload(p.json()); !ok || len(back.Cuts) != 2 || back.Cuts[1] != p.Cuts[1] {
		t.Errorf("read back as %+v", back)
	}
}

func TestParsePayloadIsStrict(t *testing.T) {
	good := Read("claude-code", captured(t, "claude-code", "stop-first"))
	for _, bad := range [][]byte{
		nil, []byte("{}"), []byte("null"), append([]byte(" "), good...), append(good[:len(good):len(good)], '\n'),
		bytes.Replace(good, []byte(`"others":0`), []byte(`"others":"0"`), 1),
		bytes.Replace(good, []byte(`"others":0`), []byte(`"others":-0`), 1),
		bytes.Replace(good, []byte(`"cuts":[]`), []byte(`"cuts":[[1]]`), 1),
		bytes.Replace(good, []byte(`"cuts":[]`), []byte(`"cuts":[]  `), 1),
		bytes.Replace(good, []byte(`"agent":""`), []byte(`"agent":null`), 1),
		bytes.Replace(good, []byte(`"notes"`), []byte(`"more":1,"notes"`), 1),
		[]byte(`{"unreadable":""}`), []byte(`{"unreadable":"x","event":"Stop"}`),
	} {
		if p, ok := ParsePayload(bad); ok {
			t.Errorf("%s was read as %+v", bad, p)
		}
	}
}

func FuzzRead(f *testing.F) {
	files, err := filepath.Glob(filepath.Join("..", "..", "testdata", "payloads", "*", "*.json"))
	if err != nil || len(files) == 0 {
		f.Fatalf("no payloads to start from: %v", err)
	}
	for _, name := range files {
		b, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(b)
	}
	f.Add([]byte(`{"background_tasks":[{"id":"\ud800"},[{"a":"]"}],1]}`))
	f.Fuzz(func(t *testing.T, raw []byte) {
		for _, id := range IDs() {
			answer := Read(id, raw)
			p, ok := ParsePayload(answer)
			if !ok {
				t.Fatalf("%s is not read back", answer)
			}
			if again := p.json(); !bytes.Equal(again, answer) {
				t.Fatalf("%s came back as %s", answer, again)
			}
		}
	})
}

func FuzzParsePayload(f *testing.F) {
	f.Add(Read("claude-code", captured(f, "claude-code", "stop-first")))
	f.Add([]byte(`{"unreadable":"empty"}`))
	f.Fuzz(func(t *testing.T, answer []byte) {
		if p, ok := ParsePayload(answer); ok && !bytes.Equal(p.json(), answer) {
			t.Errorf("%s came back as %s", answer, p.json())
		}
	})
}
