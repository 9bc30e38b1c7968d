package main

import (
	"github.com/stile-gate/stile/core"
	"github.com/stile-gate/stile/core/fact"
)

// An asking is one way to ask about a judged project.
type asking struct {
	form, class string // the form is what the vector's name begins with
	judged
}

// forms are the ways to ask, by what a name begins with.
var forms = map[string]func(s *scene){
	"check-json":  func(s *scene) { s.check, s.flags = true, append([]string{"json"}, s.flags...) },
	"check-text":  func(s *scene) { s.check = true },
	"hook-claude": func(s *scene) { s.harness = "claude-code" },
	"hook-codex":  func(s *scene) { s.harness = "codex" },
	"verify":      func(s *scene) { s.verify = true },
	"want-check":  func(s *scene) { s.check = true },
	"want-verify": func(s *scene) { s.verify = true },
}

// askings are what is shown in one form only: rows whose check was not run, tables up to one, several projects, what is
// said of a semantic check, its stamp, the wants of each round, and what damaged facts come to.
func askings(*inputs) []vector {
	var out []vector
	for _, table := range [][]asking{unrunTable, throughTable, largeTable, nestedTable, semanticTable(), stampTable, tableWants} {
		for i := range table {
			a := &table[i]
			s := a.scene()
			forms[a.form](&s)
			s.name, s.class = a.form+"-table-"+a.name, a.class
			out = append(out, s.vector())
		}
	}
	for i := range tableDamages {
		d := &tableDamages[i]
		g := judged{comment: d.comment, rows: []string{measuredRow, "| API-4 | applied | test:out/cart.xml::adds | |", deviated("adr:7")}, more: withADRs,
			rules: []string{ruleOf("API-1", "high", "")}, files: map[string]string{"out/cart.xml": `<testsuite><testcase name="adds"/></testsuite>`, findingsPath: "date: 2026-11-30\n"}}
		s := g.scene()
		s.name, s.class = "bad-table-"+d.name, "bad-input"
		if d.hook {
			s.harness = harnesses[i%2]
			s.measures["lint"] = fact.Measure{Cause: "missing-program", Detail: "make"}
		} else {
			forms["check-json"](&s)
		}
		if d.scene != nil {
			d.scene(&s)
		}
		s.edit = d.edit
		out = append(out, s.vector())
	}
	return out
}

// notRun is why the check of tests was not run.
func notRun(m fact.Measure, report string) func(s *scene) {
	return func(s *scene) {
		s.measures["test"] = m
		if s.reports = nil; report != "" {
			s.reports = map[string]string{"test": report}
		}
	}
}

var (
	noProgram = fact.Measure{Cause: "missing-program", Detail: "go"}
	wasKilled = fact.Measure{Started: true, Signal: 9, Exit: -1, TreeAfter: treeA}
	ranOut    = fact.Measure{Started: true, TimedOut: true, Exit: -1, TreeAfter: treeA, Detail: fact.DetailDeadline}
	bothRows  = []string{measuredRow, "| API-4 | applied | check:test | |"}
)

var unrunTable = []asking{
	{"check-json", "not-run", judged{name: "not-run", comment: "A19 a row whose check was not run is undecided", rows: bothRows, edit: notRun(noProgram, "")}},
	{"hook-claude", "refuse", judged{name: "not-run", comment: "A19 the same as a refusal", rows: bothRows, edit: notRun(noProgram, "")}},
	{"check-json", "not-run", judged{name: "killed", comment: "A2 killed, though its report says that the case passed: nothing was observed", rows: bothRows, edit: notRun(wasKilled, goPass)}},
	{"hook-codex", "refuse", judged{name: "killed", comment: "A2 the same as a refusal", rows: bothRows, edit: notRun(wasKilled, goPass)}},
	{"check-json", "not-run", judged{name: "timed-out", comment: "A4 the hook's time ended it before the case began", rows: bothRows, edit: notRun(ranOut, goPass[:40])}},
	{"check-json", "not-run", judged{name: "zero-tests", comment: "A1 no test ran: the case is not known to be gone", rows: bothRows, edit: notRun(ended(0, ""), goNothing)}},
	{"check-json", "not-run", judged{name: "no-report", comment: "exit 0 and no report", rows: bothRows, edit: notRun(fact.Measure{Started: true, NoReport: "absent", TreeAfter: treeA}, "")}},
	{"hook-codex", "refuse", judged{name: "case-without-result", comment: "the case began, and the process was killed", rows: bothRows, edit: notRun(wasKilled, goPass[:120])}},
	{"check-json", "not-run", judged{name: "case-without-result", comment: "the case began, and nothing says how it ended", rows: bothRows, edit: notRun(wasKilled, goPass[:120])}},
	{"check-json", "red", judged{name: "not-run-and-red", comment: "one row waits, another one is red: red", rows: append(bothRows[:1:1], applied4("file:gone.go")), edit: notRun(noProgram, "")}},
	{"hook-claude", "refuse", judged{name: "not-run-and-red", comment: "the same as a refusal", rows: append(bothRows[:1:1], applied4("file:gone.go")), edit: notRun(noProgram, "")}},
	{"hook-codex", "release", judged{name: "released", comment: "a red row and an undecided one, and a pack that is not there, after the refusals of this turn: the line names them all", rules: []string{ruleOf("API-1", "low", "")}, files: map[string]string{shopPack: ""}, rows: []string{applied("file:gone.go"), applied4("check:test")}, edit: func(s *scene) {
		notRun(noProgram, "")(s)
		s.state = &fact.Session{Writable: true, Refusals: 1}
	}}},
	{"hook-claude", "release", judged{name: "released-undecided", comment: "an undecided row alone: the line names the table as not run", rows: []string{naRow}, edit: func(s *scene) { s.state = &fact.Session{Writable: true, Refusals: 1} }}},
	{"hook-claude", "refuse", judged{name: "again", comment: "a finding that this session was shown in full has one line", rows: []string{applied("file:gone.go")}, edit: func(s *scene) {
		s.measures["lint"] = noProgram
		s.policies["."] = s.policies["."][:len(s.policies["."])-1] + `,"hook":{"blocks":3}}`
		first := *s
		first.harness = "claude-code"
		s.state = &fact.Session{Writable: true, Refusals: 1, Known: known(&first)}
	}}},
	{"hook-codex", "refuse", judged{name: "undecided", comment: "every check passed, and a table has too few rows: nothing failed", rows: []string{naRow}}},
	{"hook-claude", "refuse", judged{name: "finding-alone", comment: "every check passed, and a row is red", rows: []string{applied("file:gone.go")}}},
	{"hook-codex", "quiet", judged{name: "green", comment: "a green table: nothing is said, and a hook asks for no findings file", rows: []string{measuredRow}}},
}

func applied4(evidence string) string { return "| API-4 | applied | " + evidence + " | |" }

const twoTables = `{"stile":1,` + shopChecks + `,"tables":["docs/shop.md","docs/security.md"]}`

func secondTable(rows ...string) map[string]string {
	return map[string]string{"docs/security.md": rowsOf(rows...)}
}

func through(id string) func(s *scene) {
	return func(s *scene) { s.flags = append(s.flags, "through="+id) }
}

var throughTable = []asking{
	{"check-json", "red", judged{name: "second-red", comment: "the second of two tables is red", rows: []string{measuredRow}, policy: twoTables, files: secondTable(applied("file:gone.go"))}},
	{"check-json", "green", judged{name: "through-first", comment: "up to the first one: the second is not looked at, and nothing is said of a semantic check", rows: []string{measuredRow}, policy: twoTables, files: secondTable(applied("file:gone.go")), edit: through("shop")}},
	{"check-text", "red", judged{name: "through-second", comment: "up to the second one", rows: []string{measuredRow}, policy: twoTables, files: secondTable(applied("file:gone.go")), edit: through("security")}},
	{"check-json", "fault", judged{name: "through-unknown", comment: "up to one that no stile.json names: it could not be asked", rows: []string{measuredRow}, policy: twoTables, files: secondTable(), edit: through("shpo")}},
	{"check-json", "green", judged{name: "through-rules", comment: "a rule for a table that is not judged is not lost", rows: []string{measuredRow}, edit: through("shop"), files: map[string]string{"docs/security.md": "x", "rules/a.json": packOf(`{"id":"SEC-1","title":"t","table":"security","severity":"high"}`)},
		policy: `{"stile":1,` + shopChecks + `,"tables":["docs/shop.md","docs/security.md"],"rules":[` + pinned("rules/a.json", packOf(`{"id":"SEC-1","title":"t","table":"security","severity":"high"}`)) + `]}`}},
}

var largeTable = []asking{
	{"check-json", "red", judged{name: "signatures-too-many", comment: "more texts than one file may be asked for", rows: manySignatures("| S%d | applied | file:" + shopCode + " | |"), rules: manySignatures(`{"id":"S%d","title":"t","table":"shop","severity":"low","signature":"%d"}`)}},
}

// nested are two projects, each with a table that cites its own files.
func nested(apiRows []string, edit func(s *scene)) func(s *scene) {
	return func(s *scene) {
		s.projects = &fact.Projects{Repository: true, Cwd: ".", Chain: []string{"."}, Nested: []string{"api", "web"}}
		s.changed = &fact.Changed{Base: "1a2b3c4", Paths: []string{"api/total.go"}}
		s.policies["api"] = `{"stile":1,"checks":[{"id":"test",` + tap + `}],"tables":["docs/shop.md"],"adrs":["adr"]}`
		s.policies["web"] = `{"stile":1,"tables":["gone.md"]}`
		s.reports["api:test"] = tapPass
		s.files["api/docs/shop.md"] = rowsOf(apiRows...)
		s.files["api/adr/0001-own.md"] = "# 1. Own\n\nStatus: accepted\n"
		if edit != nil {
			edit(s)
		}
	}
}

var nestedTable = []asking{
	{"check-json", "green", judged{name: "nested", comment: "two projects in play, a third one is not: paths, checks and decisions are each project's own", rows: []string{measuredRow}, edit: nested([]string{applied("file:total.go#Total; test:test::adds"), deviated("adr:1")}, nil)}},
	{"check-json", "red", judged{name: "nested-red", comment: "the nested one cites what only the outer one has", rows: []string{measuredRow}, edit: nested([]string{applied("file:api/total.go"), applied4("check:lint"), deviated("adr:7")}, nil)}},
	{"check-json", "red", judged{name: "nested-own-table", comment: "A11 the outer one cites the table of the nested one", rows: []string{applied("file:api/docs/shop.md")}, edit: nested([]string{applied("test:test::adds")}, nil)}},
	{"hook-claude", "refuse", judged{name: "nested-not-run", comment: "the nested one's check was not run", rows: []string{measuredRow}, edit: nested([]string{applied("test:test::adds")}, func(s *scene) {
		s.measures["api:test"] = fact.Measure{Cause: "missing-program", Detail: "sh"}
	})}},
}

// stampOf is what `stile verify --stamp` prints for a project.
func stampOf(g judged) string {
	s := g.scene()
	s.verify = true
	rec, _ := s.play()
	a, _ := core.ParseAnswer(core.Eval(rec.Append(nil)))
	return a.Reply.Stdout
}

// semanticTable is what is said of a findings file: by its stamp, and never by what else is in it.
func semanticTable() []asking {
	g := judged{rows: []string{measuredRow, deviated("adr:7")}, more: withADRs, rules: []string{ruleOf("API-1", "high", "")}}
	fresh := "date: 2026-11-30\n" + stampOf(g)[len("date: YYYY-MM-DD\n"):]
	said := func(form, name, comment, text string) asking {
		x := g
		x.name, x.comment, x.files = "semantic-"+name, comment, map[string]string{findingsPath: text}
		return asking{form, "green", x}
	}
	edited := said("check-json", "edited", "a cited file changed since: stale", fresh)
	edited.files[shopCode] = goSource + "// more\n"
	closed := said("check-json", "closed", "a findings file that cannot be read: undated", fresh)
	closed.edit = unreadable("file:"+findingsPath, "permission denied")
	red := said("check-json", "red", "of a red verdict nothing is said", fresh)
	red.class, red.rows = "red", []string{applied("file:gone.go")}
	return []asking{
		said("check-json", "absent", "no findings file", ""),
		said("check-json", "fresh", "its stamp is that of the tables, the packs and what is cited", fresh),
		said("check-text", "fresh", "the same for people", fresh),
		said("check-json", "stale", "another stamp", "date: 2026-11-30\nstamp: 5f3c2a9b10de4e1a\n"),
		said("check-json", "undated", "a stamp and no date", stampOf(g)),
		said("check-text", "verdict", "whatever it says of a verdict is nothing to the gate", "VERDICT: FAIL\nred\nexit 1\n"),
		edited, closed, red,
	}
}

var stampTable = []asking{
	{"verify", "stamp", judged{name: "stamp", comment: "what a findings file must carry", rows: []string{measuredRow, deviated("adr:7")}, more: withADRs}},
	{"verify", "stamp", judged{name: "red", comment: "a red table has a stamp: nothing is judged", rows: []string{applied("file:gone.go"), applied4("adr:7")}}},
	{"verify", "fault", judged{name: "none", comment: "no stile.json names a table", policy: `{"stile":1,` + shopChecks + `}`}},
	{"verify", "fault", judged{name: "no-project", comment: "no stile.json at all", edit: func(s *scene) { s.projects = &fact.Projects{Repository: true, Cwd: "."} }}},
	{"verify", "stamp", judged{name: "nested", comment: "the nearest project with a table, seen from below it", rows: []string{measuredRow}, edit: nested([]string{applied("file:total.go"), applied4("file:stile/asks/x.md")}, func(s *scene) {
		s.files["api/stile/asks/x.md"] = "x\n"
		s.projects = &fact.Projects{Repository: true, Cwd: "api/x", Chain: []string{"api", "."}}
	})}},
}

var tableWants = []asking{
	{"want-check", "want", judged{name: "files", comment: "the tree is known: the tables, the packs and the findings file, each with its reading", rows: []string{measuredRow}, rules: []string{ruleOf("API-1", "high", "")}, edit: wanting("file:" + shopTable)}},
	{"want-check", "want", judged{name: "cited", comment: "the tables are known: what is cited, the directories of decisions and the checks, all at once", more: withADRs, edit: wanting("evidence:"),
		rows:  []string{applied("file:api/total.go#Total; file:api/total.go:3#Sum; file:Makefile; test:out/cart.xml::adds; test:out/cart.xml::b; test:test::TestTotal; adr:7")},
		rules: []string{ruleOf("API-1", "high", `"signature":"Ledger"`)}}},
	{"want-check", "want", judged{name: "decision", comment: "the directory is known: the record that is meant", rows: []string{deviated("adr:7")}, more: withADRs, edit: wanting("adr:")}},
	{"want-check", "want", judged{name: "measure", comment: "a measurement that is asked about cases", rows: []string{measuredRow, applied4("test:test::TestB; test:test::TestA")}, edit: wanting("measure:")}},
	{"want-check", "want", judged{name: "through", comment: "up to one table: the findings file is not asked for", rows: []string{measuredRow}, policy: twoTables, files: secondTable(), edit: func(s *scene) {
		through("shop")(s)
		s.until = "file:" + shopTable
	}}},
	{"want-verify", "want", judged{name: "files", comment: "verify asks for the tables, and for no tree", rows: []string{measuredRow}, edit: wanting("file:" + shopTable)}},
	{"want-verify", "want", judged{name: "cited", comment: "and for what is cited, but for no check", rows: []string{measuredRow, deviated("adr:7")}, more: withADRs, edit: wanting("evidence:")}},
}

func wanting(id string) func(s *scene) { return func(s *scene) { s.until = id } }

// A tableDamage is done to a green project with every kind of reference.
type tableDamage struct {
	name, comment string
	hook          bool
	scene         func(s *scene)
	edit          func(r *fact.Recording)
}

// said replaces the reading in a fact about a file.
func said(id string, read string) func(r *fact.Recording) {
	return func(r *fact.Recording) {
		f, _ := r.Get(id)
		var x fact.Evidence
		var y fact.File
		if f.Into(&x) {
			x.Read = []byte(read)
			replace(r, id, &x)
		} else if f.Into(&y) {
			y.Read = []byte(read)
			replace(r, id, &y)
		}
	}
}

var tableDamages = []tableDamage{
	{name: "table-forged", comment: "a reading of a table that nothing wrote: red", edit: said("file:"+shopTable, `{"found":true,"line":1,"col":1,"rows":[]}`)},
	{name: "table-counts", hook: true, comment: "a reading of a table whose counts are not those of its rows: red", edit: said("file:"+shopTable, `{"found":true,"line":1,"col":1,"rows":[],"counts":{"applied":1,"deviated":0,"n/a":0,"proposed":0,"unread":0},"findings":[],"total":0}`)},
	{name: "table-upwards", hook: true, comment: "a reading of a table with a path that leads upwards: red", edit: said("file:"+shopTable, `{"found":true,"line":3,"col":1,"rows":[{"rule":"A","status":"applied","proposal":"","note":"","wrong":false,"line":7,"col":3,"refs":[{"kind":"file","path":"../x","at":0,"symbol":"","line":7,"col":17}]}],"counts":{"applied":1,"deviated":0,"n/a":0,"proposed":0,"unread":0},"findings":[],"total":0}`)},
	{name: "pack-forged", hook: true, comment: "a reading of a pack that nothing wrote: red", edit: said("file:"+shopPack, `{"id":"shop","rules":[],"findings":[],"total":0}`)},
	{name: "evidence-forged", comment: "a reading of evidence with a line that the file does not have: red", edit: said("evidence:"+shopCode, `{"lines":0,"blank":false,"text":true,"lexer":"go","symbols":[],"signatures":[]}`)},
	{name: "evidence-silent", hook: true, comment: "a reading of evidence that was not asked about the symbol: red", scene: func(s *scene) {
		s.facts["evidence:"+shopCode] = present(&fact.Evidence{Size: 2, SHA256: treeB, Spelling: shopCode, Real: shopCode, Read: core.Read([]byte("evidence"), []byte(frames(shopCode)), []byte(goSource))})
	}},
	{name: "evidence-fault", comment: "a fault in place of a reading: red", edit: said("evidence:"+shopCode, `{"fault":{"code":"bad-query","message":"x"}}`)},
	{name: "evidence-cut", comment: "evidence whose bytes break off: a fault", edit: func(r *fact.Recording) {
		b := get(r, "evidence:"+shopCode)
		set(r, "evidence:"+shopCode, b[:len(b)-1])
	}},
	{name: "evidence-spelling", hook: true, comment: "a spelling that no line may hold: red", scene: func(s *scene) {
		s.cited[shopCode] = fact.Evidence{Spelling: "api/\x1b[31mTotal.go\n\u202e"}
	}},
	{name: "record-forged", comment: "a reading of a decision that nothing wrote: red", edit: said("adr:"+shopADR, `{"id":"7","title":"","status":"","word":"fine","line":1,"col":1,"supersededBy":"","template":false,"blank":false,"size":1,"findings":[]}`)},
	{name: "record-cut", hook: true, comment: "a decision whose bytes break off: a fault", edit: func(r *fact.Recording) { set(r, "adr:"+shopADR, []byte{1}) }},
	{name: "report-forged", hook: true, comment: "a reading of a report that nothing wrote: red", edit: said("report:out/cart.xml", `{"format":"junit","passed":99}`)},
	{name: "report-silent", comment: "a reading of a report that was not asked about the case: red", scene: func(s *scene) {
		s.facts["report:out/cart.xml"] = present(&fact.Evidence{Size: 2, SHA256: treeB, Spelling: "out/cart.xml", Real: "out/cart.xml", Read: core.Read([]byte("junit"), lastChunk(nil), []byte(junitPass))})
	}},
	{name: "list-cut", comment: "a list whose bytes break off: a fault", edit: func(r *fact.Recording) {
		b := get(r, "list:docs/adr")
		set(r, "list:docs/adr", b[:len(b)-1])
	}},
	{name: "list-no-utf8", comment: "a list with a name that is no UTF-8: a fault, for no fact could be asked for by it", scene: func(s *scene) {
		s.facts["list:docs/adr"] = present(&fact.List{Names: []string{"0007-\xff.md"}})
	}},
	{name: "list-hostile", hook: true, comment: "a list with names that are none, out of order and twice: the record is ambiguous", scene: func(s *scene) {
		s.facts["list:docs/adr"] = present(&fact.List{Names: []string{"", "..", "0007-use-cents.md", "0007-use-cents.md", "0007\x1b[31m.md", ".md", "a/../../b.md", "0001-a.md"}, More: -1})
	}},
	{name: "list-unreadable", hook: true, comment: "a directory that cannot be listed", scene: unreadable("list:docs/adr", "its directory cannot be listed")},
	{name: "findings-forged", comment: "a reading of the findings file that nothing wrote: undated, and the verdict is what it was", edit: said("file:"+findingsPath, `{"date":"today","stamp":""}`)},
	{name: "findings-cut", comment: "a findings file whose bytes break off: a fault", edit: func(r *fact.Recording) { set(r, "file:"+findingsPath, []byte{1}) }},
	{name: "wanted-forged", comment: "a report in a measure that was asked about another case: red", edit: func(r *fact.Recording) {
		m := ended(0, "")
		m.Report = core.Read([]byte("go-test-json"), []byte(asked("", "last", "TestOther")), []byte(goPass))
		replace(r, "measure:.:test", &m)
	}},
	{name: "pack-digest", hook: true, comment: "a pack with another digest than its bytes have: not the agreed one", edit: func(r *fact.Recording) {
		f, _ := r.Get("file:" + shopPack)
		var x fact.File
		f.Into(&x)
		x.SHA256 = ""
		replace(r, "file:"+shopPack, &x)
	}},
}
