package host

import (
	"bytes"
	"io"
	"unicode/utf8"

	"github.com/stile-gate/stile/core/fact"
)

const (
	half = fact.MaxOutput / 2
	// beyond is what is read past a cut: long enough for a key block, so that a secret is seen whole
	// although only a part of it would be shown.
	beyond = 8 << 10
	// step is how far a cut moves back when it would split a secret or leave too much.
	step = 512
	// lineSearch is how far a cut moves back to fall on a line's end.
	lineSearch = 4 << 10
)

type cleanFunc func([]byte) (text []byte, secrets int64)

// excerpt quotes the head and the tail of what was printed. A check whose stdout should have been a report, could
// not be read as a whole one, and that wrote nothing to stderr, is quoted from stdout.
func (o *output) excerpt(clean cleanFunc, read bool) (head, tail []byte, omitted, secrets int64) {
	f, size := o.shown, fileSize(o.shown)
	if n := fileSize(o.report); size == 0 && n > 0 && !read {
		f, size = o.report, n
	}
	return excerpt(f, size, clean)
}

func excerpt(f io.ReaderAt, size int64, clean cleanFunc) (head, tail []byte, omitted, secrets int64) {
	if size <= fact.MaxOutput {
		b, err := readRange(f, 0, size)
		if err != nil {
			return nil, nil, size, 0
		}
		if text, n := clean(b); len(text) <= fact.MaxOutput {
			at := len(text)
			if at > half {
				at = cutBefore(text, half)
			}
			return text[:at:at], text[at:], 0, n
		}
	}
	front, err := readRange(f, 0, min(size, half+beyond))
	if err != nil {
		return nil, nil, size, 0
	}
	from := max(0, size-half-beyond)
	back, err := readRange(f, from, size)
	if err != nil {
		return nil, nil, size, 0
	}
	head, h, n := cleanHead(front, min(half, int(size/2)), clean)
	tail, t, k := cleanTail(back, min(half, int(size/2)), clean)
	return head, tail, max(0, from+int64(t)-int64(h)), n + k
}

// cleanHead cleans the longest piece at the start of window, of at most limit bytes before and half after,
// that reads the same alone as within the window: then the cut splits nothing that cleaning knows.
func cleanHead(window []byte, limit int, clean cleanFunc) (text []byte, used int, secrets int64) {
	whole, _ := clean(window)
	for n := cutBefore(window, limit); n > 0; n = cutBefore(window, n-step) {
		if text, secrets = clean(window[:n]); len(text) <= half && bytes.HasPrefix(whole, text) {
			return text, n, secrets
		}
	}
	return nil, 0, 0
}

// cleanTail is cleanHead for the end of window; from is where the piece begins in it.
func cleanTail(window []byte, limit int, clean cleanFunc) (text []byte, from int, secrets int64) {
	whole, _ := clean(window)
	for n := cutAfter(window, len(window)-limit); n < len(window); n = cutAfter(window, n+step) {
		if text, secrets = clean(window[n:]); len(text) <= half && bytes.HasSuffix(whole, text) {
			return text, n, secrets
		}
	}
	return nil, len(window), 0
}

// cutBefore is a good place to cut b at n or before: behind a line's end, else between two runes.
func cutBefore(b []byte, n int) int {
	if n <= 0 {
		return 0
	}
	if n >= len(b) {
		return len(b)
	}
	low := max(0, n-lineSearch)
	if i := bytes.LastIndexByte(b[low:n], '\n'); i >= 0 {
		return low + i + 1
	}
	for k := n; k > max(0, n-utf8.UTFMax); k-- {
		if utf8.RuneStart(b[k]) {
			return k
		}
	}
	return n
}

// cutAfter is a good place to cut b at n or behind.
func cutAfter(b []byte, n int) int {
	if n <= 0 {
		return 0
	}
	if n >= len(b) {
		return len(b)
	}
	if b[n-1] == '\n' {
		return n
	}
	if i := bytes.IndexByte(b[n:min(len(b), n+lineSearch)], '\n'); i >= 0 {
		return n + i + 1
	}
	for k := n; k < min(len(b), n+utf8.UTFMax); k++ {
		if utf8.RuneStart(b[k]) {
			return k
		}
	}
	return n
}
