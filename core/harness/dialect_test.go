package harness

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestRefuse(t *testing.T) {
	for _, id := range IDs() {
		r, _ := Lookup(id)
		for _, c := range []struct{ name, reason, want string }{
			{"A20 the row's own dialect", "stile: 1 of 3 checks failed", `{"decision":"block","reason":"stile: 1 of 3 checks failed"}`},
			{"D3 words that Claude drops at exit 2", "open x: No such file or directory; can't open y", `{"decision":"block","reason":"open x: No such file or directory; can't open y"}`},
			{"lines, quotes, other scripts", "a\n\"é\" 漢 🎉\t\\", `{"decision":"block","reason":"a\n\"é\" 漢 🎉\t\\"}`},
			{"no text", " \n", `{"decision":"block","reason":"stile: the verdict on this tree was not green"}`},
			{"half a surrogate, as bytes", "x\xed\xa0\x80y", `{"decision":"block","reason":"x` + "\ufffd\ufffd\ufffd" + `y"}`},
		} {
			code, stdout, stderr := r.Refuse(c.reason, "")
			if code != 0 || stdout != c.want+"\n" || stderr != "" {
				t.Errorf("%s %s: %d %q %q", id, c.name, code, stdout, stderr)
			}
		}
		code, stdout, stderr := r.Allow("")
		if code != 0 || stdout != "" || stderr != "" {
			t.Errorf("%s allows with %d %q %q", id, code, stdout, stderr)
		}
	}
}

// TestRefusalIsTwoKeys: Codex drops a refusal that has any other key, and everything that is not one line.
func TestRefusalIsTwoKeys(t *testing.T) {
	r, _ := Lookup("codex")
	for _, reason := range []string{"x", "\x00\x1f\x7f", "a\u2028", strings.Repeat("é", 5000), "\xff\xfe", `","decision":"approve`} {
		_, stdout, _ := r.Refuse(reason, "")
		var got map[string]string
		if err := json.Unmarshal([]byte(stdout), &got); err != nil || len(got) != 2 || got["decision"] != "block" {
			t.Errorf("%q: %v, %v", stdout, got, err)
		}
		if strings.Count(stdout, "\n") != 1 || !utf8.ValidString(stdout) || stdout[0] != '{' {
			t.Errorf("%q is not one line", stdout)
		}
		if want := strings.ToValidUTF8(reason, "\ufffd"); utf8.ValidString(reason) && got["reason"] != want {
			t.Errorf("%q became %q", reason, got["reason"])
		}
	}
}

func TestAllow(t *testing.T) {
	for _, c := range []struct{ said, want string }{
		{"", ""}, {"\n \n", ""}, {"stile: x", "stile: x\n"}, {"a\r\nb\n", "a\nb\n"}, {`{"decision":"block"}`, "stile: {\"decision\":\"block\"}\n"},
		{"a\n  [1]", "a\nstile:   [1]\n"},
	} {
		r, _ := Lookup("claude-code")
		if code, stdout, stderr := r.Allow(c.said); code != 0 || stdout != "" || stderr != c.want {
			t.Errorf("%q: %d %q %q", c.said, code, stdout, stderr)
		}
		if code, stdout, stderr := AllowUnknown(c.said); code != 0 || stdout != "" || stderr != c.want {
			t.Errorf("C1 %q: %d %q %q", c.said, code, stdout, stderr)
		}
	}
}
