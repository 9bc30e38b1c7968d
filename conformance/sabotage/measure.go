package main

import "strings"

// kinds takes from rows the kinds of evidence that their rules require.
func kinds(s *suite, ref *reference) {
	for _, c := range []struct {
		rule, ref string
		kinds     []string
	}{
		{"L-01", "test:unit::ledger.TestPostBalances", of("missing-kind")},
		{"L-01", "file:ledger/post.go#Post", of("missing-kind", "no-signature")},
		{"L-02", "check:schema", of("missing-kind")},
		{"L-03", `test:web::"amounts are integers"`, of("missing-kind")},
		{"L-03", "file:web/form.ts#validateAmount", of("no-signature")},
		{"L-04", "file:db/schema.sql#account_balance", of("missing-kind", "no-signature")},
		{"L-05", "adr:ADR-0005", of("deviated-without-adr")},
		{"S-01", "test:web::readers need a role", of("missing-kind")},
		{"S-01", "file:tools/audit.py#check_reader", of("missing-kind")},
		{"S-02", "file:scripts/limit.lua#take_token", of("no-signature")},
		{"S-03", "file:ops/backup#encrypt_dump", of("no-signature")},
	} {
		s.red(c.rule+" no longer cites "+c.ref, c.kinds, ref.row(c.rule).without(c.ref))
	}
	s.red("L-05 applied by its file alone", of("missing-kind"), ref.row("L-05").with(func(n *row) { n.status, n.evidence = "applied", "file:lib/round.rb#half_even" }))
	s.red("S-04 applied by a file", of("missing-kind"), ref.row("S-04").with(func(n *row) { n.status, n.evidence = "applied", "file:db/schema.sql" }))
}

// A measured is a reference to a case, and where its report holds it.
type measured struct {
	rule, ref, check, name, path    string
	renamed, failed, skipped, twice [2]string // what stands there, what instead
}

var junitEnd = [2]string{"/>", "><failure message=\"not so\"/></testcase>"}

func junitCase(class, name, time string) (m measured) {
	text := `<testcase classname="` + class + `" name="` + name + `" time="` + time + `"`
	m.renamed = [2]string{text + "/>", `<testcase classname="` + class + `" name="` + name + ` too" time="` + time + `"/>`}
	m.failed = [2]string{text + "/>", text + junitEnd[1]}
	m.skipped = [2]string{text + "/>", text + "><skipped/></testcase>"}
	m.twice = [2]string{text + "/>", text + "/>" + text + junitEnd[1]}
	return m
}

func tapCase(n, name string) (m measured) {
	line := "ok " + n + " - " + name
	m.renamed = [2]string{line, line + " too"}
	m.failed = [2]string{line + "\n", "not " + line + "\n"}
	m.skipped = [2]string{line + "\n", line + " # SKIP today\n"}
	m.twice = [2]string{line + "\n", line + "\nnot ok 5 - " + name + "\n"}
	return m
}

func (m measured) cited(rule, ref, check, path, name string) measured {
	m.rule, m.ref, m.check, m.path, m.name = rule, ref, check, path, name
	return m
}

var citedCases = []measured{
	junitCase("ledger", "TestPostBalances", "0.01").cited("L-01", "test:unit::ledger.TestPostBalances", "unit", "reports/unit.xml", "TestPostBalances"),
	junitCase("mask", "TestAccount/long &amp; plain", "0.00").cited("L-07", `test:unit::"mask.TestAccount/long & plain"`, "unit", "reports/unit.xml", "long & plain"),
	tapCase("1", "amounts are integers").cited("L-03", `test:web::"amounts are integers"`, "web", "reports/web.tap", "amounts are integers"),
	tapCase("2", "a form posts once").cited("L-08", "test:web::a form posts once", "web", "reports/web.tap", "a form posts once"),
	tapCase("3", "readers need a role").cited("S-01", "test:web::readers need a role", "web", "reports/web.tap", "readers need a role"),
	junitCase("drill", "restores a dump", "31.2").cited("S-03", "test:reports/restore.xml::drill.restores a dump", "", "reports/restore.xml", "restores a dump"),
}

// cases spoils each reference to a case, and the case.
func cases(s *suite, ref *reference) {
	for _, m := range citedCases {
		r := ref.row(m.rule)
		in := func(what string) string { return m.rule + " case " + m.name + ": " + what }
		outcome := func(t *testCase) {
			if m.check != "" {
				t.Checks = []string{m.check + " failed"}
			}
		}
		failed := of("case-failed")
		if m.check != "" {
			failed = nil // the check says it
		}
		turn := func(c [2]string) edit { return replace(m.path, c[0], c[1]) }
		s.red(in("renamed in the report"), of("case-not-found"), turn(m.renamed))
		outcome(s.red(in("red"), failed, turn(m.failed)))
		s.add(in("skipped"), unproven, of("case-skipped"), turn(m.skipped))
		twice := []edit{turn(m.twice)}
		if strings.HasSuffix(m.path, ".tap") {
			twice = append(twice, replace(m.path, "1..4", "1..5"))
		}
		outcome(s.red(in("twice, once red"), failed, twice...))
		s.red(in("another name cited"), of("case-not-found"), r.instead(m.ref, strings.Replace(m.ref, m.name, m.name+"x", 1)))
		s.red(in("no name cited"), of("bad-reference"), r.instead(m.ref, m.ref[:strings.Index(m.ref, "::")]))
		report := m.ref[len("test:"):strings.Index(m.ref, "::")]
		unknown, other := "unknown-check|unknown-report", "no-such-check"
		if m.check == "" {
			unknown, other = "missing-evidence|unknown-report", "reports/gone.xml"
		}
		s.red(in("another report cited"), of(unknown), r.instead(m.ref, strings.Replace(m.ref, report, other, 1)))
	}
	unit := ref.row("L-01")
	s.add("L-01 cites a skipped case", unproven, of("case-skipped"), unit.instead(unit.refs[1], "test:unit::ledger.TestPostLarge"))
	s.add("L-03 cites a skipped case", unproven, of("case-skipped"), ref.row("L-03").also("test:web::the form is dark"))
	s.red("L-01 cites a case of a check without a report", of("unknown-report"), unit.also("test:schema::ledger.TestPostBalances"))
	s.red("L-01 cites a case of a file that is no report", of("unknown-report"), unit.also("test:ledger/post.go::ledger.TestPostBalances"))
	s.red("L-01 cites a directory as a report", of("bad-reference"), unit.also("test:reports/::ledger.TestPostBalances"))
	s.red("L-02 cites a check that is not there", of("unknown-check"), ref.row("L-02").also("check:lint"))
	s.red("L-02 cites a check in the wrong case", of("unknown-check"), ref.row("L-02").instead("check:schema", "check:Schema"))
}

// reports spoils whole reports, and what makes them.
func reports(s *suite, _ *reference) {
	const end = "  </testsuite>\n</testsuites>\n"
	notRun := func(name, check string, edits ...edit) {
		s.add(name, unproven, of(), edits...).Checks = []string{check}
	}
	failed := func(name, check string, kinds []string, edits ...edit) {
		s.red(name, kinds, edits...).Checks = []string{check}
	}
	notRun("unit report cut", "unit not-run no-report", replace("reports/unit.xml", end, ""))
	notRun("unit report empty", "unit not-run no-report", rewrite("reports/unit.xml", ""))
	notRun("unit report is prose", "unit not-run no-report", rewrite("reports/unit.xml", "5 tests passed\n"))
	notRun("unit report without a case", "unit not-run zero-tests", rewrite("reports/unit.xml", "<testsuites tests=\"0\"/>\n"))
	failed("unit report deleted", "unit failed", of(), remove("reports/unit.xml"))
	notRun("web report cut", "web not-run no-report", replace("reports/web.tap", "ok 3 - readers need a role\nok 4 - the form is dark # SKIP no theme yet\n", ""))
	notRun("web report empty", "web not-run no-report", rewrite("reports/web.tap", ""))
	notRun("web report skipped as a whole", "web not-run all-skipped", rewrite("reports/web.tap", "1..0 # SKIP no browser\n"))
	notRun("web report without a plan", "web not-run no-report", replace("reports/web.tap", "1..4\n", ""))
	failed("web report bails out", "web failed", of(), appendTo("reports/web.tap", "Bail out! no browser\n"))
	s.add("web report with fewer cases than wanted", unproven, of("case-skipped"),
		rewrite("reports/web.tap", "1..4\nok 1 - amounts are integers\nok 2 - a form posts once # SKIP\nok 3 - readers need a role # SKIP\nok 4 - the form is dark # SKIP\n")).Checks = of("web not-run zero-tests")
	failed("another case of the unit report is red", "unit failed", of(), replace("reports/unit.xml", `name="TestPostRefuses" time="0.01"/>`, `name="TestPostRefuses" time="0.01"><failure/></testcase>`))
	failed("web report in which another line is red", "web failed", of(), replace("reports/web.tap", "1..4", "1..5"), appendTo("reports/web.tap", "not ok 5 - colours\n"))
	failed("schema differs from what is expected", "schema failed", of(), appendTo("db/schema.sql", "CREATE TABLE more (id int);\n"))
	failed("expected schema is deleted", "schema failed", of(), remove("db/schema.expected.sql"))
	s.red("restore report cut", of("case-without-result|unknown-report|unreadable-evidence"), replace("reports/restore.xml", "</testsuite>\n", ""))
	s.red("restore report cut within the cited case", of("case-without-result|unknown-report|unreadable-evidence"), replace("reports/restore.xml", "time=\"31.2\"/>\n  <testcase classname=\"drill\" name=\"counts the entries\" time=\"2.0\"/>\n</testsuite>\n", ""))
	s.red("restore report empty", of("blank-evidence|unknown-report|unreadable-evidence"), rewrite("reports/restore.xml", ""))
	s.red("restore report is prose", of("unknown-report|unreadable-evidence"), rewrite("reports/restore.xml", "restores a dump: passed\n"))
	s.red("restore report deleted", of("missing-evidence"), remove("reports/restore.xml"))
	s.red("A15 restore report leads out by a link", of("outside-evidence"), copyOf("reports/restore.xml", "{outside}/restore.xml"), remove("reports/restore.xml"), link("reports/restore.xml", "{outside}/restore.xml"))
	const unit = `{"id": "unit", "run": ["cat", "reports/unit.xml"], "report": "junit"},`
	const schema = `"run": ["cmp", "db/schema.sql", "db/schema.expected.sql"]`
	notRun("the program of unit is missing", "unit not-run missing-program", replace("stile.json", `"cat", "reports/unit.xml"`, `"no-such-program-here", "reports/unit.xml"`))
	notRun("the program of schema is missing", "schema not-run missing-program", replace("stile.json", schema, `"run": ["no-such-program-here"]`))
	failed("schema fails", "schema failed", of(), replace("stile.json", schema, `"run": ["false"]`))
	notRun("the directory of schema is missing", "schema not-run wrong-directory", replace("stile.json", schema, schema+`, "cwd": "gone"`))
	notRun("the least of web is raised", "web not-run zero-tests", replace("stile.json", `"min": 2`, `"min": 20`))
	notRun("unit is read as another format", "unit not-run no-report", replace("stile.json", `"report": "junit"`, `"report": "tap"`))
	s.red("unit has no report any more", of("unknown-report"), replace("stile.json", `, "report": "junit"}`, `}`))
	s.red("unit is no check any more", of("unknown-check"), replace("stile.json", unit, ""))
	s.red("unit has another id", of("unknown-check"), replace("stile.json", `"id": "unit"`, `"id": "units"`))
	s.red("schema has another id", of("unknown-check"), replace("stile.json", `"id": "schema"`, `"id": "shape"`))
	s.red("unit waits for a check that fails", of(), replace("stile.json", `"report": "junit"}`, `"report": "junit", "after": ["schema"]}`), replace("stile.json", schema, `"run": ["false"]`)).Checks = of("unit not-run after", "schema failed")
}
