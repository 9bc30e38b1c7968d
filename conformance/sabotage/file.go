package main

import "strings"

// A citation is a file: reference of the reference project and its path.
type citation struct{ rule, ref, path string }

var citations = []citation{
	{"L-01", "file:ledger/post.go#Post", "ledger/post.go"},
	{"L-02", "file:ledger/post.go:20", "ledger/post.go"},
	{"L-03", "file:web/form.ts#validateAmount", "web/form.ts"},
	{"L-04", "file:db/schema.sql#account_balance", "db/schema.sql"},
	{"L-05", "file:lib/round.rb#half_even", "lib/round.rb"},
	{"L-06", `file:"docs/price list.txt"#"payout    100"`, "docs/price list.txt"},
	{"L-07", "file:vendor/mask/src/mask.go#Account", "vendor/mask/src/mask.go"},
	{"S-01", "file:tools/audit.py#check_reader", "tools/audit.py"},
	{"S-02", "file:scripts/limit.lua#take_token", "scripts/limit.lua"},
	{"S-02", "file:config/limits.toml#max_rate", "config/limits.toml"},
	{"S-03", "file:ops/backup#encrypt_dump", "ops/backup"},
	{"S-05", `file:web/index.html#"Content-Security-Policy"`, "web/index.html"},
}

// to is the reference with another path.
func (c *citation) to(path string) string { return strings.Replace(c.ref, c.path, path, 1) }

// compared is the file that a check compares, so that the check fails as well when it is another.
const compared = "db/schema.sql"

// files spoils each reference to a file, and each file.
func files(s *suite, ref *reference) {
	gone := map[string]bool{}
	for i := range citations {
		c := &citations[i]
		r := ref.row(c.rule)
		in := func(what string) string { return c.rule + " " + c.path + ": " + what }
		dir, base := "", c.path
		if k := strings.LastIndexByte(c.path, '/'); k >= 0 {
			dir, base = c.path[:k+1], c.path[k+1:]
		}
		s.red(in("A14 in the wrong case"), of("missing-evidence|wrong-spelling"), r.instead(c.ref, c.to(dir+strings.ToUpper(base[:1])+base[1:])))
		if i%2 == 0 {
			s.red(in("cited by an absolute path"), of("bad-reference"), r.instead(c.ref, c.to("/srv/"+c.path)))
			s.red(in("A14 with ./ within"), of("bad-reference"), r.instead(c.ref, c.to(dir+"./"+base)))
		} else {
			s.red(in("A14 with .. within"), of("bad-reference"), r.instead(c.ref, c.to(dir+"../"+dir+base)))
			s.red(in("cited with a backslash"), of("bad-reference"), r.instead(c.ref, c.to(`docs\`+base)))
		}
		s.red(in("A14 with ./ in front"), of("bad-reference"), r.instead(c.ref, c.to("./"+c.path)))
		s.red(in("cited with a letter less"), of("missing-evidence"), r.instead(c.ref, c.to(dir+base[1:])))
		s.red(in("its directory cited"), of("unreadable-evidence"), r.also("file:"+strings.TrimSuffix(quotable(dir), "/")))
		s.red(in("line beyond the end"), of("line-beyond-end"), r.also("file:"+quotable(c.path)+":999"))
		if gone[c.path] || c.rule == "L-07" { // what lies behind a link is spoilt below
			continue
		}
		gone[c.path] = true
		note := func(t *testCase) {
			if c.path == compared {
				t.Checks = of("schema failed")
			}
		}
		note(s.red(in("deleted"), of("missing-evidence"), remove(c.path)))
		note(s.red(in("renamed"), of("missing-evidence"), rename(c.path, dir+"renamed."+base)))
		note(s.red(in("A11 emptied"), of("blank-evidence"), rewrite(c.path, "")))
		note(s.red(in("A11 white space alone"), of("blank-evidence"), rewrite(c.path, " \n\t\r\n")))
		note(s.red(in("a directory"), of("unreadable-evidence"), remove(c.path), edit{Op: "dir", Path: c.path}))
		s.red(in("A15 leads out by a link"), of("outside-evidence"), copyOf(c.path, "{outside}/"+base), remove(c.path), link(c.path, "{outside}/"+base))
		note(s.red(in("leads nowhere by a link"), of("missing-evidence|unreadable-evidence"), remove(c.path), link(c.path, "gone")))
	}
	linked := ref.row("L-07")
	s.red("A15 a directory leads out by a link", of("outside-evidence"), link("docs/far", "{outside}"), linked.also("file:docs/far/table.md"))
	s.red("A15 a link leads out by two", of("outside-evidence"), link("docs/far", "{outside}/back"), link("{outside}/back", "{outside}"), linked.also("file:docs/far/table.md"))
	s.red("A15 a link to another link that leads out", of("outside-evidence"), link("docs/a.md", "b.md"), link("docs/b.md", "{outside}/table.md"), linked.also("file:docs/a.md"))
	s.red("a link leads to itself", of("unreadable-evidence"), link("docs/a.md", "a.md"), linked.also("file:docs/a.md"))
	s.red("the workspace's link is deleted", of("missing-evidence"), remove("vendor/mask"))
	s.red("the workspace's link leads elsewhere", of("missing-evidence"), remove("vendor/mask"), link("vendor/mask", "../ops"))
	s.red("the package behind the workspace's link is deleted", of("missing-evidence|unreadable-evidence"), remove("packages/mask"))
	s.red("A15 the workspace's link leads out", of("outside-evidence"), rename("packages/mask", "{outside}/mask"), remove("vendor/mask"), link("vendor/mask", "{outside}/mask"))
}

// quotable is a path as it can stand in a reference.
func quotable(path string) string {
	if strings.Contains(path, " ") {
		return `"` + path + `"`
	}
	return path
}
