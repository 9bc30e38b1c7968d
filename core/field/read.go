package field

import (
	"github.com/stile-gate/stile/core/fact"
	"github.com/stile-gate/stile/core/scan"
)

// A Reader gathers what is wrong with one file: the first fact.MaxFindings findings, in the order of their places, and
// how many there are in all. Findings carry byte offsets in Col until Place turns them into lines and columns.
type Reader struct {
	Format   *Format
	Path     string // root-relative, for findings
	Src      []byte
	Findings []fact.Finding
	Total    int64
}

// File returns the object that the file holds; nil, with a finding, where it holds none of the version that is read.
func (r *Reader) File() *scan.Value {
	f := r.Format
	if int64(len(r.Src)) > f.Most {
		r.Find(0, scan.TooLarge, "", "the file is larger than $ bytes", fact.Itoa(f.Most))
		return nil
	}
	v, err := scan.JSON(r.Src)
	if err != nil {
		r.broken(err)
		return nil
	}
	if v.Kind != scan.Object {
		r.Find(v.Pos, "wrong-type", f.Least, "the file holds $ where an object is wanted", KindWords[v.Kind])
		return nil
	}
	version := f.Key(TopLevel, f.Version).Shape.Max
	if n := v.Get(f.Version); n != nil && n.Kind == scan.Int && n.Int != version {
		r.Find(n.Pos, "unknown-version", "", "the file is of version $ and this stile reads version $",
			fact.Itoa(n.Int), fact.Itoa(version))
		return nil
	}
	return v
}

// Find notes a finding at a byte offset, behind those that stand before it. Its message is the sentence, filled by
// fact.Say.
func (r *Reader) Find(at int, kind, do, sentence string, args ...string) {
	r.Total++
	if len(r.Findings) == fact.MaxFindings {
		return
	}
	all := append(r.Findings, fact.Finding{})
	i := len(all) - 1
	for i > 0 && all[i-1].Col > int64(at) {
		i--
	}
	copy(all[i+1:], all[i:])
	all[i] = fact.Finding{Kind: kind, Path: r.Path, Col: int64(at), Message: fact.Say(sentence, args...), Do: do}
	r.Findings = all
}

// Place turns the offsets of findings, and of n other things in the order of their offsets, into lines and columns. It
// counts as scan.Position does but for all of them at once: a file of one long line must not cost a walk for each.
func (r *Reader) Place(n int, mark func(i int) (line, col *int64)) {
	w := walker{src: r.Src, line: 1}
	if fact.HasPrefix(r.Src, bom) {
		w.at, w.start = len(bom), len(bom)
	}
	f := r.Findings
	for i := 0; len(f) > 0 || i < n; {
		if i < n {
			if line, col := mark(i); len(f) == 0 || *col < f[0].Col {
				w.to(line, col)
				i++
				continue
			}
		}
		w.to(&f[0].Line, &f[0].Col)
		f = f[1:]
	}
}

const bom = "\xef\xbb\xbf"

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
