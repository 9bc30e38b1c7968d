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
//   - a run whose tool or converter did not succeed, or whose results are elsewhere, is not complete. A tool did
//     not succeed when it says so, when it has an exit code, when a signal ended it or when it could not start, whatever
//     else it says; one that says it did may have met errors on its way. SpotBugs 4 calls its exit code 0 the signal
//     SUCCESS.
//   - a run without a results array is not complete either, unless its tool says that it succeeded: some write
//     none where they found nothing.
//   - configuration overrides are not read: a result that one could make an error leaves its run not complete.
type sarifReader struct {
	document
	log, of, tool, component, rule, configuration, result, invocation, notice, external *fieldReader
	conversion, override, suppression, reference, in                                    *fieldReader

	elsewhere bool // results stand outside the runs
	rules     sarifRules
	driver    string
	errors    int64 // of the run
	succeeded bool  // the run's tool says so
	raised    bool  // an override of the run makes some rule fail
}

// sarifObjects are the members that are wanted of the objects, in the order of the readers.
var sarifObjects = [...][]string{
	{"version", "runs", "inlineExternalProperties"},
	{"tool", "invocations", "conversion", "results", "externalPropertyFileReferences"},
	{"driver", "extensions"},
	{"name", "guid", "rules"},
	{"id", "guid", "defaultConfiguration"},
	{"level", "enabled"},
	{"ruleId", "ruleIndex", "rule", "kind", "level", "message", "locations", "suppressions", "baselineState"},
	{"executionSuccessful", "toolExecutionNotifications", "toolConfigurationNotifications", "exitCodeDescription",
		"processStartFailureMessage", "exitCode", "exitSignalName", "exitSignalNumber", "ruleConfigurationOverrides"},
	{"level", "message"},
	{"results"},
	{"invocation"},
	{"configuration"},
	{"status"},
	{"id", "index", "guid", "toolComponent"},
	{"index", "guid", "name"},
}

const (
	sarifLevels = "none note warning error"
	sarifKinds  = "pass open informational notApplicable review fail"
)

func readSARIF(r *Report, chunk string, _ bool) {
	s := sarifReader{document: newDocument(r, chunk)}
	for i, f := range [...]**fieldReader{
		&s.log, &s.of, &s.tool, &s.component, &s.rule, &s.configuration, &s.result, &s.invocation, &s.notice, &s.external,
		&s.conversion, &s.override, &s.suppression, &s.reference, &s.in,
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
	if inline := s.part(s.log, "inlineExternalProperties", Array); inline != nil {
		s.items(inline, s.inline)
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

// inline refuses results that stand outside the run they belong to.
func (s *sarifReader) inline(v *Value) {
	if !s.object(s.external, v) {
		return
	}
	if results := s.part(s.external, "results", Array); results != nil {
		s.items(results, func(v *Value) {
			s.elsewhere = true
			s.refuse(whyNoResults, v.Pos)
		})
	}
}

func (s *sarifReader) run(v *Value) {
	s.sound, s.errors, s.driver, s.rules = !s.elsewhere, 0, "", sarifRules{}
	s.succeeded, s.raised = false, false
	if !s.object(s.of, v) {
		return
	}
	tool, invocations := s.part(s.of, "tool", Object), s.part(s.of, "invocations", Array)
	results, external := s.part(s.of, "results", Array), s.part(s.of, "externalPropertyFileReferences", Object)
	conversion, none := s.part(s.of, "conversion", Object), s.of.get("results").State == FieldAbsent
	// A tool describes its rules wherever it likes; results refer to them.
	if tool != nil {
		s.components(tool)
	}
	if conversion != nil && s.object(s.conversion, conversion) {
		if v := s.part(s.conversion, "invocation", Object); v != nil {
			s.invoked(v)
		}
	}
	s.succeeded = false // the converter did
	if invocations != nil {
		s.items(invocations, s.invoked)
	}
	if external != nil && s.object(s.external, external) {
		if s.part(s.external, "results", Array) != nil {
			s.refuse(whyNoResults, external.Pos)
		}
	}
	switch {
	case results != nil:
		s.items(results, s.take)
	case !none || !s.succeeded:
		s.refuse(whyNoResults, v.Pos)
		return
	}
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
		s.driver = s.describe(driver)
	} else {
		s.rules.begin()
	}
	if extensions != nil {
		s.items(extensions, func(v *Value) { s.describe(v) })
	}
	s.rules.sort()
}

// describe takes in one component and returns its name.
func (s *sarifReader) describe(v *Value) (name string) {
	n := s.rules.begin()
	if !s.object(s.component, v) {
		return ""
	}
	name = keep(s.quoted(s.component, "name"))
	s.rules.names.add(name, n)
	s.rules.parts.add(s.quoted(s.component, "guid"), n)
	if rules := s.part(s.component, "rules", Array); rules != nil {
		s.items(rules, s.known)
	}
	return name
}

func (s *sarifReader) known(v *Value) {
	if len(s.rules.list) == fact.MaxOpenCases {
		s.refuse(TooMany, v.Pos)
		return
	}
	var x sarifRule
	if s.object(s.rule, v) {
		x.id = keep(s.quoted(s.rule, "id"))
		s.rules.ids.add(x.id, len(s.rules.list))
		s.rules.guids.add(s.quoted(s.rule, "guid"), len(s.rules.list))
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
	if list := s.part(f, "ruleConfigurationOverrides", Array); list != nil {
		s.items(list, s.overridden)
	}
	signal := s.word(f, "exitSignalName", "")
	if equalFold(signal, "success") {
		signal = ""
	}
	if n := number(s.member(f, "exitSignalNumber", Int), 0); signal == "" && n != 0 {
		signal = "signal " + fact.Itoa(n)
	}
	code := number(s.member(f, "exitCode", Int), 0)
	says := s.word(f, "processStartFailureMessage", "")
	said := s.member(f, "executionSuccessful", Bool)
	yes := said != nil && said.Bool
	if signal == "" && code == 0 && says == "" && (yes || said == nil) {
		s.succeeded = s.succeeded || yes
		return
	}
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
		says = signal
	}
	if says == "" && code != 0 {
		says = "exit code " + fact.Itoa(code)
	}
	if says == "" {
		says = "it gives no reason"
	}
	line, _ := nextLine(&says)
	s.refuse(whyTool+oneLine(line), v.Pos)
}

// overridden looks for a level that makes a rule fail.
func (s *sarifReader) overridden(v *Value) {
	if !s.object(s.override, v) {
		return
	}
	if c := s.part(s.override, "configuration", Object); c != nil && s.object(s.configuration, c) {
		s.raised = s.oneOf(s.configuration, "level", "warning", sarifLevels) == "error" || s.raised
	}
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
