// Package harness holds all that differs between the programs that run coding agents: which payload fields
// are read, when an end of turn is refused or let go, in which bytes, and in which words. table.json is the
// source of the rows; table_gen.go is made from it.
package harness

import "github.com/stile-gate/stile/core/fact"

//go:generate go run gen.go

// A Row is one harness as the core needs it. How and when each value was verified stands in table.json.
type Row struct {
	ID      string
	Aliases []string
	Events  []string // ends of turns that can be refused

	fields [fieldCount]string // name of each payload field, "" where this harness has none
	others others

	timestamps      []string // members that hold a time: cut from the bytes that make an event's id
	transcriptJoins bool     // the transcript's size is part of an event's id

	PlanMode     string // the mode in which nothing is refused, "" where there is none
	GuardTrusted bool   // the guard is true exactly on the stops after a refusal of the same turn
	Cap          int64  // refusals in a row that the harness honours itself, 0 without a bound
	Deadline     int64  // milliseconds that a hook has where its entry says nothing

	ProjectEnv string // variable that names where the session was started, "" where there is none

	refusal, release form
}

const (
	fieldEvent = iota
	fieldSession
	fieldTurn
	fieldCwd
	fieldTranscript
	fieldAgent
	fieldAgentTranscript
	fieldMode
	fieldGuard
	fieldCount
)

// others says where a payload lists work that still runs, and which of it is an agent's.
type others struct {
	field, id, kind string
	kinds           []string
	status, running string
}

// Lookup finds a row by its id or an alias, exactly as spelled: no harness is a default and none is guessed.
func Lookup(id string) (*Row, bool) {
	for i := range rows {
		if rows[i].ID == id || fact.Has(rows[i].Aliases, id) {
			return &rows[i], true
		}
	}
	return nil, false
}

// IDs lists the ids of all rows, sorted.
func IDs() []string {
	list := make([]string, len(rows))
	for i := range rows {
		list[i] = rows[i].ID
	}
	return list
}
