package scan

import "github.com/stile-gate/stile/core/fact"

// An lcov tracefile (geninfo(1), lcov 2.0, read 2026-11-30): records of lines "SF:path" to "end_of_record". Each
// is a case named by the path: passed when a line of the file was hit, skipped when none was. It never failed:
// what coverage is enough is for the check to say. A record without an end is cut; a file cut between two records
// cannot be told from a whole one.
type lcovReport struct {
	r     *Report
	begun bool // some record was
	open  bool
	hit   bool
	path  string
}

// lcovLines begin the lines of a record that decide nothing here.
var lcovLines = []string{"TN:", "VER:", "FN", "BR", "MCDC:", "MCF:", "MCH:", "DA:", "LH:", "LF:"}

func readLCOV(r *Report, chunk string, last bool) {
	l := newLCOV(r)
	for chunk != "" {
		line, _ := nextLine(&chunk)
		l.line(fact.TrimSpace(line))
	}
	if !last {
		l.hold()
		return
	}
	if l.open {
		l.cut()
	} else if !l.begun {
		r.stop(Empty)
	}
}

func (l *lcovReport) line(line string) {
	if !l.begun {
		line = line[byteOrderMark(line):]
	}
	switch {
	case line == "", line[0] == '#':
	case fact.HasPrefix(line, "SF:"):
		if l.open {
			l.cut()
		}
		l.begun, l.open, l.hit, l.path = true, true, false, pathName(line[len("SF:"):])
	case line == "end_of_record" && l.open:
		l.end()
	case !beginsWith(line, lcovLines):
		l.r.Noise++
	case l.open && hitLine(line):
		l.hit = true
	}
}

// hitLine reports whether the line says that one was executed: "DA:LINE,COUNT[,CHECKSUM]", "LH:COUNT". Counts
// may be of any size and, from profiles that went wrong, negative.
func hitLine(line string) bool {
	i := len("LH:")
	switch {
	case fact.HasPrefix(line, "DA:"):
		for i < len(line) && line[i] != ',' {
			i++
		}
		i++
	case !fact.HasPrefix(line, "LH:"):
		return false
	}
	for i < len(line) && line[i] == '0' {
		i++
	}
	return i < len(line) && is(line[i], decimal)
}

func (l *lcovReport) end() {
	outcome, count := CaseSkipped, &l.r.Skipped
	if l.hit {
		outcome, count = CasePassed, &l.r.Passed
	}
	*count++
	l.r.note("", l.path, outcome)
	l.open = false
}

func (l *lcovReport) cut() {
	l.r.note("", l.path, CaseNoResult)
	l.r.stop(whyCut)
}

func newLCOV(r *Report) *lcovReport {
	l := &lcovReport{r: r}
	if r.held == "" {
		return l
	}
	h := holder{in: r.held, reading: true}
	r.held = ""
	l.move(&h)
	if h.bad || h.in != "" {
		r.stop(whyState)
		*l = lcovReport{r: r}
	}
	return l
}

func (l *lcovReport) hold() {
	var h holder
	l.move(&h)
	l.r.held = string(h.out)
}

func (l *lcovReport) move(h *holder) {
	h.bool(&l.begun)
	h.bool(&l.open)
	h.bool(&l.hit)
	h.string(&l.path)
}
