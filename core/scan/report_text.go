package scan

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"github.com/stile-gate/stile/core/fact"
)

// keep makes a name or an output line fit to be held: valid UTF-8, at most fact.MaxLine bytes. Cleaning and
// redacting wait until a case has failed; most lines belong to cases that pass.
func keep(s string) string {
	s = cutLine(s)
	if !utf8.ValidString(s) {
		s = cutLine(strings.ToValidUTF8(s, "\uFFFD"))
	}
	return s
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
	if n == 0 {
		return
	}
	// Joined, since a secret may go over several lines.
	text, _ = Redact(text)
	for _, line := range strings.Split(string(text), "\n") {
		c.Text = append(c.Text, keep(line))
	}
}

// oneLine makes a name printable. It is no output line: what looks like an elapsed time in it stays.
func oneLine(s string) string {
	b := bytes.Map(func(r rune) rune {
		if r < ' ' {
			return ' '
		}
		return r
	}, CleanText([]byte(keep(s))))
	b, _ = Redact(b)
	return keep(string(b))
}

// splitLines appends the lines of s that hold more than white space, up to fact.MaxText of them.
func splitLines(lines []string, s string) []string {
	for s != "" && len(lines) < fact.MaxText {
		line, rest, _ := strings.Cut(s, "\n")
		if strings.TrimSpace(line) != "" {
			lines = append(lines, keep(line))
		}
		s = rest
	}
	return lines
}

// location finds the first FILE:LINE in s whose FILE has an extension and no space: "a_test.go:41: got",
// "at f (/x/y.js:3:28)", "file:///x.mjs:7".
func location(s string) (file string, line int64) {
	begin := 0
	for i := 0; i+1 < len(s); i++ {
		if strings.IndexByte(" \t('\"`[<", s[i]) >= 0 {
			begin = i + 1
		}
		if s[i] != ':' || !digit(s[i+1]) {
			continue
		}
		end := i + 1
		for end < len(s) && digit(s[end]) {
			end++
		}
		name := s[begin:i]
		n, ok := fact.ParseInt(s[i+1 : end])
		dot := strings.LastIndexByte(name, '.')
		if ok && dot > 0 && dot+1 < len(name) && strings.IndexByte(name[dot:], ':') < 0 {
			return strings.TrimPrefix(name, "file://"), n
		}
	}
	return "", 0
}

func digit(c byte) bool { return c >= '0' && c <= '9' }
