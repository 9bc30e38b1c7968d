package scan

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stile-gate/stile/core/fact"
)

func TestGoTest(t *testing.T) {
	const start = `{"Action":"start","Package":"p"}` + "\n"
	run := func(test string) string { return `{"Action":"run","Package":"p","Test":"` + test + "\"}\n" }
	end := func(action, test string) string {
		return `{"Action":"` + action + `","Package":"p","Test":"` + test + "\"}\n"
	}
	say := func(test, line string) string {
		return `{"Action":"output","Package":"p","Test":"` + test + `","Output":"` + line + "\"}\n"
	}
	pass, fail := `{"Action":"pass","Package":"p"}`+"\n", `{"Action":"fail","Package":"p"}`+"\n"
	for _, c := range []struct{ name, src, want string }{
		{"nothing", "", "0 passed 0 failed 0 skipped (empty)"},
		{"only noise", "go: no modules\nexit status 1\n", "0 passed 0 failed 0 skipped 2 noise (empty)"},
		{"A7 a package without tests says so, another fails",
			start + `{"Action":"output","Package":"p","Output":"testing: warning: no tests to run\n"}` + "\n" + pass +
				`{"Action":"run","Package":"q","Test":"T"}` + "\n" + `{"Action":"fail","Package":"q","Test":"T"}` + "\n" + `{"Action":"fail","Package":"q"}` + "\n",
			"0 passed 1 failed 0 skipped\ncase q.T | "},
		{"B3 what a passing test prints means nothing",
			start + run("T") + say("T", "--- FAIL: T (0.00s)\\n") + say("T", "FAIL\\n") + end("pass", "T") + pass, "1 passed 0 failed 0 skipped"},
		{"red at a package that passes", start + run("T") + end("fail", "T") + pass, "0 passed 1 failed 0 skipped\ncase p.T | "},
		{"-count=2: red once is red", start + run("T") + end("fail", "T") + run("T") + end("pass", "T") + pass,
			"1 passed 1 failed 0 skipped\ncase p.T | "},
		{"-count=2: red twice is one case", start + run("T") + end("fail", "T") + run("T") + end("fail", "T") + fail,
			"0 passed 1 failed 0 skipped\ncase p.T | "},
		{"no result though the package passed", start + run("T") + run("U") + end("pass", "U") + pass,
			"1 passed 0 failed 0 skipped (no-result)"},
		{"a benchmark that passed has no event of it", start + run("T") + end("pass", "T") + run("BenchmarkF") + run("BenchmarkF/s") + pass,
			"3 passed 0 failed 0 skipped"},
		{"a benchmark without an event in a package that failed", start + run("BenchmarkF") + fail, "0 passed 1 failed 0 skipped\ncase p.BenchmarkF | no result"},
		{"-v: an end behind output", start + run("T") + say("T", "half--- PASS: T (0.00s)\\n") + run("U") + say("U", "half--- SKIP: U (0.00s)\\n") + pass,
			"1 passed 0 failed 1 skipped"},
		{"-v: an end in the output of a subtest", start + run("T") + run("T/a") + run("T/b") + say("T/b", "x--- PASS: T (0.00s)\\n") +
			say("T/b", "    --- PASS: T/b (0.00s)\\n") + pass, "3 passed 0 failed 0 skipped"},
		{"-v: an end behind output beside a failure", start + run("T") + say("T", "half--- PASS: T (0.00s)\\n") + run("U") + end("fail", "U") + fail,
			"1 passed 1 failed 0 skipped\ncase p.U | "},
		{"-v: the end of another, or of an earlier run", start + run("T") + say("T", "half--- PASS: T (0.00s)\\n") + run("T") + run("U") + say("U", "x--- PASS: V (0.00s)\\n") + pass,
			"0 passed 0 failed 0 skipped (no-result)"},
		{"a subtest without an end passed with its parent", start + run("T") + run("T/a") + run("T/a/b") + end("pass", "T") + pass,
			"3 passed 0 failed 0 skipped"},
		{"the panic is named before those that waited",
			start + run("T") + run("U") + say("U", "panic: x\\n") + say("U", "more\\n") + say("U", "\\n") + fail,
			"0 passed 2 failed 0 skipped\ncase p.U | no result / panic: x / more\ncase p.T | no result"},
		{"a parent with a subtest that has no result is not named", start + run("T") + run("T/a") + fail,
			"0 passed 2 failed 0 skipped\ncase p.T/a | no result"},
		{"no package event: cut", start + run("T") + end("pass", "T"), "1 passed 0 failed 0 skipped (cut)"},
		{"torn behind the last package", start + run("T") + end("pass", "T") + pass + `{"Action":"start","Pa`,
			"1 passed 0 failed 0 skipped 1 noise (cut)"},
		{"two events on one line, the second red", start + run("T") + run("U") + strings.TrimSpace(end("pass", "T")) + end("fail", "U") + pass,
			"1 passed 1 failed 0 skipped\ncase p.U | "},
		{"text behind an event", start + run("T") + strings.TrimSpace(end("fail", "T")) + " exit status 1\n" + pass,
			"0 passed 1 failed 0 skipped 1 noise\ncase p.T | "},
		{"an event behind text is lost with the text", start + run("T") + "x" + end("fail", "T") + pass, "0 passed 0 failed 0 skipped 1 noise (no-result)"},
		{"an event and a torn one", start + strings.TrimSpace(pass) + `{"Action":"fail","Pa` + "\n", "0 passed 0 failed 0 skipped 1 noise (cut)"},
		{"torn behind the last package, with the end of a line", start + run("T") + end("pass", "T") + pass + `{"Time":"2026-11-30T12:00:00Z","Action":"start","Pa` + "\n",
			"1 passed 0 failed 0 skipped 1 noise (cut)"},
		{"an event that runs into another", start + `{"Action":"fail","Package":"p"` + run("T") + end("pass", "T") + pass, "1 passed 0 failed 0 skipped 1 noise (bad-json)"},
		{"JSON of another tool, over several lines", "{\n\"Action\": \"fail\"\n}\n{\"a\":[\n]}\n" + start + run("T") + end("pass", "T") + pass, "1 passed 0 failed 0 skipped 5 noise"},
		{"JSON of another tool, a line each", `{"Time":"x","Level":"error"}` + "\n" + `{"Action":"deploy"}{}` + "\n" + start + run("T") + end("pass", "T") + pass,
			"1 passed 0 failed 0 skipped 3 noise"},
		{"FailedBuild of a package that passed", start + run("T") + end("pass", "T") + `{"Action":"pass","Package":"p","FailedBuild":"q"}` + "\n",
			"1 passed 0 failed 0 skipped\nbuild q | "},
		{"no newline at the end", start + run("T") + end("pass", "T") + strings.TrimSpace(pass), "1 passed 0 failed 0 skipped"},
		{"go tool test2json without -p", `{"Action":"run","Test":"T"}` + "\n" + `{"Action":"fail","Test":"T"}` + "\n" + `{"Action":"fail"}`,
			"0 passed 1 failed 0 skipped\ncase T | "},
		{"a key in another case is no event", start + `{"action":"fail","Action":"pass","Package":"p"}` + "\n" + pass,
			"0 passed 0 failed 0 skipped 1 noise"},
		{"an action of a later Go is noise", start + `{"Action":"later","Package":"p"}` + "\n" + pass, "0 passed 0 failed 0 skipped 1 noise"},
		{"attributes and artifacts are none", start + `{"Action":"attr","Package":"p","Test":"T","Key":"k","Value":"v"}` + "\n" + pass,
			"0 passed 0 failed 0 skipped"},
		{"a benchmark that logged", start + run("B") + end("bench", "B") + pass, "1 passed 0 failed 0 skipped"},
		{"(cached) printed by a test is no cache", start + run("T") + say("T", "ok  \\tp\\t(cached)\\n") + end("pass", "T") + pass,
			"1 passed 0 failed 0 skipped"},
		{"FailedBuild without build output", start + `{"Action":"fail","Package":"p","FailedBuild":"p [p.test]"}` + "\n",
			"0 passed 0 failed 0 skipped\nbuild p | "},
		{"a warning of a build that went well", `{"ImportPath":"p","Action":"build-output","Output":"# p\nld: warning: x\n"}` + "\n" + start + pass,
			"0 passed 0 failed 0 skipped"},
		{"a half surrogate in output takes no result away", start + run("T") + say("T", `\ud800`) + end("fail", "T") + fail,
			"0 passed 1 failed 0 skipped\ncase p.T | "},
	} {
		if got := summary(readWhole(t, "go-test-json", []byte(c.src))); got != c.want {
			t.Errorf("%s\ngot  %s\nwant %s", c.name, got, c.want)
		}
		if got, want := readLines("go-test-json", []byte(c.src)), ReadReport("go-test-json", nil, []byte(c.src), true); string(got) != string(want) {
			t.Errorf("%s by lines\ngot  %s\nwant %s", c.name, got, want)
		}
	}
}

// TestTable holds the table to a map, with names that come back and tables that are compacted.
func TestTable(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	g := &goReport{r: &Report{}}
	var table goTable
	want := map[string]*goOpen{}
	for i := range 20_000 {
		name := fact.Itoa(r.Int64N(int64(1 + i/20)))
		if got := table.get(name); got != want[name] {
			t.Fatalf("step %d: %q is %v, want %v", i, name, got, want[name])
		}
		if o := want[name]; o != nil && r.IntN(3) > 0 {
			g.drop(&table, o)
			delete(want, name)
		} else {
			want[name] = g.open(&table, name)
		}
		if table.live != len(want) || g.live != len(want) {
			t.Fatalf("step %d: %d of %d live", i, table.live, len(want))
		}
	}
	if len(table.list) > 2000 || len(table.index) > len(table.list) {
		t.Errorf("%d listed, %d in the index", len(table.list), len(table.index))
	}
	for name, o := range want {
		if table.get(name) != o || o.name != name || o.closed {
			t.Errorf("%q is %v", name, o)
		}
	}
}
