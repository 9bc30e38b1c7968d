package check

import (
	"bytes"

	"github.com/stile-gate/stile/core/fact"
	"github.com/stile-gate/stile/core/scan"
)

// reader gathers what one stile.json says. Findings and checks carry byte offsets in Col until place turns
// them into lines and columns, all in one pass over the source.
type reader struct {
	path    string
	src     []byte
	policy  Policy
	entries []*entry
}

// An entry is one element of checks: place is its index in policy.Checks, it is wrong when it has a finding, waits
// are the checks that it comes after, and it is settled when no cycle through it is left to find.
type entry struct {
	check   *Check
	place   int
	value   *scan.Value
	wrong   bool
	waits   []*entry
	settled bool
}

// item is the offset of an item of the list that the check has under this key.
func (e *entry) item(key string, i int) int { return e.value.Get(key).Items[i].Pos }

// Read is the answer of Read("stile.json", path, src): the canonical JSON of the policy, with a finding for
// everything in it that cannot be understood. path is root-relative and names the file in findings.
func Read(path string, src []byte) []byte {
	r := reader{path: path, src: src}
	r.defaults(hookLevel, nil, nil)
	r.file()
	r.place()
	return r.policy.json()
}

func (r *reader) file() {
	if len(r.src) > fact.MaxPolicy {
		r.find(0, scan.TooLarge, "", "the file is larger than $ bytes", fact.Itoa(fact.MaxPolicy))
		return
	}
	v, err := scan.JSON(r.src)
	if err != nil {
		r.broken(err)
		return
	}
	if v.Kind != scan.Object {
		r.find(v.Pos, "wrong-type", minimal, "the file holds $ where an object is wanted", kindWords[v.Kind])
		return
	}
	if n := v.Get("stile"); n != nil && n.Kind == scan.Int && n.Int != version {
		r.find(n.Pos, "unknown-version", "", "the file is of version $ and this stile reads version $",
			fact.Itoa(n.Int), fact.Itoa(version))
		return
	}
	r.object(topLevel, v, nil)
	if list := v.Get("checks"); list != nil && list.Kind == scan.Array {
		r.checks(list)
	}
	if hook := v.Get("hook"); hook != nil && hook.Kind == scan.Object {
		r.object(hookLevel, hook, nil)
	}
}

func (r *reader) checks(list *scan.Value) {
	all := make([]Check, min(len(list.Items), fact.MaxChecks))
	for i := range all {
		v := &list.Items[i]
		if v.Kind != scan.Object {
			continue
		}
		c := &all[i]
		e := &entry{check: c, place: i, value: v}
		before := r.policy.Total
		r.object(checkLevel, v, c)
		c.Col = int64(v.Pos)
		r.lint(e)
		r.unique(e)
		e.wrong = r.policy.Total > before
		r.entries = append(r.entries, e)
	}
	r.after()
	for _, e := range r.entries {
		if !e.wrong {
			// As a slice, since that moves a large element in one piece.
			r.policy.Checks = append(r.policy.Checks, all[e.place:e.place+1]...)
		}
	}
}

func (r *reader) unique(e *entry) {
	id := e.check.ID
	if id == "" {
		return
	}
	for i, o := range r.entries {
		if o.check.ID == id {
			r.find(e.value.Get("id").Pos, "duplicate-id", "give each check an id of its own",
				"the id % is already that of check $ of the list", id, fact.Itoa(int64(i)+1))
			return
		}
	}
}

// find notes a finding at a byte offset, behind those that stand before it. Its message is the sentence, filled by say.
func (r *reader) find(at int, kind, do, sentence string, args ...string) {
	r.policy.Total++
	if len(r.policy.Findings) == fact.MaxFindings {
		return
	}
	all := append(r.policy.Findings, fact.Finding{})
	i := len(all) - 1
	for i > 0 && all[i-1].Col > int64(at) {
		i--
	}
	copy(all[i+1:], all[i:])
	all[i] = fact.Finding{Kind: kind, Path: r.path, Col: int64(at), Message: say(sentence, args...), Do: do}
	r.policy.Findings = all
}

// place turns the offsets into lines and columns, as scan.Position counts them but for all of them at once:
// a file of one long line must not cost a walk for each finding.
func (r *reader) place() {
	w := walker{src: r.src, line: 1}
	if bytes.HasPrefix(r.src, bom) {
		w.at, w.start = len(bom), len(bom)
	}
	f, c := r.policy.Findings, r.policy.Checks
	for len(f) > 0 || len(c) > 0 {
		if len(c) == 0 || (len(f) > 0 && f[0].Col <= c[0].Col) {
			w.to(&f[0].Line, &f[0].Col)
			f = f[1:]
		} else {
			w.to(&c[0].Line, &c[0].Col)
			c = c[1:]
		}
	}
}

var bom = []byte("\xef\xbb\xbf")

// A walker goes through a source once; start is where its present line begins.
type walker struct {
	src       []byte
	at, start int
	line      int64
}

// to walks on to the offset in col, and leaves its place in line and col.
func (w *walker) to(line, col *int64) {
	to := min(int(*col), len(w.src))
	for ; w.at < to; w.at++ {
		if c := w.src[w.at]; c == '\n' || (c == '\r' && (w.at+1 == len(w.src) || w.src[w.at+1] != '\n')) {
			w.line, w.start = w.line+1, w.at+1
		}
	}
	*line, *col = w.line, int64(max(to-w.start, 0))+1
}
