package check

import (
	"github.com/stile-gate/stile/core/fact"
	"github.com/stile-gate/stile/core/scan"
)

// Outcome is what became of a check. Only an observed one passed or failed.
type Outcome string

// The outcomes.
const (
	Passed Outcome = "passed"
	Failed Outcome = "failed"
	NotRun Outcome = "not-run"
)

// The causes of a check that is not run. They are kept for ever: documents and journals hold them.
const (
	CauseMissingProgram = "missing-program"
	CauseWrongDirectory = "wrong-directory"
	CauseTimedOut       = "timed-out"
	CauseKilled         = "killed"
	CauseNoReport       = "no-report"
	CauseZeroTests      = "zero-tests"
	CauseAllSkipped     = "all-skipped"
	CauseCached         = "cached"         // only where everything is to be measured afresh
	CauseNotSetUp       = "not-set-up"     // what the check needs is not installed; no Measure says so
	CauseAfter          = "after"          // an earlier check did not pass; no Measure says so
	CauseWaiting        = "waiting"        // a question to the owner is open; no Measure says so
	CauseInternalFault  = "internal-fault" // stile could not run it, whatever the check is like
)

// Result is what became of one check. Cause says why it is not run, "" otherwise; Detail is a few words of what was
// observed, Do what would change it ("" when that is plain). Report is nil without a readable one. Labels are
// what a reader must know beside the outcome.
type Result struct {
	Outcome Outcome
	Cause   string
	Detail  string
	Do      string
	Report  *scan.Report
	Exit    int64
	Labels  []string
}

// Observed reports whether the check was seen to pass or fail.
func (r *Result) Observed() bool { return r.Outcome == Passed || r.Outcome == Failed }

// observed is what the table of causes looks at. report is nil when none was wanted or it could not be read.
type observed struct {
	check  *Check
	m      *fact.Measure
	report *scan.Report
	fresh  bool
}

// A judgement is one row: the first whose when holds decides.
type judgement struct {
	cause   string
	outcome Outcome
	when    func(o *observed) bool
	detail  func(o *observed) string
	do      func(o *observed) string
}

// judgements is the first-match list. Its order is the contract: an exit status of 127 is a missing program
// even where a report came too, a report that names a failure outweighs the exit status 0, and an exit status
// that is not 0 outweighs every report without a failure.
var judgements = []judgement{
	{CauseMissingProgram, NotRun, noProgram, programDetail, programDo},
	{CauseWrongDirectory, NotRun, noDirectory, directoryDetail, nil},
	{CauseInternalFault, NotRun, notStarted, faultDetail, nil},
	{CauseMissingProgram, NotRun, exitOfMissing, missingDetail, programDo},
	{CauseTimedOut, NotRun, func(o *observed) bool { return o.m.TimedOut }, timedOutDetail, nil},
	{CauseKilled, NotRun, func(o *observed) bool { return o.m.Signal != 0 }, killedDetail, nil},
	{"", Failed, failedCase, failedDetail, nil},
	{"", Failed, failedBuild, buildDetail, nil},
	{"", Failed, func(o *observed) bool { return o.m.Exit != 0 }, exitDetail, nil},
	{CauseNoReport, NotRun, noReport, noReportDetail, noReportDo},
	{CauseAllSkipped, NotRun, allSkipped, countDetail, nil},
	{CauseZeroTests, NotRun, tooFew, countDetail, nil},
	{CauseCached, NotRun, cached, cachedDetail, cachedDo},
	{"", Passed, func(*observed) bool { return true }, passedDetail, nil},
}

// Judge says what became of a measured check. fresh: what a runner's own cache answered for counts as not run.
func Judge(c *Check, m *fact.Measure, fresh bool) *Result {
	o := observed{check: c, m: m, fresh: fresh}
	if c.Format != "" && len(m.Report) > 0 {
		if r, ok := scan.ParseReport(m.Report); ok && r.Format == c.Format {
			o.report = r
		}
	}
	res := &Result{Report: o.report, Exit: m.Exit}
	for i := range judgements {
		if j := &judgements[i]; j.when(&o) {
			res.Cause, res.Outcome, res.Detail = j.cause, j.outcome, j.detail(&o)
			if j.do != nil {
				res.Do = j.do(&o)
			}
			break
		}
	}
	res.Labels = labels(&o)
	return res
}

// Unmeasured is the result of a due check that no Measure speaks of: CauseAfter, CauseNotSetUp or CauseWaiting, and
// what it waits for.
func Unmeasured(cause, detail string) *Result {
	return &Result{Outcome: NotRun, Cause: cause, Detail: detail}
}

func noProgram(o *observed) bool { return notStarted(o) && o.m.Cause == CauseMissingProgram }

func noDirectory(o *observed) bool { return notStarted(o) && o.m.Cause == CauseWrongDirectory }

// notStarted holds, behind the rows for a word that is known, for everything else that kept a check from being
// started: nothing is said about the check that was not seen.
func notStarted(o *observed) bool { return !o.m.Started && !o.m.TimedOut }

// exitOfMissing holds for what a shell or env answers for a program it did not find (127) or could not start
// (126): POSIX.1-2024, Shell Command Language, 2.8.2. The report is no excuse: a program that was not there
// wrote none.
func exitOfMissing(o *observed) bool { return o.m.Exit == 126 || o.m.Exit == 127 }

func failedCase(o *observed) bool { return o.report != nil && failures(o.report) > 0 }

func failedBuild(o *observed) bool {
	return o.report != nil && (len(o.report.Builds) > 0 || o.report.MoreBuilds > 0)
}

func noReport(o *observed) bool {
	return o.check.Format != "" && (o.report == nil || !o.report.Complete)
}

func allSkipped(o *observed) bool {
	return o.report != nil && o.report.Ran() == 0 && o.report.Skipped > 0
}

func tooFew(o *observed) bool { return o.report != nil && o.report.Ran() < least(o.check) }

// cached holds where any package was answered for: a run that is to be measured afresh and was only in part
// would be green or not by the state of a cache.
func cached(o *observed) bool { return o.fresh && o.report != nil && o.report.Cached > 0 }

func least(c *Check) int64 { return max(c.Min, 1) }

// failures counts failed cases even where a report names more than it counts.
func failures(r *scan.Report) int64 { return max(r.Failed, int64(len(r.Cases))+r.More) }
