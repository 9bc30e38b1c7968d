package table

import (
	"strings"
	"testing"

	"github.com/stile-gate/stile/core/fact"
)

func readADR(t testing.TB, path, src string) *ADR {
	t.Helper()
	answer := ReadADR(path, []byte(src))
	a, ok := ParseADR(answer)
	if !ok {
		t.Fatalf("ReadADR answered what ParseADR refuses:\n%s\nsource:\n%q", answer, src)
	}
	return a
}

// saying writes what a record says in one line: id, word, place, successor, marks and kinds of findings.
func saying(a *ADR) string {
	s := a.ID + " " + a.Word
	if a.Line > 0 {
		s += " " + fact.Itoa(a.Line) + ":" + fact.Itoa(a.Col)
	}
	if a.SupersededBy != "" {
		s += " by " + a.SupersededBy
	}
	if a.Template {
		s += " template"
	}
	if a.Blank {
		s += " blank"
	}
	for _, f := range a.Findings {
		s += " [" + f.Kind + "]"
	}
	return s
}

const (
	statusOnlyInAnExample = "# How to write a status\n\n## Context\n\nRecords have a status. Example of a text line: `Status: Accepted`\n\n" +
		"```md\n## Status\n\nAccepted\n```\n\n## Decision\n\nWe take the text line [say why].\n"
	statusTableNoTitle = "| Status   | Date       | Author(s)                      |\n|:---------|:-----------|:-------------------------------|\n" +
		"| Accepted | 2026-01-02 | [@a](https://host.test/a\\|b)   |\n\n## Context\n\nNo heading with a number: the id is in the file name alone.\n"
	supersedingBold = "## ADR 0006 — Use another thing\n\n- **Status:** ACCEPTED (amended by ADR-0007) ✅\n" +
		"- **Supersedes:** [ADR-0005](adr-0005-struck-and-superseded.md)\n"
	index = "# Decisions\n\n- [ADR 1: Adopt records](adr-0001-adopt.md)\n- [ADR 7: First](adr-0007-first-of-two.md)\n" +
		"- [ADR 8: Never written](adr-8.md)\n\n| ID | Status |\n|----|--------|\n| 0005 | Accepted |\n"
)

func TestReadADR(t *testing.T) {
	for _, c := range []struct{ name, path, src, want string }{
		{"status in a code span and a fence", "adr-0002-status-only-in-an-example.md", statusOnlyInAnExample, "2  [no-status]"},
		{"status table, no title", "adr-0004-status-table-no-title.md", statusTableNoTitle, "4 accepted 3:3"},
		{"H2 title, bold item, capitals, amended", "adr-0006-superseding-bold.md", supersedingBold, "6 accepted 3:15"},
		{"an index decides nothing", "adr-index.md", index, "  [no-status]"},

		{"Nygard", "doc/adr/0007-x.md", "# 7. Use x\n\nDate: 2026-01-02\n\n## Status\n\nAccepted\n\n## Context\n\nStatus: proposed\n", "7 accepted 7:1"},
		{"Nygard in CR LF with a mark", "7.md", "\xef\xbb\xbf# 7. Use x\r\n\r\n## Status\r\n\r\nAccepted\r\n", "7 accepted 5:1"},
		{"Nygard in CR", "7.md", "# 7. Use x\r\r## Status\r\rAccepted\r", "7 accepted 5:1"},
		{"Nygard with setext headings", "7.md", "7. Use x\n========\n\nStatus\n------\n\nAccepted\n", "7 accepted 7:1"},
		{"MADR front matter", "0007-x.md", "---\nstatus: \"accepted\"\ndate: 2026-01-02\n---\n# Use x\n", "7 accepted 2:10"},
		{"front matter with a remark", "0007-x.md", "---\nStatus: accepted # by all\n---\n# Use x\n", "7 accepted 2:9"},
		{"front matter that never ends is none", "0007-x.md", "---\nstatus: accepted\n\n# Use x\n", "7 accepted 2:9"},
		{"MADR list", "7.md", "# Use x\n\n* Status: accepted\n* Date: 2026\n", "7 accepted 3:11"},
		{"bold line", "7.md", "# ADR-7: Use x\n\n**Date**: 2026\n**Status**: accepted 2026-01-02 (by all)\n", "7 accepted 4:13"},
		{"plain line", "7.md", "# ADR 0007 — Use x\n\nStatus: accepted\nDate: 2026\n", "7 accepted 3:9"},
		{"row", "7.md", "# 7 - Use x\n\n| | |\n|-|-|\n| Status | **Accepted** |\n| Date | 2026 |\n", "7 accepted 5:12"},
		{"row that is the header", "7.md", "# 7 - Use x\n\n| **Status** | Accepted |\n|---|---|\n| Date | 2026 |\n", "7 accepted 3:16"},
		{"index row of this record", "7.md", "| ADR | Status |\n|-|-|\n| ADR-0006 | Rejected |\n| ADR-0007 | Accepted |\n", "7 accepted 4:14"},
		{"row without a line of dashes", "7.md", "| Status | Accepted |\n", "7  [no-status]"},
		{"no heading marks", "7.md", "ADR 0007 — Use x\n- Status: Accepted\n- Date: 2026\nContext\n", "7 accepted 2:11"},
		{"title twice", "7.md", "# ADR-0007: adr-0007-use-x.md\n\n# ADR-0007 — Use x\n\n**Status**: accepted\n", "7 accepted 5:13"},
		{"value in a code span", "7.md", "# Use x\n\nStatus: `accepted`\n", "7 accepted 3:9"},
		{"link", "7.md", "# Use x\n\nStatus: [Accepted](x.md)\n", "7 accepted 3:9"},
		{"emoji first", "7.md", "# Use x\n\nStatus: ✅ Accepted.\n", "7 accepted 3:9"},
		{"section in a sentence", "7.md", "# Use x\n\n## Status\n\nAccepted by all on 2026-01-02.\n", "7 accepted 5:1"},
		{"list in the section", "7.md", "# Use x\n\n## Status\n\n- Status: accepted\n- Date: 2026\n", "7 accepted 5:11"},
		{"status in its heading", "7.md", "# Use x\n\n## Status: Accepted\n", "7 accepted 3:12"},
		{"agreeing twice", "7.md", "---\nstatus: accepted\n---\n# Use x\n\n## Status\n\n**Accepted**\n", "7 accepted 2:9"},

		{"every word", "7.md", "Status: draft", "7 draft 1:9"},
		{"", "7.md", "Status: Proposed", "7 proposed 1:9"}, {"", "7.md", "Status: pending", "7 pending 1:9"},
		{"", "7.md", "Status: REJECTED!", "7 rejected 1:9"}, {"", "7.md", "Status: deprecated", "7 deprecated 1:9"},
		{"", "7.md", "Status: superseded", "7 superseded 1:9"}, {"", "7.md", "Status: withdrawn", "7 withdrawn 1:9"},
		{"", "7.md", "Status: obsolete", "7 obsolete 1:9"},
		{"another word", "7.md", "Status: active", "7 unknown 1:9 [unknown-status]"},
		{"", "7.md", "Status: not accepted", "7 unknown 1:9 [unknown-status]"}, {"", "7.md", "Status: acceptedly", "7 unknown 1:9 [unknown-status]"},
		{"", "7.md", "Status: accepted-ish", "7 unknown 1:9 [unknown-status]"}, {"", "7.md", "Status: accepted?", "7 unknown 1:9 [unknown-status]"},
		{"", "7.md", "Status: akzeptiert", "7 unknown 1:9 [unknown-status]"}, {"", "7.md", "Status: acceptedé", "7 unknown 1:9 [unknown-status]"},

		{"two statuses", "7.md", "---\nstatus: proposed\n---\n# Use x\n\nStatus: accepted\n", "7 proposed 2:9 [ambiguous-status]"},
		{"two in the section", "7.md", "# Use x\n\n## Status\n\nAccepted\n\nDeprecated (2026)\n", "7 accepted 5:1 [ambiguous-status]"},
		{"a sentence behind the status", "7.md", "# Use x\n\n## Status\n\nAccepted\n\nProposed by all of us.\n", "7 accepted 5:1"},
		{"two rows", "7.md", "| Title | Status |\n|-|-|\n| Use x | Draft |\n| Use y | Accepted |\n", "7 draft 3:11 [ambiguous-status]"},
		{"two rows of their time", "7.md", "| Version | Status |\n|-|-|\n| 1 | Draft |\n| 2 | Accepted |\n", "7 accepted 4:7"},

		{"A11 superseded by a link", "7.md", "# 7. Use x\n\n## Status\n\nAccepted\n\nSuperseded by [9. Use y](0009-use-y.md)\n", "7 superseded 7:1 by 9"},
		{"A11 as adr-tools writes it", "7.md", "# 7. Use x\n\n## Status\n\nSuperceded by [9. Use y](0009-use-y.md)\n", "7 superseded 5:1 by 9"},
		{"A11 in the status line", "7.md", "# Use x\n\n* Status: superseded by ADR-0009\n", "7 superseded 3:11 by 9"},
		{"A11 behind accepted", "7.md", "# Use x\n\nStatus: Accepted, superseded by ADR-0009\n", "7 superseded 3:9 by 9"},
		{"A11 a line of its own", "7.md", "# Use x\n\nStatus: Accepted\nSuperseded-by: ADR-0009\n", "7 superseded 4:16 by 9"},
		{"A11 before the status", "7.md", "# Use x\n\nSuperseded by: ADR-0009\nStatus: Accepted\n", "7 superseded 3:16 by 9"},
		{"A11 front matter", "7.md", "---\nstatus: accepted\nsuperseded-by: 0009-use-y\n---\n", "7 superseded 3:16 by 9"},
		{"A11 front matter list", "7.md", "---\nstatus: accepted\nsupersededBy:\n  - \"0009\"\n---\n", "7 superseded 4:6 by 9"},
		{"A11 row", "7.md", "| | |\n|-|-|\n| Status | Accepted |\n| Superseded by | ADR-9 |\n", "7 superseded 4:19 by 9"},
		{"A11 section", "7.md", "# Use x\n\nStatus: accepted\n\n## Superseded by\n\n- [ADR-9](9.md)\n", "7 superseded 7:3 by 9"},
		{"A11 below another section", "7.md", "# Use x\n\nStatus: accepted\n\n## Links\n\n- Superseded by [ADR-9](9.md)\n", "7 superseded 7:3 by 9"},
		{"A11 without a number", "7.md", "# Use x\n\nStatus: accepted\nSuperseded by: [Use y](use-y.md)\n", "7 superseded 4:16 by [Use y](use-y.md)"},
		{"A11 struck out", "7.md", "# ~~7. Use x~~\n\nStatus: ~~accepted~~ superseded by ADR-9\n", "7 superseded 3:22 by 9"},
		{"A11 reference link", "7.md", "# Use x\n\nStatus: accepted\nSuperseded by: [ADR-9]\n", "7 superseded 4:16 by 9"},
		{"superseded by nothing", "7.md", "# Use x\n\n- Status: accepted\n- Superseded by: –\n- Superseded by: None\n", "7 accepted 3:11"},
		{"superseding, amended", "7.md", "# Use x\n\n- Status: accepted\n- Supersedes: ADR-5\n- Amended by ADR-9\n", "7 accepted 3:11"},
		{"a sentence about it", "7.md", "# Use x\n\nStatus: accepted\n\n## Context\n\nSuperseded by default, and so on.\n", "7 accepted 3:9"},

		{"comment", "7.md", "# Use x\n\n<!-- Status: accepted -->\n<!--\nStatus: accepted\n\nStatus: accepted\n-->\n", "7  [no-status]"},
		{"comment behind the status", "7.md", "# Use x\n\nStatus: proposed <!-- accepted -->\n", "7 proposed 3:9"},
		{"comment before the status", "7.md", "# Use x\n\nStatus: <!-- proposed --> accepted\n", "7 accepted 3:27"},
		{"quotation", "7.md", "# Use x\n\nSo it reads:\n> Status: accepted\nStatus: accepted\n", "7  [no-status]"},
		{"quotation in a list", "7.md", "# Use x\n\n- > Status: accepted\n", "7  [no-status]"},
		{"fence in a list", "7.md", "# Use x\n\n- as\n  ```\n  Status: accepted\n  ```\n- ~~~\n  Status: accepted\n", "7  [no-status]"},
		{"fence in a fence", "7.md", "# Use x\n\n````\n```\nStatus: accepted\n```\n````\n", "7  [no-status]"},
		{"fence that never ends", "7.md", "# Use x\n\n```\nStatus: accepted\n", "7  [no-status]"},
		{"indented code", "7.md", "# Use x\n\n    Status: accepted\n", "7  [no-status]"},
		{"code span over two lines", "7.md", "# Use x\n\nwritten as `a\nStatus: accepted\nb` here\n", "7  [no-status]"},
		{"another language", "7.md", "# Use x\n\n<pre>\nStatus: accepted\n</pre>\n", "7  [no-status]"},
		{"below the first section", "7.md", "# Use x\n\n## Context\n\nStatus: accepted\n\n- **Status**: accepted\n", "7  [no-status]"},
		{"section far below", "7.md", "# Use x\n\n## Context\n\n#### Status\n\nAccepted\n", "7  [no-status]"},

		{"number in both", "0008-x.md", "# 7. Use x\n\nStatus: accepted", "8 accepted 3:9 [id-mismatch]"},
		{"number in the title", "use-x.md", "# ADR-0007: Use x\n\nStatus: accepted", "7 accepted 3:9"},
		{"a number that counts", "use-x.md", "# 3 reasons to use x\n\nStatus: accepted", " accepted 3:9"},
		{"a version", "8-x.md", "# 5.1 is out\n\nStatus: accepted", "8 accepted 3:9"},
		{"A11 template by number", "0000-x.md", "# Use x\n\nStatus: accepted", "0 accepted 3:9 template"},
		{"A11 template by name", "doc/adr/adr-Template.md", "# Use x\n\nStatus: accepted", " accepted 3:9 template"},
		{"A11 template by title", "7.md", "# [short title of solved problem and solution]\n\n* Status: accepted", "7 accepted 3:11 template"},
		{"", "7.md", "# {short title, representative of solved problem}\n\nStatus: accepted", "7 accepted 3:9 template"},
		{"", "7.md", "# 7. <title>\n\nStatus: accepted", "7 accepted 3:9 template"}, {"", "7.md", "# ADR-NNNN: Title\n\nStatus: accepted", "7 accepted 3:9 template"},
		{"", "7.md", "# NUMBER. TITLE\n\nDate: DATE\n\n## Status\n\nSTATUS\n", "7 unknown 7:1 template"},
		{"A11 template by status", "7.md", "# Use x\n\n* Status: [proposed | rejected | accepted | … | superseded by [ADR-5](5.md)] <!-- optional -->", "7 superseded 3:11 by 5 template"},
		{"", "7.md", "---\nstatus: \"{proposed | rejected | accepted}\"\n---\n# Use x\n", "7 unknown 2:10 template"},
		{"", "7.md", "# Use x\n\nStatus: accepted | rejected\n", "7 accepted 3:9 template"},
		{"no template", "7.md", "# 7. [Use x](x.md)\n\nStatus: [accepted](y.md)\n", "7 accepted 3:9"},
		{"A11 zero bytes", "7.md", "", "7  blank"}, {"", "7.md", "\xef\xbb\xbf \r\n\t\n", "7  blank"},
		{"no UTF-8", "7.md", "# \xff\n\nStatus: accepted\xff\n", "7 unknown 3:9 [unknown-status]"},
	} {
		if got := saying(readADR(t, c.path, c.src)); got != c.want {
			t.Errorf("%s %q\ngot  %s\nwant %s", c.name, c.src, got, c.want)
		}
	}
}

func TestADRAnswer(t *testing.T) {
	got := string(ReadADR("doc/adr/0006-superseding-bold.md", []byte(supersedingBold)))
	const want = `{"id":"6","title":"Use another thing","status":"ACCEPTED (amended by ADR-0007) ✅","word":"accepted","line":3,"col":15,` +
		`"supersededBy":"","template":false,"blank":false,"size":148,"findings":[]}`
	if got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	a := readADR(t, "7.md", "Status: accepted\n\nStatus: rejected")
	if f := a.Findings[0].String(); f != `7.md:3:9: the status "rejected" is another than "accepted" in line 1 [ambiguous-status]` {
		t.Error(f)
	}
}

func TestParseADRRefuses(t *testing.T) {
	answer := string(ReadADR("7.md", []byte("# Use x\n\nStatus: accepted")))
	for _, c := range [][2]string{{`"word":"accepted"`, `"word":"fine"`}, {`"word":"accepted"`, `"word":""`}, {`"id":"7"`, `"id":"07"`}, {`"id":"7"`, `"id":"x"`},
		{`"line":3`, `"line":0`}, {`"line":3`, `"line":-3`}, {`"supersededBy":""`, `"supersededBy":"9"`}, {`"size":25`, `"size":-1`}, {`}`, `} `}} {
		if bad := strings.Replace(answer, c[0], c[1], 1); bad == answer {
			t.Errorf("%s is not in %s", c[0], answer)
		} else if _, ok := ParseADR([]byte(bad)); ok {
			t.Errorf("taken: %s", bad)
		}
	}
}

func TestIDOf(t *testing.T) {
	for _, c := range [][2]string{{"0007-use-x.md", "7"}, {"7.md", "7"}, {"ADR-007.md", "7"}, {"adr-0007-use-x.md", "7"}, {"adr_0007_use_x.MD", "7"},
		{"doc/adr/0007-x.markdown", "7"}, {"0000-template.md", "0"}, {"0007 use x.md", "7"}, {"0007.use.md", "7"}, {"adr7.md", "7"},
		{"adr-index.md", ""}, {"README.md", ""}, {"0007-x.png", ""}, {"0007-x", ""}, {".md", ""}, {"", ""}, {"2026-01-02-use-x.md", ""}, {"7th-try.md", ""},
		{"0007/x.md", ""}, {"20260102-x.md", "20260102"}} {
		if id, ok := IDOf(c[0]); id != c[1] || ok != (id != "") {
			t.Errorf("%q: %q, want %q", c[0], id, c[1])
		}
	}
	for _, c := range [][2]string{{"7", "7"}, {"0007", "7"}, {"ADR-7", "7"}, {"adr-0007-use-x", "7"}, {"000", "0"}, {"", ""}, {"x", ""}, {"ADR-", ""}, {"7x", ""}} {
		if id, ok := Normalise(c[0]); id != c[1] || ok != (id != "") {
			t.Errorf("%q: %q, want %q", c[0], id, c[1])
		}
	}
}

// B1: line ends change nothing.
func TestADRWithOtherLineEnds(t *testing.T) {
	for _, src := range []string{statusOnlyInAnExample, statusTableNoTitle, supersedingBold, index} {
		want := saying(readADR(t, "7.md", src))
		for _, end := range []string{"\r\n", "\r"} {
			if got := saying(readADR(t, "7.md", strings.ReplaceAll(src, "\n", end))); got != want {
				t.Errorf("%q: %s, with %q %s", src, want, end, got)
			}
		}
	}
}

// A long record costs a walk or two, whatever it is made of.
func TestADRIsLinear(t *testing.T) {
	for _, piece := range []string{"`", "``a", "<!--", "~~", "s", "superseded by ", "> ", "- ", "|a", "# 7\n", "Status: x\n", "\\", "[", "{", "a\n---\n", "\n|a|b|\n|-|-|\n", "<pre>", "* * ",
		"not been ", "accepted ", "rejected\n", "→", "-> ", "2026-01-02 ", "the ", "[no longer ", "](", "Proposed: 2026-01-02\n", "**", "__x__\n\n"} {
		src := strings.Repeat(piece, 1<<17/len(piece))
		readADR(t, "7.md", src)
		readADR(t, "7.md", "Status: "+src)
		readADR(t, "7.md", "Status: accepted "+src)
		readADR(t, "7.md", "# Status\n\nAccepted\n\n"+src)
		readADR(t, "7.md", "> Status: proposed "+src)
		readADR(t, "7.md", "---\nstatus: "+src+"\n---\n")
	}
}

func FuzzReadADR(f *testing.F) {
	for _, s := range []string{statusOnlyInAnExample, statusTableNoTitle, supersedingBold, index, "---\nstatus: a\nsuperseded-by:\n- 9\n---\n# 7. x\n\n## Status\n\nAccepted\n\nSuperceded by [9](9.md)\n",
		"| | |\n|-|-|\n| Status | **Accepted** |\n", "> a\nStatus: b\n\n- ```\n  x\n", "Status: [a | b]\n===\n", "\xef\xbb\xbf<!-- a -->Status: ~~a~~ `b`"} {
		f.Add("0007-x.md", []byte(s))
	}
	f.Fuzz(func(t *testing.T, path string, src []byte) {
		a := readADR(t, path, string(src))
		if a.Blank && a.Word != "" || a.Size != int64(len(src)) {
			t.Fatalf("%+v", a)
		}
		for _, x := range a.Findings {
			if x.Kind == "" || x.Message == "" || x.Line < 1 || x.Col < 1 || strings.ContainsAny(x.Message+x.Do, "\n\x00\x1b") {
				t.Fatalf("finding %q", &x)
			}
		}
		// What follows in a fence says nothing.
		if !strings.HasSuffix(string(src), "\n\n") || strings.ContainsAny(string(src), "`~<>-|") {
			return
		}
		if got := saying(readADR(t, path, string(src)+"```\nStatus: rejected\nSuperseded by ADR-9\n```\n")); got != saying(a) && !a.Blank {
			t.Fatalf("%q: %s, with a fence %s", src, saying(a), got)
		}
	})
}
