package harness

import "github.com/stile-gate/stile/core/fact"

// textVersion is the version of the texts below. It goes up with every change of one, which a test holds against
// their digest: whoever changes a word does so on purpose and sees to the goldens.
const textVersion = 6

// The texts. Rules, held by tests:
//
//   - Declarative, past tense: what was observed, what happens by itself next. No imperative: a model reads an
//     order in a hook's text as an attack or games the check.
//   - At most fact.MaxRefusalLines lines and fact.MaxRefusalBytes bytes; whoever reads it pays for each.
//   - Never the off switch and never a way round. No command that cannot work in the harness: `stile check` is
//     named where a result stored before the stop is the only way to one, and nothing else is.
//   - No shouted words, no tags: both read as an injection.
//   - What was not run never "failed" and needs no "fix": it has words of its own.
//   - Lines for the owner do not begin with a brace, which a harness could take for an answer.
//
// {0}, {1} … are filled in. A text in the plural follows its singular.
const (
	textBlank = iota
	textFailed1
	textFailedN
	textNotRun1
	textNotRunN
	textPassed
	textNoCheck
	textFinding1
	textFindingN
	textUndecided1
	textUndecidedN
	textFindingToo1
	textFindingTooN
	textNotRunToo1
	textNotRunTooN
	textAgain
	textKnown
	textReused
	textTouches
	textTouchesMore
	textSlow
	textFindingsKnown1
	textFindingsKnownN
	textMore1
	textMoreN
	textExit
	textCounts
	textNotRun
	textNextFailed
	textNextNotRun
	textNextFinding
	textOwner
	textSaidReleased
	textSaidReleasedAt
	textSaidReleasedUnwritten
	textSaidDeferred1
	textSaidDeferredN
	textSaidFailed
	textSaidNotRun
	textSaidMore
	textNotEvaluated
	textCount
)

var texts = [textCount]string{
	textBlank: "stile: the verdict on this tree was not green",

	// First lines. {0} how many, {1} of how many, {2} tree.
	textFailed1:  "stile: 1 of {1} checks failed on this tree{2}",
	textFailedN:  "stile: {0} of {1} checks failed on this tree{2}",
	textNotRun1:  "stile: 1 of {1} checks could not be observed on this tree{2}",
	textNotRunN:  "stile: {0} of {1} checks could not be observed on this tree{2}",
	textNoCheck:  "stile: no check was measured on this tree{2}, so nothing is known about it",
	textFinding1: "stile: 1 finding in what this tree is judged by{2}",
	textFindingN: "stile: {0} findings in what this tree is judged by{2}",

	textUndecided1: "stile: 1 row of a table was not proven on this tree{2}",
	textUndecidedN: "stile: {0} rows of tables were not proven on this tree{2}",

	// Behind a first line.
	textPassed:      ", {0} passed",
	textNotRunToo1:  ", 1 could not be observed",
	textNotRunTooN:  ", {0} could not be observed",
	textFindingToo1: ", 1 finding in what it is judged by",
	textFindingTooN: ", {0} findings in what it is judged by",
	textAgain:       "; this session has been shown all of it before",

	// Behind a check's line, and below it.
	textKnown:       " (shown before)",
	textReused:      " (result of an earlier run on this same tree)",
	textTouches:     "  touches changed files: {0}",
	textTouchesMore: " and {0} more",
	textSlow:        "  a result that `stile check` stored before the stop is reused at the stop",

	textFindingsKnown1: "1 finding was shown before",
	textFindingsKnownN: "{0} findings were shown before",
	textMore1:          "1 more is not shown here",
	textMoreN:          "{0} more are not shown here",

	// A check's outcome, in its line.
	textExit:   "exit {0}",
	textCounts: ", {0} ran, {1} failed",
	textNotRun: "not run: {0}",

	// Last lines.
	textNextFailed:  "What failed is measured again by itself at the next stop after a change to the tree.",
	textNextNotRun:  "What could not be observed is measured again by itself at the next stop.",
	textNextFinding: "What was found is looked at again by itself at the next stop after a change to the tree.",
	textOwner:       "Whether a check itself is wrong is the owner's to decide; the last message of the turn reaches the owner.",

	// For the owner.
	textSaidReleased:          "stile: released without passing: {0}",
	textSaidReleasedAt:        "; recorded in {0}",
	textSaidReleasedUnwritten: "; the record could not be written ({0})",
	textSaidDeferred1:         "stile: deferred ({0} in a row): another agent still works on this tree; the stop after it decides",
	textSaidDeferredN:         "stile: deferred ({0} in a row): {1} other agents still work on this tree; the stop after them decides",
	textSaidFailed:            "{0} (failed)",
	textSaidNotRun:            "{0} (not run)",
	textSaidMore:              "{0} more",
	textNotEvaluated:          "stile: not evaluated: {0}",
}

// A phrase is the sentence for a word.
type phrase struct{ word, text string }

// sentence appends the sentence for a word, with the detail in brackets; a word without one stands for itself.
func sentence(t *fact.Text, list []phrase, word, detail, more string) {
	detail = bracketed(detail)
	for i := range list {
		if list[i].word == word {
			fill(t, list[i].text, detail, more, "")
			return
		}
	}
	t.Add(clean(word, maxID)).Add(detail)
}

// NotStarted is what a refusal tells of a check that timed out before its turn came.
const NotStarted = "not-started"

// causes say why a check was not run, in words after "not run: ". {0} is the detail in brackets.
var causes = [...]phrase{
	{"missing-program", "the program{0} was not found"},
	{"wrong-directory", "its directory{0} was not there"},
	{"timed-out", "it was still running at its limit{0} and was ended"},
	{NotStarted, "it was not started in time{0}"},
	{"killed", "it was ended from outside{0}"},
	{"no-report", "it left no readable report{0}"},
	{"zero-tests", "it ended well, but too few tests ran{0}"},
	{"all-skipped", "it ended well, but every test was skipped{0}"},
	{"cached", "a cache answered in its place{0}"},
	{"not-set-up", "what it needs{0} was not set up"},
	{"after", "it waits for a check that did not pass{0}"},
	{"waiting", "a question to the owner is open{0}"},
	{"internal-fault", "stile could not run it{0}"},
}

// The faults of the transport, each with its word. They fail open: the turn ends, and this is said.
const (
	FaultHarness  = "unknown-harness"
	FaultEmpty    = "no-payload"
	FaultPayload  = "unreadable-payload"
	FaultEvent    = "unsupported-event"
	FaultProject  = "no-project"
	FaultState    = "state-unwritable"
	FaultSession  = "no-session"
	FaultInternal = "internal-fault"
	FaultArgument = "unknown-argument"
	FaultCrashed  = "crashed" // an earlier hook, which could not say so itself
)

// faults say what kept a turn from being evaluated. {0} is the detail in brackets, {1} the known harnesses.
var faults = [...]phrase{
	{FaultHarness, "the harness{0} is not one that stile knows; it knows {1}"},
	{FaultEmpty, "the harness wrote no payload to the hook"},
	{FaultPayload, "the payload could not be read{0}"},
	{FaultEvent, "this event{0} is not an end of turn that can be refused"},
	{FaultProject, "no stile.json was found in this directory or above it"},
	{FaultState, "a refusal could not be counted here{0}, so none was given"},
	{FaultSession, "the payload names no session, so a refusal could not be counted and none was given"},
	{FaultInternal, "a fault inside stile{0}"},
	{FaultArgument, "the argument{0} is not one that this stile knows"},
	{FaultCrashed, "an earlier end of turn, where stile itself died of a fault{0}"},
}
