package fact

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

// FuzzRune holds the readers of characters to those of the standard library.
func FuzzRune(f *testing.F) {
	for _, s := range []string{
		"", "a", "é", "☃", "😀", "\x80", "\xc0\x80", "\xc1\xbf", "\xe0\x80\x80", "\xe0\x9f\xbf", "\xed\xa0\x80", "\xed\x9f\xbf", "\xf0\x8f\xbf\xbf",
		"\xf4\x8f\xbf\xbf", "\xf4\x90\x80\x80", "\xf8\x88\x80\x80\x80", "\xff", "\xe2\x98", "\xf0\x9f\x98", "\xe2a\x83", " \t a \n", "\u0085\u00a0a\u2003\u3000",
		" \x85 a \x85", "a\x80\x80\x80\x80 ", "\u2029\xa0", "  \xe3\x80\x80\x80",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		for i := range len(s) + 1 {
			r, n := utf8.DecodeRuneInString(s[i:])
			if gr, gn := Rune(s[i:]); gr != r || gn != n {
				t.Fatalf("Rune(%q) = %x, %d, want %x, %d", s[i:], gr, gn, r, n)
			}
			if gr, gn := Rune([]byte(s[i:])); gr != r || gn != n {
				t.Fatalf("Rune of bytes %q = %x, %d, want %x, %d", s[i:], gr, gn, r, n)
			}
			if got, want := TrimSpace(s[:i]), strings.TrimSpace(s[:i]); got != want {
				t.Fatalf("TrimSpace(%q) = %q, want %q", s[:i], got, want)
			}
		}
		const set = " \ta=\\"
		if got, want := IndexAny(s, set), strings.IndexAny(s, set); got != want {
			t.Fatalf("IndexAny(%q) = %d, want %d", s, got, want)
		}
		for _, sub := range []string{"a", "  ", "\x80", "--->", s[len(s)/2:] + "a"} {
			if got, want := Index(s, sub), strings.Index(s, sub); got != want || Index([]byte(s), sub) != want {
				t.Fatalf("Index(%q, %q) = %d, want %d", s, sub, got, want)
			}
			if got, want := HasPrefix(s, sub), strings.HasPrefix(s, sub); got != want {
				t.Fatalf("HasPrefix(%q, %q) = %v", s, sub, got)
			}
		}
		if got, want := Trim(s, set), strings.Trim(s, set); got != want {
			t.Fatalf("Trim(%q) = %q, want %q", s, got, want)
		}
	})
}

func TestSpaces(t *testing.T) {
	for r := rune(-1); r <= utf8.MaxRune+1; r++ {
		if Within(r, spaces[:]) != unicode.IsSpace(r) {
			t.Errorf("%x is a space: %v", r, unicode.IsSpace(r))
		}
	}
}

// TestRuneWhole writes and reads every character there is.
func TestRuneWhole(t *testing.T) {
	for r := rune(-1); r <= utf8.MaxRune+1; r++ {
		s := string(r)
		if b := AppendRune([]byte("x"), r); string(b) != "x"+s {
			t.Fatalf("%x is written as %x", r, b)
		}
		want, n := utf8.DecodeRuneInString(s)
		if got, m := Rune(s); got != want || m != n {
			t.Fatalf("%x is read as %x of %d bytes", r, got, m)
		}
	}
}
