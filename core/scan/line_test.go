package scan

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stile-gate/stile/core/fact"
)

var lineTests = []struct{ name, in, want string }{
	{"plain", "    auth_test.go:12: got 1, want 2", "    auth_test.go:12: got 1, want 2"},
	{"go test case", "--- FAIL: TestLogin (0.00s)", "--- FAIL: TestLogin"},
	{"go test sub-case", "    --- FAIL: TestLogin/empty_name (12.34s)", "    --- FAIL: TestLogin/empty_name"},
	{"go test package", "FAIL\texample.com/app/auth\t0.123s", "FAIL example.com/app/auth"},
	{"go test package with coverage", "ok  \texample.com/app\t0.004s\tcoverage: 81.2% of statements", "ok   example.com/app coverage: 81.2% of statements"},
	{"go test cached", "ok  \texample.com/app\t(cached)", "ok   example.com/app (cached)"},
	{"pytest", "=== 1 failed, 2 passed in 0.35s ===", "=== 1 failed, 2 passed ==="},
	{"pytest over a minute", "1 failed in 62.35s (0:01:02)", "1 failed"},
	{"cargo", "test result: FAILED. 1 passed; 1 failed; finished in 0.00s", "test result: FAILED. 1 passed; 1 failed; finished"},
	{"nextest", "        FAIL [   0.004s] app auth::login", "        FAIL app auth::login"},
	{"unittest", "Ran 3 tests in 0.001s", "Ran 3 tests"},
	{"rspec", "Finished in 0.00123 seconds (files took 0.1 seconds to load)", "Finished (files to load)"},
	{"surefire", "Tests run: 1, Failures: 1, Time elapsed: 0.05 s <<< FAILURE! -- in app.LoginTest", "Tests run: 1, Failures: 1, <<< FAILURE! -- in app.LoginTest"},
	{"jest", "  ✕ logs in (5 ms)", "  ✕ logs in"},
	{"jest summary", "Time:        1.234 s", ""},
	{"tap", "not ok 1 - login # time=12.5ms", "not ok 1 - login #"},
	{"a limit is no elapsed time", "context: timed out in 30s", "context: timed out in 30s"},
	{"a limit in brackets", "the limit (5s) was reached", "the limit (5s) was reached"},
	{"line and column", "at run (app.js:10:25)", "at run (app.js:10:25)"},
	{"two numbers", "at (10:25)", "at (10:25)"},
	{"word that ends in a lead", "begin 0.5s", "begin 0.5s"},
	{"no unit", "ratio in 0.35", "ratio in 0.35"},
	{"colour", "\x1b[1;31mFAIL\x1b[0m app", "FAIL app"},
	{"colour within a time", "--- FAIL: TestX (\x1b[31m0.00s\x1b[0m)", "--- FAIL: TestX"},
	{"title", "\x1b]0;make test\atest", "test"},
	{"link", "\x1b]8;;https://e.x\x1b\\auth.go\x1b]8;;\x1b\\:3", "auth.go:3"},
	{"title without an end hides nothing", "\x1b]0;FAIL app", "0;FAIL app"},
	{"charset", "\x1b(Bok", "ok"},
	{"eight-bit control sequence", "\u009b31mred", "red"},
	{"cut sequence", "ok\x1b[3", "ok"},
	{"escape at the end", "ok\x1b", "ok"},
	{"control characters", "a\x00b\bc\x7fd", "abcd"},
	{"tab", "a\tb", "a b"},
	{"line ends", "a\r\nb\n", "a  b"},
	{"direction override", "access\u202e\u2066 = user\u2069", "access = user"},
	{"byte order mark", "\ufeffok", "ok"},
	{"invalid UTF-8", "a\xffb\xc3", "a\ufffdb\ufffd"},
	{"space at the end", "  a \t ", "  a"},
	{"only space", " \t\r\n", ""},
	{"empty", "", ""},
}

func TestCleanLine(t *testing.T) {
	for _, tt := range lineTests {
		t.Run(tt.name, func(t *testing.T) {
			if got := CleanLine(tt.in); got != tt.want {
				t.Errorf("CleanLine(%q)\n got %q\nwant %q", tt.in, got, tt.want)
			}
		})
	}
}

func TestCleanLineD4LongLine(t *testing.T) {
	for _, long := range []string{
		strings.Repeat("x", 50<<20),
		strings.Repeat("é", fact.MaxLine),
		"x" + strings.Repeat("é", fact.MaxLine),
		strings.Repeat("\x1b[1m", 1<<20),
		strings.Repeat("\x1b]", 1<<20),
		strings.Repeat("(0.00s)", fact.MaxLine),
		strings.Repeat("\xff", fact.MaxLine),
	} {
		got := CleanLine(long)
		if len(got) > fact.MaxLine || !utf8.ValidString(got) {
			t.Errorf("CleanLine of %d bytes: %d bytes, valid %v", len(long), len(got), utf8.ValidString(got))
		}
	}
	if got := CleanLine("x" + strings.Repeat("é", fact.MaxLine)); strings.Contains(got, "\ufffd") || len(got) < fact.MaxLine-1 {
		t.Errorf("cut within a character: %d bytes ending in %q", len(got), got[len(got)-4:])
	}
}

func FuzzCleanLine(f *testing.F) {
	for _, tt := range lineTests {
		f.Add(tt.in)
		f.Add(tt.in + tt.in)
	}
	f.Fuzz(func(t *testing.T, s string) {
		got := CleanLine(s)
		if !utf8.ValidString(got) || len(got) > fact.MaxLine || strings.TrimRight(got, " ") != got {
			t.Fatalf("CleanLine(%q) = %q", s, got)
		}
		for _, r := range got {
			if isUnseen(r) {
				t.Fatalf("CleanLine(%q) = %q holds %U", s, got, r)
			}
		}
		if again := CleanLine(got); again != got {
			t.Fatalf("not settled: %q\nthen %q\nthen %q", s, got, again)
		}
	})
}

// CleanText and CleanLine agree on what of a line is text.
func TestCleanText(t *testing.T) {
	for in, want := range map[string]string{
		"":                                    "",
		"plain\n\tlines\n":                    "plain\n\tlines\n",
		"tok\x1b[31men=x\x1b[0m":              "token=x",
		"tok\u009b31men":                      "token",
		"a\x1b]8;;http://x\x1b\\b\x1b]0;t\ac": "abc",
		"a\x1bPb\nc":                          "ab\nc",
		"a\x00b\x08c\u200b\u202ed\x7f":        "abcd",
		"one\r\ntwo\rthree\r":                 "one\ntwo three ",
		"to\u00adk\u200c\u200den\ufe0f":       "token",
		"größe 木 (0.00s)":                     "größe 木 (0.00s)",
		"\x1b":                                "",
	} {
		got := string(CleanText([]byte(in)))
		if got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
		if CleanLine(got) != CleanLine(in) && !strings.Contains(in, "\n") {
			t.Errorf("%q: lines %q and %q", in, CleanLine(got), CleanLine(in))
		}
	}
}

func TestNamesHideNoSecret(t *testing.T) {
	c := Case{Name: "login tok\x1b[31men=abcd1234efgh5678ijkl", File: "a\x1b[1m.go", Text: []string{"pass\u200bword=abcd\x1b[0m1234efgh"}}
	c.seal()
	if c.Name != "login token=[REDACTED]" || c.File != "a.go" || len(c.Text) != 1 || c.Text[0] != "password=[REDACTED]" {
		t.Errorf("%+v", c)
	}
}
