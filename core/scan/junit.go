package scan

import (
	"strings"

	"github.com/stile-gate/stile/core/fact"
)

// JUnit XML has no specification. What is read here are the elements that the writers of surefire, pytest,
// jest, ctest, googletest and Node 20.20 (run 2026-11-30) have in common; every other element, and all
// system-out text, means nothing.
//
//   - failure or error in a case: failed. Directly in a suite: failed, under the suite's name.
//   - skipped, or status or result disabled, notrun, skipped, suppressed: skipped, unless it also failed.
//   - skipped type="todo" together with failure: skipped. Node writes it at exit 0 for a test that is expected
//     to fail; it is neither green evidence nor red. Any other skipped with a failure failed.
//   - a suite whose attributes claim more failures and errors than were shown in it failed by its own word.
//     Fewer mean nothing: writers count differently, and the cases decide. A count that is not plain digits, as surefire,
//     gradle, pytest, jest-junit and googletest write it, leaves the report incomplete.
type junitFrame struct {
	kind    junitKind
	name    string
	claimed int64 // suite: failures and errors by its attributes
	shown   int64 // suite and case: failure and error elements seen in it

	class, own    string // case: what its name is made of
	in            string // suite and case: its file as a table would cite it, that of the suite around it for want of one
	file          string
	line          int64
	skipped, todo bool
	failed        bool // by status
	text          []string
}

type junitKind byte

const (
	junitOther junitKind = iota
	junitSuite
	junitCase
	junitFailure
	junitSkipped
)

var junitElements = []struct {
	name string
	kind junitKind
}{
	{"testcase", junitCase},
	{"failure", junitFailure},
	{"error", junitFailure},
	{"skipped", junitSkipped},
	{"testsuite", junitSuite},
	{"testsuites", junitSuite},
}

// junitStatus are the values of a case's status and result attributes that say more than its elements, in small letters:
// writers spell them as they like.
var junitStatus = []struct {
	word            string
	skipped, failed bool
}{
	{word: "disabled", skipped: true},
	{word: "notrun", skipped: true},
	{word: "skipped", skipped: true},
	{word: "suppressed", skipped: true},
	{word: "fail", failed: true},
	{word: "failed", failed: true},
	{word: "failure", failed: true},
	{word: "error", failed: true},
}

type junitReader struct {
	r      *Report
	x      *xmlReader
	frames []*junitFrame
	body   []byte // text of the failure element that is open
}

// readJUnit reads one file; a file cut anywhere still says which cases failed before the cut.
func readJUnit(r *Report, chunk string, _ bool) {
	x := xmlOf(chunk)
	j := junitReader{r: r, x: x}
	for {
		switch t := x.next(); t.kind {
		case xmlStart:
			j.start(t)
			if len(j.frames) == 1 && j.frames[0].kind != junitSuite {
				r.stop(whyRoot)
			}
		case xmlEnd:
			j.end()
		case xmlText:
			j.text(t)
		case xmlEOF:
			return
		default:
			r.broken(chunk, x.err)
			j.cut()
			return
		}
	}
}

func (j *junitReader) top() *junitFrame {
	if len(j.frames) == 0 {
		return &junitFrame{}
	}
	return j.frames[len(j.frames)-1]
}

func (j *junitReader) start(t *xmlToken) {
	f := &junitFrame{}
	for i := range junitElements {
		if junitElements[i].name == t.name {
			f.kind = junitElements[i].kind
		}
	}
	parent := j.top()
	j.frames = append(j.frames, f)
	if f.in = pathName(t.attr("file")); f.in == "" {
		f.in = parent.in
	}
	switch f.kind {
	case junitSuite:
		f.name = keep(t.attr("name"))
		f.claimed = j.claimed("failures") + j.claimed("errors")
	case junitCase:
		f.begin(t)
	case junitSkipped:
		if parent.kind == junitCase {
			parent.skipped = true
			parent.todo = parent.todo || t.attr("type") == "todo"
		}
	case junitFailure:
		j.body = j.body[:0]
		message := t.attr("message")
		switch parent.kind {
		case junitCase:
			parent.shown++
			parent.text = splitLines(parent.text, message)
			if parent.file == "" {
				parent.place(t)
			}
			return
		case junitSuite:
			parent.shown++
			j.r.note("", parent.suite(), CaseFailed)
			j.r.addCase(&Case{Name: parent.suite(), Text: splitLines(nil, message)})
		}
		f.kind = junitOther
	}
}

// claimed returns a count of the element that was read, 0 where it has none. The bound keeps sums of hostile ones from
// wrapping.
func (j *junitReader) claimed(name string) int64 {
	for _, a := range j.x.token.attrs {
		if a.name == name {
			n, ok := fact.ParseInt(a.value)
			if !ok || n < 0 {
				j.r.broken(j.x.src, &Error{whyCount, j.x.pos - 1})
			}
			return max(0, min(n, 1<<31))
		}
	}
	return 0
}

// lineNumber reads the number of a line; what is none says nothing.
func lineNumber(s string) int64 {
	n, _ := fact.ParseInt(fact.TrimSpace(s))
	return max(0, min(n, 1<<31))
}

// place takes the element's place.
func (f *junitFrame) place(t *xmlToken) {
	f.file, f.line = keep(t.attr("file")), 0
	if f.file != "" {
		f.line = lineNumber(t.attr("line"))
	}
}

func (f *junitFrame) begin(t *xmlToken) {
	f.class, f.own = keep(t.attr("classname")), keep(t.attr("name"))
	f.name = f.own
	if f.class != "" {
		f.name = keep(f.class + "." + f.name)
	}
	if f.name == "" {
		f.name = "case without a name"
		f.own = f.name
	}
	f.place(t)
	status, result := t.attr("status"), t.attr("result")
	if status == "" && result == "" {
		return
	}
	for i := range junitStatus {
		s := &junitStatus[i]
		if equalFold(status, s.word) || equalFold(result, s.word) {
			f.skipped, f.failed = f.skipped || s.skipped, f.failed || s.failed
		}
	}
}

func (j *junitReader) text(t *xmlToken) {
	if j.top().kind != junitFailure || len(j.body) > fact.MaxText*fact.MaxLine {
		return
	}
	text := t.text
	if !t.cdata {
		if s, bad := decodeXML(text); bad < 0 {
			text = s
		}
	}
	j.body = append(j.body, text...)
}

func (j *junitReader) end() {
	f := j.top()
	j.frames = j.frames[:len(j.frames)-1]
	parent := j.top()
	switch f.kind {
	case junitFailure:
		// Many writers begin the text with the message once more.
		first := len(parent.text) == 1
		parent.text = splitLines(parent.text, string(j.body))
		if first && len(parent.text) > 1 && fact.TrimSpace(parent.text[1]) == fact.TrimSpace(parent.text[0]) {
			parent.text = append(parent.text[:1], parent.text[2:]...)
		}
	case junitCase:
		parent.shown += f.shown
		if f.failed && f.shown == 0 {
			parent.shown++
		}
		j.count(f)
	case junitSuite:
		if f.claimed > f.shown {
			j.r.note("", f.suite(), CaseFailed)
			j.r.addCase(&Case{Name: f.suite(), Text: []string{
				"suite says " + fact.Itoa(f.claimed) + " failures, " + fact.Itoa(f.shown) + " shown",
			}})
			f.shown = f.claimed
		}
		parent.shown += f.shown
	}
}

func (j *junitReader) count(f *junitFrame) {
	outcome := CasePassed
	switch {
	case f.shown > 0 && f.todo:
		outcome = CaseSkipped
		j.r.Skipped++
	case f.shown > 0, f.failed:
		outcome = CaseFailed
		j.r.addCase(&Case{Name: f.name, File: f.file, Line: f.line, Text: f.text})
	case f.skipped:
		outcome = CaseSkipped
		j.r.Skipped++
	default:
		j.r.Passed++
	}
	j.note(f, outcome)
}

// note says what became of a case, in its class and in its file.
func (j *junitReader) note(f *junitFrame, outcome string) {
	j.r.note(f.class, f.own, outcome)
	if l := &j.r.names; f.in != "" && l.follow(l.all(), f.in).any() {
		j.r.note(f.in, f.own, outcome)
		if f.class != "" {
			j.r.note(f.in+"::"+classIn(f.in, f.class), f.own, outcome)
		}
	}
}

// classIn is the class as it is called in its file. pytest makes a part of it of the file: in tests/test_a.py it is
// "tests.test_a.TestX.TestY" of what pytest calls "tests/test_a.py::TestX::TestY".
func classIn(file, class string) string {
	file = strings.TrimSuffix(file, ".py")
	if len(class) <= len(file) || class[len(file)] != '.' {
		return class
	}
	for i := range len(file) {
		if class[i] != file[i] && (class[i] != '.' || file[i] != '/') {
			return class
		}
	}
	var inner []byte
	for _, c := range []byte(class[len(file)+1:]) {
		if inner = append(inner, c); c == '.' {
			inner = append(inner[:len(inner)-1], "::"...)
		}
	}
	return string(inner)
}

// cut counts the failures of what was open when the document broke off; nothing else of it was observed.
func (j *junitReader) cut() {
	for i := range j.frames {
		switch f := j.frames[i]; {
		case f.kind != junitCase:
		case f.shown > 0 && !f.todo:
			j.count(f)
		default:
			j.note(f, CaseNoResult)
		}
	}
}

// suite is the name that a failure of the suite itself goes by.
func (f *junitFrame) suite() string {
	if f.name == "" {
		return "suite without a name"
	}
	return f.name
}
