package scan

import (
	"strings"
	"unicode/utf8"

	"github.com/stile-gate/stile/core/fact"
)

// nextLine cuts the next line off text; ended says that it has its end there.
func nextLine(text *string) (line string, ended bool) {
	line = *text
	i := strings.IndexByte(line, '\n')
	if i < 0 {
		*text = ""
		return line, false
	}
	*text = line[i+1:]
	return line[:i], true
}

// keep makes a name or an output line fit to be held: valid UTF-8, at most fact.MaxLine bytes. Cleaning and
// redacting wait until a case has failed; most lines belong to cases that pass.
func keep(s string) string {
	s = cutLine(s)
	var out []byte // what stands before from, where that is not UTF-8
	from := 0
	for i := 0; i < len(s); {
		if s[i] < utf8.RuneSelf {
			i++
			continue
		}
		r, n := fact.Rune(s[i:])
		if r == utf8.RuneError && n == 1 {
			if out = append(out, s[from:i]...); i == 0 || i > from {
				out = append(out, "\uFFFD"...) // one for all in a row
			}
			from = i + 1
		}
		i += n
	}
	if from == 0 {
		return s
	}
	return cutLine(string(append(out, s[from:]...)))
}

func cutLine(s string) string {
	if len(s) <= fact.MaxLine {
		return s
	}
	n := fact.MaxLine
	for n > fact.MaxLine-utf8.UTFMax && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n]
}

// seal makes a failed case fit to be quoted.
func (c *Case) seal() {
	c.Name = oneLine(c.Name)
	c.File = oneLine(c.File)
	var text []byte
	n := 0
	for _, line := range c.Text {
		if line = CleanLine(line); line == "" || n == fact.MaxText {
			continue
		}
		if n++; n > 1 {
			text = append(text, '\n')
		}
		text = append(text, line...)
	}
	c.Text = nil
	// Joined, since a secret may go over several lines.
	text, _ = Redact(text)
	for rest := string(text); rest != ""; {
		line, _ := nextLine(&rest)
		c.Text = append(c.Text, keep(line))
	}
}

// oneLine makes a name printable. It is no output line: what looks like an elapsed time in it stays.
func oneLine(s string) string {
	b := CleanText([]byte(keep(s)))
	for i, c := range b {
		if c < ' ' {
			b[i] = ' '
		}
	}
	b, _ = Redact(b)
	return keep(string(b))
}

// splitLines appends the lines of s that hold more than white space, up to fact.MaxText of them.
func splitLines(lines []string, s string) []string {
	for s != "" && len(lines) < fact.MaxText {
		if line, _ := nextLine(&s); fact.TrimSpace(line) != "" {
			lines = append(lines, keep(line))
		}
	}
	return lines
}

// location finds the first FILE:LINE in s whose FILE has an extension and no space: "a_test.go:41: got",
// "at f (/x/y.js:3:28)", "file:///x.mjs:7".
func location(s string) (file string, line int64) {
	begin := 0
	for i := 0; i+1 < len(s); i++ {
		if c := s[i]; is(c, blank|quote) || c == '(' || c == '[' || c == '<' {
			begin = i + 1
		}
		if s[i] != ':' || !is(s[i+1], decimal) {
			continue
		}
		name := s[begin:i]
		n, ok := fact.ParseInt(s[i+1 : span(s, i+1, decimal)])
		point := strings.LastIndexByte(name, '.')
		if ok && point > 0 && point+1 < len(name) && strings.IndexByte(name[point:], ':') < 0 {
			return strings.TrimPrefix(name, "file://"), n
		}
	}
	return "", 0
}
