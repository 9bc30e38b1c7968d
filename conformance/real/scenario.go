//go:build unix

package main

import "time"

// A Scenario is one row: a scratch repository, what the agents do in it, and what must come of it.
type Scenario struct {
	Name    string
	Says    string   // the rule that the row shows, one sentence
	Only    string   // harness id; "" for both
	Dirs    []string // repositories below the run's directory; agent n works in Dirs[n % len]; default repo
	Home    string   // default home
	Files   []File   // committed before the start
	Edits   []File   // written afterwards, not committed
	Build   string   // "" the binary, "crash" the one that is made to crash, "gone" none at all
	Harness string   // what the command says after --harness; default the harness's id
	Args    string   // further arguments of gate-hook
	Timeout int      // of the hook's entry, seconds
	Scopes  []string // project, user; default project
	Agents  []Agent
	Expect  Expect
}

// A File is one file of the repository.
type File struct {
	Path string `json:"path"`
	Text string `json:"text"`
}

// An Agent is one session: its turns, one process each.
type Agent struct{ Turns []Turn }

// A Turn is a prompt, what the model answers, and environment of this turn alone.
type Turn struct {
	Prompt string
	Model  []Answer
	Env    []string
}

// Expect is what must be seen. Calls are words, one for each hook call of each agent in order: refused, said
// (allowed, with words on stderr or for the user), silent, died. Codex overrides Calls where it differs.
type Expect struct {
	Calls    [][]string
	Codex    [][]string
	Requests []int    // of each agent's model
	Reason   []string // each must be in a refusal's reason
	Bypass   int      // release lines in stile/bypass, over all repositories
	Lines    []string // each must be in some line of them
	Within   time.Duration
	Stderr   []string // each must be said by some call
}

var oneTurn = []Agent{{Turns: []Turn{{Prompt: "Make it add."}}}}

const policy = `{ "stile": 1,
  "checks": [ { "id": "test", "run": ["sh", "test.sh"], "report": "tap", "timeout": "30s" } ] }
`

// suite prints TAP about add of calc.sh, in the shape that every language has: a name, a place, two values.
const suite = `. ./calc.sh
n=0 bad=0
check() {
  n=$((n + 1))
  if [ "$2" = "$3" ]; then echo "ok $n - $1"; return; fi
  bad=1
  printf 'not ok %d - %s\n  ---\n  message: "got %s, want %s"\n  at: calc.sh:1\n  ...\n' "$n" "$1" "$2" "$3"
}
echo 1..2
check "adds small numbers" "$(add 2 2)" 4
check "adds negative numbers" "$(add -1 1)" 0
exit $bad
`

const (
	multiplies = "add() { echo $(($1 * $2)); }\n"
	adds       = "add() { echo $(($1 + $2)); }\n"
	// fails prints a message that Claude Code takes for a missing hook script when it comes with exit 2.
	fails = `echo 1..1
printf 'not ok 1 - reads the table\n  ---\n  message: "cat: table.csv: No such file or directory"\n  at: read.sh:3\n  ...\n'
exit 1
`
	slow = "sleep 40\necho 1..1\necho ok 1 - ends at last\n"
)

func project(calc string) []File {
	return []File{{"stile.json", policy}, {"test.sh", suite}, {"calc.sh", calc}}
}

func calls(words ...string) [][]string { return [][]string{words} }

func shell(command string) Answer { return Answer{Shell: command} }

var done = Answer{Text: "Done."}

var scenarios = []Scenario{
	{
		Name: "red", Says: "a red tree is refused once, the reason reaches the model, the next stop is released with a dated line",
		Files: project(adds), Edits: []File{{"calc.sh", multiplies}}, Agents: oneTurn,
		Expect: Expect{Calls: calls("refused", "said"), Requests: []int{2}, Reason: []string{"adds negative numbers"},
			Bypass: 1, Lines: []string{"released", "failed=test"}},
	},
	{
		Name: "green", Says: "a green tree is silence",
		Files: project(adds), Agents: oneTurn,
		Expect: Expect{Calls: calls("silent"), Requests: []int{1}},
	},
	{
		Name: "fixed", Says: "an agent that repairs the tree after the refusal is let go in silence",
		Files: project(multiplies),
		Agents: []Agent{{Turns: []Turn{{Prompt: "Make it add.", Model: []Answer{done,
			shell("printf 'add() { echo $(($1 + $2)); }\\n' > calc.sh"), done}}}}},
		Expect: Expect{Calls: calls("refused", "silent"), Requests: []int{3}, Reason: []string{"adds negative numbers"}},
	},
	{
		Name: "question", Says: "a turn that only asks, on the tree of the last verdict, is silence",
		Files:  project(multiplies),
		Agents: []Agent{{Turns: []Turn{{Prompt: "Make it add."}, {Prompt: "What does it do?"}}}},
		Expect: Expect{Calls: calls("refused", "said", "silent"), Requests: []int{3}, Bypass: 1},
	},
	{
		Name: "committed", Says: "new work is judged though the agent committed it and left a clean tree",
		Files: project(multiplies),
		Agents: []Agent{{Turns: []Turn{{Prompt: "Make it add."}, {Prompt: "Go on.", Model: []Answer{
			shell("printf 'add() { echo $(($1 - $2)); }\\n' > calc.sh && git commit -qam subtract"), done}}}}},
		Expect: Expect{Calls: calls("refused", "said", "refused", "said"), Requests: []int{5}, Bypass: 2},
	},
	{
		Name: "no-project", Says: "without a stile.json the hook stays out of the way",
		Files: []File{{"calc.sh", multiplies}}, Agents: oneTurn,
		Expect: Expect{Calls: calls("said"), Requests: []int{1}},
	},
	{
		Name: "typo", Says: "an unknown harness is allowed, and said",
		Files: project(multiplies), Agents: oneTurn, Harness: "claud",
		Expect: Expect{Calls: calls("said"), Requests: []int{1}, Stderr: []string{"claud"},
			Lines: []string{"not-evaluated", "why=unknown-harness"}},
	},
	{
		Name: "gone", Says: "where the binary was removed the turn ends by itself",
		Files: project(multiplies), Agents: oneTurn, Build: "gone",
		Expect: Expect{Calls: calls(), Requests: []int{1}},
	},
	crash("stack"), crash("memory"), crash("map"),
	{
		Name: "no-such-file", Says: "a refusal that quotes a missing file still refuses",
		Files:  []File{{"stile.json", policy}, {"test.sh", fails}},
		Agents: oneTurn,
		Expect: Expect{Calls: calls("refused", "said"), Requests: []int{2}, Bypass: 1,
			Reason: []string{"No such file or directory"}},
	},
	{
		Name: "spaces", Says: "spaces and non-ASCII letters in the repository's and the home's path change nothing",
		Dirs: []string{"my repo é"}, Home: "my home é",
		Files: project(multiplies), Agents: oneTurn,
		Expect: Expect{Calls: calls("refused", "said"), Requests: []int{2}, Bypass: 1},
	},
	{
		Name: "two-sessions", Says: "two sessions in one tree at once: each has its own refusal and its own release",
		Files: project(multiplies),
		Agents: []Agent{
			{Turns: []Turn{{Prompt: "Make it add.", Model: []Answer{done, {Text: "Done.", After: &Mark{1, 3}}}}}},
			{Turns: []Turn{{Prompt: "Make it subtract.", Model: []Answer{
				{Shell: "printf 'add() { echo $(($1 - $2)); }\\n' > calc.sh", After: &Mark{0, 2}}, done,
				{Text: "Done.", After: &Mark{0, 1 << 20}}}}}},
		},
		Expect: Expect{Calls: [][]string{{"refused", "said"}, {"refused", "said"}}, Requests: []int{2, 3}, Bypass: 2},
	},
	{
		Name: "two-repositories", Says: "two sessions in two trees at once do not know of each other",
		Dirs: []string{"one", "two"}, Files: project(multiplies),
		Agents: []Agent{oneTurn[0], oneTurn[0]},
		Expect: Expect{Calls: [][]string{{"refused", "said"}, {"refused", "said"}}, Requests: []int{2, 2}, Bypass: 2},
	},
	{
		Name: "twice", Says: "the same hook in user and project scope: one refusal, one release, no false line",
		Files: project(multiplies), Agents: oneTurn, Scopes: []string{"project", "user"},
		Expect: Expect{Calls: calls("refused", "said"), Codex: calls("refused", "silent", "said", "silent"),
			Requests: []int{2}, Bypass: 1},
	},
	{
		Name: "slow", Says: "a check longer than the deadline is answered before the harness gives up",
		Files:  []File{{"stile.json", `{ "stile": 1, "checks": [ { "id": "test", "run": ["sh", "test.sh"], "report": "tap" } ] }` + "\n"}, {"test.sh", slow}},
		Agents: oneTurn, Args: "--timeout 5", Timeout: 5,
		Expect: Expect{Calls: calls("refused", "said"), Requests: []int{2}, Bypass: 1, Within: 5 * time.Second},
	},
}

// crash is a hook that dies of a fault that no recover catches. The next turn runs the same binary unharmed.
func crash(how string) Scenario {
	return Scenario{
		Name: "crash-" + how, Says: "a fatal fault of the hook refuses nothing, and the next run says that it happened",
		Files: project(multiplies), Build: "crash",
		Agents: []Agent{{Turns: []Turn{
			{Prompt: "Make it add.", Env: []string{"STILE_CRASH=" + how}},
			{Prompt: "Go on."},
		}}},
		Expect: Expect{Calls: calls("died", "refused", "said"), Requests: []int{3}, Bypass: 1,
			Lines: []string{"not-evaluated", "why=crashed"}, Stderr: []string{"not evaluated"}},
	}
}
