package core

import (
	"github.com/stile-gate/stile/core/check"
	"github.com/stile-gate/stile/core/fact"
	"github.com/stile-gate/stile/core/harness"
	"github.com/stile-gate/stile/core/scan"
	"github.com/stile-gate/stile/core/table"
)

// Read derives one fact from raw bytes and returns it as canonical JSON. Kinds and their queries:
//
//	stile.json  query: the file's root-relative path
//	payload     query: the harness's id
//	a report's format (go-test-json, junit, tap, sarif, eslint-json, lcov)
//	            query: two frames: the answer for the chunks before, empty for the first; and "last" for
//	            the last chunk, else empty. Chunks of line-shaped formats are cut at line ends. Frames behind
//	            the two name cases: the answer then says of each what became of it.
//	table       query: two frames: the root-relative path of a file with a conformance table; and "utf-16" for
//	            the places of an editor, else empty
//	evidence    query: frames: the root-relative path of a cited file, then up to 200 symbols to find in it
//	adr         query: the root-relative path of a decision record
//	rules       query: the root-relative path of a rule pack
//
// Like Eval it is pure. Input over the limit, or a kind that is not known, is answered by a fault.
func Read(kind, query, raw []byte) []byte {
	if len(raw) > fact.MaxRead {
		return fault("too-large", "the bytes are more than one reading may hold")
	}
	k := string(kind)
	switch {
	case k == "stile.json":
		return check.Read(string(query), raw)
	case k == "payload":
		return harness.Read(string(query), raw)
	case k == "table":
		q, ok := fact.Frames(query, 2)
		if !ok || len(q[1]) > 0 && string(q[1]) != "utf-16" {
			return fault("bad-query", "a table is asked for with two frames: its path, and utf-16 or nothing")
		}
		return table.ReadTable(string(q[0]), len(q[1]) > 0, raw)
	case k == "adr":
		return table.ReadADR(string(query), raw)
	case k == "rules":
		return table.ReadPack(string(query), raw)
	case fact.Has(scan.ReportFormats(), k):
		q, ok := fact.FrameList(query, 2+fact.MaxWanted)
		if !ok || len(q) < 2 {
			return fault("bad-query", "a report is asked for with two frames")
		}
		names, ok := scan.WantedNames(q[2:])
		if !ok {
			return fault("bad-query", "a report is asked for with two frames")
		}
		return scan.ReadWanted(k, q[0], names, raw, string(q[1]) == "last")
	}
	if k == "evidence" {
		if answer := table.ReadEvidence(query, raw); answer != nil {
			return answer
		}
		return fault("bad-query", "evidence is asked for with frames: a path, then symbols of 2 to 200 bytes")
	}
	return fault("unknown-kind", "nothing reads this kind of fact")
}

// ReadRequest is Read for a host that has one buffer to put everything in: kind, query and raw as three frames.
func ReadRequest(request []byte) []byte {
	q, ok := fact.Frames(request, 3)
	if !ok {
		return fault("bad-request", "a reading is asked for with three frames: kind, query, raw")
	}
	return Read(q[0], q[1], q[2])
}
