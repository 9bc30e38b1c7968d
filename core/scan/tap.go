package scan

import (
	"strings"

	"github.com/stile-gate/stile/core/fact"
)

// TAP 13 and 14 (testanything.org, read as Node 20.20 and Perl's Test::More 1.302 print it, run 2026-11-30).
// A subtest's lines are indented by four columns and stand before the point of the test they belong to. TODO
// excuses a failure and all that failed inside it: skipped, neither green evidence nor red. A stream cannot
// tell who printed a line: what looks like a failed point is one. Numbers are not compared, since Node repeats
// them; the count of points is compared with the plan.
type tapReport struct {
	r      *Report
	ends   tapEnds
	levels []*tapLevel // the document, its open subtest, that one's …
	begun  bool
	bailed bool
	prove  bool  // what is read is what prove prints of TAP
	file   bool  // prove named the file whose lines follow
	last   int64 // level of the point that diagnostics now belong to, -1 for none
	listed bool  // that point is the last of its level's cases
	fresh  bool  // its text is only its own line as yet
	yaml   tapBlock
}

type tapLevel struct {
	plan                    int64 // -1: none yet
	count                   int64 // points at this level
	passed, failed, skipped int64 // with those inside them
	cases                   []*Case
	more                    int64
	marks                   []tapMark
	apart                   int    // of marks: names that were told apart when they were looked at last
	pending                 string // a point whose subtest follows in braces, as node-tap prints it
}

const tapIndent = 4

func readTAP(r *Report, chunk string, last bool) {
	t := newTAP(r)
	for chunk != "" {
		line, _ := nextLine(&chunk)
		t.line(strings.TrimSuffix(line, "\r"))
	}
	if last {
		t.finish()
	} else {
		t.hold()
	}
}

func (t *tapReport) line(line string) {
	if !t.begun {
		line = line[byteOrderMark(line):]
	}
	body := fact.TrimLeft(line, " ")
	indent := len(line) - len(body)
	switch {
	case t.bailed, t.yamlLine(indent, body), body == "":
		return
	case indent%tapIndent != 0 || indent/tapIndent >= fact.MaxDepth:
		if body[0] != '#' {
			t.r.Noise++
		}
		return
	}
	for i := range tapLines {
		if l := &tapLines[i]; strings.HasPrefix(body, l.begin) && l.read(t, indent/tapIndent, body) {
			t.begun = true
			return
		}
	}
	t.file = t.file || indent == 0 && isProveFile(body)
	t.last = -1
	t.r.Noise++
}

// tapLines is the table of lines; a reader answers false for a line that only begins like one of its kind.
var tapLines = []struct {
	begin string
	read  func(t *tapReport, level int, body string) bool
}{
	{"ok", (*tapReport).proveOK},
	{"ok", (*tapReport).point},
	{"not ok", (*tapReport).point},
	{"#", (*tapReport).comment},
	{"1..", (*tapReport).plan},
	{"}", (*tapReport).brace},
	{"TAP version ", (*tapReport).version},
	{"Bail out!", (*tapReport).bail},
	{"pragma ", (*tapReport).pragma},
	{"Files=", (*tapReport).proveEnd},
}

// at makes the level exist and returns it.
func (t *tapReport) at(level int) *tapLevel {
	for len(t.levels) <= level {
		t.levels = append(t.levels, &tapLevel{plan: -1})
	}
	return t.levels[level]
}

func (t *tapReport) version(level int, _ string) bool {
	if root := t.at(0); level == 0 && (root.count > 0 || root.plan >= 0) {
		t.finish() // another document in the same stream
	}
	return true
}

func (t *tapReport) pragma(int, string) bool { return true }

func (t *tapReport) plan(level int, body string) bool {
	number, comment := body[len("1.."):], ""
	if i := strings.IndexByte(number, '#'); i >= 0 {
		number, comment = number[:i], number[i+1:]
	}
	n, ok := fact.ParseInt(fact.TrimSpace(number))
	if !ok || n < 0 {
		return false
	}
	t.flush(level)
	t.last = -1
	l := t.at(level)
	if l.plan >= 0 {
		t.r.stop(whyBadPlan)
	}
	l.plan = n
	if word, _ := tapWord(comment); n == 0 && word == "skip" && level == 0 {
		l.skipped++
	}
	return true
}

func (t *tapReport) bail(level int, body string) bool {
	t.bailed = true
	reason := fact.TrimSpace(body[len("Bail out!"):])
	t.flush(0)
	t.fold(0)
	root := t.at(0)
	root.failed++
	t.list(root, &Case{Name: "Bail out!", Text: splitLines(nil, reason)})
	t.note(root, "Bail out!", CaseFailed)
	t.last = -1
	return true
}

// brace ends the subtest of a point that was printed before it.
func (t *tapReport) brace(level int, body string) bool {
	if body != "}" || level >= len(t.levels) || t.levels[level].pending == "" {
		return false
	}
	t.flush(level)
	return true
}

// flush counts the points at this level and deeper ones that still wait for a brace.
func (t *tapReport) flush(level int) {
	for i := len(t.levels) - 1; i >= level; i-- {
		if p := t.levels[i].pending; p != "" {
			t.levels[i].pending = ""
			t.count(i, p)
		}
	}
}

func (t *tapReport) point(level int, body string) bool {
	rest := strings.TrimPrefix(strings.TrimPrefix(body, "not "), "ok")
	if rest != "" && rest[0] != ' ' && rest[0] != '\t' {
		return false
	}
	t.flush(level)
	if open, ok := strings.CutSuffix(body, " {"); ok {
		t.fold(level)
		t.at(level).pending = keep(open)
		t.last = -1
		return true
	}
	t.count(level, body)
	return true
}

// count takes in a point, and what is open below it as its subtest.
func (t *tapReport) count(level int, body string) {
	p := parsePoint(body)
	t.at(level)
	t.fold(level + 1)
	inner := &tapLevel{plan: -1}
	if len(t.levels) > level+1 {
		inner = t.levels[level+1]
		t.levels = t.levels[:level+1]
	}
	l := t.levels[level]
	l.count++
	if p.name == "" {
		p.name = "test " + fact.Itoa(l.count)
	}
	t.last, t.listed = int64(level), false
	inner.marks = t.within(p.name, inner.marks)
	if p.word == "todo" {
		l.skipped += inner.skipped + inner.failed + 1
		l.passed += inner.passed
		for i := range inner.marks {
			inner.marks[i].rank = min(inner.marks[i].rank, int64(rank(CaseSkipped)))
		}
		l.mark(inner.marks)
		t.note(l, p.name, CaseSkipped)
		return
	}
	l.add(inner, p.name)
	l.mark(inner.marks)
	short := inner.plan >= 0 && inner.count != inner.plan
	outcome := CasePassed
	switch {
	case !p.ok:
		outcome = CaseFailed
		l.failed++
		if inner.failed == 0 {
			t.list(l, &Case{Name: p.name, Text: []string{keep(body)}})
		}
	case p.word == "skip":
		outcome = CaseSkipped
		l.skipped++
	case short && inner.count > inner.plan:
		outcome = CaseFailed
		l.failed++
		t.list(l, planCase(p.name, inner))
	default:
		l.passed++
		if short {
			outcome = CaseNoResult
			t.r.stop(whyCut)
		}
	}
	t.note(l, p.name, outcome)
}

func planCase(name string, l *tapLevel) *Case {
	return &Case{Name: name, Text: []string{fact.Itoa(l.plan) + " tests were planned, " + fact.Itoa(l.count) + " ran"}}
}

// list names a failed case, as long as the report has room for it.
func (t *tapReport) list(l *tapLevel, c *Case) {
	named := 0
	for _, open := range t.levels {
		named += len(open.cases)
	}
	if named >= fact.MaxCases {
		l.more++
		return
	}
	l.cases = append(l.cases, c)
	t.listed, t.fresh = true, true
}

// add takes in what a subtest counted, under the name of its test.
func (l *tapLevel) add(inner *tapLevel, name string) {
	l.passed += inner.passed
	l.failed += inner.failed
	l.skipped += inner.skipped
	l.more += inner.more
	for _, c := range inner.cases {
		if name != "" {
			c.Name = keep(name + tapInside + c.Name)
		}
		l.cases = append(l.cases, c)
	}
}

// fold closes the levels below this one that no point claimed.
func (t *tapReport) fold(level int) {
	t.flush(level + 1)
	for i := len(t.levels) - 1; i > level; i-- {
		t.levels[i-1].add(t.levels[i], "")
		t.levels[i-1].mark(t.levels[i].marks)
		t.levels = t.levels[:i]
	}
	if t.last > int64(level) {
		t.last = -1
	}
}

// finish closes the document and leaves a new one open.
func (t *tapReport) finish() {
	t.flush(0)
	t.fold(0)
	root := t.at(0)
	switch {
	case t.bailed:
	case t.prove:
		if t.r.Why == whyBadPlan {
			t.r.Why = "" // it is the plan of another file
		}
		t.r.stop(whyProve)
	case !t.begun:
		t.r.stop(Empty)
	case t.yaml.indent >= 0:
		t.r.stop(whyCut)
	case root.plan < 0:
		t.r.stop(whyNoPlan)
	case root.count < root.plan:
		t.r.stop(whyCut)
	case root.count > root.plan && root.failed == 0:
		root.failed++
		root.cases = append(root.cases, planCase("plan", root))
		t.note(root, "plan", CaseFailed)
	}
	t.r.Passed += root.passed
	t.r.Failed += root.failed
	t.r.Skipped += root.skipped
	t.r.More += root.more
	for _, c := range root.cases {
		t.r.nameCase(c)
	}
	for _, m := range root.marks {
		if m.rest == 0 {
			t.r.Wanted[m.name].worsen(caseOutcomes[m.rank])
		}
	}
	t.reset()
}

// reset forgets all but the report, and whose output it is.
func (t *tapReport) reset() {
	*t = tapReport{r: t.r, ends: t.ends, prove: t.prove, file: t.file, last: -1, yaml: tapBlock{indent: -1}}
}
