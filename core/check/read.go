package check

import (
	"bytes"
	"slices"
	"unicode/utf8"

	"github.com/stile-gate/stile/core/fact"
	"github.com/stile-gate/stile/core/scan"
)

// reader gathers what one stile.json says. Findings and checks carry byte offsets in Col until place turns
// them into lines and columns, all in one pass over the source.
type reader struct {
	path    string
	src     []byte
	policy  Policy
	entries []entry
}

// An entry is one element of checks: found counts its findings.
type entry struct {
	check Check
	value *scan.Value
	found int64
}

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
		r.find(0, scan.TooLarge, "the file is larger than "+fact.Itoa(fact.MaxPolicy)+" bytes", "")
		return
	}
	v, err := scan.JSON(r.src)
	if err != nil {
		r.broken(err)
		return
	}
	if v.Kind != scan.Object {
		r.find(v.Pos, "wrong-type", "the file holds "+kindWords[v.Kind]+" where an object is wanted", minimal)
		return
	}
	if n := v.Get("stile"); n != nil && n.Kind == scan.Int && n.Int != version {
		r.find(n.Pos, "unknown-version", "the file is of version "+fact.Itoa(n.Int)+" and this stile reads version "+
			fact.Itoa(version), "")
		return
	}
	r.object(topLevel, &v, nil)
	if list := v.Get("checks"); list != nil && list.Kind == scan.Array {
		r.checks(list)
	}
	if hook := v.Get("hook"); hook != nil && hook.Kind == scan.Object {
		r.object(hookLevel, hook, nil)
	}
}

func (r *reader) checks(list *scan.Value) {
	for i := range min(len(list.Items), fact.MaxChecks) {
		v := &list.Items[i]
		if v.Kind != scan.Object {
			continue
		}
		before := r.policy.Total
		e := entry{value: v}
		r.object(checkLevel, v, &e.check)
		e.check.Col = int64(v.Pos)
		r.lint(&e)
		r.unique(&e)
		e.found = r.policy.Total - before
		r.entries = append(r.entries, e)
	}
	r.after()
	for i := range r.entries {
		if r.entries[i].found == 0 {
			r.policy.Checks = append(r.policy.Checks, r.entries[i].check)
		}
	}
}

func (r *reader) unique(e *entry) {
	if e.check.ID == "" {
		return
	}
	for i := range r.entries {
		if r.entries[i].check.ID == e.check.ID {
			r.find(e.value.Get("id").Pos, "duplicate-id", "the id "+quote(e.check.ID)+" is already that of check "+
				fact.Itoa(int64(i)+1)+" of the list", "give each check an id of its own")
			return
		}
	}
}

// find notes a finding at a byte offset.
func (r *reader) find(at int, kind, message, do string) {
	if r.policy.Total++; len(r.policy.Findings) < fact.MaxFindings {
		r.policy.Findings = append(r.policy.Findings,
			fact.Finding{Kind: kind, Path: r.path, Col: int64(at), Message: message, Do: do})
	}
}

var bom = []byte("\xef\xbb\xbf")

// place turns the offsets into lines and columns, as scan.Position counts them but for all of them at once:
// a file of one long line must not cost a walk for each finding.
func (r *reader) place() {
	slices.SortStableFunc(r.policy.Findings, func(a, b fact.Finding) int { return int(a.Col - b.Col) })
	line, start, at := int64(1), 0, 0
	if bytes.HasPrefix(r.src, bom) {
		start, at = len(bom), len(bom)
	}
	walk := func(lineTo, col *int64) {
		to := min(int(*col), len(r.src))
		for ; at < to; at++ {
			if c := r.src[at]; c == '\n' || (c == '\r' && (at+1 == len(r.src) || r.src[at+1] != '\n')) {
				line, start = line+1, at+1
			}
		}
		*lineTo, *col = line, int64(max(to-start, 0))+1
	}
	f, c := r.policy.Findings, r.policy.Checks
	for len(f) > 0 || len(c) > 0 {
		if len(c) == 0 || (len(f) > 0 && f[0].Col <= c[0].Col) {
			walk(&f[0].Line, &f[0].Col)
			f = f[1:]
		} else {
			walk(&c[0].Line, &c[0].Col)
			c = c[1:]
		}
	}
}

// quote writes a text of the file into a message: as JSON, cut to a length that leaves the message readable.
func quote(s string) string {
	const most = 60
	if len(s) <= most {
		return string(fact.AppendString(nil, s))
	}
	n := most
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return string(fact.AppendString(nil, s[:n])) + "…"
}
