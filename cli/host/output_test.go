package host

import (
	"bytes"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stile-gate/stile/core/fact"
)

func quote(text string, clean cleanFunc) (head, tail string, omitted, secrets int64) {
	h, l, o, s := excerpt(strings.NewReader(text), int64(len(text)), clean)
	return string(h), string(l), o, s
}

func asIs(b []byte) ([]byte, int64) { return b, 0 }

func TestExcerptOfLittle(t *testing.T) {
	for _, text := range []string{"", "x", "a\nb\n", strings.Repeat("line\n", half/5), strings.Repeat("木", half/3)} {
		head, tail, omitted, _ := quote(text, cleaner("/w/app"))
		if head != text || tail != "" || omitted != 0 {
			t.Errorf("%d bytes: %d + %d + %d", len(text), len(head), omitted, len(tail))
		}
	}
	text := strings.Repeat("a longer line\n", half/10)
	head, tail, omitted, _ := quote(text, cleaner("/w/app"))
	if head+tail != text || omitted != 0 || !strings.HasSuffix(head, "\n") || len(head) > half {
		t.Errorf("%d bytes: %d + %d + %d", len(text), len(head), omitted, len(tail))
	}
}

// Whatever is printed: the quote is valid, bounded, cut between lines or runes, and accounts for every byte.
func TestExcerptOfAnything(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	parts := []string{"\n", "\r\n", "a short line\n", "木", "größe ", "\xff", "\xe6\x9c", "\x1b[31m", strings.Repeat("x", 5000), "0123456789"}
	for range 300 {
		var b strings.Builder
		few := parts[:1+r.IntN(len(parts))]
		for size := r.IntN(3 * fact.MaxOutput); b.Len() < size; {
			b.WriteString(few[r.IntN(len(few))])
		}
		text := b.String()
		head, tail, _, _ := quote(text, cleaner("/w/app"))
		switch {
		case !utf8.ValidString(head) || !utf8.ValidString(tail):
			t.Fatal("not valid UTF-8")
		case len(head)+len(tail) > fact.MaxOutput:
			t.Fatalf("%d + %d bytes", len(head), len(tail))
		case len(text) > 0 && head == "" || len(text) > fact.MaxOutput && tail == "":
			t.Fatalf("nothing quoted of %d bytes", len(text))
		}
		head, tail, omitted, _ := quote(text, asIs)
		if head != text[:len(head)] || tail != text[len(text)-len(tail):] || int64(len(head)+len(tail))+omitted != int64(len(text)) {
			t.Fatalf("%d + %d + %d of %d bytes", len(head), omitted, len(tail), len(text))
		}
	}
}

// A cut never leaves a part of a secret that would have been replaced had it been seen whole.
func TestExcerptSplitsNoSecret(t *testing.T) {
	// Built here so that no scanner takes this file for a leak.
	token := "ghp_" + strings.Repeat("A1b2C3d4E5f6", 3)
	key := "-----BEGIN RSA " + "PRIVATE KEY-----\n" + strings.Repeat(strings.Repeat("MIIEpQIBAAKCAQEA", 4)+"\n", 40) + "-----END RSA " + "PRIVATE KEY-----\n"
	clean := cleaner("/w/app")
	for _, secret := range []string{token, "password=" + token + "\n", key} {
		if b, n := clean([]byte(secret)); n == 0 || bytes.Contains(b, []byte(token)) {
			t.Fatalf("not taken for a secret: %q", secret)
		}
		for _, fill := range []string{"x\n", " ", "a line that is longer than the others\n"} {
			for shift := -len(secret) - 8; shift <= 8; shift += 1 + len(secret)/40 {
				before := strings.Repeat(fill, (half+shift)/len(fill))
				middle := strings.Repeat(fill, 3*beyond/len(fill))
				head, tail, _, _ := quote(before+secret+middle+secret+before, clean)
				for where, text := range map[string]string{"head": head, "tail": tail} {
					for at := 0; at+12 <= len(secret); at += 4 {
						if piece := secret[at : at+12]; !strings.Contains(piece, "-") && !strings.HasPrefix(piece, "pass") && strings.Contains(text, piece) {
							t.Fatalf("%s holds %q of %.30q at %d", where, piece, secret, shift)
						}
					}
				}
				if len(head) < half/2 && len(secret) < 200 || head == "" {
					t.Fatalf("only %d bytes of the head are left", len(head))
				}
			}
		}
	}
}

func TestRootIsDropped(t *testing.T) {
	long := "/private/w/app"
	clean := cleaner("/w/app", long)
	for in, want := range map[string]string{
		"/w/app/a.go:3: x":         "./a.go:3: x",
		"at /w/app.":               "at ..",
		"/w/app2 /w/app-x /w/app_": "/w/app2 /w/app-x /w/app_",
		"/w/app.git/x":             "/w/app.git/x",
		"-I/w/app/include":         "-I./include",
		long + "/x":                "./x",
		`"/w/app"`:                 `"."`,
		"/w/appé":                  "/w/appé",
		"/w/app/../b":              "./../b",
	} {
		if got, _ := clean([]byte(in)); string(got) != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
	if got, _ := cleaner("/")([]byte("/usr/bin")); string(got) != "/usr/bin" {
		t.Errorf("root of everything: %q", got)
	}
	if got := dropRoots([]byte(`"C:\\w\\app\\x" C:/w/app/y`), []string{`C:\\w\\app`, "C:/w/app"}); string(got) != `".\\x" ./y` {
		t.Errorf("other spellings: %s", got)
	}
}

// What is hidden from the eye hides nothing from cleaning.
func TestColourHidesNothing(t *testing.T) {
	clean := cleaner("/w/app")
	for in, want := range map[string]string{
		"tok\033[31men=abcd1234efgh5678ijkl":             "token=[REDACTED]",
		"token=abcd\033[0m1234efgh5678ijkl":              "token=[REDACTED]",
		"token\033[0m = \033[33mabcd1234efgh\033[0m.":    "token = [REDACTED].",
		"pass\x00word=hunter2xyz":                        "password=[REDACTED]",
		"ghp_\u200b" + strings.Repeat("A1b2C3d4E5f6", 3): "[REDACTED]",
		"at /w/\033[1mapp\033[0m/a.go":                   "at ./a.go",
		"\033[32mok\033[0m\r\n\tfine\n":                  "ok\n\tfine\n",
	} {
		if got, _ := clean([]byte(in)); string(got) != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
}

func FuzzExcerpt(f *testing.F) {
	seeds := []string{"", "/w/app/x\n", strings.Repeat("ab\xff\n", 9000), "password=hunter2hunter2\n"}
	for i, s := range seeds {
		f.Add([]byte(s), uint16(i*100))
	}
	clean := cleaner("/w/app")
	f.Fuzz(func(t *testing.T, unit []byte, times uint16) {
		if len(unit) > 1<<10 {
			unit = unit[:1<<10]
		}
		text := bytes.Repeat(unit, int(times%512))
		head, tail, omitted, _ := excerpt(bytes.NewReader(text), int64(len(text)), clean)
		if !utf8.Valid(head) || !utf8.Valid(tail) || len(head)+len(tail) > fact.MaxOutput || omitted < 0 || omitted > int64(len(text)) {
			t.Fatalf("%d + %d + %d of %d bytes", len(head), omitted, len(tail), len(text))
		}
	})
}
