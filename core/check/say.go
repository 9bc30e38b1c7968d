package check

import (
	"unicode/utf8"

	"github.com/stile-gate/stile/core/fact"
)

// say fills a sentence: each % in it stands for the next of args as quote writes it, each $ for the next as it is.
func say(sentence string, args ...string) string {
	var b []byte
	for i := range len(sentence) {
		c := sentence[i]
		if c != '%' && c != '$' {
			b = append(b, c)
			continue
		}
		arg := args[0]
		args = args[1:]
		if c == '%' {
			arg = quote(arg)
		}
		b = append(b, arg...)
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
