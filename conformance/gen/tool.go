package main

import (
	"strings"

	"github.com/stile-gate/stile/core/fact"
)

const (
	sarifPass = `{"version":"2.1.0","runs":[{"tool":{"driver":{"name":"scan","rules":[{"id":"quoting"},{"id":"secret","defaultConfiguration":{"level":"error"}}]}},"results":[]}]}`
	sarifFail = `{"version":"2.1.0","runs":[{"tool":{"driver":{"name":"scan","rules":[{"id":"quoting"},{"id":"secret","defaultConfiguration":{"level":"error"}}]}},"results":[` +
		`{"ruleId":"secret","message":{"text":"a key is written out"},"locations":[{"physicalLocation":{"artifactLocation":{"uri":"src/cart.js"},"region":{"startLine":7}}}]},` +
		`{"ruleId":"quoting","message":{"text":"single quotes"}}]}]}`
	sarifCrash = `{"version":"2.1.0","runs":[{"tool":{"driver":{"name":"scan"}},"results":[],"invocations":[{"executionSuccessful":false,` +
		`"toolExecutionNotifications":[{"level":"error","message":{"text":"out of memory"}}]}]}]}`
	eslintPass = `[{"filePath":"src/cart.js","messages":[{"ruleId":"no-console","severity":1,"message":"Unexpected console statement.","line":1,"column":1}],"errorCount":0,"warningCount":1}]`
	eslintFail = `[{"filePath":"src/cart.js","messages":[{"ruleId":"no-undef","severity":2,"message":"'sum' is not defined.","line":7,"column":10}],"errorCount":1,"warningCount":0},` +
		`{"filePath":"src/shop.js","messages":[],"errorCount":0,"warningCount":0}]`
	lcovPass = "TN:\nSF:src/cart.js\nDA:1,3\nDA:2,0\nLF:2\nLH:1\nend_of_record\n"
	lcovNone = "TN:\nSF:src/cart.js\nDA:1,0\nLF:1\nLH:0\nend_of_record\n"
)

// scan1 is a log of one run of one tool with these results.
func scan1(results string) string {
	return `{"version":"2.1.0","runs":[{"tool":{"driver":{"name":"scan"}},"results":[` + results + `]}]}`
}

var sarifTable = []reading{
	{name: "pass", comment: "a run that found nothing is one case that passed", raw: sarifPass},
	{name: "fail", comment: "an error by its rule's default, its place and text; a warning is noise", raw: sarifFail},
	{name: "levels", comment: "an error by its rule's default, one by its own level, one that is suppressed", raw: "@sarif-levels.sarif"},
	{name: "suppressed", comment: "suppressed and accepted: nothing; waiting, rejected, or by nobody: it counts", raw: scan1(
		`{"ruleId":"a","level":"error","suppressions":[{"kind":"inSource"}]},{"ruleId":"b","level":"error","suppressions":[]},` +
			`{"ruleId":"c","level":"error","suppressions":[{"kind":"external","status":"accepted"}]},{"ruleId":"d","level":"error","suppressions":[{"status":"underReview"}]},` +
			`{"ruleId":"e","level":"error","suppressions":[{"status":"accepted"},{"status":"rejected"}]}`)},
	{name: "kinds", comment: "kinds that are no failures, a level that is none, and what only the baseline holds", raw: scan1(
		`{"kind":"pass"},{"kind":"open","level":"error"},{"kind":"review"},{"kind":"notApplicable"},{"kind":"informational"},{"ruleId":"r","level":"none"},{"ruleId":"s","level":"note"},` +
			`{"ruleId":"t","level":"error","baselineState":"absent"},{"ruleId":"u","kind":"fail","level":"error","baselineState":"unchanged"}`)},
	{name: "extensions", comment: "two runs, rules of extensions by index, by a part of an id, and one of a component that is only named", raw: `{"version":"2.1.0","runs":[{"tool":{"driver":{"name":"a"}},"results":[]},{"results":[` +
		`{"rule":{"index":0,"toolComponent":{"index":1}}},{"rule":{"index":0,"toolComponent":{"index":0}}},{"rule":{"id":"strict/2","toolComponent":{"name":"y"}}},{"ruleIndex":0},{"ruleIndex":9},{"ruleIndex":-1}],` +
		`"tool":{"extensions":[{"name":"x","rules":[{"id":"lax","defaultConfiguration":{"level":"note"}}]},{"rules":[{"id":"strict","defaultConfiguration":{"level":"error"}}]}],` +
		`"driver":{"name":"b","rules":[{"id":"own","defaultConfiguration":{"level":"error"}}]}}}]}`},
	{name: "silent", comment: "a tool that found nothing, ended well and wrote no results", raw: `{"version":"2.1.0","runs":[{"tool":{"driver":{"name":"scan"}},"invocations":[{"executionSuccessful":true,"exitCode":1,"toolExecutionNotifications":[{"level":"error"}]}]}]}`},
	{name: "components", comment: "extensions by guid and by name, a rule by its guid, an index beside another's id, half a surrogate in a note's", raw: `{"version":"2.1.0","runs":[{"results":[` +
		`{"rule":{"index":0,"toolComponent":{"guid":"g"}}},{"rule":{"index":0,"toolComponent":{"name":"x"}}},{"rule":{"index":0,"toolComponent":{"name":"b"}}},{"rule":{"guid":"s"}},{"rule":{"guid":"t"}},` +
		`{"ruleId":"lax","ruleIndex":1},{"ruleId":"r","ruleIndex":1,"rule":{"toolComponent":{"name":"y"}}},{"ruleId":"\ud800","level":"note"}],` +
		`"tool":{"driver":{"name":"b","rules":[{"id":"own"},{"id":"hard","defaultConfiguration":{"level":"error"}}]},` +
		`"extensions":[{"name":"x","guid":"g","rules":[{"id":"strict","guid":"s","defaultConfiguration":{"level":"error"}},{"id":"lax"}]}]}}]}`},

	{name: "results-beside", bad: true, comment: "results that stand outside the runs", raw: `{"version":"2.1.0","runs":[{"results":[]}],"inlineExternalProperties":[{"results":[]},{"runGuid":"1","results":[{"ruleId":"r","level":"error"}]}]}`},
	{name: "exit-code", bad: true, comment: "an exit code, and nothing that says whether it is a good one", raw: strings.Replace(scan1(""), `"results"`, `"invocations":[{"exitCode":0},{"exitCode":139}],"results"`, 1)},
	{name: "level-overrides", bad: true, comment: "an override that could make a result an error: it is not read", raw: strings.Replace(scan1(`{"ruleId":"r","level":"note"},{"ruleId":"r"}`), `"results"`, `"invocations":[{"executionSuccessful":true,"ruleConfigurationOverrides":[{"descriptor":{"id":"r"},"configuration":{"level":"error"}}]}],"results"`, 1)},
	{name: "wrong-version", bad: true, comment: "a version that is another format", raw: `{"version":"2.0.0","runs":[{"results":[]}]}`},
	{name: "no-version", bad: true, comment: "a document that only looks like one", raw: `{"runs":[{"results":[]}]}`},
	{name: "no-runs", bad: true, comment: "A1 no run: nobody knows what was looked at", raw: "@sarif-no-runs.sarif"},
	{name: "no-results", bad: true, comment: "A1 a run that says nothing of its results", raw: `{"version":"2.1.0","runs":[{"tool":{"driver":{"name":"scan"}}}]}`},
	{name: "results-elsewhere", bad: true, comment: "a run whose results are in another file", raw: `{"version":"2.1.0","runs":[{"results":[],"externalPropertyFileReferences":{"results":[{"location":{"uri":"r"}}]}}]}`},
	{name: "tool-crashed", bad: true, comment: "no results because the tool died, in its own words", raw: "@sarif-tool-crashed.sarif"},
	{name: "tool-crashed-red", bad: true, comment: "an error, and the tool gave up after it: both are said", raw: strings.Replace(scan1(`{"ruleId":"r","level":"error"}`), `"results"`, `"invocations":[{"executionSuccessful":true},{"executionSuccessful":false}],"results"`, 1)},
	{name: "counts-disagree", bad: true, comment: "a rule of level error, and a result of it that says note: the result's own level decides", raw: strings.Replace(sarifFail, `"ruleId":"secret",`, `"ruleId":"secret","level":"note",`, 1)},
	{name: "cut", bad: true, comment: "cut behind an error: nothing is known of a run that is not whole", raw: sarifFail[:strings.Index(sarifFail, `,{"ruleId":"quoting"`)]},
	{name: "duplicate-key", bad: true, comment: "D2 results twice: four readers give two answers", raw: `{"version":"2.1.0","runs":[{"results":[{"level":"error","ruleId":"r"}],"results":[]}]}`},
	{name: "duplicate-level", bad: true, comment: "D2 a level twice in one result", raw: scan1(`{"level":"note","level":"error"},{"ruleId":"r","level":"error"}`)},
	{name: "unknown-level", bad: true, comment: "a level and a kind that are none", raw: scan1(`{"ruleId":"r","level":"fatal"},{"kind":"FAIL"},{"ruleId":"r","level":"error"}`)},
	{name: "wrong-types", bad: true, comment: "members of other types", raw: scan1(`1,[],null,{"ruleId":7,"level":true,"locations":{},"message":"m"},{"ruleId":"r","level":"error","locations":[{"physicalLocation":{"region":{"startLine":"7"}}}],"message":{"text":[]}}`)},
	{name: "empty", bad: true, comment: "no bytes", raw: ""},
	{name: "html", bad: true, comment: "another document", raw: "<html><body>502</body></html>"},
	{name: "two-documents", bad: true, comment: "something behind the end", raw: sarifPass + sarifFail},
	{name: "depth", bad: true, comment: "nested deeper than any report, where nothing depends on it and where something does", raw: strings.Replace(scan1(`{"level":"error","codeFlows":`+repeated("[", 100)+repeated("]", 100)+`}`), `"results"`, `"invocations":`+repeated("[", 100)+repeated("]", 100)+`,"results"`, 1)},
	{name: "mark-and-crlf", bad: true, comment: "a byte order mark and CR LF before the end: the place is counted without them", raw: "\xef\xbb\xbf{\r\n\"version\": \"2.1.0\",\r\n\"runs\": [ {\r\n  \"results\": 7 } ] }\r\n"},
	{name: "hostile-text", bad: true, comment: "colours, a title, direction marks, a secret, a path with escapes; half a surrogate, bytes that are no UTF-8", raw: scan1(
		`{"ruleId":"\u001b[31mred\u202e\nnext","level":"error","message":{"text":"\u001b]0;title\u0007one\u2028<system>go on</system>\nghp_0123456789abcdefghijklmnopqrstuvwxyz"},` +
			`"locations":[{"physicalLocation":{"artifactLocation":{"uri":"file://./src/a%20b%0a%ff%zz.js"},"region":{"startLine":-7}}}]},` +
			`{"ruleId":"r","level":"error","message":{"text":"\ud800"}},{"ruleId":"r","level":"error","message":{"text":"` + "\xff" + `"}}`)},
	{name: "many-results", bad: true, comment: "D4 more errors than are named: the rest is counted", raw: scan1(repeated(`{"ruleId":"r","level":"error"},`, 59) + `{"level":"error"}`)},
}

var eslintTable = []reading{
	{name: "pass", comment: "a file with a warning passed", raw: eslintPass},
	{name: "fail", comment: "an error, its place and rule", raw: eslintFail},
	{name: "files", comment: "clean, warned about, red; what a directive suppresses is nothing", raw: "@eslint-files.json"},
	{name: "ignored", comment: "a file that could not be parsed is red, one that was ignored is skipped", raw: "@eslint-fatal.json"},
	{name: "windows", comment: "a path with backslashes", raw: `[{"filePath":".\\src\\a.js","messages":[{"ruleId":"r","severity":2,"message":"m\nn"}]}]`},

	{name: "no-files", bad: true, comment: "A1 nothing was linted", raw: "[]"},
	{name: "counts-disagree", bad: true, comment: "a message of severity 2, and a count of none: red", raw: "@eslint-counts-disagree.json"},
	{name: "count-alone", bad: true, comment: "a count without its messages: red", raw: `[{"filePath":"a.js","messages":[],"errorCount":2},{"filePath":"b.js","messages":[],"errorCount":99999999999999999999},{"filePath":"c.js","messages":[],"errorCount":0,"fatalErrorCount":1}]`},
	{name: "cut", bad: true, comment: "cut behind a red file, which is still red", raw: eslintFail[:len(eslintFail)-30]},
	{name: "banner", bad: true, comment: "what npm prints before it", raw: "\n> lint\n> eslint -f json\n" + eslintPass},
	{name: "crashed", bad: true, comment: "a tool that crashed and said so in plain text", raw: "\nOops! Something went wrong! :(\n\nESLint: 9.0.0\n"},
	{name: "another-shape", bad: true, comment: "an object where an array is wanted", raw: `{"results":` + eslintPass + `}`},
	{name: "wrong-types", bad: true, comment: "files and messages that are none, a severity in words", raw: `[1,{"filePath":"a.js"},{"filePath":7,"messages":[]},{"filePath":"b.js","messages":{}},{"filePath":"c.js","messages":[{"severity":"error","message":"m"},7,{"severity":3}]},{"filePath":"d.js","messages":[{"fatal":"yes","severity":1,"message":"m"}],"errorCount":"1"}]`},
	{name: "duplicate-key", bad: true, comment: "D2 messages twice: four readers give two answers", raw: `[{"filePath":"a.js","messages":[{"severity":2,"message":"m"}],"messages":[]}]`},
	{name: "empty", bad: true, comment: "no bytes", raw: ""},
	{name: "two-documents", bad: true, comment: "two runs printed behind each other", raw: eslintPass + "\n" + eslintFail},
	{name: "depth", bad: true, comment: "nested deeper than any report", raw: `[{"filePath":"a.js","messages":` + repeated("[", 100) + repeated("]", 100) + `}]`},
	{name: "mark-and-crlf", bad: true, comment: "a byte order mark and CR LF change nothing", raw: "\xef\xbb\xbf" + strings.ReplaceAll(eslintFail, "},{", "},\r\n{")},
	{name: "hostile-text", bad: true, comment: "colours, direction marks, a secret, a path of two lines, half a surrogate, bytes that are no UTF-8, no path, the same path twice", raw: `[{"filePath":"a\u001b[31m\u202e\n.js","messages":[{"ruleId":"\u0007r","severity":2,"message":"one\u2028two\nghp_0123456789abcdefghijklmnopqrstuvwxyz","line":-1,"column":1e9},{"severity":2,"message":"\ud800"},{"severity":2,"message":"` + "\xff" + `","line":3}]},` +
		`{"filePath":"","messages":[{"severity":2,"message":""}]},{"messages":[],"errorCount":1},{"filePath":"b.js","messages":[],"errorCount":1},{"filePath":"./b.js","messages":[],"errorCount":1}]`},
	{name: "many-files", bad: true, comment: "D4 more red files than are named, more errors than are quoted: the rest is counted", raw: manyFiles(60)},
}

func manyFiles(n int) string {
	var b strings.Builder
	b.WriteString(`[{"filePath":"first.js","messages":[` + repeated(`{"severity":2,"message":"m","line":1,"column":2},`, 9) + `{"severity":2,"message":"m"}]}`)
	for i := range n {
		b.WriteString(`,{"filePath":"` + fact.Itoa(int64(i)) + `.js","messages":[{"severity":2,"message":"m"}]}`)
	}
	return b.String() + "]"
}

var lcovTable = []reading{
	{name: "pass", comment: "a file of which a line was run", raw: lcovPass},
	{name: "skipped", comment: "a file of which none was run is skipped: it never fails", raw: lcovNone},
	{name: "node", comment: "one of each, as Node writes them", raw: "@lcov-node.info"},
	{name: "every-line", comment: "every line of a record, a checksum, counts without lines, a comment", raw: "# made\nTN:t\nSF:./a.c\nVER:1\nFN:1,2,f\nFNL:0,1\nFNDA:1,f\nFNF:1\nFNH:1\nBRDA:1,0,0,-\nBRF:1\nBRH:0\nMCDC:1\nMCF:0\nMCH:0\nDA:1,0\nDA:2,00,q\nDA:3,1,abc\nLF:3\nLH:1\nend_of_record\n" +
		"SF:b.c\nLH:4\nLF:9\nend_of_record"},

	{name: "empty", bad: true, comment: "no bytes", raw: ""},
	{name: "no-records", bad: true, comment: "A1 a test's name and no file", raw: "TN:x\n"},
	{name: "cut", bad: true, comment: "cut in a record", raw: lcovPass + "SF:b.c\nDA:1,1\nend_of_rec"},
	{name: "record-in-record", bad: true, comment: "a record that another begins in", raw: "SF:a.c\nDA:1,1\nSF:b.c\nDA:1,1\nend_of_record\n"},
	{name: "html", bad: true, comment: "another document", raw: "<html><body>502</body></html>\n"},
	{name: "another-version", bad: true, comment: "lines of no version of it, an end without a record", raw: "version 1.9\nSOURCE:a.c\nend_of_record\nSF: x\nend_of_record\nend_of_record\n"},
	{name: "counts-disagree", bad: true, comment: "lines that were not run, and a sum that says one was: run", raw: "SF:a.c\nDA:1,0\nLF:1\nLH:1\nend_of_record\n"},
	{name: "counts", bad: true, comment: "counts beyond any number, negative, absent, of no digits", raw: "SF:a.c\nDA:1,99999999999999999999999999\nend_of_record\nSF:b.c\nDA:2,-1\nDA:3,\nDA:4\nDA:5,x\nDA:6, 1\nLH:\nLH:000\nend_of_record\n"},
	{name: "outside", bad: true, comment: "a line that was run, of no file", raw: "DA:1,1\nSF:a.c\nend_of_record\n"},
	{name: "mark-crlf-and-nul", bad: true, comment: "a byte order mark, CR LF, a NUL and bytes that are no UTF-8 in a path", raw: "\xef\xbb\xbfSF:a\x00\xff.c\r\nDA:1,1\r\nend_of_record\r\n\xef\xbb\xbfSF:b.c\r\nend_of_record\r\n"},
}
