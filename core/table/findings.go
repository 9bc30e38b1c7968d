package table

import "github.com/stile-gate/stile/core/fact"

// Findings is what a file of semantic findings says of itself. Nothing in it moves a verdict.
type Findings struct {
	Date  string // of the calendar, as YYYY-MM-DD; "" for none
	Stamp string // of what it covers: 16 digits of lower-case hex; "" for none
}

const stampLength = 16

// ReadFindings answers for the bytes of a file of findings. Of the lines "date: YYYY-MM-DD" and "stamp: HEX" the first
// that are well formed count: whatever the case of their keys, as items of a list, bold or as code. Any bytes at all are
// read.
func ReadFindings(raw []byte) []byte {
	f := &Findings{}
	rest := raw
	if fact.HasPrefix(rest, "\ufeff") {
		rest = rest[len("\ufeff"):]
	}
	for len(rest) > 0 && (f.Date == "" || f.Stamp == "") {
		end := 0
		for end < len(rest) && rest[end] != '\n' && rest[end] != '\r' {
			end++
		}
		f.line(rest[:end])
		rest = rest[min(end+1, len(rest)):]
	}
	m := fact.Writing()
	f.move(m)
	return m.Bytes()
}

// adorns are the bytes of white space, of a list's marks, of bold and of code.
func adorns(c byte) bool { return c == ' ' || c == '\t' || c == '-' || c == '*' || c == '`' }

func (f *Findings) line(line []byte) {
	const longest = 100
	for len(line) > 0 && adorns(line[0]) {
		line = line[1:]
	}
	for len(line) > 0 && adorns(line[len(line)-1]) {
		line = line[:len(line)-1]
	}
	if len(line) > longest {
		return
	}
	text := string(line)
	for _, k := range [...]struct {
		key   string
		value *string
		fits  func(string) bool
	}{{"date", &f.Date, isDay}, {"stamp", &f.Stamp, isStamp}} {
		n := len(k.key)
		if *k.value != "" || len(text) < n || fold(text[:n]) != k.key {
			continue
		}
		value, colon := text[n:], false
		for value != "" && (adorns(value[0]) || value[0] == ':' && !colon) {
			colon = colon || value[0] == ':'
			value = value[1:]
		}
		if colon && k.fits(value) {
			*k.value = value
		}
	}
}

// isDay reports whether s is a day of the Gregorian calendar, as ISO 8601 writes it.
func isDay(s string) bool {
	if len(s) != len("2026-11-30") || !isDate(s) {
		return false
	}
	year, month, day := digits(s[:4]), digits(s[5:7]), digits(s[8:])
	if year < 1 || month < 1 || month > 12 || day < 1 {
		return false
	}
	last := int("\x1f\x1c\x1f\x1e\x1f\x1e\x1f\x1f\x1e\x1f\x1e\x1f"[month-1])
	if month == 2 && year%4 == 0 && (year%100 != 0 || year%400 == 0) {
		last++
	}
	return day <= last
}

func digits(s string) int {
	n := 0
	for i := range len(s) {
		n = n*10 + int(s[i]-'0')
	}
	return n
}

func isStamp(s string) bool {
	for i := range len(s) {
		if c := s[i]; (c < '0' || c > '9') && (c < 'a' || c > 'f') {
			return false
		}
	}
	return len(s) == stampLength
}

func (f *Findings) move(m *fact.Mover) {
	m.Begin()
	m.Text("date", &f.Date)
	m.Text("stamp", &f.Stamp)
	m.End()
}

// ParseFindings reads what ReadFindings answers, and nothing that it could not have answered.
func ParseFindings(answer []byte) (*Findings, bool) {
	f, m := &Findings{}, fact.Reading(answer)
	f.move(m)
	if !m.Done() || f.Date != "" && !isDay(f.Date) || f.Stamp != "" && !isStamp(f.Stamp) {
		return nil, false
	}
	return f, true
}
