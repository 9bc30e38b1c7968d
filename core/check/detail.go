package check

import "github.com/stile-gate/stile/core/fact"

// A detail is a value for the sentence that its cause stands for (a program, a directory, a limit, counts), so it
// repeats neither the cause nor the command.

// A runner is what writes a report format: whose cache answered, what its count counts, and what measures afresh; the
// flag that makes it write the format to stdout.
type runner struct{ format, name, one, many, fresh, flag, write string }

// runners of go1.26, `go help test`, read 2026-11-30: -count=1 is the idiomatic way to disable test caching explicitly.
var runners = []runner{{
	format: "go-test-json", name: "go", one: "package", many: "packages",
	fresh: "go test -count=1 measures afresh",
	flag:  "-json", write: "go test writes the report with -json",
}}

// runnerOf returns the runner of a report format, nil for one that nothing is known of.
func runnerOf(format string) *runner {
	for i := range runners {
		if runners[i].format == format {
			return &runners[i]
		}
	}
	return nil
}

func cachedDetail(o *observed) string {
	if by := runnerOf(o.report.Format); by != nil {
		return fact.Say("cached by $: $", by.name, count(o.report.Cached, by.one, by.many))
	}
	return "cached: " + fact.Itoa(o.report.Cached)
}

func cachedDo(o *observed) string {
	if by := runnerOf(o.report.Format); by != nil {
		return by.fresh
	}
	return ""
}

func labels(o *observed) []string {
	var list []string
	if o.check.Format == "" {
		list = append(list, "exit status only")
	}
	if o.report != nil && o.report.Cached > 0 {
		list = append(list, cachedDetail(o))
	}
	return list
}

func count(n int64, one, many string) string {
	if n == 1 {
		many = one
	}
	return fact.Say("$ $", fact.Itoa(n), many)
}

// detailOr is what the host says, and without that what is known here.
func detailOr(o *observed, known string) string {
	if o.m.Detail != "" {
		return o.m.Detail
	}
	return known
}

func programDetail(o *observed) string {
	if len(o.check.Run) == 0 {
		return o.m.Detail
	}
	return detailOr(o, o.check.Run[0])
}

func missingDetail(o *observed) string {
	return fact.Say("$, exit $", programDetail(o), fact.Itoa(o.m.Exit))
}

func programDo(o *observed) string {
	return fact.Say("install it where the check runs, or correct run of % in stile.json", o.check.ID)
}

func directoryDetail(o *observed) string { return detailOr(o, o.check.Cwd) }

func faultDetail(o *observed) string { return o.m.Detail }

func timedOutDetail(o *observed) string { return detailOr(o, durationText(o.check.Timeout)) }

func killedDetail(o *observed) string {
	s := "signal " + fact.Itoa(o.m.Signal)
	if o.m.Detail != "" {
		s = fact.Say("$, $", s, o.m.Detail)
	}
	return s
}

func failedDetail(o *observed) string {
	n := failures(o.report)
	return fact.Say("$ of $ failed, exit $", fact.Itoa(n), count(o.report.Passed+n, "case", "cases"), fact.Itoa(o.m.Exit))
}

func buildDetail(o *observed) string {
	n := int64(len(o.report.Builds)) + o.report.MoreBuilds
	return fact.Say("$ failed, exit $", count(n, "build", "builds"), fact.Itoa(o.m.Exit))
}

func exitDetail(o *observed) string { return "exit " + fact.Itoa(o.m.Exit) }

func noReportDetail(o *observed) string {
	switch {
	case o.report != nil:
		return o.report.Why
	case o.m.NoReport != "":
		return o.m.NoReport
	case len(o.m.Report) > 0:
		return "unreadable"
	}
	return "absent"
}

func noReportDo(o *observed) string {
	if o.m.NoReport == fact.ReportStale {
		return "its report files were there before and it wrote none of them again: let it write them at every run"
	}
	if by := runnerOf(o.check.Format); by != nil && !fact.Has(o.check.Run, by.flag) {
		return by.write
	}
	return ""
}

func countDetail(o *observed) string {
	s := fact.Itoa(o.report.Ran()) + " ran"
	if o.report.Skipped > 0 {
		s = fact.Say("$, $ skipped", s, fact.Itoa(o.report.Skipped))
	}
	if n := least(o.check); n > 1 {
		s = fact.Say("$, min $", s, fact.Itoa(n))
	}
	return s
}

func passedDetail(o *observed) string {
	if o.report == nil {
		return "exit 0"
	}
	return countDetail(o)
}
