package host

import (
	"bytes"
	"context"
	"errors"
	"io"
	"path"
	"slices"
	"unicode/utf8"

	"github.com/stile-gate/stile/core/fact"
	"github.com/stile-gate/stile/core/scan"
)

const (
	// reportChunk is how much of a report one reading gets; reportLine bounds a line of one, so that a chunk cut
	// at a line's end has an end.
	reportChunk = 1 << 20
	reportLine  = 4 << 20
)

// readReport reads what the check reported into m, or why there is none. Cut says that ctx ended meanwhile.
func readReport(ctx context.Context, s Spec, at place, out *output, before reportFiles, m *fact.Measure) (cut bool) {
	r := reportReader{ctx: ctx, read: s.Read, format: s.Format, wanted: s.Wanted, roots: rootSpellings([]string{at.root, s.Root})}
	var none string
	if len(s.Files) == 0 {
		none = r.stream(out.report, fileSize(out.report))
	} else {
		none = r.files(findReports(ctx, at, s.Files), before)
	}
	if ctx.Err() != nil && (none == timedOut || none == "" && len(r.answer) == 0) {
		m.NoReport = timedOut
		return true
	}
	if none == "" && len(r.answer) == 0 {
		none = unreadableFile
	}
	if m.NoReport = none; none == "" {
		m.Report, m.Files = r.answer, r.told(s.Project)
	}
	return false
}

const timedOut = "timed out"

// A reportReader hands a report to the core piece by piece; each answer is the next question.
type reportReader struct {
	ctx    context.Context
	read   func(kind string, query, raw []byte) []byte
	format string
	wanted []string // names of cases, a part of every question
	roots  []string // spellings of the root, which a report must not carry into a document
	answer []byte
	names  []string // of the files that were read, relative to the project
}

// piece hands over the next bytes; last says that they end a file.
func (r *reportReader) piece(raw []byte, last bool) {
	word := ""
	if last {
		word = "last"
	}
	query := fact.AppendFrame(fact.AppendFrame(nil, r.answer), []byte(word))
	for _, name := range r.wanted {
		query = fact.AppendFrame(query, []byte(name))
	}
	r.answer = r.read(r.format, query, dropRoots(raw, r.roots))
}

// stream reads a report that was printed, in chunks cut at the ends of lines.
func (r *reportReader) stream(f io.ReaderAt, size int64) (none string) {
	if scan.IsDocument(r.format) {
		if size > fact.MaxRead {
			return "too large"
		}
		b, err := readRange(f, 0, size)
		if err != nil {
			return unreadableFile
		}
		r.piece(b, true)
		return ""
	}
	src := io.NewSectionReader(f, 0, size)
	buf := make([]byte, 0, reportChunk)
	for {
		if r.ctx.Err() != nil {
			return timedOut
		}
		n, err := io.ReadFull(src, buf[len(buf):cap(buf)])
		buf = buf[:len(buf)+n]
		switch {
		case errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF):
			r.piece(buf, true)
			return ""
		case err != nil:
			return unreadableFile
		}
		end := bytes.LastIndexByte(buf, '\n') + 1
		if end == 0 {
			if len(buf) >= reportLine {
				return "line too long"
			}
			buf = append(make([]byte, 0, 2*cap(buf)), buf...)
			continue
		}
		r.piece(buf[:end], false)
		if r.ctx.Err() != nil {
			return timedOut // a call that was given up on still looks at buf
		}
		buf = buf[:copy(buf, buf[end:])]
	}
}

// files reads the report files that the check has written. It reads all of them or none: what it passed over could
// be the one that says failed.
func (r *reportReader) files(after, before reportFiles) (none string) {
	fresh, sure := after.written(r.ctx, before)
	switch {
	case r.ctx.Err() != nil:
		return timedOut
	case after.tooMany || before.tooMany:
		return "too many files"
	case after.unfit != "":
		return after.unfit
	case !sure:
		return "too large"
	case len(after.files) == 0:
		return "absent"
	case len(fresh) == 0:
		return fact.ReportStale
	}
	left := int64(maxReports)
	for _, f := range fresh {
		if left -= f.size; left < 0 || f.size > fact.MaxRead {
			return "too large"
		}
	}
	for _, f := range fresh {
		if r.ctx.Err() != nil {
			return timedOut
		}
		b, err := f.bytes()
		if err != nil {
			return unreadableFile
		}
		r.piece(b, true)
		r.names = append(append(r.names, f.path), f.also...)
	}
	return ""
}

// maxReportNames of the files that a report was read from are told.
const maxReportNames = 1000

// told are the paths of the files that were read, relative to the root.
func (r *reportReader) told(project string) (paths []string) {
	for _, name := range r.names {
		if utf8.ValidString(name) {
			paths = append(paths, path.Join(project, name))
		}
	}
	slices.Sort(paths)
	return paths[:min(len(paths), maxReportNames)]
}
