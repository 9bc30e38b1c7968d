package core

import (
	"strings"
	"testing"

	"github.com/stile-gate/stile/core/fact"
)

func TestRecords(t *testing.T) {
	const none = "R1 none does not hold"
	adr := func(path, text string) func(s *scene) { return file("docs/adr/"+path, text) }
	cite := func(id string) func(s *scene) { return rows("| R1 | deviated | adr:" + id + " | |") }
	seven := func(text string) func(s *scene) { return all(adr("0007-use-x.md", text), cite("7")) }
	for _, c := range []tableCase{
		{"by its number", cite("7"), "green", nil, "R1 present holds"},
		{"by its number with zeros", cite("0007"), "green", nil, "R1 present holds"},
		{"by its number behind ADR", cite("ADR-7"), "green", nil, "R1 present holds"},
		{"by its name", cite("0007-use-x"), "green", nil, "R1 present holds"},
		{"by a name without a number", all(adr("use-z.markdown", "# Use z\n\nStatus: accepted\n"), cite("use-z")), "green", nil, "R1 present holds"},
		{"an applied row may cite one", rows("| R1 | applied | adr:7 | |"), "green", nil, "R1 present holds"},
		{"no such number", cite("9"), "red", []string{at + `19: no decision record is called "9" in docs/adr [unknown-adr]`}, none},
		{"another name of the number", cite("0007-use-y"), "red", []string{at + `19: no decision record is called "0007-use-y" in docs/adr [unknown-adr]`}, none},
		{"a name in another letter case", cite("0007-Use-X"), "red", []string{at + `19: no decision record is called "0007-Use-X" in docs/adr [unknown-adr]`}, none},
		{"two of one number", all(adr("7-use-z.md", "# 7. Use z\n\nStatus: accepted\n"), cite("7")), "red",
			[]string{at + `19: more than one decision record is called "7": "docs/adr/0007-use-x.md" and "docs/adr/7-use-z.md" [ambiguous-adr]`}, none},
		{"three of one number", all(adr("7-use-z.md", "x\n"), adr("007-use-z.md", "x\n"), cite("7")), "red",
			[]string{at + `19: more than one decision record is called "7": "docs/adr/0007-use-x.md" and "docs/adr/007-use-z.md" [ambiguous-adr]`}, none},
		{"two of one number, by name", all(adr("7-use-z.md", "# 7. Use z\n\nStatus: accepted\n"), cite("0007-use-x")), "green", nil, "R1 present holds"},
		{"two directories", all(file("more/0007-use-x.md", "# 7. Use x\n\nStatus: accepted\n"), policy(`"adrs": ["docs/adr"]`, `"adrs": ["docs/adr", "more"]`), cite("0007-use-x")), "red",
			[]string{at + `19: more than one decision record is called "0007-use-x": "docs/adr/0007-use-x.md" and "more/0007-use-x.md" [ambiguous-adr]`}, none},
		{"A11 superseded", seven("# 7. Use x\n\nStatus: accepted\nSuperseded by: ADR-8\n"), "red",
			[]string{at + `19: the decision "docs/adr/0007-use-x.md" is superseded by "8" [adr-superseded]`}, none},
		{"A11 superseded by nobody said", seven("# 7. Use x\n\nStatus: superseded\n"), "red",
			[]string{at + `19: the decision "docs/adr/0007-use-x.md" is superseded [adr-superseded]`}, none},
		{"A11 a template", all(adr("template.md", "# Title\n\nStatus: accepted\n"), cite("template")), "red",
			[]string{at + `19: "docs/adr/template.md" is a template and no decision [adr-template]`}, none},
		{"too large", seven("Status: accepted\n" + strings.Repeat("a\n", fact.MaxRecord/2)), "red", []string{at + `19: the decision record "docs/adr/0007-use-x.md" is longer than 1 MiB [adr-too-large]`}, none},
		{"A11 zero bytes", seven(""), "red", []string{at + `19: the decision record "docs/adr/0007-use-x.md" is blank [adr-blank]`}, none},
		{"blank", seven(" \n\t\n"), "red", []string{at + `19: the decision record "docs/adr/0007-use-x.md" is blank [adr-blank]`}, none},
		{"proposed", seven("# 7. Use x\n\nStatus: proposed\n"), "red",
			[]string{at + `19: the decision "docs/adr/0007-use-x.md" is not accepted: its status is "proposed" [adr-not-accepted]`}, none},
		{"without a status", seven("# 7. Use x\n\nWe use x.\n"), "red",
			[]string{at + `19: the decision "docs/adr/0007-use-x.md" is not accepted: it says no status [adr-not-accepted]`}, none},
		{"of two statuses", seven("# 7. Use x\n\nStatus: accepted\nStatus: rejected\n"), "red",
			[]string{at + `19: the decision record "docs/adr/0007-use-x.md", line 4: the status "rejected" is another than "accepted" in line 3 [ambiguous-status]`}, none},
		{"of two numbers", seven("# 9. Use x\n\nStatus: accepted\n"), "red",
			[]string{at + `19: the decision record "docs/adr/0007-use-x.md", line 1: the file's name says 7 and its title 9 [id-mismatch]`}, none},
		{"a link out of the tree", all(cite("7"), func(s *scene) { s.links["docs/adr/0007-use-x.md"] = "" }), "red",
			[]string{at + `19: the decision record "docs/adr/0007-use-x.md" cannot be read: outside the project [outside-evidence]`}, none},
		{"what time left unread", all(cite("7"), func(s *scene) { s.links["docs/adr/0007-use-x.md"] = "!" + fact.WhyTime }), "unproven",
			[]string{"open: " + at + `19: the decision record "docs/adr/0007-use-x.md" cannot be read: ` + fact.WhyTime + ` [evidence-not-read]`}, "R1 none not proven"},
		{"a link to the table", all(cite("7"), func(s *scene) { s.links["docs/adr/0007-use-x.md"] = "docs/conformance.md" }), "red",
			[]string{at + `19: the cited file "docs/adr/0007-use-x.md" is a conformance table, which proves nothing of itself [table-as-evidence]`}, none},
		{"what is no record", all(file("docs/adr/7.txt", "x\n"), cite("7")), "green", nil, "R1 present holds"},
		{"no directory is named", all(policy(`,
 "adrs": ["docs/adr"]`, ""), cite("7")), "red",
			[]string{at + `19: the decision "7" cannot be looked up: stile.json names no directory of decision records [no-adrs]`}, none},
		{"no such directory", all(policy(`"docs/adr"`, `"docs/adrs"`), cite("7")), "red", []string{
			`stile.json: the directory of decision records "docs/adrs" is not there [adrs-unreadable]`,
			at + `19: no decision record is called "7" in docs/adrs [unknown-adr]`}, none},
		{"no such directory, and nothing cited of it", policy(`"docs/adr"`, `"docs/adrs"`), "green", nil, "R1 measured holds"},
		{"beside what does not hold", rows("| R1 | deviated | adr:7; file:gone | |"), "red", []string{at + `26: the cited file "gone" is not there [missing-evidence]`}, none},
	} {
		c.run(t)
	}
}

// TestListsOfRecords: of a directory that is not listed whole, or names what no fact could be asked for by, no reference
// is known to mean exactly one.
func TestListsOfRecords(t *testing.T) {
	s := green()
	rows("| R1 | deviated | adr:7 | |")(s)
	_, rec := s.flagged("json").ask(t)
	for _, c := range []struct {
		name string
		list fact.List
		want string
	}{
		{"all", fact.List{Names: []string{"0007-use-x.md"}}, `"verdict":"green"`},
		{"more", fact.List{Names: []string{"0007-use-x.md"}, More: 3}, `{"kind":"adrs-not-listed","path":"stile.json","line":0,"col":0,"message":"of the directory of decision records \"docs/adr\", 3 files are not looked at"`},
		{"not UTF-8", fact.List{Names: []string{"0007-use-x.md", "7-\xff.md"}}, `{"fault":{"code":"bad-fact"`},
		{"not UTF-8 alone", fact.List{Names: []string{"7-\xff.md"}}, `{"fault":{"code":"bad-fact"`},
	} {
		rec.Put(fact.Of("list:docs/adr", &c.list))
		a, ok := ParseAnswer(Eval(rec.Append(nil)))
		text := string(a.JSON(nil))
		if a.Reply != nil {
			text = a.Reply.Stdout
		}
		if !ok || fact.Index(text, c.want) < 0 {
			t.Errorf("%s: %s, want %s", c.name, text, c.want)
		}
	}
}
