package scan

import (
	"strings"
	"testing"

	"github.com/stile-gate/stile/core/fact"
)

// xmlTokens writes a document's tokens in one line: (name attr=value …), "text", ), !kind@offset.
func xmlTokens(src string) string {
	x := newXML([]byte(src))
	var b strings.Builder
	for {
		switch t := x.next(); t.kind {
		case xmlStart:
			b.WriteString("(" + t.name)
			for _, a := range t.attrs {
				b.WriteString(" " + a.name + "=" + a.value)
			}
		case xmlEnd:
			b.WriteString(")")
		case xmlText:
			s, bad := string(t.text), -1
			if !t.cdata {
				s, bad = decodeXML(t.text)
			}
			if bad >= 0 {
				s = "?"
			}
			b.WriteString(`"` + s + `"`)
		case xmlEOF:
			return b.String()
		default:
			return b.String() + "!" + x.err.Kind + "@" + fact.Itoa(int64(x.err.Offset))
		}
	}
}

func TestXML(t *testing.T) {
	deep := strings.Repeat("<a>", fact.MaxDepth+1)
	for _, c := range []struct{ name, src, want string }{
		{"one element", `<a/>`, `(a)`},
		{"mark, declaration, space", "\xef\xbb\xbf<?xml version='1.0'?>\n<a />\n", `(a)`},
		{"both quotes, spaces around =", `<a b='1"' c = "2'"/>`, `(a b=1" c=2')`},
		{"prefixes and declarations", `<n:a xmlns:n="u" xmlns="v" n:z="1" b="2"></n:a>`, `(a b=2)`},
		{"references", `<a b="&lt;&gt;&amp;&quot;&apos;&#65;&#x1F600;"/>`, `(a b=<>&"'A😀)`},
		{"references in text", `<a>1 &lt; 2</a>`, `(a"1 < 2")`},
		{"split CDATA", `<a><![CDATA[x]]]]><![CDATA[>y]]></a>`, `(a"x]]"">y")`},
		{"comments and instructions", `<!-- <b> --><a><!-- -- --><?p <c>?></a><!-- end -->`, `(a)`},
		{"doctype without a subset", `<!DOCTYPE a SYSTEM "a.dtd"><a/>`, `(a)`},
		{"> in a value", `<a b="x>y"/>`, `(a b=x>y)`},

		{"nothing", "", `!empty@0`},
		{"only a comment", "<!-- a -->", `!empty@10`},
		{"entity bomb", `<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>`, `!doctype-subset@0`},
		{"doctype inside", `<a><!DOCTYPE a></a>`, `(a!bad-xml@3`},
		{"entity that nobody defined", `<a b="&nbsp;"/>`, `!bad-entity@6`},
		{"surrogate reference", `<a b="&#xD800;"/>`, `!bad-entity@6`},
		{"NUL reference", `<a b="&#0;"/>`, `!bad-entity@6`},
		{"reference beyond Unicode", `<a b="&#x110000;"/>`, `!bad-entity@6`},
		{"lone ampersand", `<a b="x & y"/>`, `!bad-entity@8`},
		{"< in a value", `<a b="<"/>`, `!bad-xml@6`},
		{"attribute twice", `<a b="1" b="2"/>`, `!duplicate-attribute@9`},
		{"attribute without a value", `<a b/>`, `!bad-xml@4`},
		{"attribute without quotes", `<a b=1/>`, `!bad-xml@5`},
		{"attributes without a space", `<a b="1"c="2"/>`, `!bad-xml@8`},
		{"tags crossed", `<a><b></a></b>`, `(a(b!mismatched-tag@6`},
		{"end without a start", `</a>`, `!mismatched-tag@0`},
		{"two roots", `<a/><b/>`, `(a)!bad-xml@4`},
		{"text behind the root", `<a/> x`, `(a)!bad-xml@5`},
		{"CDATA outside", `<![CDATA[x]]>`, `!bad-xml@0`},
		{"no XML at all", `{"a":1}`, `!bad-xml@0`},
		{"cut in a tag", `<a><b`, `(a!unexpected-end@5`},
		{"cut in an attribute", `<a b="x`, `!unexpected-end@7`},
		{"cut in a comment", `<a><!- `, `(a!bad-xml@3`},
		{"cut in the beginning of CDATA", `<a><![CDA`, `(a!unexpected-end@9`},
		{"cut between elements", `<a><b/>`, `(a(b)!unexpected-end@7`},
		{"cut behind a slash", `<a/`, `!unexpected-end@3`},
		{"too deep", deep, strings.Repeat("(a", fact.MaxDepth) + "!too-deep@" + fact.Itoa(3*fact.MaxDepth)},
	} {
		if got := xmlTokens(c.src); got != c.want {
			t.Errorf("%s: %s\ngot  %s\nwant %s", c.name, c.src, got, c.want)
		}
	}
	var b strings.Builder
	for i := range int64(maxAttrs + 1) {
		b.WriteString(" a" + fact.Itoa(i) + `="1"`)
	}
	if got := xmlTokens("<a" + b.String() + "/>"); !strings.HasPrefix(got, "!too-many-attributes@") {
		t.Errorf("%d attributes: %s", maxAttrs+1, got)
	}
}
