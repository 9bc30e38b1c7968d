package conformance

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stile-gate/stile/cli/host"
	"github.com/stile-gate/stile/core"
	"github.com/stile-gate/stile/core/fact"
	"github.com/stile-gate/stile/core/scan"
)

// juror asks every compiled build the same and wants one answer.
type juror struct {
	names []string
	cores []host.Core
}

func newJuror(tb testing.TB) *juror {
	j := &juror{}
	for _, b := range builds {
		if b.engine.Interpreter {
			continue // as the module, and too slow to find anything
		}
		j.names = append(j.names, b.name)
		if b.module == nil {
			j.cores = append(j.cores, host.Native)
			continue
		}
		// Mostly in an instance that has served others: that is faster, and sees what they left.
		j.cores = append(j.cores, b.open(tb, 100).Core())
	}
	if len(j.cores) < 3 {
		tb.Fatalf("only %q to compare", j.names)
	}
	return j
}

// one is the answer that all give, and give again.
func (j *juror) one(t testing.TB, what string, ask func(host.Core) ([]byte, error)) []byte {
	t.Helper()
	var first []byte
	for i, c := range j.cores {
		times := 2
		if j.names[i] == "twin" {
			times = 1 // most of the time would be spent in it
		}
		for range times {
			got, err := ask(c)
			if err != nil {
				t.Fatalf("%s: %s: %v", j.names[i], what, err)
			}
			if first == nil {
				first = bytes.Clone(got)
			}
			if !bytes.Equal(got, first) {
				t.Fatalf("%s: %s: answers\n%s\nand %s\n%s", j.names[i], what, got, j.names[0], first)
			}
		}
	}
	return first
}

func (j *juror) eval(t testing.TB, recording []byte) *fact.Answer {
	t.Helper()
	raw := j.one(t, "eval", func(c host.Core) ([]byte, error) { return c.Eval(recording) })
	a, ok := core.ParseAnswer(raw)
	if !ok {
		t.Fatalf("the answer is not canonical: %s", raw)
	}
	return a
}

func (j *juror) read(t testing.TB, kind, query, raw []byte) []byte {
	t.Helper()
	answer := j.one(t, "read "+string(kind), func(c host.Core) ([]byte, error) { return c.Read(kind, query, raw) })
	if v, err := scan.JSON(answer); err != nil || v.Kind != scan.Object {
		t.Fatalf("read %s: no object: %s (%+v)", kind, answer, err)
	}
	return answer
}

// The first byte of FuzzBuilds' input says which function the rest is for.
const (
	askEval = 'e'
	askRead = 'r'
)

// FuzzBuilds gives every compiled build the same request. Its seeds are all vectors, and what real harnesses sent.
func FuzzBuilds(f *testing.F) {
	seeds := append(vectorRequests(f), realRequests(f)...)
	for _, s := range append(seeds, deepRequests()...) {
		f.Add(s)
	}
	j := newJuror(f)
	f.Fuzz(func(t *testing.T, input []byte) {
		if len(input) == 0 {
			return
		}
		request := input[1:]
		if input[0] != askRead {
			j.eval(t, request)
			return
		}
		frames, ok := fact.Frames(request, 3)
		if !ok {
			return // a host makes the frames; one that cannot is asked about by the vectors
		}
		j.read(t, frames[0], frames[1], frames[2])
	})
}

// vectorRequests are the bodies of all vectors, each behind its function's byte.
func vectorRequests(tb testing.TB) (out [][]byte) {
	for _, v := range vectors(tb) {
		ask := byte(askEval)
		if v.call == "read" {
			ask = askRead
		}
		out = append(out, append([]byte{ask}, v.body...))
	}
	return out
}

// realRequests are readings of what real harnesses sent, and of the projects they worked in.
func realRequests(tb testing.TB) (out [][]byte) {
	d := realDocuments(tb)
	for _, kind := range []string{"payload", "stile.json"} {
		for i, doc := range d[kind] {
			query := "stile.json"
			if kind == "payload" {
				query = []string{"claude-code", "codex"}[i%2]
			}
			out = append(out, readRequest(kind, []byte(query), doc))
		}
	}
	return out
}

// deepRequests nest as deep as the readers go, and one deeper: the module's stack is small and nothing catches it.
func deepRequests() (out [][]byte) {
	last := fact.AppendFrame(fact.AppendFrame(nil, nil), []byte("last"))
	for _, n := range []int{fact.MaxDepth - 2, fact.MaxDepth - 1, fact.MaxDepth, fact.MaxDepth + 1, 4 * fact.MaxDepth} {
		list := strings.Repeat("[", n) + strings.Repeat("]", n)
		object := strings.Repeat(`{"stile":`, n) + "1" + strings.Repeat("}", n)
		element := strings.Repeat("<testsuite>", n) + `<testcase name="a"/>` + strings.Repeat("</testsuite>", n)
		for _, doc := range []string{list, object, `{"stile":` + list + `}`, `{"session_id":` + object + `}`} {
			out = append(out, readRequest("stile.json", []byte("stile.json"), []byte(doc)),
				readRequest("payload", []byte("codex"), []byte(doc)), readRequest("go-test-json", last, []byte(doc)))
		}
		out = append(out, readRequest("junit", last, []byte(element)))
	}
	return out
}

func readRequest(kind string, query, raw []byte) []byte {
	b := fact.AppendFrame([]byte{askRead}, []byte(kind))
	return fact.AppendFrame(fact.AppendFrame(b, query), raw)
}

// maxDocument keeps one execution short; what is larger has its own tests.
const maxDocument = 32 << 10

// realDocuments are the raw bytes behind readings, by kind: captured payloads, recorded runs, real reports.
func realDocuments(tb testing.TB) map[string][][]byte {
	out := map[string][][]byte{}
	add := func(kind string, doc []byte) {
		if len(doc) <= maxDocument {
			out[kind] = append(out[kind], doc)
		}
	}
	for _, from := range []struct{ pattern, kind string }{
		{"../testdata/payloads/*/*.json", "payload"},
		{"../testdata/projects/*/stile.json", "stile.json"},
		{"../core/scan/testdata/*.jsonl", "go-test-json"}, {"../core/scan/testdata/real/*.jsonl", "go-test-json"},
		{"../core/scan/testdata/*.xml", "junit"}, {"../core/scan/testdata/real/*.xml", "junit"},
		{"../core/scan/testdata/*.tap", "tap"}, {"../core/scan/testdata/real/*.tap", "tap"},
		{"../core/scan/testdata/*.sarif", "sarif"}, {"../core/scan/testdata/eslint-*.json", "eslint-json"},
		{"../core/scan/testdata/*.info", "lcov"},
	} {
		files, err := filepath.Glob(from.pattern)
		if err != nil || len(files) == 0 {
			tb.Fatalf("no file like %s: %v", from.pattern, err)
		}
		for _, f := range files {
			doc, err := os.ReadFile(f)
			if err != nil {
				tb.Fatal(err)
			}
			add(from.kind, doc)
		}
	}
	files, err := filepath.Glob("../testdata/real/*/*.json")
	if err != nil || len(files) == 0 {
		tb.Fatalf("no recorded runs: %v", err)
	}
	for _, f := range files {
		src, err := os.ReadFile(f)
		if err != nil {
			tb.Fatal(err)
		}
		var run struct {
			Files []struct{ Path, Text string }
			Steps []struct{ Hook *struct{ Payload string } }
		}
		if err := json.Unmarshal(src, &run); err != nil {
			tb.Fatalf("%s: %v", f, err)
		}
		for _, file := range run.Files {
			if filepath.Base(file.Path) == "stile.json" {
				add("stile.json", []byte(file.Text))
			}
		}
		for _, s := range run.Steps {
			if s.Hook != nil {
				add("payload", []byte(s.Hook.Payload))
			}
		}
	}
	return out
}

// documents are those and what the vectors read.
func documents(tb testing.TB) map[string][][]byte {
	out := realDocuments(tb)
	for _, v := range vectors(tb) {
		if frames, ok := fact.Frames(v.body, 3); v.call == "read" && ok && len(frames[2]) <= maxDocument {
			out[v.kind] = append(out[v.kind], frames[2])
		}
	}
	return out
}

// TestFuzzSeedsReachAnswers: seeds that all end in a fault would leave the fuzzers before the core's door.
func TestFuzzSeedsReachAnswers(t *testing.T) {
	faults, replies, readings := 0, 0, 0
	for _, s := range append(vectorRequests(t), realRequests(t)...) {
		answer := core.ReadRequest(s[1:])
		if s[0] == askEval {
			answer = core.Eval(s[1:])
		}
		switch {
		case bytes.HasPrefix(answer, []byte(`{"fault":`)):
			faults++
		case s[0] == askEval:
			replies++
		default:
			readings++
		}
	}
	if replies < faults || readings < faults {
		t.Errorf("%d replies and wants, %d readings, %d faults", replies, readings, faults)
	}
	t.Logf("%d replies and wants, %d readings, %d faults", replies, readings, faults)
}
