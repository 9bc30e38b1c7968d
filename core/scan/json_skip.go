package scan

import "strings"

// skip passes over the value at pos.
func (f *fieldReader) skip() bool {
	if f.pos == len(f.text) {
		return f.fail(UnexpectedEnd, f.pos)
	}
	switch f.text[f.pos] {
	case '"':
		end := stringEnd(f.text, f.pos)
		if end < 0 {
			return f.fail(UnexpectedEnd, len(f.text))
		}
		f.pos = end
		return true
	case '{', '[':
		return f.skipContainer()
	}
	// A literal or number is short: it is read strictly, which also says where it ends.
	end := f.pos
	for end < len(f.text) && (is(f.text[end], alnum|hyphen|dot) || f.text[end] == '+') {
		end++
	}
	p := parser{text: f.text[:end], pos: f.pos}
	var v Value
	switch ok := p.value(&v, 0); {
	case ok && p.pos == end:
		f.pos = end
		return true
	case ok, p.err.Kind == UnexpectedEnd && end < len(f.text):
		f.pos = p.pos
		return f.unexpected()
	}
	f.err = p.err
	return false
}

// stringEnd returns the end of the string whose opening quote is at start, -1 when it has none. A quote closes
// when an even number of backslashes stands before it; every backslash is counted once.
func stringEnd(src string, start int) int {
	for i := start + 1; ; {
		n := strings.IndexByte(src[i:], '"')
		if n < 0 {
			return -1
		}
		quote := i + n
		slash := quote
		for slash > i && src[slash-1] == '\\' {
			slash--
		}
		if i = quote + 1; (quote-slash)%2 == 0 {
			return i
		}
	}
}

// skipContainer passes over the array or object at pos. Open brackets are one bit each, so that no depth an
// agent's own data may have costs more than an eighth of a byte a level.
func (f *fieldReader) skipContainer() bool {
	var shallow [16]uint64
	open, depth := shallow[:0], 0
	src := f.text
	for i := f.pos; i < len(src); i++ {
		switch c := src[i]; c {
		case '"':
			end := stringEnd(src, i)
			if end < 0 {
				return f.fail(UnexpectedEnd, len(src))
			}
			i = end - 1
		case '{', '[':
			if depth%64 == 0 {
				open = append(open, 0)
			}
			if c == '{' {
				open[depth/64] |= 1 << (depth % 64)
			}
			depth++
		case '}', ']':
			depth--
			bit := uint64(1) << (depth % 64)
			if (open[depth/64]&bit != 0) != (c == '}') {
				return f.fail(BadJSON, i)
			}
			open[depth/64] &^= bit
			open = open[:(depth+63)/64]
			if depth == 0 {
				f.pos = i + 1
				return true
			}
		}
	}
	return f.fail(UnexpectedEnd, len(src))
}
