package scan

import "bytes"

// skip passes over the value at pos.
func (f *fieldReader) skip() bool {
	if f.pos == len(f.src) {
		return f.fail(UnexpectedEnd, f.pos)
	}
	switch c := f.src[f.pos]; c {
	case '"':
		end := stringEnd(f.src, f.pos)
		if end < 0 {
			return f.fail(UnexpectedEnd, len(f.src))
		}
		f.pos = end
		return true
	case '{', '[':
		return f.skipContainer()
	}
	// A literal or number is short: it is read strictly, which also says where it ends.
	end := f.pos
	for end < len(f.src) && isScalar(f.src[end]) {
		end++
	}
	p := newParser(f.src[f.pos:end], f.pos)
	var v Value
	if p.value(&v, 0) && p.pos == len(p.text) {
		f.pos = end
		return true
	}
	if p.err == nil || (p.err.Kind == UnexpectedEnd && end < len(f.src)) {
		f.pos += p.pos
		return f.unexpected()
	}
	f.err = p.err
	return false
}

func isScalar(c byte) bool {
	return isDigit(c) || lower(c)-'a' <= 'z'-'a' || c == '-' || c == '+' || c == '.'
}

// stringEnd returns the end of the string whose opening quote is at start, -1 when it has none. A quote closes
// when an even number of backslashes stands before it; every backslash is counted once.
func stringEnd(src []byte, start int) int {
	for i := start + 1; ; {
		n := bytes.IndexByte(src[i:], '"')
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

// brackets marks what skipContainer stops at.
var brackets = [256]bool{'"': true, '{': true, '}': true, '[': true, ']': true}

// skipContainer passes over the array or object at pos. Open brackets are one bit each, so that no depth an
// agent's own data may have costs more than an eighth of a byte a level.
func (f *fieldReader) skipContainer() bool {
	var shallow [16]uint64
	open, depth := shallow[:0], 0
	src := f.src
	for i := f.pos; i < len(src); i++ {
		if !brackets[src[i]] {
			continue
		}
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
		default:
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
