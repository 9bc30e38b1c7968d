package scan

import (
	"strings"
	"unicode/utf8"

	"github.com/stile-gate/stile/core/fact"
)

// The predefined entities (XML 1.0, section 4.6). No other is ever expanded.
var entities = [...]struct {
	name  string
	value rune
}{{"lt", '<'}, {"gt", '>'}, {"amp", '&'}, {"quot", '"'}, {"apos", '\''}}

// maxReference is the longest reference that can mean something: "#x" and eight digits.
const maxReference = 10

// decodeXML decodes the references in raw; bad is the offset of one that is no reference, or -1. Bytes that
// are not UTF-8 stay as they are: whoever keeps the text cleans it.
func decodeXML(raw string) (text string, bad int) {
	var out []byte
	pos := 0
	for {
		at := strings.IndexByte(raw[pos:], '&')
		if at < 0 {
			if pos == 0 {
				return raw, -1
			}
			return string(append(out, raw[pos:]...)), -1
		}
		if out == nil {
			out = make([]byte, 0, len(raw))
		}
		out = append(out, raw[pos:pos+at]...)
		pos += at
		window := raw[pos+1 : min(len(raw), pos+maxReference+2)]
		end := strings.IndexByte(window, ';')
		if end < 0 {
			return "", pos
		}
		r, ok := reference(window[:end])
		if !ok {
			return "", pos
		}
		out = fact.AppendRune(out, r)
		pos += 1 + end + 1
	}
}

// reference returns the character that a reference names.
func reference(name string) (rune, bool) {
	for i := range entities {
		if entities[i].name == name {
			return entities[i].value, true
		}
	}
	if len(name) < 2 || name[0] != '#' {
		return 0, false
	}
	base, digits := rune(10), name[1:]
	if digits[0] == 'x' {
		base, digits = 16, digits[1:]
	}
	var r rune
	for i := range len(digits) {
		d := hexValue(digits[i])
		if d < 0 || d >= base {
			return 0, false
		}
		if r = r*base + d; r > utf8.MaxRune {
			return 0, false
		}
	}
	// A surrogate is no character; NUL is one that no text may hold.
	return r, r > 0 && utf8.ValidRune(r)
}
