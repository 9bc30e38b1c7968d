package table

import "github.com/stile-gate/stile/core/fact"

// A Table is what one file's Conformance section says. Where there is no section, Found is false and a finding says
// so. Line and Col are the place of its heading. Rows are in the order of the file; Counts sum up to the lines of the
// table. Findings are in the order of the file, the first fact.MaxFindings; Total counts all.
//
// Places count from 1, columns in bytes; for an editor both count from 0, columns in UTF-16 code units.
type Table struct {
	Found    bool
	Line     int64
	Col      int64
	Rows     []Row
	Counts   Counts
	Findings []fact.Finding
	Total    int64
}

// Counts are the rows of each status. Unread are the lines of the table that are no Row, since their rule or status
// cannot be understood or their rule has a row: each has a finding, but that a header says it for all of its table.
type Counts struct{ Applied, Deviated, NA, Proposed, Unread int64 }

// The statuses of a Row.
const (
	Applied  = "applied"
	Deviated = "deviated"
	NA       = "n/a"
	Proposed = "proposed"
)

// A Row is one line whose rule and status are understood. Proposal is the text behind "proposed:". Wrong says that
// the line has a finding which leaves nothing of it to judge. Line and Col are the place of its first cell.
type Row struct {
	Rule     string
	Status   string
	Proposal string
	Note     string
	Wrong    bool
	Line     int64
	Col      int64
	Refs     []Ref
}

// The kinds of a Ref.
const (
	FileRef  = "file"
	TestRef  = "test"
	CheckRef = "check"
	ADRRef   = "adr"
)

// A Ref is one reference of an evidence cell: what it says, unquoted, and its place. Whether that is there is not
// looked at.
type Ref struct {
	Kind   string
	Path   string // file: relative to the project
	At     int64  // file: the cited line, 0 for none
	Symbol string // file: "" for none
	Report string // test: the path of a report where it holds a slash or a dot, else or as well the id of a check
	Name   string // test: of the case
	ID     string // check, adr: as written
	Number string // adr: the digits of its number without leading zeros, "" where the id holds none
	Line   int64
	Col    int64
}
