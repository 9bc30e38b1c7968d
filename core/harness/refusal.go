package harness

import (
	"slices"

	"github.com/stile-gate/stile/core/fact"
)

// A Refusal is what a refusal's text is made of: everything that kept the verdict from being green.
type Refusal struct {
	Tree     string // first 12 hex of the tree's digest, "" when it could not be taken
	Passed   int64  // checks
	Total    int64  // checks that were due
	Checks   []Shut // the due ones that did not pass
	Findings []fact.Finding
	// FindingMarks are parallel to Findings, for what Text returns.
	FindingMarks []string
	// MoreFindings were counted only. FindingsKnown: this session has been shown all findings before.
	MoreFindings  int64
	FindingsKnown bool
}

// Shut is one check that did not pass.
type Shut struct {
	ID      string
	Command string // as a person would type it
	Failed  bool   // false: not run
	Cause   string // not run: kebab-case word
	Detail  string // of the cause: a program, a directory, a limit; of a failure: what was observed
	Exit    int64
	Counted bool // a report said how many cases ran and failed
	Ran     int64
	Red     int64
	Lines   []Line
	Marks   []string // one for each of Lines, in order; a single one where Lines name no case
	More    int64    // failed cases beyond Lines
	Touches []string // changed files that the failure names
	Reused  bool     // an earlier result of this same tree
	Known   bool     // this session has been shown it in full
	Slow    bool     // it ran into its limit, and a result stored before the stop would be used
}

// A Line is one place of a failure and its first error line; any part may be empty.
type Line struct {
	File string
	Line int64
	Name string
	Text string
}

// Bounds of the parts of a text, in bytes. A line that is cut ends in an ellipsis.
const (
	maxTextLine = 220
	maxID       = 60
	maxCommand  = 100
	maxDetail   = 60
	maxPath     = 120
	maxTouches  = 3 // files
	maxNamed    = 3 // checks of each outcome, in a line for the owner
)

// Text gives the words of a refusal, for the one field that the harness shows to its model: a first line with
// the counts, then for each check its line, the files it touches and its first error lines, as far as they go,
// then how many cases and findings are left out and what happens next. What the session has been shown before
// has one line. shown are the marks, sorted, of what the session has been shown in full once it has this text.
func Text(in Refusal) (text string, shown []string) {
	head := in.head()
	foot := in.foot()
	room := page{lines: fact.MaxRefusalLines - 1 - len(foot), bytes: fact.MaxRefusalBytes - len(head)}
	for _, l := range foot {
		room.bytes -= len(l) + 1
	}
	blocks := in.blocks()
	hidden := room.fill(blocks)
	out := []byte(head)
	for i := range blocks {
		for _, r := range blocks[i].rows[:blocks[i].shown] {
			out = append(append(out, '\n'), r.text...)
			shown = append(shown, r.marks...)
		}
	}
	if hidden > 0 {
		out = append(append(out, '\n'), count(textMore1, hidden)...)
	}
	for _, l := range foot {
		out = append(append(out, '\n'), l...)
	}
	slices.Sort(shown)
	return string(out), slices.Compact(shown)
}

func (in *Refusal) failed() (n int64) {
	for i := range in.Checks {
		if in.Checks[i].Failed {
			n++
		}
	}
	return n
}

func (in *Refusal) found() int64 { return int64(len(in.Findings)) + max(0, in.MoreFindings) }

// known says whether nothing in the refusal is new to this session.
func (in *Refusal) known() bool {
	for i := range in.Checks {
		if !in.Checks[i].Known {
			return false
		}
	}
	found := in.found()
	return len(in.Checks)+int(min(found, 1)) > 0 && (found == 0 || in.FindingsKnown)
}

func (in *Refusal) head() string {
	failed, found := in.failed(), in.found()
	notRun := int64(len(in.Checks)) - failed
	tree := ""
	if in.Tree != "" {
		tree = " (" + clean(in.Tree, 12) + ")"
	}
	total := fact.Itoa(max(in.Total, failed+notRun))
	first := func(one int, n int64) string {
		if n != 1 {
			one++
		}
		return fill(texts[one], fact.Itoa(n), total, tree)
	}
	var s string
	switch {
	case failed > 0:
		s = first(textFailed1, failed)
	case notRun > 0:
		s, notRun = first(textNotRun1, notRun), 0
	case found > 0:
		s, found = first(textFinding1, found), 0
	default:
		s = fill(texts[textNoCheck], "", "", tree)
	}
	if in.Passed > 0 {
		s += fill(texts[textPassed], fact.Itoa(in.Passed))
	}
	if notRun > 0 {
		s += count(textNotRunToo1, notRun)
	}
	if found > 0 {
		s += count(textFindingToo1, found)
	}
	if in.known() {
		s += texts[textAgain]
	}
	return s
}

func (in *Refusal) foot() []string {
	failed := in.failed()
	switch {
	case failed > 0 && in.known():
		return []string{texts[textNextFailed]}
	case failed > 0:
		return []string{texts[textNextFailed], texts[textOwner]}
	case len(in.Checks) > 0:
		return []string{texts[textNextNotRun]}
	case in.found() > 0:
		return []string{texts[textNextFinding]}
	}
	return nil
}

// blocks are the parts in the order of weight: what failed, what was found, what was not run.
func (in *Refusal) blocks() []block {
	var list []block
	all := in.known()
	for i := range in.Checks {
		if in.Checks[i].Failed {
			list = append(list, in.Checks[i].block(all))
		}
	}
	if found := in.found(); found > 0 && in.FindingsKnown {
		list = append(list, block{rows: []row{{text: count(textFindingsKnown1, found), marks: in.FindingMarks}}})
	} else if found > 0 {
		b := block{more: max(0, in.MoreFindings)}
		for i := range in.Findings[:min(len(in.Findings), fact.MaxRefusalLines)] {
			r := row{text: clean(in.Findings[i].String(), maxTextLine), thing: true}
			if i < len(in.FindingMarks) {
				r.marks = in.FindingMarks[i : i+1]
			}
			b.rows = append(b.rows, r)
		}
		b.more += int64(len(in.Findings) - len(b.rows))
		list = append(list, b)
	}
	for i := range in.Checks {
		if !in.Checks[i].Failed {
			list = append(list, in.Checks[i].block(all))
		}
	}
	return list
}
