package table

import (
	"reflect"
	"strings"
	"testing"

	"github.com/stile-gate/stile/core/fact"
)

func readPack(t testing.TB, src string) *Pack {
	t.Helper()
	answer := ReadPack("p.json", []byte(src))
	p, ok := ParsePack(answer)
	if !ok {
		t.Fatalf("ReadPack answered what ParsePack refuses:\n%s\nsource:\n%q", answer, src)
	}
	return p
}

const goodPack = `{"stile-rules": 1, "id": "web", "rules": [
  {"id": "SEC-1", "title": "Passwords are hashed", "table": "security", "severity": "critical", "requires": ["file", "test"], "signature": {"pattern": "\\bargon2(id)?\\b"}},
  {"id": "r.2", "title": "…", "table": "floor", "severity": "info", "signature": "hash("}, {"id": "x", "title": "X", "table": "floor", "severity": "high", "requires": []}
]}
`

func TestReadPack(t *testing.T) {
	for _, src := range []string{goodPack, "\xef\xbb\xbf" + goodPack, strings.ReplaceAll(goodPack, "\n", "\r\n")} {
		got := readPack(t, src)
		want := &Pack{ID: "web", Rules: []Rule{
			{ID: "SEC-1", Title: "Passwords are hashed", Table: "security", Severity: "critical", Requires: []string{"file", "test"},
				Pattern: `\bargon2(id)?\b`, Line: 2, Col: 3},
			{ID: "r.2", Title: "…", Table: "floor", Severity: "info", Signature: "hash(", Line: 3, Col: 3},
			{ID: "x", Title: "X", Table: "floor", Severity: "high", Line: 3, Col: 94}}}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("got  %+v\nwant %+v", got, want)
		}
		if r := got.Rules; !r[0].Expected() || r[1].Expected() || !r[2].Expected() {
			t.Error("what is expected")
		}
	}
}

// oneRule puts the members into a rule, whose brace then stands at 1:41.
func oneRule(members string) string {
	return `{"stile-rules":1, "id": "p", "rules": [ {` + members + `}]}`
}

func TestReadPackFindings(t *testing.T) {
	const ok = `"id":"r","title":"t","table":"x","severity":"low",`
	for _, c := range []struct{ src, want string }{
		{``, `p.json:1:1: the document is empty [empty]; a pack begins with {"stile-rules": 1, "id": …, "rules": […]}`},
		{`[]`, `p.json:1:1: the file holds an array where an object is wanted [wrong-type]; a pack begins with {"stile-rules": 1, "id": …, "rules": […]}`},
		{`{"stile-rules": 2, "id": "p"}`, `p.json:1:17: the file is of version 2 and this stile reads version 1 [unknown-version]`},
		{`{"stile-rules": 1, "id": "p", "id": "q"}`, `p.json:1:31: the key stands twice in one object [duplicate-key]; keep one of the two`},
		{`{"stile-rules": 1, "id": "p", "rules": [],}`, `p.json:1:43: the character may not stand here [bad-json]; take out the comma before it`},
		{"{\"stile-rules\": 1, \"id\": \"p\",\n \"rules\": []}", `p.json:2:11: the pack holds no rule [empty-pack]; a pack that is meant to ask for nothing is not named in stile.json`},
		{`{"stile-rules": 1, "id": "p"}`, `p.json:1:1: "rules" is missing at the top of the file [missing-key]`},
		{`{"stile-rules": 1, "id": "p", "rules": {}}`, `p.json:1:40: "rules" is an object where an array is wanted [wrong-type]`},
		{`{"stile-rules": 1, "id": "p", "rules": [1]}`, `p.json:1:41: "rules" item 1 is a whole number where an object is wanted [wrong-type]`},
		{strings.Replace(oneRule(ok[:len(ok)-1]), `"id": "p"`, `"id": "p q"`, 1), `p.json:1:25: "id": "p q" is no id [bad-id]; use 1 to 64 of A-Z a-z 0-9 . _ -`},
		{strings.Replace(oneRule(ok[:len(ok)-1]), `"id": "p"`, `"name": "p"`, 1), `p.json:1:1: "id" is missing at the top of the file [missing-key]|p.json:1:19: "name" is no key at the top of the file [unknown-key]; did you mean "id"?`},
		{oneRule(ok + `"severty":"low"`), `p.json:1:92: "severty" is no key in a rule [unknown-key]; did you mean "severity"?`},
		{oneRule(ok + `"Title":"t"`), `p.json:1:92: "Title" is no key in a rule [unknown-key]; did you mean "title"?`},
		{oneRule(ok + `"rules":[]`), `p.json:1:92: "rules" does not belong in a rule [misplaced-key]; it belongs at the top of the file`},
		{oneRule(ok + `"pattern":"a"`), `p.json:1:92: "pattern" does not belong in a rule [misplaced-key]; it belongs in signature`},
		{oneRule(ok + `"x":1`), `p.json:1:92: "x" is no key in a rule [unknown-key]`},
		{oneRule(`"id":"r","title":"t","table":"x"`), `p.json:1:41: "severity" is missing in a rule [missing-key]`},
		{oneRule(`"title":"t","table":"x","severity":"low"`), `p.json:1:41: "id" is missing in a rule [missing-key]`},
		{oneRule(`"id":"r","table":"x","severity":"low"`), `p.json:1:41: "title" is missing in a rule [missing-key]`},
		{oneRule(`"id":"r","title":"t","severity":"low"`), `p.json:1:41: "table" is missing in a rule [missing-key]`},
		{oneRule(`"id":"r","title":"t","table":"x","severity":"Low"`), `p.json:1:86: "severity": "Low" is none of critical, high, medium, low, info [unknown-value]`},
		{oneRule(`"id":"r","title":" ","table":"x","severity":"low"`), `p.json:1:59: "title": " " is blank [bad-title]; say in one line what the rule asks for`},
		{oneRule(`"id":"r","title":"a\nb","table":"x","severity":"low"`), `p.json:1:59: "title": "a\nb" holds a line break or another control character [bad-title]; say in one line what the rule asks for`},
		{oneRule(`"id":"r","title":"t","table":"a/x","severity":"low"`), `p.json:1:71: "table": "a/x" is a path [bad-table]; name the table's file without its directory and extension`},
		{oneRule(`"id":"r","title":"t","table":"x.MD","severity":"low"`), `p.json:1:71: "table": "x.MD" has an extension [bad-table]; name the table's file without its directory and extension`},
		{oneRule(`"id":"r","title":"t","table":"x\u00a0","severity":"low"`), `p.json:1:71: "table": "x` + "\u00a0" + `" holds a character that nobody sees [bad-table]; name the table's file without its directory and extension`},
		{oneRule(ok + `"requires":["file","code"]`), `p.json:1:111: "requires" item 2: "code" is none of file, test, check, adr [unknown-value]`},
		{oneRule(ok + `"requires":["file","file"]`), `p.json:1:111: "requires" names "file" twice [duplicate-item]`},
		{oneRule(ok + `"requires":"file"`), `p.json:1:103: "requires" is a string where an array is wanted [wrong-type]`},
		{oneRule(ok + `"signature":1`), `p.json:1:104: "signature" is a whole number where a string or an object is wanted [wrong-type]`},
		{oneRule(ok + `"signature":"  "`), `p.json:1:104: "signature": "  " is blank, and every file holds that [bad-signature]`},
		{oneRule(ok + `"signature":{}`), `p.json:1:104: "pattern" is missing in signature [missing-key]`},
		{oneRule(ok + `"signature":{"regex":"a"}`), `p.json:1:104: "pattern" is missing in signature [missing-key]|p.json:1:105: "regex" is no key in signature [unknown-key]; did you mean "pattern"?`},
		{oneRule(ok + `"signature":{"pattern":"a(?=b)"}`), `p.json:1:115: "pattern": "a(?=b)" has a group (? that is neither (?: nor a plain one, at byte 2 of it [bad-pattern]`},
		{oneRule(ok + `"signature":{"pattern":"a*"}`), `p.json:1:115: "pattern": "a*" matches where nothing stands, and every file holds that [bad-pattern]`},
		{oneRule(ok[:len(ok)-1] + `},{` + strings.Replace(ok[:len(ok)-1], `"r"`, `"R"`, 1)), `p.json:1:99: the id "R" is already that of rule 1 of the list [duplicate-id]; give each rule an id of its own, letter case aside`},
	} {
		p := readPack(t, c.src)
		var all []string
		for i := range p.Findings {
			s := p.Findings[i].String()
			if do := p.Findings[i].Do; do != "" {
				s += "; " + do
			}
			all = append(all, s)
		}
		if got := strings.Join(all, "|"); got != c.want || p.Total != int64(len(all)) {
			t.Errorf("%s\ngot  %s (%d in all)\nwant %s", c.src, got, p.Total, c.want)
		}
	}
}

// A9: what is wrong with one rule leaves the others, and is a finding.
func TestReadPackKeepsTheOtherRules(t *testing.T) {
	p := readPack(t, strings.Replace(goodPack, `"severity": "info"`, `"severity": "none"`, 1))
	if len(p.Rules) != 2 || p.Rules[0].ID != "SEC-1" || p.Rules[1].ID != "x" || p.Total != 1 {
		t.Errorf("%+v", p)
	}
}

func TestReadPackBounds(t *testing.T) {
	many := func(n int, id func(i int) string) string {
		var b strings.Builder
		b.WriteString(`{"stile-rules":1,"id":"p","rules":[`)
		for i := range n {
			if i > 0 {
				b.WriteByte(',')
			}
			b.WriteString(`{"id":"` + id(i) + `","title":"t","table":"x","severity":"low"}`)
		}
		return b.String() + "]}"
	}
	own := func(i int) string { return "r" + fact.Itoa(int64(i)) }
	if p := readPack(t, many(fact.MaxRules, own)); len(p.Rules) != fact.MaxRules || p.Total != 0 {
		t.Errorf("%d rules, %d findings", len(p.Rules), p.Total)
	}
	if p := readPack(t, many(fact.MaxRules+1, own)); p.Total != 1 || p.Findings[0].Kind != "out-of-range" {
		t.Errorf("%d findings", p.Total)
	}
	if p := readPack(t, many(fact.MaxRules, func(int) string { return "r" })); len(p.Rules) != 1 || len(p.Findings) != fact.MaxFindings || p.Total != fact.MaxRules-1 {
		t.Errorf("%d rules, %d findings of %d", len(p.Rules), len(p.Findings), p.Total)
	}
	if p := readPack(t, strings.Repeat(" ", fact.MaxPack+1)); p.Total != 1 || p.Findings[0].Kind != "too-large" {
		t.Errorf("%+v", p)
	}
}

func TestParsePackRefuses(t *testing.T) {
	answer := string(ReadPack("p.json", []byte(goodPack)))
	for _, c := range [][2]string{{`"id":"web"`, `"id":""`}, {`"id":"SEC-1"`, `"id":"X"`}, {`"severity":"info"`, `"severity":""`}, {`"table":"security"`, `"table":"a/b"`},
		{`"file","test"`, `"file","file"`}, {`"file","test"`, `"file","code"`}, {`"pattern":""`, `"pattern":"a"`}, {`argon2(id)?`, `argon2(id`}, {`"title":"X"`, `"title":""`},
		{`"total":0`, `"total":-1`}, {`"rules":[`, `"rules": [`}, {`}`, `} `}} {
		if bad := strings.Replace(answer, c[0], c[1], 1); bad == answer {
			t.Errorf("%s is not in %s", c[0], answer)
		} else if _, ok := ParsePack([]byte(bad)); ok {
			t.Errorf("taken: %s", bad)
		}
	}
}

func FuzzReadPack(f *testing.F) {
	for _, s := range []string{goodPack, "", "[]", `{"stile-rules":1,"id":"p","rules":[]}`, oneRule(`"id":"r","title":"t","table":"x","severity":"low","signature":{"pattern":"(a"}`),
		oneRule(`"id":"r"},{"id":"R"},1,{"id":2,"requires":["file",1],"x":{}`), `{"stile-rules":"1","rules":[{"signature":[]}]}`} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		p := readPack(t, string(src))
		for _, x := range p.Findings {
			if x.Kind == "" || x.Message == "" || x.Line < 1 || x.Col < 1 || strings.ContainsAny(x.Message+x.Do, "\n\x00\x1b") {
				t.Fatalf("finding %q", &x)
			}
		}
		for i := range p.Rules {
			if r := &p.Rules[i]; r.Line < 1 || r.Col < 1 {
				t.Fatalf("rule at %d:%d", r.Line, r.Col)
			}
		}
	})
}
