package core

import (
	"bytes"
	"encoding/json"
	"maps"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/stile-gate/stile/core/fact"
)

// scene is a tree and what its checks would observe: a host that answers every want from it through Read.
type scene struct {
	files   map[string]string // by root-relative path
	links   map[string]string // path → where it leads, "" for out of the root, behind "!" why it cannot be read
	spelled map[string]string // a path that finds a file only because letter case is folded → as the disk spells it
	checks  map[string]observed
	chain   []string
	nested  []string
	header  fact.Header
	shuffle func(n int) []int // the order in which wants are answered, nil for theirs
	asked   []string          // ids, in the order they were answered
}

// observed is what a check's process did; by its id with its project's directory before it.
type observed struct {
	exit   int64
	report string
	change func(m *fact.Measure)
}

// with returns the scene with other files: nil means that there is none.
func (s *scene) with(files map[string]string) *scene {
	c := *s
	c.files, c.links, c.spelled, c.checks = maps.Clone(s.files), maps.Clone(s.links), maps.Clone(s.spelled), maps.Clone(s.checks)
	c.header.Flags = slices.Clone(s.header.Flags)
	maps.Copy(c.files, files)
	return &c
}

func (s *scene) flagged(flags ...string) *scene {
	c := s.with(nil)
	c.header.Flags = append(c.header.Flags, flags...)
	slices.Sort(c.header.Flags)
	return c
}

// bytes of a file. SHA(path) in a stile.json stands for the digest of the file, so that a pack may be edited and agreed on.
func (s *scene) bytes(p string) ([]byte, bool) {
	text, ok := s.files[p]
	if ok && path.Base(p) == policyName {
		for other := range s.files {
			text = strings.ReplaceAll(text, "SHA("+other+")", fact.Sum([]byte(s.files[other])))
		}
	}
	return []byte(text), ok
}

// textSum is the digest of bytes with LF alone, "" where they have nothing else.
func textSum(b []byte) string {
	if lf := bytes.ReplaceAll(b, []byte("\r\n"), []byte("\n")); len(lf) < len(b) {
		return fact.Sum(lf)
	}
	return ""
}

// find follows a path to the file behind it.
func (s *scene) find(p string) (spelling, real string, f *fact.Fact) {
	spelling = p
	if as, ok := s.spelled[p]; ok {
		spelling = as
	}
	real = spelling
	if to, ok := s.links[spelling]; ok {
		if real = to; to == "" {
			to = "!" + fact.WhyOutside
		}
		if to[0] == '!' {
			return "", "", &fact.Fact{State: fact.Unreadable, Why: to[1:]}
		}
	}
	if _, ok := s.files[real]; !ok {
		return "", "", &fact.Fact{State: fact.Absent}
	}
	return spelling, real, nil
}

func queryOf(w *fact.Want, rest string) []byte {
	frames := w.List("query")
	if len(frames) == 0 {
		return []byte(rest)
	}
	var q []byte
	for _, f := range frames {
		q = fact.AppendFrame(q, []byte(f))
	}
	return q
}

func (s *scene) serve(t testing.TB, w *fact.Want) fact.Fact {
	kind, rest, _ := strings.Cut(w.ID, ":")
	f := s.answer(t, kind, rest, w)
	f.ID = w.ID
	return f
}

func (s *scene) answer(t testing.TB, kind, rest string, w *fact.Want) fact.Fact {
	t.Helper()
	switch kind {
	case "projects":
		return fact.Of("", &fact.Projects{Repository: true, Cwd: ".", Chain: s.chain, Nested: s.nested})
	case "tree":
		return fact.Of("", &fact.Tree{Digest: digestA, Files: int64(len(s.files))})
	case "changed":
		return fact.Of("", &fact.Changed{All: true})
	case "file":
		_, real, lost := s.find(rest)
		if lost != nil {
			return *lost
		}
		b, _ := s.bytes(real)
		return fact.Of("", &fact.File{Size: int64(len(b)), SHA256: fact.Sum(b), Text: textSum(b), Read: Read([]byte(w.Get("read")), queryOf(w, rest), b)})
	case "evidence", "adr", "report":
		spelling, real, lost := s.find(rest)
		if lost != nil {
			return *lost
		}
		b, _ := s.bytes(real)
		return fact.Of("", &fact.Evidence{Size: int64(len(b)), SHA256: fact.Sum(b), Text: textSum(b), Spelling: spelling, Real: real,
			Read: Read([]byte(w.Get("read")), queryOf(w, rest), b)})
	case "list":
		l := &fact.List{}
		for p := range s.files {
			if path.Dir(p) == rest {
				fact.Push(&l.Names, path.Base(p))
			}
		}
		if slices.Sort(l.Names); len(l.Names) == 0 {
			return fact.Fact{State: fact.Absent}
		}
		return fact.Of("", l)
	case "result":
		return fact.Fact{State: fact.Absent}
	case "measure":
		return fact.Of("", s.measure(rest, w))
	}
	t.Fatalf("no answer for %s", w.ID)
	return fact.Fact{}
}

func (s *scene) measure(rest string, w *fact.Want) *fact.Measure {
	o := s.checks[strings.TrimPrefix(rest, ".:")]
	m := &fact.Measure{Started: true, Exit: o.exit, TreeAfter: digestA}
	if format := w.Get("format"); format != "" {
		q := fact.AppendFrame(fact.AppendFrame(nil, nil), []byte("last"))
		for _, n := range w.List("wanted") {
			q = fact.AppendFrame(q, []byte(n))
		}
		m.Report = Read([]byte(format), q, []byte(o.report))
	}
	if o.change != nil {
		o.change(m)
	}
	return m
}

// ask drives Eval to its reply, and holds it to what must be so of every answer on the way.
func (s *scene) ask(t testing.TB) (*fact.Reply, *fact.Recording) {
	t.Helper()
	rec := &fact.Recording{Header: s.header}
	s.asked = nil
	for range 100 {
		raw := Eval(rec.Append(nil))
		a, ok := ParseAnswer(raw)
		switch {
		case !ok:
			t.Fatalf("the answer is not canonical: %.300s", raw)
		case a.Fault != nil:
			t.Fatalf("fault %s: %s", a.Fault.Code, a.Fault.Message)
		case a.Reply != nil:
			return a.Reply, rec
		}
		facts := make([]fact.Fact, 0, len(a.Want))
		for i := range a.Want {
			if _, have := rec.Get(a.Want[i].ID); have {
				t.Fatalf("%q is wanted again", a.Want[i].ID)
			}
			if i > 0 && a.Want[i-1].ID >= a.Want[i].ID {
				t.Fatalf("%q is wanted before %q", a.Want[i-1].ID, a.Want[i].ID)
			}
			fact.Push(&s.asked, a.Want[i].ID)
			facts = append(facts, s.serve(t, &a.Want[i]))
		}
		if s.shuffle != nil {
			rec.Put(facts[s.shuffle(len(facts))[0]])
			continue
		}
		rec.PutAll(facts)
	}
	t.Fatal("no reply after 100 rounds")
	return nil, nil
}

// said is a document for programs, as far as tests look at it.
type said struct {
	Verdict     string
	Fingerprint string
	Counts      struct{ Checks, Rows, Measured, Present, None int64 }
	Projects    []struct {
		Path     string
		Findings []saidFinding
		Tables   []struct {
			ID       string
			Path     string
			SHA256   string
			Counts   map[string]int64
			Findings []saidFinding
			Open     []saidFinding
			Rows     []struct {
				Rule, Status, Level, State string
				Whole                      bool
				Line                       int64
			}
			FindingsTotal, OpenTotal, MoreRows int64
		}
		Semantic string
	}
}

type saidFinding struct {
	Kind, Path  string
	Line, Col   int64
	Message, Do string
}

func (f *saidFinding) String() string {
	return (&fact.Finding{Kind: f.Kind, Path: f.Path, Line: f.Line, Col: f.Col, Message: f.Message}).String()
}

// check asks for the document for programs.
func (s *scene) check(t testing.TB) *said {
	t.Helper()
	r, _ := s.flagged("json").ask(t)
	d := &said{}
	if err := json.Unmarshal([]byte(r.Stdout), d); err != nil {
		t.Fatalf("%v: %s%s", err, r.Stdout, r.Stderr)
	}
	if d.Verdict != r.Verdict || r.Code != map[string]int{"green": 0, "red": 1, "unproven": 3}[r.Verdict] {
		t.Fatalf("verdict %q, code %d, document %q", r.Verdict, r.Code, d.Verdict)
	}
	return d
}

// found are the document's findings as they are printed, those that only open a row behind "open: ".
func (d *said) found() (list []string) {
	for _, p := range d.Projects {
		for i := range p.Findings {
			fact.Push(&list, p.Findings[i].String())
		}
		for _, t := range p.Tables {
			for i := range t.Findings {
				fact.Push(&list, t.Findings[i].String())
			}
			for i := range t.Open {
				fact.Push(&list, "open: "+t.Open[i].String())
			}
		}
	}
	return list
}

// levels says what backs each row: "rule level state".
func (d *said) levels() string {
	var list []string
	for _, p := range d.Projects {
		for _, t := range p.Tables {
			for _, r := range t.Rows {
				s := r.Rule + " " + r.Level + " " + r.State
				if r.Whole {
					s += " whole"
				}
				fact.Push(&list, strings.TrimSpace(s))
			}
		}
	}
	return strings.Join(list, "; ")
}

// green is the scene that others differ from by one thing: two rows, a rule pack, two decisions, three checks.
func green() *scene {
	return &scene{
		files: map[string]string{
			"stile.json": `{"stile": 1,
 "checks": [{"id": "test", "run": ["go", "test"], "report": "go-test-json"}, {"id": "lint", "run": ["lint"]},
  {"id": "late", "run": ["e2e"], "at": "push"}],
 "tables": ["docs/conformance.md"],
 "rules": [{"pack": "rules/api.json", "sha256": "SHA(rules/api.json)"}],
 "adrs": ["docs/adr"]}`,
			"docs/conformance.md":    rowsOf("| R1 | applied | file:src/a.go; test:test::TestA | |"),
			"rules/api.json":         packOf(`{"id": "R1", "title": "guard it", "table": "conformance", "severity": "high"}`),
			"src/a.go":               "package a\n\n// Hidden is not here.\nfunc Guard() {}\n",
			"docs/adr/0007-use-x.md": "# 7. Use x\n\nStatus: accepted\n",
			"docs/adr/0008-use-y.md": "# 8. Use y\n\nStatus: accepted\n",
		},
		links: map[string]string{}, spelled: map[string]string{},
		checks: map[string]observed{
			"test": {report: events("start", "", "run", "TestA", "pass", "TestA", "run", "TestS", "skip", "TestS", "run", "TestB", "pass", "TestB", "pass", "")},
			"lint": {}, "late": {},
		},
		chain:  []string{"."},
		header: fact.Header{Core: Version, Verb: "check", Point: "stop"},
	}
}

// rowsOf is a conformance table; its first row is line 7.
func rowsOf(rows ...string) string {
	return "# Conformance of it\n\n## Conformance\n\n| rule | status | evidence | note |\n|---|---|---|---|\n" + strings.Join(rows, "\n") + "\n"
}

// packOf is a rule pack; its first rule is line 2.
func packOf(rules ...string) string {
	return "{\"stile-rules\": 1, \"id\": \"api\", \"rules\": [\n" + strings.Join(rules, ",\n") + "]}\n"
}

// events are those of a package p, as go test -json writes them: pairs of an action and a test.
func events(list ...string) string {
	var b strings.Builder
	for i := 0; i < len(list); i += 2 {
		b.WriteString(`{"Action":"` + list[i] + `","Package":"p"`)
		if list[i+1] != "" {
			b.WriteString(`,"Test":"` + list[i+1] + `"`)
		}
		b.WriteString(`,"Elapsed":0}` + "\n")
	}
	return b.String()
}

func TestTheGreenScene(t *testing.T) {
	s := green()
	d := s.check(t)
	if d.Verdict != "green" || len(d.found()) > 0 || d.levels() != "R1 measured holds" {
		t.Errorf("%s %v %s", d.Verdict, d.found(), d.levels())
	}
	if d.Projects[0].Semantic != "absent" || d.Counts.Rows != 1 || d.Counts.Measured != 1 {
		t.Errorf("%+v", d)
	}
}
