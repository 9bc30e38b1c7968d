package main

import (
	"bytes"
	"encoding/binary"

	"github.com/stile-gate/stile/core/fact"
)

// magic opens a recording.
const magic = "stile-recording 1\n"

// A damage is done to one sound recording, that of a refusal.
type damage struct {
	name, comment string
	edit          func(r *fact.Recording)
	bend          func(b []byte) []byte
	scene         func(s *scene) // before it is played
	class         string         // "" is bad-input
}

// damages: each makes the question a fault, or a fact into one that could not be read.
var damages = []damage{
	{name: "empty", comment: "no bytes", bend: func([]byte) []byte { return nil }},
	{name: "magic-alone", comment: "cut behind the magic", bend: cutAt(len(magic))},
	{name: "magic-cut", comment: "cut in the magic", bend: cutAt(9)},
	{name: "magic-other", comment: "another kind of file", bend: func(b []byte) []byte { return append([]byte("#!/bin/sh\n"), b...) }},
	{name: "version", comment: "another version of the framing", bend: func(b []byte) []byte { return bytes.Replace(b, []byte("recording 1"), []byte("recording 2"), 1) }},
	{name: "cut-in-header", comment: "cut in the header", bend: cutAt(len(magic) + 12)},
	{name: "cut-before-count", comment: "cut before the number of facts", bend: func(b []byte) []byte { return b[:countAt(b)] }},
	{name: "cut-in-fact", comment: "cut in the middle", bend: func(b []byte) []byte { return b[:len(b)/2] }},
	{name: "cut-last-byte", comment: "the last byte is missing", bend: func(b []byte) []byte { return b[:len(b)-1] }},
	{name: "trailing-byte", comment: "one byte behind the end", bend: func(b []byte) []byte { return append(b, 0) }},
	{name: "count-less", comment: "one fact more than counted", bend: func(b []byte) []byte { return count(b, -1) }},
	{name: "count-huge", comment: "more facts than any recording may hold, in twenty bytes", bend: func(b []byte) []byte { return count(b, 1<<31) }},
	{name: "count-too-many", comment: "the first number of facts that is too many", bend: func(b []byte) []byte {
		at := countAt(b)
		binary.LittleEndian.PutUint32(b[at:], fact.MaxFacts+1)
		return append(b[:at+4], make([]byte, fact.MaxFacts+1)...)
	}},
	{name: "length-huge", comment: "a length of four gigabytes", bend: func(b []byte) []byte { copy(b[len(magic):], "\xff\xff\xff\xff"); return b }},
	{name: "unsorted", comment: "two facts have changed places", edit: func(r *fact.Recording) { r.Facts[1], r.Facts[2] = r.Facts[2], r.Facts[1] }},
	{name: "repeated", comment: "one fact twice", edit: func(r *fact.Recording) { r.Facts = append(r.Facts[:1:1], r.Facts...) }},
	{name: "flags-unsorted", comment: "flags out of order", edit: func(r *fact.Recording) { r.Header.Flags = []string{"json", "fresh"} }},
	{name: "state-unknown", comment: "a state that is none of the three", bend: func(b []byte) []byte { b[stateAt(b)] = 3; return b }},
	{name: "state-absent-with-data", comment: "an absent fact that holds data", bend: func(b []byte) []byte { b[stateAt(b)] = 1; return b }},
	{name: "why-of-present", comment: "a present fact that says why it is not", edit: func(r *fact.Recording) { r.Facts[0].Why = "gone" }},
	{name: "verb-unknown", class: "fault", comment: "a verb that this core does not have", edit: func(r *fact.Recording) { r.Header.Verb = "run" }},
	{name: "verb-hostile", comment: "a verb in other letters", edit: func(r *fact.Recording) { r.Header.Verb = "Check\x00" }},
	{name: "fact-empty", comment: "a payload of no bytes at all is no payload", edit: func(r *fact.Recording) { set(r, "payload", nil) }},
	{name: "fact-cut", comment: "a measurement that is cut", edit: func(r *fact.Recording) { d := get(r, "measure:.:test"); set(r, "measure:.:test", d[:len(d)-1]) }},
	{name: "fact-trailing", comment: "a byte behind a tree", edit: func(r *fact.Recording) { set(r, "tree", append(bytes.Clone(get(r, "tree")), 0)) }},
	{name: "fact-bool", comment: "a boolean of 2: one value has one spelling", edit: func(r *fact.Recording) { d := bytes.Clone(get(r, "state")); d[0] = 2; set(r, "state", d) }},
	{name: "fact-other-kind", comment: "a claim where the changed paths belong", edit: func(r *fact.Recording) { set(r, "changed", get(r, "claim:refuse:0")) }},
	{name: "fact-list-huge", comment: "a list that claims a billion items", edit: func(r *fact.Recording) {
		d := bytes.Clone(get(r, "projects"))
		copy(d[6:], "\x00\x00\x00\x40")
		set(r, "projects", d)
	}},
	{name: "policy-forged", comment: "a reading of stile.json that nothing wrote: red, for it is there and cannot be understood", edit: func(r *fact.Recording) {
		replace(r, "file:stile.json", &fact.File{Size: 2, SHA256: treeB, Read: []byte(`{"blocks":1,"total":0,"checks":[],"findings":[] }`)})
	}},
	{name: "payload-forged", comment: "a reading of the payload with a member too many", scene: func(s *scene) {
		s.facts = map[string]fact.Fact{"payload": present(&fact.Payload{Read: []byte(`{"event":"Stop","ends":true,"extra":1}`), Event: treeB})}
	}},
	{name: "report-forged", comment: "a reading of a report that nothing wrote: no report", edit: func(r *fact.Recording) {
		m := ended(0, "")
		m.Report = []byte(`{"format":"go-test-json","passed":99}`)
		replace(r, "measure:.:test", &m)
	}},
	{name: "short-digest", comment: "a tree's digest that is shorter than it is shown", scene: func(s *scene) { s.tree = &fact.Tree{Digest: "5f3c"} }},
	{name: "outcome-unknown", comment: "a claim with an outcome that is none", edit: func(r *fact.Recording) { replace(r, "claim:refuse:0", &fact.Claim{Outcome: "maybe", N: -1}) }},
	{name: "counts-negative", comment: "a state with counts below zero", scene: func(s *scene) {
		s.state = &fact.Session{Writable: true, Refusals: -1 << 63, InRow: -1, Deferred: -1}
	}},
	{name: "fact-foreign", class: "refuse", comment: "a fact that nobody wanted changes nothing", edit: func(r *fact.Recording) {
		r.Put(fact.Fact{ID: "weather", State: fact.Unreadable, Why: "clouds"})
	}},
}

func cutAt(n int) func(b []byte) []byte { return func(b []byte) []byte { return b[:n] } }

// countAt is the offset of the number of facts: behind five strings and a list of none.
func countAt(b []byte) int {
	at := len(magic)
	for range 5 {
		at += 4 + int(binary.LittleEndian.Uint32(b[at:]))
	}
	return at + 4
}

func count(b []byte, more int) []byte {
	at := countAt(b)
	binary.LittleEndian.PutUint32(b[at:], binary.LittleEndian.Uint32(b[at:])+uint32(more))
	return b
}

// stateAt is the offset of the first fact's state.
func stateAt(b []byte) int {
	at := countAt(b) + 4
	return at + 4 + int(binary.LittleEndian.Uint32(b[at:]))
}

func get(r *fact.Recording, id string) []byte {
	f, _ := r.Get(id)
	return f.Data
}

func set(r *fact.Recording, id string, data []byte) {
	f, _ := r.Get(id)
	f.Data = data
}

func replace(r *fact.Recording, id string, v fact.Body) { r.Put(fact.Of(id, v)) }

func recordings(*inputs) []vector {
	var out []vector
	for i := range damages {
		d := &damages[i]
		s := scene{name: "bad-recording-" + d.name, class: d.class, comment: d.comment, harness: "claude-code",
			policies: map[string]string{".": `{"stile":1,"checks":[{"id":"test",` + goTest + `}]}`},
			measures: map[string]fact.Measure{"test": ended(1, "")}, reports: map[string]string{"test": goFail}, edit: d.edit, bend: d.bend}
		if s.class == "" {
			s.class = "bad-input"
		}
		if d.scene != nil {
			d.scene(&s)
		}
		out = append(out, s.vector())
	}
	return out
}
