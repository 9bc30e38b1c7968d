package table

import "github.com/stile-gate/stile/core/fact"

// titleID takes the number off a title that begins with one, as "7. Use x", "ADR-0007: Use x" and "[ADR 7] — use x" do.
func titleID(title string) (id, rest string) {
	s := fact.TrimLeft(undecorated(title), "[")
	adr := len(s) > 3 && hasFold(s, "adr") && !isLetter(s[3])
	if adr {
		s = fact.TrimLeft(s[3:], "-_ .#")
	}
	n := 0
	for n < len(s) && s[n]-'0' <= 9 {
		n++
	}
	if n == 0 {
		return "", title
	}
	id, s = adrNumber(s[:n]), s[n:]
	if s == "" {
		return id, ""
	}
	gap := fact.TrimLeft(s, decorations)
	rest = undecorated(fact.TrimLeft(gap, ".:-)|]"+whitespace))
	r, _ := fact.Rune(gap)
	separated := gap != "" && fact.IndexAny(gap[:1], ".:-)|]") == 0 || r >= 0x2010 && r <= 0x2015
	if s[0] == '.' || s[0] == '-' && len(s) > 1 && s[1] != ' ' {
		separated = adr || (len(s) > 1 && s[1]-'0' > 9) // "5.1 …" and "2026-11-30 …" have no number of a record
	}
	if !separated && (!adr || isLetter(s[0])) {
		return "", title
	}
	return id, rest
}

// unfilled are titles that nobody wrote (adr-tools 3.0.0, 2018; MADR; Nygard's template).
var unfilled = []string{"title", "short title", "decision title", "adr title", "title of the decision", "short noun phrase", "number title"}

// isUnfilled reports whether a title waits to be replaced.
func isUnfilled(title string) bool {
	title = undecorated(title)
	if len(title) > 3 && hasFold(title, "adr") {
		title = fact.TrimLeft(title[3:], "-_ :")
	}
	// A number that waits to be replaced: NNNN, XXX.
	n := 0
	for n < len(title) && (title[n]|' ' == 'n' || title[n]|' ' == 'x') {
		n++
	}
	if n >= 2 && (n == len(title) || !isLetter(title[n])) {
		return true
	}
	if isPlaceholder(title) {
		return true
	}
	words := &fact.Text{}
	for _, part := range splitWords(fold(title)) {
		if words.Len() > 0 {
			words.Add(" ")
		}
		words.Add(part)
	}
	return fact.Has(unfilled, words.String())
}

// splitWords returns the first few runs of letters of s.
func splitWords(s string) []string {
	const most = 6
	var list []string
	for len(list) < most {
		for s != "" && !isLetter(s[0]) {
			s = s[1:]
		}
		n := 0
		for n < len(s) && isLetter(s[n]) {
			n++
		}
		if n == 0 {
			break
		}
		fact.Push(&list, s[:n])
		s = s[n:]
	}
	return list
}
