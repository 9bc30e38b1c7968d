package table

import "github.com/stile-gate/stile/core/fact"

const (
	whitespace  = " \t"
	decorations = "*_`~ \t"
)

// pictures are the characters beside a word that only adorn it: punctuation and joiners, arrows to dingbats, their
// variants, and the pictures (Unicode 16, 2024).
var pictures = [][2]rune{{0xA0, 0xBF}, {0x2000, 0x2BFF}, {0x3000, 0x303F}, {0xFE00, 0xFE0F}, {0x1F000, 0x1FAFF}}

// undecorated drops what may stand before a word without being one.
func undecorated(s string) string {
	for {
		s = fact.TrimLeft(s, decorations)
		r, n := fact.Rune(s)
		if n == 0 || !fact.Within(r, pictures) {
			return s
		}
		s = s[n:]
	}
}

func isLetter(c byte) bool { return c|' '-'a' <= 'z'-'a' }

// firstWord returns the letters that text begins with but for decoration, in small letters, and what follows them.
func firstWord(text string) (word, rest string) {
	text = undecorated(text)
	n := 0
	for n < len(text) && isLetter(text[n]) {
		n++
	}
	return fold(text[:n]), text[n:]
}

// wordOf returns the word of Words that text begins with, Unknown for another; rest is what follows it.
func wordOf(text string) (word, rest string) {
	rest = text
	for range 6 {
		if word, rest = firstWord(fact.TrimLeft(undated(undecorated(rest)), "[")); !fact.HasWord(opening, word) || rest == "" || rest[0] != ' ' {
			break
		}
	}
	if word = sameAs(word); word == "" {
		return Unknown, rest
	}
	if r, n := fact.Rune(rest); n > 0 && fact.IndexAny(rest[:1], decorations+".,;:!()[]|/\\<>\n\r-=") != 0 && !fact.Within(r, pictures) {
		return Unknown, rest
	}
	if len(rest) > 1 && rest[0] == '-' && (isLetter(rest[1]) || rest[1]-'0' <= 9) {
		return Unknown, rest
	}
	return word, rest
}

// opening are words that a status may stand behind: "This decision was rejected".
const opening = "the this it decision adr record is was has been now currently"

// sameAs returns the word of Words that a word in small letters means, "" for none.
func sameAs(word string) string {
	for _, s := range synonyms {
		if fact.HasWord(s, word) {
			word, _, _ = fact.Cut(s, " ")
		}
	}
	if fact.Has(Words, word) {
		return word
	}
	return ""
}

// undated drops a date that a status may stand behind.
func undated(s string) string {
	if len(s) > 10 && isDate(s[:10]) {
		s = undecorated(fact.TrimLeft(s[10:], ",:- \t"))
	}
	return s
}

// isChoice reports whether text offers statuses instead of saying one: "proposed | accepted", "{status}", "[status]".
func isChoice(text string) bool {
	text = undecorated(text)
	if isPlaceholder(text) {
		return true
	}
	word, rest := wordOf(text)
	rest = fact.TrimLeft(rest, decorations)
	if word == Unknown || rest == "" || rest[0] != '|' && rest[0] != '/' {
		return false
	}
	other, _ := wordOf(rest[1:])
	return other != Unknown && other != word
}

// isPlaceholder reports whether text waits to be replaced: all of it stands in brackets that are no link.
func isPlaceholder(text string) bool {
	text = fact.TrimRight(undecorated(text), decorations+".")
	if len(text) < 2 {
		return false
	}
	switch text[0] {
	case '{':
		return text[len(text)-1] == '}'
	case '<':
		return text[len(text)-1] == '>' && text[1] != '!'
	case '[':
		word, rest := wordOf(text)
		return text[len(text)-1] == ']' && (word == Unknown || rest != "]")
	}
	return false
}

// successors are names of a place for a record's successor, in small letters and without what divides them.
const successors = "supersededby supercededby replacedby obsoletedby"

// supersession are the ways to write what a record's successor stands behind; the last as adr-tools does.
var supersession = [...]string{"superseded by", "superseded-by", "superceded by"}

// supersededBy returns what stands in text behind "superseded by", and whether that is in it. At the start alone, it
// may be decorated.
func supersededBy(text string, startOnly bool) (by string, ok bool) {
	if startOnly {
		text = undecorated(text)
	}
	for i := 0; i < len(text) && (i == 0 || !startOnly); i++ {
		if text[i]|' ' != 's' {
			continue
		}
		for _, phrase := range supersession {
			if n := len(phrase); hasFold(text[i:], phrase) && (len(text)-i == n || !isLetter(text[i+n])) && !denied(text[:i]) {
				return fact.TrimLeft(text[i+n:], decorations+":"), true
			}
		}
	}
	return "", false
}

// hasFold reports whether s begins with prefix, which is in small letters, but for letter case.
func hasFold(s, prefix string) bool {
	if len(s) < len(prefix) {
		return false
	}
	for i := range len(prefix) {
		if c := s[i]; c != prefix[i] && (!isLetter(c) || c|' ' != prefix[i]) {
			return false
		}
	}
	return true
}

// Texts in a place for a record that name none; so do those that begin with one of nothings.
const (
	nothing  = "no - -- [] {} ? – —"
	nothings = "none null nil na n/a nothing nobody tbd not never no"
)

// named returns the record that text names, as its number or, where it has none, as it stands there; "" for none.
func named(text string) string {
	text = fact.TrimSpace(fact.TrimRight(fact.Trim(text, decorations+`"'`), decorations+".\"'"))
	n := fact.IndexAny(text+" ", " \t,;.:(")
	if first := fold(text[:n]); fact.HasWord(nothings, first) && (first != "no" || hasFold(text, "no one")) {
		return ""
	}
	if id := numberIn(text); id != "" {
		return id
	}
	if text == "" || fact.HasWord(nothing, fold(text)) || isPlaceholder(text) {
		return ""
	}
	return said(text)
}

// numberIn returns the first number in text that stands alone or behind "ADR", "" without one.
func numberIn(text string) string {
	for i := 0; i < len(text); i++ {
		if text[i]-'0' > 9 {
			continue
		}
		end := i
		for end < len(text) && text[end]-'0' <= 9 {
			end++
		}
		stands := i == 0 || !isLetter(text[i-1]) || (i >= 3 && hasFold(text[i-3:i], "adr"))
		if stands && (end == len(text) || !isLetter(text[end])) {
			return adrNumber(text[i:end])
		}
		i = end
	}
	return ""
}

// said cuts a text to what is kept of it.
func said(text string) string {
	if len(text) <= maxSaid {
		return text
	}
	n := maxSaid
	for n > 0 && text[n]&0xC0 == 0x80 {
		n--
	}
	return text[:n]
}

// label reads a line of the form "Name: value", with or without a list marker and decoration. name is in small letters
// without spaces, hyphens and underscores; value is the offset of what follows, -1 where the line has no such form.
func label(line string) (name string, value int) {
	const longest = 32
	i := listMarker(line)
	i += len(line[i:]) - len(fact.TrimLeft(line[i:], decorations))
	if hasFold(line[i:], "status") { // "Status - accepted", "Status：accepted"
		rest := fact.TrimLeft(line[i+6:], decorations)
		for _, mark := range [...]string{"- ", "– ", "— ", "："} {
			if fact.HasPrefix(rest, mark) {
				return "status", len(line) - len(fact.TrimLeft(rest[len(mark):], decorations))
			}
		}
	}
	end := i
	for end < len(line) && end-i < longest && (isLetter(line[end]) || fact.IndexAny(line[end:end+1], decorations+"-") == 0) {
		end++
	}
	if end == len(line) || end == i || line[end] != ':' {
		return "", -1
	}
	name = plain(line[i:end])
	if fact.HasWord("adrstatus decisionstatus currentstatus", name) {
		name = "status"
	}
	return name, len(line) - len(fact.TrimLeft(line[end:], decorations+":"))
}

// plain returns the letters and digits of a name, in small letters.
func plain(name string) string {
	t := make([]byte, 0, len(name))
	for i := range len(name) {
		if c := name[i]; isLetter(c) || c-'0' <= 9 || c == '#' || c >= 0x80 {
			t = append(t, c)
		}
	}
	return fold(string(t))
}

// listMarker returns how long the white space, the list marker and the white space behind it are that line begins with.
func listMarker(line string) int {
	rest := fact.TrimLeft(line, whitespace)
	if len(rest) > 1 && fact.IndexAny(rest[:1], "-*+") == 0 && fact.IndexAny(rest[1:2], whitespace) == 0 {
		rest = fact.TrimLeft(rest[1:], whitespace)
		if hasFold(rest, "[x] ") {
			rest = rest[4:]
		}
	}
	return len(line) - len(rest)
}
