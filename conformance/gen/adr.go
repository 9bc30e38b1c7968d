package main

import "strings"

// A record is one decision record as it can be written.
type record struct {
	name, comment, file, raw string
	bad                      bool
}

func records(*inputs) []vector {
	var out []vector
	for _, x := range recordTable {
		if x.file == "" {
			x.file = "docs/adr/0007-use-cents.md"
		}
		r := reading{name: x.name, comment: x.comment, raw: x.raw, bad: x.bad}
		out = append(out, r.vector("adr", "adr", x.file))
	}
	return out
}

const nygard = "# 7. Use cents\n\nDate: 2026-01-02\n\n## Status\n\nAccepted\n\n## Context\n\nStatus: proposed\n"

var recordTable = []record{
	{name: "nygard", comment: "a section Status; what other sections say is prose", raw: nygard},
	{name: "nygard-crlf", comment: "B1 a byte order mark and CR LF: the same", raw: "\xef\xbb\xbf" + strings.ReplaceAll(nygard, "\n", "\r\n")},
	{name: "nygard-setext", comment: "headings by underlines, the number in the title alone", file: "docs/adr/use-cents.md", raw: "ADR-0007: Use cents\n===================\n\nStatus\n------\n\nAccepted by all on 2026-01-02.\n"},
	{name: "madr-front-matter", comment: "front matter, quoted, with remarks and what is nested", raw: "---\ntitle: Use cents\n# a remark\nby:\n\n  - all\n  nested: x\nstatus: \"accepted\" # by all\ndate: 2026-01-02\n---\n# Use cents\n"},
	{name: "madr-list", comment: "a list, decorated, with an emoji", raw: "# Use cents\n\n* **Status**: ✅ accepted (by all)\n* Date: 2026-01-02\n"},
	{name: "table", comment: "a row of a table; a code span protects its pipe", raw: "# 7 - Use cents\n\n| | |\n|-|-|\n| Status | **Accepted** |\n| Date | `a\\|b` |\n"},
	{name: "index", comment: "an index of records: the row of this one", file: "docs/adr/7.md", raw: "| ADR | Status |\n|-|-|\n| ADR-0006 | Rejected |\n| ADR-0007 | Accepted |\n"},
	{name: "superseding", comment: "it supersedes another and was amended: accepted", raw: "## ADR 0007 — Use cents\n\n- **Status:** ACCEPTED (amended by ADR-0008)\n- **Supersedes:** [ADR-0005](0005-x.md)\n- Superseded by: –\n"},
	{name: "plain-title", comment: "a title without a mark, with its number", file: "docs/adr/use-cents.md", raw: "ADR 0007 — Use cents\n- Status: Accepted\n- Date: 2026\n"},
	{name: "title-twice", comment: "the title once more, with code in it", raw: "# ADR-0007\n\n# ADR-0007 — Use `cents`\n\n**Status**: accepted\n"},
	{name: "status-heading", comment: "the status in a heading that is closed", raw: "# 3 reasons to use cents #\n\n## Status: Accepted ##\n"},
	{name: "table-header", comment: "the status in the header of a table, and a successor that is none", raw: "# Use cents\n\n| **Status** | Accepted |\n|---|---|\n| Superseded by | – |\n"},
	{name: "long", comment: "a title and a status that are cut where a character ends", raw: "# " + repeated("ü", 200) + "\n\nStatus: accepted, " + repeated("ü", 200) + "\n"},
	{name: "deprecated", comment: "A11 another word than accepted", raw: "# Use cents\n\nStatus: deprecated\n"},
	{name: "superseded-link", comment: "A11 superseded by a link, behind accepted", raw: "# 7. Use cents\n\n## Status\n\nAccepted\n\nSuperceded by [9. Use mills](0009-use-mills.md)\n"},
	{name: "superseded-front", comment: "A11 superseded in a list of front matter", raw: "---\nstatus: accepted\nsuperseded-by:\n  - \"0009\"\n---\n# Use cents\n"},
	{name: "superseded-section", comment: "A11 superseded in a section of its own", raw: "# Use cents\n\nStatus: accepted\n\n## Superseded by\n\n- [Use mills](use-mills.md)\n"},
	{name: "superseded-heading", comment: "A11 superseded in a heading, and in a column", raw: "# Use cents\n\n| Status | Superseded by |\n|-|-|\n| Accepted | none |\n\n## Superseded by [ADR-9](9.md)\n"},
	{name: "hidden", bad: true, comment: "A11 statuses in comments, fences, quotations, code and other sections are none", raw: "# Use cents\n\n<!-- Status: accepted -->\n\n```\nStatus: accepted\n```\n\n> Status: accepted\n\n    Status: accepted\n\n`Status: accepted`\n\n## Context\n\nStatus: accepted\n"},
	{name: "two-statuses", bad: true, comment: "A11 two statuses that disagree", raw: "---\nstatus: proposed\n---\n# Use cents\n\nStatus: accepted\n"},
	{name: "two-in-section", bad: true, comment: "A11 two statuses of one section", raw: "# Use cents\n\n## Status\n\nAccepted\n\nWe all agreed.\n\nDeprecated (2026)\n"},
	{name: "unknown-status", bad: true, comment: "A11 a word that no status begins with", raw: "# Use cents\n\nStatus: accepted-ish\n"},
	{name: "two-numbers", bad: true, comment: "one number in its name, another in its title", raw: "# 8. Use cents\n\nStatus: accepted\n"},
	{name: "template-number", bad: true, comment: "A11 number 0 is a template", file: "docs/adr/0000-record.md", raw: "# Use cents\n\nStatus: accepted\n"},
	{name: "template-name", bad: true, comment: "A11 a template by its name", file: "docs/adr/adr-template.md", raw: "# Use cents\n\nStatus: accepted\n"},
	{name: "template-title", bad: true, comment: "A11 a template by its title and by the choice of a status", raw: "# {short title of the problem}\n\n* Status: proposed | accepted\n"},
	{name: "template-number-open", bad: true, comment: "A11 a template by a number that is not filled in", raw: "# ADR-NNNN: <title>\n\n* Status: <status>\n"},
	{name: "blank", bad: true, comment: "A11 a byte order mark and white space", raw: "\xef\xbb\xbf \r\n\t\n\u2028"},
	{name: "no-utf8", bad: true, comment: "bytes that are no UTF-8", raw: "# \xff\n\nStatus: accepted\xff\n"},
	{name: "unclosed", bad: true, comment: "front matter, a fence and a comment that never end", raw: "---\nstatus: accepted\n\n# Use cents\n\n<!-- \n```\nStatus: rejected\n"},
}
