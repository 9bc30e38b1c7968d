package table

import "github.com/stile-gate/stile/core/fact"

// The kinds of reading that this package does.
const (
	KindTable    = "table"
	KindEvidence = "evidence"
	KindADR      = "adr"
	KindRules    = "rules"
	KindFindings = "findings"
)

// Read answers a reading of one of the kinds, nil for another kind; a word says what is wrong with the query, "" nothing.
//
//	table     query: two frames: the root-relative path of a file with a conformance table; and "utf-16" for the places of
//	          an editor, else empty
//	evidence  query: frames: the root-relative path of a cited file, then what to find in it: see ReadEvidence
//	adr       query: the root-relative path of a decision record
//	rules     query: the root-relative path of a rule pack
//	findings  query: the root-relative path of a file of semantic findings
func Read(kind string, query, raw []byte) (answer []byte, bad string) {
	switch kind {
	case KindTable:
		q, ok := fact.Frames(query, 2)
		if !ok || len(q[1]) > 0 && string(q[1]) != "utf-16" {
			return nil, "a table is asked for with two frames: its path, and utf-16 or nothing"
		}
		return ReadTable(string(q[0]), len(q[1]) > 0, raw), ""
	case KindEvidence:
		if answer = ReadEvidence(query, raw); answer == nil {
			return nil, "evidence is asked for with frames: a path, then symbols, literals and patterns behind s, l and p"
		}
		return answer, ""
	case KindADR:
		return ReadADR(string(query), raw), ""
	case KindRules:
		return ReadPack(string(query), raw), ""
	case KindFindings:
		return ReadFindings(raw), ""
	}
	return nil, ""
}
