package check

import (
	"testing"

	"github.com/stile-gate/stile/core/fact"
)

func TestDue(t *testing.T) {
	paths := func(p ...string) fact.Changed { return fact.Changed{Paths: p} }
	for _, c := range []struct {
		at, point string
		when      []string
		changed   fact.Changed
		want      bool
		why       string
	}{
		{"stop", "stop", nil, paths(), true, "always due"},
		{"stop", "ci", nil, paths(), true, "always due"},
		{"commit", "stop", nil, paths("a"), false, "due from commit on, this is stop"},
		{"commit", "push", nil, paths(), true, "always due"},
		{"ci", "push", []string{"**"}, paths("a"), false, "due from ci on, this is push"},
		{"ci", "ci", []string{"**"}, paths("a"), true, "a changed"},
		{"ci", "later", nil, paths(), true, "always due"},
		{"stop", "stop", []string{"src/**", "*.md"}, paths("doc/x", "README.md"), true, "README.md changed"},
		{"stop", "stop", []string{"src/**"}, paths("doc/x"), false, "the one changed path is none of when"},
		{"stop", "stop", []string{"src/**"}, paths("doc/x", "doc/y"), false, "none of 2 changed paths is one of when"},
		{"stop", "stop", []string{"src/**"}, paths(), false, "no path changed"},
		{"stop", "stop", []string{"src/**"}, fact.Changed{All: true}, true, "every path counts as changed"},
		{"stop", "stop", []string{"src/**"}, fact.Changed{Paths: []string{"a"}, More: 1}, true, "more paths changed than were listed"},
	} {
		due, why := Due(&Check{At: c.at, When: c.when}, c.point, &c.changed)
		if due != c.want || why != c.why {
			t.Errorf("at %s, point %s, when %q, changed %v: %v, %s", c.at, c.point, c.when, c.changed, due, why)
		}
	}
	if p := Points(); len(p) != 4 || p[0] != "stop" {
		t.Errorf("points %q", p)
	}
}
