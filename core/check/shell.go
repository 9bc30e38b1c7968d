package check

import "strings"

// shell is what is known of the shell that reads a script.
type shell struct{ errexit, pipefail bool }

var (
	shells = []string{"sh", "bash", "dash", "zsh", "ash", "ksh"}
	// filters end with 0 whatever was piped into them.
	filters = []string{"tail", "head", "tee", "cat", "less", "more", "wc", "nl", "ts"}
	// zeros end with 0 always.
	zeros = []string{"true", ":", "echo", "printf"}
	// setups measure nothing: a script of one of them and one command is a script of one command.
	setups = []string{"set", "cd", "export", "umask", "shopt", "source", "."}
)

// shellScript returns the place in argv of the script that a shell is given with -c, and what its options
// say; -1 without one.
func shellScript(argv []string) (at int, s shell) {
	for i, a := range argv {
		if contains(shells, base(a)) {
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
func (s *shell) set(words []token) {
	for _, w := range words {
		s.option(w.text)
		if len(w.text) > 1 && w.text[0] == '-' && strings.IndexByte(w.text, 'e') > 0 {
			s.errexit = true
		}
	}
}

// mask returns the end of a script that makes its exit status the same whether what it checks passed or not,
// "" where there is none. It is a lint: what it cannot read it lets pass, for a false alarm here is red.
func (s shell) mask(script string) string {
	if strings.Contains(script, "<<") || strings.Contains(script, "PIPESTATUS") || strings.Contains(script, "pipestatus") {
		return ""
	}
	s.pipefail = s.pipefail || strings.Contains(script, "o pipefail") && !strings.Contains(script, "+o pipefail")
	var work, last []token
	measured, exits := 0, false
	ended := ""
	for _, t := range append(tokens(script), token{op: true, text: ";"}) {
		if !t.op || (t.text != ";" && t.text != "&") {
			work = append(work, t)
			continue
		}
		if len(work) == 0 {
			continue
		}
		if last != nil {
			s.take(last, &measured, &exits)
		}
		last, work, ended = work, nil, t.text
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
func (s *shell) take(list []token, measured *int, exits *bool) {
	first := base(list[0].text)
	switch {
	case first == "set":
		s.set(list[1:])
	case contains(setups, first), contains(zeros, first), isAssignment(list):
	default:
		*measured++
	}
	for _, t := range list {
		*exits = *exits || strings.Contains(t.text, "exit") || t.text == "return" || t.text == "exec"
	}
}

// isAssignment reports whether the list only gives a variable a value that no command made.
func isAssignment(list []token) bool {
	t := list[0].text
	return len(list) == 1 && strings.IndexByte(t, '=') > 0 && strings.IndexByte(t, '(') < 0 && strings.IndexByte(t, '`') < 0
}

func (s *shell) lastMask(list []token, measured int, exits bool) string {
	start, op := 0, ""
	for i, t := range list {
		if t.op && (t.text == "&&" || t.text == "||") {
			start, op = i+1, t.text
		}
	}
	end := list[start:]
	stage, piped := 0, false
	for i, t := range end {
		if t.op && (t.text == "|" || t.text == "|&") {
			stage, piped = i+1, true
		}
	}
	if stage >= len(end) {
		return ""
	}
	if piped {
		if contains(filters, base(end[stage].text)) && !s.pipefail {
			return "| " + words(end[stage:])
		}
		return ""
	}
	if !alwaysZero(end) || (measured > 0 && (s.errexit || exits)) {
		return ""
	}
	switch {
	case op == "||":
		return "|| " + words(end)
	case op == "" && measured > 0:
		return "; " + words(end)
	}
	return ""
}

func alwaysZero(command []token) bool {
	first := base(command[0].text)
	return contains(zeros, first) || (first == "exit" && len(command) == 2 && command[1].text == "0")
}

func words(list []token) string {
	b := []byte{}
	for i, t := range list {
		if i > 0 {
			b = append(b, ' ')
		}
		b = append(b, t.text...)
	}
	return string(b)
}

// A token of a script: a word with its quotes, or an operator of the top level. What stands in parentheses or
// backquotes is part of a word.
type token struct {
	op   bool
	text string
}

func tokens(script string) []token {
	var list []token
	var word []byte
	depth, quoted := 0, byte(0)
	flush := func() {
		if len(word) > 0 {
			list = append(list, token{text: string(word)})
			word = word[:0]
		}
	}
	for i := 0; i < len(script); i++ {
		c := script[i]
		switch {
		case c == '\\' && quoted != '\'' && i+1 < len(script):
			word = append(word, c, script[i+1])
			i++
			continue
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
		case c == '#' && len(word) == 0:
			for i+1 < len(script) && script[i+1] != '\n' {
				i++
			}
			continue
		case c == ' ' || c == '\t' || c == '\r':
			flush()
			continue
		case c == '\n':
			flush()
			list = append(list, token{true, ";"})
			continue
		case c == '&' || c == '|' || c == ';':
			op, n := operator(script, i)
			if op != "" {
				flush()
				list = append(list, token{true, op})
				i += n - 1
				continue
			}
		}
		word = append(word, c)
	}
	flush()
	return list
}

// operator reads the operator at i; "" when the & belongs to a redirection (2>&1, &>log).
func operator(script string, i int) (op string, n int) {
	two := script[i:min(i+2, len(script))]
	switch two {
	case "&&", "||", "|&":
		return two, 2
	case "&>":
		return "", 0
	case ";;":
		return ";", 2
	}
	if script[i] == '&' && i > 0 && (script[i-1] == '>' || script[i-1] == '<') {
		return "", 0
	}
	return script[i : i+1], 1
}
