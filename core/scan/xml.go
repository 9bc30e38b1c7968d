package scan

import (
	"bytes"

	"github.com/stile-gate/stile/core/fact"
)

// xmlKind says what a token of an XML document is.
type xmlKind byte

const (
	xmlStart xmlKind = iota
	xmlEnd
	xmlText // character data or a CDATA section; references in the former are not yet decoded
	xmlEOF
	xmlBad
)

// maxAttrs bounds the attributes of one element; no report writer known comes near it.
const maxAttrs = 64

// An xmlAttr is one attribute: its name without prefix, its value with references decoded.
type xmlAttr struct{ name, value string }

// An xmlToken is valid until the next call of next. Name has no namespace prefix: a reader that looks for
// prefixes finds no case in a prefixed report and calls it green.
type xmlToken struct {
	kind  xmlKind
	name  string
	attrs []xmlAttr
	text  []byte
	cdata bool
}

func (t *xmlToken) attr(name string) string {
	for i := range t.attrs {
		if t.attrs[i].name == name {
			return t.attrs[i].value
		}
	}
	return ""
}

// An xmlReader pulls tokens out of an XML 1.0 document (W3C, fifth edition, 2008) that is in memory whole. It
// checks what decides structure: names, nesting, quotes, one root, attributes once each. It expands no entity
// but the five predefined ones and character references, so nothing can grow. Text inside elements may hold
// characters that XML forbids: many report writers pass a test's own output through.
type xmlReader struct {
	src   []byte
	pos   int
	open  [][]byte // qualified names
	attrs []xmlAttr
	empty bool // the start tag just read closed itself: its end is due
	root  bool
	err   *Error
}

func newXML(src []byte) *xmlReader {
	return &xmlReader{src: src, pos: byteOrderMark(src)}
}

func (x *xmlReader) fail(kind string, offset int) xmlToken {
	if x.err == nil {
		x.err = &Error{Kind: kind, Offset: offset}
	}
	return xmlToken{kind: xmlBad}
}

// next returns the following token; after xmlEOF or xmlBad it returns the same again.
func (x *xmlReader) next() xmlToken {
	if x.err != nil {
		return xmlToken{kind: xmlBad}
	}
	if x.empty {
		x.empty = false
		return x.end()
	}
	for x.pos < len(x.src) {
		rest := x.src[x.pos:]
		if rest[0] != '<' {
			n := bytes.IndexByte(rest, '<')
			if n < 0 {
				n = len(rest)
			}
			x.pos += n
			if len(x.open) > 0 {
				return xmlToken{kind: xmlText, text: rest[:n]}
			}
			if at := notSpace(rest[:n]); at >= 0 {
				return x.fail("bad-xml", x.pos-n+at)
			}
			continue
		}
		m := markupOf(rest)
		if m == nil {
			return x.startTag()
		}
		if m.end == "" {
			return x.endTag()
		}
		n := bytes.Index(rest[len(m.begin):], []byte(m.end))
		if n < 0 {
			return x.fail(UnexpectedEnd, len(x.src))
		}
		body := rest[len(m.begin) : len(m.begin)+n]
		switch {
		case m.text && len(x.open) == 0, m.prolog && x.root:
			return x.fail("bad-xml", x.pos)
		case m.prolog && bytes.IndexByte(body, '[') >= 0:
			// An internal subset may define entities; no report needs one.
			return x.fail("doctype-subset", x.pos)
		}
		x.pos += len(m.begin) + n + len(m.end)
		if m.text {
			return xmlToken{kind: xmlText, text: body, cdata: true}
		}
	}
	switch {
	case len(x.open) > 0:
		return x.fail(UnexpectedEnd, len(x.src))
	case !x.root:
		return x.fail(Empty, len(x.src))
	}
	return xmlToken{kind: xmlEOF}
}

type markupRow struct {
	begin, end   string
	text, prolog bool
}

// markup is the table of what may follow '<' besides a start tag; the first match counts.
var markup = []markupRow{
	{begin: "</"},
	{begin: "<!--", end: "-->"},
	{begin: "<![CDATA[", end: "]]>", text: true},
	{begin: "<?", end: "?>"},
	{begin: "<!DOCTYPE", end: ">", prolog: true},
}

func markupOf(b []byte) *markupRow {
	for i := range markup {
		if m := &markup[i]; len(b) >= len(m.begin) && string(b[:len(m.begin)]) == m.begin {
			return m
		}
	}
	return nil
}

// markupBegins reports whether b is only the beginning of some markup: the document was cut there.
func markupBegins(b []byte) bool {
	for i := range markup {
		if len(b) < len(markup[i].begin) && markup[i].begin[:len(b)] == string(b) {
			return true
		}
	}
	return false
}

func (x *xmlReader) startTag() xmlToken {
	begin := x.pos
	x.pos++
	name := x.name()
	switch {
	case len(name) == 0 && markupBegins(x.src[begin:]):
		return x.fail(UnexpectedEnd, len(x.src))
	case len(name) == 0, len(x.open) == 0 && x.root:
		return x.fail("bad-xml", begin)
	case len(x.open) >= fact.MaxDepth:
		return x.fail(TooDeep, begin)
	}
	x.root = true
	x.attrs = x.attrs[:0]
	for {
		spaced := x.space()
		if x.pos == len(x.src) {
			return x.fail(UnexpectedEnd, x.pos)
		}
		switch c := x.src[x.pos]; {
		case c == '>':
			x.pos++
			x.open = append(x.open, name)
			return xmlToken{kind: xmlStart, name: local(name), attrs: x.attrs}
		case c == '/':
			if x.pos+1 == len(x.src) {
				return x.fail(UnexpectedEnd, x.pos+1)
			}
			if x.src[x.pos+1] != '>' {
				return x.fail("bad-xml", x.pos)
			}
			x.pos += 2
			x.open = append(x.open, name)
			x.empty = true
			return xmlToken{kind: xmlStart, name: local(name), attrs: x.attrs}
		case !spaced:
			return x.fail("bad-xml", x.pos)
		}
		if !x.attribute() {
			return xmlToken{kind: xmlBad}
		}
	}
}

func (x *xmlReader) attribute() bool {
	begin := x.pos
	name := x.name()
	if len(name) == 0 {
		x.fail("bad-xml", begin)
		return false
	}
	x.space()
	if !x.byte('=') {
		return false
	}
	x.space()
	if x.pos == len(x.src) {
		x.fail(UnexpectedEnd, x.pos)
		return false
	}
	quote := x.src[x.pos]
	if quote != '"' && quote != '\'' {
		x.fail("bad-xml", x.pos)
		return false
	}
	x.pos++
	n := bytes.IndexByte(x.src[x.pos:], quote)
	if n < 0 {
		x.fail(UnexpectedEnd, len(x.src))
		return false
	}
	raw := x.src[x.pos : x.pos+n]
	if at := bytes.IndexByte(raw, '<'); at >= 0 {
		x.fail("bad-xml", x.pos+at)
		return false
	}
	value, bad := decodeXML(raw)
	if bad >= 0 {
		x.fail("bad-entity", x.pos+bad)
		return false
	}
	x.pos += n + 1
	// A namespace declaration or a prefixed name is no attribute of the report's vocabulary.
	if bytes.IndexByte(name, ':') >= 0 || string(name) == "xmlns" {
		return true
	}
	for i := range x.attrs {
		if x.attrs[i].name == string(name) {
			x.fail("duplicate-attribute", begin)
			return false
		}
	}
	if len(x.attrs) == maxAttrs {
		x.fail("too-many-attributes", begin)
		return false
	}
	x.attrs = append(x.attrs, xmlAttr{name: string(name), value: value})
	return true
}

func (x *xmlReader) endTag() xmlToken {
	begin := x.pos
	x.pos += len("</")
	name := x.name()
	x.space()
	if x.pos == len(x.src) {
		return x.fail(UnexpectedEnd, x.pos)
	}
	if !x.byte('>') {
		return xmlToken{kind: xmlBad}
	}
	if len(x.open) == 0 || !bytes.Equal(name, x.open[len(x.open)-1]) {
		return x.fail("mismatched-tag", begin)
	}
	return x.end()
}

func (x *xmlReader) end() xmlToken {
	name := x.open[len(x.open)-1]
	x.open = x.open[:len(x.open)-1]
	return xmlToken{kind: xmlEnd, name: local(name)}
}

func (x *xmlReader) byte(want byte) bool {
	switch {
	case x.pos == len(x.src):
		x.fail(UnexpectedEnd, x.pos)
	case x.src[x.pos] != want:
		x.fail("bad-xml", x.pos)
	default:
		x.pos++
		return true
	}
	return false
}

// name reads a qualified name; empty when there is none. Beyond ASCII every byte is a name's.
func (x *xmlReader) name() []byte {
	begin := x.pos
	for x.pos < len(x.src) && nameByte(x.src[x.pos], x.pos == begin) {
		x.pos++
	}
	return x.src[begin:x.pos]
}

func nameByte(c byte, first bool) bool {
	switch {
	case c|0x20 >= 'a' && c|0x20 <= 'z', c == '_', c == ':', c >= 0x80:
		return true
	case c >= '0' && c <= '9', c == '-', c == '.':
		return !first
	}
	return false
}

func local(name []byte) string {
	return string(name[bytes.LastIndexByte(name, ':')+1:])
}

func (x *xmlReader) space() bool {
	begin := x.pos
	for x.pos < len(x.src) && xmlSpace(x.src[x.pos]) {
		x.pos++
	}
	return x.pos > begin
}

func xmlSpace(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' }

func notSpace(b []byte) int {
	for i, c := range b {
		if !xmlSpace(c) {
			return i
		}
	}
	return -1
}
