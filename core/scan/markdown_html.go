package scan

import "github.com/stile-gate/stile/core/fact"

// htmlBlocks are those whose end is a text of its own (CommonMark 0.31.2, section 4.6, kinds 1, 2, 3 and 5).
var htmlBlocks = [...]struct {
	open, close string
	tag         bool
}{
	{"<!--", "-->", false}, {"<?", "?>", false}, {"<![cdata[", "]]>", false},
	{"<pre", "</pre>", true}, {"<script", "</script>", true}, {"<style", "</style>", true}, {"<textarea", "</textarea>", true},
}

// htmlClose returns what ends the block of htmlBlocks that text opens, "" where it opens none.
func htmlClose(text string) string {
	for i := range htmlBlocks {
		b := &htmlBlocks[i]
		if hasFolded(text, b.open) && (!b.tag || len(text) == len(b.open) || !is(text[len(b.open)], alnum|hyphen)) {
			return b.close
		}
	}
	return ""
}

// elements are those whose tag opens an HTML block that a blank line ends (kind 6).
const elements = " address article aside base basefont blockquote body caption center col colgroup dd details dialog dir div dl dt" +
	" fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 head header hr html iframe legend li link main" +
	" menu menuitem nav noframes ol optgroup option p param search section summary table tbody td tfoot th thead title tr track ul "

// tagName returns where the name of the tag stands that text begins with; to is 0 without one.
func tagName(text string) (from, to int) {
	if text[0] != '<' {
		return 0, 0
	}
	from = 1 + runOf(text[1:min(2, len(text))], '/')
	if from == len(text) || !is(text[from], letter) {
		return 0, 0
	}
	return from, span(text, from, alnum|hyphen)
}

// opensElement reports whether text begins with a tag of elements.
func opensElement(text string) bool {
	from, to := tagName(text)
	if to == 0 || to-from > len("blockquote") || to < len(text) && !is(text[to], blank) && text[to] != '>' && !fact.HasPrefix(text[to:], "/>") {
		return false
	}
	name := make([]byte, 0, to-from+2)
	name = append(name, ' ')
	for i := from; i < to; i++ {
		name = append(name, lower(text[i]))
	}
	return fact.Index(elements, string(append(name, ' '))) >= 0
}

// isTag reports whether text is one tag and nothing else (kind 7).
func isTag(text string) bool {
	_, i := tagName(text)
	if i == 0 || i < len(text) && !is(text[i], blank) && text[i] != '>' && text[i] != '/' {
		return false
	}
	quoted := byte(0)
	for ; i < len(text); i++ {
		switch c := text[i]; {
		case quoted != 0:
			if c == quoted {
				quoted = 0
			}
		case c == '"' || c == '\'':
			quoted = c
		case c == '<':
			return false
		case c == '>':
			return only(text[i+1:], blank)
		}
	}
	return false
}

// inElement takes in a line of an HTML block that a blank line ends: nobody is shown a heading or a table there.
func (r *markdownReader) inElement(text string, l Span) {
	if text[0] == '#' {
		r.nearly(text, l)
	}
	r.stray(text, l)
}
