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
	rest = strings.TrimPrefix(rest, "ok")
	rest = rest[span(rest, 0, blank):]
	if n := span(rest, 0, decimal); n == len(rest) || is(rest[n], blank) {
		rest = rest[span(rest, n, blank):]
	}
	if rest == "-" {
		rest = ""
	}
	rest = strings.TrimPrefix(rest, "- ")
	var name []byte
line:
	for i := 0; i < len(rest); i++ {
		c := rest[i]
		switch {
		case c == '\\' && i+1 < len(rest) && (rest[i+1] == '#' || rest[i+1] == '\\'):
			i++
			c = rest[i]
		case c == '#' && (i == 0 || is(rest[i-1], blank)):
			var known bool
			if p.word, known = tapWord(rest[i+1:]); known {
				break line
			}
		}
		if len(name) <= fact.MaxLine {
			name = append(name, c)
		}
	}
	p.name = keep(fact.TrimSpace(string(name)))
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
	comment = comment[span(comment, 0, blank):]
	for i := range tapWords {
		w := &tapWords[i]
		if n := len(w.begin); hasFolded(comment, w.begin) && (w.word == "" || n == len(comment) || !nameByte(comment[n], false)) {
			return w.word, true
		}
	}
	return "", false
}
