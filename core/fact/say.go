package fact

import "unicode/utf8"

// Say fills a sentence: each % in it stands for the next of args as Quote writes it, each $ for the next as it is.
func Say(sentence string, args ...string) string {
	var b []byte
	used := 0
	for i := range len(sentence) {
		part := sentence[i : i+1]
		if c := sentence[i]; c == '%' || c == '$' {
			part = args[used]
			used++
			if c == '%' {
				part = Quote(part)
			}
		}
		b = append(b, part...)
	}
	return string(b)
}

// Quote writes a text that was read into a message: as JSON, cut to a length that leaves the message readable.
func Quote(s string) string {
	const most = 60
	n, rest := len(s), ""
	if n > most {
		n, rest = most, "…"
		for n > 0 && !utf8.RuneStart(s[n]) {
			n--
		}
	}
	return string(append(AppendString(nil, s[:n]), rest...))
}
