package conformance

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// banned are commands with which a script could pass without having asserted anything.
var banned = map[string]string{
	"stile": "use exits CODE",
	"fed":   "use payload",
	"stop":  "a script runs to its end",
	"skip":  "a script is not skipped",
	"stdin": "use payload ./FILE",
}

// lintDir gives the scripts of dir, and says what must not be in one before any of them runs.
func lintDir(dir string) (scripts, faults []string) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, []string{err.Error()}
	}
	for _, e := range entries {
		f := filepath.Join(dir, e.Name())
		if filepath.Ext(f) != ".txtar" {
			faults = append(faults, f+": not a script")
			continue
		}
		scripts = append(scripts, f)
		src, err := os.ReadFile(f)
		if err != nil {
			faults = append(faults, err.Error())
		}
		for _, fault := range lint(string(src)) {
			faults = append(faults, f+":"+fault)
		}
	}
	if len(scripts) == 0 {
		faults = append(faults, "no scripts in "+dir)
	}
	return scripts, faults
}

// lint holds the rule that both streams of every run are looked at: after exits, and before the next run or the
// end, stdout and stderr each appear in a cmp, a match that can fail, or silent.
func lint(src string) []string {
	var out []string
	fault := func(line int, format string, args ...any) {
		out = append(out, fmt.Sprintf("%d: %s", line, fmt.Sprintf(format, args...)))
	}
	runs, at := 0, 0
	owed := map[string]bool{}
	settle := func() {
		for _, stream := range []string{"stdout", "stderr"} {
			if owed[stream] {
				fault(at, "nothing looks at %s", stream)
			}
			owed[stream] = false
		}
	}
	for i, line := range strings.Split(src, "\n") {
		if strings.HasPrefix(line, "-- ") && strings.HasSuffix(line, " --") {
			break
		}
		words := strings.Fields(line)
		if len(words) == 0 || strings.HasPrefix(words[0], "#") {
			continue
		}
		negated := words[0] == "!"
		if negated {
			words = words[1:]
		}
		if len(words) == 0 || strings.HasPrefix(words[0], "[") {
			fault(i+1, "no conditions: every build gives the same bytes")
			continue
		}
		if why, ok := banned[words[0]]; ok {
			fault(i+1, "%s: %s", words[0], why)
		}
		switch words[0] {
		case "exits":
			settle()
			runs, at = runs+1, i+1
			owed["stdout"], owed["stderr"] = true, true
			if negated {
				fault(i+1, "! exits: say the code")
			}
		case "exec", "wait":
			settle()
			if slices.Contains(words, "stile") {
				fault(i+1, "use exits CODE")
			}
		case "silent":
			for _, stream := range []string{"stdout", "stderr"} {
				if len(words) == 1 || words[1] == stream {
					owed[stream] = false
				}
			}
		case "stdout", "stderr":
			// That a pattern is absent, or that anything at all is there, says nothing about the rest.
			pattern := strings.Trim(strings.Join(words[1:], " "), "'")
			if idle := pattern == "" || pattern == "." || pattern == ".*"; idle == negated {
				owed[words[0]] = false
			}
		case "cmp", "cmpenv":
			if len(words) > 2 && words[1] != words[2] && !negated {
				owed[words[1]] = false
			}
		}
	}
	settle()
	if runs == 0 {
		fault(1, "no exits: the script asserts nothing")
	}
	return out
}
