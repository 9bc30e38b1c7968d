package host

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"
)

// A line of a state file is words between single spaces, the last of them a checksum of what stands before it.
// So a line that was cut anywhere, or written by somebody else, is no line, and the next one still is.

// maxWord bounds one word that came from outside; a longer one is kept as its digest.
const maxWord = 128

func appendStateLine(b []byte, words ...string) []byte {
	start := len(b)
	for _, w := range words {
		b = append(appendWord(b, w), ' ')
	}
	b = append(b, lineSum(b[start:len(b)-1])...)
	return append(b, '\n')
}

// parseStateLine reads one line without its line end; nil when it is none.
func parseStateLine(line string) []string {
	i := strings.LastIndexByte(line, ' ')
	if i < 0 || lineSum([]byte(line[:i])) != line[i+1:] {
		return nil
	}
	words := strings.Split(line[:i], " ")
	for i, w := range words {
		var ok bool
		if words[i], ok = parseWord(w); !ok {
			return nil
		}
	}
	return words
}

func lineSum(b []byte) string {
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:4])
}

// appendWord escapes what would end a word; an empty word is "-".
func appendWord(b []byte, w string) []byte {
	if w == "" {
		return append(b, '-')
	}
	const digits = "0123456789abcdef"
	for i := range len(w) {
		c := w[i]
		if c <= ' ' || c >= 0x7f || c == '%' || w == "-" {
			b = append(b, '%', digits[c>>4], digits[c&15])
			continue
		}
		b = append(b, c)
	}
	return b
}

func parseWord(w string) (string, bool) {
	if w == "-" {
		return "", true
	}
	if !strings.Contains(w, "%") {
		return w, w != ""
	}
	out := make([]byte, 0, len(w))
	for i := 0; i < len(w); i++ {
		if w[i] != '%' {
			out = append(out, w[i])
			continue
		}
		if i+2 >= len(w) {
			return "", false
		}
		var c [1]byte
		if _, err := hex.Decode(c[:], []byte(w[i+1:i+3])); err != nil {
			return "", false
		}
		out = append(out, c[0])
		i += 2
	}
	return string(out), true
}

func bounded(w string) string {
	if len(w) > maxWord {
		return "#" + digest(w)
	}
	return w
}
