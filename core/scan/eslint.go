package scan

import "github.com/stile-gate/stile/core/fact"

// What eslint --format json prints (ESLint 9, docs/use/formatters, read 2026-11-30): an array of files. Each is a
// case named by its path.
//
//   - a message of severity 2, or a fatal one: failed, with the first of them as its text.
//   - errorCount or fatalErrorCount over 0: failed too. Where one and the messages disagree, the text says so.
//   - a file that was ignored, which only a message without a rule says: skipped.
//   - every other message is a warning and noise.
type eslintReader struct {
	document
	file, message *fieldReader

	failed  Case
	errors  int64 // messages of the file that are errors
	fatals  int64 // those of them that are fatal
	ignored bool
}

var (
	eslintFile    = []string{"filePath", "messages", "errorCount", "fatalErrorCount"}
	eslintMessage = []string{"ruleId", "severity", "fatal", "message", "line", "column"}
)

// eslintIgnored begins the message about a file that was named and not linted.
const eslintIgnored = "File ignored"

// readESLint reads one file; an array cut anywhere still says which files before the cut failed.
func readESLint(r *Report, chunk string, _ bool) {
	e := eslintReader{
		document: newDocument(r, chunk),
		file:     shape(eslintFile),
		message:  shape(eslintMessage),
	}
	root := e.root()
	// What json-with-metadata prints; any other object is told by items.
	if text := fact.TrimSpace(chunk[root.Pos:]); fact.HasPrefix(text, "{") {
		if f := shape([]string{"results"}); e.object(f, root) && f.get("results").Value.Kind == Array {
			e.refuse(whyMetadata, root.Pos)
			return
		}
	}
	e.items(root, e.take)
}

func (e *eslintReader) take(v *Value) {
	if !e.object(e.file, v) {
		return
	}
	e.sound, e.errors, e.fatals, e.ignored = true, 0, 0, false
	name := pathName(e.quoted(e.file, "filePath"))
	if name == "" {
		name = "file without a name"
	}
	e.failed = Case{Name: name, File: name}
	errors, fatals := e.count("errorCount"), e.count("fatalErrorCount")
	if list := e.part(e.file, "messages", Array); list != nil {
		e.items(list, e.problem)
	} else if e.sound {
		e.refuse(whyShape, v.Pos)
	}
	e.claim("errorCount", errors, e.errors)
	e.claim("fatalErrorCount", fatals, e.fatals)
	outcome := CasePassed
	switch {
	case e.errors > 0:
		outcome = CaseFailed
		e.r.addCase(&e.failed)
	case !e.sound:
		outcome = CaseNoResult
	case e.ignored:
		outcome = CaseSkipped
		e.r.Skipped++
	default:
		e.r.Passed++
	}
	e.r.note("", name, outcome)
}

// count returns what the file says, -1 where it says nothing. A count that is null or below zero is none.
func (e *eslintReader) count(name string) int64 {
	n := number(e.member(e.file, name, Int), -1)
	if x := e.file.get(name); n < 0 && x.State == FieldPresent {
		e.refuse(whyShape, x.Value.Pos)
		return -1
	}
	return n
}

// claim compares a count with what is shown.
func (e *eslintReader) claim(name string, claimed, shown int64) {
	if claimed < 0 || claimed == shown {
		return
	}
	line := name + " says " + fact.Itoa(claimed) + ", " + fact.Itoa(shown) + " shown"
	e.failed.Text = append(e.failed.Text[:min(len(e.failed.Text), fact.MaxText-1)], line)
	e.errors = max(e.errors, claimed)
}

func (e *eslintReader) problem(v *Value) {
	m := e.message
	if !e.object(m, v) {
		return
	}
	fatal := e.yes(m, "fatal", false)
	if fatal {
		e.fatals++
	}
	severity := number(e.member(m, "severity", Int), 0)
	rule, text := e.quoted(m, "ruleId"), e.quoted(m, "message")
	if fatal || severity == 2 {
		e.errors++
		e.quote(rule, text)
		return
	}
	switch {
	case severity != 1:
		e.refuse(whyShape, v.Pos)
	case rule == "" && fact.HasPrefix(text, eslintIgnored):
		e.ignored = true
	default:
		e.r.Noise++
	}
}

// quote makes an error a line of a case that will be listed: place, message, rule.
func (e *eslintReader) quote(rule, text string) {
	if len(e.failed.Text) == fact.MaxText || len(e.r.Cases) == fact.MaxCases {
		return
	}
	var line fact.Text
	if at, col := e.number("line"), e.number("column"); at > 0 {
		if e.failed.Line == 0 {
			e.failed.Line = at
		}
		line.Int(at).Add(":").Int(col).Add(" ")
	}
	for text != "" {
		part, _ := nextLine(&text)
		line.Add(part)
		if text != "" {
			line.Add(" ")
		}
	}
	if rule != "" {
		line.Add(" (").Add(rule).Add(")")
	}
	fact.Push(&e.failed.Text, keep(line.String()))
}

// number returns a field that decides nothing.
func (e *eslintReader) number(name string) int64 {
	return number(e.plain(e.message, name), 0)
}
