package cli

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestAgentsBlock(t *testing.T) {
	crlf := strings.ReplaceAll(agentsBlock, "\n", "\r\n")
	for _, c := range []struct{ name, old, added string }{
		{"empty", "", agentsBlock},
		{"text", "# A\n\ntext\n", "\n" + agentsBlock},
		{"empty line at the end", "text\n\n", agentsBlock},
		{"no line end", "text", "\n\n" + agentsBlock},
		{"CR LF", "# A\r\n\r\ntext\r\n", "\r\n" + crlf},
		{"CR LF, no line end", "# A\r\ntext", "\r\n\r\n" + crlf},
		{"CR LF, empty line", "text\r\n\r\n", crlf},
		{"BOM and trailing spaces", "\ufefftext  \n\t\n \n", "\n" + agentsBlock},
		{"end marker alone", "text " + blockEnd + "\n", "\n" + agentsBlock},
	} {
		dir := t.TempDir()
		path := filepath.Join(dir, agentsFile)
		if err := os.WriteFile(path, []byte(c.old), 0o640); err != nil {
			t.Fatal(err)
		}
		e, err := planBlock(dir)
		if err != nil {
			t.Fatal(c.name, err)
		}
		if b, _ := os.ReadFile(path); string(b) != c.old {
			t.Errorf("%s: written before anybody was asked", c.name)
		}
		if err := e.write(); err != nil {
			t.Fatal(c.name, err)
		}
		if b, _ := os.ReadFile(path); string(b) != c.old+c.added {
			t.Errorf("%s: got %q", c.name, b)
		}
		if info, _ := os.Stat(path); info.Mode().Perm() != 0o640 && os.PathSeparator == '/' {
			t.Errorf("%s: mode %v", c.name, info.Mode())
		}
		if _, err := planBlock(dir); !errors.Is(err, errHasBlock) {
			t.Errorf("%s: again: %v", c.name, err)
		}
		if entries, _ := os.ReadDir(dir); len(entries) != 1 {
			t.Errorf("%s: left %v", c.name, entries)
		}
	}
}

func TestAgentsBlockThroughLinks(t *testing.T) {
	outside := t.TempDir()
	write := func(path, text string) {
		t.Helper()
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write(filepath.Join(outside, "A.md"), "theirs\n")
	for _, c := range []struct{ name, to, file, want string }{
		{"inside", "CLAUDE.md", "CLAUDE.md", ""},
		{"inside, below", "docs/agents.md", "docs/agents.md", ""},
		{"outside", filepath.Join(outside, "A.md"), "", "no block is offered: AGENTS.md leads out of the project"},
		{"dangling", "nowhere.md", "", "no block is offered: following AGENTS.md: "},
		{"directory", "docs", "", "no block is offered: AGENTS.md is no file, or a large one"},
	} {
		dir := t.TempDir()
		if err := os.Mkdir(filepath.Join(dir, "docs"), 0o755); err != nil {
			t.Fatal(err)
		}
		if c.file != "" {
			write(filepath.Join(dir, c.file), "text\n")
		}
		if err := os.Symlink(c.to, filepath.Join(dir, agentsFile)); err != nil {
			t.Skip(err)
		}
		e, err := planBlock(dir)
		if c.want != "" {
			if err == nil || !strings.HasPrefix(err.Error(), c.want) {
				t.Errorf("%s: %v", c.name, err)
			}
			continue
		}
		if err == nil {
			err = e.write()
		}
		to, _ := os.Readlink(filepath.Join(dir, agentsFile))
		b, _ := os.ReadFile(filepath.Join(dir, c.file))
		if err != nil || to != c.to || string(b) != "text\n\n"+agentsBlock {
			t.Errorf("%s: %v, link to %q, %q", c.name, err, to, b)
		}
	}
	if b, _ := os.ReadFile(filepath.Join(outside, "A.md")); string(b) != "theirs\n" {
		t.Errorf("the file outside is now %q", b)
	}
}

func TestAgentsBlockIsLeftAlone(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, agentsFile)
	for old, want := range map[string]string{"\xff\xfea\x00": "AGENTS.md is not UTF-8", strings.Repeat("x", maxAgents+1): "is no file, or a large one"} {
		if err := os.WriteFile(path, []byte(old), 0o644); err != nil {
			t.Fatal(err)
		}
		if _, err := planBlock(dir); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", want, err)
		}
	}

	// Somebody writes the file while the question stands.
	for _, old := range []string{"text\n", ""} {
		_ = os.Remove(path)
		if old != "" {
			_ = os.WriteFile(path, []byte(old), 0o644)
		}
		e, err := planBlock(dir)
		if err != nil {
			t.Fatal(err)
		}
		_ = os.WriteFile(path, []byte("other\n"), 0o644)
		if err := e.write(); err == nil {
			t.Error("written over what changed")
		}
		if b, _ := os.ReadFile(path); string(b) != "other\n" {
			t.Errorf("now %q", b)
		}
	}
}

func TestAgentsBlockIsAskedFor(t *testing.T) {
	for answer, want := range map[string]bool{
		"y\n": true, "Y\n": true, "yes\n": true, " Yes \r\n": true,
		"": false, "\n": false, "n\n": false, "no\n": false, "y": false, "yy\n": false, "ja\n": false, strings.Repeat("y", 300) + "\n": false,
	} {
		var out bytes.Buffer
		if got := (&agentsEdit{}).ask(strings.NewReader(answer), &out); got != want {
			t.Errorf("%q: %v", answer, got)
		}
		shown := out.String()
		for line := range strings.Lines(agentsBlock) {
			if line != "\n" && !strings.Contains(shown, "\n  "+line) {
				t.Errorf("not shown: %q", line)
			}
		}
		if !strings.Contains(shown, agentsFile) || !strings.HasSuffix(strings.TrimSuffix(shown, "\n"), "[y/N] ") {
			t.Errorf("%q", shown)
		}
	}
}

// The block names the advisory layer and says that it is no gate, in few lines.
func TestAgentsBlockText(t *testing.T) {
	for _, want := range []string{blockBegin, blockEnd, "`stile verify`", "`stile/verify-findings.md`", "not the gate"} {
		if strings.Count(agentsBlock, want) != 1 {
			t.Errorf("%q stands there %d times", want, strings.Count(agentsBlock, want))
		}
	}
	if n := strings.Count(agentsBlock, "\n"); n > 15 {
		t.Errorf("%d lines", n)
	}
}
