package cli

import "strings"

// verb is one row of the command's surface. The help, the completion and the reference are made from it.
type verb struct {
	name    string
	args    string // operands, as the usage line shows them
	summary string // one line
	help    string // what a newcomer needs to know
	flags   []flagRow
	run     func(*call) int
}

// flagRow is one flag: value is the placeholder of what it takes, "" for a switch.
type flagRow struct {
	name, value, summary string
}

var dirFlag = flagRow{"C", "DIR", "start in DIR instead of the working directory"}
var jsonFlag = flagRow{"json", "", "print the document as JSON"}

// verbs makes the table. It is made where it is asked for: a hook never does, and its start is what a harness
// waits for.
func verbs() []verb {
	return []verb{
		{name: "init", args: "", summary: "look at the project and write its first stile.json",
			help: "Reads the project's own files (go.mod, package.json, pyproject.toml, Cargo.toml, pom.xml, Makefile, lefthook,\n" +
				"pre-commit, CI), runs nothing, says what it found and never overwrites a file. With --tables it adds a first\n" +
				"conformance table, whose rows are true of the tree, and the pack of its rules; in a terminal it offers a block\n" +
				"for AGENTS.md.",
			flags: []flagRow{dirFlag, {"tables", "", "write a first conformance table and its rules too"}}, run: (*call).init},
		{name: "check", args: "", summary: "measure what is due and give the verdict",
			help: "Runs the checks of every stile.json in play and prints what was observed. The code is the verdict:\n" +
				"0 green, 1 red, 3 unproven (something due was not run), 2 it could not be asked.",
			flags: []flagRow{dirFlag, jsonFlag,
				{"fresh", "", "measure everything again, reuse no earlier result"},
				{"through", "ID", "judge the tables up to and with this one, in the order of stile.json"},
				{"at", "POINT", "the point to judge for: stop (default), commit, push, ci"},
				{"record", "FILE", "write the receipt, which `stile replay` reads"}},
			run: (*call).check},
		{name: "gate-hook", args: "", summary: "answer a harness at the end of an agent's turn",
			help: "A harness starts it and writes its payload to stdin. It answers in that harness's own dialect. Whatever is\n" +
				"wrong with the transport itself (no payload, no project, an unknown harness) lets the turn end, and is said.\n" +
				"Registered in .claude/settings.json (Claude Code) or .codex/hooks.json (Codex: --harness codex, then /hooks):\n" +
				`{"hooks":{"Stop":[{"hooks":[{"type":"command","command":"stile gate-hook --harness claude-code","timeout":600}]}]}}`,
			flags: []flagRow{{"harness", "ID", "the harness that calls: " + harnessList()},
				{"agent", "ID", "the same as --harness"},
				{"timeout", "SECONDS", "the hook's registered time limit; the answer comes before it (default: the harness's own)"}},
			run: (*call).gateHook},
		{name: "verify", args: "", summary: "print how an agent challenges what the tables claim; advisory",
			help: "Prints a text in Markdown for the operator's own agent to follow. Asks no model, writes nothing and needs no\n" +
				"project. It is not the gate: what comes of it moves no verdict and no code.",
			flags: []flagRow{dirFlag, {"stamp", "", "print the date and the stamp of the tables, for stile/verify-findings.md"}},
			run:   (*call).verify},
		{name: "tables", args: tablesArgs, summary: "list the conformance tables, add missing rows, align columns",
			help: "Lists every row of the tables that the nearest stile.json names, and what is wrong with their form. It judges\n" +
				"nothing: the code is 0, or 2 where something could not be read or done. With --sync it adds an empty row for\n" +
				"every critical or high rule of the packs that has none; empty rows decide nothing. With fmt it aligns the\n" +
				"columns of the tables, or of the files named, by number of characters, and changes no cell.",
			flags: []flagRow{dirFlag, jsonFlag, {"sync", "", "add the rows that are missing"},
				{"dry-run", "", "with --sync or fmt: say what would change, and write nothing"}},
			run: (*call).tables},
		{name: "explain", args: "RULE", summary: "say what a rule asks for, and what its row says",
			help: "Reads the rule packs and tables that the nearest stile.json names. A pack that is not the one agreed on is\n" +
				"not used.",
			flags: []flagRow{dirFlag, jsonFlag}, run: (*call).explain},
		{name: "replay", args: "FILE", summary: "judge a receipt again from its recorded facts",
			help: "Performs nothing: every fact, with the outcome of every effect, comes from the file. Prints the same document.\n" +
				"The code is the verdict, also of what a hook answered: 0 green, 1 red, 3 unproven, 2 where nothing was judged.\n" +
				"A difference from the recorded reply is named and exits 2. Another core than the one that made the receipt\n" +
				"promises the verdict and the code: what else differs is a note.",
			flags: []flagRow{{"module", "FILE", "let this WebAssembly module judge (`stile-wasm` only)"},
				{"json", "", "print the reason for code 2 as JSON"}},
			run: (*call).replay},
		{name: "log", args: "", summary: "list the releases and unevaluated stops kept in the tree",
			help: "Prints the dated lines under stile/bypass/ of every project in the tree, oldest first. The journal lies\n" +
				"outside the tree and has a line for every answer of a hook on this machine, whatever the project.",
			flags: []flagRow{dirFlag, {"journal", "", "print the journal of this machine instead"}}, run: (*call).log},
		{name: "schema", args: "", summary: "print the JSON Schema of stile.json", run: (*call).schema},
		{name: "completion", args: "SHELL", summary: "print the completion script for bash, zsh or fish", run: (*call).completion},
		{name: "version", args: "", summary: "print the version",
			help:  "Names the engine that judges, too: native, or wasm. The document has the module's sha256.",
			flags: []flagRow{jsonFlag}, run: (*call).version},
		{name: "help", args: "[VERB]", summary: "explain a verb", run: (*call).help},
	}
}

func lookup(name string) *verb {
	table := verbs()
	for i := range table {
		if table[i].name == name {
			return &table[i]
		}
	}
	return nil
}

func verbNames() []string {
	var names []string
	for _, v := range verbs() {
		names = append(names, v.name)
	}
	return names
}

// usageLine is the verb with everything it takes.
func (v *verb) usageLine() string {
	parts := []string{"stile", v.name}
	for _, f := range v.flags {
		parts = append(parts, "["+strings.TrimSpace(f.spelling()+" "+f.value)+"]")
	}
	if v.args != "" {
		parts = append(parts, v.args)
	}
	return strings.Join(parts, " ")
}

func (f *flagRow) spelling() string {
	if len(f.name) == 1 {
		return "-" + f.name
	}
	return "--" + f.name
}
