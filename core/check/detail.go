package check

import (
	"github.com/stile-gate/stile/core/fact"
	"github.com/stile-gate/stile/core/scan"
)

// A detail is a value for the sentence that its cause stands for (a program, a directory, a limit, counts), so it
// repeats neither the cause nor the command.

// caches says, by report format, whose cache answered, what its count counts, and what measures afresh. go1.26,
// `go help test`, read 2026-11-30: -count=1 is the idiomatic way to disable test caching explicitly.
var caches = []struct{ format, runner, one, many, do string }{
	{"go-test-json", "go", "package", "packages", "go test -count=1 measures afresh"},
}

func cachedText(r *scan.Report) string {
	for _, c := range caches {
		if c.format == r.Format {
			return "cached by " + c.runner + ": " + count(r.Cached, c.one, c.many)
		}
	}
	return "cached: " + fact.Itoa(r.Cached)
}

func cachedDetail(o *observed) string { return cachedText(o.report) }

func cachedDo(o *observed) string {
	for _, c := range caches {
		if c.format == o.report.Format {
			return c.do
		}
	}
	return ""
}

func labels(o *observed) []string {
	var list []string
	if o.check.Format == "" {
		list = append(list, "exit status only")
	}
	if o.report != nil && o.report.Cached > 0 {
		list = append(list, cachedText(o.report))
	}
	return list
}

func count(n int64, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fact.Itoa(n) + " " + many
}

func programDetail(o *observed) string {
	if o.m.Detail != "" {
		return o.m.Detail
	}
	if len(o.check.Run) > 0 {
		return o.check.Run[0]
	}
	return ""
}

func missingDetail(o *observed) string { return programDetail(o) + ", exit " + fact.Itoa(o.m.Exit) }

func programDo(o *observed) string {
	return "install it where the check runs, or correct run of " + quote(o.check.ID) + " in stile.json"
}

func directoryDetail(o *observed) string {
	if o.m.Detail != "" {
		return o.m.Detail
	}
	return o.check.Cwd
}

func faultDetail(o *observed) string { return o.m.Detail }

func timedOutDetail(o *observed) string {
	if o.m.Detail != "" {
		return o.m.Detail
	}
	return durationText(o.check.Timeout)
}

func killedDetail(o *observed) string {
	s := "signal " + fact.Itoa(o.m.Signal)
	if o.m.Detail != "" {
		s += ", " + o.m.Detail
	}
	return s
}

func failedDetail(o *observed) string {
	n := failures(o.report)
	return fact.Itoa(n) + " of " + count(o.report.Passed+n, "case", "cases") + " failed, exit " + fact.Itoa(o.m.Exit)
}

func buildDetail(o *observed) string {
	return count(int64(len(o.report.Builds))+o.report.MoreBuilds, "build", "builds") + " failed, exit " + fact.Itoa(o.m.Exit)
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

// flags say what makes a runner write the format to stdout; go1.26, `go help test`, read 2026-11-30.
var flags = []struct{ format, flag, do string }{
	{"go-test-json", "-json", "go test writes the report with -json"},
}

func noReportDo(o *observed) string {
	for _, f := range flags {
		if f.format == o.check.Format && !contains(o.check.Run, f.flag) {
			return f.do
		}
	}
	return ""
}

func countDetail(o *observed) string {
	b := fact.Itoa(o.report.Ran()) + " ran"
	if o.report.Skipped > 0 {
		b += ", " + fact.Itoa(o.report.Skipped) + " skipped"
	}
	if n := least(o.check); n > 1 {
		b += ", min " + fact.Itoa(n)
	}
	return b
}

func passedDetail(o *observed) string {
	if o.report == nil {
		return "exit 0"
	}
	return countDetail(o)
}
