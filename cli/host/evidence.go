package host

import (
	"context"
	"io"
	"path"
	"path/filepath"
	"strings"
	"unicode/utf8"

	"github.com/stile-gate/stile/core/fact"
	"github.com/stile-gate/stile/core/scan"
)

// citedKinds are the facts about what tables cite. A round may want thousands of them, and each only reads.
var citedKinds = []string{fact.PreEvidence, fact.PreADR, fact.PreReport, fact.PreList}

func cites(w *fact.Want) bool {
	for _, pre := range citedKinds {
		if strings.HasPrefix(w.ID, pre) {
			return true
		}
	}
	return false
}

// serveCited answers wants of citedKinds on all cores, each fact in its want's place. What the end of ctx leaves
// unread is unreadable for that reason.
func (h *Host) serveCited(ctx context.Context, wants []*fact.Want) []fact.Fact {
	facts := make([]fact.Fact, len(wants))
	share(ctx, len(wants), 16, func() func(int) {
		r := citedReader{host: h}
		return func(i int) {
			f := r.serve(wants[i])
			f.ID = wants[i].ID
			facts[i] = f
		}
	})
	for i := range facts {
		if facts[i].ID != "" {
			continue
		}
		facts[i] = unreadable("internal fault")
		if ctx.Err() != nil {
			facts[i] = unreadable(fact.WhyTime)
		}
		facts[i].ID = wants[i].ID
	}
	return facts
}

func (h *Host) serveEvidence(w *fact.Want) fact.Fact {
	return (&citedReader{host: h}).serve(w)
}

// A citedReader reads one file after another; what it read last is valid until the next.
type citedReader struct {
	host *Host
	buf  []byte
}

func (r *citedReader) serve(w *fact.Want) fact.Fact {
	if r.host.unasked.err() != nil {
		return unreadable("internal fault") // nobody will see it, and a call that was given up on still looks at buf
	}
	c, err := r.host.citedFiles()
	if err != nil {
		_, state, why := failedRead(err)
		return fact.Fact{State: state, Why: why}
	}
	kind, rel, _ := strings.Cut(w.ID, ":")
	if kind+":" == fact.PreList {
		l, state, why := c.list(rel)
		if state != fact.Present {
			return fact.Fact{State: state, Why: why}
		}
		return fact.Of(w.ID, &l)
	}
	at, state, why := r.read(c, rel)
	if state != fact.Present {
		return fact.Fact{State: state, Why: why}
	}
	f := fact.Evidence{Size: int64(len(r.buf)), SHA256: hexDigest(r.buf), Text: textDigest(r.buf), Spelling: at.spelling, Real: at.real}
	if kind := w.Get("read"); kind != "" {
		raw := r.buf
		if fact.Has(scan.ReportFormats(), kind) {
			raw = dropRoots(raw, c.spellings)
		}
		var late bool
		if f.Read, late = r.host.read(r.host.ctx, kind, queryOf(w, rel), raw); late {
			r.buf = nil // it is still looked at
			return unreadable(fact.WhyTime)
		}
	}
	return fact.Of(w.ID, &f)
}

// queryOf is the query of a reading: the frames that the want lists, the path where it lists none.
func queryOf(w *fact.Want, rel string) []byte {
	frames := w.List("query")
	if len(frames) == 0 {
		return []byte(rel)
	}
	var q []byte
	for _, f := range frames {
		q = fact.AppendFrame(q, []byte(f))
	}
	return q
}

// citable is a path as it would be spelled without "./" and the like, or why nothing can be cited by it.
func citable(rel string) (clean, why string) {
	switch {
	case !utf8.ValidString(rel) || strings.IndexByte(rel, 0) >= 0:
		return "", "not a path"
	case !filepath.IsLocal(filepath.FromSlash(rel)), filepath.Separator != '/' && strings.ContainsRune(rel, filepath.Separator):
		return "", outsideProject
	}
	clean = path.Clean(rel)
	if insideGit(clean) {
		return "", inGit
	}
	return clean, ""
}

// insideGit reports whether a path leads into a directory of git's, or is its link to one. Letter case does not matter:
// on many disks .GIT is the same directory.
func insideGit(rel string) bool {
	for name := range strings.SplitSeq(rel, "/") {
		if len(name) == len(".git") && strings.EqualFold(name, ".git") {
			return true
		}
	}
	return false
}

// read loads the file that rel names into r.buf.
func (r *citedReader) read(c *cited, rel string) (at citedFile, state fact.State, why string) {
	clean, why := citable(rel)
	if why != "" {
		return at, fact.Unreadable, why
	}
	if r.known(c, clean) {
		return citedFile{spelling: clean, real: clean}, fact.Present, ""
	}
	if at, state, why = c.find(clean); state != fact.Present {
		return at, state, why
	}
	f, err := c.open(at.real)
	if err != nil {
		_, state, why = failedRead(err)
		return at, state, why
	}
	defer f.Close()
	info, err := f.Stat()
	if err == nil {
		if why := notPlain(info, fact.MaxRead); why != "" {
			return at, fact.Unreadable, why
		}
		err = r.load(f, info.Size())
	}
	if err != nil {
		_, state, why = failedRead(err)
		return at, state, why
	}
	if len(r.buf) > fact.MaxRead {
		return at, fact.Unreadable, tooLarge
	}
	return at, fact.Present, ""
}

// known loads a file that the walk has seen under this very path, behind no link: nothing has to be looked up again.
// The inode tells where a link has taken a directory's place since. Whatever is not as it was is left to be found.
func (r *citedReader) known(c *cited, rel string) bool {
	if c.walked == nil {
		return false
	}
	e := c.walked.find(rel)
	if e == nil || e.kind != kindFile || e.size > fact.MaxRead {
		return false
	}
	if c.handle.load(r, e) {
		return true
	}
	f, err := c.open(rel)
	if err != nil {
		return false
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil || notPlain(info, fact.MaxRead) != "" {
		return false
	}
	if _, inode := changeTime(info); inode != e.inode {
		return false
	}
	return r.load(f, info.Size()) == nil && len(r.buf) <= fact.MaxRead
}

// leastBuffer holds most files that are cited, in bytes.
const leastBuffer = 64 << 10

// load reads f into r.buf, at most one byte more than a reading may hold.
func (r *citedReader) load(f io.Reader, size int64) error {
	buf := r.buf[:cap(r.buf)]
	if int64(len(buf)) <= size {
		buf = make([]byte, max(size+1, leastBuffer))
	}
	for n := 0; ; {
		if n == len(buf) {
			buf = append(buf, make([]byte, len(buf))...)
		}
		k, err := f.Read(buf[n:min(len(buf), fact.MaxRead+1)])
		n += k
		if err != nil || n > fact.MaxRead {
			r.buf = buf[:n]
			if err == io.EOF {
				err = nil
			}
			return err
		}
	}
}
