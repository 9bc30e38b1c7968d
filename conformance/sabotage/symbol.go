package main

// A place is where a cited symbol is defined: the text, the same with another name, in a comment, and in a string.
type place struct {
	rule, path                         string
	code, renamed, commented, inString string
	look                               bool // comments name the symbol already
}

var defined = []place{
	{rule: "L-01", path: "ledger/post.go", look: true, code: "func Post(", renamed: "func Book(", commented: "/* func Post( */ func Book(", inString: "var _ = `func Post(`\n\nfunc Book("},
	{rule: "L-03", path: "web/form.ts", look: true, code: "function validateAmount(", renamed: "function checkAmount(", commented: "function /* validateAmount */ checkAmount(", inString: "function checkAmount(name = 'validateAmount', "},
	{rule: "L-05", path: "lib/round.rb", code: "def self.half_even(", renamed: "def self.to_even(", commented: "# def self.half_even(\n  def self.to_even(", inString: "NAME = \"half_even\"\n  def self.to_even("},
	{rule: "L-06", path: "docs/price list.txt", code: "payout    100", renamed: "payout    90"},
	{rule: "L-07", path: "packages/mask/src/mask.go", look: true, code: "func Account(", renamed: "func Number(", commented: "func Number( // Account\n\t", inString: "const name = \"Account\"\n\nfunc Number("},
	{rule: "S-01", path: "tools/audit.py", look: true, code: "def check_reader(", renamed: "def may_read(", commented: "# def check_reader(\ndef may_read(", inString: "NAME = 'check_reader'\n\n\ndef may_read("},
	{rule: "S-02", path: "config/limits.toml", code: "max_rate", renamed: "max_load", commented: "# max_rate = 20\nmax_load"},
	{rule: "S-05", path: "web/index.html", code: "\"Content-Security-Policy\"", renamed: "\"Refresh\"", commented: "\"Refresh\" <!-- Content-Security-Policy -->"},
}

// symbols spoils what file: references find in a file: A13.
func symbols(s *suite, ref *reference) {
	for i := range defined {
		p := &defined[i]
		in := func(what string) string { return p.rule + " " + p.path + ": " + what }
		missing := "symbol-not-found"
		if p.look {
			missing = "symbol-in-comment"
		}
		s.red(in("symbol renamed"), of(missing), replace(p.path, p.code, p.renamed))
		if p.commented != "" {
			s.red(in("A13 symbol commented out"), of("symbol-in-comment"), replace(p.path, p.code, p.commented))
		}
		if p.inString != "" {
			s.red(in("A13 symbol only in a string"), of("symbol-in-comment"), replace(p.path, p.code, p.inString))
		}
	}
	for _, c := range []struct{ rule, path, old, text, kind string }{
		{"S-02", "scripts/limit.lua", "take_token", "use_token", "symbol-not-found"},
		{"S-03", "ops/backup", "encrypt_dump", "seal_dump", "symbol-not-found"},
		{"L-04", "db/schema.sql", "VIEW account_balance", "VIEW account_sum", "symbol-in-comment"},
	} {
		edits := []edit{swap(c.path, c.old, c.text)}
		if c.path == "db/schema.sql" {
			edits = append(edits, swap("db/schema.expected.sql", c.old, c.text))
		}
		s.red(c.rule+" "+c.path+": symbol renamed", of(c.kind), edits...)
	}
	for _, c := range []struct{ rule, ref, other, kind string }{
		{"L-01", "file:ledger/post.go#Post", "file:ledger/post.go#post", "symbol-not-found"},
		{"L-01", "file:ledger/post.go#Post", "file:ledger/post.go#Pos", "symbol-not-found"},
		{"L-01", "file:ledger/post.go#Post", "file:ledger/post.go#Rebalance", "symbol-in-comment"},
		{"L-01", "file:ledger/post.go#Post", "file:ledger/post.go#Settle", "symbol-in-comment"},
		{"L-01", "file:ledger/post.go#Post", "file:ledger/post.go#Reverse", "symbol-in-comment"},
		{"L-03", "file:web/form.ts#validateAmount", "file:web/form.ts#parseAmount", "symbol-in-comment"},
		{"L-03", "file:web/form.ts#validateAmount", "file:web/form.ts#roundAmount", "symbol-in-comment"},
		{"L-04", "file:db/schema.sql#account_balance", "file:db/schema.sql#account_total", "symbol-in-comment"},
		{"L-04", "file:db/schema.sql#account_balance", "file:db/schema.sql#entry_note", "symbol-in-comment"},
		{"L-04", "file:db/schema.sql#account_balance", "file:db/schema.sql#entry_sum", "symbol-in-comment"},
		{"L-05", "file:lib/round.rb#half_even", "file:lib/round.rb#half_down", "symbol-in-comment"},
		{"L-05", "file:lib/round.rb#half_even", "file:lib/round.rb#half_up", "symbol-in-comment"},
		{"L-06", `file:"docs/price list.txt"#"payout    100"`, `file:"docs/price list.txt"#"payout 100"`, "symbol-not-found"},
		{"L-07", "file:vendor/mask/src/mask.go#Account", "file:vendor/mask/src/mask.go#Unmask", "symbol-in-comment"},
		{"S-01", "file:tools/audit.py#check_reader", "file:tools/audit.py#grant_reader", "symbol-in-comment"},
		{"S-01", "file:tools/audit.py#check_reader", "file:tools/audit.py#drop_reader", "symbol-in-comment"},
		{"S-01", "file:tools/audit.py#check_reader", "file:tools/audit.py#deny_reader", "symbol-in-comment"},
		{"S-01", "file:tools/audit.py#check_reader", "file:tools/audit.py#list_readers", "symbol-in-comment"},
		{"S-02", "file:scripts/limit.lua#take_token", "file:scripts/limit.lua#refill_bucket", "symbol-in-comment"},
		{"S-02", "file:scripts/limit.lua#take_token", "file:scripts/limit.lua#drain_bucket", "symbol-in-comment"},
		{"S-02", "file:scripts/limit.lua#take_token", "file:scripts/limit.lua#ask_token", "symbol-in-comment"},
		{"S-02", "file:config/limits.toml#max_rate", "file:config/limits.toml#max_burst", "symbol-in-comment"},
		{"S-03", "file:ops/backup#encrypt_dump", "file:ops/backup#verify_dump", "symbol-in-comment"},
		{"S-03", "file:ops/backup#encrypt_dump", "file:ops/backup#rotate_dump", "symbol-in-comment"},
		{"S-03", "file:ops/backup#encrypt_dump", "file:ops/backup#upload_dump", "symbol-in-comment"},
		{"S-05", `file:web/index.html#"Content-Security-Policy"`, `file:web/index.html#"transfer-form"`, "symbol-in-comment"},
	} {
		s.red(c.rule+" A13 cites "+c.other[len("file:"):], of(c.kind), ref.row(c.rule).instead(c.ref, c.other))
	}
}

// signatures spoils what rules want to see in the code that their rows cite.
func signatures(s *suite, _ *reference) {
	for _, c := range []struct{ rule, path, code, without, commented string }{
		{"L-01", "ledger/post.go", "if sum != 0 {", "if sum > 0 {", "if sum > 0 { // sum != 0"},
		{"L-03", "web/form.ts", "Number.parseInt(text, 10)", "Number(text)", "Number(text) // parseInt(text, 10)"},
		{"S-02", "scripts/limit.lua", "bucket.left = bucket.left - 1", "bucket.left = 0", "bucket.left = 0 -- bucket.left - 1"},
		{"S-03", "ops/backup", "\tage --encrypt", "\tcat", "\tcat # age --encrypt"},
	} {
		s.red(c.rule+" signature removed from "+c.path, of("no-signature"), replace(c.path, c.code, c.without))
		s.red(c.rule+" A13 signature only in a comment of "+c.path, of("signature-in-comment"), replace(c.path, c.code, c.commented))
	}
	const code, other = "sum(amount)", "total(amount)"
	s.red("L-04 signature removed from db/schema.sql", of("no-signature"), swap("db/schema.sql", code, other), swap("db/schema.expected.sql", code, other))
	s.red("L-04 A13 signature only in a comment of db/schema.sql", of("signature-in-comment"),
		swap("db/schema.sql", code, other+"/* sum(amount) */"), swap("db/schema.expected.sql", code, other+"/* sum(amount) */"))
}
