package table

import (
	"github.com/stile-gate/stile/core/fact"
	"github.com/stile-gate/stile/core/scan"
)

// A region is where in a record a line stands.
type region byte

const (
	headRegion   region = iota // before the first section
	statusRegion               // in the section Status
	byRegion                   // in the section Superseded by
	otherRegion
)

// adrReader gathers what one record says. Offsets are of src; text is src as scan.Prose gives it.
type adrReader struct {
	path   string
	src    string
	text   string
	out    ADR
	fileID string

	region   region
	level    int // of the title, 0 before it
	titleAt  int
	before   int  // how long the line before is, 0 for an empty one
	under    bool // the line is the one below a heading's text
	opened   bool // something stands in the section
	statusAt int  // of the first status, -1 before it
	first    string
	clashAt  int // of the first status of another word, -1 without one
	clash    string
	table    adrTable
}

// ReadADR is the answer of Read("adr", path, src): the canonical JSON of an ADR. It reads what the record says itself,
// as scan.Prose finds it. A status is a line "Status: x", in a list or not, decorated or not, or a table's column or
// row before the first section; the first line of a section Status; and status in YAML front matter. What a
// reader sees elsewhere is prose. path is root-relative: its last element may hold the number.
func ReadADR(path string, src []byte) []byte {
	r := adrReader{path: path, src: string(src), statusAt: -1, clashAt: -1}
	r.read()
	return r.out.json()
}

func (r *adrReader) read() {
	out := &r.out
	out.Size = int64(len(r.src))
	at := 0
	const bom = "\xef\xbb\xbf"
	if fact.HasPrefix(r.src, bom) {
		at = len(bom)
	}
	out.Blank = fact.TrimSpace(r.src[at:]) == ""
	r.fileID, _ = IDOf(r.path)
	out.ID = r.fileID
	out.Template = fact.Index(fold(baseOf(r.path)), "template") >= 0
	body := r.frontMatter(at)
	r.text = r.src[:body] + string(scan.Prose(r.src[body:]))
	r.titleAt = body
	for at = body; at < len(r.src); {
		end := lineEnd(r.src, at)
		next := pass(r.src, end)
		r.line(at, end, r.text[next:lineEnd(r.src, next)])
		at = next
	}
	r.conclude()
}

// lineEnd returns where the line at i ends.
func lineEnd(s string, i int) int {
	for i < len(s) && s[i] != '\n' && s[i] != '\r' {
		i++
	}
	return i
}

// pass returns what follows the line end at i.
func pass(s string, i int) int {
	if i+1 < len(s) && s[i] == '\r' && s[i+1] == '\n' {
		i++
	}
	return min(i+1, len(s))
}

// line takes in one line; below is the next.
func (r *adrReader) line(at, end int, below string) {
	line := r.text[at:end]
	if fact.Trim(line, whitespace) == "" {
		r.before, r.table = 0, adrTable{}
		return
	}
	before := r.before
	r.before = len(line)
	if r.under {
		r.under = false
		return
	}
	if level, from, to := heading(line); level > 0 {
		r.heading(level, at+from, at+to)
		return
	}
	if level := underlined(below); level > 0 && before == 0 && (level == 1 || !isRow(line) && !says(line)) {
		r.under = true
		r.heading(level, at, end)
		return
	}
	if r.region > statusRegion || !r.row(at, line, below) {
		r.prose(at, line)
	}
}

// says reports whether a line is of the form "Status: x", which a line of dashes makes no heading for who wrote it.
func says(line string) bool {
	name, _ := label(line)
	return name == "status"
}

func (r *adrReader) prose(at int, line string) {
	first := !r.opened
	r.opened = true
	name, value := label(line)
	end := at + len(line)
	switch by, phrase := supersededBy(line[listMarker(line):], true); {
	case name == "supersededby" || name == "supercededby":
		r.supersede(at+value, end)
		return
	case phrase && (r.region <= statusRegion || numberIn(by) != "" || fact.Index(by, "](") >= 0):
		r.status(at+listMarker(line), end)
		return
	}
	switch r.region {
	case headRegion:
		if name == "status" {
			r.status(at+value, end)
		} else if id, _ := titleID(line); first && r.level == 0 && id != "" && hasFold(undecorated(line), "adr") {
			r.title(at, end, id)
		}
	case byRegion:
		if first {
			r.supersede(at+listMarker(line), end)
		}
	case statusRegion:
		if name != "status" {
			value = listMarker(line)
		}
		if first || name == "status" || isBare(line[value:]) {
			r.status(at+value, end)
		} else if _, ok := supersededBy(line, false); ok {
			r.status(at+value, end)
		}
	}
}

// isBare reports whether a line behind the first of a section is a status of its own: a word of Words with no sentence
// behind it.
func isBare(line string) bool {
	word, rest := wordOf(line)
	rest = fact.TrimLeft(rest, decorations)
	return word != Unknown && (rest == "" || !isLetter(rest[0]) && rest[0] != ':')
}

func (r *adrReader) heading(level, from, to int) {
	r.table = adrTable{}
	text := fact.Trim(r.text[from:to], whitespace)
	name := plain(fact.TrimRight(text, decorations+":"))
	_, value := label(text)
	id, _ := titleID(text)
	r.opened = false
	by, phrase := supersededBy(text, true)
	switch {
	case name == "status" && level <= max(2, r.level+1):
		r.region = statusRegion
	case says(text) && level <= max(2, r.level+1):
		r.region, r.opened = statusRegion, true
		r.status(from+len(r.text[from:to])-len(fact.TrimLeft(r.text[from:to], whitespace))+value, to)
	case phrase && named(by) == "":
		r.region = byRegion
	case phrase:
		r.status(from, to)
		r.region = otherRegion
	case r.level == 0 && r.region != statusRegion && (level == 1 || (level == 2 && id != "")):
		r.level = level
		r.title(from, to, id)
	case r.region == headRegion && level <= r.level && id != "": // the title once more
	default:
		r.region = otherRegion
	}
}

// title takes in the title between two offsets; id is the number in it.
func (r *adrReader) title(from, to int, id string) {
	r.titleAt = from
	if r.level == 0 {
		r.level = 1
	}
	rest := fact.Trim(r.written(from, to), whitespace)
	if id != "" {
		_, rest = titleID(rest)
	}
	r.out.Title = said(fact.Trim(rest, whitespace))
	r.out.Template = r.out.Template || id == "0" || isUnfilled(rest)
	switch {
	case id == "" || id == r.fileID:
	case r.fileID == "":
		r.out.ID = id
	default:
		r.find(from, "id-mismatch", "let the file name and the title bear one number",
			"the file's name says $ and its title $", r.fileID, id)
	}
}

// written returns the text between two offsets, code spans as they stand.
func (r *adrReader) written(from, to int) string {
	b := make([]byte, 0, to-from)
	for i := from; i < to; i++ {
		c := r.text[i]
		if c == scan.InCode {
			c = r.src[i]
		}
		b = append(b, c)
	}
	return string(b)
}

// status takes in one statement of the status between two offsets.
func (r *adrReader) status(from, to int) { r.state(from, r.written(from, to)) }

func (r *adrReader) state(at int, text string) {
	text = fact.Trim(text, whitespace)
	if undecorated(text) == "" {
		return
	}
	if isChoice(text) {
		r.out.Template = true
	}
	word, _ := wordOf(text)
	if by, ok := supersededBy(text, false); ok && r.out.SupersededBy == "" {
		if to := named(by); to != "" {
			r.superseded(at, text, to)
			return
		}
	}
	if r.statusAt < 0 {
		r.statusAt, r.first, r.out.Word = at, word, word
		r.out.Status = said(text)
		return
	}
	if word != r.first && r.clashAt < 0 {
		r.clashAt, r.clash = at, text
	}
}

// supersede takes in the text that names the record which took this one's place.
func (r *adrReader) supersede(from, to int) {
	text := r.written(from, to)
	if by := named(text); by != "" && r.out.SupersededBy == "" {
		r.superseded(from, text, by)
	}
}

func (r *adrReader) superseded(at int, text, by string) {
	r.out.SupersededBy, r.out.Word = by, Superseded
	r.out.Status, r.statusAt = said(fact.Trim(text, whitespace)), at
}

// conclude places what was found.
func (r *adrReader) conclude() {
	out := &r.out
	if out.ID == "0" {
		out.Template = true
	}
	switch {
	case out.Blank:
	case r.statusAt < 0:
		r.find(r.titleAt, "no-status", `write "Status: accepted" below the title`, "the record does not say its status")
	case r.clashAt >= 0 && out.SupersededBy == "":
		line, _ := scan.Position([]byte(r.src), r.statusAt)
		r.find(r.clashAt, "ambiguous-status", `keep one status; what took the record's place is written "Superseded by: ADR-…"`,
			"the status % is another than % in line $", r.clash, out.Status, fact.Itoa(line))
	case out.Word == Unknown && !out.Template:
		r.find(r.statusAt, "unknown-status", "", "the status % does not begin with one of $", out.Status,
			new(fact.Text).Join(Words, ", ").String())
	}
	if r.statusAt >= 0 {
		out.Line, out.Col = scan.Position([]byte(r.src), r.statusAt)
	}
}

func (r *adrReader) find(at int, kind, do, sentence string, args ...string) {
	f := fact.Finding{Kind: kind, Path: r.path, Message: fact.Say(sentence, args...), Do: do}
	f.Line, f.Col = scan.Position([]byte(r.src), at)
	r.out.Findings = append(r.out.Findings, f)
}

// heading returns the level of a heading that begins with # and where its text stands in line; 0 for none.
func heading(line string) (level, from, to int) {
	text := fact.TrimLeft(line, " ")
	from = len(line) - len(text)
	for level < len(text) && text[level] == '#' {
		level++
	}
	if level > 6 || from > 3 || (level < len(text) && fact.IndexAny(text[level:level+1], whitespace) != 0) {
		return 0, 0, 0
	}
	from += level
	text = fact.TrimRight(line, whitespace)
	if open := fact.TrimRight(text, "#"); open == "" || fact.IndexAny(open[len(open)-1:], whitespace) == 0 {
		text = open
	}
	return level, from, max(from, len(text))
}

// underlined returns the level of the heading that a line makes of the one above it, 0 for none.
func underlined(line string) int {
	text := fact.Trim(line, whitespace)
	if len(text) < 2 || text[0] != '=' && text[0] != '-' || fact.TrimLeft(text, text[:1]) != "" {
		return 0
	}
	if text[0] == '=' {
		return 1
	}
	return 2
}
