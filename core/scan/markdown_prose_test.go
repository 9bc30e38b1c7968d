package scan

import (
	"strings"
	"testing"
)

func TestProse(t *testing.T) {
	for _, c := range [][2]string{
		{"a `b` ``c`d`` e", "a ### ####### e"}, {"a `b ``c` d", "a ####### d"}, {"a `b\n\nc` d", "a `b\n\nc` d"}, {"`a\nb`", "##\n##"}, {"\\`a`", "\\`a`"},
		{"a <!-- b --> c", "a            c"}, {"a <!-- b\n\n--> c", "a <!-- b\n\n--> c"}, {"<!-- b\n\nc --> d", "      \n\n      d"}, {"<!--> a", "      a"},
		{"~~a~~ b ~~c", "      b ~~c"}, {"~~~\na\n~~~\nb", "   \n \n   \nb"}, {"```\na\n~~~\n````\nb", "   \n \n   \n    \nb"},
		{"> a\nb\n\nc", "   \n \n\nc"}, {"> a\n# b", "   \n# b"}, {"- > a\n  b\nc", "     \n   \n "}, {"- ```\n  a\nb", "     \n   \nb"}, {"1. ```\n   a\n   ```\n   b", "      \n    \n      \n   b"},
		{"    a\nb", "     \nb"}, {"a\n    b", "a\n    b"}, {"- a\n\n    b", "- a\n\n    b"}, {"a\r\n```\r\nb\r```\rc", "a\r\n   \r\n \r   \rc"}, {"<script>a</script> b\nc", "                   b\nc"},
		{"| `a |\n| b` |", "| `a |\n| b` |"}, {"# `a\nb`", "# `a\nb`"}, {"- `a\n- b`", "- `a\n- b`"}, {"\xef\xbb\xbf> a", "\xef\xbb\xbf   "}, {"```a`b\nc", "```a`b\nc"},
	} {
		if got := strings.ReplaceAll(string(Prose(c[0])), "\x00", "#"); got != c[1] {
			t.Errorf("%q\ngot  %q\nwant %q", c[0], got, c[1])
		}
	}
}

func FuzzProse(f *testing.F) {
	f.Add("> a\n\n```\nb\n```\n`c` <!-- d -->\n~~e~~\r- ~~~\r\n\r<pre>\n")
	f.Fuzz(func(t *testing.T, src string) {
		got := Prose(src)
		if len(got) != len(src) {
			t.Fatalf("%d bytes of %d", len(got), len(src))
		}
		for i, c := range got {
			if c != src[i] && (c != ' ' && c != InCode || src[i] == '\n' || src[i] == '\r') {
				t.Fatalf("%q: byte %d became %q", src, i, c)
			}
		}
	})
}
