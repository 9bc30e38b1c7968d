package host

import (
	"bytes"
	"testing"
)

func TestTextDigest(t *testing.T) {
	for _, s := range []string{"\r\n", "a\r\n", "\r\na", "a\r\r\n\r", "a\r\nb\r\n\r\nc", "\r\n\r\n", "x\r\n\n"} {
		want := hexDigest(bytes.ReplaceAll([]byte(s), []byte("\r\n"), []byte("\n")))
		if sum, text := Digests([]byte(s)); text != want || sum != hexDigest([]byte(s)) {
			t.Errorf("%q: %s, want %s", s, text, want)
		}
	}
	for _, s := range []string{"", "a", "a\nb", "\r", "a\rb\n", "\n\r"} {
		if _, text := Digests([]byte(s)); text != "" {
			t.Errorf("%q has no CR LF and a digest without: %s", s, text)
		}
	}
}
