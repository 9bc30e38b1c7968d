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
//	table, evidence, adr, rules, findings
//	            what a conformance table and the files behind it say: see table.Read
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
	case fact.Has(scan.ReportFormats(), k):
		q, ok := fact.FrameList(query, len(query))
		if !ok || len(q) < 2 {
			return fault("bad-query", "a report is asked for with two frames")
		}
		names, ok := scan.WantedNames(q[2:])
		if !ok {
			return fault("bad-query", "a wanted case's name has 1 to 1000 bytes of UTF-8, and at most 20000 are asked for")
		}
		return scan.ReadWanted(k, q[0], names, raw, string(q[1]) == "last")
	}
	answer, bad := table.Read(k, query, raw)
	switch {
	case bad != "":
		return fault("bad-query", bad)
	case answer != nil:
		return answer
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
