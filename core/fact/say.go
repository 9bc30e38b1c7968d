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

// Quote writes a text that was read into a message: as JSON, a long one without its middle, so that the message stays
// readable and still names the end of a path.
func Quote(s string) string {
	const head, tail = 50, 40
	if len(s) <= head+tail {
		return string(AppendString(nil, s))
	}
	n, rest := head, len(s)-tail
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	for rest < len(s) && !utf8.RuneStart(s[rest]) {
		rest++
	}
	b := AppendString(nil, s[:n])
	b = append(b[:len(b)-1], "…"...)
	return string(append(b, AppendString(nil, s[rest:])[1:]...))
}
