package main

import "strings"

// A decided is a cited record: its file, the text that says its status, and how another status is said there.
type decided struct {
	rule, path, status string
	say                func(word string) string
}

var decisions = []decided{
	{rule: "L-10", path: "docs/adr/0001-record-decisions.md", status: "\nAccepted\n", say: func(w string) string { return "\n" + w + "\n" }},
	{rule: "L-04", path: "docs/adr/0002-money-as-integers.md", status: "* Status: accepted\n", say: func(w string) string { return "* Status: " + w + "\n" }},
	{rule: "S-04", path: "docs/adr/0004-sessions-in-the-database.md", status: "status: \"accepted\"\n", say: func(w string) string { return "status: \"" + w + "\"\n" }},
	{rule: "L-05", path: "docs/adr/0005-one-lock-an-account.md", status: "| Accepted |", say: func(w string) string { return "| " + w + " |" }},
}

// records spoils each cited record in its own form, and each reference to one.
func records(s *suite, ref *reference) {
	for _, d := range decisions {
		in := func(what string) string { return d.rule + " " + d.path[len("docs/adr/"):] + ": " + what }
		turn := func(word string) edit { return replace(d.path, d.status, d.say(word)) }
		for _, word := range []string{"proposed", "rejected", "deprecated", "draft"} {
			s.red(in(word), of("adr-not-accepted"), turn(word))
		}
		s.red(in("A11 superseded"), of("adr-superseded"), turn("superseded by ADR-0001"))
		s.red(in("A11 superseded and still called accepted"), of("adr-superseded"), appendTo(d.path, "\n## Superseded by\n\n[ADR-0001](0001-record-decisions.md)\n"))
		s.red(in("unknown status"), of("adr-not-accepted|unknown-status"), turn("fine"))
		s.red(in("status taken out"), of("adr-not-accepted|no-status"), replace(d.path, d.status, d.say("")))
		s.red(in("status only in an example"), of("adr-not-accepted|no-status"), replace(d.path, d.status, d.say("")), appendTo(d.path, "\n```\nStatus: accepted\n```\n"))
		s.red(in("a choice of statuses"), of("adr-template"), turn("{proposed or accepted}"))
		s.red(in("two statuses"), of("ambiguous-status"), replace(d.path, d.status, d.say("accepted")), replace(d.path, "\n## Context", "\n## Status\n\nRejected\n\n## Context"))
		s.red(in("A11 emptied"), of("adr-blank"), rewrite(d.path, ""))
		s.red(in("A11 white space alone"), of("adr-blank"), rewrite(d.path, " \n\n"))
		s.red(in("deleted"), of("unknown-adr"), remove(d.path))
		s.red(in("number taken out of the name"), of("unknown-adr"), rename(d.path, "docs/adr/"+d.path[len("docs/adr/0000-"):]))
		s.red(in("in another directory"), of("unknown-adr"), rename(d.path, "docs/"+d.path[len("docs/adr/"):]))
		s.red(in("another of the number"), of("ambiguous-adr"), copyOf(d.path, strings.Replace(d.path, ".md", "-again.md", 1)))
		s.red(in("A15 leads out by a link"), of("outside-evidence|unreadable-evidence"), copyOf(d.path, "{outside}/adr.md"), remove(d.path), link(d.path, "{outside}/adr.md"))
	}
	r := ref.row("L-10")
	for _, c := range [][3]string{
		{"a record by a name that is nearly one", "adr:0001-record-decision", "unknown-adr"},
		{"a record that is not there", "adr:77", "unknown-adr"},
		{"A11 a superseded record", "adr:0003", "adr-superseded"},
		{"a proposed record", "adr:ADR-6", "adr-not-accepted"},
		{"A11 a record by the number of templates", "adr:0000", "unknown-adr"},
		{"a record by its title", "adr:record-decisions", "unknown-adr"},
		{"A11 the template as a record", "adr:template", "adr-template"},
		{"a record by its path", "adr:docs/adr/0001-record-decisions.md", "bad-reference"},
		{"two records in one reference", "adr:1,2", "bad-reference"},
	} {
		s.red("L-10 cites "+c[0], of(c[2]), r.citing(c[1]))
	}
	s.red("L-10 another number in the title of the record", of("id-mismatch"), replace("docs/adr/0001-record-decisions.md", "# 1. ", "# 2. "))
	s.red("A11 a template has a number", of("adr-template"), rename("docs/adr/template.md", "docs/adr/0007-template.md"), r.citing("adr:7"))
	s.red("A11 a copy of the template is cited", of("adr-template"), copyOf("docs/adr/template.md", "docs/adr/0007-cache.md"), r.citing("adr:7"))
	s.red("A11 a copy of the template with a status is cited", of("adr-template"), copyOf("docs/adr/template.md", "docs/adr/0007-cache.md"),
		replace("docs/adr/0007-cache.md", "{proposed | accepted | superseded by ADR-NNNN}", "Accepted"), r.citing("adr:7"))
	s.red("the directory of records is gone", of("adrs-unreadable", "unknown-adr"), remove("docs/adr"))
	s.red("the directory of records is renamed", of("adrs-unreadable", "unknown-adr"), rename("docs/adr", "docs/decisions"))
	s.red("no directory of records is named", of("no-adrs"), replace("stile.json", ",\n  \"adrs\": [\"docs/adr\"]", ""))
	s.red("another directory of records is named", of("adrs-unreadable", "unknown-adr"), replace("stile.json", "\"docs/adr\"", "\"docs/decisions\""))
	s.red("A15 the directory of records leads out by a link", of("adrs-unreadable", "unknown-adr"), rename("docs/adr", "{outside}/adr"), link("docs/adr", "{outside}/adr"))
}
