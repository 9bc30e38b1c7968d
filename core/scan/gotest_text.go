package scan

import (
	"strings"
	"unicode/utf8"

	"github.com/stile-gate/stile/core/fact"
)

// A goText collects the lines of an open test, package or build that are worth quoting should it fail: a panic's
// own lines before lines with a place ("    total_test.go:41: got 3") and what continues them, those before
// anything else that was printed.
type goText struct {
	grade goGrade
	part  goPart // of a line whose end is still to come: long lines are printed in pieces
	user  bool   // in a panic's stack: the function of the next place is not the runtime's or testing's
	file  string
	line  int64
	lines []string
}

type goGrade int64

const (
	gradeNone goGrade = iota
	gradePlain
	gradePlace
	gradePanic
	gradeStack // behind the blank line after the panic
)

type goPart int64

const (
	partNone goPart = iota
	partKept
	partDropped
)

// goFraming begins the lines that say only what the events say too.
var goFraming = []string{
	"=== RUN ", "=== PAUSE ", "=== CONT ", "=== NAME ", "=== ATTR ", "=== ARTIFACTS ",
	"--- FAIL: ", "--- PASS: ", "--- SKIP: ", "--- BENCH: ", "FAIL\t", "ok  \t", "?   \t",
}

var goPanics = []string{"panic: ", "fatal error: "}

// own says that the text shows a failure of its own, not only of something inside.
func (t *goText) own() bool { return t.grade >= gradePlace }

func (t *goText) clear(g *goReport) {
	g.size -= len(t.file)
	t.cut(g)
	*t = goText{}
}

func (t *goText) cut(g *goReport) {
	for _, l := range t.lines {
		g.size -= len(l)
	}
	t.lines = nil
}

func (t *goText) into(c *Case) {
	c.File, c.Line, c.Text = t.file, t.line, t.lines
	if t.grade != gradeNone && len(t.lines) == 0 {
		c.Text = []string{"output over the limit was not kept"}
	}
}

// add takes in the output of one event.
func (t *goText) add(g *goReport, pkg, output string) {
	for output != "" {
		line, whole := nextLine(&output)
		switch {
		case t.part == partKept:
			last := &t.lines[len(t.lines)-1]
			more := keep(*last + line)
			switch {
			case len(more) == len(*last) && len(more) > fact.MaxLine-utf8.UTFMax:
				t.part = partDropped // it is full, and there may be any number of pieces
			case g.size+len(more)-len(*last) <= fact.MaxHeld:
				g.size += len(more) - len(*last)
				*last = more
			}
		case t.part == partNone && t.take(g, pkg, strings.TrimSuffix(line, "\r")):
			t.part = partKept
		case t.part == partNone:
			t.part = partDropped
		}
		if whole {
			t.part = partNone
		}
	}
}

// take looks at the beginning of a line and reports whether it was kept.
func (t *goText) take(g *goReport, pkg, line string) bool {
	if t.grade >= gradePanic {
		return t.takeStack(g, pkg, line)
	}
	bare := fact.TrimLeft(line, " ")
	switch file, n := goPlace(bare); {
	case fact.TrimSpace(bare) == "", bare == "FAIL", bare == "PASS", beginsWith(bare, goFraming):
		return false
	case beginsWith(line, goPanics):
		t.cut(g)
		t.grade = gradePanic
	case file != "" && len(line)-len(bare) >= 4:
		if t.grade < gradePlace {
			t.cut(g)
			t.grade = gradePlace
			t.place(g, file, n)
		}
	case t.grade == gradePlace:
		if len(line)-len(bare) < 8 {
			return false
		}
	default:
		t.grade = gradePlain
	}
	return t.keep(g, strings.TrimPrefix(line, "    "))
}

// takeStack reads what follows a panic line: more of its message, a blank line, then functions and their places.
func (t *goText) takeStack(g *goReport, pkg, line string) bool {
	switch {
	case t.grade == gradePanic && line != "":
		return t.keep(g, line)
	case t.grade == gradePanic:
		t.grade = gradeStack
	case t.file != "":
	case !strings.HasPrefix(line, "\t"):
		t.user = userFunction(line, pkg)
	case t.user:
		// The path is the machine's; its last element is what t.Error prints too.
		path := line[max(strings.LastIndexByte(line, '/'), strings.LastIndexByte(line, '\\'))+1:]
		if file, n := goPlace(fact.TrimLeft(path, "\t")); file != "" {
			t.place(g, file, n)
		}
	}
	return false
}

// userFunction tells the project's and its dependencies' functions in a stack from the standard library's: an
// import path of the latter has no dot in its first element.
func userFunction(line, pkg string) bool {
	if pkg != "" && strings.HasPrefix(line, pkg) {
		return true
	}
	i := strings.IndexByte(line, '/')
	return i >= 0 && holds(line[:i], dot) && strings.IndexByte(line[:i], ' ') < 0
}

func (t *goText) place(g *goReport, file string, line int64) {
	if g.size+len(file) <= fact.MaxHeld {
		t.file, t.line = file, line
		g.size += len(file)
	}
}

func (t *goText) keep(g *goReport, line string) bool {
	line = keep(line)
	if len(t.lines) >= fact.MaxText || g.size+len(line) > fact.MaxHeld {
		return false
	}
	t.lines = append(t.lines, line)
	g.size += len(line)
	return true
}

// addBuild takes in the output of a build: compiler and vet lines; "# package" lines only head them.
func (t *goText) addBuild(g *goReport, output string) {
	for output != "" {
		line, _ := nextLine(&output)
		line = strings.TrimSuffix(line, "\r")
		if fact.TrimSpace(line) == "" || strings.HasPrefix(line, "# ") {
			continue
		}
		t.grade = gradePlain
		if t.file == "" {
			if file, n := location(keep(line)); file != "" {
				t.place(g, file, n)
			}
		}
		t.keep(g, line)
	}
}

// goPlace reads FILE.go:LINE at the start of s.
func goPlace(s string) (file string, line int64) {
	s = s[:min(len(s), fact.MaxLine)]
	name := fact.Index(s, ".go:")
	if name <= 0 || holds(s[:name], blank|colon) {
		return "", 0
	}
	digits := name + len(".go:")
	if v, ok := fact.ParseInt(s[digits:span(s, digits, decimal)]); ok {
		return keep(s[:name+len(".go")]), v
	}
	return "", 0
}

func beginsWith(s string, prefixes []string) bool {
	for _, p := range prefixes {
		if strings.HasPrefix(s, p) {
			return true
		}
	}
	return false
}

func (t *goText) move(h *holder, g *goReport) {
	h.int((*int64)(&t.grade))
	h.int((*int64)(&t.part))
	h.bool(&t.user)
	h.string(&t.file)
	h.int(&t.line)
	h.strings(&t.lines)
	if h.reading {
		g.size += len(t.file)
		for _, l := range t.lines {
			g.size += len(l)
		}
		h.bad = h.bad || t.part == partKept && len(t.lines) == 0 || g.size > fact.MaxHeld
	}
}
