package scan

import (
	"strings"

	"github.com/stile-gate/stile/core/fact"
)

// A tapPoint is a line "ok 3 - name # SKIP why". word is "skip", "todo" or "".
type tapPoint struct {
	ok         bool
	name, word string
}

func parsePoint(body string) tapPoint {
	rest, bad := strings.CutPrefix(body, "not ")
	p := tapPoint{ok: !bad}
	rest = strings.TrimLeft(strings.TrimPrefix(rest, "ok"), " \t")
	n := 0
	for n < len(rest) && digit(rest[n]) {
		n++
	}
	if n == len(rest) || rest[n] == ' ' || rest[n] == '\t' {
		rest = strings.TrimLeft(rest[n:], " \t")
	}
	if rest == "-" {
		rest = ""
	}
	rest = strings.TrimPrefix(rest, "- ")
	var name []byte
	for i := 0; i < len(rest); i++ {
		c := rest[i]
		switch {
		case c == '\\' && i+1 < len(rest) && (rest[i+1] == '#' || rest[i+1] == '\\'):
			i++
			c = rest[i]
		case c == '#' && (i == 0 || rest[i-1] == ' ' || rest[i-1] == '\t'):
			word, known := tapWord(rest[i+1:])
			if known {
				p.word = word
				p.name = keep(strings.TrimSpace(string(name)))
				return p
			}
		}
		if len(name) <= fact.MaxLine {
			name = append(name, c)
		}
	}
	p.name = keep(strings.TrimSpace(string(name)))
	return p
}

// tapWords are what makes a directive of what stands behind a "#". A time is node-tap's and means nothing.
var tapWords = []struct{ begin, word string }{
	{"skip", "skip"},
	{"todo", "todo"},
	{"time=", ""},
}

// tapWord reads a directive; known is false for any other comment.
func tapWord(comment string) (word string, known bool) {
	comment = strings.TrimLeft(comment, " \t")
	for _, w := range tapWords {
		n := len(w.begin)
		if len(comment) < n || !foldEqual(comment[:n], w.begin) {
			continue
		}
		if w.word == "" || n == len(comment) || !nameByte(comment[n], false) {
			return w.word, true
		}
	}
	return "", false
}

func foldEqual(s, lowerCase string) bool {
	for i := range len(lowerCase) {
		if lower(s[i]) != lowerCase[i] {
			return false
		}
	}
	return true
}
