package scan

import "github.com/stile-gate/stile/core/fact"

// SARIF 2.1.0 with errata 01 (OASIS, 2023-08-28, read 2026-11-30). A run is one case, named by its tool, that passed
// when it holds no error.
//
//   - a result is an error by its own level, else by its rule's default configuration, else not: the level is
//     then warning. Each is a failed case named by its rule.
//   - a result of a kind other than fail has no level: pass, open, informational, notApplicable and review are no
//     failures.
//   - a result whose suppressions are all accepted (the status that an absent one stands for) does not count,
//     nor does one that the baseline knows and this run did not find (baselineState absent).
//   - every other result, a warning, a note, what waits for a review, is noise.
//   - a run whose tool says that it did not succeed, that holds no results array (an empty one is what a tool
//     that found nothing writes), or whose results are in another file, is not complete.
//
// Configuration overrides of a single invocation are not read.
type sarifReader struct {
	document
	log, of, tool, component, rule, configuration, result, invocation, notice, external *fieldReader

	rules  sarifRules
	driver string
	errors int64 // of the run
}

// sarifObjects are the members that are wanted of the objects, in the order of the readers.
var sarifObjects = [...][]string{
	{"version", "runs"},
	{"tool", "invocations", "results", "externalPropertyFileReferences"},
	{"driver", "extensions"},
	{"name", "rules"},
	{"id", "defaultConfiguration"},
	{"level", "enabled"},
	{"ruleId", "ruleIndex", "rule", "kind", "level", "message", "locations", "suppressions", "baselineState"},
	{"executionSuccessful", "toolExecutionNotifications", "toolConfigurationNotifications", "exitCodeDescription",
		"processStartFailureMessage"},
	{"level", "message"},
	{"results"},
}

const (
	sarifLevels = "none note warning error"
	sarifKinds  = "pass open informational notApplicable review fail"
)

func readSARIF(r *Report, chunk string, _ bool) {
	s := sarifReader{document: newDocument(r, chunk)}
	for i, f := range [...]**fieldReader{
		&s.log, &s.of, &s.tool, &s.component, &s.rule, &s.configuration, &s.result, &s.invocation, &s.notice, &s.external,
	} {
		*f = shape(sarifObjects[i])
	}
	if !s.object(s.log, s.root()) {
		return
	}
	version, runs := s.word(s.log, "version", ""), s.part(s.log, "runs", Array)
	if version != "2.1.0" {
		s.refuse(whyVersion, s.root().Pos)
		return
	}
	n := 0
	if runs != nil {
		s.items(runs, func(v *Value) {
			n++
			s.run(v)
		})
	}
	if n == 0 {
		s.refuse(whyNoRuns, s.root().Pos)
	}
}

func (s *sarifReader) run(v *Value) {
	s.sound, s.errors, s.driver, s.rules = true, 0, "", sarifRules{}
	if !s.object(s.of, v) {
		return
	}
	tool, invocations := s.part(s.of, "tool", Object), s.part(s.of, "invocations", Array)
	results, external := s.part(s.of, "results", Array), s.part(s.of, "externalPropertyFileReferences", Object)
	// A tool describes its rules wherever it likes; results refer to them.
	if tool != nil {
		s.components(tool)
	}
	if invocations != nil {
		s.items(invocations, s.invoked)
	}
	if external != nil && s.object(s.external, external) {
		if s.part(s.external, "results", Array) != nil {
			s.refuse(whyNoResults, external.Pos)
		}
	}
	if results == nil {
		s.refuse(whyNoResults, v.Pos)
		return
	}
	s.items(results, s.take)
	switch {
	case s.errors > 0:
		s.r.note("", s.driver, CaseFailed)
	case s.sound:
		s.r.Passed++
		s.r.note("", s.driver, CasePassed)
	}
	// What a rule found was noted with its results, and the worst of a name stays.
	for i := range s.rules.list {
		if x := &s.rules.list[i]; s.sound && !x.off && len(s.r.Wanted) > 0 {
			s.r.note(s.driver, x.id, CasePassed)
		}
	}
}

// components takes in the tool: its driver, then its extensions.
func (s *sarifReader) components(v *Value) {
	if !s.object(s.tool, v) {
		return
	}
	driver, extensions := s.part(s.tool, "driver", Object), s.part(s.tool, "extensions", Array)
	if driver != nil {
		s.describe(driver)
		s.driver = keep(s.quoted(s.component, "name"))
	} else {
		s.rules.begin()
	}
	if extensions != nil {
		s.items(extensions, s.describe)
	}
	s.rules.sort()
}

func (s *sarifReader) describe(v *Value) {
	s.rules.begin()
	if !s.object(s.component, v) {
		return
	}
	if rules := s.part(s.component, "rules", Array); rules != nil {
		s.items(rules, s.known)
	}
}

func (s *sarifReader) known(v *Value) {
	if len(s.rules.list) == fact.MaxOpenCases {
		s.refuse(TooMany, v.Pos)
		return
	}
	var x sarifRule
	if s.object(s.rule, v) {
		x.id = keep(s.quoted(s.rule, "id"))
		if c := s.part(s.rule, "defaultConfiguration", Object); c != nil && s.object(s.configuration, c) {
			x.failing = s.oneOf(s.configuration, "level", "warning", sarifLevels) == "error"
			x.off = !s.yes(s.configuration, "enabled", true)
		}
	}
	s.rules.list = append(s.rules.list, x)
}

// oneOf returns a word that decides, other where there is none.
func (s *sarifReader) oneOf(f *fieldReader, name, other, words string) string {
	w := s.word(f, name, other)
	if !fact.HasWord(words, w) {
		s.refuse(whyShape, f.get(name).Value.Pos)
	}
	return w
}

// invoked looks at how the tool ended.
func (s *sarifReader) invoked(v *Value) {
	f := s.invocation
	if !s.object(f, v) {
		return
	}
	if s.yes(f, "executionSuccessful", true) {
		return
	}
	says := s.quoted(f, "processStartFailureMessage")
	if says == "" {
		says = s.quoted(f, "exitCodeDescription")
	}
	worst := ""
	for _, name := range [...]string{"toolExecutionNotifications", "toolConfigurationNotifications"} {
		list := s.part(f, name, Array)
		if list == nil {
			continue
		}
		s.items(list, func(v *Value) {
			if worst == "" && s.object(s.notice, v) && s.quoted(s.notice, "level") == "error" {
				worst = s.message(s.notice)
			}
		})
	}
	if worst != "" {
		says = worst
	}
	if says == "" {
		says = "it gives no reason"
	}
	line, _ := nextLine(&says)
	s.refuse(whyTool+oneLine(line), v.Pos)
}

// message is what is said in plain text, else in Markdown, else nothing.
func (s *sarifReader) message(f *fieldReader) string {
	m := s.plain(f, "message")
	for _, name := range [...]string{"text", "markdown", "id"} {
		if t := m.Get(name); t != nil && t.Text != "" {
			return t.Text
		}
	}
	return ""
}
