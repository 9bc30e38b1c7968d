package scan

import "testing"

func TestJUnit(t *testing.T) {
	for _, c := range []struct{ name, src, want string }{
		{"no cases", `<testsuites tests="0"/>`, "0 passed 0 failed 0 skipped"},
		{"empty file", " \n", "0 passed 0 failed 0 skipped (empty 2:1)"},
		{"another document", `<html><testcase name="a"/></html>`, "1 passed 0 failed 0 skipped (not-junit)"},
		{"B3 prose about failures means nothing",
			`<testsuite><testcase name="a"><system-out>no failures found, 3 FAILED</system-out></testcase></testsuite>`,
			"1 passed 0 failed 0 skipped"},
		{"a failure inside system-out means nothing",
			`<testsuite><testcase name="a"><system-out><failure/></system-out></testcase></testsuite>`,
			"1 passed 0 failed 0 skipped"},
		{"skipped, and skipped with a failure",
			`<testsuite><testcase name="a"><skipped/></testcase><testcase name="b"><skipped/><failure/></testcase></testsuite>`,
			"0 passed 1 failed 1 skipped\ncase b | "},
		{"message first, then text, once",
			"<testsuite><testcase name=\"a\"><failure message=\"m&#10;n\">m\nat x</failure></testcase><testcase name=\"b\"><failure message=\"m\">m\nat x</failure></testcase></testsuite>",
			"0 passed 2 failed 0 skipped\ncase a | m / n / m / at x\ncase b | m / at x"},
		{"file and line",
			`<testsuite><testcase classname="k" name="a" file="t/x.py" line="7"><error file="y" line="1"/></testcase><testcase name="b"><failure file="z.c" line="12"/></testcase></testsuite>`,
			"0 passed 2 failed 0 skipped\ncase k.a @ t/x.py:7 | \ncase b @ z.c:12 | "},
		{"a suite that says more than it shows",
			`<testsuites failures="3"><testsuite name="s" failures="2" errors="1"><testcase name="a"><failure/></testcase></testsuite></testsuites>`,
			"0 passed 2 failed 0 skipped\ncase a | \ncase s | suite says 3 failures, 1 shown"},
		{"a suite that says less", `<testsuite failures="0"><testcase name="a"><failure/></testcase></testsuite>`,
			"0 passed 1 failed 0 skipped\ncase a | "},
		{"an error of the suite itself", `<testsuite name="s" errors="1"><error message="no fixture"/></testsuite>`,
			"0 passed 1 failed 0 skipped\ncase s | no fixture"},
		{"status says failed, no element does", `<testsuite><testcase name="a" status="fail"/></testsuite>`,
			"0 passed 1 failed 0 skipped\ncase a | "},
		{"status in capitals", `<testsuite><testcase name="a" status="FAILED"/><testcase name="b" status="Skipped"/><testcase name="c" status="Passed"/></testsuite>`,
			"1 passed 1 failed 1 skipped\ncase a | "},
		{"result says it", `<testsuite><testcase name="a" status="run" result="failed"/><testcase name="b" status="notrun" result="suppressed"/><testcase name="c" status="run" result="completed"/><testcase name="d" result="Error"/></testsuite>`,
			"1 passed 2 failed 1 skipped\ncase a | \ncase d | "},
		{"status says skipped, result failed", `<testsuite><testcase name="a" status="skipped" result="failed"/></testsuite>`, "0 passed 1 failed 0 skipped\ncase a | "},
		{"a count with a sign", `<testsuite failures="+1"><testcase name="a"/></testsuite>`, "1 passed 0 failed 0 skipped (bad-count 1:25)"},
		{"a count with a zero before it", "<testsuites>\n<testsuite errors=\"01\"><testcase name=\"a\"/></testsuite></testsuites>", "1 passed 0 failed 0 skipped (bad-count 2:23)"},
		{"a count with a fraction", `<testsuites failures="1.0"><testsuite/></testsuites>`, "0 passed 0 failed 0 skipped (bad-count 1:27)"},
		{"a count with a space", `<testsuite failures=" 1"/>`, "0 passed 0 failed 0 skipped (bad-count 1:26)"},
		{"a count below zero", `<testsuite failures="-1"/>`, "0 passed 0 failed 0 skipped (bad-count 1:26)"},
		{"an empty count", `<testsuite failures=""/>`, "0 passed 0 failed 0 skipped (bad-count 1:24)"},
		{"a count beyond any number", `<testsuite failures="99999999999999999999"/>`, "0 passed 0 failed 0 skipped (bad-count 1:44)"},
		{"a bad count takes no failure away", `<testsuite failures="x" errors="1"><testcase name="a"><failure/></testcase></testsuite>`, "0 passed 1 failed 0 skipped (bad-count 1:35)\ncase a | "},
		{"a count of what decides nothing", `<testsuite tests="1.0" skipped="x" failures="0"><testcase name="a" file="f" line=" 7"><failure/></testcase></testsuite>`,
			"0 passed 1 failed 0 skipped\ncase a @ f:7 | "},
		{"NUL in an attribute", "<testsuite><testcase name=\"a\x00b\"/></testsuite>", "0 passed 0 failed 0 skipped (bad-xml 1:29)"},
		{"NUL in what a test printed", "<testsuite><testcase name=\"a\"><system-out>\x00</system-out></testcase></testsuite>", "1 passed 0 failed 0 skipped"},
		{"a flaky test passed in the end", `<testsuite failures="0"><testcase name="a"><flakyFailure message="m"/></testcase></testsuite>`,
			"1 passed 0 failed 0 skipped"},
		{"red before the cut", `<testsuite><testcase name="a"><failure message="m"/></testcase><testcase name="b"><failure`,
			"0 passed 1 failed 0 skipped (cut 1:91)\ncase a | m"},
		{"red in the case that is cut", `<testsuite><testcase name="a"><failure message="m"/>`,
			"0 passed 1 failed 0 skipped (cut 1:53)\ncase a | m"},
		{"position of an error", "<testsuite>\n  <testcase name=a/>", "0 passed 0 failed 0 skipped (bad-xml 2:18)"},
		{"secrets and colours do not come through",
			"<testsuite><testcase name=\"a\"><failure message=\"\x1b[31mkey AKIAIOSFODNN7EXAMPLE\x1b[0m\"/></testcase></testsuite>",
			"0 passed 1 failed 0 skipped\ncase a | key [REDACTED]"},
	} {
		if got := summary(readWhole(t, "junit", []byte(c.src))); got != c.want {
			t.Errorf("%s\ngot  %s\nwant %s", c.name, got, c.want)
		}
	}
}

func TestJUnitNames(t *testing.T) {
	var names []string
	x := newXML(open(t, "junit-entities-cdata-split.xml"))
	for tok := x.next(); tok.kind != xmlEOF && tok.kind != xmlBad; tok = x.next() {
		if tok.kind == xmlStart && tok.name == "testcase" {
			names = append(names, tok.attr("name"))
		}
	}
	if len(names) != 5 || names[0] != `says "a"; 'b' & <c> ☃ 😀` || names[1] != "line\nbreak" {
		t.Errorf("names are %q", names)
	}
}
