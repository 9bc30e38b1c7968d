package scan

import (
	"strings"

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

// badXML is the kind of an Error at a byte that may not stand where it stands.
const badXML = "bad-xml"

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
	text  string
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
	src   string
	pos   int
	token xmlToken
	open  []string // qualified names
	empty bool     // the start tag just read closed itself: its end is due
	root  bool
	err   *Error
}

func newXML(src []byte) *xmlReader { return xmlOf(string(src)) }

func xmlOf(src string) *xmlReader {
	return &xmlReader{src: src, pos: byteOrderMark(src)}
}

// fail keeps the first error; every token is bad from there on.
func (x *xmlReader) fail(kind string, offset int) bool {
	if x.err == nil {
		x.err = &Error{Kind: kind, Offset: offset}
	}
	x.token.kind = xmlBad
	return false
}

// cut fails because the document ends too early.
func (x *xmlReader) cut() bool { return x.fail(UnexpectedEnd, len(x.src)) }

// next returns the following token; after xmlEOF or xmlBad it returns the same again.
func (x *xmlReader) next() *xmlToken {
	x.token.cdata = false
	switch {
	case x.err != nil:
	case x.empty:
		x.empty = false
		x.end()
	default:
		x.read()
	}
	return &x.token
}

// read reads up to the end of the token at pos.
func (x *xmlReader) read() bool {
	for x.pos < len(x.src) {
		rest := x.src[x.pos:]
		if rest[0] != '<' {
			n := strings.IndexByte(rest, '<')
			if n < 0 {
				n = len(rest)
			}
			if len(x.open) == 0 {
				if at := span(rest[:n], 0, space); at < n {
					x.pos += n
					return x.fail(badXML, x.pos-n+at)
				}
			}
			x.pos += n
			if len(x.open) > 0 {
				x.token.kind, x.token.text = xmlText, rest[:n]
				return true
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
		body := rest[len(m.begin):]
		n := fact.Index(body, m.end)
		if n < 0 {
			return x.cut()
		}
		body = body[:n]
		switch {
		case m.text && len(x.open) == 0, m.prolog && x.root:
			return x.fail(badXML, x.pos)
		case m.prolog && strings.IndexByte(body, '[') >= 0:
			// An internal subset may define entities; no report needs one.
			return x.fail("doctype-subset", x.pos)
		}
		x.pos += len(m.begin) + n + len(m.end)
		if m.text {
			x.token.kind, x.token.text, x.token.cdata = xmlText, body, true
			return true
		}
	}
	switch {
	case len(x.open) > 0:
		return x.cut()
	case !x.root:
		return x.fail(Empty, len(x.src))
	}
	x.token.kind = xmlEOF
	return true
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

func markupOf(s string) *markupRow {
	for i := range markup {
		if m := &markup[i]; strings.HasPrefix(s, m.begin) {
			return m
		}
	}
	return nil
}

// markupBegins reports whether s is only the beginning of some markup: the document was cut there.
func markupBegins(s string) bool {
	for i := range markup {
		if len(s) < len(markup[i].begin) && strings.HasPrefix(markup[i].begin, s) {
			return true
		}
	}
	return false
}

func (x *xmlReader) startTag() bool {
	begin := x.pos
	x.pos++
	name := x.name()
	switch {
	case name == "" && markupBegins(x.src[begin:]):
		return x.cut()
	case name == "", len(x.open) == 0 && x.root:
		return x.fail(badXML, begin)
	case len(x.open) >= fact.MaxDepth:
		return x.fail(TooDeep, begin)
	}
	x.root = true
	t := &x.token
	t.attrs = t.attrs[:0]
	for {
		spaced := x.space()
		switch x.peek() {
		case '/':
			x.empty = true
			if x.pos++; x.pos < len(x.src) && x.src[x.pos] != '>' {
				return x.fail(badXML, x.pos-1)
			}
			fallthrough
		case '>':
			if !x.byte('>') {
				return false
			}
			x.open = append(x.open, name)
			t.kind, t.name = xmlStart, local(name)
			return true
		}
		if !spaced {
			return x.unexpected()
		}
		if !x.attribute() {
			return false
		}
	}
}

func (x *xmlReader) attribute() bool {
	begin := x.pos
	name := x.name()
	if name == "" {
		return x.unexpected()
	}
	x.space()
	if !x.byte('=') {
		return false
	}
	x.space()
	quoted := x.peek()
	if quoted != '"' && quoted != '\'' {
		return x.unexpected()
	}
	x.pos++
	n := strings.IndexByte(x.src[x.pos:], quoted)
	if n < 0 {
		return x.cut()
	}
	raw := x.src[x.pos : x.pos+n]
	if at := strings.IndexByte(raw, '<'); at >= 0 {
		return x.fail(badXML, x.pos+at)
	}
	if at := strings.IndexByte(raw, 0); at >= 0 {
		return x.fail(badXML, x.pos+at)
	}
	value, bad := decodeXML(raw)
	if bad >= 0 {
		return x.fail("bad-entity", x.pos+bad)
	}
	x.pos += n + 1
	// A namespace declaration or a prefixed name is no attribute of the report's vocabulary.
	if strings.IndexByte(name, ':') >= 0 || name == "xmlns" {
		return true
	}
	t := &x.token
	for i := range t.attrs {
		if t.attrs[i].name == name {
			return x.fail("duplicate-attribute", begin)
		}
	}
	if len(t.attrs) == maxAttrs {
		return x.fail("too-many-attributes", begin)
	}
	t.attrs = append(t.attrs, xmlAttr{name: name, value: value})
	return true
}

func (x *xmlReader) endTag() bool {
	begin := x.pos
	x.pos += len("</")
	name := x.name()
	x.space()
	if !x.byte('>') {
		return false
	}
	if len(x.open) == 0 || name != x.open[len(x.open)-1] {
		return x.fail("mismatched-tag", begin)
	}
	x.end()
	return true
}

func (x *xmlReader) end() {
	last := len(x.open) - 1
	x.token.kind, x.token.name = xmlEnd, local(x.open[last])
	x.open = x.open[:last]
}

// peek returns the byte at pos, 0 at the end: no document holds one where a byte is looked for.
func (x *xmlReader) peek() byte {
	if x.pos == len(x.src) {
		return 0
	}
	return x.src[x.pos]
}

// byte passes over the byte that is wanted at pos.
func (x *xmlReader) byte(want byte) bool {
	if x.peek() != want {
		return x.unexpected()
	}
	x.pos++
	return true
}

// unexpected fails at a byte that may not stand at pos.
func (x *xmlReader) unexpected() bool {
	if x.pos == len(x.src) {
		return x.cut()
	}
	return x.fail(badXML, x.pos)
}

// name reads a qualified name; empty when there is none. Beyond ASCII every byte is a name's.
func (x *xmlReader) name() string {
	begin := x.pos
	for x.pos < len(x.src) && nameByte(x.src[x.pos], x.pos == begin) {
		x.pos++
	}
	return x.src[begin:x.pos]
}

func nameByte(c byte, first bool) bool {
	return is(c, letter|underscore|colon|beyond) || !first && is(c, decimal|hyphen|dot)
}

func local(name string) string { return name[strings.LastIndexByte(name, ':')+1:] }

func (x *xmlReader) space() bool {
	begin := x.pos
	x.pos = span(x.src, begin, space)
	return x.pos > begin
}
