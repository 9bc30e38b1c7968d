package harness

import "github.com/stile-gate/stile/core/fact"

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
	// Undecided: none of the findings is a fault, each says what is not proven.
	Undecided bool
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
func Text(in *Refusal) (text string, shown []string) {
	out := &fact.Text{}
	in.head(out)
	foot := in.foot()
	room := &page{lines: fact.MaxRefusalLines - 1 - len(foot), bytes: fact.MaxRefusalBytes - out.Len()}
	for _, l := range foot {
		room.bytes -= len(l) + 1
	}
	blocks := in.blocks()
	hidden := room.fill(blocks)
	for _, b := range blocks {
		for i := range b.shown {
			r := &b.rows[i]
			out.Add("\n").Add(r.text)
			shown = append(shown, r.marks...)
		}
	}
	if hidden > 0 {
		count(out.Add("\n"), textMore1, hidden)
	}
	for _, l := range foot {
		out.Add("\n").Add(l)
	}
	return out.String(), fact.Set(shown)
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

// head appends the first line.
func (in *Refusal) head(t *fact.Text) {
	failed, found := in.failed(), in.found()
	notRun := int64(len(in.Checks)) - failed
	first, n := textNoCheck, int64(1)
	switch {
	case failed > 0:
		first, n = textFailed1, failed
	case notRun > 0:
		first, n = textNotRun1, notRun
	case found > 0 && in.Undecided:
		first, n = textUndecided1, found
	case found > 0:
		first, n = textFinding1, found
	}
	total := fact.Itoa(max(in.Total, failed+notRun))
	tree := ""
	if in.Tree != "" {
		tree = " (" + clean(in.Tree, 12) + ")"
	}
	one := first
	if n != 1 {
		first++
	}
	fill(t, texts[first], fact.Itoa(n), total, tree)
	if in.Passed > 0 {
		fill(t, texts[textPassed], fact.Itoa(in.Passed), "", "")
	}
	if notRun > 0 && one != textNotRun1 {
		count(t, textNotRunToo1, notRun)
	}
	if found > 0 && one != textFinding1 && one != textUndecided1 {
		count(t, textFindingToo1, found)
	}
	if in.known() {
		t.Add(texts[textAgain])
	}
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
func (in *Refusal) blocks() []*block {
	list := in.checkBlocks(nil, true)
	if found := in.found(); found > 0 {
		b := &block{}
		if in.FindingsKnown {
			var t fact.Text
			count(&t, textFindingsKnown1, found)
			b.add(t.String()).marks = in.FindingMarks
		} else {
			in.addFindings(b)
		}
		list = append(list, b)
	}
	return in.checkBlocks(list, false)
}

// checkBlocks adds the blocks of the checks that failed, or of those that were not run.
func (in *Refusal) checkBlocks(list []*block, failed bool) []*block {
	known := in.known()
	for i := range in.Checks {
		if c := &in.Checks[i]; c.Failed == failed {
			list = append(list, c.block(known))
		}
	}
	return list
}

func (in *Refusal) addFindings(b *block) {
	for i := range in.Findings[:min(len(in.Findings), fact.MaxRefusalLines)] {
		r := b.add(clean(in.Findings[i].String(), maxTextLine))
		if r.thing = true; i < len(in.FindingMarks) {
			r.marks = in.FindingMarks[i : i+1]
		}
	}
	b.more = max(0, in.MoreFindings) + int64(len(in.Findings)-len(b.rows))
}
