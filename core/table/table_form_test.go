package table

import (
	"strings"
	"testing"

	"github.com/stile-gate/stile/core/fact"
)

const head = "## Conformance\n\n| rule | status | evidence | note |\n|---|---|---|---|\n"

// kinds are the findings as line:column and kind.
func kinds(v *Table) string {
	var list []string
	for i := range v.Findings {
		f := &v.Findings[i]
		list = append(list, fact.Itoa(f.Line)+":"+fact.Itoa(f.Col)+" "+f.Kind)
	}
	return strings.Join(list, ", ")
}

func TestReadRows(t *testing.T) {
	for _, c := range []struct{ row, want string }{
		{"| A | applied | file:a.go | |", "5:3 A applied | file a.go @17\n"},
		{"A|applied|file:a.go", "5:1 A applied | file a.go @11\n"},
		{"  |A|applied|file:a.go||", "5:4 A applied | file a.go @14\n"},
		{"| A | deviated | adr:7 | |", "5:3 A deviated | adr 7 7 @18\n"},
		{"| A | n/a | | no network here |", "5:3 A n/a -- no network here\n"},
		{"| A | n/a | prose; file:a.go; `x | no network here |", "5:3 A n/a | file a.go @20 -- no network here\n"},
		{"| A | n/a | | (as in ADR 3) no network |", "5:3 A n/a -- (as in ADR 3) no network\n"},
		{"| A | proposed | | |", "5:3 A proposed\n5:7 proposed: the row is proposed, which does not count; decide it: applied, deviated or n/a\n"},
		{"| A | proposed: applied | prose | |", "5:3 A proposed (applied)\n5:7 proposed: the row is proposed, which does not count; decide it: applied, deviated or n/a\n"},
		{"| a.b_c-9 | applied | check:lint | |", "5:3 a.b_c-9 applied | check lint @23\n"},
		{"| " + strings.Repeat("r", 64) + " | n/a | | abcdefgh |", "5:3 " + strings.Repeat("r", 64) + " n/a -- abcdefgh\n"},
	} {
		if got := say(read(t, head+c.row+"\n")); got != c.want {
			t.Errorf("%s\ngot\n%swant\n%s", c.row, got, c.want)
		}
	}
}

func TestReadWrongRows(t *testing.T) {
	const no = "5:7 unknown-status: % is no status; write "
	for _, c := range []struct{ row, want string }{
		{"| A | Applied | file:a.go | |", strings.Replace(no, "%", `"Applied"`, 1) + "applied\n"},
		{"| A | **applied** | file:a.go | |", strings.Replace(no, "%", `"**applied**"`, 1) + "applied\n"},
		{"| A | N/A | | |", strings.Replace(no, "%", `"N/A"`, 1) + "n/a\n"},
		{"| A | not applicable | | |", strings.Replace(no, "%", `"not applicable"`, 1) + "n/a\n"},
		{"| A | Proposed | | |", strings.Replace(no, "%", `"Proposed"`, 1) + "proposed\n"},
		{"| A | not applied | | |", strings.Replace(no, "%", `"not applied"`, 1) + "applied, deviated, n/a or proposed: TEXT\n"},
		{"| A | | file:a.go | |", "5:7 empty-status: the row has no status; write applied, deviated, n/a or proposed: TEXT\n"},
		{"| A |", "5:6 empty-status: the row has no status; write applied, deviated, n/a or proposed: TEXT\n"},
		{"| `A` | applied | file:a.go | |", "5:3 bad-rule: \"`A`\" is no rule; write A\n"},
		{"| A B | applied | file:a.go | |", "5:3 bad-rule: \"A B\" is no rule; name the rule by 1 to 64 of letters, digits, . _ -\n"},
		{"| " + strings.Repeat("r", 65) + " | applied | check:a | |", "5:3 bad-rule: \"" + strings.Repeat("r", 65) + "\" is no rule; name the rule by 1 to 64 of letters, digits, . _ -\n"},
		{"| A | n/a | | |", "5:3 A n/a wrong\n5:15 na-without-reason: the row is n/a and its note gives no reason: \"\"; say in the note, in 8 letters or more, why the rule does not apply here\n"},
		{"| A | applied | | see above |", "5:3 A applied wrong -- see above\n5:17 applied-without-evidence: the row is applied and cites nothing; cite what applies it: file:PATH[:LINE][#SYMBOL], test:REPORT::NAME, check:ID, adr:ID\n"},
		{"| A | deviated | file:a.go | |", "5:3 A deviated wrong | file a.go @18\n5:18 deviated-without-adr: the row is deviated and cites no decision; cite the decision: adr:ID\n"},
		{"| A | deviated | | |", "5:3 A deviated wrong\n5:18 deviated-without-adr: the row is deviated and cites no decision; cite the decision: adr:ID\n"},
	} {
		if got := say(read(t, head+c.row+"\n")); got != c.want {
			t.Errorf("%s\ngot\n%swant\n%s", c.row, got, c.want)
		}
	}
}

func TestReadReasons(t *testing.T) {
	for note, good := range map[string]bool{
		"abcdefgh": true, "abcdefg": false, "--------": false, "abababab": false, "abababac": true, "ééééßßßü": true,
		"無関係": true, "対象外です": true, "해당없음": true, "不要": false, "無無無無": false, "——–…": false, "n/a 無関係": true,
		"[no network here]": false, "(no network here)": false, "<no network here>": false, "{no network here}": false,
		"(no) network here": true, "no network (here)": true, "((no network here))": false, "(a) no network (b)": true,
		"[link](docs/x.md)": true, "tbd": false, "n/a": false,
		"n/a n/a n/a": false, "not applicable": false, "Not applicable.": false, "TODO: say why": false, "TODO: say why this is not needed": false,
		"TBD by the team": false, "<reason goes here> ok": false, "[reason goes here] {and here} ok": false, "N/A, not applicable": false,
		"to be decided later": false, "**TODO(x)**: say why": false, "none; none; none": false,
		"not applicable: no network here": true, "n/a as there is no network": true, "nagging is not wanted": true, "todo lists are not kept": true,
		"none of the code is public": true, "<div> elements are not written": true, "not applicable to a library": true, "[x][y] has no network": true,
	} {
		v := read(t, head+"| A | n/a | | "+note+" |\n")
		if (v.Total == 0) != good || len(v.Rows) != 1 || v.Rows[0].Wrong == good {
			t.Errorf("%q is a reason: %v, want %v", note, v.Total == 0, good)
		}
	}
	if got, want := say(read(t, "# Conformance\n|rule|status|evidence|\n|-|-|-|\n|A|n/a||\n")), "add a column note, and say there"; !strings.Contains(got, want) {
		t.Errorf("a table without notes: %s", got)
	}
}

func TestReadDuplicates(t *testing.T) {
	row := func(id string) string { return "| " + id + " | applied | check:a | |\n" }
	v := read(t, head+row("B")+row("A")+row("B")+row("b")+"| x y | | |\n"+row("A")+row("B"))
	if got, want := kinds(v), "7:3 duplicate-row, 8:3 duplicate-row, 9:3 bad-rule, 9:9 empty-status, 10:3 duplicate-row, 11:3 duplicate-row"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if got := v.Findings[4].Message + v.Findings[5].Message; !strings.Contains(got, `"A" has a row already, in line 6`) || !strings.Contains(got, `"B" has a row already, in line 5`) {
		t.Error(got)
	}
	if v.Counts != (Counts{Applied: 2, Unread: 5}) {
		t.Errorf("%+v", v.Counts)
	}
}

func TestReadHeaders(t *testing.T) {
	for _, c := range []struct{ header, want string }{
		{"| Rule | STATUS | Evidence |", ""},
		{"rule|status|evidence|note", ""},
		{"| rule | status |", `2:18 bad-header: the column "evidence" is missing; rows not read: 1`},
		{"| rule | evidence | status |", `2:10 bad-header: the column "evidence" stands where "status" is wanted; rows not read: 1`},
		{"| rule | status | evidence | owner |", `2:30 bad-header: the column "owner" stands where "note" is wanted; rows not read: 1`},
		{"| rule | status | evidence | note | owner |", `2:37 bad-header: there is no column "owner"; rows not read: 1`},
		{"| **rule** | status | evidence |", `2:3 bad-header: the column "**rule**" stands where "rule" is wanted; rows not read: 1`},
	} {
		n := strings.Count(strings.Trim(c.header, "| "), "|") + 1
		v := read(t, "# Conformance\n"+c.header+"\n"+strings.Repeat("|-", n)+"|\n| A | applied | check:a |\n")
		got, unread := "", int64(0)
		if v.Total > 0 {
			unread = 1
			got = strings.Split(say(v), "; write")[0]
		}
		if got != c.want || v.Counts.Unread != unread || v.Total != unread {
			t.Errorf("%s\ngot  %s (%+v)\nwant %s", c.header, got, v.Counts, c.want)
		}
	}
}

func TestReadSections(t *testing.T) {
	row := "| A | applied | check:a | |\n"
	for _, c := range []struct{ src, want string }{
		{"", "1:1 no-section"},
		{"# Other\n" + head[15:] + row, "1:1 no-section"},
		{"text\n ## conformance\n", "2:2 near-section"},
		{"text\n ## Conformance\n", "2:2 no-table"},
		{head + row + "\n  ## Conformance\n", "7:3 duplicate-section"},
		{head + row + "\n" + head[16:] + row, "7:1 second-table"},
		{head + row + "\n  | B | n/a | |\n", "7:3 stray-row"},
		{"| A | n/a | |\n" + head + row + "| B | | | |\n\n| C |\n", "7:7 empty-status, 9:1 stray-row"},
		{"## Conformance\n| x |\n\n" + head[16:] + row, "2:1 stray-row"},
		{"## Conformance\n| rule | status | evidence |\n|---|---|\n" + row, "3:1 bad-delimiter"},
		{head + row + "> | B | deviated | adr:404 | |\n", "6:1 stray-row"},
		{head + row + "1. | B | proposed: x | | |\n", "6:1 stray-row"},
		{head + row + "<br>| B | applied | check:a | |\n", "6:1 stray-row"},
		{head + row + "\n**B** | **applied** | check:a | |\n", "7:1 stray-row"},
		{"<div>\n" + head[:15] + head[16:] + row, "2:1 near-section"},
		{head[:16] + "<div>\n" + head[16:] + row + "</div>\n", "1:1 no-table, 4:1 stray-row"},
		{head + row + "<!-- x -->  | B | n/a | |\n", "6:13 stray-row"},
	} {
		v := read(t, c.src)
		if got := kinds(v); got != c.want || v.Found == strings.HasSuffix(c.want, "-section") && !strings.Contains(c.want, "duplicate") {
			t.Errorf("%q\ngot  %s (found: %v)\nwant %s", c.src, got, v.Found, c.want)
		}
	}
	if v := read(t, "x\n"+head+row); !v.Found || v.Line != 2 || v.Col != 1 || v.Total != 0 {
		t.Errorf("%+v", v)
	}
}

func TestReadLimits(t *testing.T) {
	var b strings.Builder
	b.WriteString(head)
	for i := range fact.MaxRows + 2 {
		b.WriteString("r" + fact.Itoa(int64(i)) + "|n/a||\n")
	}
	v := read(t, b.String())
	if v.Total != fact.MaxRows+1 || len(v.Findings) != fact.MaxFindings || v.Counts != (Counts{NA: fact.MaxRows, Unread: 2}) {
		t.Errorf("%d findings of %d, %+v", len(v.Findings), v.Total, v.Counts)
	}
	many := strings.Repeat("adr:1;", fact.MaxRefs)
	if v = read(t, head+"A|deviated|"+many+"adr:2\n"); kinds(v) != "5:"+fact.Itoa(int64(len("A|deviated|"+many)+1))+" bad-reference" || len(v.Rows[0].Refs) != fact.MaxRefs {
		t.Errorf("%s", kinds(v))
	}
	if answer := ReadTable("a.md", false, make([]byte, fact.MaxTable+1)); !strings.Contains(string(answer), `"kind":"too-large"`) {
		t.Errorf("%s", answer)
	} else if _, ok := ParseTable(answer); !ok {
		t.Errorf("refused: %s", answer)
	}
}

func TestReadForAnEditor(t *testing.T) {
	src := "\ufeffé\r\n## Conformance\r\r|rule|status|evidence|note|\n|-|-|-|-|\n|A|é😀|\n|B|applied|file:😀.go;x|\n|B|n/a||😀|é"
	v := readAs(t, src, true)
	if got, want := kinds(v), "5:3 unknown-status, 6:22 bad-reference, 7:1 duplicate-row"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if got := v.Findings[2].Message; !strings.HasSuffix(got, "in line 6") {
		t.Error(got)
	}
	if r := &v.Rows[0]; v.Line != 1 || v.Col != 0 || r.Line != 6 || r.Col != 1 || r.Refs[0].Col != 11 {
		t.Errorf("%+v", v)
	}
	if v = readAs(t, "", true); kinds(v) != "0:0 no-section" {
		t.Error(kinds(v))
	}
}

func TestParseTableIsStrict(t *testing.T) {
	good := string(ReadTable("a.md", false, []byte(head+"| A | applied | file:a.go:3#f2; test:r.xml::n; check:c; adr:ADR-7 | x |\n| B | proposed: t | | |\n| C | | |\n")))
	if _, ok := ParseTable([]byte(good)); !ok {
		t.Fatal(good)
	}
	for _, c := range [][2]string{
		{`"found":true`, `"found":false`}, {`"found":true`, `"found": true`}, {`"status":"applied"`, `"status":"Applied"`},
		{`"status":"applied"`, `"status":"deviated"`}, {`"rule":"A"`, `"rule":""`}, {`"rule":"A"`, `"rule":"A B"`},
		{`"proposal":""`, `"proposal":"x"`}, {`"applied":1`, `"applied":2`}, {`"unread":1`, `"unread":-1`}, {`"total":2`, `"total":1`},
		{`"kind":"file"`, `"kind":"test"`}, {`"kind":"check"`, `"kind":"cheque"`}, {`"path":"a.go"`, `"path":"../a.go"`}, {`"at":3`, `"at":-3`},
		{`"at":3`, `"at":2147483649`}, {`"report":"r.xml"`, `"report":""`}, {`"number":"7"`, `"number":"8"`}, {`"id":"c"`, `"id":"c d"`},
		{`"wrong":false`, `"wrong":0`}, {`"counts":{`, `"count":{`}, {`"findings":[{`, `"findings":[{},{`}, {`}`, `},`},
	} {
		bad := strings.Replace(good, c[0], c[1], 1)
		if bad == good {
			t.Fatalf("%s is not in %s", c[0], good)
		}
		if _, ok := ParseTable([]byte(bad)); ok {
			t.Errorf("accepted %s for %s", c[1], c[0])
		}
	}
}

func TestReadAdvice(t *testing.T) {
	for ref, want := range map[string]bool{"dead.go": true, "a~b.go": true, "~~file:dead.go~~": false, "~~dead.go~~": false, "_file:dead.go_": false, "see:adr:a.md": false} {
		got := say(read(t, head+"| A | applied | "+ref+" | |\n"))
		if strings.Contains(got, "write file:"+ref) != want || !strings.Contains(got, "bad-reference") {
			t.Errorf("%s: %s", ref, got)
		}
	}
}
