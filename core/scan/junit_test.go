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
