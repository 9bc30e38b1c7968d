package conformance

import (
	"bytes"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/stile-gate/stile/cli/host"
	"github.com/stile-gate/stile/core"
	"github.com/stile-gate/stile/core/fact"
	"github.com/stile-gate/stile/core/scan"
)

// choices are read from a fuzzer's bytes: what mutates the bytes walks through structured questions. When they are
// used up every choice is the first.
type choices struct{ b []byte }

func (c *choices) n(max int) int {
	if len(c.b) == 0 || max <= 1 {
		return 0
	}
	v := int(c.b[0])
	c.b = c.b[1:]
	if max > 256 && len(c.b) > 0 {
		v = v<<8 | int(c.b[0])
		c.b = c.b[1:]
	}
	return v % max
}

// rarely holds once in `in` times.
func (c *choices) rarely(in int) bool { return c.n(in) == in-1 }

func pick[T any](c *choices, list []T) T { return list[c.n(len(list))] }

// talker is a host that answers every want from choices. What it reads, all builds read.
type talker struct {
	choices
	t         *testing.T
	jury      *juror
	documents map[string][][]byte
	header    fact.Header
}

// FuzzTalk leads whole conversations: a header, an answer to each want with some fields of the fact as nobody expects
// them, and at the end the recording itself twisted. Every question on the way is asked of every compiled build.
func FuzzTalk(f *testing.F) {
	r := rand.New(rand.NewPCG(7, 8))
	for range 60 {
		data := make([]byte, 300)
		for k := range data {
			data[k] = byte(r.Uint32())
		}
		f.Add(data)
	}
	f.Add([]byte{})
	docs, jury := documents(f), newJuror(f)
	f.Fuzz(func(t *testing.T, data []byte) {
		h := &talker{choices: choices{data}, t: t, jury: jury, documents: docs}
		h.twist(h.talk())
	})
}

// TestTalkReaches shows that these conversations come to verdicts, refusals and releases, and not to faults alone.
func TestTalkReaches(t *testing.T) {
	const talks = 2000
	docs, native := documents(t), &juror{names: []string{"native"}, cores: []host.Core{host.Native}}
	r := rand.New(rand.NewPCG(9, 10))
	reached := map[string]int{}
	for range talks {
		data := make([]byte, 300)
		for k := range data {
			data[k] = byte(r.Uint32())
		}
		h := &talker{choices: choices{data}, t: t, jury: native, documents: docs}
		rec := h.talk()
		switch a := native.eval(t, rec.Append(nil)); {
		case a.Reply != nil:
			reached["verdict "+a.Reply.Verdict]++
			reached["answer "+a.Reply.Answer]++
		case a.Fault != nil:
			reached["fault"]++
		default:
			reached["want"]++
		}
	}
	t.Log(reached)
	for _, name := range []string{"verdict green", "verdict red", "verdict unproven", "answer refuse", "answer blocks-reached"} {
		if reached[name]*100 < talks {
			t.Errorf("%s in %d of %d conversations", name, reached[name], talks)
		}
	}
	if reached["fault"]*2 > talks || reached["want"]*50 > talks {
		t.Errorf("of %d conversations %d end in a fault, %d in a want", talks, reached["fault"], reached["want"])
	}
}

var (
	harnesses = []string{"claude-code", "codex", "claude-code", "codex", "claude-code", "codex", "claude", "codex", "claude-code", "claud", ""}
	flags     = [][]string{nil, {"json"}, {"fresh"}, {"fresh", "json"}, {"crashed"}, {"unknown-argument=--x"}, {"json", "nope"}}
)

func (h *talker) talk() *fact.Recording {
	h.header = fact.Header{Core: core.Version, Verb: pick(&h.choices, []string{"gate-hook", "check", "gate-hook"}), Point: "stop"}
	if h.header.Verb == "check" {
		h.header.Point = pick(&h.choices, []string{"stop", "commit", "push", "ci"})
		h.header.Flags = flags[h.n(4)]
	} else {
		h.header.Harness = pick(&h.choices, harnesses)
		if h.rarely(12) {
			h.header.Flags = pick(&h.choices, flags)
		}
	}
	rec := &fact.Recording{Header: h.header}
	for range 1000 {
		a := h.jury.eval(h.t, rec.Append(nil))
		if len(a.Want) == 0 {
			break
		}
		// A host answers as results come in; all at once is the plain case.
		some := a.Want
		if h.rarely(3) {
			some = some[:1+h.n(len(some))]
		}
		if _, have := rec.Get(some[0].ID); have {
			break // a path that is no text, which no host names, comes back as another one; a host stops here too
		}
		for i := range some {
			rec.Put(h.serve(&some[i]))
		}
	}
	return rec
}

// plain are the facts in their usual form, by kind.
var plain = map[string]func() fact.Body{
	"payload":  func() fact.Body { return &fact.Payload{Event: digests[0]} },
	"projects": func() fact.Body { return &fact.Projects{Repository: true, Cwd: ".", Chain: []string{"."}} },
	"file":     func() fact.Body { return &fact.File{} },
	"tree":     func() fact.Body { return &fact.Tree{Digest: digests[0], Files: 3} },
	"changed":  func() fact.Body { return &fact.Changed{Base: "1a2b3c4", Paths: []string{"a/x.go"}} },
	"state":    func() fact.Body { return &fact.Session{Writable: true} },
	"result":   func() fact.Body { return &fact.Measure{Started: true, TreeAfter: digests[0], Head: []byte("out\n")} },
	"measure":  func() fact.Body { return &fact.Measure{Started: true, TreeAfter: digests[0], Head: []byte("out\n")} },
	"claim":    func() fact.Body { return &fact.Claim{Outcome: "won"} },
	"append":   func() fact.Body { return &fact.Appended{Outcome: "written", Path: "stile/bypass/x.log"} },
}

func (h *talker) serve(w *fact.Want) fact.Fact {
	kind, rest, _ := strings.Cut(w.ID, ":")
	make, ok := plain[kind]
	if !ok {
		h.t.Fatalf("no plain fact for %s", w.ID)
	}
	if h.rarely(40) {
		return fact.Fact{ID: w.ID, State: fact.Unreadable, Why: pick(&h.choices, strange)}
	}
	if kind == "result" && !h.rarely(3) || h.rarely(40) {
		return fact.Fact{ID: w.ID, State: fact.Absent}
	}
	body := make()
	switch b := body.(type) {
	case *fact.Payload:
		b.Read = h.read("payload", []byte(h.header.Harness))
	case *fact.File:
		b.Read = h.read("stile.json", []byte(rest))
	case *fact.Measure:
		b.Exit = pick(&h.choices, []int64{0, 0, 1, 0, 0, 127, 0, 0})
		if format := w.Get("format"); format != "" && !h.rarely(6) {
			b.Report = h.report(format)
		} else if format != "" {
			b.NoReport = "absent"
		}
	}
	v := reflect.ValueOf(body).Elem()
	for range max(0, h.n(6)-3) {
		h.bend(v, h.n(v.NumField()))
	}
	return fact.Of(w.ID, body)
}

// bend sets one field of a fact to a value of its type that a host may or may not ever send.
func (h *talker) bend(v reflect.Value, i int) {
	field := v.Field(i)
	name := v.Type().Name() + "." + v.Type().Field(i).Name
	text := func() string {
		if list := spoken[name]; list != nil && !h.rarely(6) {
			return pick(&h.choices, list)
		}
		return pick(&h.choices, strange)
	}
	switch field.Kind() {
	case reflect.Bool:
		field.SetBool(!field.Bool())
	case reflect.Int64:
		field.SetInt(pick(&h.choices, numbers))
	case reflect.String:
		field.SetString(text())
	case reflect.Slice:
		if field.Type().Elem().Kind() == reflect.Uint8 {
			field.SetBytes(h.edit(field.Bytes(), field.Bytes()))
			return
		}
		var list []string
		for range h.n(5) {
			list = append(list, text())
		}
		field.Set(reflect.ValueOf(list))
	default:
		h.t.Fatalf("no value for %s", name)
	}
}

var digests = []string{strings.Repeat("a", 64), strings.Repeat("b", 64), ""}

var numbers = []int64{1, 0, 2, 3, -1, 5, 127, 126, 255, 1<<31 - 1, 1 << 31, 1<<32 - 1, 1 << 32, 1<<53 + 1, 1<<63 - 1, -1 << 63}

// spoken are the words that a field usually holds.
var spoken = map[string][]string{
	"Projects.Cwd":        {".", "a", "a/b"},
	"Projects.Chain":      {".", "a", "a/b"},
	"Projects.Nested":     {"b", "c/d", "a"},
	"Tree.Digest":         digests,
	"Changed.Paths":       {"a/x.go", "total_test.go", "stile.json", "b/stile.json", "docs/a b.md"},
	"Measure.Cause":       {"missing-program", "wrong-directory", ""},
	"Measure.Detail":      {fact.DetailDeadline, "go", ""},
	"Measure.TreeAfter":   digests,
	"Measure.NoReport":    {"absent", "too large", ""},
	"Session.LastTree":    digests,
	"Session.LastVerdict": {"red", "green", "unproven", ""},
	"Session.Fingerprint": digests,
	"Session.Known":       digests,
	"Claim.Outcome":       {"same-event", "earlier", "failed", "won"},
	"Appended.Outcome":    {"already", "failed", "written"},
}

// strange are texts that somebody prints, escapes, cuts or compares wrongly.
var strange = []string{
	"", "a", "permission denied", "\x00", "\xff\xfe", "a\nb\r\n\tc", "\u2028\u202e\u200b", "é\u0301Ä", "\U0001f411 sheep", "ed\xa0\x80",
	`"quoted\`, "<tag>&amp;", "$HOME `id` 'x'", "\x1b[31mred\x1b[0m", "../../etc/passwd", `C:\Users\u`, "/home/u/x", "token=ghp_0123456789abcdefghijABCDEFGHIJ012345",
	strings.Repeat("x", 300), strings.Repeat("é", 2100), strings.Repeat("line\n", 40), "99999999999999999999", "-9223372036854775808", "1e400",
}

// read gives all builds one document of the kind, edited a little.
func (h *talker) read(kind string, query []byte) []byte {
	return h.jury.read(h.t, []byte(kind), query, h.document(kind))
}

// report reads one document in up to four chunks, cut at line ends where the format has lines.
func (h *talker) report(format string) []byte {
	documents, ok := h.documents[format]
	if !ok || len(documents) == 0 {
		h.t.Fatalf("no document for %s", format)
	}
	rest := h.document(format)
	var prev []byte
	for range h.n(4) {
		cut := bytes.IndexByte(rest[h.n(len(rest)+1):], '\n')
		if scan.IsDocument(format) || cut < 0 {
			break
		}
		cut = min(cut+1, len(rest))
		prev = h.jury.read(h.t, []byte(format), fact.AppendFrame(fact.AppendFrame(nil, prev), nil), rest[:cut])
		rest = rest[cut:]
	}
	return h.jury.read(h.t, []byte(format), fact.AppendFrame(fact.AppendFrame(nil, prev), []byte("last")), rest)
}

func (h *talker) document(kind string) []byte {
	doc := pick(&h.choices, h.documents[kind])
	for range max(0, h.n(8)-5) {
		doc = h.edit(doc, pick(&h.choices, h.documents[kind]))
	}
	return doc
}

// edit changes doc in one place; other is where foreign bytes come from.
func (h *talker) edit(doc, other []byte) []byte {
	from := h.place(doc)
	to := from + h.place(doc[from:])
	var insert []byte
	switch h.n(6) {
	case 0: // cut out
	case 1: // cut off
		to = len(doc)
	case 2: // once more
		insert = slices.Concat(doc[from:to], doc[from:to])
	case 3:
		insert = []byte(pick(&h.choices, strange))
	case 4:
		a := h.place(other)
		insert = other[a : a+h.place(other[a:])]
	case 5: // nested deeper than anybody writes
		insert = []byte(strings.Repeat(pick(&h.choices, []string{"[", `{"a":`, "<a>", " "}), 58+h.n(12)))
	}
	out := slices.Concat(doc[:from], insert, doc[to:])
	return out[:min(len(out), 2*maxDocument)]
}

// place is an offset in doc, mostly before a byte that structures it.
func (h *talker) place(doc []byte) int {
	at := h.n(len(doc) + 1)
	if h.rarely(4) {
		return at
	}
	if i := bytes.IndexAny(doc[at:], "{}[],:\"<>/=\n "); i >= 0 {
		return at + i
	}
	return at
}

// twist asks about the recording once more, as no host would send it.
func (h *talker) twist(rec *fact.Recording) {
	twisted := fact.Recording{Header: rec.Header, Facts: slices.Clone(rec.Facts)}
	for range h.n(4) {
		i, k := h.n(max(1, len(twisted.Facts))), h.n(max(1, len(twisted.Facts)))
		if len(twisted.Facts) == 0 {
			break
		}
		f := &twisted.Facts[i]
		switch h.n(9) {
		case 0:
			twisted.Facts = slices.Delete(twisted.Facts, i, i+1)
		case 1:
			twisted.Facts = slices.Insert(twisted.Facts, i, *f)
		case 2:
			twisted.Facts[i], twisted.Facts[k] = twisted.Facts[k], *f
		case 3:
			f.Data = twisted.Facts[k].Data
		case 4:
			*f = fact.Fact{ID: f.ID, State: fact.State(h.n(4)), Why: pick(&h.choices, strange)}
		case 5:
			f.Data = h.edit(f.Data, twisted.Facts[k].Data)
		case 6:
			f.ID += pick(&h.choices, strange)
		case 7:
			twisted.Header.Flags = pick(&h.choices, flags)
		case 8:
			twisted.Header.Verb, twisted.Header.Harness = pick(&h.choices, []string{"check", "gate-hook", ""}), pick(&h.choices, harnesses)
		}
	}
	raw := twisted.Append(nil)
	if h.rarely(4) {
		raw = h.edit(raw, raw)
	}
	h.jury.eval(h.t, raw)
}
