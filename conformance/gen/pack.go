package main

import "strings"

const packPath = "rules/shop.json"

func packs(*inputs) []vector {
	var out []vector
	for i := range packTable {
		r := &packTable[i]
		out = append(out, r.vector("rules", "rules", packPath))
	}
	return out
}

// packOf is a pack with these rules.
func packOf(rules ...string) string {
	return `{"stile-rules":1,"id":"shop","rules":[` + strings.Join(rules, ",") + `]}`
}

// ruleOf is a rule for the table of tablePath; more is what it says besides.
func ruleOf(id, severity, more string) string {
	if more != "" {
		more = "," + more
	}
	return `{"id":"` + id + `","title":"what ` + id + ` asks for","table":"shop","severity":"` + severity + `"` + more + `}`
}

var packTable = []reading{
	{name: "least", comment: "one rule that asks for a row", raw: packOf(ruleOf("API-1", "high", ""))},
	{name: "every-key", comment: "every key, each severity, each kind of evidence, a text and a pattern", raw: "{\n \"stile-rules\": 1,\n \"id\": \"shop.v1\",\n \"rules\": [\n  " + strings.Join([]string{
		ruleOf("A", "critical", `"requires":["file","test","check","adr"]`), ruleOf("B", "high", `"signature":"Cache-Control: no-store"`), ruleOf("C", "medium", `"signature":{"pattern":"^func (Read|Write)[A-Z]\\w*\\("}`),
		ruleOf("D", "low", `"requires":[]`), ruleOf("E", "info", `"signature":"\u00fc\ud83d\udc11 \\ \""`)}, ",\n  ") + "\n ]\n}\n"},
	{name: "mark-and-crlf", comment: "B1 a byte order mark and CR LF: the same places", raw: "\xef\xbb\xbf" + strings.ReplaceAll("{\n\"stile-rules\": 1,\n\"id\": \"p\",\n\"rules\": [\n"+ruleOf("A", "low", "")+",\n"+ruleOf("B", "low", "")+"\n]}\n", "\n", "\r\n")},

	{name: "no-rules", bad: true, comment: "a pack that asks for nothing", raw: packOf()},
	{name: "version", bad: true, comment: "a version that this stile does not read", raw: `{"stile-rules":2,"id":"p","rules":[` + ruleOf("A", "low", "") + `]}`},
	{name: "duplicate-key", bad: true, comment: "D2 rules twice", raw: `{"stile-rules":1,"id":"p","rules":[` + ruleOf("A", "high", "") + `],"rules":[]}`},
	{name: "duplicate-id", bad: true, comment: "an id twice, once in other letters: the rules behind the first are not there", raw: packOf(ruleOf("API-1", "high", ""), ruleOf("API-1", "low", ""), ruleOf("api-1", "low", ""))},
	{name: "wrong-types", bad: true, comment: "every value of another type", raw: `{"stile-rules":"1","id":7,"rules":[7,{"id":1,"title":null,"table":[],"severity":{},"requires":"file","signature":7},{"signature":{"pattern":1}}]}`},
	{name: "keys", bad: true, comment: "keys missing, in other spellings and in another place", raw: `{"version":1,"name":"p","Rules":[],"rules":[{"rule":"A","name":"x","manifest":"shop","level":"high","pattern":"x","require":[]},{}]}`},
	{name: "values", bad: true, comment: "every rule of a value, at and over its edge", raw: packOf(
		ruleOf("a b", "high", ""), ruleOf("", "high", ""), ruleOf(repeated("x", 64), "high", ""), ruleOf(repeated("x", 65), "high", ""), ruleOf("S", "High", ""), ruleOf("U", "urgent", ""),
		ruleOf("K", "low", `"requires":["file","link","file"]`), ruleOf("L", "low", `"signature":" \t"`), ruleOf("M", "low", `"signature":{}`), ruleOf("N", "low", `"signature":{"pattern":"a*"}`),
		`{"id":"T1","title":" ","table":"","severity":"low"}`, `{"id":"T2","title":"a\nb","table":"docs/shop","severity":"low"}`, `{"id":"T3","title":"`+repeated("t", 301)+`","table":"shop.md","severity":"low"}`,
		`{"id":"T4","title":"t","table":"`+repeated("t", 129)+`","severity":"low"}`, `{"id":"T5","title":"t","table":"a\u200bb","severity":"low"}`)},
	{name: "patterns", bad: true, comment: "patterns that are none, or of a kind that takes more than linear time", raw: packOf(patterns("(a", "a)", "[a", "a{2", "a{65}", "(a{64}){64}", "*a", "a**", `\\k`, `(a)\\1`, "(?=a)", "(?i)a", "[z-a]", `\\p{L}`, "", "^", `\\b`, "a|", "{2}", `a\\`, "[[:alpha:]]", `[\\q]`, repeated("(", 70)+repeated(")", 70), repeated("a", 2049))...)},
	{name: "patterns-sound", comment: "everything that a pattern may hold", raw: packOf(patterns("a.c", "[a-z_][^a-z]", `\\d\\w\\s\\D\\W\\S`, "(ab|cd)+e?f*", "x{2}y{1,}z{0,3}", "^func main", `;$`, `\\bword\\b`, `[\\d_-]\\t\\n[\\]\\w]`, `\\.\\(\\[\\{\\|\\\\`, "ü[ä-ü]", "a*?b+?c")...)},
}

func patterns(list ...string) []string {
	rules := make([]string, len(list))
	for i, p := range list {
		rules[i] = ruleOf("P"+string(rune('a'+i)), "low", `"signature":{"pattern":"`+p+`"}`)
	}
	return rules
}
