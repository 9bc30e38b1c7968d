package scan

import (
	"strings"
	"testing"
)

// sarifOf is a log of one run with these rules and results.
func sarifOf(rules, results string) string {
	return `{"version":"2.1.0","runs":[{"results":[` + results + `],"tool":{"driver":{"name":"scan","rules":[` + rules + `]}}}]}`
}

// logOf is a log of one run with these members.
func logOf(members string) string { return `{"version":"2.1.0","runs":[{` + members + `}]}` }

func TestSARIF(t *testing.T) {
	const (
		strict  = `{"id":"S1","defaultConfiguration":{"level":"error"}}`
		lax     = `{"id":"L1","defaultConfiguration":{"level":"note"}}`
		message = `"message":{"text":"m"}`
	)
	for _, c := range []struct{ name, src, want string }{
		{"nothing found", sarifOf(strict, ""), "1 passed 0 failed 0 skipped"},
		{"an error with its place", sarifOf("", `{"ruleId":"R","level":"error",`+message+`,"locations":[{"physicalLocation":{"artifactLocation":{"uri":"file://./src/a%20b.js"},"region":{"startLine":7}}}]}`),
			"0 passed 1 failed 0 skipped\ncase R @ src/a b.js:7 | m"},
		{"each result counts", sarifOf("", `{"ruleId":"R","level":"error"},{"ruleId":"R","level":"error","message":{"text":"one\ntwo"}}`),
			"0 passed 2 failed 0 skipped\ncase R | \ncase R | one / two"},
		{"warnings and notes are noise", sarifOf("", `{"ruleId":"R"},{"ruleId":"R","level":"note"},{"level":"none"},{"level":"warning"}`),
			"1 passed 0 failed 0 skipped 4 noise"},
		{"the rule's level, by id", sarifOf(lax+","+strict, `{"ruleId":"S1"},{"ruleId":"L1"},{"ruleId":"S1","level":"warning"}`),
			"0 passed 1 failed 0 skipped 2 noise\ncase S1 | "},
		{"the rule's level, by index", sarifOf(lax+","+strict, `{"ruleIndex":1},{"ruleIndex":0},{"ruleIndex":2},{"ruleIndex":-1}`),
			"0 passed 1 failed 0 skipped 3 noise\ncase S1 | "},
		{"the rule's level, by a part of it", sarifOf(strict, `{"ruleId":"S1/sub/2"},{"ruleId":"S10"}`),
			"0 passed 1 failed 0 skipped 1 noise\ncase S1/sub/2 | "},
		{"a rule of an extension", `{"version":"2.1.0","runs":[{"tool":{"extensions":[{"name":"x","rules":[` + lax + `]},{"rules":[` + strict + `]}],"driver":{"name":"d","rules":[` + lax + `]}},` +
			`"results":[{"rule":{"index":0,"toolComponent":{"index":1}}},{"rule":{"index":0,"toolComponent":{"index":0}}},{"rule":{"id":"S1","toolComponent":{"name":"y"}}}]}]}`,
			"0 passed 2 failed 0 skipped 1 noise\ncase S1 | \ncase S1 | "},
		{"kinds that are no failures", sarifOf("", `{"kind":"pass"},{"kind":"open","level":"error"},{"kind":"review"},{"kind":"notApplicable"},{"kind":"informational"},{"kind":"fail","level":"error","ruleId":"R"}`),
			"0 passed 1 failed 0 skipped 4 noise\ncase R | "},
		{"suppressions", sarifOf("", `{"ruleId":"a","level":"error","suppressions":[{"kind":"inSource"}]},{"ruleId":"b","level":"error","suppressions":[]},`+
			`{"ruleId":"c","level":"error","suppressions":[{"kind":"external","status":"accepted"}]},{"ruleId":"d","level":"error","suppressions":[{"status":"underReview"}]},`+
			`{"ruleId":"e","level":"error","suppressions":[{"status":"accepted"},{"status":"rejected"}]}`),
			"0 passed 3 failed 0 skipped\ncase b | \ncase d | \ncase e | "},
		{"what only the baseline holds", sarifOf("", `{"level":"error","ruleId":"a","baselineState":"absent"},{"level":"error","ruleId":"b","baselineState":"unchanged"}`),
			"0 passed 1 failed 0 skipped\ncase b | "},
		{"two runs", `{"version":"2.1.0","runs":[{"tool":{"driver":{"name":"a"}},"results":[]},{"tool":{"driver":{"name":"b"}},"results":[{"level":"error"}]}]}`,
			"1 passed 1 failed 0 skipped\ncase result without a rule | "},
		{"red, and the tool gave up", `{"version":"2.1.0","runs":[{"tool":{"driver":{"name":"a"}},"results":[{"ruleId":"R","level":"error"}],"invocations":[{"executionSuccessful":false}]}]}`,
			"0 passed 1 failed 0 skipped (tool-failed: it gives no reason 1:118)\ncase R | "},
		{"an exit code described", `{"version":"2.1.0","runs":[{"results":[],"invocations":[{"executionSuccessful":true},{"executionSuccessful":false,"exitCodeDescription":"out of\nmemory"}]}]}`,
			"0 passed 0 failed 0 skipped (tool-failed: out of 1:86)"},
		{"a tool that ended well and writes no results", logOf(`"invocations":[{"executionSuccessful":true}]`), "1 passed 0 failed 0 skipped"},
		{"results null, and it ended well", logOf(`"results":null,"invocations":[{"executionSuccessful":true}]`), "0 passed 0 failed 0 skipped (no-results 1:28)"},
		{"no results, and only the converter ended well", logOf(`"conversion":{"invocation":{"executionSuccessful":true}}`), "0 passed 0 failed 0 skipped (no-results 1:28)"},
		{"no results, and nothing says how it ended", logOf(`"invocations":[{"exitCode":0}]`), "0 passed 0 failed 0 skipped (no-results 1:28)"},
		{"an exit code alone", logOf(`"results":[],"invocations":[{"exitCode":0},{"exitCode":139}]`), "0 passed 0 failed 0 skipped (tool-failed: exit code 139 1:72)"},
		{"errors on the way of a tool that ended well", logOf(`"results":[],"invocations":[{"exitCode":0,"executionSuccessful":true,"toolExecutionNotifications":[{"level":"error"}]}]`), "1 passed 0 failed 0 skipped"},
		{"an exit code of a tool that says it ended well", logOf(`"results":[],"invocations":[{"exitCode":1,"executionSuccessful":true}]`), "0 passed 0 failed 0 skipped (tool-failed: exit code 1 1:57)"},
		{"an exit code, described", logOf(`"invocations":[{"exitCode":-1,"exitCodeDescription":"gave up","executionSuccessful":true}]`), "0 passed 0 failed 0 skipped (tool-failed: gave up 1:44)"},
		{"a signal's number", logOf(`"results":[],"invocations":[{"executionSuccessful":true,"exitSignalNumber":9}]`), "0 passed 0 failed 0 skipped (tool-failed: signal 9 1:57)"},
		{"it did not start", logOf(`"results":[],"invocations":[{"executionSuccessful":true,"processStartFailureMessage":"no such file"}]`), "0 passed 0 failed 0 skipped (tool-failed: no such file 1:57)"},
		{"it says nothing but why it did not start", logOf(`"results":[],"invocations":[{"processStartFailureMessage":"no such file"}]`), "0 passed 0 failed 0 skipped (tool-failed: no such file 1:57)"},
		{"SpotBugs 4 that ended well", logOf(`"results":[],"invocations":[{"exitCode":0,"exitSignalName":"SUCCESS","executionSuccessful":true}]`), "1 passed 0 failed 0 skipped"},
		{"members that say nothing", logOf(`"results":[],"invocations":[{"exitCode":0,"exitSignalName":null,"exitSignalNumber":null,"processStartFailureMessage":null,"executionSuccessful":true},{"exitSignalNumber":0,"processStartFailureMessage":"","exitSignalName":""}]`), "1 passed 0 failed 0 skipped"},
		{"an exit code that is none", logOf(`"results":[],"invocations":[{"exitCode":"1","executionSuccessful":true}]`), "0 passed 0 failed 0 skipped (wrong-shape 1:69)"},
		{"a signal", logOf(`"results":[],"invocations":[{"executionSuccessful":true,"exitSignalName":"SIGSEGV"}]`), "0 passed 0 failed 0 skipped (tool-failed: SIGSEGV 1:57)"},
		{"a converter that failed", logOf(`"results":[],"conversion":{"invocation":{"executionSuccessful":false}}`), "0 passed 0 failed 0 skipped (tool-failed: it gives no reason 1:69)"},
		{"results beside the runs", `{"version":"2.1.0","runs":[{"results":[]}],"inlineExternalProperties":[{"results":[]},{"results":[{}]}]}`,
			"0 passed 0 failed 0 skipped (no-results 1:99)"},
		{"nothing beside the runs", `{"version":"2.1.0","runs":[{"results":[]}],"inlineExternalProperties":[{"results":[]},{}]}`, "1 passed 0 failed 0 skipped"},
		{"an override that decides", logOf(`"invocations":[{"executionSuccessful":true,"ruleConfigurationOverrides":[{"configuration":{"level":"error"}},{"configuration":{"level":"note"}}]}],"results":[{"ruleId":"R"}]`),
			"0 passed 0 failed 0 skipped 1 noise (level-overrides 1:187)"},
		{"overrides that decide nothing", logOf(`"invocations":[{"executionSuccessful":true,"ruleConfigurationOverrides":[{"configuration":{"level":"error"}}]}],"results":[{"ruleId":"R","level":"warning"},{"kind":"open"}]`),
			"1 passed 0 failed 0 skipped 2 noise"},
		{"an extension by its guid and by its name", logOf(`"tool":{"driver":{"name":"d","rules":[` + lax + `]},"extensions":[{"name":"e","guid":"g","rules":[` + strict + `]}]},"results":[` +
			`{"rule":{"index":0,"toolComponent":{"guid":"g"}}},{"rule":{"index":0,"toolComponent":{"name":"e"}}},{"rule":{"index":0,"toolComponent":{"name":"d"}}}]`),
			"0 passed 2 failed 0 skipped 1 noise\ncase S1 | \ncase S1 | "},
		{"an index beside another component", logOf(`"tool":{"driver":{"name":"d","rules":[` + strict + `]},"extensions":[{"name":"e","guid":"g","rules":[` + lax + `]}]},"results":[` +
			`{"ruleId":"L1","ruleIndex":0,"rule":{"index":0,"toolComponent":{"guid":"g"}}},{"ruleId":"L1","ruleIndex":0},{"ruleId":"X","ruleIndex":0,"rule":{"toolComponent":{"name":"y"}}},{"ruleId":"X","ruleIndex":0}]`),
			"0 passed 1 failed 0 skipped 3 noise\ncase X | "},
		{"a rule by its guid", sarifOf(lax+`,{"id":"S2","guid":"g2","defaultConfiguration":{"level":"error"}}`, `{"rule":{"guid":"g2"}},{"rule":{"guid":"g"}}`),
			"0 passed 1 failed 0 skipped 1 noise\ncase S2 | "},
		{"half a surrogate in the id of a note", sarifOf("", `{"ruleId":"\ud800","level":"note"}`), "1 passed 0 failed 0 skipped 1 noise"},
		{"a suppression that is none", sarifOf("", `{"level":"error","ruleId":"R","suppressions":[1]}`), "0 passed 1 failed 0 skipped (wrong-shape 1:86)\ncase R | "},
		{"no results array", `{"version":"2.1.0","runs":[{"tool":{"driver":{"name":"a"}}}]}`, "0 passed 0 failed 0 skipped (no-results 1:28)"},
		{"results null", `{"version":"2.1.0","runs":[{"results":null}]}`, "0 passed 0 failed 0 skipped (no-results 1:28)"},
		{"results in another file", `{"version":"2.1.0","runs":[{"results":[],"externalPropertyFileReferences":{"results":[{"location":{"uri":"r"}}]}}]}`,
			"0 passed 0 failed 0 skipped (no-results 1:75)"},
		{"another version", `{"version":"2.0.0","runs":[]}`, "0 passed 0 failed 0 skipped (not-sarif 1:1)"},
		{"another document", `{"results":[]}`, "0 passed 0 failed 0 skipped (not-sarif 1:1)"},
		{"an array", `[]`, "0 passed 0 failed 0 skipped (wrong-shape 1:1)"},
		{"empty", "\n", "0 passed 0 failed 0 skipped (empty 2:1)"},
		{"cut", sarifOf("", `{"level":"error"}`)[:50], "0 passed 0 failed 0 skipped (cut 1:51)"},
		{"two documents", sarifOf("", "") + "{}", "0 passed 0 failed 0 skipped (trailing-bytes 1:89)"},
		{"results twice", `{"version":"2.1.0","runs":[{"results":[],"results":[]}]}`, "0 passed 0 failed 0 skipped (duplicate-key 1:42)"},
		{"a level that is none", sarifOf("", `{"ruleId":"R","level":"fatal"},{"ruleId":"R","level":"error"}`),
			"0 passed 1 failed 0 skipped 1 noise (wrong-shape 1:62)\ncase R | "},
		{"a level twice", sarifOf("", `{"level":"note","level":"error"}`), "0 passed 0 failed 0 skipped 1 noise (duplicate-key 1:56)"},
		{"results that are no objects", sarifOf("", `1`), "0 passed 0 failed 0 skipped (wrong-shape 1:40)"},
		{"half a surrogate where nothing depends on it", sarifOf("", `{"ruleId":"R","level":"error","message":{"text":"\ud800"},"properties":{"x":"\ud800"}}`),
			"0 passed 1 failed 0 skipped\ncase R | "},
		{"a byte order mark", "\ufeff" + sarifOf("", ""), "1 passed 0 failed 0 skipped"},
	} {
		if got := summary(readWhole(t, "sarif", []byte(c.src))); got != c.want {
			t.Errorf("%s\ngot  %s\nwant %s", c.name, got, c.want)
		}
	}
}

// TestSARIFLength reads more values than a strict reader would hold.
func TestSARIFLength(t *testing.T) {
	result := `{"ruleId":"R","message":{"text":"m"},"codeFlows":[{"threadFlows":[1,2,3,4,5,6,7,8]}]}`
	src := sarifOf("", strings.Repeat(result+",", 60_000)+`{"ruleId":"E","level":"error"}`)
	if got, want := summary(readWhole(t, "sarif", []byte(src))), "0 passed 1 failed 0 skipped 60000 noise\ncase E | "; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}
