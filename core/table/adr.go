package table

import "github.com/stile-gate/stile/core/fact"

// An ADR is what one architecture decision record says about itself. ID is the number without leading zeros that its
// file name bears, or else its title; "" for none. Status is the text that says the status, as written, Word its first
// word where that is one of Words; Unknown where it is another and "" where there is no status. Line and Col are the
// place of that text, 0 for none. SupersededBy is the number of the record that took its place, or what names it; with
// one Word is Superseded, whatever else is said. Template says that it is there to be copied, Blank that it holds
// nothing but white space. Size is in bytes.
type ADR struct {
	ID           string
	Title        string
	Status       string
	Word         string
	Line         int64
	Col          int64
	SupersededBy string
	Template     bool
	Blank        bool
	Size         int64
	Findings     []fact.Finding
}

// Words of an ADR's status that decide something.
const (
	Accepted   = "accepted"
	Superseded = "superseded"
	Unknown    = "unknown"
)

// Words are those that a status is known by (Nygard, "Documenting architecture decisions", 2011; MADR 4.0.0, 2024, and
// what is met in records besides).
var Words = []string{Accepted, "proposed", "draft", "pending", "rejected", "deprecated", Superseded, "withdrawn", "obsolete"}

// early are the words of Words that come before a decision.
const early = "proposed draft pending"

// synonyms begin with a word of Words each; the rest mean the same. Approved and decided are words of Tyree and Akerman
// ("Architecture decisions: demystifying architecture", IEEE Software, 2005), implemented is what Tendermint's records
// become after accepted (its template, 2019), adopted is met in records; superceded is how adr-tools 3.0.0 (2018) writes
// it. Active is none: it is also said of what is under discussion.
var synonyms = [...]string{
	"accepted approved adopted decided implemented",
	"rejected declined denied vetoed",
	"deprecated retired",
	"superseded superceded replaced",
	"withdrawn abandoned cancelled canceled revoked rescinded repealed retracted reverted overturned",
	"obsolete obsoleted outdated expired",
}

// maxSaid bounds what is kept of a title or a status, in bytes.
const maxSaid = 300

// IDOf returns the number of a record without leading zeros by its file name, as 0007-use-x.md, ADR-007.md and
// adr_7.markdown have one; ok is false without one. A date is no number.
func IDOf(fileName string) (id string, ok bool) {
	name := baseOf(fileName)
	dot := len(name)
	for dot > 0 && name[dot-1] != '.' {
		dot--
	}
	if dot == 0 || !IsRecord(name[dot:]) {
		return "", false
	}
	name = name[:dot-1]
	if len(name) >= 10 && isDate(name[:10]) {
		return "", false
	}
	if end := fact.IndexAny(name, " "); end >= 0 {
		name = name[:end]
	}
	return Normalise(name)
}

// IsRecord reports whether a file with this extension can be a decision record.
func IsRecord(extension string) bool { return fact.HasWord("md markdown", fold(extension)) }

// IsNumber reports whether an id is nothing but a number: 7, 0007, ADR-0007.
func IsNumber(id string) bool {
	if len(id) > 3 && fold(id[:3]) == "adr" {
		id = fact.TrimLeft(id[3:], "-_.")
	}
	for i := range len(id) {
		if id[i]-'0' > 9 {
			return false
		}
	}
	return id != ""
}

// baseOf returns the last element of a path.
func baseOf(path string) string {
	i := len(path)
	for i > 0 && path[i-1] != '/' {
		i--
	}
	return path[i:]
}

// isDate reports whether s has the form of 2026-11-30.
func isDate(s string) bool {
	for i := range len(s) {
		if dash := i == 4 || i == 7; dash != (s[i] == '-') || !dash && s[i]-'0' > 9 {
			return false
		}
	}
	return true
}

// Normalise returns the number without leading zeros that an id names a record by: 7, 0007, ADR-7 and adr-0007-use-x
// are one; ok is false where it names none.
func Normalise(id string) (number string, ok bool) {
	number = adrNumber(id)
	return number, number != ""
}

func (a *ADR) move(m *fact.Mover) {
	m.Begin()
	m.Text("id", &a.ID)
	m.Text("title", &a.Title)
	m.Text("status", &a.Status)
	m.Text("word", &a.Word)
	m.Int("line", &a.Line)
	m.Int("col", &a.Col)
	m.Text("supersededBy", &a.SupersededBy)
	m.Bool("template", &a.Template)
	m.Bool("blank", &a.Blank)
	m.Int("size", &a.Size)
	m.Findings("findings", &a.Findings)
	m.End()
}

func (a *ADR) json() []byte {
	m := fact.Writing()
	a.move(m)
	return m.Bytes()
}

// ParseADR reads what ReadADR answers, and nothing that it could not have answered.
func ParseADR(answer []byte) (*ADR, bool) {
	a, m := &ADR{}, fact.Reading(answer)
	a.move(m)
	if !m.Done() || !a.sound() {
		return nil, false
	}
	return a, true
}

// sound reports whether a keeps what judging relies on.
func (a *ADR) sound() bool {
	known := a.Word == "" || a.Word == Unknown || fact.Has(Words, a.Word)
	return known && a.Size >= 0 && (a.ID == "" || a.ID == adrNumber(a.ID)) && (a.SupersededBy == "" || a.Word == Superseded) &&
		(a.Word == "") == (a.Line == 0) && (a.Line == 0) == (a.Col == 0) && a.Line >= 0 && a.Col >= 0 && len(a.Findings) <= fact.MaxFindings
}
