package cli

import (
	"bytes"
	"os"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

const nasty = "a\x1b[2J\x1b]0;title\ab\u009b2J\r\n\xff\u202ec"

// Whatever somebody else chose goes to the terminal without what moves its cursor or turns its text around.
func TestMessagesAreClean(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, args := range [][]string{
		{nasty}, {"check", "--" + nasty}, {"check", "--at", nasty}, {"check", "-C", "/" + nasty}, {"check", nasty},
		{"check", "--json", "-C", "/" + nasty}, {"replay", nasty}, {"log", "-C", nasty}, {"help", nasty},
		{"completion", nasty}, {"init", "-C", nasty}, {"check", "--record", "/" + nasty + "/x"},
		{"gate-hook", "--harness", nasty}, {"gate-hook", nasty},
	} {
		var stdout, stderr bytes.Buffer
		Run(args, nil, strings.NewReader(""), &stdout, &stderr)
		if stderr.Len() == 0 {
			t.Errorf("%q: nothing was said", args)
		}
		for _, out := range []string{stdout.String(), stderr.String()} {
			if strings.ContainsFunc(out, hostile) || !utf8.ValidString(out) {
				t.Errorf("%q: %q", args, out)
			}
		}
	}
}

// What init found is a stranger's file, too.
func TestInitQuotesCleanly(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	for name, text := range map[string]string{
		"package.json": `{"scripts":{"test":"node \u001b[2J\u202e","lint\u001b[2J":"eslint .","test\u009b2J":"x"}}`,
		"Makefile":     "test\x1b[2J:\n\ttrue\ntest:\n\ttrue \x1b[2J\n",
	} {
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	var stdout, stderr bytes.Buffer
	Run([]string{"init"}, nil, nil, &stdout, &stderr)
	if out := stdout.String() + stderr.String(); stdout.Len() == 0 || strings.ContainsFunc(out, hostile) {
		t.Errorf("%q", out)
	}
}

func hostile(r rune) bool {
	return r != '\n' && unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r)
}

func TestLiveLineFits(t *testing.T) {
	for _, c := range []struct {
		in    string
		width int
		want  string
	}{
		{"running  test", 40, "running  test"},
		{"running  test", 9, "running  "},
		{"é\x1b[2Jé\nx", 3, "éé "},
		{"测试测试", 5, "测试"},
		{"ééé", 2, "éé"},
		{"x", 0, ""},
	} {
		if got := columns(c.in, c.width); got != c.want {
			t.Errorf("%q in %d: %q, want %q", c.in, c.width, got, c.want)
		}
	}
}
