package cli

import (
	"regexp"
	"strings"
	"testing"
)

// The text is advisory: its head and its foot say so, and nothing in it asks for an edit or for a green gate.
func TestVerifyText(t *testing.T) {
	parts := strings.Split(strings.TrimSpace(verifyText), "\n\n")
	const no = "**This is not the gate.**"
	if head, foot := parts[1], parts[len(parts)-1]; !strings.HasPrefix(head, no) || !strings.HasPrefix(foot, no) {
		t.Errorf("head %q, foot %q", head, foot)
	}
	for _, part := range []string{parts[1], parts[len(parts)-1]} {
		if !strings.Contains(part, "verdict") || !strings.Contains(part, "code") {
			t.Errorf("it does not say what it moves: %q", part)
		}
	}
	for _, want := range []string{"`confirmed`", "`cited-not-applied`", "`uncertain`", "A model other than", "`stile verify --stamp`",
		"`stile/verify-findings.md`", "date: 2026-11-30", "stamp: 0123456789abcdef", "| rule | finding | place | why |"} {
		if !strings.Contains(verifyText, want) {
			t.Errorf("%q is missing", want)
		}
	}
	lines := strings.Split(strings.TrimSuffix(verifyText, "\n"), "\n")
	if len(lines) > 70 {
		t.Errorf("%d lines", len(lines))
	}
	for i, line := range lines {
		if len(line) > 120 {
			t.Errorf("line %d is %d bytes long", i+1, len(line))
		}
	}
	never := regexp.MustCompile(`(?i)claude|codex|gemini|copilot|gpt|cursor|/rw-|slash command|\b(fix|repair|change|edit|correct) (it|them|the|every|all|any)\b|make .*green|until .*green|you must`)
	if found := never.FindString(verifyText + agentsBlock); found != "" {
		t.Errorf("it says %q", found)
	}
}
