package cli

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stile-gate/stile/core/check"
	"github.com/stile-gate/stile/core/fact"
	"github.com/stile-gate/stile/core/table"
)

// tree reads everything below dir.
func tree(t *testing.T, dir string) map[string]string {
	t.Helper()
	all := map[string]string{}
	err := filepath.WalkDir(dir, func(p string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		b, err := os.ReadFile(p)
		name, _ := filepath.Rel(dir, p)
		all[filepath.ToSlash(name)] = string(b)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// exampleOf reads the table that was written into dir: without a finding, each rule of the pack once at most, and what
// it cites in the tree.
func exampleOf(t *testing.T, dir string) *table.Table {
	t.Helper()
	files := tree(t, dir)
	policy, ok := check.ParsePolicy(check.Read(policyFile, []byte(files[policyFile])))
	if !ok || policy.Total > 0 {
		t.Fatalf("stile.json: %+v of\n%s", policy.Findings, files[policyFile])
	}
	src := files["docs/conformance.md"]
	tab, ok := table.ParseTable(table.ReadTable("docs/conformance.md", false, []byte(src)))
	pack, ok2 := table.ParsePack(table.ReadPack("docs/rules.json", []byte(files["docs/rules.json"])))
	if !ok || !ok2 || !tab.Found || tab.Total+pack.Total > 0 {
		t.Fatalf("%v %v %+v %+v\n%s", ok, ok2, tab, pack, src)
	}
	if aligned, _ := table.Align("docs/conformance.md", []byte(src)); string(aligned) != src {
		t.Errorf("aligned it is\n%s", aligned)
	}
	for i := range tab.Rows {
		row := &tab.Rows[i]
		rule := slices.IndexFunc(pack.Rules, func(r table.Rule) bool { return r.ID == row.Rule })
		if rule < 0 {
			t.Errorf("the row %s has no rule", row.Rule)
			continue
		}
		for _, ref := range row.Refs {
			if !slices.Contains(pack.Rules[rule].Requires, ref.Kind) {
				t.Errorf("%s cites %s and asks for %v", row.Rule, ref.Kind, pack.Rules[rule].Requires)
			}
			switch ref.Kind {
			case table.FileRef:
				if strings.TrimSpace(files[ref.Path]) == "" {
					t.Errorf("%s cites %s, which says nothing", row.Rule, ref.Path)
				}
			case table.CheckRef:
				if !slices.ContainsFunc(policy.Checks, func(k check.Check) bool { return k.ID == ref.ID }) {
					t.Errorf("%s cites the check %s, which is not there", row.Rule, ref.ID)
				}
			case table.ADRRef:
				if len(policy.ADRs) == 0 {
					t.Errorf("%s cites a record, and stile.json names no directory", row.Rule)
				}
			}
		}
	}
	for i := range pack.Rules {
		r := &pack.Rules[i]
		if r.Table != exampleTable || r.ID != exampleRules[i].id {
			t.Errorf("rule %d: %+v", i, r)
		}
		if r.Expected() && !slices.ContainsFunc(tab.Rows, func(x table.Row) bool { return x.Rule == r.ID }) {
			t.Errorf("%s must have a row", r.ID)
		}
	}
	if n := len(tab.Rows); n < 2 || n > 5 {
		t.Errorf("%d rows", n)
	}
	return tab
}

func named(p *check.Policy) bool {
	return len(p.Tables) == 1 && p.Tables[0].File == "docs/conformance.md" && len(p.Packs) == 1 && p.Packs[0].File == "docs/rules.json" &&
		p.Packs[0].SHA256 == fact.Sum([]byte(examplePack))
}

// Of every tree that init knows: the table is true of it, stile.json names it, and nothing else is touched.
func TestInitTablesOfEveryTree(t *testing.T) {
	for _, c := range initCases(t) {
		t.Run(c.name, func(t *testing.T) {
			dir := lay(t, c.tree)
			before := tree(t, dir)
			var out, errs bytes.Buffer
			if code, there := InitTables(dir, &out, &errs); code != exitGreen || !there || errs.Len() > 0 {
				t.Fatalf("code %d, %v, %s", code, there, errs.String())
			}
			exampleOf(t, dir)
			after := tree(t, dir)
			policy, _ := check.ParsePolicy(check.Read(policyFile, []byte(after[policyFile])))
			if !named(policy) {
				t.Errorf("%+v", policy)
			}
			if plain := c.want[policyFile]; plain != "" && strings.TrimSuffix(plain, "\n}\n") != after[policyFile][:len(plain)-3] {
				t.Errorf("not what init writes:\n%s", after[policyFile])
			}
			for _, name := range []string{policyFile, "docs/conformance.md", "docs/rules.json"} {
				if after[name] == "" {
					t.Errorf("%s was not written", name)
				}
				delete(after, name)
			}
			for name, text := range before {
				if after[name] != text {
					t.Errorf("%s is now %q", name, after[name])
				}
				delete(after, name)
			}
			if len(after) > 0 {
				t.Errorf("besides: %v", after)
			}
		})
	}
}

const accepted = "# Use x\n\nStatus: accepted\n"

const goTree = "-- go.mod --\nmodule m\n-- a_test.go --\npackage m\n"

// exampleTrees are small trees and the rows that are true of them.
var exampleTrees = []struct{ name, tree, want string }{
	{"nothing", "-- a.txt --\nx\n", "TESTS n/a\nDECISIONS n/a\n"},
	{"tests", goTree, "TESTS applied check:test\nDECISIONS n/a\n"},
	{"several", goTree + "-- pytest.ini --\n[pytest]\n-- test_x.py --\n", "TESTS applied check:test; check:test-python\nDECISIONS n/a\n"},
	{"papers", "-- README.de.md --\nx\n-- README.md --\nx\n-- LICENSE-MIT --\nx\n-- LICENSE-APACHE --\nx\n",
		"TESTS n/a\nREADME applied file:README.md\nLICENSE applied file:LICENSE-MIT\nDECISIONS n/a\n"},
	{"spelled", "-- readme.TXT --\nx\n-- Copying --\nx\n", "TESTS n/a\nREADME applied file:readme.TXT\nLICENSE applied file:Copying\nDECISIONS n/a\n"},
	{"blank", "-- README.md --\n \n-- LICENSE --\n", "TESTS n/a\nDECISIONS n/a\n"},
	{"no papers", "-- readme.py --\nx\n-- license-check/a.txt --\nx\n-- readme.d/a.md --\nx\n-- sub/README.md --\nx\n", "TESTS n/a\nDECISIONS n/a\n"},
	{"odd name", "-- README (old).md --\nx\n", "TESTS n/a\nDECISIONS n/a\n"},
	{"workflows", "-- .github/workflows/a.yml --\non: pull_request\n-- .github/workflows/test.yml --\non: [push, pull_request]\n-- .github/workflows/z.yml --\non: pull_request\n",
		"TESTS n/a\nCI applied file:.github/workflows/test.yml\nDECISIONS n/a\n"},
	{"workflow that looks at no change", "-- .github/workflows/ci.yml --\non: schedule\n", "TESTS n/a\nDECISIONS n/a\n"},
	{"another service", "-- .circleci/config.yml --\nversion: 2.1\n", "TESTS n/a\nCI applied file:.circleci/config.yml\nDECISIONS n/a\n"},
	{"records", "-- docs/adr/0001-use-x.md --\n" + accepted, "TESTS n/a\nDECISIONS applied adr:0001\n"},
	{"first accepted", "-- doc/adr/ADR-001.md --\n# X\n\nStatus: superseded by 2\n-- doc/adr/ADR-002-y.md --\n" + accepted, "TESTS n/a\nDECISIONS applied adr:002\n"},
	{"twins", "-- adr/1-a.md --\n" + accepted + "-- docs/adr/0001-b.md --\n" + accepted, "TESTS n/a\nDECISIONS n/a\n"},
	{"template", "-- docs/decisions/0000-template.md --\n" + accepted + "-- docs/decisions/0002-proposed.md --\n# P\n\nStatus: proposed\n", "TESTS n/a\nDECISIONS n/a\n"},
	{"ambiguous", "-- docs/adr/0001-x.md --\n" + accepted + "\nStatus: rejected\n", "TESTS n/a\nDECISIONS n/a\n"},
	{"unnumbered", "-- docs/adr/use-x.md --\n" + accepted, "TESTS n/a\nDECISIONS n/a\n"},
	{"policy of later checks", "-- stile.json --\n" + `{"stile": 1, "checks": [{"id": "tests", "run": ["x"], "at": "ci"}, {"id": "some", "run": ["x"], "report": "tap", "when": ["a/**"]}]}` + "\n",
		"TESTS applied check:tests; check:some\nDECISIONS n/a\n"},
	{"policy", "-- stile.json --\n" + `{"stile": 1, "checks": [{"id": "test-a", "run": ["x"]}, {"id": "late", "run": ["x"], "report": "tap", "at": "ci"},
		{"id": "some", "run": ["x"], "report": "tap", "when": ["a/**"]}, {"id": "suite", "run": ["x"], "report": "junit:r.xml"}, {"id": "lint", "run": ["x"]}], "adrs": ["records"]}` +
		"\n-- records/3.md --\n" + accepted + "-- docs/adr/0001-use-x.md --\n" + accepted, "TESTS applied check:test-a; check:suite\nDECISIONS applied adr:3\n"},
}

func TestInitTablesRows(t *testing.T) {
	for _, c := range exampleTrees {
		t.Run(c.name, func(t *testing.T) {
			dir := lay(t, c.tree)
			var out, errs bytes.Buffer
			if code, _ := InitTables(dir, &out, &errs); code != exitGreen {
				t.Fatalf("code %d, %s", code, errs.String())
			}
			got := ""
			src, _ := os.ReadFile(filepath.Join(dir, "docs/conformance.md"))
			for line := range strings.Lines(string(src)) {
				if cells := strings.Split(line, "|"); len(cells) == 6 && strings.TrimSpace(cells[1]) != "rule" && cells[1][1] != '-' {
					got += strings.Join(strings.Fields(strings.Join(cells[1:4], " ")), " ") + "\n"
				}
			}
			exampleOf(t, dir)
			if got != c.want {
				t.Errorf("got\n%swant\n%s", got, c.want)
			}
		})
	}
}

// A link is not cited, wherever it leads: what it shows may be another project's.
func TestInitTablesCitesNoLink(t *testing.T) {
	dir := lay(t, "-- a.md --\nx\n-- docs/adr/a.md --\n"+accepted)
	for name, to := range map[string]string{"README.md": "a.md", "LICENSE": "../LICENSE", "docs/adr/0001-a.md": "a.md"} {
		if err := os.Symlink(to, filepath.Join(dir, name)); err != nil {
			t.Skip(err)
		}
	}
	var out, errs bytes.Buffer
	if code, _ := InitTables(dir, &out, &errs); code != exitGreen {
		t.Fatalf("code %d, %s", code, errs.String())
	}
	if tab := exampleOf(t, dir); tab.Counts.Applied != 0 {
		t.Errorf("%+v", tab.Rows)
	}
}

func TestInitTablesTakesTheSpellingOfTheDisk(t *testing.T) {
	for tree, want := range map[string]string{"-- Docs/a.md --\nx\n": "Docs", "-- DOCS --\nx\n": "docs", "-- Docs/a.md --\nx\n-- docs/a.md --\nx\n": "docs"} {
		if got := look(treeOf(tree)).docs(); got != want {
			t.Errorf("%q: %s", tree, got)
		}
	}
}

// treeOf is a tree of "-- PATH --" sections in memory, where letter case always counts.
func treeOf(tree string) fstest.MapFS {
	fsys, name := fstest.MapFS{}, ""
	for line := range strings.Lines(tree) {
		if n, ok := strings.CutPrefix(line, "-- "); ok {
			name = strings.TrimSuffix(strings.TrimSpace(n), " --")
			fsys[name] = &fstest.MapFile{}
			continue
		}
		fsys[name].Data = append(fsys[name].Data, line...)
	}
	return fsys
}

// What is there already stays, byte for byte, and then nothing else is written either.
func TestInitTablesWritesAllOrNothing(t *testing.T) {
	const mine = "mine\n"
	for _, c := range []struct{ name, tree, want string }{
		{"table", "-- docs/conformance.md --\n" + mine, "stile: docs/conformance.md is already there and was left alone\nstile: no table was written\n"},
		{"pack", "-- docs/rules.json --\n" + mine, "stile: docs/rules.json is already there and was left alone\nstile: no table was written\n"},
		{"both", "-- docs/rules.json --\n" + mine + "-- docs/conformance.md --\n" + mine,
			"stile: docs/conformance.md is already there and was left alone\nstile: docs/rules.json is already there and was left alone\nstile: no table was written\n"},
		{"docs is a file", "-- docs --\n" + mine, "stile: docs is no directory, so nothing was written\n"},
		{"policy broken", "-- stile.json --\n{\n", "stile: stile.json cannot be understood (stile check says where), so nothing was written\n"},
		{"policy with another table", "-- stile.json --\n" + `{"stile": 1, "tables": ["x/conformance.md"]}` + "\n",
			"stile: stile.json names a table conformance already, x/conformance.md, so nothing was written\n"},
	} {
		dir := lay(t, "-- go.mod --\nmodule m\n"+c.tree)
		before := tree(t, dir)
		var out, errs bytes.Buffer
		code, there := InitTables(dir, &out, &errs)
		if code != exitNotAsked || there != (c.name == "both") || out.Len() > 0 || errs.String() != c.want {
			t.Errorf("%s: code %d, %v, %q, %q", c.name, code, there, out.String(), errs.String())
		}
		if after := tree(t, dir); len(after) != len(before) || after["docs/rules.json"] != before["docs/rules.json"] ||
			after["docs/conformance.md"] != before["docs/conformance.md"] {
			t.Errorf("%s: now %v", c.name, after)
		}
	}

	dir := lay(t, "-- stile.json --\n"+mine)
	name, err := placeAll(dir, []newFile{{"docs/a", []byte("a")}, {"docs/b", []byte("b")}, {policyFile, []byte("x")}})
	if after := tree(t, dir); name != policyFile || !os.IsExist(err) || len(after) != 1 || after[policyFile] != mine {
		t.Errorf("%s, %v, now %v", name, err, after)
	}
	if _, err := os.Lstat(filepath.Join(dir, "docs")); err == nil {
		t.Error("the directory stays")
	}
}

func TestInitTablesAdditions(t *testing.T) {
	const found = "-- docs/adr/0001-x.md --\n" + accepted + "-- stile.json --\n"
	pack := `{ "pack": "docs/rules.json", "sha256": "` + fact.Sum([]byte(examplePack)) + `" }`
	for _, c := range []struct{ policy, want, added string }{
		{`{ "stile": 1,` + "\n" + ` "checks": [] }`,
			`  behind "stile": 1,  "tables": ["docs/conformance.md"],` + "\n" + `  behind "stile": 1,  "rules": [` + pack + `],` + "\n" + `  behind "stile": 1,  "adrs": ["docs/adr"],` + "\n", ""},
		{`{ "stile": 1, "tables": ["a.md"], "rules": [{"pack": "p.json", "sha256": "` + strings.Repeat("0", 64) + `"}], "adrs": ["docs/adr"] }`,
			`  in the list "tables"  "docs/conformance.md"` + "\n" + `  in the list "rules"  ` + pack + "\n", ""},
	} {
		dir := lay(t, found+c.policy+"\n")
		var out, errs bytes.Buffer
		code, there := InitTables(dir, &out, &errs)
		_, lines, _ := strings.Cut(out.String(), "once it has this too\n")
		if want := c.want + "next: add them, then stile check\n"; code != exitGreen || !there || lines != want || errs.Len() > 0 {
			t.Errorf("code %d, %v, %q\n%swant\n%s", code, there, errs.String(), lines, want)
		}
		if b, _ := os.ReadFile(filepath.Join(dir, policyFile)); string(b) != c.policy+"\n" {
			t.Errorf("now %s", b)
		}
		if !strings.Contains(c.want, "behind") {
			continue
		}
		policy := c.policy
		for line := range strings.Lines(c.want) {
			policy = strings.Replace(policy, `"stile": 1,`, `"stile": 1, `+strings.TrimSpace(strings.TrimPrefix(line, `  behind "stile": 1,`)), 1)
		}
		if p, ok := check.ParsePolicy(check.Read(policyFile, []byte(policy))); !ok || p.Total > 0 || !named(p) {
			t.Errorf("with the lines added: %+v\n%s", p, policy)
		}
	}
}

// What is written whatever the tree is no evidence, and core/table knows it.
func TestUntouched(t *testing.T) {
	for name, text := range map[string]string{"pack": examplePack, "block": agentsBlock} {
		for _, text := range []string{text, strings.ReplaceAll(text, "\n", "\r\n")} {
			if sum := fact.Sum([]byte(text)); !table.Untouched(sum) {
				t.Errorf("%s: core/table/scaffold.go lacks %s", name, sum)
			}
			if table.Untouched(fact.Sum([]byte(text + " "))) {
				t.Errorf("%s: touched", name)
			}
		}
	}
}

func FuzzInitTables(f *testing.F) {
	for _, c := range initCases(f) {
		f.Add(c.tree, "README.md")
	}
	f.Add(accepted, "docs/adr/0001-x.md")
	f.Fuzz(func(t *testing.T, text, name string) {
		if !fs.ValidPath(name) || name == "." {
			t.Skip()
		}
		fsys := treeFS("package.json", text)
		fsys[name] = fsys["package.json"]
		s := look(fsys)
		e := &example{dir: s.docs()}
		e.fill(s)
		tab, ok := table.ParseTable(table.ReadTable("t.md", false, e.text()))
		if !ok || tab.Total > 0 || len(tab.Rows) != len(e.rows) {
			t.Fatalf("%+v of\n%s", tab, e.text())
		}
		understoodPolicy(t, s.policy(e.members()...))
	})
}

func understoodPolicy(t *testing.T, src []byte) {
	t.Helper()
	p, ok := check.ParsePolicy(check.Read(policyFile, src))
	if !ok || p.Total > 0 {
		t.Fatalf("%v of\n%s", p, src)
	}
}
