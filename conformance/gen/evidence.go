package main

import "strings"

// A cited file is read for the names behind its path: "s" and a symbol, "l" and a text, "p" and a pattern.
type citedFile struct {
	name, comment string
	path, raw     string
	names         []string
	bad           bool
}

func evidence(*inputs) []vector {
	var out []vector
	for _, x := range evidenceTable {
		r := reading{name: x.name, comment: x.comment, raw: x.raw, bad: x.bad}
		out = append(out, r.vector("evidence", "evidence", frames(append([]string{x.path}, x.names...)...)))
	}
	for _, q := range []reading{
		{name: "query-kind", comment: "a name that does not say what it is", query: frames("a.go", "xTotal")},
		{name: "query-long", comment: "a symbol that is longer than may be", query: frames("a.go", "s"+repeated("T", 201))},
		{name: "query-no-utf8", comment: "a symbol that is no UTF-8", query: frames("a.go", "sTo\xfftal")},
		{name: "query-pattern", comment: "a pattern that is none", query: frames("a.go", "p(a")},
	} {
		q.bad, q.raw = true, goSource
		out = append(out, q.vector("evidence", "evidence", ""))
	}
	return out
}

const goSource = "// Package shop: Total is said here.\npackage shop\n\nimport \"fmt\"\n\n/* Sum adds. */\nfunc Total(items []int) (n int) {\n\tfor _, i := range items {\n\t\tn += i // Tally\n\t}\n\tfmt.Println(\"Ledger\", `Receipt`, 'x')\n\treturn n\n}\n"

// some are names of one kind.
func some(kind string, names ...string) []string {
	out := make([]string, len(names))
	for i, n := range names {
		out[i] = kind + n
	}
	return out
}

var evidenceTable = []citedFile{
	{name: "go", comment: "A13 symbols in code, in comments and in strings; what only begins like one is none", path: "api/total.go", raw: goSource,
		names: some("s", "Total", "Sum", "Tally", "Ledger", "Receipt", "fmt.Println", "Tot", "func Total(", "items", "absent", "n +=")},
	{name: "texts", comment: "texts and patterns: strings count, comments do not", path: "api/total.go", raw: goSource,
		names: append(some("l", "Ledger", "Receipt", "Tally", "Sum adds", "n += i", "func Total(items []int)", "nowhere"), some("p", `^func [A-Z]\w+\(`, `Led.er`, `^import`, `Tal+y`, `\bn\b`, `[^a-z \t]+\(`, `\d|\s\}$`, `(shop|fmt){1,2}`, `nowhere`, `i // T`)...)},
	{name: "all-three", comment: "a symbol, a text and a pattern of one file, each twice", path: "api/total.go", raw: goSource, names: []string{"sTotal", "lTotal", "pT.tal", "sTotal", "lTotal", "pT.tal"}},
	{name: "c", comment: "C-like: raw strings, lines that go on, characters", path: "src/total.cpp", raw: "// a \\\nHidden = 1;\nauto a = R\"x(Quoted )\" Quoted2\n)x\"; Shown; int b = 1'000; char c = '\"'; Shown2(); /* /* */ Shown3; s = \"/*\"; Shown4;\n",
		names: some("s", "Hidden", "Quoted", "Quoted2", "Shown", "Shown2", "Shown3", "Shown4")},
	{name: "js", comment: "templates with holes, regular expressions, names with $", path: "web/app.tsx", raw: "f(`Quoted ${shown({b: `Quoted2 ${shown2}`})}`); x = /['\"`Quoted3]/g.test(shown3); y = a / b; $shown4 // Hidden\nreturn /\\/[/']/ ; shown5; z => /'/; typeof /`/; shown6; a++ / shown7 / 'Quoted4'\n",
		names: some("s", "Quoted", "shown", "Quoted2", "shown2", "Quoted3", "shown3", "$shown4", "shown4", "Hidden", "shown5", "shown6", "shown7", "Quoted4")},
	{name: "rust", comment: "comments that nest, lifetimes, raw strings", path: "src/lib.rs", raw: "fn shown<'a>(x: &'a str) { r#\"\" Quoted \"#; shown2; \"Quoted2\nQuoted3\" } /* /* */ Hidden */ shown3",
		names: some("s", "shown", "Quoted", "shown2", "Quoted2", "Quoted3", "Hidden", "shown3")},
	{name: "python", comment: "three quotes over lines, one quote too many", path: "shop/total.py", raw: "def shown():\n    \"\"\"Quoted\n    ' Quoted2\"\"\"\n    x = 'oops\nshown2 # Hidden\n",
		names: some("s", "shown", "Quoted", "Quoted2", "shown2", "Hidden", "oops")},
	{name: "ruby", comment: "block comments, documents, names that end in ? and !", path: "lib/total.rb", raw: "=begin\nHidden\n=end\nfoo(<<~SQL, shown)\nQuoted don't\n  SQL\ndef valid?; end; a.save! # Hidden2\n\"Quoted2 #{shown2}\"\n__END__\nHidden3\n",
		names: some("s", "Hidden", "shown", "Quoted", "valid?", "valid", "save!", "Hidden2", "Quoted2", "shown2", "Hidden3")},
	{name: "shell", comment: "by its first line: documents, substitution, not every # is a comment", path: "bin/total", raw: "#!/usr/bin/env -S bash -e\nshown() { echo $# ${a#b} \"$(shown2 'Quoted') Quoted2\"; } # Hidden\ncat <<EOF | shown3\nQuoted3 don't\nEOF\nshown4 <<-'B C' <<\\E2\n\tQuoted4\n\tB C\nQuoted5\nE2\nx=$((1 << 2)); shown5 <<< Shown6; echo \\' $'\\'Quoted6' \"$(shown7)\"\n",
		names: some("s", "shown", "shown2", "Quoted", "Quoted2", "Hidden", "shown3", "Quoted3", "shown4", "Quoted4", "Quoted5", "shown5", "Shown6", "Quoted6", "shown7")},
	{name: "sql", comment: "doubled quotes, names in quotes, dollars", path: "db/total.sql", raw: "SELECT 'it''s Quoted', \"shown\" FROM shown2 -- Hidden\n/* Hidden2 */ AS $$ ' Quoted2 $x$ $$ shown3;\n",
		names: some("s", "Quoted", "shown", "shown2", "Hidden", "Hidden2", "Quoted2", "shown3")},
	{name: "lua", comment: "long brackets in comments and strings", path: "total.lua", raw: "--[[ Hidden\n]] shown --[==[ ]] Hidden2 ]==] shown2 [[ Quoted\n]] shown3 t[t[shown4]] -- Hidden3\n",
		names: some("s", "Hidden", "shown", "Hidden2", "shown2", "Quoted", "shown3", "shown4", "Hidden3")},
	{name: "markup", comment: "all of a page but its comments", path: "web/index.html", raw: "<p id=\"shown-one\">don't shown2</p><!-- Hidden --\nHidden2 --> shown3\n", names: some("s", "shown-one", "shown", "shown2", "Hidden", "Hidden2", "shown3")},
	{name: "lisp", comment: "comments that nest, names with - and ?", path: "total.clj", raw: "(defn shown-one? [x] \"Quoted\") ; Hidden\n#| #| Hidden2 |# |# shown2 \\\" shown3\n", names: some("s", "shown-one?", "shown-one", "Quoted", "Hidden", "Hidden2", "shown2", "shown3")},
	{name: "yaml", comment: "values count, comments do not", path: ".github/ci.yml", raw: "name: \"shown\"\nit's: shown2 # Hidden\nurl: http://x#shown3\n", names: some("s", "shown", "shown2", "Hidden", "shown3")},
	{name: "kotlin", comment: "comments that nest, strings with code in them, three quotes and one more", path: "Total.kt", raw: "/* /* Hidden */ Hidden2 */ shown \"Quoted ${shown2(\"Quoted2\")} Quoted3\" \"\"\" Quoted4 \\\"\"\"\" shown3 + '\\'' + '\\u0041' + shown4\n",
		names: some("s", "Hidden", "Hidden2", "shown", "Quoted", "shown2", "Quoted2", "Quoted3", "Quoted4", "shown3", "shown4")},
	{name: "php", comment: "outside and inside", path: "total.php", raw: "<p>don't shown</p><?php # Hidden\n#[shown2]\n$x->shown3('Quoted') // Hidden2 ?> don't shown4\n", names: some("s", "shown", "Hidden", "shown2", "shown3", "$x", "Quoted", "Hidden2", "shown4")},

	{name: "unknown", comment: "no comments are known of such a file: all of it is searched, and that is said", path: "docs/notes.md", raw: "# Notes\n\n<!-- Hidden --> `Code` and \"Quoted\"\n", names: append(some("s", "Hidden", "Code", "Quoted", "Cod"), "lHidden", "p^# N")},
	{name: "names-beyond-ascii", comment: "identifiers in other scripts, and a character of a name's length", path: "a.go", raw: "// Gro\nvar Größe, Ω = 1, 2 // öße\nx := 計算×b\n", names: some("s", "Größe", "Gro", "öße", "計算", "Ω")},
	{name: "joined", comment: "names that are joined by . and ::", path: "a.cc", raw: "// pkg.Nope a::Nope\nx = pkg.Name + xpkg.Other + a::b::c + pkg . Apart;\n", names: some("s", "pkg.Name", "pkg.Nope", "pkg.Other", "a::Nope", "a::b", "b::c", "a::b::c", "pkg.Apart", "Name")},
	{name: "crlf", comment: "B1 a byte order mark and CR LF: the same places", path: "api/total.go", raw: "\xef\xbb\xbf" + strings.ReplaceAll(goSource, "\n", "\r\n"), names: append(some("s", "Total", "Sum", "items"), "ln += i", "p^func ")},
	{name: "separators", comment: "U+2028 ends no line, and no comment", path: "a.go", raw: "// a\u2028Hidden\nvar shown = 1\u2028\nvar shown2 = 2", names: some("s", "Hidden", "shown", "shown2")},
	{name: "no-names", comment: "its lines alone, the last one without an end", path: "x/Dockerfile.dev", raw: "FROM go\nRUN go test ./..."},

	{name: "empty", bad: true, comment: "A11 no bytes: blank", path: "a.go", names: []string{"sTotal"}},
	{name: "blank", bad: true, comment: "A11 a byte order mark and white space: blank", path: "a.go", raw: "\xef\xbb\xbf \r\n\t\u00a0\u2028\n", names: []string{"sTotal"}},
	{name: "binary", bad: true, comment: "a file with NUL is no text: its bytes are searched, and that is said", path: "a.go", raw: "// Total\x00Sum\n", names: append(some("s", "Total", "Sum", "Nope"), "lSum", "pN.pe")},
	{name: "no-utf8", bad: true, comment: "nor is one that is no UTF-8", path: "a.go", raw: "// Total \xff\nSum\n", names: append(some("s", "Total", "Sum"), "lTotal", "p^Sum$")},
	{name: "unclosed", bad: true, comment: "a comment and a string that never end hide what is behind them", path: "a.go", raw: "func Shown() {}\nvar a = `Quoted\nfunc Hidden() {}\n/* Hidden2", names: some("s", "Shown", "Quoted", "Hidden", "Hidden2")},
	{name: "hostile", bad: true, comment: "quotes, comments and brackets that open thousands of times", path: "a.rs", raw: repeated("/*", 600) + "Hidden" + repeated("*/", 600) + "Shown r#\"" + repeated("\"##", 300) + "Quoted\"# Shown2", names: append(some("s", "Hidden", "Shown", "Quoted", "Shown2"), "p(a|b|/)*Hidden")},
}
