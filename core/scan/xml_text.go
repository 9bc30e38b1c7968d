package scan

import (
	"bytes"
	"unicode/utf8"
)

// The predefined entities (XML 1.0, section 4.6). No other is ever expanded.
var entities = []struct{ name, value string }{
	{"lt", "<"}, {"gt", ">"}, {"amp", "&"}, {"quot", `"`}, {"apos", "'"},
}

// maxReference is the longest reference that can mean something: "#x" and eight digits.
const maxReference = 10

// decodeXML decodes the references in raw; bad is the offset of one that is no reference, or -1. Bytes that
// are not UTF-8 stay as they are: whoever keeps the text cleans it.
func decodeXML(raw []byte) (text string, bad int) {
	amp := bytes.IndexByte(raw, '&')
	if amp < 0 {
		return string(raw), -1
	}
	out := make([]byte, 0, len(raw))
	pos := 0
	for amp >= 0 {
		at := pos + amp
		out = append(out, raw[pos:at]...)
		window := raw[at+1 : min(len(raw), at+maxReference+2)]
		semi := bytes.IndexByte(window, ';')
		if semi < 0 {
			return "", at
		}
		var ok bool
		if out, ok = appendReference(out, window[:semi]); !ok {
			return "", at
		}
		pos = at + 1 + semi + 1
		amp = bytes.IndexByte(raw[pos:], '&')
	}
	return string(append(out, raw[pos:]...)), -1
}

func appendReference(out, name []byte) ([]byte, bool) {
	if len(name) > 1 && name[0] == '#' {
		r, ok := parseReference(name[1:])
		if !ok {
			return out, false
		}
		return utf8.AppendRune(out, r), true
	}
	for i := range entities {
		if entities[i].name == string(name) {
			return append(out, entities[i].value...), true
		}
	}
	return out, false
}

func parseReference(digits []byte) (rune, bool) {
	base := uint32(10)
	if digits[0] == 'x' {
		base, digits = 16, digits[1:]
	}
	var n uint32
	for _, c := range digits {
		d := uint32(16)
		switch {
		case c >= '0' && c <= '9':
			d = uint32(c - '0')
		case c|0x20 >= 'a' && c|0x20 <= 'f':
			d = uint32(c|0x20-'a') + 10
		}
		if d >= base {
			return 0, false
		}
		if n = n*base + d; n > utf8.MaxRune {
			return 0, false
		}
	}
	// A surrogate is no character; NUL is one that no text may hold.
	return rune(n), len(digits) > 0 && n > 0 && utf8.ValidRune(rune(n))
}
