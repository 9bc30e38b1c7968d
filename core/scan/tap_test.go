package scan

import "testing"

// proved is what prove -v prints of a file.
func proved(lines string) string {
	return "t/a.t .. \n" + lines + "All tests successful.\nFiles=1, Tests=2,  0 wallclock secs ( 0.01 usr +  0.00 sys =  0.01 CPU)\nResult: PASS\n"
}

func TestTAP(t *testing.T) {
	for _, c := range []struct{ name, src, want string }{
		{"nothing", "", "0 passed 0 failed 0 skipped (empty)"},
		{"no TAP", "hello\n", "0 passed 0 failed 0 skipped 1 noise (empty)"},
		{"only a version", "TAP version 14\n", "0 passed 0 failed 0 skipped (no-plan)"},
		{"plan first", "TAP version 13\n1..2\nok 1\nok 2\n", "2 passed 0 failed 0 skipped"},
		{"plan last, CR LF, a mark", "\xef\xbb\xbfok 1 - a\r\nok\r\n1..2\r\n", "2 passed 0 failed 0 skipped"},
		{"fewer than planned", "1..3\nok 1\nok 2\n", "2 passed 0 failed 0 skipped (cut)"},
		{"more than planned", "1..1\nok 1\nok 2\n", "2 passed 1 failed 0 skipped\ncase plan | 1 tests were planned, 2 ran"},
		{"more than planned, one red", "1..1\nok 1\nnot ok 2\n", "1 passed 1 failed 0 skipped\ncase test 2 | not ok 2"},
		{"two plans", "1..1\nok 1\n1..1\n", "1 passed 0 failed 0 skipped (bad-plan)"},
		{"A1 1..0 without a reason", "1..0\n", "0 passed 0 failed 0 skipped"},
		{"skip and todo in any case", "1..5\nok 1 # skip\nok 2 - a # SKIP no\nnot ok 3 # TODO\nok 4 # todo x\nnot ok 5 # SKIP\n",
			"0 passed 1 failed 4 skipped\ncase test 5 | not ok 5 # SKIP"},
		{"no directive", `1..3` + "\n" + `not ok 1 - a \# TODO b` + "\nnot ok 2 - a # todos\nnot ok 3 - a#todo\n",
			"0 passed 3 failed 0 skipped\ncase a # TODO b | not ok 1 - a \\# TODO b\ncase a # todos | not ok 2 - a # todos\ncase a#todo | not ok 3 - a#todo"},
		{"words that only begin like a point", "okay\nnot okay\n1..x\n}\n1..1\nok 1\n", "1 passed 0 failed 0 skipped 4 noise"},
		{"B3 prose means nothing", "1..1\nFAILED 3 tests\n# not ok 2\nok 1 - no failures found\n", "1 passed 0 failed 0 skipped 1 noise"},
		{"bail out inside a subtest", "    not ok 1 - a\n    Bail out! disk full\nBail out! disk full\n",
			"0 passed 2 failed 0 skipped\ncase a | not ok 1 - a\ncase Bail out! | disk full"},
		{"a subtest red under a green parent", "    not ok 1 - in\n    1..1\nok 1 - out\n1..1\n",
			"1 passed 1 failed 0 skipped\ncase out > in | not ok 1 - in"},
		{"a subtest short of its plan under a green parent", "    1..2\n    ok 1\nok 1 - out\n1..1\n",
			"2 passed 0 failed 0 skipped (cut)"},
		{"a parent's TODO excuses what failed inside", "        not ok 1\n    not ok 1 - mid\nnot ok 1 - out # TODO later\n1..1\n",
			"0 passed 0 failed 3 skipped"},
		{"braces", "not ok 1 - out # time=12ms {\n    ok 1 - a\n    not ok 2 - b\n    1..2\n}\nok 2 - next\n1..2\n",
			"2 passed 2 failed 0 skipped\ncase out > b | not ok 2 - b"},
		{"braces that never close", "not ok 1 - out {\nok 2 - next # TODO\n1..2\n",
			"0 passed 1 failed 1 skipped\ncase out | not ok 1 - out"},
		{"two documents in one stream", "TAP version 13\n1..1\nok 1\nTAP version 13\n1..2\nok 1\n", "2 passed 0 failed 0 skipped (cut)"},
		{"YAML: message, at as a map, stack passed over",
			"1..1\nnot ok 1 - a\n  ---\n  message: \"it broke\"\n  severity: fail\n  at:\n    file: t/x.js\n    line: 5\n    column: 9\n  stack: |\n    x (y.js:1:2)\n  found: 1\n  ...\n",
			"0 passed 1 failed 0 skipped\ncase a @ t/x.js:5 | it broke / found: 1"},
		{"YAML as tape prints it",
			"not ok 1 should be equal\n  ---\n    operator: equal\n    expected: 2\n    actual:   1\n    at: Test.<anonymous> (lib/t.js:5:7)\n    stack: |-\n      Error: should be equal\n  ...\n1..1\n",
			"0 passed 1 failed 0 skipped\ncase should be equal @ lib/t.js:5 | operator: equal / expected: 2 / actual:   1"},
		{"points inside YAML are text", "not ok 1 - a\n  ---\n  error: |-\n    not ok 2 - b\n  ...\n1..1\n",
			"0 passed 1 failed 0 skipped\ncase a | not ok 2 - b"},
		{"YAML that never ends", "1..1\nok 1 - a\n  ---\n  error: x\n", "1 passed 0 failed 0 skipped (cut)"},
		{"YAML cut off by a point", "1..2\nnot ok 1 - a\n  ---\n  error: x\nok 2\n", "1 passed 1 failed 0 skipped\ncase a | x"},
		{"prove -v", proved("1..2\nok 1 - a\nok 2 - b\nok\n"), "2 passed 0 failed 0 skipped 3 noise (" + whyProve + ")"},
		{"prove -v of two files", proved("1..2\nok 1 - a\nok 2 - b\nok\nt/bc.t . \nok 1 - c\n1..1\nok\n"), "3 passed 0 failed 0 skipped 4 noise (" + whyProve + ")"},
		{"prove -v of two files that say their version", proved("TAP version 13\n1..1\nok 1\nok\nt/b.t .. \nTAP version 13\n1..1\nok 1\nok\n"),
			"2 passed 0 failed 0 skipped 4 noise (" + whyProve + ")"},
		{"prove -v that was cut", "t/a.t .. \n1..2\nok 1 - a\nok 2 - b\nok\n", "2 passed 0 failed 0 skipped 1 noise (" + whyProve + ")"},
		{"prove -v with a red test", proved("1..2\nok 1 - a\nnot ok 2 - b\nFailed 1/2 subtests \n"), "1 passed 1 failed 0 skipped 4 noise (" + whyProve + ")\ncase b | not ok 2 - b"},
		{"prove -v --timer", proved("1..1\nok 1 - a\nok       31 ms\n"), "2 passed 0 failed 0 skipped 3 noise (" + whyProve + ")"},
		{"prove", "t/a.t .. ok\n" + proved("")[len("t/a.t .. \n"):], "0 passed 0 failed 0 skipped 3 noise (" + whyProve + ")"},
		{"what only begins like prove's lines", "a..\nFiles=x, Tests=1, \nFiles=1\n    Files=1, Tests=1, \n1..2\nok\nok\n", "2 passed 0 failed 0 skipped 4 noise"},
	} {
		if got := summary(readWhole(t, "tap", []byte(c.src))); got != c.want {
			t.Errorf("%s\ngot  %s\nwant %s", c.name, got, c.want)
		}
		if got, want := readLines("tap", []byte(c.src)), ReadReport("tap", nil, []byte(c.src), true); string(got) != string(want) {
			t.Errorf("%s by lines\ngot  %s\nwant %s", c.name, got, want)
		}
	}
}
