package table

import (
	"strings"
	"testing"

	"github.com/stile-gate/stile/core/fact"
)

// cellAt is the column of the evidence cell in the rows of these tests.
const cellAt = 17

// cite reads one evidence cell of an applied row: its references, and what is bad about it as column, offending part
// and why.
func cite(t *testing.T, cell string) (refs, bad string) {
	v := read(t, head+"| A | applied | "+cell+" | |\n")
	var r, b []string
	for i := range v.Rows {
		for k := range v.Rows[i].Refs {
			f := &v.Rows[i].Refs[k]
			f.Col -= cellAt
			r = append(r, sayRef(f))
		}
	}
	for i := range v.Findings {
		f := &v.Findings[i]
		if f.Kind != badReference || f.Do == "" {
			t.Errorf("%s: %s (%s)", cell, f.String(), f.Do)
		}
		b = append(b, fact.Itoa(f.Col-cellAt)+" "+f.Message)
	}
	return strings.Join(r, "; "), strings.Join(b, "; ")
}

func TestReferences(t *testing.T) {
	for _, c := range [][2]string{
		{"file:a.go", "file a.go @0"},
		{"file:Makefile", "file Makefile @0"},
		{"file:a/b-c_d (x)", ""},
		{"file:a.go:12", "file a.go line 12 @0"},
		{"file:a.go:2147483648", "file a.go line 2147483648 @0"},
		{"file:a.go#Reader", "file a.go Reader @0"},
		{"file:a.go:12#Reader.Read", "file a.go Reader.Read line 12 @0"},
		{"file:a.rs#mod::Type::f_1", "file a.rs mod::Type::f_1 @0"},
		{"file:a.php#$this", "file a.php $this @0"},
		{"file:a.go#größe", "file a.go größe @0"},
		{"file:a:b.go", "file a:b.go @0"},
		{"file:größe.go", "file größe.go @0"},
		{"file:.github/ci.yml", "file .github/ci.yml @0"},
		{"file:a..b/...c", "file a..b/...c @0"},
		{`file:"a b;c.go":12#"odd symbol"`, "file a b;c.go odd symbol line 12 @0"},
		{`file:"a.go:3"`, "file a.go:3 @0"},
		{`file:"a::b#c"#dd`, "file a::b#c dd @0"},
		{`file:"q\"u"#"b\\s"`, `file q"u b\s @0`},
		{`file:a\|b.go`, "file a|b.go @0"},
		{`file:"a\|b.go"#"x\|y"`, "file a|b.go x|y @0"},
		{"test:junit.xml::p.case", "test junit.xml p.case @0"},
		{"test:out/r::Test/a b #1 :: c", "test out/r Test/a b #1 :: c @0"},
		{"test:unit::TestX", "test unit TestX @0"},
		{`test:unit:: "a;b" ; check:x`, "test unit a;b @0; check x @20"},
		{`test:"my report.xml"::says "hi"`, `test my report.xml says "hi" @0`},
		{`test:r.xml::a[x\|y]`, "test r.xml a[x|y] @0"},
		{`test:r.xml::Tests\Foo::bar`, `test r.xml Tests\Foo::bar @0`},
		{"check:lint", "check lint @0"},
		{"adr:7", "adr 7 7 @0"}, {"adr:0007", "adr 0007 7 @0"}, {"adr:ADR-0007", "adr ADR-0007 7 @0"}, {"adr:0007-use-x", "adr 0007-use-x 7 @0"},
		{"adr:adr_12.md", "adr adr_12.md 12 @0"}, {"adr:use-x", "adr use-x @0"}, {"adr:7x", "adr 7x @0"}, {"adr:000", "adr 000 0 @0"},
		{"file:a.go;check:b ;  adr:1", "file a.go @0; check b @10; adr 1 1 @21"},
		{"`file:a.go`", "file a.go @1"},
		{"`file:a.go` ; ` check:b `", "file a.go @1; check b @16"},
		{"`file:a.go; check:b`", "file a.go @1; check b @12"},
		{"`test:r.xml::x`", "test r.xml x @1"},
	} {
		refs, bad := cite(t, c[0])
		if c[1] == "" {
			if bad == "" {
				t.Errorf("%s: nothing is bad", c[0])
			}
			continue
		}
		if refs != c[1] || bad != "" {
			t.Errorf("%s\ngot  %s, bad %s\nwant %s", c[0], refs, bad, c[1])
		}
	}
}

func TestBadReferences(t *testing.T) {
	const none = " is no reference"
	for _, c := range []struct{ name, cell, refs, bad string }{
		{"A10 a dead one in parentheses", "file:live.go (file:dead.go)", "", `12 "file:live.go (file:dead.go)"` + none + ": a space divides nothing"},
		{"a comma", "file:a.go, file:b.go", "", `10 "file:a.go, file:b.go"` + none + ": a space divides nothing"},
		{"prose", "see the tests; file:a.go", "file a.go @15", `0 "see the tests"` + none},
		{"a path alone", "core/a.go", "", `0 "core/a.go"` + none},
		{"case", "File:a.go", "", `0 "File:a.go"` + none},
		{"a space before", "file: a.go", "", `5 "file: a.go"` + none + ": a space divides nothing"},
		{"nothing", "file:", "", `5 "file:"` + none + ": the path names no file"},
		{"empty part", "file:a.go;;check:b", "file a.go @0; check b @11", "10 there is no reference between two semicolons, or behind the last one"},
		{"semicolon at the end", "file:a.go;", "file a.go @0", "10 there is no reference between two semicolons, or behind the last one"},
		{"semicolon only", ";", "", "0 there is no reference between two semicolons, or behind the last one; 1 there is no reference between two semicolons, or behind the last one"},
		{"A14 a dot in front", "file:./a.go", "", `5 "file:./a.go"` + none + ": the path holds ./, which says nothing"},
		{"a dot within", "file:a/./b", "", `5 "file:a/./b"` + none + ": the path holds ./, which says nothing"},
		{"upwards", "file:a/../b", "", `5 "file:a/../b"` + none + ": the path leads upwards by .."},
		{"absolute", "file:/etc/passwd", "", `5 "file:/etc/passwd"` + none + ": the path is absolute; paths are relative to the project"},
		{"absolute on Windows", "file:C:/a", "", `5 "file:C:/a"` + none + ": the path is absolute; paths are relative to the project"},
		{"slash at the end", "file:a/", "", `5 "file:a/"` + none + ": the path ends in a slash"},
		{"two slashes", "file:a//b", "", `5 "file:a//b"` + none + ": the path holds two slashes in a row"},
		{"backslash", `file:a\b`, "", `5 "file:a\\b"` + none + ": the path holds a backslash; a slash divides directories"},
		{"control character", "file:a\x01", "", `6 "file:a<U+0001>"` + none + ": nobody sees <U+0001>"},
		{"a space nobody sees", "file:a.go\u2028", "", `9 "file:a.go<U+2028>"` + none + ": nobody sees <U+2028>"},
		{"no UTF-8", "file:a\xe9.go", "", `6 "file:a<byte E9>.go"` + none + ": the text is not UTF-8"},
		{"quoted space at the end", `file:"a "`, "", `5 "file:\"a \""` + none + ": the path begins or ends with a space"},
		{"line 0", "file:a.go:0", "", `10 "file:a.go:0"` + none + ": a line is one number from 1 on"},
		{"a leading zero", "file:a.go:07", "", `10 "file:a.go:07"` + none + ": a line is one number from 1 on"},
		{"too high a line", "file:a.go:2147483649", "", `10 "file:a.go:2147483649"` + none + ": a line is one number from 1 on"},
		{"a range of lines", "file:a.go:3-5", "", `10 "file:a.go:3-5"` + none + ": a line is one number from 1 on"},
		{"line and column", "file:a.go:3:5", "", `9 "file:a.go:3:5"` + none + ": two lines stand behind the path"},
		{"two colons", "file:a.go::Read", "", `9 "file:a.go::Read"` + none + ": two colons stand in the path"},
		{"a quote within", `file:a"b"`, "", `6 "file:a\"b\""` + none + ": a quote stands within it"},
		{"an open quote", `file:"a.go`, "", `5 "file:\"a.go"` + none + ": the quotes are not closed"},
		{"behind quotes", `file:"a.go"b`, "", `11 "file:\"a.go\"b"` + none + ": something stands behind its end"},
		{"an escape", `file:a#"x\n"`, "", `9 "file:a#\"x\\n\""` + none + `: a backslash in quotes stands before " or \`},
		{"no symbol", "file:a.go#", "", `10 "file:a.go#"` + none + ": a symbol has at least two characters"},
		{"a short symbol", "file:a.go#x", "", `10 "file:a.go#x"` + none + ": a symbol has at least two characters"},
		{"a short symbol of two bytes", "file:a.go#é", "", `10 "file:a.go#é"` + none + ": a symbol has at least two characters"},
		{"a symbol that is a number", "file:a.go#12", "", `10 "file:a.go#12"` + none + ": the symbol is no name; any other text stands in quotes"},
		{"a symbol with an end", "file:a.go#Read()", "", `14 "file:a.go#Read()"` + none + ": the symbol is no name; any other text stands in quotes"},
		{"a symbol that goes on", "file:a.go#Read.", "", `14 "file:a.go#Read."` + none + ": the symbol is no name; any other text stands in quotes"},
		{"two symbols", "file:a.go#Read#Write", "", `14 "file:a.go#Read#Write"` + none + ": the symbol is no name; any other text stands in quotes"},
		{"line behind the symbol", "file:a.go#Read:3", "", `14 "file:a.go#Read:3"` + none + ": the symbol is no name; any other text stands in quotes"},
		{"no case", "test:junit.xml", "", `14 "test:junit.xml"` + none + ": it names no case"},
		{"an empty case", "test:junit.xml::", "", `16 "test:junit.xml::"` + none + ": it names no case"},
		{"a case in open quotes", `test:junit.xml::"a`, "", `16 "test:junit.xml::\"a"` + none + ": the quotes are not closed"},
		{"an empty case in quotes", `test:junit.xml::""`, "", `16 "test:junit.xml::\"\""` + none + ": it names no case"},
		{"no report", "test:::a", "", `5 "test:::a"` + none + ": the report is neither a path with a slash or a dot nor the id of a check"},
		{"nothing of a test", "test:", "", `5 "test:"` + none + ": the report is neither a path with a slash or a dot nor the id of a check"},
		{"a report upwards", "test:../r.xml::a", "", `5 "test:../r.xml::a"` + none + ": the report leads upwards by .."},
		{"a check with a space", "check:a b", "", `7 "check:a b"` + none + ": an id is 1 to 64 of letters, digits, . _ -"},
		{"no check", "check:", "", `6 "check:"` + none + ": an id is 1 to 64 of letters, digits, . _ -"},
		{"the path of a decision", "adr:docs/adr/0007.md", "", `8 "adr:docs/adr/0007.md"` + none + ": an id is 1 to 64 of letters, digits, . _ -"},
		{"the other form", "adr-7", "", `0 "adr-7"` + none},
		{"two backticks", "``file:a.go``", "", "0 \"``file:a.go``\"" + none},
		{"an open backtick", "`file:a.go", "", "0 \"`file:a.go\"" + none},
		{"a link", "[a](file:a.go)", "", `0 "[a](file:a.go)"` + none},
		{"an HTML comment", "file:a.go <!-- file:b.go -->", "", `9 "file:a.go <!-- file:b.go -->"` + none + ": a space divides nothing"},
	} {
		refs, bad := cite(t, c.cell)
		if refs != c.refs || bad != c.bad {
			t.Errorf("%s: %s\ngot  %s, bad %s\nwant %s, bad %s", c.name, c.cell, refs, bad, c.refs, c.bad)
		}
	}
}

func TestBadReferencesSayWhatWouldBeOne(t *testing.T) {
	for cell, want := range map[string]string{
		"core/a.go": "write file:core/a.go",
		"File:a.go": "write file:PATH[:LINE][#SYMBOL]",
		"ADR-7":     "write adr:ID",
		"adr:a b":   "write adr:ID",
		"prose":     "write file:PATH[:LINE][#SYMBOL], test:REPORT::NAME, check:ID, adr:ID, divided by ;",
		"file:a b":  `write file:PATH[:LINE][#SYMBOL]; references are divided by ;, and "…" holds what has a space, ; # or :: in it`,
		"check:a;":  "take the semicolon out",
	} {
		v := read(t, head+"| A | applied | "+cell+" | |\n")
		if v.Total != 1 || v.Findings[0].Do != want {
			t.Errorf("%s: %d findings, %s", cell, v.Total, say(v))
		}
	}
}
