package scan

import (
	"strings"

	"github.com/stile-gate/stile/core/fact"
)

// A tapBlock is an open YAML block. It is read by its indentation alone: keys at the first line's column, and
// whatever stands deeper belongs to the key before.
type tapBlock struct {
	indent int64 // of its "---", -1 outside
	base   int64 // of its keys, -1 before the first
	use    tapUse
}

// tapUse says what a key's value is for.
type tapUse int64

const (
	useLine   tapUse = iota // quote it with its key
	useText                 // quote it alone
	useFile                 // a path
	useNumber               // a line number
	useAt                   // a place, or a map of file and line
	useNone
)

// tapKeys are the keys of a block that are not quoted as they stand (Node 20.20, node-tap 18, tape 5, Perl).
var tapKeys = []struct {
	key string
	use tapUse
}{
	{"message", useText}, {"error", useText}, {"at", useAt}, {"location", useAt}, {"file", useFile},
	{"fileName", useFile}, {"line", useNumber}, {"lineNumber", useNumber}, {"column", useNone},
	{"columnNumber", useNone}, {"duration_ms", useNone}, {"duration", useNone}, {"type", useNone},
	{"failureType", useNone}, {"severity", useNone}, {"code", useNone}, {"name", useNone}, {"stack", useNone},
	{"exitCode", useNone}, {"signal", useNone}, {"source", useNone},
}

// yamlLine takes the line when it begins, continues or ends a block.
func (t *tapReport) yamlLine(indent int, body string) bool {
	y := &t.yaml
	if y.indent < 0 {
		if body != "---" || t.last < 0 || int64(indent) <= t.last*tapIndent || int64(indent) >= (t.last+1)*tapIndent {
			return false
		}
		*y = tapBlock{indent: int64(indent), base: -1}
		return true
	}
	switch {
	case body == "":
		return true
	case int64(indent) < y.indent:
		y.indent = -1
		return false
	case int64(indent) == y.indent && body == "...":
		y.indent = -1
		return true
	}
	if y.base < 0 {
		y.base = int64(indent)
	}
	c := t.target()
	if c == nil {
		return true
	}
	key, value := body, ""
	colon := strings.IndexByte(body, ':')
	isKey := colon >= 0
	if isKey {
		key, value = body[:colon], fact.TrimSpace(body[colon+1:])
	}
	switch {
	case int64(indent) <= y.base && isKey:
		y.use = tapUseOf(key)
		t.yamlValue(c, y.use, body, value)
	case y.use == useAt && isKey:
		if u := tapUseOf(key); u == useFile || u == useNumber {
			t.yamlValue(c, u, body, value)
		}
	case y.use == useText:
		t.quote(c, body)
	case y.use == useLine:
		t.quote(c, spaces[:min(int64(len(spaces)), max(0, int64(indent)-y.base))]+body)
	}
	return true
}

// spaces is the deepest indentation that is kept.
const spaces = "                                                                "

func tapUseOf(key string) tapUse {
	for i := range tapKeys {
		if tapKeys[i].key == key {
			return tapKeys[i].use
		}
	}
	return useLine
}

func (t *tapReport) yamlValue(c *Case, use tapUse, body, value string) {
	plain := unquote(value)
	switch use {
	case useLine:
		t.quote(c, body)
	case useText:
		if value != "" && strings.IndexByte("|>", value[0]) < 0 {
			t.quote(c, plain)
		}
	case useFile:
		c.File = keep(plain)
	case useNumber:
		c.Line = lineNumber(plain)
	case useAt:
		if file, line := location(keep(plain)); file != "" {
			c.File, c.Line = keep(file), line
		}
	}
}

func unquote(s string) string {
	if n := len(s); n >= 2 && (s[0] == '\'' || s[0] == '"') && s[n-1] == s[0] {
		return s[1 : n-1]
	}
	return s
}

// target is the failed case that diagnostics now belong to.
func (t *tapReport) target() *Case {
	if t.last < 0 || !t.listed {
		return nil
	}
	cases := t.levels[t.last].cases
	return cases[len(cases)-1]
}

// quote adds a line to the case; its own line stands only for want of better ones.
func (t *tapReport) quote(c *Case, line string) {
	if fact.TrimSpace(line) == "" {
		return
	}
	if t.fresh {
		c.Text, t.fresh = nil, false
	}
	if len(c.Text) < fact.MaxText {
		c.Text = append(c.Text, keep(line))
	}
}

// comment takes the lines behind a failed point as its diagnostics, as Test::More prints them.
func (t *tapReport) comment(level int, body string) bool {
	text := strings.TrimPrefix(body[1:], " ")
	if strings.HasPrefix(text, "Subtest:") || int64(level) != t.last {
		t.last = -1
		return true
	}
	c := t.target()
	if c == nil {
		return true
	}
	if at, ok := strings.CutPrefix(fact.TrimSpace(text), "at "); ok {
		at = strings.TrimSuffix(at, ".")
		if i := fact.Index(at, " line "); i >= 0 {
			c.File, c.Line = keep(at[:i]), lineNumber(at[i+len(" line "):])
			return true
		}
	}
	t.quote(c, text)
	return true
}
