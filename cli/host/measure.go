package host

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"syscall"
	"time"

	"github.com/stile-gate/stile/core/check"
	"github.com/stile-gate/stile/core/fact"
	"github.com/stile-gate/stile/core/scan"
)

// A Spec says how one check is started and observed.
type Spec struct {
	Root     string        // root of the tree, absolute
	Project  string        // directory of the stile.json relative to Root, slashes, "." for Root itself
	Cwd      string        // working directory relative to Project, slashes
	Apart    []string      // directories relative to Root that are trees of their own
	Run      []string      // argv; no shell sees it
	Env      []string      // names passed on besides the ones every check gets
	Environ  []string      // the environment that values are taken from, as os.Environ gives it
	Timeout  time.Duration // 0: only the context ends it
	Format   string        // format of the report, "" for none
	Files    []string      // globs of report files relative to Project; none: the report is stdout
	Wanted   []string      // names of cases that the report is asked about
	Read     func(kind string, query, raw []byte) []byte
	Progress func(bytes int64) // called from one goroutine as output grows; may be nil
}

// maxPrinted is what a check may print before it is killed, in bytes. It lands on disk, so this is about disks.
const maxPrinted = 1 << 30

// pollEvery is how often the size of the output is looked at.
const pollEvery = 50 * time.Millisecond

// Measure runs one check to its end, its time limit or the end of ctx, and ends everything it started. Being
// cut short by ctx is a time limit too, and Detail says so; it returns at most about two seconds later.
// TreeAfter and TreeDiff are the caller's to fill. Safe to call many times at once.
func Measure(ctx context.Context, s Spec) fact.Measure { return measure(ctx, s, maxPrinted) }

func measure(ctx context.Context, s Spec, printed int64) (m fact.Measure) {
	defer func() {
		if p := recover(); p != nil {
			m = fault(fmt.Sprint("panic: ", p))
		}
	}()
	at, ok := findPlace(s.Root, s.Project, s.Cwd, s.Apart...)
	if !ok {
		return fact.Measure{Cause: check.CauseWrongDirectory, Detail: path.Join(s.Project, s.Cwd)}
	}
	env := childEnvironment(s.Environ, s.Env)
	program, why := findProgram(s.Run, at.dir, env)
	if why != "" {
		return fact.Measure{Cause: check.CauseMissingProgram, Detail: why}
	}
	var before reportFiles
	if s.Format != "" && len(s.Files) > 0 {
		before = findReports(ctx, at, s.Files)
		before.digest(ctx, maxHashed)
	}
	if ctx.Err() != nil {
		return fact.Measure{TimedOut: true, Cause: check.CauseTimedOut, Detail: fact.DetailDeadline}
	}
	out, err := newOutput(s.Format != "" && len(s.Files) == 0)
	if err != nil {
		return fault("keeping its output: " + bare(err))
	}
	defer out.remove()

	c, err := launch(&exec.Cmd{Path: program, Args: s.Run, Dir: at.dir, Env: env, Stdout: out.stdout, Stderr: out.stderr}, out)
	if err != nil {
		return notStarted(s.Run[0], err)
	}
	m = fact.Measure{Started: true}
	func() {
		// Also on a panic of Progress nothing may stay behind.
		defer func() { m.Survivors = c.end(m.TimedOut || m.Detail == "") }()
		m.TimedOut, m.Detail = c.watch(ctx, s.Timeout, out, printed, s.Progress)
	}()
	m.Exit, m.Signal = c.status()
	if m.Detail != "" && !m.TimedOut {
		m.Exit, m.Signal = -1, int64(syscall.SIGKILL)
	}
	if m.TimedOut && ctx.Err() != nil {
		m.Detail = fact.DetailDeadline
	}
	if s.Format != "" && !m.TimedOut && m.Signal == 0 {
		if readReport(ctx, s, at, out, before, &m) {
			m.TimedOut, m.Detail = true, fact.DetailDeadline
		}
	}
	clean := cleaner(at.root, s.Root)
	report, read := scan.ParseReport(m.Report)
	m.Head, m.Tail, m.Omitted, m.Scrubbed = out.excerpt(clean, read && report.Complete)
	return m
}

// cleaner returns what makes output fit to be shown: valid UTF-8 that reads as it looks, the root written as ".",
// secrets replaced. Colour in the middle of a word must hide neither of the last two.
func cleaner(roots ...string) func([]byte) ([]byte, int64) {
	spellings := rootSpellings(roots)
	return func(b []byte) ([]byte, int64) { return scan.Redact(dropRoots(scan.CleanText(validText(b)), spellings)) }
}

// watch waits until the check has ended by itself, has run out of time (detail says whose, where it is not its
// own), or has printed too much (detail says so).
func (c *child) watch(ctx context.Context, limit time.Duration, out *output, printed int64, progress func(int64)) (timedOut bool, detail string) {
	var deadline <-chan time.Time
	if limit > 0 {
		t := time.NewTimer(limit)
		defer t.Stop()
		deadline = t.C
	}
	tick := time.NewTicker(pollEvery)
	defer tick.Stop()
	for last := int64(0); ; {
		select {
		case <-c.exited:
			return false, ""
		case <-ctx.Done():
			if c.hasExited() {
				return false, ""
			}
			return true, fact.DetailDeadline
		case <-deadline:
			return !c.hasExited(), ""
		case <-tick.C:
			n := out.size()
			if n > printed {
				return false, "printed more than 1 GiB"
			}
			if n != last && progress != nil {
				progress(n)
			}
			last = n
			c.look()
		}
	}
}

// notStarted sorts the reasons why a program that is there could not be started.
func notStarted(name string, err error) fact.Measure {
	for _, known := range []struct {
		err  error
		says string
	}{
		{fs.ErrNotExist, "the interpreter it names is missing"},
		{fs.ErrPermission, "permission denied"},
		{syscall.ENOEXEC, "exec format error"},
	} {
		if errors.Is(err, known.err) {
			return fact.Measure{Cause: check.CauseMissingProgram, Detail: name + ": " + known.says}
		}
	}
	return fault("starting " + name + ": " + bare(err))
}

func fault(detail string) fact.Measure {
	return fact.Measure{Cause: check.CauseInternalFault, Detail: scan.CleanLine(detail)}
}

// bare is an error without the path of the machine it happened at.
func bare(err error) string {
	var at *fs.PathError
	if errors.As(err, &at) {
		err = at.Err
	}
	var call *os.SyscallError
	if errors.As(err, &call) {
		err = call.Err
	}
	return err.Error()
}
