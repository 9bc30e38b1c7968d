package check

import (
	"unicode/utf8"

	"github.com/stile-gate/stile/core/fact"
)

// say fills a sentence: each % in it stands for the next of args as quote writes it, each $ for the next as it is.
func say(sentence string, args ...string) string {
	var b []byte
	used := 0
	for i := range len(sentence) {
		part := sentence[i : i+1]
		if c := sentence[i]; c == '%' || c == '$' {
			part = args[used]
			used++
			if c == '%' {
				part = quote(part)
			}
		}
		b = append(b, part...)
	}
	return string(b)
}

// quote writes a text of the file into a message: as JSON, cut to a length that leaves the message readable.
func quote(s string) string {
	const most = 60
	n, rest := len(s), ""
	if n > most {
		n, rest = most, "…"
		for n > 0 && !utf8.RuneStart(s[n]) {
			n--
		}
	}
	return string(append(fact.AppendString(nil, s[:n]), rest...))
}
