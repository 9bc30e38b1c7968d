package cli

import "strings"

// A yamlEntry is one "key: value" line of a block mapping. indent counts the columns before the key, with the
// dashes of list items; a block scalar is the value, its lines ended by "\n".
type yamlEntry struct {
	indent int
	key    string
	value  string
}

// yamlEntries reads the plain block style that hook and CI files are written in. It is no YAML reader: what it
// does not know it passes over, and what it finds is only proposed.
func yamlEntries(src string) []yamlEntry {
	lines := strings.Split(strings.ReplaceAll(src, "\r\n", "\n"), "\n")
	var out []yamlEntry
	for i := 0; i < len(lines); i++ {
		line := lines[i]
		body := strings.TrimLeft(line, " ")
		for strings.HasPrefix(body, "- ") {
			body = strings.TrimLeft(body[1:], " ")
		}
		if body == "" || body[0] == '#' || body[0] == '\t' {
			continue
		}
		key, value, ok := cutKey(body)
		if !ok {
			continue
		}
		e := yamlEntry{indent: len(line) - len(body), key: key}
		if value != "" && (value[0] == '|' || value[0] == '>') {
			e.value, i = block(lines, i+1, e.indent, value[0] == '>')
		} else {
			e.value = scalar(value)
		}
		out = append(out, e)
	}
	return out
}

func cutKey(body string) (key, value string, ok bool) {
	if strings.HasSuffix(body, ":") && !strings.Contains(body, ": ") {
		return scalar(body[:len(body)-1]), "", true
	}
	key, value, ok = strings.Cut(body, ": ")
	return scalar(strings.TrimSpace(key)), strings.TrimSpace(value), ok && key != ""
}

// block collects the lines that stand further in than the key's line; last is the number of the last of them.
func block(lines []string, from, outer int, folded bool) (text string, last int) {
	var b strings.Builder
	i := from
	for ; i < len(lines); i++ {
		body := strings.TrimLeft(lines[i], " ")
		if body != "" && len(lines[i])-len(body) <= outer {
			break
		}
		b.WriteString(strings.TrimSpace(body))
		if folded && body != "" {
			b.WriteByte(' ')
		} else {
			b.WriteByte('\n')
		}
	}
	return b.String(), i - 1
}

// scalar takes off quotes or a comment.
func scalar(v string) string {
	v = strings.TrimSpace(v)
	if len(v) > 1 && (v[0] == '"' || v[0] == '\'') {
		if end := strings.LastIndexByte(v[1:], v[0]); end >= 0 {
			inner := v[1 : 1+end]
			if v[0] == '\'' {
				return strings.ReplaceAll(inner, "''", "'")
			}
			return strings.ReplaceAll(inner, `\"`, `"`)
		}
	}
	if i := strings.Index(v, " #"); i >= 0 {
		v = strings.TrimSpace(v[:i])
	}
	return v
}
