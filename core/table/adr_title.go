package table

import "github.com/stile-gate/stile/core/fact"

// titleID takes the number off a title that begins with one, as "7. Use x", "ADR-0007: Use x" and "[ADR 7] — use x" do.
// "12-factor app" and "1: many relations" have none, but in a file of that number.
func (r *adrReader) titleID(title string) (id, rest string) {
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
	zeros := n > 1 && s[0] == '0'
	id, s = adrNumber(s[:n]), s[n:]
	if s == "" {
		return id, ""
	}
	gap := fact.TrimLeft(s, decorations)
	rest = undecorated(fact.TrimLeft(gap, ".:-)|]"+whitespace))
	mark, _ := fact.Rune(gap)
	separated := gap != "" && fact.IndexAny(gap[:1], ".:-)|]") == 0 || mark >= 0x2010 && mark <= 0x2015
	hyphen := s[0] == '-' && len(s) > 1 && s[1] != ' '
	if s[0] == '.' || s[0] == ':' || hyphen {
		separated = adr || (len(s) > 1 && s[1]-'0' > 9) // "5.1 …" and "2026-11-30 …" have no number of a record
	}
	if !separated && (!adr || isLetter(s[0])) {
		return "", title
	}
	c := fact.TrimLeft(rest, "[(\"'")
	if unsure := hyphen || c != "" && c[0]-'a' <= 'z'-'a'; unsure && !adr && !zeros && id != r.fileID {
		return "", title
	}
	return id, rest
}

// isTemplateName reports whether a file's name says nothing but that it is a template, and of what.
func isTemplateName(name string) bool {
	const known = "adr adrs madr architecture architectural any decision decisions record records template templates " +
		"md markdown bare minimal short long full simple example sample default new my the nnn nnnn xxx xxxx"
	name = fold(name)
	if fact.Index(name, "template") < 0 {
		return false
	}
	if fact.Index(name, "template-by-") >= 0 || fact.Index(name, "0000-template") >= 0 {
		return true
	}
	for _, word := range splitWords(name) {
		if !fact.HasWord(known, word) {
			return false
		}
	}
	return true
}

// unfilled are titles that nobody wrote (adr-tools 3.0.0, 2018; MADR; Nygard's template).
var unfilled = []string{"title", "short title", "decision title", "adr title", "title of the decision", "short noun phrase", "number title"}

// isUnfilled reports whether a title waits to be replaced.
func isUnfilled(title string) bool {
	title = undecorated(title)
	adr := len(title) > 3 && hasFold(title, "adr")
	if adr {
		title = fact.TrimLeft(title[3:], "-_ :")
	}
	// A number that waits to be replaced: NNNN, XXX.
	n := 0
	for n < len(title) && (title[n]|' ' == 'n' || title[n]|' ' == 'x') && title[n] == title[0] {
		n++
	}
	if n >= 2 && (n == len(title) || fact.IndexAny(title[n:n+1], ".:)]") == 0 || (n > 2 || adr) && fact.IndexAny(title[n:n+1], " -") == 0) {
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
