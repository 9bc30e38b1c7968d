package cli

import (
	"path"
	"strings"

	"github.com/stile-gate/stile/core/fact"
)

func findLefthook(s *survey) {
	for _, file := range []string{"lefthook.yml", "lefthook.yaml", ".lefthook.yml", ".lefthook.yaml"} {
		if !s.has(file) {
			continue
		}
		entries := yamlEntries(s.read(file))
		var hooks []string
		for _, e := range entries {
			if e.indent == 0 && e.value == "" && isGitHook(e.key) {
				hooks = append(hooks, e.key)
			}
		}
		s.say(file, "lefthook: "+naming("hook", hooks))
		s.commands(file, entries, "run", true)
	}
}

// isGitHook knows the names of githooks(5) that lefthook files use.
func isGitHook(name string) bool {
	return strings.HasPrefix(name, "pre-") || strings.HasPrefix(name, "post-") || name == "commit-msg" || name == "prepare-commit-msg"
}

func findPreCommit(s *survey) {
	const file = ".pre-commit-config.yaml"
	if !s.has(file) {
		return
	}
	entries := yamlEntries(s.read(file))
	var hooks []string
	for _, e := range entries {
		if e.key == "id" {
			hooks = append(hooks, e.value)
		}
	}
	s.say(file, "pre-commit: "+naming("hook", hooks)+"; not taken, its hooks may edit files")
	s.commands(file, entries, "entry", true)
}

func findWorkflows(s *survey) {
	for _, file := range s.files {
		if path.Dir(file) != ".github/workflows" || path.Ext(file) != ".yml" && path.Ext(file) != ".yaml" {
			continue
		}
		entries := yamlEntries(s.read(file))
		s.say(file, "workflow: "+naming("job", jobs(entries)))
		s.commands(file, entries, "run", false)
	}
}

// jobs are the keys directly below the top-level key jobs.
func jobs(entries []yamlEntry) []string {
	var names []string
	inJobs, indent := false, 0
	for _, e := range entries {
		switch {
		case e.indent == 0:
			inJobs, indent = e.key == "jobs", 0
		case inJobs && indent == 0:
			indent = e.indent
			names = append(names, e.key)
		case inJobs && e.indent == indent:
			names = append(names, e.key)
		}
	}
	return names
}

// commands considers every command of a file, a block of lines one by one.
func (s *survey) commands(file string, entries []yamlEntry, key string, here bool) {
	seen := map[string]bool{}
	told, more := 0, 0
	for _, e := range entries {
		if e.key != key {
			continue
		}
		for line := range strings.SplitSeq(strings.ReplaceAll(e.value, "\\\n", " "), "\n") {
			line = strings.TrimSpace(line)
			if line == "" || strings.HasPrefix(line, "#") || seen[line] {
				continue
			}
			seen[line] = true
			if told == maxRunLines {
				more++
				continue
			}
			told++
			s.consider(file, line, here)
		}
	}
	if more > 0 {
		s.say(file, fact.Itoa(int64(more))+" more commands: not looked at")
	}
}

func naming(what string, names []string) string {
	switch len(names) {
	case 0:
		return "no " + what
	case 1:
		return what + " " + names[0]
	}
	const most = 8
	more := ""
	if len(names) > most {
		more = " and " + fact.Itoa(int64(len(names)-most)) + " more"
		names = names[:most]
	}
	return what + "s " + strings.Join(names, ", ") + more
}
