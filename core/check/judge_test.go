package check

import (
	"reflect"
	"strings"
	"testing"

	"github.com/stile-gate/stile/core/fact"
	"github.com/stile-gate/stile/core/scan"
)

// goEvents are go test -json lines, short: "pass a", "fail a", "skip a", "cached"; the package ends as want.
func goEvents(end string, events ...string) string {
	var b strings.Builder
	line := func(action, test, output string) {
		var j fact.JSON
		j.Object().Key("Action").String(action).Key("Package").String("p")
		if test != "" {
			j.Key("Test").String(test)
		}
		if output != "" {
			j.Key("Output").String(output)
		}
		b.Write(append(j.EndObject().Bytes(), '\n'))
	}
	line("start", "", "")
	for _, e := range events {
		action, test, _ := strings.Cut(e, " ")
		if action == "cached" {
			line("output", "", "ok  \tp\t(cached)\n")
			continue
		}
		line("run", test, "")
		line(action, test, "")
	}
	if end != "" {
		line(end, "", "")
	}
	return b.String()
}

const (
	tapPass = "TAP version 13\n1..2\nok 1 - a\nok 2 - b\n"
	tapFail = "TAP version 13\n1..2\nok 1 - a\nnot ok 2 - b\n"
	tapSkip = "TAP version 13\n1..1\nok 1 - a # SKIP no\n"
	tapNone = "TAP version 13\n1..0\n"
	tapCut  = "TAP version 13\n1..3\nok 1 - a\n"
)

// A fixture is a measuring in short: report is what the program wrote, format "" is a check without one.
type fixture struct {
	format, report string
	min            int64
	m              fact.Measure
	fresh          bool
}

func (f fixture) judge() *Result {
	c := Check{ID: "t", Run: []string{"go", "test", "-run", "TestGone", "./..."}, Format: f.format, Min: f.min, Cwd: "sub",
		Timeout: 90_000, At: "stop"}
	if f.format != "" {
		c.Min = max(f.min, 1)
		if f.report != "" {
			f.m.Report = scan.ReadReport(f.format, nil, []byte(f.report), true)
		}
	}
	return Judge(&c, &f.m, f.fresh)
}

// status is the outcome as people read it: "passed", "failed", "not run (zero tests)".
func status(r *Result) string {
	if r.Outcome != NotRun {
		return string(r.Outcome)
	}
	return "not run (" + strings.ReplaceAll(r.Cause, "-", " ") + ")"
}

func ran(exit int64) fact.Measure { return fact.Measure{Started: true, Exit: exit} }

func TestJudge(t *testing.T) {
	broken := ran(0)
	broken.Report = []byte("{}")
	foreign := ran(0)
	foreign.Report = scan.ReadReport("tap", nil, []byte(tapPass), true)
	absent := ran(0)
	absent.NoReport = "too large"
	for _, c := range []struct {
		name string
		in   fixture
		want string // status, detail, labels
	}{
		{"exit status alone passes", fixture{m: ran(0)}, "passed: exit 0 [exit status only]"},
		{"exit status alone fails", fixture{m: ran(3)}, "failed: exit 3 [exit status only]"},
		{"a report passes", fixture{format: "tap", report: tapPass, m: ran(0)}, "passed: 2 ran []"},
		{"a report fails", fixture{format: "tap", report: tapFail, m: ran(1)}, "failed: 1 of 2 cases failed, exit 1 []"},
		{"a failed case outweighs exit status 0", fixture{format: "tap", report: tapFail, m: ran(0)}, "failed: 1 of 2 cases failed, exit 0 []"},
		{"an exit status outweighs a report without failures", fixture{format: "tap", report: tapPass, m: ran(1)}, "failed: exit 1 []"},
		{"a cut report fails by its exit status", fixture{format: "tap", report: tapCut, m: ran(1)}, "failed: exit 1 []"},
		{"a cut report at exit status 0", fixture{format: "tap", report: tapCut, m: ran(0)}, "not run (no report): cut []"},
		{"no report", fixture{format: "tap", m: ran(0)}, "not run (no report): absent []"},
		{"no report and the host says why", fixture{format: "tap", m: absent}, "not run (no report): too large []"},
		{"an answer that is none", fixture{format: "tap", m: broken}, "not run (no report): unreadable []"},
		{"the answer of another format", fixture{format: "junit", m: foreign}, "not run (no report): unreadable []"},
		{"A1 zero tests at exit status 0", fixture{format: "tap", report: tapNone, m: ran(0)}, "not run (zero tests): 0 ran []"},
		{"A1 a go test pattern that rotted", fixture{format: "go-test-json", report: goEvents("pass"), m: ran(0)}, "not run (zero tests): 0 ran []"},
		{"A1 all skipped", fixture{format: "tap", report: tapSkip, m: ran(0)}, "not run (all skipped): 0 ran, 1 skipped []"},
		{"A1 fewer than min", fixture{format: "tap", report: tapPass, min: 3, m: ran(0)}, "not run (zero tests): 2 ran, min 3 []"},
		{"A1 exactly min", fixture{format: "tap", report: tapPass, min: 2, m: ran(0)}, "passed: 2 ran, min 2 []"},
		{"A2 killed, exit reported as 0", fixture{m: fact.Measure{Started: true, Signal: 9}}, "not run (killed): signal 9 [exit status only]"},
		{"A2 killed, exit reported as -1", fixture{m: fact.Measure{Started: true, Signal: 9, Exit: -1}}, "not run (killed): signal 9 [exit status only]"},
		{"A2 killed although its report is whole", fixture{format: "tap", report: tapPass, m: fact.Measure{Started: true, Signal: 15}}, "not run (killed): signal 15 []"},
		{"A5 the program is missing", fixture{m: fact.Measure{Cause: CauseMissingProgram, Detail: "golint"}}, "not run (missing program): golint [exit status only]"},
		{"A5 exit 127", fixture{m: ran(127)}, "not run (missing program): go, exit 127 [exit status only]"},
		{"A5 exit 126", fixture{m: ran(126)}, "not run (missing program): go, exit 126 [exit status only]"},
		{"A5 exit 127 comes before any report", fixture{format: "tap", report: tapFail, m: ran(127)}, "not run (missing program): go, exit 127 []"},
		{"A7 one package without tests, another fails", fixture{format: "go-test-json",
			report: `{"Action":"output","Package":"q","Output":"?   \tq\t[no test files]\n"}` + "\n" + `{"Action":"skip","Package":"q"}` + "\n" + goEvents("fail", "fail TestX"), m: ran(1)},
			"failed: 1 of 1 case failed, exit 1 []"},
		{"A7 nothing ran and exit 1", fixture{format: "tap", report: tapNone, m: ran(1)}, "failed: exit 1 []"},
		{"the directory is missing", fixture{m: fact.Measure{Cause: CauseWrongDirectory, Detail: "sub"}}, "not run (wrong directory): sub [exit status only]"},
		{"a fault of stile is no missing program", fixture{m: fact.Measure{Cause: CauseInternalFault, Detail: "keeping its output: no space left on device"}},
			"not run (internal fault): keeping its output: no space left on device [exit status only]"},
		{"never started, no word", fixture{m: fact.Measure{}}, "not run (internal fault):  [exit status only]"},
		{"never started, a word of tomorrow", fixture{m: fact.Measure{Cause: "on-strike", Detail: "x"}}, "not run (internal fault): x [exit status only]"},
		{"never started when the time was up", fixture{m: fact.Measure{TimedOut: true, Detail: fact.DetailDeadline}}, "not run (timed out): the end of the hook's time [exit status only]"},
		{"timed out", fixture{m: fact.Measure{Started: true, TimedOut: true, Signal: 9, Exit: -1}}, "not run (timed out): 1m30s [exit status only]"},
		{"timed out with a failed case", fixture{format: "tap", report: tapFail, m: fact.Measure{Started: true, TimedOut: true, Signal: 9}}, "not run (timed out): 1m30s []"},
		{"cached at the stop", fixture{format: "go-test-json", report: goEvents("pass", "pass TestA", "cached"), m: ran(0)}, "passed: 1 ran [cached by go: 1 package]"},
		{"cached where it is to be fresh", fixture{format: "go-test-json", report: goEvents("pass", "pass TestA", "cached"), m: ran(0), fresh: true}, "not run (cached): cached by go: 1 package [cached by go: 1 package]"},
		{"fresh and not cached", fixture{format: "go-test-json", report: goEvents("pass", "pass TestA"), m: ran(0), fresh: true}, "passed: 1 ran []"},
		{"a failed build", fixture{format: "go-test-json", report: `{"ImportPath":"p [p.test]","Action":"build-output","Output":"x.go:1:1: bad\n"}` + "\n" +
			`{"ImportPath":"p [p.test]","Action":"build-fail"}` + "\n" + `{"Action":"fail","Package":"p","FailedBuild":"p [p.test]"}` + "\n", m: ran(0)},
			"failed: 1 build failed, exit 0 []"},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := c.in.judge()
			if got := status(r) + ": " + r.Detail + " [" + strings.Join(r.Labels, ", ") + "]"; got != c.want {
				t.Errorf("got  %s\nwant %s", got, c.want)
			}
			if (r.Cause == "") != (r.Outcome != NotRun) || r.Observed() != (r.Outcome != NotRun) {
				t.Errorf("cause %q, outcome %s", r.Cause, r.Outcome)
			}
		})
	}
}

func TestJudgeSaysWhatToDo(t *testing.T) {
	stale := ran(0)
	stale.NoReport = fact.ReportStale
	for _, c := range []struct {
		in   fixture
		want string
	}{
		{fixture{format: "go-test-json", report: goEvents("pass", "pass TestA", "cached"), m: ran(0), fresh: true}, "go test -count=1 measures afresh"},
		{fixture{format: "go-test-json", m: ran(0)}, "go test writes the report with -json"},
		{fixture{m: ran(127)}, `install it where the check runs, or correct run of "t" in stile.json`},
		{fixture{m: ran(1)}, ""},
		{fixture{format: "junit", m: stale}, "its report files were there before and it wrote none of them again: let it write them at every run"},
	} {
		if got := c.in.judge().Do; got != c.want {
			t.Errorf("got %q, want %q", got, c.want)
		}
	}
}

// Every row must decide something, and no combination of what a Measure can say passes beside a bad ending.
func TestJudgementsAreOrdered(t *testing.T) {
	reached := map[int]bool{}
	bools := []bool{false, true}
	reports := []string{"", tapPass, tapFail, tapSkip, tapNone, tapCut, "gone", "cached", "build"}
	for _, started := range bools {
		for _, timedOut := range bools {
			for _, cause := range []string{"", CauseMissingProgram, CauseWrongDirectory, CauseInternalFault, "word of tomorrow"} {
				for _, exit := range []int64{0, 1, 126, 127, -1} {
					for _, signal := range []int64{0, 9} {
						for _, report := range reports {
							m := fact.Measure{Started: started, TimedOut: timedOut, Cause: cause, Exit: exit, Signal: signal}
							o := observed{check: &Check{Format: "tap", Min: 1}, m: &m, fresh: true}
							switch report {
							case "":
								o.check.Format = ""
							case "gone":
							case "cached":
								o.report = &scan.Report{Format: "tap", Passed: 1, Cached: 1, Complete: true}
							case "build":
								o.report = &scan.Report{Format: "tap", Builds: []scan.Case{{Name: "p"}}, Complete: true}
							default:
								o.report, _ = scan.ParseReport(scan.ReadReport("tap", nil, []byte(report), true))
							}
							for i := range judgements {
								if judgements[i].when(&o) {
									reached[i] = true
									judgements[i].detail(&o)
									break
								}
							}
							if r := Judge(o.check, &m, true); r.Outcome == Passed && (!started || exit != 0 || signal != 0 || timedOut) {
								t.Errorf("passed: %+v", m)
							}
						}
					}
				}
			}
		}
	}
	for i := range judgements {
		if !reached[i] {
			t.Errorf("row %d (%s, %s) is never reached", i, judgements[i].cause, judgements[i].outcome)
		}
	}
}

func TestUnmeasured(t *testing.T) {
	want := &Result{Outcome: NotRun, Cause: CauseAfter, Detail: "a"}
	if got := Unmeasured(CauseAfter, "a"); !reflect.DeepEqual(got, want) || status(got) != "not run (after)" || got.Observed() {
		t.Errorf("%+v", got)
	}
}
