package main

import (
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
)

// What of a document honestly differs.
var (
	tree   = []string{"tree"}                             // the digest of the tree, which holds every byte of it
	policy = []string{"policy", "tree"}                   // and that of stile.json
	table  = []string{"table", "tree"}                    // and that of a table
	moved  = []string{"places", "table", "tree"}          // and the lines of its rows
	order  = []string{"places", "table", "tree", "order"} // and which stands first
)

// paths are the files of the reference.
func (ref *reference) paths() (all []string) {
	_ = filepath.WalkDir(ref.dir, func(p string, d fs.DirEntry, err error) error {
		if err == nil && d.Type().IsRegular() {
			rel, _ := filepath.Rel(ref.dir, p)
			all = append(all, filepath.ToSlash(rel))
		}
		return err
	})
	slices.Sort(all)
	return all
}

func maskOf(path string) []string {
	switch path {
	case "stile.json":
		return policy
	case ledgerTable, securityTable:
		return table
	}
	return tree
}

// ways writes the same text in other bytes: B1.
func ways(s *suite, ref *reference) {
	s.vary("B1 CR LF in every file", of("policy", "table", "tree"), swap("*", "\n", "\r\n"))
	for _, p := range ref.paths() {
		if p == "db/schema.sql" || p == "db/schema.expected.sql" {
			continue // a check compares the two
		}
		s.vary("B1 CR LF in "+p, maskOf(p), swap(p, "\n", "\r\n"))
	}
	s.vary("B1 CR LF in the schema", tree, swap("db/schema.sql", "\n", "\r\n"), swap("db/schema.expected.sql", "\n", "\r\n"))
	for _, p := range []string{ledgerTable, securityTable, "docs/adr/0001-record-decisions.md", "docs/adr/0002-money-as-integers.md",
		"docs/adr/0004-sessions-in-the-database.md", "docs/adr/0005-one-lock-an-account.md"} {
		s.vary("B1 CR alone in "+p, maskOf(p), swap(p, "\n", "\r"))
	}
	for _, p := range []string{"stile.json", ledgerTable, securityTable, "docs/adr/0001-record-decisions.md", "docs/adr/0004-sessions-in-the-database.md",
		"ledger/post.go", "web/index.html", "tools/audit.py", "reports/unit.xml", "reports/web.tap", "reports/restore.xml"} {
		s.vary("a byte order mark before "+p, maskOf(p), edit{Op: "prepend", Path: p, Text: "\ufeff"})
	}
	for _, p := range []string{ledgerTable, securityTable, "docs/adr/0001-record-decisions.md", "docs/adr/0005-one-lock-an-account.md", "ledger/post.go", "docs/price list.txt"} {
		text := ref.file(p)
		s.vary("no line end behind "+p, maskOf(p), rewrite(p, strings.TrimSuffix(text, "\n")))
		s.vary("blank lines behind "+p, maskOf(p), appendTo(p, "\n \n\n"))
	}
}

// tables writes tables in other ways that say the same.
func tables(s *suite, ref *reference) {
	byFile := map[string][]*row{}
	for _, r := range ref.rows {
		byFile[r.file] = append(byFile[r.file], r)
	}
	for _, file := range []string{ledgerTable, securityTable} {
		rows := byFile[file]
		var lines []string
		for _, r := range rows {
			lines = append(lines, r.line)
		}
		block := strings.Join(lines, "\n") + "\n"
		in := func(what string) string { return file + ": " + what }
		put := func(name string, mask []string, change func(all []string)) {
			all := slices.Clone(lines)
			change(all)
			s.vary(in(name), mask, replace(file, block, strings.Join(all, "\n")+"\n"))
		}
		each := func(change func(line string) string) func(all []string) {
			return func(all []string) {
				for i := range all {
					all[i] = change(all[i])
				}
			}
		}
		put("rows in reverse", order, slices.Reverse)
		put("first row last", order, func(all []string) { slices.Reverse(all[:1]); slices.Reverse(all[1:]); slices.Reverse(all) })
		put("first two rows swapped", order, func(all []string) { all[0], all[1] = all[1], all[0] })
		put("cells without padding", table, each(func(l string) string {
			cells := strings.Split(l, "|")
			for i := range cells {
				cells[i] = strings.TrimSpace(cells[i])
			}
			return strings.Join(cells, "|")
		}))
		put("cells with more padding", table, each(func(l string) string { return strings.ReplaceAll(l, " |", "    |") }))
		put("cells padded by tabs", table, each(func(l string) string { return strings.ReplaceAll(l, "| ", "|\t") }))
		put("rows without pipes at their ends", table, each(func(l string) string {
			if strings.HasSuffix(l, "| |") {
				return strings.TrimPrefix(l, "| ")
			}
			return strings.TrimSuffix(strings.TrimPrefix(l, "| "), " |")
		}))
		put("rows with spaces behind them", table, each(func(l string) string { return l + "  " }))
		put("rows with spaces before them", table, each(func(l string) string { return "  " + l }))
		put("references in reverse", table, func(all []string) {
			for i, r := range rows {
				if len(r.refs) > 1 {
					n := *r
					refs := slices.Clone(r.refs)
					slices.Reverse(refs)
					n.evidence = strings.Join(refs, "; ")
					all[i] = n.text()
				}
			}
		})
		put("no spaces behind semicolons", table, each(func(l string) string { return strings.ReplaceAll(l, "; ", ";") }))
		put("spaces around semicolons", table, each(func(l string) string { return strings.ReplaceAll(l, "; ", "  ;  ") }))
		put("evidence in code spans", table, func(all []string) {
			for i, r := range rows {
				if r.judged() {
					n := *r
					n.evidence = "`" + strings.Join(r.refs, "`; `") + "`"
					all[i] = n.text()
				}
			}
		})
		s.vary(in("prose before the section"), moved, replace(file, heading, "\n\nMore of it.\n\n- a list | with a pipe\n"+heading))
		s.vary(in("prose within the section"), moved, replace(file, heading, "\n\n## Conformance\n\nRead it row by row.\n\n| "))
		s.vary(in("prose behind the table"), table, replace(file, block, block+"\nEnd of it.\n"))
		s.vary(in("another section with a table"), table, appendTo(file, "\n## Owners\n\n| rule | owner |\n|------|-------|\n| L-01 | clerk |\n"))
		s.vary(in("a comment that holds a table"), table, appendTo(file, "\n<!--\n## Conformance\n\n| rule | status | evidence |\n|---|---|---|\n| L-98 | applied | file:gone |\n-->\n"))
		s.vary(in("the heading closed"), table, replace(file, heading, "\n\n## Conformance ##\n\n| "))
		s.vary(in("the heading of another level"), table, replace(file, heading, "\n\n### Conformance\n\n| "))
		s.vary(in("blank lines below the heading"), moved, replace(file, heading, "\n\n## Conformance\n\n\n\n| "))
	}
	const header, dashes = "| rule | status | evidence | note |\n", "|------|--------|----------|------|\n| L-01"
	s.vary("the header in capitals", table, replace(ledgerTable, header, strings.ToUpper(header)))
	s.vary("the columns aligned", table, replace(ledgerTable, dashes, "|:-----|:------:|---------:|:-----|\n| L-01"))
	s.vary("the dashes few", table, replace(ledgerTable, dashes, "|-|-|-|-|\n| L-01"))
	for _, r := range ref.rows {
		if r.columns < 4 {
			continue
		}
		for _, note := range [][2]string{{"another", "as decided in spring"}, {"with U+2028 and a picture", "one\u2028two \U0001f512"}} {
			if r.rule == "L-01" || r.rule == "L-08" || r.rule == "L-09" || note[0] == "another" && r.rule == "L-05" {
				s.vary(r.name("note "+note[0]), table, r.with(func(n *row) { n.note = note[1] }))
			}
		}
	}
	s.vary("L-01 note with an escaped pipe", table, ref.row("L-01").with(func(n *row) { n.note = `a\|b` }))
	s.vary("L-02 note with a reference to nothing", table, ref.row("L-02").with(func(n *row) { n.note = "was file:docs/gone.md" }))
	for _, c := range [][3]string{
		{"L-10", "adr:1", "adr:0001"}, {"L-10", "adr:1", "adr:ADR-1"}, {"L-10", "adr:1", "adr:adr-0001"}, {"L-10", "adr:1", "adr:0001-record-decisions"},
		{"L-05", "adr:ADR-0005", "adr:5"}, {"L-01", "file:ledger/post.go#Post", `file:"ledger/post.go"#Post`}, {"L-01", "file:ledger/post.go#Post", `file:ledger/post.go#"Post"`},
		{"L-01", "file:ledger/post.go#Post", `file:ledger/post.go#"func Post(entries"`}, {"L-02", "file:ledger/post.go:20", "file:ledger/post.go:20#Post"},
		{"L-01", "test:unit::ledger.TestPostBalances", "test:unit::TestPostBalances"}, {"L-01", "test:unit::ledger.TestPostBalances", "test:unit::ledger::TestPostBalances"},
		{"L-08", "test:web::a form posts once", `test:web::"a form posts once"`},
	} {
		s.vary(c[0]+" cites "+c[2], table, ref.row(c[0]).instead(c[1], c[2]))
	}
	s.vary("a column note for security", table, slices.Concat(
		[]edit{replace(securityTable, securityHeader, "| rule | status | evidence | note |"),
			replace(securityTable, securityDashes, "|---|---|---|---|")},
		func() (edits []edit) {
			for _, r := range byFile[securityTable] {
				edits = append(edits, r.with(func(n *row) { n.columns, n.note = 4, "seen" }))
			}
			return edits
		}())...)
}

// unread changes what no reference names.
func unread(s *suite, _ *reference) {
	s.vary("an uncited file deleted", tree, remove("lib/README.md"))
	s.vary("an uncited file renamed", tree, rename("lib/README.md", "lib/ABOUT.md"))
	s.vary("an uncited file emptied", tree, rewrite("packages/mask/README.md", ""))
	s.vary("an uncited file added", tree, rewrite("ledger/more.go", "package ledger\n"))
	s.vary("an uncited file with a strange name", tree, rewrite("docs/größe & \"co\".md", "x\n"))
	s.vary("an uncited file that is no text", tree, rewrite("lib/blob", "\x00\x01\x02"))
	s.vary("an uncited file that is executable", tree, mode("lib/README.md", "755"))
	s.vary("an uncited file linked to", tree, link("lib/link", "README.md"))
	s.vary("an uncited link that leads nowhere", tree, link("lib/link", "gone"))
	s.vary("an uncited link that leads to itself", tree, link("lib/link", "link"))
	s.vary("an uncited link that leads out to a file", tree, link("lib/link", "{outside}/table.md"))
	s.vary("an empty directory", tree, edit{Op: "dir", Path: "lib/empty"})
	s.vary("a table that nobody names", tree, copyOf(ledgerTable, "docs/old.md"))
	s.vary("a pack that nobody names", tree, copyOf("rules/ledger.json", "rules/old.json"))
	s.vary("a file named as another but for case", tree, rewrite("lib/Round.txt", "x\n"))
	s.vary("the index of records deleted", tree, remove("docs/adr/README.md"))
	s.vary("the index of records contradicts", tree, appendTo("docs/adr/README.md", "| 0001 | Rejected |\n"))
	s.vary("a superseded record deleted", tree, remove("docs/adr/0003-sessions-in-cookies.md"))
	s.vary("a proposed record deleted", tree, remove("docs/adr/0006-shard-by-region.md"))
	s.vary("the template deleted", tree, remove("docs/adr/template.md"))
	s.vary("an accepted record added", tree, rewrite("docs/adr/0008-cache.md", "# 8. Cache\n\nStatus: accepted\n"))
	s.vary("a proposed record added", tree, rewrite("docs/adr/0008-cache.md", "# 8. Cache\n\nStatus: proposed\n"))
	s.vary("a record without a status added", tree, rewrite("docs/adr/0008-cache.md", "# 8. Cache\n\nSome day.\n"))
	s.vary("a record without a number added", tree, rewrite("docs/adr/cache.md", "# Cache\n\nStatus: accepted\n"))
	s.vary("an uncited record of the same number added", tree, rewrite("docs/adr/0006-cache.md", "# 6. Cache\n\nStatus: accepted\n"))
	s.vary("a picture beside the records", tree, rewrite("docs/adr/0001-record-decisions.png", "\x89PNG"))
	s.vary("a directory beside the records", tree, rewrite("docs/adr/0001/notes.md", "# 1. Notes\n\nStatus: rejected\n"))
	s.vary("a release is logged", nil, rewrite("stile/bypass/2026-11-30-3f9a0c11d2e4.log", "2026-11-30T12:00:00Z released claude-code session=3f9a0c11d2e4 blocks=1 failed=test not-run=- tree=5f3c2a9b10de\n"))
	s.vary("an installation is logged", nil, rewrite("stile/install/2026-11-30-host.log", "2026-11-30T12:00:00Z installed\n"))
	for _, c := range [][2]string{{"fresh", "date: 2026-11-30\n"}, {"red in words", "VERDICT: FAIL\n\nS-01 is not applied. [critical]\n"}, {"no text", "\xff\x00"}, {"empty", ""}} {
		s.vary("findings of verify: "+c[0], of("semantic"), rewrite("stile/verify-findings.md", c[1]))
	}
}

// sources changes what is cited, and nothing of what is cited in it.
func sources(s *suite, ref *reference) {
	for _, c := range [][2]string{
		{"ledger/post.go", "\n// Post is here to stay. */ \"\n"}, {"web/form.ts", "\n/* validateAmount ` is not exported twice */\n"}, {"tools/audit.py", "\n# check_reader: don't\n"},
		{"scripts/limit.lua", "\n--[[ take_token \" ]]\n"}, {"ops/backup", "\n# encrypt_dump: don't\n"}, {"lib/round.rb", "\n=begin\nhalf_even \"\n=end\n"},
		{"config/limits.toml", "\n# max_rate \"\n"}, {"web/index.html", "<!-- Content-Security-Policy \" -->\n"}, {"packages/mask/src/mask.go", "\n/* Account ' */\n"},
		{"docs/price list.txt", "\npayout    free\n"},
	} {
		s.vary("a comment behind "+c[0], tree, appendTo(c[0], c[1]))
	}
	s.vary("a comment behind the schema", tree, appendTo("db/schema.sql", "-- account_balance '\n"), appendTo("db/schema.expected.sql", "-- account_balance '\n"))
	for _, c := range [][2]string{{"web/form.ts", "// The form's own checks.\n\n"}, {"tools/audit.py", "# Reading.\n\n"}, {"scripts/limit.lua", "-- A bucket.\n\n"},
		{"config/limits.toml", "# limits\n\n"}, {"ledger/post.go", "/*\nLicence: '\n*/\n\n"}} {
		s.vary("lines before what is cited in "+c[0], tree, edit{Op: "prepend", Path: c[0], Text: c[1]})
	}
	post := ref.file("ledger/post.go")
	from, to := strings.Index(post, "// Post appends"), strings.Index(post, "/* Reverse")
	s.vary("a function moved to the end of its file", tree, rewrite("ledger/post.go", post[:from]+post[to:]+"\n"+post[from:to-1]))
	s.vary("a second definition", tree, appendTo("tools/audit.py", "\n\ndef check_reader(role):\n    pass\n"))
	s.vary("cited files executable", tree, mode("ledger/post.go", "755"), mode("docs/price list.txt", "755"))
	s.vary("cited files read-only", tree, mode("ledger/post.go", "444"), mode("docs/adr/0001-record-decisions.md", "444"))
	s.vary("times of a report are others", tree, swap("reports/unit.xml", `time="0.01"`, `time="1234.5"`))
	s.vary("B3 a report has output that reads like a failure", tree, replace("reports/unit.xml", "  </testsuite>", "    <system-out>not ok &lt;failure/&gt;</system-out>\n  </testsuite>"))
	s.vary("B3 a report has properties that read like a count", tree, replace("reports/unit.xml", "    <testcase classname=\"ledger\" name=\"TestPostBalances\"", "    <properties><property name=\"failures\" value=\"3\"/></properties>\n    <testcase classname=\"ledger\" name=\"TestPostBalances\""))
	s.vary("B3 a report has diagnostics that read like a failure", tree, replace("reports/web.tap", "ok 3", "# not ok 3\n# no failures found: 3 failed\nok 3"))
	s.vary("a report's point has a block", tree, replace("reports/web.tap", "ok 3 - readers need a role\n", "ok 3 - readers need a role\n  ---\n  severity: fail\n  ...\n"))
	s.vary("a report's plan is last", tree, replace("reports/web.tap", "1..4\n", ""), appendTo("reports/web.tap", "1..4\n"))
	s.vary("a cited report by path has a case more", tree, replace("reports/restore.xml", "</testsuite>", "  <testcase classname=\"drill\" name=\"again\"/>\n</testsuite>"))
	s.vary("a file becomes a link to itself elsewhere", tree, rename("tools/audit.py", "tools/audit_real.py"), link("tools/audit.py", "audit_real.py"))
	s.vary("B5 a table becomes a link within", tree, rename(ledgerTable, "docs/table.md"), link(ledgerTable, "table.md"))
	s.vary("B5 a pack becomes a link within", tree, rename("rules/ledger.json", "rules/own.json"), link("rules/ledger.json", "own.json"))
	s.vary("B5 a record becomes a link within", tree, rename("docs/adr/0001-record-decisions.md", "docs/first.md"), link("docs/adr/0001-record-decisions.md", "../first.md"))
	s.vary("B5 the workspace's link is absolute", tree, remove("vendor/mask"), link("vendor/mask", "{root}/packages/mask"))
	s.vary("B5 the workspace's link leads over another", tree, remove("vendor/mask"), link("vendor/mask", "../lib/mask"), link("lib/mask", "../packages/mask"))
	s.vary("B5 the workspace's link leads out and in again", tree, remove("vendor/mask"), link("vendor/mask", "{outside}/back"), link("{outside}/back", "{root}/packages/mask"))
	s.vary("B5 the workspace's link is a directory", tree, remove("vendor/mask"), rename("packages/mask", "vendor/mask"))

	stile := ref.file("stile.json")
	s.vary("stile.json on one line", policy, rewrite("stile.json", strings.Join(strings.Fields(stile), " ")))
	s.vary("stile.json with other indents", policy, swap("stile.json", "  ", "\t"))
	s.vary("what rows need is spelt out", policy, replace("stile.json", `"adrs"`, "\"require\": \"present\",\n  \"adrs\""))
	s.vary("the least of a table is spelt out", policy, replace("stile.json", `"docs/conformance.md",`, `{"file": "docs/conformance.md", "min": 1},`))
	s.vary("the least of a table is lower", policy, replace("stile.json", `"min": 3`, `"min": 2`))
	s.vary("a time limit is spelt out", policy, replace("stile.json", `"report": "junit"}`, `"report": "junit", "timeout": "10m"}`))
	s.vary("a second directory of records", policy, rewrite("docs/more/0009-x.md", "# 9. X\n\nStatus: accepted\n"), replace("stile.json", `"docs/adr"`, `"docs/adr", "docs/more"`))
	s.vary("the packs in another order", policy, replace("stile.json", "    {\"pack\": \"rules/ledger.json\", \"sha256\": \""+ref.pin("rules/ledger.json")+"\"},\n", ""),
		replace("stile.json", ref.pin("rules/security.json")+"\"}\n", ref.pin("rules/security.json")+"\"},\n    {\"pack\": \"rules/ledger.json\", \"sha256\": \""+ref.pin("rules/ledger.json")+"\"}\n"))
	s.vary("stile.json names its schema", policy, replace("stile.json", "{\n  \"stile\": 1,", "{\n  \"$schema\": \"https://stile.example/stile.schema.json\",\n  \"stile\": 1,"))
}

// places checks the same tree out elsewhere: B2, B4.
func places(s *suite, _ *reference) {
	for _, dir := range []string{"other", "a b", "größe", "it's \"so\"", "docs/adr", "-rf", "$HOME", "100%", "x;y", strings.Repeat("deep/", 30) + "down"} {
		s.vary("B4 checked out in "+dir[:min(len(dir), 20)], nil).In = dir
	}
	for _, dir := range []string{"docs", "docs/adr", "packages/mask/src", "vendor"} {
		s.vary("asked about from "+dir, nil).From = dir
	}
	git := []edit{rewrite(".git/HEAD", "ref: refs/heads/main\n"), rewrite(".git/config", "[core]\n\trepositoryformatversion = 0\n\tbare = false\n"),
		{Op: "dir", Path: ".git/objects"}, {Op: "dir", Path: ".git/refs/heads"}}
	s.vary("a repository of git", nil, git...)
	s.vary("a broken .git", tree, rewrite(".git/HEAD", "\x00"))
	s.vary("a worktree of git", nil, rewrite(".git", "gitdir: {outside}/main/.git/worktrees/w\n"))
	s.vary("B2 the directory above cannot be listed", nil, mode("{above}", "111"))
	s.vary("B2 the directory above holds a stile.json that cannot be read", nil, append(slices.Clone(git), rewrite("{above}/stile.json", "{"))...)
	s.vary("B2 a directory above a repository cannot be listed", nil, append(slices.Clone(git), mode("{above}", "111"))...)
	s.vary("B2 the directory above holds a link that leads to itself", nil, link("{above}/loop", "loop"))
	s.vary("a file beside the project of the name of one in it", nil, rewrite("{above}/docs/conformance.md", "x\n"))
}
