package harness

import (
	"unicode/utf8"

	"github.com/stile-gate/stile/core/fact"
)

// fill appends a text with its arguments in the places {0}, {1} and {2}; another place is left empty.
func fill(t *fact.Text, text string, zero, one, two string) {
	args := [...]string{zero, one, two}
	for i := 0; i < len(text); i++ {
		if text[i] == '{' && i+2 < len(text) && text[i+2] == '}' && text[i+1]-'0' < 10 {
			if k := int(text[i+1] - '0'); k < len(args) {
				t.Add(args[k])
			}
			i += 2
			continue
		}
		t.Add(text[i : i+1])
	}
}

// count appends the singular text, or the plural behind it, with n in it.
func count(t *fact.Text, singular int, n int64) {
	if n != 1 {
		singular++
	}
	fill(t, texts[singular], fact.Itoa(n), "", "")
}

const ellipsis = "…"

// clean makes a quoted value fit for a text: one line of valid UTF-8 without control and direction characters,
// nothing that looks like a tag, at most limit bytes.
func clean(s string, limit int) string {
	var b []byte
	tag, space := false, false
	for i := 0; i < len(s) && len(b) <= limit; {
		r, n := fact.Rune(s[i:])
		i += n
		switch {
		case blank(r):
			space = len(b) > 0
			continue
		case hidden(r):
			continue
		case r == '>' && tag:
			r, tag = '›', false
		}
		if space {
			b, space = append(b, ' '), false
		}
		if opensTag(r) && len(b) > 0 && b[len(b)-1] == '<' {
			b, tag = append(b[:len(b)-1], "‹"...), true
		}
		b = fact.AppendRune(b, r)
	}
	return cut(string(b), limit)
}

// cleanPath is clean for a path, of which the end says more than the beginning.
func cleanPath(s string, limit int) string {
	c := clean(s, len(s)*utf8.UTFMax)
	if len(c) <= limit {
		return c
	}
	i := len(c) - limit + len(ellipsis)
	for i < len(c) && !utf8.RuneStart(c[i]) {
		i++
	}
	return ellipsis + c[i:]
}

// cut shortens s to limit bytes at a rune's boundary.
func cut(s string, limit int) string {
	if len(s) <= limit {
		return s
	}
	i := max(0, limit-len(ellipsis))
	for i > 0 && !utf8.RuneStart(s[i]) {
		i--
	}
	for i > 0 && s[i-1] == ' ' {
		i--
	}
	return s[:i] + ellipsis
}

func blank(r rune) bool {
	return r <= ' ' || r == 0xa0 || r == 0x85 || r == 0x2028 || r == 0x2029
}

// hidden are characters that do not show and can turn what is read: controls, zero-width and direction marks,
// tags.
func hidden(r rune) bool {
	switch {
	case r >= 0x7f && r < 0xa0, r == 0xad, r == 0xfeff, r >= 0xe0000 && r < 0xe0080:
		return true
	case r >= 0x200b && r <= 0x200f, r >= 0x202a && r <= 0x202e, r >= 0x2060 && r <= 0x206f:
		return true
	}
	return false
}

func opensTag(r rune) bool {
	l := r | 0x20
	return l >= 'a' && l <= 'z' || r == '/' || r == '!' || r == '?'
}
