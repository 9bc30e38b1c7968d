package table

import "github.com/stile-gate/stile/core/fact"

// frontMatter reads the YAML front matter that may stand at at, as far as it is "key: value" in lines of their own, and
// returns where the body begins.
func (r *adrReader) frontMatter(at int) int {
	end := lineEnd(r.src, at)
	open := fact.TrimRight(r.src[at:end], whitespace)
	if open != "---" && open != "+++" {
		return at
	}
	isFence := func(from, to int) bool {
		text := fact.TrimRight(r.src[from:to], whitespace)
		return text == open || open == "---" && text == "..."
	}
	first := pass(r.src, end)
	last, body := -1, 0
	for from := first; from < len(r.src); {
		end = lineEnd(r.src, from)
		if isFence(from, end) {
			last, body = from, pass(r.src, end)
			break
		}
		from = pass(r.src, end)
	}
	if last < 0 {
		return at
	}
	key := ""
	separator := ":"
	if open == "+++" { // TOML
		separator = "="
	}
	for from := first; from < last; {
		end = lineEnd(r.src, from)
		key = r.frontLine(from, end, key, separator)
		from = pass(r.src, end)
	}
	return body
}

// frontLine reads one line of front matter. open is the key whose value is in the lines below it, "" for none; so is
// what is returned.
func (r *adrReader) frontLine(from, end int, open, separator string) string {
	line := r.src[from:end]
	if text := fact.TrimLeft(line, whitespace); text == "" || text[0] == '#' {
		return open
	} else if open != "" && (len(text) < len(line) || text[0] == '-') {
		r.frontValue(open, from+listMarker(line), end)
		return open
	}
	colon := fact.IndexAny(line, separator)
	if colon <= 0 || fact.IndexAny(line[:1], whitespace) == 0 {
		return ""
	}
	key := plain(line[:colon])
	value := colon + 1
	value += len(line[value:]) - len(fact.TrimLeft(line[value:], whitespace))
	if value == len(line) || fact.IndexAny(line[value:value+1], "#|>") == 0 { // or a block of lines
		return key
	}
	r.frontValue(key, from+value, end)
	return ""
}

// frontValue takes in the value of a key, without its quotes and what is remarked behind it.
func (r *adrReader) frontValue(key string, from, end int) {
	text := r.src[from:end]
	if i := fact.Index(text, " #"); i >= 0 {
		text = text[:i]
	}
	text = fact.TrimRight(text, whitespace)
	if n := len(text); n > 1 && (text[0] == '"' || text[0] == '\'') && text[n-1] == text[0] {
		text = text[1 : n-1]
		from++
	}
	switch {
	case key == "status":
		r.state(from, text)
	case fact.HasWord(successors, key):
		if by := named(text); by != "" && r.out.SupersededBy == "" {
			r.superseded(from, text, by)
		}
	case key == "title":
		if r.out.Title == "" {
			id, rest := r.titleID(text)
			r.out.Title = said(rest)
			r.out.Template = r.out.Template || id == "0" || isUnfilled(rest)
		}
	}
}
