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
	version := int64(f.Key(TopLevel, f.Version).Shape.Max)
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
	i := len(r.Findings)
	if i == fact.MaxFindings {
		return
	}
	for i > 0 && r.Findings[i-1].Col > int64(at) {
		i--
	}
	fact.Insert(&r.Findings, i, fact.Found(r.Path, 0, int64(at), kind, do, sentence, args...))
}

// Lines are the offsets where the lines of a file begin.
type Lines []int32

// Place turns the offsets of findings into lines and columns, and returns what does so for others.
func (r *Reader) Place() Lines {
	l := Lines{0}
	if fact.HasPrefix(r.Src, bom) {
		l[0] = int32(len(bom))
	}
	src := r.Src[:min(len(r.Src), int(r.Format.Most))] // nothing behind it was read
	for i, c := range src {
		if c == '\n' || c == '\r' && (i+1 == len(src) || src[i+1] != '\n') {
			l = append(l, int32(i)+1)
		}
	}
	for i := range r.Findings {
		f := &r.Findings[i]
		l.Place(&f.Line, &f.Col)
	}
	return l
}

const bom = "\xef\xbb\xbf"

// Place counts as scan.Position does, but without a walk for each: it leaves the place of the offset in col in line and
// col.
func (l Lines) Place(line, col *int64) {
	lo, hi := 0, len(l)
	for lo < hi {
		if m := (lo + hi) / 2; int64(l[m]) <= *col {
			lo = m + 1
		} else {
			hi = m
		}
	}
	lo = max(lo, 1)
	*line, *col = int64(lo), max(*col-int64(l[lo-1]), 0)+1
}
