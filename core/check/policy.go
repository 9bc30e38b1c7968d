package check

import "github.com/stile-gate/stile/core/fact"

// Policy is what one stile.json says. Checks, Tables and Packs are those without a finding of their own, in file
// order; ADRs are the directories of decision records; Require is the level that an applied row must reach, RequirePresent
// or RequireMeasured; Blocks is hook.blocks; Total counts all findings, of which Findings holds the first
// fact.MaxFindings.
type Policy struct {
	Checks   []Check
	Tables   []Table
	Packs    []Pack
	ADRs     []string
	Require  string
	Blocks   int64
	Findings []fact.Finding
	Total    int64
}

// The values of Policy.Require.
const (
	RequirePresent  = "present"
	RequireMeasured = "measured"
)

// Table is one conformance table, a file relative to the project directory. Min is how many of its rows must be applied
// or deviated. Line and Col are the place of its entry.
type Table struct {
	File string
	Min  int64
	Line int64
	Col  int64
}

// ID is how packs and flags name the table: its file's base name without the extension.
func (t *Table) ID() string {
	name := t.File
	for i := len(name) - 1; i >= 0; i-- {
		if name[i] == '/' {
			name = name[i+1:]
			break
		}
	}
	for i := len(name) - 1; i > 0; i-- {
		if name[i] == '.' {
			return name[:i]
		}
	}
	return name
}

// Pack is one rule pack, a file relative to the project directory, and the sha256 of the bytes that were agreed on.
type Pack struct {
	File   string
	SHA256 string
	Line   int64
	Col    int64
}

// Check is one check of stile.json with its defaults filled in. Format is "" for a check that is judged by
// its exit status; Glob is "" for a report on stdout. All globs are relative to the project directory, Cwd
// too ("." is the project itself). Min is 0 without a report. Timeout is in milliseconds. Line and Col are
// the place of its opening brace.
type Check struct {
	ID      string
	Run     []string
	Format  string
	Glob    string
	Min     int64
	When    []string
	At      string
	After   []string
	Timeout int64
	Cwd     string
	Env     []string
	Outputs []string
	Line    int64
	Col     int64
}

// Bind is the digest of everything in the check that decides what a measurement observes, for the key of a stored
// one. What only decides when it is due (when, at, after) or how it is judged stays out: a stored measurement is
// judged anew by the check as it is then, and one that its timeout ended is never stored. Where the key holds the
// digest of the whole stile.json too, as core's does, any edit of the file measures anew all the same.
func (c *Check) Bind() string {
	var j fact.JSON
	j.Array().Strings(c.Run).String(c.Format).String(c.Glob).String(c.Cwd).Strings(c.Env).Strings(c.Outputs).EndArray()
	return fact.Sum(j.Bytes())
}
