package main

import "strings"

// tableHead is the beginning of a file with a conformance table: its rows come behind it, in line 7 and on.
const tableHead = "# Shop\n\n## Conformance\n\n| rule | status | evidence | note |\n|---|---|---|---|\n"

// rowsOf is a table with these rows.
func rowsOf(rows ...string) string { return tableHead + strings.Join(rows, "\n") + "\n" }

// each is a table with one row for each text, of one status; the column is where the text stands.
func each(before, behind string, texts []string) string {
	rows := make([]string, len(texts))
	for i, t := range texts {
		rows[i] = "| r" + string(rune('A'+i/26)) + string(rune('a'+i%26)) + " | " + before + t + behind
	}
	return rowsOf(rows...)
}

const tablePath = "docs/shop.md"

// tables are files with a conformance table, and files that should have one.
func tables(in *inputs) []vector {
	var out []vector
	for i := range tableReadings {
		r := &tableReadings[i]
		out = append(out, r.vector("table", "table", frames(tablePath, "")))
	}
	for _, name := range []string{"code-span-pipes", "excess-cells-and-lazy-row"} {
		r := reading{name: name, bad: true, comment: "as it is met: " + strings.ReplaceAll(name, "-", " "), raw: in.file("core/table/testdata/table-" + name + ".md")}
		out = append(out, r.vector("table", "table", frames(tablePath, "")))
	}
	return out
}

// editor asks for the places of an editor.
var editor = frames(tablePath, "utf-16")

const plainRows = "| API-1 | applied | file:api/total.go#Total; test:test::TestTotal | |\n| API-2 | deviated | adr:0007 | no cents |\n| API-3 | n/a | | this shop has no accounts |\n"

var tableReadings = []reading{
	{name: "plain", comment: "a row of each status that counts", raw: tableHead + plainRows},
	{name: "statuses", comment: "each status, and proposals with and without a text; one that is proposed never counts", raw: rowsOf("| A | applied | check:a | |", "| B | deviated | adr:1 | |",
		"| C | n/a | | nothing is stored here |", "| D | proposed | | |", "| E | proposed: applied | file:a.go | said by \\| whom |", "| F | proposed:: n/a | (later) | |", "| G | proposed : x | | |")},
	{name: "references", comment: "every form of a reference", raw: each("applied | ", " | |", []string{
		"file:a.go", "file:Makefile", "file:a.go:12", "file:a.go:2147483648", "file:a.go#Reader", "file:a.go:12#Reader.Read", "file:a.rs#mod::Type::f_1",
		"file:a.php#$this", "file:größe.go#größe", "file:a:b.go", "file:.github/ci.yml", "file:a..b/...c", `file:"a b;c.go":12#"odd symbol"`, `file:"a.go:3"`,
		`file:"a::b#c"#dd`, `file:"q\"u"#"b\\s"`, `file:a\|b.go`, `file:"a\|b.go"#"x\|y"`, "test:junit.xml::p.case", "test:out/r::Test/a b #1 :: c", "test:unit::TestX",
		`test:unit:: "a;b" ; check:x`, `test:"my report.xml"::says "hi"`, `test:r.xml::a[x\|y]`, `test:r.xml::Tests\Foo::bar`, "check:lint", "adr:7", "adr:0007", "adr:ADR-0007",
		"adr:0007-use-x", "adr:adr_12.md", "adr:use-x", "adr:000", "file:a.go;check:b ;  adr:1", "`file:a.go` ; ` check:b `", "`file:a.go; check:b`"})},
	{name: "references-kept", comment: "what a row that is not judged cites is kept as far as it is read", raw: rowsOf("| A | n/a | see file:a.go; check:b; | nothing of the kind here |", "| B | proposed: x | file:a.go; prose | |")},
	{name: "three-columns", comment: "without a column for notes, where a reason has no place", raw: strings.NewReplacer(" | note |", " |", "|---|---|---|---|", "|-|:-:|-:|").Replace(tableHead) + "| A | applied | check:a |\n| B | deviated | adr:1 |\n| C | n/a | |\n"},
	{name: "unpadded", comment: "no space, no outer pipe, a header in capitals", raw: "## Conformance ##\nRULE|Status|EVIDENCE|note\n-|-|-|-\nA|applied|check:a|\nB|n/a||nothing is stored here"},
	{name: "pipes", comment: "escaped pipes, backslashes before pipes, and code spans, which protect none", raw: rowsOf(`| A | applied | check:a | a \| b \\| c |`, `| B | applied | file:"a\|b" | \\\| |`, "| C | applied | check:c | `x \\| y` |", `| D | n/a | | a note that ends in \\|`)},
	{name: "reasons", bad: true, comment: "notes of n/a rows: what says nothing is no reason", raw: each("n/a | | ", " |", []string{"", "-", "...", "n/a", "N/A.", "none", "not applicable", "TBD", "todo: say why",
		"xxxxxxxxxx", "ababababab", "<reason>", "{say why here}", "[why not]", "(none of it applies)", "n/a, since nothing is stored", "nothing is stored here", "[ADR 7](adr/7.md) says so", "größe ist nicht gefragt", "todo list items have no due date", "not here", "no need", "{why} nothing is stored here", "<open, nothing is stored"})},
	{name: "fences", comment: "a section in a fence or a comment is none; the one outside is read", raw: "```\n## Conformance\n| rule | status | evidence |\n|---|---|---|\n| X | applied | check:x |\n```\n<!--\n## Conformance\n-->\n" + tableHead + plainRows +
		"\n<p title=\"a > b\">\n\n    | indented | code | x |\n\n12. text\n\t- ```\n\t  | X | applied | check:x |\n\t  ```\n1234567890. no item\n\na < b | c <d e='f' | g\n"},
	{name: "section-ends", comment: "the section ends at a heading of its level; tables behind it are other tables", raw: tableHead + plainRows + "\n### Notes\n\ntext\n\n## Other\n\n| a | b | c |\n|---|---|---|\n| 1 | 2 | 3 |\n"},

	{name: "crlf", comment: "B1 CR LF: the same rows", raw: strings.ReplaceAll(tableHead+plainRows, "\n", "\r\n")},
	{name: "cr", comment: "B1 CR alone: the same rows", raw: strings.ReplaceAll(tableHead+plainRows, "\n", "\r")},
	{name: "separators", comment: "B1 U+2028, U+2029, U+0085 and a vertical tab in cells end no line", raw: rowsOf("| A | applied | check:a | a\u2028b\u2029c\u0085d\ve\ff |", "| B | n/a | | nothing\u2028is stored here |")},
	{name: "editor", comment: "the places of an editor: from 0, in UTF-16 units", query: editor, raw: "\xef\xbb\xbf## Conformance\r\n|rule|status|evidence|note|\r\n|-|-|-|-|\r\n|A|applied|file:\U0001f411.go; check:b|é|\r\n| B | n/a | \U0001f411\U0001f411 | nothing is stored here |\r\n"},
	{name: "editor-findings", bad: true, comment: "the same for findings, behind characters of two units and of three bytes", query: editor,
		raw: "é\r\n## Conformance\r\r|rule|status|evidence|note|\n|-|-|-|-|\n|A|é\U0001f411|\n|B|applied|file:\U0001f411.go;x|\n|B|n/a||\U0001f411|é"},

	{name: "empty", bad: true, comment: "no bytes at all"},
	{name: "no-section", bad: true, comment: "a table, and no section", raw: "# Shop\n\n| rule | status | evidence |\n|---|---|---|\n| A | applied | check:a |\n"},
	{name: "near-section", bad: true, comment: "a heading that is nearly the one", raw: "# Shop\n\nConformance\n-----------\n\n### 3. conformance:\n\n" + tableHead[24:] + plainRows},
	{name: "no-table", bad: true, comment: "a section without a table", raw: "## Conformance\n\nAll of it is conformant.\n"},
	{name: "header-order", bad: true, comment: "columns in another order: no row is read", raw: "## Conformance\n\n| rule | evidence | status |\n|---|---|---|\n| A | check:a | applied |\n| B | check:b | applied |\n"},
	{name: "header-excess", bad: true, comment: "a column too many", raw: "## Conformance\n\n| rule | status | evidence | note | owner |\n|---|---|---|---|---|\n| A | applied | check:a | | me |\n"},
	{name: "bad-delimiter", bad: true, comment: "the line of dashes has another number of cells", raw: "## Conformance\n| rule | status | evidence |\n|---|---|\n| A | applied | check:a |\n"},
	{name: "strays", bad: true, comment: "rows behind a gap, in a quotation, in a list, behind an element: each is named, none is lost", raw: tableHead + plainRows + "\n| API-4 | applied | check:a | |\n\n> | API-5 | deviated | adr:404 | |\n\n1. | API-6 | proposed: x | | |\n\n<br>| API-7 | applied | check:a | |\n\n**API-8** | **applied** | check:a | |\n\n| API-9 | applied | check:a | |\n| API-10 | applied | check:a | |\n<b>API-11</b> | applied | check:a | |\n"},
	{name: "two-sections", bad: true, comment: "a second section and a second table", raw: tableHead + plainRows + "\n" + tableHead[24:] + "| API-4 | applied | check:a | |\n\n## Conformance\n\n| API-5 | applied | check:b | |\n"},
	{name: "in-element", bad: true, comment: "a section within an element is shown to nobody", raw: "<details>\n" + tableHead[8:23] + "\n| rule | status | evidence |\n|---|---|---|\n| A | applied | check:a |\n</details>\n"},
	{name: "bad-rules", bad: true, comment: "what is no rule, and rules that stand twice, be it in other letters", raw: rowsOf("| | applied | check:a | |", "| **API-1** | applied | check:a | |", "| [API-2](x.md) | applied | check:a | |", "| a b | applied | check:a | |",
		"| API-3 | applied | check:a | |", "| api-3 | n/a | | nothing is stored here |", "| größe | applied | check:a | |", "| "+repeated("x", 65)+" | applied | check:a | |", "| "+repeated("x", 64)+" | applied | check:a | |", "| API-3 | deviated | adr:1 | |")},
	{name: "bad-statuses", bad: true, comment: "what is no status: nothing is guessed, what is meant is said", raw: each("", " | check:a | |", []string{"", "Applied", "APPLIED", "applied.", "**applied**", "✅ applied", "Deviated", "N/A", "n.a.", "not applicable", "Proposed", "done", "yes", "implemented", repeated("applied", 12)})},
	{name: "bad-references", bad: true, comment: "A10 A14 what is no reference, with the column where it stops being one", raw: each("applied | ", " | |", []string{
		"file:live.go (file:dead.go)", "file:a.go, file:b.go", "see the tests; file:a.go", "core/a.go", "File:a.go", "file: a.go", "file:", "file:a.go;;check:b", "file:a.go;", ";", "file:./a.go", "file:a/../b",
		"file:/etc/passwd", "file:C:/a", "file:a/", "file:a//b", `file:a\b`, "file:a\x01", "file:a.go\u2028", "file:a\xe9.go", `file:"a "`, "file:a.go:0", "file:a.go:07", "file:a.go:2147483649", "file:a.go:3-5",
		"file:a.go:3:5", "file:a.go::Read", `file:a"b"`, `file:"a.go`, `file:"a.go"b`, `file:a#"x\n"`, "file:a.go#", "file:a.go#x", "file:a.go#12", "file:a.go#Read()", "file:a.go#Read.", "file:a.go#Read#Write",
		"file:a.go#Read:3", "test:junit.xml", "test:junit.xml::", `test:junit.xml::"a`, `test:junit.xml::""`, "test:::a", "test:", "test:../r.xml::a", "check:a b", "check:", "adr:docs/adr/0007.md", "adr-7",
		"``file:a.go``", "`file:a.go", "[a](file:a.go)", "file:a.go <!-- file:b.go -->", "~~file:dead.go~~"})},
	{name: "nothing-cited", bad: true, comment: "applied without evidence, deviated without a decision", raw: rowsOf("| A | applied | | |", "| B | applied |", "| C | deviated | | by taste |", "| D | deviated | file:a.go | |", "| E | n/a | |", "| F |")},
	{name: "excess-cells", bad: true, comment: "a pipe that is not escaped: what is behind it is shown to nobody", raw: rowsOf("| A | applied | check:a | a | b |", "| B | applied | test:t::a[x|y] | |", "| C | applied | check:c | | | | |")},
	{name: "no-utf8", bad: true, comment: "bytes that are no UTF-8, in each column", raw: rowsOf("| \xff | applied | check:a | |", "| B | \xffapplied | check:a | |", "| C | applied | check:\xff | |", "| D | n/a | | nothing \xff is stored here |")},
	{name: "conflict", bad: true, comment: "markers of a merge among the rows", raw: rowsOf("| A | applied | check:a | |", "<<<<<<< ours", "| B | applied | check:b | |", "=======", "| B | deviated | adr:1 | |", ">>>>>>> theirs")},
	{name: "many-findings", bad: true, comment: "more findings than are listed: the rest is counted", raw: tableHead + repeated("||\n", 510)},
	{name: "query-frames", bad: true, comment: "a query of one frame", query: frames(tablePath), raw: tableHead},
	{name: "query-word", bad: true, comment: "places that nobody counts in", query: frames(tablePath, "utf-8"), raw: tableHead},
}
