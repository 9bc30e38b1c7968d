package check

import (
	"strings"

	"github.com/stile-gate/stile/core/fact"
)

// operators are what a shell acts on and a program gets as a plain argument, so that the rest of the line
// silently becomes arguments too.
const operators = "&& || | |& ; & > >> < << <<< &> &>> " +
	"1> 1>> 2> 2>> 2>&1 1>&2 >&2 >/dev/null 2>/dev/null &>/dev/null </dev/null"

// honest are the programs that take an operator as an argument of their own. Those that are also common words
// of other command lines count only as the program itself, not behind one that starts it.
var honest = []struct {
	programs, operators string
	started             bool
}{
	{"find fd fdfind", ";", true},
	{"expr", "| & < >", false},
	{"test [", "< >", false},
}

// lint finds a run that cannot say whether the check passed.
func (r *reader) lint(e *entry) {
	run := e.check.Run
	if len(run) == 0 {
		return
	}
	if run[0] == "" {
		r.Find(e.item("run", 0), "no-program", "", `"run" begins with an empty program name`)
		return
	}
	if len(run) == 1 && strings.IndexByte(run[0], ' ') >= 0 {
		r.Find(e.item("run", 0), "unsplit-command", suggestion(tokens(run[0])),
			`"run" is one element with spaces, and no shell splits it`)
		return
	}
	for i, arg := range run {
		if i > 0 && fact.HasWord(operators, arg) && !isHonest(run[:i], arg) {
			r.Find(e.item("run", i), "shell-operator", apart,
				`"run" item $ is the shell operator %, and no shell reads it`, fact.Itoa(int64(i)+1), arg)
			return
		}
	}
	at, s := shellScript(run)
	if at < 0 {
		return
	}
	if m := s.mask(run[at]); m != "" {
		r.Find(e.item("run", at), "masked-exit", "let the script end with the status of what it checks",
			`the script in "run" ends in %, which hides its exit status`, m)
	}
}

func isHonest(before []string, operator string) bool {
	for _, h := range honest {
		if !fact.HasWord(h.operators, operator) {
			continue
		}
		for i, b := range before {
			if (i == 0 || h.started) && fact.HasWord(h.programs, base(b)) {
				return true
			}
		}
	}
	return false
}

// base is the program's name without directory and ".exe".
func base(program string) string {
	for i := len(program) - 1; i >= 0; i-- {
		if program[i] == '/' || program[i] == '\\' {
			program = program[i+1:]
			break
		}
	}
	return strings.TrimSuffix(program, ".exe")
}

const apart = "make each command a check of its own, or put them into a script"

// suggestion writes a command line as argv, cut after the words that show the way.
func suggestion(line []string) string {
	const most = 8
	s, more := "write [", "$%"
	for i, word := range line {
		if fact.HasWord(separators, word) {
			return apart
		}
		if i == most {
			s += ", …"
			break
		}
		s, more = fact.Say(more, s, unquote(word)), "$, %"
	}
	return s + "]"
}

func unquote(s string) string {
	if n := len(s); n > 1 && s[0] == s[n-1] && (s[0] == '"' || s[0] == '\'') {
		return s[1 : n-1]
	}
	return s
}
