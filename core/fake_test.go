package core

import (
	"fmt"
	"strings"

	"github.com/stile-gate/stile/core/fact"
)

// dice are choices read from bytes: a fuzzer that mutates the bytes walks through structured questions.
type dice struct{ b []byte }

// n is the next choice below max; without bytes it is 0, which stands for the plain case everywhere.
func (d *dice) n(max int) int {
	if len(d.b) == 0 {
		return 0
	}
	v := int(d.b[0])
	d.b = d.b[1:]
	return v % max
}

func (d *dice) of(list ...string) string { return list[d.n(len(list))] }

// fakeHost answers every want from dice.
type fakeHost struct {
	*dice
	harness string
	checks  int
}

const (
	digestA = "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
	digestB = "bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb"
)

func (h *fakeHost) header() fact.Header {
	h.harness = h.of("claude-code", "claude-code", "codex", "claude-code", "codex", "claude", "codex", "claude-code", "claud", "")
	f := fact.Header{Core: Version, Verb: h.of("check", "gate-hook", "gate-hook", "gate-hook", "check", "check", "verify"), Harness: h.harness,
		Point: h.of("stop", "commit", "push", "ci")}
	if f.Verb == "verify" {
		f.Harness, f.Flags = "", []string{"stamp"}
		return f
	}
	if f.Verb == "check" {
		f.Harness = ""
		f.Flags = [][]string{nil, {"json"}, {"fresh"}, {"fresh", "json"}, {"json", "through=t"}, {"through=u"}}[h.n(6)]
		return f
	}
	f.Point = "stop"
	switch h.n(20) {
	case 18:
		f.Flags = []string{"crashed"}
	case 19:
		f.Flags = []string{"unknown-argument=--x"}
	}
	return f
}

func (h *fakeHost) serve(w *fact.Want) fact.Fact {
	kind, rest, _ := strings.Cut(w.ID, ":")
	f := h.fact(kind, rest, w)
	f.ID = w.ID
	return f
}

func (h *fakeHost) fact(kind, rest string, w *fact.Want) fact.Fact {
	if h.n(40) == 39 {
		return fact.Fact{State: fact.Unreadable, Why: "permission denied"}
	}
	switch kind {
	case "payload":
		if h.n(20) == 19 {
			return fact.Fact{State: fact.Absent}
		}
		raw := h.payload()
		return fact.Of("", &fact.Payload{Read: Read([]byte("payload"), []byte(h.harness), raw), Event: fact.Sum(raw)})
	case "projects":
		p := &fact.Projects{Repository: h.n(2) == 0, Cwd: ".", Chain: []string{"."}}
		switch h.n(6) {
		case 4:
			p.Chain, p.Nested = []string{"a", "."}, []string{"b"}
		case 5:
			p.Chain = nil
		}
		return fact.Of("", p)
	case "file":
		if h.n(20) == 19 {
			return fact.Fact{State: fact.Absent}
		}
		src := h.file(w.Get("read"))
		return fact.Of("", &fact.File{Size: int64(len(src)), SHA256: fact.Sum(src), Read: Read([]byte(w.Get("read")), queryOf(w, rest), src)})
	case "evidence", "adr", "report":
		if h.n(40) == 39 {
			return fact.Fact{State: fact.Absent}
		}
		src := []byte(h.cited(kind))
		x := &fact.Evidence{Size: int64(len(src)), SHA256: fact.Sum(src), Spelling: rest, Real: rest, Read: Read([]byte(w.Get("read")), queryOf(w, rest), src)}
		switch h.n(60) {
		case 21:
			x.Real = h.of("docs/t.md", "rules/r.json", "stile/asks/1.log")
		case 22:
			x.Spelling = "A/" + rest
		case 23:
			return fact.Fact{State: fact.Unreadable, Why: fact.WhyOutside}
		}
		return fact.Of("", x)
	case "list":
		if h.n(16) == 15 {
			return fact.Fact{State: fact.Absent}
		}
		l := &fact.List{Names: []string{"0007-x.md", "0008-y.md", "7-z.md", "template.md"}}
		if h.n(4) != 3 {
			l.Names = l.Names[:2]
		}
		if h.n(16) == 15 {
			l.More = 1
		}
		return fact.Of("", l)
	case "tree":
		return fact.Of("", &fact.Tree{Digest: h.of(digestA, digestB), Files: 3})
	case "changed":
		return fact.Of("", &fact.Changed{Base: "1a2b3c4", All: h.n(4) == 3, Paths: []string{"a/x.go", "total_test.go"}[:h.n(3)]})
	case "state":
		return fact.Of("", h.session())
	case "result":
		if h.n(3) != 2 {
			return fact.Fact{State: fact.Absent}
		}
		return fact.Of("", h.measure(w))
	case "measure":
		return fact.Of("", h.measure(w))
	case "claim":
		return fact.Of("", &fact.Claim{Outcome: h.of("won", "won", "won", "same-event", "earlier", "failed"), N: int64(h.n(3)), Why: ""})
	case "append":
		return fact.Of("", &fact.Appended{Outcome: h.of("written", "already", "failed"), Path: "stile/bypass/x.log"})
	}
	panic("no fake for " + w.ID)
}

func (h *fakeHost) payload() []byte {
	if h.n(25) == 24 {
		return []byte(`{"session_id":`)
	}
	var b strings.Builder
	fmt.Fprintf(&b, `{"session_id":%q,"cwd":"/home/u/repo","hook_event_name":%q,"stop_hook_active":%s`,
		h.of("s1", "s2", ""), h.of("Stop", "SubagentStop", "Stop", "Stop", "SubagentStop", "SessionEnd"), h.of("false", "true", `"false"`))
	if h.n(4) != 3 {
		fmt.Fprintf(&b, `,"prompt_id":"p1","turn_id":"t1"`)
	}
	fmt.Fprintf(&b, `,"permission_mode":%q`, h.of("default", "default", "bypassPermissions", "plan"))
	if h.n(4) == 3 {
		b.WriteString(`,"agent_id":"x1","background_tasks":[{"id":"x2","type":"subagent","status":"running"}]`)
	}
	b.WriteString(`,"last_assistant_message":"done"}`)
	return []byte(b.String())
}

func (h *fakeHost) policy() []byte {
	if h.n(20) == 19 {
		return []byte(h.of(`{"stile":1,"checks":[`, `[]`, ``, `{"stile":1,"chekcs":[]}`))
	}
	var b strings.Builder
	b.WriteString(`{"stile":1,"checks":[`)
	count := h.n(4)
	if count == 0 {
		count = 1
	}
	for i := range count {
		if i > 0 {
			b.WriteByte(',')
		}
		h.checks++
		fmt.Fprintf(&b, `{"id":"c%d","run":["go","test"]`, i)
		b.WriteString(h.of(``, `,"report":"go-test-json"`, `,"report":"junit:out/*.xml","min":2`, `,"report":"tap"`))
		if i > 0 {
			b.WriteString(h.of(``, `,"after":["c0"]`))
		}
		b.WriteString(h.of(``, ``, `,"at":"push"`, `,"when":["a/**"]`, `,"outputs":["out/**"],"cwd":"a","env":["CI"]`, `,"nope":1`))
		b.WriteByte('}')
	}
	b.WriteString(`]`)
	b.WriteString(h.of(``, `,"hook":{"blocks":3}`))
	if h.n(2) == 1 {
		b.WriteString(h.of(`,"tables":["docs/t.md"]`, `,"tables":["docs/t.md"]`, `,"tables":["docs/t.md",{"file":"docs/u.md","min":0}]`, `,"tables":[{"file":"docs/t.md","min":2},"docs/u.md"]`))
		if h.n(3) == 2 {
			fmt.Fprintf(&b, `,"rules":[{"pack":"rules/r.json","sha256":%q}]`, fact.Sum([]byte(packs[0])))
		}
		b.WriteString(h.of(`,"adrs":["adr"]`, `,"adrs":["adr"]`, `,"adrs":["adr","docs"]`, ``))
		b.WriteString(h.of(``, ``, ``, `,"require":"measured"`))
	}
	b.WriteByte('}')
	return []byte(b.String())
}

// file is what the host reads to answer with a kind.
func (h *fakeHost) file(kind string) []byte {
	switch kind {
	case "table":
		return []byte(h.table())
	case "rules":
		return []byte(h.of(packs[0], packs[0], packs[0], packs[0], packs[0], packs[1], `{}`))
	case "findings":
		return []byte(h.of("", "date: 2026-11-30\n", "date: 2026-11-30\nstamp: 0123456789abcdef\n", "\xff"))
	}
	return h.policy()
}

var packs = [...]string{
	packOf(`{"id":"R1","title":"x","table":"t","severity":"high"}`,
		`{"id":"R2","title":"x","table":"u","severity":"low","signature":"func"}`,
		`{"id":"R3","title":"x","table":"t","severity":"low","requires":["file"]}`),
	packOf(`{"id":"R1","title":"x","table":"t","severity":"low"}`, `{"id":"R9","title":"x","table":"v","severity":"critical"}`),
}

func (h *fakeHost) table() string {
	if h.n(20) == 19 {
		return h.of("", "# x\n", "## Conformance\n", "## Conformance\n\n| a | b |\n|---|---|\n| x | y |\n")
	}
	var list []string
	for i := range 1 + h.n(3) {
		var refs []string
		for range 1 + h.n(2) {
			if h.n(4) != 3 {
				refs = append(refs, h.of("file:a.go", "check:c0", "file:a.go#Guard", "file:a/b.go:3"))
				continue
			}
			refs = append(refs, h.of("adr:7", "test:c0::TestA", "test:c0::a", "check:c1", "test:out/r.xml::a", "adr:0008-y", "test:c1::p.TestA",
				"file:docs/t.md", "check:c9", "file:a.go:999", "x", "file:stile/asks/1.log"))
		}
		rule, status := "R"+fact.Itoa(int64(i+1)), "applied"
		switch h.n(16) {
		case 11:
			rule = "R1"
		case 12:
			status, refs = "deviated", append(refs, "adr:7")
		case 13:
			status = "n/a"
		case 14:
			status = "proposed: later"
		case 15:
			status = h.of("odd", "deviated", "")
		}
		list = append(list, fmt.Sprintf("| %s | %s | %s | nothing like that here |", rule, status, strings.Join(refs, "; ")))
	}
	return rowsOf(list...)
}

// cited is a file, a record or a report that a row cites.
func (h *fakeHost) cited(kind string) string {
	switch kind {
	case "adr":
		return h.of("Status: accepted\n", "Status: accepted\n", "Status: accepted\n", "# 7. X\n\nStatus: accepted\n", "Status: proposed\n", "Superseded by: ADR-9\n", "", "# Title\n\nStatus: accepted\n")
	case "report":
		return h.of(reports["junit"]["pass"], reports["junit"]["pass"], reports["junit"]["fail"], reports["junit"]["cut"], reports["junit"]["skip"])
	}
	return h.of("package a\n\nfunc Guard() {}\n", "package a\n\nfunc Guard() {}\n", "package a\n\nfunc Guard() {}\n", "package a\n\nfunc Guard() {}\n", "package a\n\n// Guard\n\nvar x = 1\n", " \n", "\x00\xff")
}

func (h *fakeHost) session() *fact.Session {
	s := &fact.Session{Writable: h.n(6) != 5, LastTree: h.of("", digestA, digestB), LastVerdict: h.of("", "red", "green")}
	if !s.Writable {
		s.Why = "permission denied"
	}
	s.Answered = h.n(12) == 11
	s.Refusals, s.InRow, s.Deferred = int64(h.n(3)), int64(h.n(9)), int64(h.n(7))
	s.Released = h.n(3) == 2
	return s
}

func (h *fakeHost) measure(w *fact.Want) *fact.Measure {
	m := &fact.Measure{Started: true, TreeAfter: digestA, Head: []byte("out\n")}
	switch h.n(10) {
	case 5:
		m.Started, m.Cause, m.Detail = false, "missing-program", "go"
	case 6:
		m.TimedOut, m.Exit, m.Detail = true, -1, fact.DetailDeadline
	case 7:
		m.Signal, m.Exit = 9, -1
	case 8:
		m.Exit = 127
	case 9:
		m.Exit = 1
	}
	m.TreeAfter = h.of(digestA, digestB, "")
	if m.TreeAfter != digestA {
		m.TreeDiff = []string{"out/x"}
	}
	report := h.of("pass", "fail", "none", "cut", "skip")
	if format := w.Get("format"); format != "" && report != "none" {
		q := fact.AppendFrame(fact.AppendFrame(nil, nil), []byte("last"))
		for _, n := range w.List("wanted") {
			q = fact.AppendFrame(q, []byte(n))
		}
		m.Report = Read([]byte(format), q, []byte(reports[format][report]))
	} else if format != "" {
		m.NoReport = "absent"
	}
	return m
}

var reports = map[string]map[string]string{
	"go-test-json": {
		"pass": `{"Action":"start","Package":"p"}
{"Action":"run","Package":"p","Test":"TestA"}
{"Action":"pass","Package":"p","Test":"TestA","Elapsed":0}
{"Action":"pass","Package":"p","Elapsed":0.1}
`,
		"fail": `{"Action":"start","Package":"p"}
{"Action":"run","Package":"p","Test":"TestA"}
{"Action":"output","Package":"p","Test":"TestA","Output":"    total_test.go:13: got 500, want 501\n"}
{"Action":"fail","Package":"p","Test":"TestA","Elapsed":0}
{"Action":"fail","Package":"p","Elapsed":0.1}
`,
		"cut": `{"Action":"start","Package":"p"}
{"Action":"run","Package":"p","Te`,
		"skip": `{"Action":"start","Package":"p"}
{"Action":"run","Package":"p","Test":"TestA"}
{"Action":"skip","Package":"p","Test":"TestA","Elapsed":0}
{"Action":"pass","Package":"p","Elapsed":0.1}
`,
	},
	"junit": {
		"pass": `<testsuite><testcase name="a"/><testcase name="b"/></testsuite>`,
		"fail": `<testsuite><testcase name="a"><failure message="got 1"/></testcase></testsuite>`,
		"cut":  `<testsuite><testcase name="a"`,
		"skip": `<testsuite><testcase name="a"><skipped/></testcase></testsuite>`,
	},
	"tap": {
		"pass": "1..1\nok 1 - a\n",
		"fail": "1..1\nnot ok 1 - a\n",
		"cut":  "ok 1 - a\n",
		"skip": "1..0 # SKIP\n",
	},
}
