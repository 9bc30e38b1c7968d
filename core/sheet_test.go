package core

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// two is the green scene with a second table, security, and a pack that has rules for both.
func two() *scene {
	s := green()
	policy(`"tables": ["docs/conformance.md"]`, `"tables": ["docs/conformance.md", {"file": "docs/security.md", "min": 2}]`)(s)
	rules(`{"id": "R1", "title": "guard it", "table": "conformance", "severity": "high"}`,
		`{"id": "S1", "title": "lock it", "table": "security", "severity": "critical", "requires": ["check"]}`)(s)
	s.files["docs/security.md"] = rowsOf("| S1 | applied | check:lint | |", "| S2 | deviated | adr:8 | |")
	return s
}

func TestThrough(t *testing.T) {
	broken := two().with(map[string]string{"docs/security.md": rowsOf("| S1 | applied | file:gone | |")})
	later := two().with(map[string]string{"docs/conformance.md": rowsOf("| R1 | applied | file:docs/security.md | |")})
	other := two()
	policy(`"SHA(rules/api.json)"}`, `"SHA(rules/api.json)"}, {"pack": "rules/later.json", "sha256": "SHA(rules/later.json)"}`)(other)
	other.files["rules/later.json"] = packOf(`{"id": "S3", "title": "x", "table": "security", "severity": "low"}`)
	stray := two()
	rules(`{"id": "R1", "title": "guard it", "table": "conformance", "severity": "high"}`, `{"id": "X1", "title": "x", "table": "secrets", "severity": "low"}`)(stray)
	for _, c := range []struct {
		name    string
		scene   *scene
		through string
		verdict string
		tables  string
		found   int
	}{
		{"both", two(), "", "green", "conformance security", 0},
		{"the first", two(), "conformance", "green", "conformance", 0},
		{"the last", two(), "security", "green", "conformance security", 0},
		{"the last is broken", broken, "", "red", "conformance security", 2},
		{"the first is not", broken, "conformance", "green", "conformance", 0},
		{"a pack for the later one", other, "conformance", "green", "conformance", 0},
		{"a rule for no table", stray, "", "red", "conformance security", 1},
		{"a rule for no table, in part", stray, "conformance", "red", "conformance", 1},
		{"a later table is no evidence", later, "conformance", "red", "conformance", 1},
	} {
		s := c.scene
		if c.through != "" {
			s = s.flagged("through=" + c.through)
		}
		d := s.check(t)
		var ids []string
		for _, x := range d.Projects[0].Tables {
			ids = append(ids, x.ID)
		}
		if d.Verdict != c.verdict || strings.Join(ids, " ") != c.tables || len(d.found()) != c.found {
			t.Errorf("%s: %s, tables %v, %v", c.name, d.Verdict, ids, d.found())
		}
		if c.through != "" && d.Projects[0].Semantic != "" {
			t.Errorf("%s: semantic %q of a part", c.name, d.Projects[0].Semantic)
		}
	}
	if d := nested().flagged("through=inner").check(t); d.levels() != "R1 measured holds; I1 measured holds; I2 present holds" {
		t.Errorf("a project without the table is not judged whole: %s", d.levels())
	}
	r, _ := two().flagged("through=secrets", "json").ask(t)
	if r.Code != 2 || !strings.Contains(r.Stdout, `"code":"no-such-table"`) {
		t.Errorf("an unknown table: code %d, %s", r.Code, r.Stdout)
	}
}

// nested is the green scene with a project below it that has tables of its own, which cite what the one above cites too.
func nested() *scene {
	s := green()
	s.nested = []string{"sub"}
	s.files["sub/stile.json"] = `{"stile": 1, "checks": [{"id": "test", "run": ["true"]}], "tables": ["t/inner.md"], "adrs": ["adr"], "require": "measured"}`
	s.files["sub/t/inner.md"] = rowsOf("| I1 | applied | file:x.go; check:test | |", "| I2 | deviated | adr:7 | |")
	s.files["sub/x.go"] = "package x\n\nfunc One() {}\n\nfunc Two() {}\n"
	s.files["sub/out/r.xml"] = `<testsuite><testcase name="a"/><testcase name="b"/></testsuite>`
	s.files["sub/adr/0007-other.md"] = "# 7. Other\n\nStatus: accepted\n"
	s.checks["sub:test"] = observed{}
	return s
}

func TestNestedProjects(t *testing.T) {
	outer := func(list ...string) func(s *scene) { return rows(list...) }
	inner := func(list ...string) func(s *scene) {
		return func(s *scene) { s.files["sub/t/inner.md"] = rowsOf(list...) }
	}
	for _, c := range []struct {
		name    string
		change  func(s *scene)
		verdict string
		found   []string
		levels  string
	}{
		{"each has its own", all(), "green", nil, "R1 measured holds; I1 measured holds; I2 present holds"},
		{"what the inner one requires the outer one does not", outer("| R1 | applied | file:src/a.go | |"), "green", nil, "R1 present holds; I1 measured holds; I2 present holds"},
		{"what the inner one requires", inner("| I1 | applied | file:x.go | |"), "red",
			[]string{`sub/t/inner.md:7:3: the evidence is there, and stile.json requires measured [not-measured]`}, ""},
		{"both cite one report for other cases", all(outer("| R1 | applied | test:sub/out/r.xml::a | |"), inner("| I1 | applied | test:out/r.xml::b; check:test | |")), "green", nil,
			"R1 present holds; I1 measured holds"},
		{"a check of the other", inner("| I1 | applied | check:lint | |"), "red", []string{`sub/t/inner.md:7:18: "lint" is no check of this project [unknown-check]`}, ""},
		{"a decision of the other", inner("| I1 | deviated | adr:8 | |"), "red", []string{`sub/t/inner.md:7:19: no decision record is called "8" in adr [unknown-adr]`}, ""},
		{"the table of the other", all(outer("| R1 | applied | file:sub/t/inner.md | |")), "red",
			[]string{`docs/conformance.md:7:18: the cited file "sub/t/inner.md" is a conformance table, which proves nothing of itself [table-as-evidence]`}, ""},
		{"a log of the other", all(outer("| R1 | applied | file:sub/stile/bypass/x.log | |"), file("sub/stile/bypass/x.log", "x\n")), "red",
			[]string{"docs/conformance.md:7:18: the cited file \"sub/stile/bypass/x.log\" is written by stile or by whoever follows `stile verify` [own-log-as-evidence]"}, ""},
		{"the findings of the other", all(outer("| R1 | applied | file:sub/stile/verify-findings.md | |"), file("sub/stile/verify-findings.md", "x\n")), "red",
			[]string{"docs/conformance.md:7:18: the cited file \"sub/stile/verify-findings.md\" is written by stile or by whoever follows `stile verify` [own-log-as-evidence]"}, ""},
		{"a directory of that name where no project is", all(outer("| R1 | applied | file:lib/stile/bypass/x.go | |"), file("lib/stile/bypass/x.go", "package x\n")), "green", nil, ""},
		{"a log where a project that is nobody's may be", all(outer("| R1 | applied | file:lib/stile/bypass/x.log | |"), file("lib/stile/bypass/x.log", "x\n")), "red",
			[]string{"docs/conformance.md:7:18: the cited file \"lib/stile/bypass/x.log\" is written by stile or by whoever follows `stile verify` [own-log-as-evidence]"}, ""},
		{"a table among the outputs of the other", policy(`"run": ["lint"]`, `"run": ["lint"], "outputs": ["sub/t/**"]`), "red",
			[]string{`sub/stile.json:1:70: the table "sub/t/inner.md" is among a check's outputs, which no digest of the tree covers [output-as-table]`}, ""},
		{"a pack among outputs", policy(`"run": ["lint"]`, `"run": ["lint"], "outputs": ["rules/**"]`), "red",
			[]string{`stile.json:5:12: the pack "rules/api.json" is among a check's outputs, which no digest of the tree covers [output-as-pack]`}, ""},
		{"a stile.json that adds nothing green", all(inner("| I1 | n/a | | nothing of that kind here |")), "unproven",
			[]string{"open: sub/t/inner.md:3:1: rows of the table that are applied or deviated: 0; at least 1 must be [too-few-rows]"}, ""},
	} {
		s := nested()
		c.change(s)
		d := s.check(t)
		if d.Verdict != c.verdict || !slices.Equal(d.found(), c.found) || c.levels != "" && d.levels() != c.levels {
			t.Errorf("%s: %s %q %s", c.name, d.Verdict, d.found(), d.levels())
		}
	}
}

// TestNestedSymbols: both projects cite one file, each for a symbol of its own.
func TestNestedSymbols(t *testing.T) {
	s := nested()
	rows("| R1 | applied | file:sub/x.go#One | |")(s)
	s.files["sub/t/inner.md"] = rowsOf("| I1 | applied | file:x.go#Two; check:test | |")
	if d := s.check(t); d.Verdict != "green" {
		t.Errorf("%s %v", d.Verdict, d.found())
	}
}

// TestFactsInAnyOrder: the order in which facts arrive decides no byte, with tables as without.
func TestFactsInAnyOrder(t *testing.T) {
	for name, s := range map[string]*scene{"one": green(), "two": two(), "nested": nested()} {
		for _, flags := range [][]string{nil, {"json"}} {
			x := s.flagged(flags...)
			want, _ := x.ask(t)
			for seed := range uint64(8) {
				r := rand.New(rand.NewPCG(seed, 9))
				x.shuffle = r.Perm
				if got, _ := x.ask(t); got.Stdout != want.Stdout || got.Code != want.Code {
					t.Errorf("%s, order %d:\n%s\nwant\n%s", name, seed, got.Stdout, want.Stdout)
				}
			}
		}
	}
}

// TestOneFactTwice: whatever several rows cite, one fact is asked for.
func TestOneFactTwice(t *testing.T) {
	s := two()
	rows("| R1 | applied | file:src/a.go; file:src/a.go:2; adr:7; adr:0007-use-x; test:test::TestA | |", "| R2 | deviated | adr:7; file:src/a.go | |")(s)
	if d := s.check(t); d.Verdict != "green" {
		t.Fatalf("%s %v", d.Verdict, d.found())
	}
	x := s.flagged("json")
	x.ask(t)
	want := []string{"projects", "file:stile.json", "tree", "file:docs/conformance.md", "file:docs/security.md", "file:rules/api.json",
		"evidence:src/a.go", "list:docs/adr", "result:.:lint", "result:.:test", "adr:docs/adr/0007-use-x.md", "adr:docs/adr/0008-use-y.md",
		"measure:.:lint", "measure:.:test", "file:stile/verify-findings.md"}
	slices.Sort(want)
	if got := slices.Sorted(slices.Values(x.asked)); !slices.Equal(got, want) {
		t.Errorf("asked for\n%v\nwant\n%v", got, want)
	}
}
