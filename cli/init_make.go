package cli

import "strings"

// makeTargets are the targets that become checks, by what they observe; the first of a kind wins.
var makeTargets = []struct{ kind, name string }{{"test", "test"}, {"test", "check"}, {"lint", "lint"}}

func findMake(s *survey) {
	for _, file := range []string{"GNUmakefile", "makefile", "Makefile"} {
		if !s.has(file) {
			continue
		}
		found := targets(s.read(file))
		for _, t := range makeTargets {
			recipe, ok := found[t.name]
			if !ok {
				continue
			}
			what := "target `" + t.name + "`: "
			switch id := s.covering(t.kind, ""); {
			case id != "":
				s.say(file, what+"not taken, "+quoted(id)+" covers it")
			case observesNothing(recipe):
				s.say(file, what+"not taken, it observes nothing")
			default:
				s.say(file, what+quoted(s.add(proposal{kind: t.kind, lang: "make", run: []string{"make", t.name}, timeout: "10m"})))
			}
		}
		return // make reads the first of them alone
	}
}

// targets are the explicit rules of a makefile with their recipes; prerequisites count as a line of it, since
// they are made too.
func targets(src string) map[string]string {
	out := map[string]string{}
	var current []string
	for line := range strings.SplitSeq(src, "\n") {
		line = strings.TrimSuffix(line, "\r")
		if strings.HasPrefix(line, "\t") {
			for _, t := range current {
				out[t] += strings.TrimSpace(line) + "\n"
			}
			continue
		}
		names, rest, ok := strings.Cut(line, ":")
		if strings.TrimSpace(line) == "" || strings.HasPrefix(strings.TrimSpace(line), "#") {
			continue
		}
		current = nil
		if !ok || strings.HasPrefix(rest, "=") || strings.HasPrefix(rest, ":=") || strings.ContainsAny(names, "=$#%") || strings.HasPrefix(line, " ") {
			continue
		}
		needs, inline, _ := strings.Cut(strings.TrimPrefix(rest, ":"), ";")
		for _, t := range strings.Fields(names) {
			current = append(current, t)
			if t != ".PHONY" {
				out[t] += strings.TrimSpace(needs) + "\n" + strings.TrimSpace(inline) + "\n"
			}
		}
	}
	return out
}
