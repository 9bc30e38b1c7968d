package scan

import (
	"github.com/stile-gate/stile/core/fact"
)

// A Report says what a test runner or a linter observed, whatever its format. Failed counts every failed case;
// Cases names at most fact.MaxCases of them and More the rest, without a parent that failed only because a
// case inside it did. A name that failed twice counts once (not in TAP, where a name is only a description,
// nor in SARIF, where it is a rule's); one that also passed stays failed. Skipped holds what is neither
// evidence nor a failure: skipped, disabled, and to-do cases, failed or not. Cached counts the cases' packages
// that a runner's cache answered for, Noise the lines that belong to no event and the results that are less
// than an error.
//
// Complete is false when the report is cut, unreadable or says nothing; Why is then a word ("unfinished": more
// chunks follow), and Line and Col, where known, the place.
type Report struct {
	Format                                 string
	Passed, Failed, Skipped, Cached, Noise int64
	Cases                                  []Case
	More                                   int64
	Builds                                 []Case // packages that could not be built
	MoreBuilds                             int64
	Complete                               bool
	Why                                    string
	Line, Col                              int64
	Wanted                                 []Wanted // the cases asked about, in the order of the question

	held  string // what is open between two chunks; opaque
	names nameList

	// The name of the case before, as it came and as it is written. A suite's failures all have the suite's name, which the
	// report spells once: making each of them printable would take a time that has nothing to do with its length.
	raw, name string
}

// A Case is a failed case or a failed build. File is as the report printed it, "" and 0 when it names no
// place. Text are its first error lines, cleaned and redacted.
type Case struct {
	Name, File string
	Line       int64
	Text       []string
}

// Ran counts the cases that ran to a result.
func (r *Report) Ran() int64 { return r.Passed + r.Failed }

// The words of Report.Why that are no kind of Error.
const (
	whyUnfinished = "unfinished"
	whyFormat     = "unknown-format"
	whyState      = "bad-state"     // prev is no answer of ReadReport for this format
	whyCut        = "cut"           // something that began has no end
	whyNoResult   = "no-result"     // a case has none though its package passed
	whyOpen       = "too-many-open" // over fact.MaxOpenCases or fact.MaxHeld
	whyNoPlan     = "no-plan"
	whyBadPlan    = "bad-plan" // two plans
	whyProve      = "not-tap: prove prints lines of its own among those of its tests; its --formatter TAP::Formatter::JUnit prints junit"
	whyRoot       = "not-junit"
	whyCount      = "bad-count"   // a suite's failures or errors are not plain digits
	whyShape      = "wrong-shape" // a member that decides is not what the format has there
	whyVersion    = "not-sarif"   // no version, or another than 2.1.0
	whyNoRuns     = "no-runs"
	whyNoResults  = "no-results" // a run that says nothing of its results here
	whyOverride   = "level-overrides"
	whyMetadata   = "wrong-shape: eslint -f json is wanted, not json-with-metadata"
	whyTool       = "tool-failed: " // its own word, with what it says
)

// reportReaders is the table of formats. A reader folds one chunk into the report. A whole file is one chunk where
// the format is one document, not lines.
var reportReaders = []struct {
	format string
	whole  bool
	read   func(r *Report, chunk string, last bool)
}{
	{"go-test-json", false, readGoTest},
	{"junit", true, readJUnit},
	{"tap", false, readTAP},
	{"sarif", true, readSARIF},
	{"eslint-json", true, readESLint},
	{"lcov", false, readLCOV},
}

// ReportFormats are the words that ReadReport knows.
func ReportFormats() []string {
	out := make([]string, 0, len(reportReaders))
	for i := range reportReaders {
		out = append(out, reportReaders[i].format)
	}
	return out
}

// IsDocument reports whether a report of the format is one document: junit, sarif and eslint-json cannot be read
// in parts.
func IsDocument(format string) bool {
	for i := range reportReaders {
		if f := &reportReaders[i]; f.format == format {
			return f.whole
		}
	}
	return false
}

// ReadReport reads one chunk of a report and returns the answer so far: the canonical bytes of a Report. prev
// is the answer for the chunks and files before, empty for the first. Chunks of go-test-json, tap and lcov are
// cut at line ends, and last marks the last chunk of a file; a document (see IsDocument) is one chunk. Several
// files of one check are read one after another: counts add up, and an incomplete one leaves the whole
// incomplete.
func ReadReport(format string, prev, chunk []byte, last bool) []byte {
	return ReadWanted(format, prev, nil, chunk, last)
}

// ReadWanted is ReadReport that also says what became of the named cases: see WantedNames for what names may be,
// and Wanted. They come with every chunk and must be the same each time.
func ReadWanted(format string, prev []byte, names []string, chunk []byte, last bool) []byte {
	list := newNameList(names)
	r := &Report{Format: format, names: list}
	r.want(names)
	if len(prev) > 0 && !(r.parse(prev) && r.Format == format && r.wants(names)) {
		r = &Report{Format: format, names: list}
		r.want(names)
		r.stop(whyState)
	}
	if r.Why == whyUnfinished {
		r.Why = ""
	}
	for i := range reportReaders {
		if f := &reportReaders[i]; f.format == format {
			if len(chunk) > fact.MaxRead {
				r.stop(TooLarge)
				chunk = nil
			}
			f.read(r, string(chunk), last)
			return r.close()
		}
	}
	r.stop(whyFormat)
	return r.close()
}

// stop makes the report incomplete; the first reason stays.
func (r *Report) stop(why string) {
	if r.Why == "" {
		r.Why = why
	}
}

// broken makes the report incomplete for an error in its text, which it places.
func (r *Report) broken(text string, err *Error) {
	if r.Why == "" {
		r.Line, r.Col = position(text, err.Offset)
	}
	r.lose(err.Kind)
}

// lose is stop for the kind of an Error.
func (r *Report) lose(kind string) {
	if kind == UnexpectedEnd {
		kind = whyCut
	}
	r.stop(kind)
}

func (r *Report) close() []byte {
	if r.held != "" {
		r.stop(whyUnfinished)
	}
	r.Complete = r.Why == ""
	return r.bytes()
}

// addCase counts a failed case and names it, a name once.
func (r *Report) addCase(c *Case) {
	if c.Name != r.raw || c.Name == "" {
		r.raw, r.name = c.Name, oneLine(c.Name)
	}
	if c.Name = r.name; hasCase(r.Cases, c.Name) {
		return
	}
	r.Failed++
	r.nameCase(c)
}

// nameCase lists a case that was counted. Only one that is listed is worth cleaning and redacting.
func (r *Report) nameCase(c *Case) { list(&r.Cases, &r.More, c) }

func (r *Report) addBuild(c *Case) {
	if c.Name = oneLine(c.Name); !hasCase(r.Builds, c.Name) {
		list(&r.Builds, &r.MoreBuilds, c)
	}
}

func list(cases *[]Case, more *int64, c *Case) {
	if len(*cases) == fact.MaxCases {
		*more++
		return
	}
	c.seal()
	*cases = append(*cases, *c)
}

func hasCase(list []Case, name string) bool {
	for i := range list {
		if list[i].Name == name {
			return true
		}
	}
	return false
}
