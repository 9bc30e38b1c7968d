package scan

// reportCases says of every file under testdata what it means and why. LONG stands for the 3000 letters of one
// line.
var reportCases = []struct{ file, why, want string }{
	{"gotest-noise-and-torn-tail.jsonl", "noise is skipped and counted, an event with a key twice is no event, a package without an end is cut",
		`0 passed 0 failed 0 skipped 4 noise (cut)`},
	{"gotest-panic-without-fail-event.jsonl", "the test that panicked has no result, the one before it passed",
		`1 passed 1 failed 0 skipped
case example.test/m/pan.TestP | no result / panic: x`},
	{"gotest-testmain-exits-zero.jsonl", "TestMain exits 0 and nothing ran",
		`0 passed 0 failed 0 skipped`},
	{"junit-disabled-with-failure.xml", "a failure is a failure, whatever the status says; notrun is skipped",
		`0 passed 1 failed 1 skipped
case m.switched off | was wrong`},
	{"junit-entities-cdata-split.xml", "failures in a comment and in CDATA text are nothing; split CDATA is one text",
		`4 passed 1 failed 0 skipped
case q.cdata end | a ]]> btailmore`},
	{"eslint-counts-disagree.json", "the messages decide, and that the count says otherwise is said",
		`0 passed 1 failed 0 skipped
case /r/a.js @ /r/a.js:0 | m (x) / errorCount says 0, 1 shown`},
	{"eslint-fatal.json", "what could not be parsed is red, what was ignored is skipped",
		`0 passed 1 failed 1 skipped
case /r/a.js @ /r/a.js:0 | Parsing error: Unexpected token`},
	{"eslint-files.json", "one clean, one with a warning, one with errors; what a directive suppresses is nothing",
		`2 passed 1 failed 0 skipped 1 noise
case src/red.js @ src/red.js:3 | 3:7 'x' is assigned a value but never used. (no-unused-vars) / 3:12 Missing semicolon. (semi)`},
	{"sarif-no-runs.sarif", "no run: nobody knows what was looked at",
		`0 passed 0 failed 0 skipped (no-runs 1:1)`},
	{"sarif-tool-crashed.sarif", "no results because the tool died, in its own words",
		`0 passed 0 failed 0 skipped (tool-failed: parser died 3:20)`},
	{"sarif-levels.sarif", "one error by its rule's default, one by its own level; the warning is noise, the suppressed one nothing",
		`0 passed 2 failed 0 skipped 1 noise
case js/sql-injection @ src/db.js:12 | Query built from user input.
case js/unused @ src/a.js:3 | x is unused`},
	{"lcov-node.info", "a file with a line that was hit, and one with none",
		`1 passed 0 failed 1 skipped`},
	{"junit-error-only.xml", "an error is red though the suite counts none",
		`1 passed 1 failed 0 skipped
case t.crashed in setup | no database`},
	{"junit-namespaced.xml", "a prefix on every element hides nothing",
		`0 passed 1 failed 0 skipped
case a.b | m`},
	{"junit-same-name-twice.xml", "a name that is green and red is red",
		`1 passed 1 failed 0 skipped
case p.case | second input`},
	{"junit-todo-is-skipped-and-failed.xml", "an expected failure is neither green evidence nor red",
		`1 passed 0 failed 1 skipped`},
	{"junit-truncated.xml", "cut: not complete though no failure was seen",
		`1 passed 0 failed 0 skipped (cut 4:61)`},
	{"tap-bail-before-first-test.tap", "red, with the reason",
		`0 passed 1 failed 0 skipped
case Bail out! | no database`},
	{"tap-no-plan.tap", "cannot tell whether it ended",
		`2 passed 0 failed 0 skipped (no-plan)`},
	{"tap-noise-looks-like-tap.tap", "a stream cannot tell who printed a line: red, with the line",
		`3 passed 1 failed 0 skipped 5 noise (cut)
case printed by the code under test | not ok 9 - printed by the code under test`},
	{"tap-skip-all.tap", "nothing ran, all skipped",
		`0 passed 0 failed 1 skipped`},
	{"real/go-bench.jsonl", "benchmarks have no event of passing",
		`7 passed 0 failed 2 skipped`},
	{"real/go-build.jsonl", "compiler lines, with the first place",
		`0 passed 0 failed 0 skipped
build example.test/m/comp @ comp/a.go:2 | comp/a.go:2:23: cannot use "s" (untyped string constant) as int value in return statement / comp/a.go:3:12: undefined: undefinedThing`},
	{"real/go-cached.jsonl", "go's own cache answered for one package",
		`4 passed 0 failed 0 skipped 1 cached`},
	{"real/go-example-bench.jsonl", "an example's got and want",
		`1 passed 1 failed 0 skipped
case example.test/m/example.Example | got: / a / want: / b`},
	{"real/go-verbose.jsonl", "-v: ends behind output, and in that of a subtest",
		`4 passed 0 failed 2 skipped`},
	{"real/go-exit.jsonl", "os.Exit(3) in a test",
		`0 passed 1 failed 0 skipped
case example.test/m/exit.TestX | no result`},
	{"real/go-fail.jsonl", "a parent that failed only by its subtest is counted, not named; TestC has an error of its own",
		`1 passed 8 failed 1 skipped
case example.test/m/fail.TestA @ a_test.go:3 | a_test.go:3: log / a_test.go:3: got 1 /     want 2
case example.test/m/fail.TestB/x/deep @ a_test.go:4 | a_test.go:4: boom
case example.test/m/fail.TestC/x @ a_test.go:5 | a_test.go:5: sub
case example.test/m/fail.TestC @ a_test.go:5 | a_test.go:5: own
case example.test/m/fail.FuzzE/seed#0 @ a_test.go:7 | a_test.go:7: seed`},
	{"real/go-no-test-files.jsonl", "a package without test files",
		`0 passed 0 failed 0 skipped`},
	{"real/go-noisy.jsonl", "what a test printed gives way to its errors; a long line comes in pieces",
		`0 passed 2 failed 0 skipped
case example.test/m/noisy.TestX @ a_test.go:3 | a_test.go:3: a log / a_test.go:3: the error
case example.test/m/noisy.TestLong @ a_test.go:4 | a_test.go:4: LONG`},
	{"real/go-panic-goroutine.jsonl", "a panic outside the test's goroutine",
		`2 passed 1 failed 0 skipped
case example.test/m/par.TestGo @ a_test.go:4 | no result / panic: in goroutine`},
	{"real/go-panic-init.jsonl", "a package that fails without a failed test is the case",
		`0 passed 1 failed 0 skipped
case example.test/m/initp @ a_test.go:3 | panic: at init`},
	{"real/go-panic.jsonl", "the panic's place is the first frame of the project",
		`1 passed 2 failed 0 skipped
case example.test/m/pan.TestP/s | 
case example.test/m/pan.TestP @ a_test.go:4 | panic: x [recovered, repanicked]`},
	{"real/go-run-nothing.jsonl", "A1 -run selects nothing, exit 0: nothing ran",
		`0 passed 0 failed 0 skipped`},
	{"real/go-setup.jsonl", "a package that does not exist",
		`0 passed 0 failed 0 skipped
build example.test/m/nope @ missing/a_test.go:2 | missing/a_test.go:2:20: no required module provides package example.test/m/nope; to add it: /  go get example.test/m/nope`},
	{"real/go-skip.jsonl", "one skipped test",
		`0 passed 0 failed 1 skipped`},
	{"real/go-timeout.jsonl", "go test's own -timeout",
		`0 passed 1 failed 0 skipped
case example.test/m/timeout.TestX @ a_test.go:3 | no result / panic: test timed out after 200ms /  running tests: /   TestX`},
	{"real/node.tap", "Node repeats numbers; suites, to-do, YAML places",
		`3 passed 7 failed 3 skipped
case fails @ /home/dev/demo/a.test.js:3 | Expected values to be strictly equal: / 1 !== 2 / expected: 2 / actual: 1 / operator: 'strictEqual'
case throws "quoted" <x> @ /home/dev/demo/a.test.js:6 | boom / second
case suite > bad @ /home/dev/demo/a.test.js:7 | x
case suite > deep > er @ /home/dev/demo/a.test.js:7 | Expected values to be loosely deep-equal: / { / a: 1 / } / should loosely deep-equal / {
case /home/dev/demo/c.test.js @ /home/dev/demo/c.test.js:1 | test failed`},
	{"real/node.xml", "Node's own to-do and suite counts are no contradiction",
		`3 passed 5 failed 3 skipped
case test.fails | Expected values to be strictly equal:1 !== 2 / [Error [ERR_TEST_FAILURE]: Expected values to be strictly equal: / 1 !== 2 / ] { /   code: 'ERR_TEST_FAILURE', /   failureType: 'testCodeFailure',
case test.throws &quot;quoted&quot; <x> | boomsecond / [Error [ERR_TEST_FAILURE]: boom / second] { /   code: 'ERR_TEST_FAILURE', /   failureType: 'testCodeFailure', /   cause: Error: boom
case test.bad | x / Error [ERR_TEST_FAILURE]: x /     at async Promise.all (index 0) { /   code: 'ERR_TEST_FAILURE', /   failureType: 'testCodeFailure', /   cause: TypeError [Error]: x
case test.er | Expected values to be loosely deep-equal:{  a: 1}should loosely deep-equal{  a: 2} / Error [ERR_TEST_FAILURE]: Expected values to be loosely deep-equal: / { /   a: 1 / } / should loosely deep-equal
case test./home/dev/demo/c.test.js | test failed / [Error: test failed] { code: 'ERR_TEST_FAILURE', failureType: 'testCodeFailure', cause: 'test failed', exitCode: 1, signal: null }`},
	{"real/perl.tap", "Test::More: comments behind a failed point, TODO excuses what failed inside",
		`2 passed 3 failed 6 skipped
case b # hash @ /home/dev/demo/p.pl:2 |   Failed test 'b # hash' /          got: '1' /     expected: '2'
case sub > bad @ /home/dev/demo/p.pl:2 |   Failed test 'bad' / Looks like you failed 1 test of 2.`},
}
