package scan

import "testing"

func TestESLint(t *testing.T) {
	file := func(path, messages, counts string) string {
		return `{"filePath":"` + path + `","messages":[` + messages + `]` + counts + `,"source":"x"}`
	}
	for _, c := range []struct{ name, src, want string }{
		{"no files", "[]", "0 passed 0 failed 0 skipped"},
		{"clean", "[" + file("./src/a.js", "", `,"errorCount":0`) + "]", "1 passed 0 failed 0 skipped"},
		{"errors with rules and places", "[" + file("./src/a.js", `{"ruleId":"w","severity":1,"message":"warn"},{"ruleId":"no-undef","severity":2,"message":"x is\nunknown","line":3,"column":5},{"ruleId":"b","severity":2,"message":"second","line":9,"column":1}`, `,"errorCount":2`) + "]",
			"0 passed 1 failed 0 skipped 1 noise\ncase src/a.js @ src/a.js:3 | 3:5 x is unknown (no-undef) / 9:1 second (b)"},
		{"errorCount alone", "[" + file("a.js", "", `,"errorCount":2`) + "]",
			"0 passed 1 failed 0 skipped\ncase a.js @ a.js:0 | errorCount says 2, 0 shown"},
		{"fatalErrorCount alone", "[" + file("a.js", "", `,"errorCount":0,"fatalErrorCount":1`) + "]",
			"0 passed 1 failed 0 skipped\ncase a.js @ a.js:0 | fatalErrorCount says 1, 0 shown"},
		{"a count that is null", "[" + file("a.js", "", `,"errorCount":null`) + "]", "0 passed 0 failed 0 skipped (wrong-shape 1:48)"},
		{"a count below zero", "[" + file("a.js", "", `,"errorCount":0,"fatalErrorCount":-1`) + "]", "0 passed 0 failed 0 skipped (wrong-shape 1:68)"},
		{"a count that is no number, of a file that failed", "[" + file("a.js", `{"severity":2,"message":"m"}`, `,"errorCount":"1"`) + "]",
			"0 passed 1 failed 0 skipped (wrong-shape 1:76)\ncase a.js @ a.js:0 | m"},
		{"no counts", "[" + file("a.js", "", "") + "]", "1 passed 0 failed 0 skipped"},
		{"counts that agree", "[" + file("a.js", `{"fatal":true,"severity":2,"message":"m"}`, `,"errorCount":1,"fatalErrorCount":1`) + "]",
			"0 passed 1 failed 0 skipped\ncase a.js @ a.js:0 | m"},
		{"a path of Windows", `[` + file(`.\\src\\a.js`, `{"ruleId":"r","severity":2,"message":"m"}`, "") + "]",
			"0 passed 1 failed 0 skipped\ncase src/a.js @ src/a.js:0 | m (r)"},
		{"ignored and red", "[" + file("a.js", `{"ruleId":null,"severity":1,"message":"File ignored by default."},{"severity":2,"message":"m"}`, "") + "]",
			"0 passed 1 failed 0 skipped\ncase a.js @ a.js:0 | m"},
		{"a rule that says ignored", "[" + file("a.js", `{"ruleId":"r","severity":1,"message":"File ignored by me"}`, "") + "]", "1 passed 0 failed 0 skipped 1 noise"},
		{"red before the cut", "[" + file("a.js", `{"severity":2,"message":"m"}`, "") + `,{"filePath":"b.js","mess`,
			"0 passed 1 failed 0 skipped (cut 1:101)\ncase a.js @ a.js:0 | m"},
		{"what npm prints before it", "\n> lint\n> eslint -f json\n[]", "0 passed 0 failed 0 skipped (wrong-shape 2:1)"},
		{"json-with-metadata", `{"results":[` + file("a.js", "", "") + `],"metadata":{}}`,
			"0 passed 0 failed 0 skipped (wrong-shape: eslint -f json is wanted, not json-with-metadata 1:1)"},
		{"an object that is cut", ` {"results":[`, "0 passed 0 failed 0 skipped (cut 1:14)"},
		{"another document", `{"filePath":"a.js"}`, "0 passed 0 failed 0 skipped (wrong-shape 1:1)"},
		{"a file without messages", `[{"filePath":"a.js"}]`, "0 passed 0 failed 0 skipped (wrong-shape 1:2)"},
		{"messages twice", `[{"filePath":"a.js","messages":[],"messages":[]}]`, "0 passed 0 failed 0 skipped (duplicate-key 1:35)"},
		{"a severity that is none", "[" + file("a.js", `{"severity":"2","message":"m"}`, "") + "]", "0 passed 0 failed 0 skipped (wrong-shape 1:45)"},
		{"fatal without a severity", "[" + file("a.js", `{"fatal":true,"message":"m"}`, "") + "]", "0 passed 1 failed 0 skipped\ncase a.js @ a.js:0 | m"},
		{"empty", "", "0 passed 0 failed 0 skipped (empty 1:1)"},
		{"something behind it", "[] x", "0 passed 0 failed 0 skipped (trailing-bytes 1:4)"},
	} {
		if got := summary(readWhole(t, "eslint-json", []byte(c.src))); got != c.want {
			t.Errorf("%s\ngot  %s\nwant %s", c.name, got, c.want)
		}
	}
}

func TestLCOV(t *testing.T) {
	for _, c := range []struct{ name, src, want string }{
		{"nothing", "", "0 passed 0 failed 0 skipped (empty)"},
		{"only a test's name", "TN:x\n", "0 passed 0 failed 0 skipped (empty)"},
		{"hit", "SF:a\nDA:1,0\nDA:2,1,abc\nend_of_record\n", "1 passed 0 failed 0 skipped"},
		{"not hit", "SF:a\nDA:1,0\nDA:2,-1\nDA:3,\nDA:4\nLH:0\nend_of_record\n", "0 passed 0 failed 1 skipped"},
		{"lines only counted", "SF:a\nLF:9\nLH:4\nend_of_record", "1 passed 0 failed 0 skipped"},
		{"a count beyond any number", "SF:a\r\nDA:1,99999999999999999999999\r\nend_of_record\r\n", "1 passed 0 failed 0 skipped"},
		{"cut in a record", "SF:a\nDA:1,1\nend_of_record\nSF:b\nDA:1,1\nend_of_rec", "1 passed 0 failed 0 skipped 1 noise (cut)"},
		{"a record that another begins in", "SF:a\nDA:1,1\nSF:b\nDA:1,1\nend_of_record\n", "1 passed 0 failed 0 skipped (cut)"},
		{"another text", "# c\n<html>\nSF: x\nend_of_record\nend_of_record\n", "0 passed 0 failed 1 skipped 2 noise"},
		{"a hit outside a record", "DA:1,1\nSF:a\nend_of_record\n", "0 passed 0 failed 1 skipped"},
	} {
		src := []byte(c.src)
		if got := summary(readWhole(t, "lcov", src)); got != c.want {
			t.Errorf("%s\ngot  %s\nwant %s", c.name, got, c.want)
		}
		if got, want := readLines("lcov", src), ReadReport("lcov", nil, src, true); string(got) != string(want) {
			t.Errorf("%s by lines\ngot  %s\nwant %s", c.name, got, want)
		}
	}
}
