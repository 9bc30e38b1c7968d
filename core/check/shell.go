package check

import (
	"strings"

	"github.com/stile-gate/stile/core/fact"
)

// shell is what is known of the shell that reads a script.
type shell struct{ errexit, pipefail bool }

// Lists of words.
const (
	shells = "sh bash dash zsh ash ksh"
	// filters end with 0 whatever was piped into them.
	filters = "tail head tee cat less more wc nl ts"
	// zeros end with 0 always.
	zeros = "true : echo printf"
	// setups measure nothing: a script of one of them and one command is a script of one command.
	setups = "set cd export umask shopt source ."
	// separators are the operators that end a command. No word of a script is one of them: a word has its quotes.
	separators = "; & && || | |&"
)

// elsewhere are words of scripts that give or keep an exit status in ways that are not read here.
var elsewhere = []string{"<<", "PIPESTATUS", "pipestatus"}

// shellScript returns the place in argv of the script that a shell is given with -c, and what its options
// say; -1 without one.
func shellScript(argv []string) (at int, s shell) {
	for i, a := range argv {
		if fact.HasWord(shells, base(a)) {
			if at, s = dashC(argv, i+1); at >= 0 {
				return at, s
			}
		}
	}
	return -1, s
}

func dashC(argv []string, i int) (at int, s shell) {
	command := false
	for ; i < len(argv); i++ {
		a := argv[i]
		if len(a) < 2 || a[0] != '-' {
			break
		}
		if strings.HasPrefix(a, "--") {
			continue
		}
		command = command || strings.IndexByte(a, 'c') >= 0
		s.errexit = s.errexit || strings.IndexByte(a, 'e') >= 0
		if strings.HasSuffix(a, "o") && i+1 < len(argv) {
			i++
			s.option(argv[i])
		}
	}
	if !command || i >= len(argv) {
		return -1, s
	}
	return i, s
}

func (s *shell) option(name string) {
	s.errexit = s.errexit || name == "errexit"
	s.pipefail = s.pipefail || name == "pipefail"
}

// set takes in a "set" command of the script itself.
func (s *shell) set(words []string) {
	for _, w := range words {
		s.option(w)
		if len(w) > 1 && w[0] == '-' && strings.IndexByte(w, 'e') > 0 {
			s.errexit = true
		}
	}
}

// mask returns the end of a script that makes its exit status the same whether what it checks passed or not,
// "" where there is none. It is a lint: what it cannot read it lets pass, for a false alarm here is red.
func (s shell) mask(script string) string {
	for _, w := range elsewhere {
		if fact.Index(script, w) >= 0 {
			return ""
		}
	}
	s.pipefail = s.pipefail || fact.Index(script, "o pipefail") >= 0 && fact.Index(script, "+o pipefail") < 0
	var last []string
	measured, exits := 0, false
	start, ended := 0, ""
	all := append(tokens(script), ";")
	for i, t := range all {
		if t != ";" && t != "&" {
			continue
		}
		if start < i {
			if last != nil {
				s.take(last, &measured, &exits)
			}
			last, ended = all[start:i], t
		}
		start = i + 1
	}
	if len(last) == 0 {
		return ""
	}
	if ended == "&" {
		return "&"
	}
	return s.lastMask(last, measured, exits)
}

// take counts one list of commands that is not the last.
func (s *shell) take(list []string, measured *int, exits *bool) {
	first := base(list[0])
	switch {
	case first == "set":
		s.set(list[1:])
	case fact.HasWord(setups, first), fact.HasWord(zeros, first), isAssignment(list):
	default:
		*measured++
	}
	for _, t := range list {
		*exits = *exits || fact.Index(t, "exit") >= 0 || t == "return" || t == "exec"
	}
}

// isAssignment reports whether the list only gives a variable a value that no command made.
func isAssignment(list []string) bool {
	t := list[0]
	return len(list) == 1 && strings.IndexByte(t, '=') > 0 && strings.IndexByte(t, '(') < 0 && strings.IndexByte(t, '`') < 0
}

// lastMask is the mask that the last list of a script ends in, which its last command decides.
func (s *shell) lastMask(list []string, measured int, exits bool) string {
	at := len(list)
	for at > 0 && !fact.HasWord(separators, list[at-1]) {
		at--
	}
	command, before := list[at:], ""
	if len(command) == 0 {
		return ""
	}
	if at > 0 {
		before = list[at-1]
	}
	mark := ""
	switch {
	case before == "|" || before == "|&":
		if !s.pipefail && fact.HasWord(filters, base(command[0])) {
			mark = "| "
		}
	case !alwaysZero(command) || (measured > 0 && (s.errexit || exits)):
	case before == "||":
		mark = "|| "
	case before == "" && measured > 0:
		mark = "; "
	}
	if mark == "" {
		return ""
	}
	return new(fact.Text).Add(mark).Join(command, " ").String()
}

func alwaysZero(command []string) bool {
	first := base(command[0])
	return fact.HasWord(zeros, first) || (first == "exit" && len(command) == 2 && command[1] == "0")
}

// tokens cuts a script into its words, with their quotes, and the separators of its top level. What stands in
// parentheses or backquotes is part of a word.
func tokens(script string) []string {
	var list []string
	word, depth, quoted := 0, 0, byte(0) // word is where the present word begins
	for i := 0; i < len(script); i++ {
		switch c := script[i]; {
		case c == '\\' && quoted != '\'' && i+1 < len(script):
			i++
		case quoted != 0:
			if c == quoted {
				quoted = 0
			}
		case c == '\'' || c == '"' || c == '`':
			quoted = c
		case c == '(':
			depth++
		case c == ')':
			depth = max(depth-1, 0)
		case depth > 0:
		default:
			n, separator := gap(script, word, i)
			if n == 0 {
				continue
			}
			if word < i {
				list = append(list, script[word:i])
			}
			if separator != "" {
				list = append(list, separator)
			}
			word = i + n
			i = word - 1
		}
	}
	if word < len(script) {
		list = append(list, script[word:])
	}
	return list
}

// gap returns how many bytes at i keep words apart, 0 when the byte there is part of a word, and the separator that
// they are, "" for white space and comments. The & of a redirection (2>&1, &>log) is part of a word.
func gap(script string, word, i int) (n int, separator string) {
	switch script[i] {
	case ' ', '\t', '\r':
		return 1, ""
	case '\n':
		return 1, ";"
	case '#':
		if word < i {
			return 0, ""
		}
		if end := strings.IndexByte(script[i:], '\n'); end >= 0 {
			return end, ""
		}
		return len(script) - i, ""
	case '&', '|', ';':
	default:
		return 0, ""
	}
	switch two := script[i:min(i+2, len(script))]; two {
	case "&&", "||", "|&":
		return 2, two
	case "&>":
		return 0, ""
	case ";;":
		return 2, ";"
	}
	if script[i] == '&' && i > 0 && (script[i-1] == '>' || script[i-1] == '<') {
		return 0, ""
	}
	return 1, script[i : i+1]
}
