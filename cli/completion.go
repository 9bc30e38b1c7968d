package cli

import (
	"fmt"
	"slices"
	"strings"

	"github.com/stile-gate/stile/core/check"
	"github.com/stile-gate/stile/core/harness"
)

// shellNames are the shells a script can be made for; each is made from the table of verbs.
var shellNames = []string{"bash", "zsh", "fish"}

func shellScript(shell string) string {
	switch shell {
	case "bash":
		return bashScript()
	case "zsh":
		return zshScript()
	case "fish":
		return fishScript()
	}
	return ""
}

func (c *call) completion() int {
	p, ok := c.flags()
	if !ok {
		return exitNotAsked
	}
	if script := shellScript(p.operands[0]); script != "" {
		c.print(script)
		return exitGreen
	}
	return c.usage(fmt.Sprintf("unknown shell %q%s", p.operands[0], suggestion(p.operands[0], shellNames)),
		"stile completion "+strings.Join(shellNames, "|"))
}

// completions are the words that a placeholder stands for; none where it is a name of the user's.
func completions(placeholder string) []string {
	switch strings.Trim(placeholder, "[]") {
	case "POINT":
		return check.Points()
	case "ID":
		return harness.IDs()
	case "SHELL":
		return shellNames
	case "VERB":
		return verbNames()
	case strings.Trim(tablesArgs, "[]"): // files behind it are the shell's to complete
		return []string{alignVerb}
	}
	return nil
}

// isPath reports whether a placeholder stands for a name on the disk.
func isPath(placeholder string) bool {
	return slices.Contains([]string{"DIR", "FILE"}, strings.Trim(placeholder, "[]"))
}

// bashScript works from bash 3.2 on, which macOS ships; an empty answer lets readline complete file names.
func bashScript() string {
	table := verbs()
	var b strings.Builder
	b.WriteString("# bash completion for stile. Use: source <(stile completion bash)\n" +
		"_stile() {\n" +
		"  local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} words=\n" +
		"  COMPREPLY=()\n" +
		"  if [ \"$COMP_CWORD\" -eq 1 ]; then\n" +
		"    words='" + strings.Join(verbNames(), " ") + "'\n" +
		"  else\n" +
		"    case ${COMP_WORDS[1]}:$prev in\n")
	for i := range table {
		for _, f := range table[i].flags {
			if f.value != "" {
				fmt.Fprintf(&b, "    %s:%s) words='%s'; [ -n \"$words\" ] || return ;;\n", table[i].name, f.spelling(),
					strings.Join(completions(f.value), " "))
			}
		}
	}
	for i := range table {
		v := &table[i]
		words := append(v.flagNames(), completions(v.args)...)
		fmt.Fprintf(&b, "    %s:*) words='%s' ;;\n", v.name, strings.Join(words, " "))
	}
	b.WriteString("    esac\n" +
		"  fi\n" +
		"  COMPREPLY=($(compgen -W \"$words\" -- \"$cur\"))\n" +
		"}\n" +
		"complete -o default -F _stile stile\n")
	return b.String()
}

// zshScript can be sourced, or put as _stile into a directory of fpath.
func zshScript() string {
	table := verbs()
	var b strings.Builder
	b.WriteString("#compdef stile\n" +
		"# zsh completion for stile. Use: source <(stile completion zsh)\n" +
		"_stile() {\n" +
		"  if (( CURRENT == 2 )); then\n" +
		"    local -a verbs=(\n")
	for i := range table {
		fmt.Fprintf(&b, "      %s\n", single(table[i].name+":"+strings.ReplaceAll(table[i].summary, ":", `\:`)))
	}
	b.WriteString("    )\n" +
		"    _describe verb verbs\n" +
		"    return\n" +
		"  fi\n" +
		"  local verb=$words[2]\n" +
		"  shift words\n" +
		"  (( CURRENT-- ))\n" +
		"  case $verb in\n")
	for i := range table {
		v := &table[i]
		var specs []string
		for _, f := range v.flags {
			specs = append(specs, single(f.spelling()+"["+zshEscape(f.summary)+"]"+zshValue(f.value)))
		}
		if v.args != "" {
			specs = append(specs, single("1"+zshValue(v.args)))
			if strings.Contains(v.args, "FILE…") {
				specs = append(specs, single("*:FILE:_files"))
			}
		}
		if len(specs) > 0 {
			fmt.Fprintf(&b, "  %s) _arguments %s ;;\n", v.name, strings.Join(specs, " "))
		}
	}
	b.WriteString("  esac\n" +
		"}\n" +
		"if [ \"${funcstack[1]}\" = _stile ]; then _stile \"$@\"; else compdef _stile stile; fi\n")
	return b.String()
}

func zshValue(placeholder string) string {
	name, _, _ := strings.Cut(strings.Trim(placeholder, "[]"), " ")
	words := completions(placeholder)
	switch {
	case name == "":
		return ""
	case name == "DIR":
		return ":DIR:_directories"
	case isPath(name):
		return ":" + name + ":_files"
	case len(words) > 0:
		return ":" + name + ":(" + strings.Join(words, " ") + ")"
	}
	return ":" + name + ": "
}

func zshEscape(s string) string {
	return strings.NewReplacer(`\`, `\\`, "[", `\[`, "]", `\]`, ":", `\:`).Replace(s)
}

func fishScript() string {
	table := verbs()
	var b strings.Builder
	b.WriteString("# fish completion for stile. Use: stile completion fish | source\n" +
		"function __stile_verb\n" +
		"  set -l words (commandline -opc)\n" +
		"  test (count $words) -ge 2; and test $words[2] = $argv[1]\n" +
		"end\n" +
		"complete -c stile -f\n")
	for i := range table {
		fmt.Fprintf(&b, "complete -c stile -n 'test (count (commandline -opc)) -eq 1' -a %s -d %s\n", table[i].name, fishQuote(table[i].summary))
	}
	for i := range table {
		v := &table[i]
		only := "complete -c stile -n '__stile_verb " + v.name + "'"
		for _, f := range v.flags {
			kind := " -l "
			if len(f.name) == 1 {
				kind = " -s "
			}
			b.WriteString(only + kind + f.name + fishValue(f.value) + " -d " + fishQuote(f.summary) + "\n")
		}
		if v.args != "" {
			operand := " -F"
			if words := completions(v.args); len(words) > 0 {
				operand = " -a " + fishQuote(strings.Join(words, " "))
			}
			if strings.Contains(v.args, "FILE…") {
				operand += " -F"
			}
			b.WriteString(only + operand + "\n")
		}
	}
	return b.String()
}

func fishValue(placeholder string) string {
	words := completions(placeholder)
	switch {
	case placeholder == "":
		return ""
	case placeholder == "DIR":
		return " -x -a '(__fish_complete_directories)'"
	case isPath(placeholder):
		return " -r -F"
	case len(words) > 0:
		return " -x -a " + fishQuote(strings.Join(words, " "))
	}
	return " -x"
}

// single quotes a word for bash and zsh.
func single(s string) string { return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'" }

// fishQuote quotes a word for fish, where a backslash escapes inside single quotes too.
func fishQuote(s string) string {
	return "'" + strings.NewReplacer(`\`, `\\`, "'", `\'`).Replace(s) + "'"
}
