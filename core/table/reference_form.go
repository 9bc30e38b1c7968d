package table

import (
	"github.com/stile-gate/stile/core/fact"
	"github.com/stile-gate/stile/core/scan"
)

// partEnd returns where the reference ends that begins at i of cell: at the next semicolon that does not stand in
// quotes, or at the end.
func partEnd(cell string, i int) int {
	divider := "#"
	i += runOf(cell[i:], '`')
	if fact.HasPrefix(cell[i:], TestRef) {
		divider = "::"
	}
	for ; i < len(cell) && cell[i] != ';'; i++ {
		if cell[i] == ':' {
			i = pastQuotes(cell, i+1)
			break
		}
	}
	for ; i < len(cell) && cell[i] != ';'; i++ {
		if fact.HasPrefix(cell[i:], divider) {
			i += len(divider)
			i = pastQuotes(cell, i+blanks(cell[i:]))
			break
		}
	}
	for i < len(cell) && cell[i] != ';' {
		i++
	}
	return i
}

func runOf(s string, c byte) int {
	n := 0
	for n < len(s) && s[n] == c {
		n++
	}
	return n
}

// pastQuotes returns the end of the quoted text that begins at i, i where none does.
func pastQuotes(s string, i int) int {
	if i < len(s) && s[i] == '"' {
		if n := quotedLength(s[i:]); n > 0 {
			return i + n
		}
	}
	return i
}

// quotedLength returns how long the quoted text is that s begins with, 0 where its end is missing.
func quotedLength(s string) int {
	for i := 1; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case '"':
			return i + 1
		}
	}
	return 0
}

// quoted reads the quoted text at i of the reference and returns where it ends.
func (p *refReader) quoted(i int) (string, int) {
	n := quotedLength(p.text[i:])
	if n == 0 {
		p.bad(i, "the quotes are not closed")
		return "", len(p.text)
	}
	s := p.text[i+1 : i+n-1]
	if fact.IndexAny(s, `\`) < 0 {
		return s, i + n
	}
	b := make([]byte, 0, len(s))
	for k := 0; k < len(s); k++ {
		if s[k] == '\\' {
			if k++; fact.IndexAny(s[k:k+1], `"\|`) < 0 {
				p.bad(i+k, `a backslash in quotes stands before " or \`)
			}
		}
		b = append(b, s[k])
	}
	return string(b), i + n
}

// unpipe undoes what keeps a pipe from splitting a row: of the backslashes before it every other one is left.
func unpipe(s string) string {
	if fact.Index(s, `\|`) < 0 {
		return s
	}
	b := make([]byte, 0, len(s))
	for i := range len(s) {
		if s[i] == '|' {
			b = b[:len(b)-(runBefore(s, i)+1)/2]
		}
		b = append(b, s[i])
	}
	return string(b)
}

// runBefore counts the backslashes before i.
func runBefore(s string, i int) int {
	n := 0
	for n < i && s[i-n-1] == '\\' {
		n++
	}
	return n
}

// bare goes over text without quotes from i up to until, or to the end, and returns where it ends.
func (p *refReader) bare(i int, until string) int {
	end := len(p.text)
	if n := fact.Index(p.text[i:], until); n >= 0 {
		end = i + n
	}
	s := p.text[i:end]
	if n := fact.IndexAny(s, " \t"); n >= 0 {
		p.bad(i+n, "a space divides nothing")
	} else if n = fact.IndexAny(s, `"`); n >= 0 {
		p.bad(i+n, "a quote stands within it")
	} else if n = scan.Odd(s); n >= 0 {
		_, size := fact.Rune(s[n:])
		p.bad(i+n, "nobody sees "+scan.Visible(s[n:n+size]))
	}
	return end
}

// at reports whether c stands at i of the reference.
func (p *refReader) at(i int, c byte) bool { return i < len(p.text) && p.text[i] == c }

func (p *refReader) file(ref *Ref) {
	from := len(FileRef) + 1
	i := from
	if p.at(from, '"') {
		ref.Path, i = p.quoted(from)
	} else {
		i = p.path(from)
		ref.Path = unpipe(p.text[from:i])
	}
	if why := pathFault(ref.Path); why != "" {
		p.bad(from, "the path "+why)
	}
	if p.at(i, ':') {
		i = p.line(i+1, ref)
	}
	if p.at(i, '#') {
		i = p.symbol(i+1, ref)
	}
	if i < len(p.text) {
		p.bad(i, "something stands behind its end")
	}
}

// path returns where a path without quotes ends: before its line or symbol.
func (p *refReader) path(from int) int {
	end := p.bare(from, "#")
	s := p.text[from:end]
	if colon := lastColon(s); isDigit(s[colon+1:]) && colon >= 0 {
		s = s[:colon]
	}
	if n := fact.Index(s, "::"); n >= 0 {
		p.bad(from+n, "two colons stand in the path")
	} else if colon := lastColon(s); colon >= 0 && isDigit(s[colon+1:]) {
		p.bad(from+colon, "two lines stand behind the path")
	}
	return from + len(s)
}

func isDigit(s string) bool { return s != "" && s[0]-'0' <= 9 }

func lastColon(s string) int {
	i := len(s) - 1
	for i >= 0 && s[i] != ':' {
		i--
	}
	return i
}

func (p *refReader) line(i int, ref *Ref) int {
	end := i
	for end < len(p.text) && isDigit(p.text[end:]) {
		end++
	}
	n, ok := fact.ParseInt(p.text[i:end])
	if !ok || n < 1 || n > maxLine || end < len(p.text) && p.text[end] != '#' {
		p.bad(i, "a line is one number from 1 on")
	}
	ref.At = n
	return end
}

func (p *refReader) symbol(i int, ref *Ref) int {
	from := i
	if p.at(i, '"') {
		if ref.Symbol, i = p.quoted(i); fact.TrimSpace(ref.Symbol) != ref.Symbol {
			p.bad(from, "the symbol begins or ends with a space")
		}
	} else {
		i = p.bare(i, "\n")
		ref.Symbol = p.text[from:i]
		if n := symbolFault(ref.Symbol); n >= 0 {
			p.bad(from+n, "the symbol is no name; any other text stands in quotes")
		}
	}
	if _, n := fact.Rune(ref.Symbol); n == len(ref.Symbol) {
		p.bad(from, "a symbol has at least two characters")
	}
	return i
}

// symbolFault returns where s stops being names of letters, digits, _ and $ that are joined by . or ::, -1 when it
// does not.
func symbolFault(s string) int {
	begins := true
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case (c|' ')-'a' <= 'z'-'a' || c == '_' || c == '$' || c >= 0x80:
			begins = false
		case isDigit(s[i:]) && !begins:
		case c == '.' && !begins:
			begins = true
		case c == ':' && !begins && fact.HasPrefix(s[i:], "::"):
			i++
			begins = true
		default:
			return i
		}
	}
	if begins && s != "" {
		return len(s) - 1
	}
	return -1
}

func (p *refReader) test(ref *Ref) {
	from := len(TestRef) + 1
	i := from
	isPath := p.at(from, '"')
	if isPath {
		ref.Report, i = p.quoted(from)
	} else {
		i = p.bare(from, "::")
		ref.Report = unpipe(p.text[from:i])
		isPath = fact.IndexAny(ref.Report, "/.") >= 0
	}
	if why := pathFault(ref.Report); isPath && why != "" {
		p.bad(from, "the report "+why)
	} else if !isPath && !isID(ref.Report) {
		p.bad(from, "the report is neither a path with a slash or a dot nor the id of a check")
	}
	if !fact.HasPrefix(p.text[i:], "::") {
		p.bad(i, "it names no case")
		return
	}
	i += len("::")
	i += blanks(p.text[i:])
	ref.Name = unpipe(p.text[i:])
	if p.at(i, '"') {
		var end int
		if ref.Name, end = p.quoted(i); end < len(p.text) {
			p.bad(end, "something stands behind its end")
		}
	}
	if ref.Name == "" {
		p.bad(i, "it names no case")
	}
}

func (p *refReader) id(ref *Ref) {
	from := len(forms[p.kind].kind) + 1
	ref.ID = p.text[from:]
	if !isID(ref.ID) {
		n := 0
		for n < len(ref.ID) && n < 64 && isID(ref.ID[n:n+1]) {
			n++
		}
		p.bad(from+n, "an id is 1 to 64 of letters, digits, . _ -")
	}
	if ref.Kind == ADRRef {
		ref.Number = adrNumber(ref.ID)
	}
}
