package main

import (
	"strings"

	"github.com/stile-gate/stile/core/fact"
)

// An outcome is one way in which one check can end. It is shown in every form that an answer has.
type outcome struct {
	name, comment string
	outcome       string // passed, failed, not-run
	check         string // what its entry in stile.json says besides its id
	measure       fact.Measure
	report        string
	flags         []string
	fact          *fact.Fact // in place of the measurement
	before        string     // another check of the file, with this one behind it
}

const (
	goTest = `"run":["go","test","-json","./..."],"report":"go-test-json"`
	junit  = `"run":["npx","jest"],"report":"junit:out/*.xml"`
	tap    = `"run":["sh","test.sh"],"report":"tap"`
	sarif  = `"run":["scan","--sarif","out.sarif"],"report":"sarif:out.sarif"`
	eslint = `"run":["npx","eslint","-f","json"],"report":"eslint-json"`
	lcov   = `"run":["npm","test"],"report":"lcov:coverage/lcov.info"`
	plain  = `"run":["make","lint"]`
)

const (
	goPass = `{"Action":"start","Package":"shop"}
{"Action":"run","Package":"shop","Test":"TestTotal"}
{"Action":"pass","Package":"shop","Test":"TestTotal","Elapsed":0}
{"Action":"pass","Package":"shop","Elapsed":0.1}
`
	goFail = `{"Action":"start","Package":"shop"}
{"Action":"run","Package":"shop","Test":"TestTotal"}
{"Action":"output","Package":"shop","Test":"TestTotal","Output":"    total_test.go:13: got 500, want 501\n"}
{"Action":"output","Package":"shop","Test":"TestTotal","Output":"--- FAIL: TestTotal (0.03s)\n"}
{"Action":"fail","Package":"shop","Test":"TestTotal","Elapsed":0}
{"Action":"fail","Package":"shop","Elapsed":0.1}
`
	goBuild = `{"ImportPath":"shop [shop.test]","Action":"build-output","Output":"# shop [shop.test]\n"}
{"ImportPath":"shop [shop.test]","Action":"build-output","Output":"./total.go:7:2: undefined: sum\n"}
{"ImportPath":"shop [shop.test]","Action":"build-fail"}
{"Action":"start","Package":"shop"}
{"Action":"output","Package":"shop","Output":"FAIL\tshop [build failed]\n"}
{"Action":"fail","Package":"shop","Elapsed":0,"FailedBuild":"shop [shop.test]"}
`
	goCached = `{"Action":"start","Package":"shop"}
{"Action":"run","Package":"shop","Test":"TestTotal"}
{"Action":"pass","Package":"shop","Test":"TestTotal","Elapsed":0}
{"Action":"output","Package":"shop","Output":"ok  \tshop\t(cached)\n"}
{"Action":"pass","Package":"shop","Elapsed":0}
`
	goNothing = `{"Action":"start","Package":"shop"}
{"Action":"output","Package":"shop","Output":"testing: warning: no tests to run\n"}
{"Action":"pass","Package":"shop","Elapsed":0}
`
	goSkips = `{"Action":"start","Package":"shop"}
{"Action":"run","Package":"shop","Test":"TestTotal"}
{"Action":"skip","Package":"shop","Test":"TestTotal","Elapsed":0}
{"Action":"pass","Package":"shop","Elapsed":0.1}
`
	junitPass = `<testsuite name="cart"><testcase name="adds"/><testcase name="removes"/></testsuite>`
	junitFail = `<testsuite name="cart" tests="2" failures="1"><testcase classname="cart" name="adds" file="cart.js" line="7">` +
		`<failure message="expected 2, got 3"/></testcase><testcase name="removes"/></testsuite>`
	tapPass = "TAP version 14\n1..2\nok 1 - adds\nok 2 - removes\n"
	tapFail = "1..2\nok 1 - adds\nnot ok 2 - removes\n  ---\n  message: \"got 1, want 0\"\n  at: calc.sh:1\n  ...\n"
)

var outcomeTable = []outcome{
	{name: "exit-status", outcome: "passed", check: plain, comment: "judged by its exit status alone, and listed so"},
	{name: "go-test", outcome: "passed", check: goTest, report: goPass, comment: "a report with one case that ran"},
	{name: "junit", outcome: "passed", check: junit, report: junitPass, comment: "a report from files"},
	{name: "tap", outcome: "passed", check: tap, report: tapPass, comment: "a report on stdout"},

	{name: "exit-1", outcome: "failed", check: plain, measure: ended(1, "total.go:7: unused variable\n====\n"), comment: "without a report its last lines speak for it"},
	{name: "exit-2", outcome: "failed", check: plain, measure: ended(2, ""), comment: "a Go panic exits 2: no less a failure than 1"},
	{name: "go-test-case", outcome: "failed", check: goTest, measure: ended(1, ""), report: goFail, comment: "the case, its place and its first error line; its elapsed time is left out"},
	{name: "go-test-build", outcome: "failed", check: goTest, measure: ended(1, ""), report: goBuild, comment: "a package that could not be built"},
	{name: "junit-case", outcome: "failed", check: junit, measure: ended(1, ""), report: junitFail, comment: "a place from attributes, a text from message"},
	{name: "tap-case", outcome: "failed", check: tap, measure: ended(1, ""), report: tapFail, comment: "a place and a text from a YAML block"},
	{name: "report-outweighs-exit-0", outcome: "failed", check: junit, report: junitFail, comment: "exit 0 with a failed case in the report"},
	{name: "exit-outweighs-report", outcome: "failed", check: tap, measure: ended(1, "race detected\n"), report: tapPass, comment: "every case passed and the process did not"},
	{name: "one-package-without-tests", outcome: "failed", check: goTest, measure: ended(1, ""), report: goNothing + strings.ReplaceAll(goFail, "shop", "cart"), comment: "A7 no tests in one package, a failure in another"},

	{name: "missing-program", outcome: "not-run", check: plain, measure: fact.Measure{Cause: "missing-program", Detail: "make"}, comment: "A5 the program was not there to be started"},
	{name: "exit-127", outcome: "not-run", check: tap, measure: ended(127, "sh: 1: jest: not found\n"), comment: "A5 a shell found no program: nothing was observed"},
	{name: "exit-126", outcome: "not-run", check: plain, measure: ended(126, ""), comment: "a program that may not be started"},
	{name: "wrong-directory", outcome: "not-run", check: plain + `,"cwd":"web"`, measure: fact.Measure{Cause: "wrong-directory", Detail: "web"}, comment: "its directory is not there"},
	{name: "timed-out", outcome: "not-run", check: plain + `,"timeout":"1m30s"`, measure: fact.Measure{Started: true, TimedOut: true, Exit: -1, Signal: 9, TreeAfter: treeA, Head: []byte("still at it\n"), Survivors: []string{"4711 sleep"}}, comment: "A4 its own limit ended it, and a descendant outlived it"},
	{name: "deadline", outcome: "not-run", check: plain, measure: fact.Measure{Started: true, TimedOut: true, Exit: -1, TreeAfter: treeA, Detail: fact.DetailDeadline}, comment: "A4 the hook's time ended it: the text says how a result could be had"},
	{name: "not-started", outcome: "not-run", check: plain, measure: fact.Measure{TimedOut: true, Cause: "timed-out", Detail: fact.DetailDeadline}, comment: "A4 the hook's time was over before its turn came"},
	{name: "killed", outcome: "not-run", check: goTest, measure: fact.Measure{Started: true, Signal: 9, Exit: -1, TreeAfter: treeA}, report: goPass, comment: "A2 killed, though its report is whole"},
	{name: "killed-printing", outcome: "not-run", check: plain, measure: fact.Measure{Started: true, Signal: 15, Exit: -1, Detail: "printed more than 1 GiB", TreeAfter: treeA}, comment: "D4 ended because of what it printed"},
	{name: "no-report-absent", outcome: "not-run", check: junit, measure: fact.Measure{Started: true, NoReport: "absent", TreeAfter: treeA}, comment: "exit 0 and no report file"},
	{name: "no-report-cut", outcome: "not-run", check: goTest, report: goPass[:120], comment: "a report that breaks off observed nothing"},
	{name: "no-report-no-plan", outcome: "not-run", check: tap, report: "ok 1 - adds\n", comment: "without a plan nobody knows whether it ended"},
	{name: "no-report-no-flag", outcome: "not-run", check: `"run":["go","test"],"report":"go-test-json"`, report: "ok  \tshop\t0.1s\n", comment: "plain text where events are wanted: the flag is named"},
	{name: "zero-tests", outcome: "not-run", check: goTest, report: goNothing, comment: "A1 a pattern that selects nothing, exit 0"},
	{name: "too-few", outcome: "not-run", check: junit + `,"min":3`, report: junitPass, comment: "A1 fewer than min ran"},
	{name: "all-skipped", outcome: "not-run", check: goTest, report: goSkips, comment: "every case was skipped"},
	{name: "tap-skip-all", outcome: "not-run", check: tap, report: "1..0 # SKIP no database\n", comment: "a plan of none"},
	{name: "cached", outcome: "not-run", check: goTest, report: goCached, flags: []string{"fresh"}, comment: "measured afresh, and a cache answered"},
	{name: "internal-fault", outcome: "not-run", check: plain, measure: fact.Measure{Cause: "internal-fault", Detail: "keeping its output: no space left"}, comment: "the host could not run it: nothing is said about the check"},
	{name: "unreadable", outcome: "not-run", check: plain, fact: &fact.Fact{State: fact.Unreadable, Why: "this host starts no process"}, comment: "a measurement that could not be made"},
	{name: "cause-unknown", outcome: "not-run", check: plain, measure: fact.Measure{Cause: "not-set-up", Detail: "node_modules"}, comment: "a cause that no measurement may give is a fault of the host's"},
	{name: "after", outcome: "not-run", check: plain, before: `"run":["false"]`, comment: "A19 the check before it failed, so it was not started"},

	{name: "eslint", outcome: "passed", check: eslint, report: eslintPass, comment: "a linter's warnings are no failures"},
	{name: "eslint-file", outcome: "failed", check: eslint, measure: ended(1, ""), report: eslintFail, comment: "a file with an error is a failed case, with place, text and rule"},
	{name: "sarif-result", outcome: "failed", check: sarif, report: sarifFail, comment: "exit 0 with an error in the log: each is a failed case"},
	{name: "no-report-tool-failed", outcome: "not-run", check: sarif, report: sarifCrash, comment: "A2 a log whose tool says that it gave up, exit 0"},
	{name: "eslint-no-files", outcome: "not-run", check: eslint, report: "[]", comment: "A1 a pattern that selects no file, exit 0"},
	{name: "sarif-no-runs", outcome: "not-run", check: sarif, report: `{"version":"2.1.0","runs":[]}`, comment: "A1 a log without a run"},
	{name: "lcov-none-run", outcome: "not-run", check: lcov, report: lcovNone, comment: "coverage of which no line was run"},
	{name: "sarif", outcome: "passed", check: sarif, report: sarifPass, comment: "a run that found nothing is a case that ran"},
	{name: "eslint-counts-disagree", outcome: "failed", check: eslint, report: `[{"filePath":"a.js","messages":[{"severity":2,"message":"m"}],"errorCount":0}]`, comment: "exit 0, an error among the messages, and a count of none"},
	{name: "no-report-eslint-cut", outcome: "not-run", check: eslint, report: eslintPass[:90], comment: "a list of files that breaks off"},
	{name: "lcov-exit-1", outcome: "failed", check: lcov, measure: ended(1, "coverage for lines (50%) does not meet global threshold (80%)\n"), report: lcovPass, comment: "what coverage is enough is for the process to say"},
	{name: "no-report-sarif-version", outcome: "not-run", check: sarif, report: `{"version":"2.0.0","runs":[]}`, comment: "a log of a version that is another format"},
	{name: "no-report-lcov-cut", outcome: "not-run", check: lcov, report: lcovPass[:30], comment: "a trace that breaks off in a record"},
	{name: "eslint-ignored", outcome: "not-run", check: eslint, report: `[{"filePath":"a.js","messages":[{"ruleId":null,"severity":1,"message":"File ignored because of a matching ignore pattern."}],"errorCount":0}]`, comment: "A1 every file that was named was ignored, exit 0"},
}

func (o *outcome) scene() scene {
	s := scene{policies: map[string]string{".": `{"stile":1,"checks":[{"id":"test",` + o.check + `}]}`},
		measures: map[string]fact.Measure{}, reports: map[string]string{}, flags: o.flags, comment: o.comment}
	s.measures["test"] = o.measure
	if !o.measure.Started && o.measure.Cause == "" {
		s.measures["test"] = ended(0, "ok\n")
	}
	if o.report != "" {
		s.reports["test"] = o.report
	}
	if o.fact != nil {
		s.facts = map[string]fact.Fact{"measure:.:test": *o.fact}
	}
	if o.before != "" {
		s.policies["."] = `{"stile":1,"checks":[{"id":"first",` + o.before + `},{"id":"test",` + o.check + `,"after":["first"]}]}`
		s.measures["first"] = ended(1, "")
	}
	return s
}

// outcomes shows each outcome in the document for programs and as a hook's answer; by turns in the document for
// people, on the other harness, and in the short form for what the session has seen.
func outcomes(*inputs) []vector {
	var out []vector
	for i := range outcomeTable {
		o := &outcomeTable[i]
		document := map[string]string{"passed": "green", "failed": "red", "not-run": "not-run"}[o.outcome]
		if o.before != "" {
			document = "red"
		}
		hook := "refuse"
		if o.outcome == "passed" {
			hook = "quiet"
		}
		add := func(form, class string, edit func(s *scene)) {
			s := o.scene()
			s.name, s.class = form+"-"+o.outcome+"-"+o.name, class
			edit(&s)
			out = append(out, s.vector())
		}
		if i%2 == 0 {
			add("check-text", document, func(s *scene) { s.check = true })
		}
		add("check-json", document, func(s *scene) { s.check, s.flags = true, append(append([]string{}, o.flags...), "json") })
		add("hook-claude", hook, func(s *scene) { s.harness = "claude-code" })
		if i%2 == 0 {
			add("hook-codex", hook, func(s *scene) { s.harness = "codex" })
		}
		if i%4 == 1 && o.outcome == "not-run" {
			add("hook-claude-again", hook, func(s *scene) {
				s.harness = "claude-code"
				s.policies["."] = strings.TrimSuffix(s.policies["."], "}") + `,"hook":{"blocks":3}}`
				s.state = &fact.Session{Writable: true, Refusals: 1, Known: known(s)}
			})
		}
	}
	return out
}
