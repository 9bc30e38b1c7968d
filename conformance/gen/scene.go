package main

import (
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/stile-gate/stile/core"
	"github.com/stile-gate/stile/core/fact"
	"github.com/stile-gate/stile/core/scan"
)

// Digests that stand for trees; what a tree holds is nothing to the core.
const (
	treeA = "5f3c2a9b10de4e1aa7c2d0f9b8e6574433221100ffeeddccbbaa998877665544"
	treeB = "b0b1b2b3b4b5b6b7b8b9babbbcbdbebfc0c1c2c3c4c5c6c7c8c9cacbcccdcecf"
)

// madeBy is the version in every recording. It decides nothing, so a release of the core changes no vector.
const madeBy = "0.1.0"

// A scene is a scripted host: what it would find, with a plain answer for everything that is not said. The
// recording that comes of it is the vector.
type scene struct {
	name, class, comment string

	check   bool // the verb; a hook otherwise
	verify  bool // the verb
	harness string
	point   string // "" is stop
	flags   []string

	payload  string // bytes on stdin; "" is the harness's plain stop
	projects *fact.Projects
	policies map[string]string        // directory → stile.json
	files    map[string]string        // path → any other file: tables, packs, and what rows cite
	cited    map[string]fact.Evidence // by path; what is not said of a file that is cited is plain
	tree     *fact.Tree
	after    *fact.Tree
	changed  *fact.Changed
	state    *fact.Session
	measures map[string]fact.Measure // by "CHECK" or "DIRECTORY:CHECK"
	reports  map[string]string       // raw, by the same
	written  []string                // the files that a report is read from, one for each glob where there are none
	results  map[string]fact.Measure
	cases    []string              // that a stored result was asked about
	claims   map[string]fact.Claim // by what stands behind "claim:"
	appended *fact.Appended
	facts    map[string]fact.Fact // by id; outweighs everything else

	until string                  // stop when a fact whose id begins so is wanted; "" goes on to the end
	edit  func(r *fact.Recording) // what is done to the recording
	bend  func(b []byte) []byte   // what is done to its bytes
}

func (s *scene) header() fact.Header {
	h := fact.Header{Core: madeBy, Verb: "gate-hook", Harness: s.harness, Point: s.point, Flags: s.flags}
	switch {
	case s.check:
		h.Verb = "check"
	case s.verify:
		h.Verb = "verify"
	}
	if h.Point == "" {
		h.Point = "stop"
	}
	return h
}

// play asks the core until it replies, or wants what the scene waits for. last is what was wanted last.
func (s *scene) play() (rec *fact.Recording, last []fact.Want) {
	rec = &fact.Recording{Header: s.header()}
	for {
		a, ok := core.ParseAnswer(core.Eval(rec.Append(nil)))
		if !ok || len(a.Want) == 0 {
			return rec, last
		}
		last = a.Want
		for i := range last {
			if s.until != "" && strings.HasPrefix(last[i].ID, s.until) {
				return rec, last
			}
		}
		for i := range last {
			rec.Put(s.serve(&last[i]))
		}
	}
}

func (s *scene) vector() vector {
	rec, _ := s.play()
	if s.edit != nil {
		s.edit(rec)
	}
	v := vector{name: s.name, call: "eval", class: s.class, comment: s.comment, body: rec.Append(nil)}
	if s.bend != nil {
		v.body = s.bend(v.body)
	}
	return v
}

// serve answers one want.
func (s *scene) serve(w *fact.Want) fact.Fact {
	f, ok := s.facts[w.ID]
	if !ok {
		f = s.plain(w)
	}
	f.ID = w.ID
	return f
}

func (s *scene) plain(w *fact.Want) fact.Fact {
	kind, rest, _ := strings.Cut(w.ID, ":")
	switch kind {
	case "payload":
		raw := s.payload
		if raw == "" {
			raw = stop(s.harness)
		}
		return present(&fact.Payload{Read: core.Read([]byte("payload"), []byte(s.harness), []byte(raw)), Event: fact.Sum([]byte(raw))})
	case "projects":
		return orPlain(s.projects, &fact.Projects{Repository: true, Cwd: ".", Chain: []string{"."}})
	case "file":
		src, ok := s.source(rest)
		if !ok {
			return fact.Fact{State: fact.Absent}
		}
		return present(&fact.File{Size: int64(len(src)), SHA256: fact.Sum([]byte(src)), Text: textSum(src), Read: reads(w, rest, src)})
	case "evidence", "adr", "report":
		src, ok := s.source(rest)
		if !ok {
			return fact.Fact{State: fact.Absent}
		}
		x := s.cited[rest]
		x.Size, x.Read = int64(len(src)), reads(w, rest, src)
		if x.SHA256 == "" {
			x.SHA256, x.Text = fact.Sum([]byte(src)), textSum(src)
		}
		if x.Spelling == "" {
			x.Spelling = rest
		}
		if x.Real == "" {
			x.Real = rest
		}
		return present(&x)
	case "list":
		return s.list(rest)
	case "tree":
		if rest == "after" {
			return orPlain(s.after, &fact.Tree{Digest: treeB, Files: 4})
		}
		return orPlain(s.tree, &fact.Tree{Digest: treeA, Files: 3})
	case "changed":
		return orPlain(s.changed, &fact.Changed{Base: "1a2b3c4", Paths: []string{"total.go"}})
	case "state":
		return orPlain(s.state, &fact.Session{Writable: true})
	case "result":
		if m, ok := of(s.results, rest); ok {
			return s.measured(w, rest, m)
		}
		return fact.Fact{State: fact.Absent}
	case "measure":
		m, ok := of(s.measures, rest)
		if !ok {
			m = ended(0, "ok\n")
		}
		return s.measured(w, rest, m)
	case "claim":
		c, ok := s.claims[rest]
		if !ok {
			c = fact.Claim{Outcome: "won"}
		}
		return present(&c)
	case "append":
		return orPlain(s.appended, &fact.Appended{Outcome: "written", Path: "stile/bypass/2026-11-30-3f9a0c11d2e4.log"})
	}
	return fact.Fact{State: fact.Unreadable, Why: "this host does not know the kind"}
}

// source is the text of a file.
func (s *scene) source(path string) (string, bool) {
	if dir := strings.TrimSuffix(path, "stile.json"); dir != path {
		if dir = strings.TrimSuffix(dir, "/"); dir == "" {
			dir = "."
		}
		src, ok := s.policies[dir]
		return src, ok
	}
	src, ok := s.files[path]
	return src, ok
}

// textSum is the digest of a text with every CR LF as LF, "" where there is none.
func textSum(src string) string {
	if lf := strings.ReplaceAll(src, "\r\n", "\n"); lf != src {
		return fact.Sum([]byte(lf))
	}
	return ""
}

// reads is what the want's reading says of a file.
func reads(w *fact.Want, path, src string) []byte {
	return core.Read([]byte(w.Get("read")), []byte(queryOf(w, path)), []byte(src))
}

// queryOf is the query of a want: the frames that it lists, else the path.
func queryOf(w *fact.Want, path string) string {
	list := w.List("query")
	if len(list) == 0 {
		return path
	}
	return frames(list...)
}

func frames(list ...string) string {
	var b []byte
	for _, f := range list {
		b = fact.AppendFrame(b, []byte(f))
	}
	return string(b)
}

// list is a directory's: the files right below it.
func (s *scene) list(dir string) fact.Fact {
	var l fact.List
	for _, path := range slices.Sorted(maps.Keys(s.files)) {
		if name, ok := strings.CutPrefix(path, dir+"/"); ok && !strings.Contains(name, "/") {
			l.Names = append(l.Names, name)
		}
	}
	if len(l.Names) == 0 {
		return fact.Fact{State: fact.Absent}
	}
	return present(&l)
}

// of finds what was said of a check: under its full name, or its id alone in the root's project.
func of[T any](said map[string]T, rest string) (T, bool) {
	v, ok := said[rest]
	if !ok {
		v, ok = said[strings.TrimPrefix(rest, ".:")]
	}
	return v, ok
}

// measured completes a measurement: its report is read as a host reads it.
func (s *scene) measured(w *fact.Want, rest string, m fact.Measure) fact.Fact {
	if raw, ok := of(s.reports, rest); ok && m.Report == nil && m.NoReport == "" {
		format := w.Get("format")
		if format == "" {
			format = s.format(rest)
		}
		names := w.List("wanted")
		if strings.HasPrefix(w.ID, fact.PreResult) {
			names = s.cases
		}
		m.Report = core.Read([]byte(format), []byte(asked("", "last", names...)), []byte(raw))
		for _, glob := range w.List("files") {
			m.Files = append(m.Files, path.Join(w.Get("project"), strings.ReplaceAll(glob, "*", "cart")))
		}
		if s.written != nil {
			m.Files = s.written
		}
	}
	return present(&m)
}

// format of a check's report, for a result: its want names none.
func (s *scene) format(rest string) string {
	for _, f := range scan.ReportFormats() {
		for _, p := range s.policies {
			if strings.Contains(p, `"`+f) {
				return f
			}
		}
	}
	return ""
}

func lastChunk(prev []byte) []byte {
	return fact.AppendFrame(fact.AppendFrame(nil, prev), []byte("last"))
}

func present(v fact.Body) fact.Fact { return fact.Of("", v) }

func orPlain[T any, P interface {
	*T
	fact.Body
}](said, plain P) fact.Fact {
	if said != nil {
		return present(said)
	}
	return present(plain)
}

// ended is a process that ran to its end on a tree that stayed as it was.
func ended(exit int64, output string) fact.Measure {
	return fact.Measure{Started: true, Exit: exit, Head: []byte(output), TreeAfter: treeA}
}

// stop is the plain end of a turn as each harness writes it.
func stop(harness string) string { return stops[harness] }

var stops = map[string]string{
	"claude-code": `{"session_id":"1a4ea091","transcript_path":"/home/u/t.jsonl","cwd":"/home/u/repo","prompt_id":"e9e9ace9",` +
		`"permission_mode":"default","hook_event_name":"Stop","stop_hook_active":false,"last_assistant_message":"Done.","background_tasks":[]}` + "\n",
	"codex": `{"session_id":"01a22cb8","turn_id":"01a22cb9","transcript_path":"/home/u/r.jsonl","cwd":"/home/u/repo",` +
		`"hook_event_name":"Stop","model":"m","permission_mode":"default","stop_hook_active":false,"last_assistant_message":"Done."}`,
}

// harnesses are the rows that every answer is shown on.
var harnesses = []string{"claude-code", "codex"}

// tag shortens a harness's id for a vector's name.
func tag(harness string) string { return strings.TrimSuffix(harness, "-code") }

// claimed are the values of an argument of the first claim that a scene comes to.
func claimed(s *scene, arg string) []string {
	first := *s
	first.until = fact.PreClaim
	_, last := first.play()
	for i := range last {
		if strings.HasPrefix(last[i].ID, fact.PreClaim) {
			return last[i].List(arg)
		}
	}
	return nil
}

// known are the marks of everything that a scene's refusal shows.
func known(s *scene) []string { return claimed(s, "findings") }
