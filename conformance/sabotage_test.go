package conformance

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stile-gate/stile/cli/host"
	"github.com/stile-gate/stile/core"
	"github.com/stile-gate/stile/core/fact"
)

// A sabotage is one case of testdata/sabotage, as conformance/sabotage writes it and describes it.
type sabotage struct {
	Name    string
	Verdict string
	Kinds   []string
	Checks  []string
	Says    string
	Mask    []string
	In      string
	From    string
	Edits   []edit
}

type edit struct{ Op, Path, To, Old, Text string }

const sabotageDir = "../testdata/sabotage"

func sabotages(t *testing.T, file string, least int) (all []sabotage) {
	t.Helper()
	b, err := os.ReadFile(filepath.Join(sabotageDir, file))
	if err != nil {
		t.Fatal(err)
	}
	d := json.NewDecoder(bytes.NewReader(b))
	d.DisallowUnknownFields()
	if err := d.Decode(&all); err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	if len(all) < least {
		t.Fatalf("%s: only %d cases", file, len(all))
	}
	return all
}

// TestSabotage lets every build judge a green project, single sabotages of it and honest variations.
func TestSabotage(t *testing.T) {
	all := newJudges(t)
	laid := sabotages(t, "reference.json", 1)[0].Edits
	green := all.document(t, &sabotage{}, laid)
	if kinds, _ := green.findings(); green.Verdict != "green" || len(kinds) > 0 || len(green.notPassed()) > 0 {
		t.Fatalf("the reference is not green: %q\n%s", kinds, green.text)
	}
	for _, suite := range []struct {
		name, file string
		least      int
		faults     func(c *sabotage, green, got *document) []string
	}{
		{"single", "sabotages.json", 150, unseen},
		{"honest", "honest.json", 100, changed},
	} {
		cases := sabotages(t, suite.file, suite.least)
		t.Run(suite.name, func(t *testing.T) {
			for i := range cases {
				t.Run(cases[i].Name, func(t *testing.T) {
					t.Parallel()
					for _, fault := range suite.faults(&cases[i], green, all.document(t, &cases[i], laid)) {
						t.Error(fault)
					}
				})
			}
		})
	}
}

// unseen says what of a sabotage was not seen: it is red or unproven, by the findings that it must have and no others.
func unseen(c *sabotage, _, got *document) (faults []string) {
	add := func(format string, args ...any) { faults = append(faults, fmt.Sprintf(format, args...)) }
	if c.Verdict != "red" && c.Verdict != "unproven" {
		add("a sabotage cannot be meant to be %q", c.Verdict)
	}
	if got.Verdict != c.Verdict {
		add("verdict %s, want %s", got.Verdict, c.Verdict)
	}
	kinds, messages := got.findings()
	if !sameKinds(kinds, c.Kinds) {
		add("findings %q, want %q", kinds, c.Kinds)
	}
	if checks := got.notPassed(); !slices.Equal(checks, c.Checks) {
		add("checks %q, want %q", checks, c.Checks)
	}
	if !strings.Contains(messages, c.Says) {
		add("no finding says %q", c.Says)
	}
	if len(faults) > 0 {
		add("%s", got.text)
	}
	return faults
}

// changed says what an honest variation changed: verdict and both documents stay as they are, but for what its mask names.
func changed(c *sabotage, green, got *document) (faults []string) {
	for _, m := range c.Mask {
		if masks[m] == nil {
			return []string{"no mask is called " + m}
		}
	}
	for _, d := range [][3]string{
		{"the document for programs", green.masked(green.json, c.Mask), got.masked(got.json, c.Mask)},
		{"the document for people", green.masked(green.text, c.Mask), got.masked(got.text, c.Mask)},
	} {
		if d[1] != d[2] {
			faults = append(faults, d[0]+" is another\n"+difference(d[1], d[2]))
		}
	}
	return faults
}

// A judge is a build's core. A Read is a function of its bytes, and most files of a case are the reference's: each is
// asked for once.
type judge struct {
	build string
	slow  bool
	core  host.Core
	known sync.Map // asked, answer
}

type asked struct{ kind, query, raw string }

type judges []*judge

func newJudges(t *testing.T) (all judges) {
	for _, b := range builds {
		j := &judge{build: b.name, slow: b.engine.Interpreter, core: host.Native}
		if b.module != nil {
			j.core = b.open(t, 1000).Core()
		}
		all = append(all, j)
	}
	return all
}

func (j *judge) read(q asked) ([]byte, error) {
	if answer, ok := j.known.Load(q); ok {
		return answer.([]byte), nil
	}
	answer, err := j.core.Read([]byte(q.kind), []byte(q.query), []byte(q.raw))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", j.build, err)
	}
	answer = bytes.Clone(answer)
	j.known.Store(q, answer)
	return answer, nil
}

// reply is what the build says of a recording.
func (j *judge) reply(rec *fact.Recording) (*fact.Reply, error) {
	raw, err := j.core.Eval(rec.Append(nil))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", j.build, err)
	}
	answer, ok := core.ParseAnswer(raw)
	if !ok || answer.Reply == nil {
		return nil, fmt.Errorf("%s: no reply to what another replied to: %s", j.build, raw)
	}
	return answer.Reply, nil
}

// document is what all builds say of the case's tree.
func (all judges) document(t *testing.T, c *sabotage, laid []edit) *document {
	t.Helper()
	s := newScene(t, c.In)
	s.apply(t, laid)
	s.apply(t, c.Edits)
	first := all[0]
	var mu sync.Mutex
	var reads []asked
	eyes := first.core
	eyes.Read = func(kind, query, raw []byte) ([]byte, error) {
		q := asked{string(kind), string(query), string(raw)}
		mu.Lock()
		reads = append(reads, q)
		mu.Unlock()
		return first.read(q)
	}
	h := &host.Host{Core: eyes, Dir: filepath.Join(s.root, filepath.FromSlash(c.From)), Environ: []string{"PATH=" + os.Getenv("PATH"), "HOME=" + s.above},
		State: host.OpenStore(""), Now: func() time.Time { return time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC) }}
	_, rec, err := h.Run(fact.Header{Verb: "check", Point: "stop", Flags: []string{"json"}})
	if err != nil {
		t.Fatal(err)
	}
	var d *document
	for _, j := range all {
		for _, q := range reads {
			want, _ := first.read(q)
			if got, err := j.read(q); err != nil || !bytes.Equal(got, want) {
				t.Errorf("%s reads %s %.80q as another: %v\n%s", j.build, q.kind, q.query, err, difference(string(want), string(got)))
			}
		}
		got, err := j.document(rec)
		switch {
		case err != nil:
			t.Fatal(err)
		case d == nil:
			d = got
		case got.json != d.json || got.text != d.text && !j.slow:
			t.Errorf("%s says another than %s:\n%s\n%s", j.build, first.build, difference(d.json, got.json), difference(d.text, got.text))
		}
	}
	return d
}

// document asks for the document for programs, and for the one for people on the same facts. A slow build is asked for
// the first alone: its module is another build's.
func (j *judge) document(rec *fact.Recording) (*document, error) {
	facts := *rec
	facts.Header.Flags = []string{"json"}
	programs, err := j.reply(&facts)
	if err != nil {
		return nil, err
	}
	d := &document{json: programs.Stdout}
	if err := json.Unmarshal([]byte(d.json), d); err != nil {
		return nil, fmt.Errorf("%s: %v in %q", j.build, err, d.json)
	}
	if j.slow {
		return d, nil
	}
	facts.Header.Flags = nil
	people, err := j.reply(&facts)
	if err != nil {
		return nil, err
	}
	d.text = people.Stdout
	if people.Code != programs.Code || people.Stderr != programs.Stderr {
		return nil, fmt.Errorf("%s: code %d and stderr %q for people, %d and %q for programs", j.build, people.Code, people.Stderr, programs.Code, programs.Stderr)
	}
	return d, nil
}

// sameKinds compares the kinds that were found with those that must be; "a|b" is either.
func sameKinds(got, want []string) bool {
	if len(got) != len(want) {
		return false
	}
	for _, w := range want {
		if !slices.ContainsFunc(strings.Split(w, "|"), func(kind string) bool { return slices.Contains(got, kind) }) {
			return false
		}
	}
	return true
}

// TestSabotageRunnerIsNotFooled: what judges the cases sees a verdict, a finding, a check and a document that are not
// as they must be.
func TestSabotageRunnerIsNotFooled(t *testing.T) {
	doc := func(verdict, kinds, outcome string) *document {
		d := &document{text: "t " + verdict}
		d.json = `{"verdict":"` + verdict + `","tree":"0123456789abcdef","projects":[{"sha256":"p","findings":[` + kinds + `],"checks":[{"id":"c","outcome":"` + outcome + `"}]}]}`
		if err := json.Unmarshal([]byte(d.json), d); err != nil {
			t.Fatal(err)
		}
		return d
	}
	const one, two = `{"kind":"k","message":"the file m"}`, `{"kind":"l","message":"n"}`
	seen := sabotage{Verdict: "red", Kinds: []string{"j|k"}, Says: "file m"}
	for _, c := range []struct {
		name string
		got  *document
		want int
	}{
		{"as it must be", doc("red", one, "passed"), 0},
		{"green", doc("green", one, "passed"), 1},
		{"unproven", doc("unproven", one, "passed"), 1},
		{"nothing found", doc("red", "", "passed"), 2},
		{"another found", doc("red", two, "passed"), 2},
		{"another found as well", doc("red", one+","+two, "passed"), 1},
		{"a check failed as well", doc("red", one, "failed"), 1},
	} {
		if faults := unseen(&seen, nil, c.got); max(0, len(faults)-1) != c.want {
			t.Errorf("%s: %q", c.name, faults)
		}
	}
	if unseen(&sabotage{Verdict: "green"}, nil, doc("green", "", "passed")) == nil {
		t.Error("a sabotage may be meant to be green")
	}
	green, red := doc("green", "", "passed"), doc("red", one, "passed")
	for _, c := range []struct {
		name string
		mask []string
		got  *document
		want int
	}{
		{"the same", nil, green, 0},
		{"another verdict", []string{"tree", "policy", "table", "places", "order", "semantic"}, red, 2},
		{"an unknown mask", []string{"trees"}, green, 1},
	} {
		if faults := changed(&sabotage{Mask: c.mask}, green, c.got); len(faults) != c.want {
			t.Errorf("%s: %q", c.name, faults)
		}
	}
}
