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
	date     string // beside it
	history  bool   // it is in a place for several, each of its time
	said     bool   // the line before says the status, or goes on
	callout  bool   // nothing but a quotation stands below the title
	bold     bool   // lines in bold are the headings here
	clashAt  int    // of the first status of another word, -1 without one
	clash    string
	table    adrTable
}

// ReadADR is the answer of Read("adr", path, src): the canonical JSON of an ADR. It reads what the record says itself,
// as scan.Prose finds it. A status is a line "Status: x", in a list or not, decorated or not, or a table's column or
// row before the first section, also in a quotation that nothing but the title stands before; the first line of a
// section Status; and status in front matter (YAML, TOML). What a reader sees elsewhere is prose. The last word counts:
// of a history the latest, and accepted only where nothing in the text of the status takes it back. path is
// root-relative: its last element may hold the number. Of a record longer than fact.MaxRecord it says the size.
func ReadADR(path string, src []byte) []byte {
	r := adrReader{path: path, src: string(src), statusAt: -1, clashAt: -1, callout: true}
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
	out.Template = isTemplateName(baseOf(r.path))
	if len(r.src) > fact.MaxRecord {
		return // each of its lines would be looked at closely, which a hook has no time for
	}
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
		r.before, r.table, r.said = 0, adrTable{}, false
		r.quotation(at, end)
		return
	}
	before := r.before
	r.before, r.callout = len(line), false
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

// quotation takes in a line that is not prose: one of a quotation right below the title can say the status.
func (r *adrReader) quotation(at, end int) {
	line := r.src[at:end]
	text := fact.TrimLeft(line, whitespace)
	if !r.callout || text == "" {
		return
	}
	from := at + len(line) - len(fact.TrimLeft(text, "> \t"))
	text = r.src[from:end]
	if r.callout = line[0] == '>'; !r.callout || fact.Index(text, "~~") >= 0 || fact.IndexAny(text, "<`") >= 0 {
		return
	}
	if _, value := label(text); says(text) {
		r.state(from+value, text[value:])
	} else {
		r.goesOn(from, text)
	}
}

// goesOn takes in text behind the status, which can take it back.
func (r *adrReader) goesOn(at int, text string) {
	if r.first == Accepted {
		if word := takenBack(text); word != "" {
			r.stated(at, word, fact.Trim(text, whitespace))
		}
	}
}

// says reports whether a line is of the form "Status: x", which a line of dashes makes no heading for who wrote it.
func says(line string) bool {
	name, _ := label(line)
	return name == "status"
}

func (r *adrReader) prose(at int, line string) {
	first, said := !r.opened, r.said
	r.opened, r.said = true, false
	name, value := label(line)
	end := at + len(line)
	bold := isBold(line)
	if leading, _ := wordOf(line); bold && leading == Unknown && (r.bold || r.region == headRegion) {
		r.region, r.bold = headRegion, true
	}
	if (bold || name == "status" && undecorated(line[value:]) == "") && r.region == headRegion && isStatus(line) {
		r.region, r.bold, r.opened = statusRegion, true, false
		return
	}
	switch by, phrase := supersededBy(line[listMarker(line):], true); {
	case fact.HasWord(successors, name) && (r.region <= statusRegion || name[0] == 's'):
		r.supersede(at+value, end)
		return
	case phrase && (r.region <= statusRegion || numberIn(by) != "" || fact.Index(by, "](") >= 0):
		r.status(at+listMarker(line), end)
		return
	}
	switch r.region {
	case headRegion:
		id, _ := r.titleID(line)
		word, bare := isBare(line)
		switch {
		case name == "status":
			r.status(at+value, end)
			r.said = true
		case first && r.level == 0 && id != "" && hasFold(undecorated(line), "adr"):
			r.title(at, end, id)
		case said && name == "" && listMarker(line) == len(line)-len(fact.TrimLeft(line, whitespace)),
			bare && !r.bold && word != Accepted && !fact.HasWord(early, word):
			r.goesOn(at, line)
			r.said = said
		}
	case byRegion:
		if first {
			r.supersede(at+listMarker(line), end)
		}
	case statusRegion:
		if name != "status" {
			value = listMarker(line)
		}
		word, bare := isBare(line[value:])
		by, ok := supersededBy(line, false)
		ok = ok && named(by) != ""
		switch {
		case hasFold(line[value:], "[ ] "), first && name != "" && name != "status" && word == Unknown: // a box without its tick, a date
			r.opened = !first
		case first || name == "status" || bare || ok:
			r.status(at+value, end)
		default:
			r.goesOn(at+value, line[value:])
		}
	}
}

// isBare returns the word of Words that a line begins with, and reports whether it is a status of its own though others
// stand before it: no sentence follows but when, by whom or why.
func isBare(line string) (word string, bare bool) {
	word, rest := wordOf(line)
	rest = fact.TrimLeft(rest, decorations)
	if rest == "" || word == Unknown {
		return word, word != Unknown
	}
	if rest[0] == ':' {
		rest = undecorated(rest[1:])
		return word, rest == "" || rest[0]-'0' <= 9
	}
	next, _ := firstWord(rest)
	return word, !isLetter(rest[0]) || !fact.HasWord(early, word) && fact.HasWord(when, next)
}

// isBold reports whether all of a line is in bold, as a heading is where somebody likes no marks.
func isBold(line string) bool {
	line = fact.Trim(line, whitespace+":")
	return len(line) > 4 && (fact.HasPrefix(line, "**") || fact.HasPrefix(line, "__")) && line[len(line)-2:] == line[:2] && fact.Index(line[2:], line[:2]) == len(line)-4
}

// isStatus reports whether a heading is that of a status: "1. Status", "Status {#status}".
func isStatus(text string) bool {
	if i := fact.Index(text, "{#"); i > 0 {
		text = text[:i]
	}
	for text != "" && text[len(text)-1] >= 0x80 { // a picture
		text = text[:len(text)-1]
	}
	text = undecorated(fact.TrimLeft(undecorated(text), "0123456789.)"))
	return fact.HasWord("status adrstatus decisionstatus currentstatus", plain(fact.TrimRight(text, decorations+":")))
}

func (r *adrReader) heading(level, from, to int) {
	r.table, r.history, r.said, r.bold = adrTable{}, false, false, false
	text := fact.Trim(r.text[from:to], whitespace)
	_, value := label(text)
	id, _ := r.titleID(text)
	r.opened = false
	near := level <= max(2, r.level+1) || r.region == headRegion
	by, phrase := supersededBy(text, true)
	switch {
	case isStatus(text) && near:
		r.region = statusRegion
	case says(text) && near:
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
	r.titleAt, r.callout = from, true
	if r.level == 0 {
		r.level = 1
	}
	rest := fact.Trim(r.written(from, to), whitespace)
	if id != "" {
		_, rest = r.titleID(rest)
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
	word, rest := wordOf(text)
	if by, ok := supersededBy(text, false); ok && r.out.SupersededBy == "" {
		if to := named(by); to != "" {
			r.superseded(at, text, to)
			return
		}
	}
	if fact.HasWord(early, word) { // "Proposed → Accepted"
		last := 0
		for i := range len(text) {
			for _, arrow := range [...]string{"->", "=>", "→"} {
				if fact.HasPrefix(text[i:], arrow) {
					last = i + len(arrow)
				}
			}
		}
		if now, after := wordOf(text[last:]); now != Unknown {
			word, rest = now, after
		}
	}
	if word == Accepted && isDenied(rest) {
		word = Unknown
	} else if back := takenBack(rest); word == Accepted && back != "" && !isChoice(text) {
		word = back
	}
	r.stated(at, word, text)
}

// stated takes in that the status is word. Of several in one place for them the last counts: the one of the latest date,
// or what follows a word that comes before a decision.
func (r *adrReader) stated(at int, word, text string) {
	date := r.dateOf(at)
	history := r.region == statusRegion || r.table.dated
	switch {
	case r.statusAt < 0:
	case word == r.first:
		return
	case !history || !r.history, date == r.date && !fact.HasWord(early, r.first), date == "" && r.date != "", date != "" && r.date == "" && !fact.HasWord(early, r.first):
		if r.clashAt < 0 {
			r.clashAt, r.clash = at, text
		}
		return
	case date < r.date:
		return
	}
	r.statusAt, r.first, r.out.Word, r.date, r.history = at, word, word, date, history
	r.out.Status = said(text)
}

// dateOf returns the first date in the line around at, "" for none.
func (r *adrReader) dateOf(at int) string {
	from, to := at, min(at, len(r.text))
	for from > 0 && from <= len(r.text) && r.text[from-1] != '\n' && r.text[from-1] != '\r' {
		from--
	}
	for to = lineEnd(r.text, to); from+10 <= to; from++ {
		if isDate(r.text[from : from+10]) {
			return r.text[from : from+10]
		}
	}
	return ""
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
		line, _ := r.place(r.statusAt)
		r.find(r.clashAt, "ambiguous-status", `keep one status; what took the record's place is written "Superseded by: ADR-…"`,
			"the status % is another than % in line $", r.clash, out.Status, fact.Itoa(line))
	case out.Word == Unknown && !out.Template:
		r.find(r.statusAt, "unknown-status", "", "the status % does not begin with one of $", out.Status,
			new(fact.Text).Join(Words, ", ").String())
	}
	if r.statusAt >= 0 {
		out.Line, out.Col = r.place(r.statusAt)
	}
}

func (r *adrReader) place(at int) (line, col int64) { return scan.Position([]byte(r.src), at) }

func (r *adrReader) find(at int, kind, do, sentence string, args ...string) {
	line, col := r.place(at)
	list := &r.out.Findings
	fact.Insert(list, len(*list), fact.Found(r.path, line, col, kind, do, sentence, args...))
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
