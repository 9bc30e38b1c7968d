package host

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stile-gate/stile/core/check"
)

// TestOutputsAreMatch compares the prepared globs with check.Match on every path, for random globs and trees.
func TestOutputsAreMatch(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	globParts := []string{"**", "*", "a", "b", "a*", "*b", "?", "[ab]", "[*]", "a.b", "*.b", "c"}
	names := []string{"a", "b", "ab", "a.b", "c", "aab", "*"}
	join := func(parts []string, most int) string {
		var list []string
		for range 1 + random.IntN(most) {
			list = append(list, parts[random.IntN(len(parts))])
		}
		return strings.Join(list, "/")
	}
	hits := 0
	for range 20_000 {
		globs := []string{join(globParts, 4), join(globParts, 4)}
		path := join(names, 5)
		rest, all := newOutputs(globs), false
		for i := range len(path) {
			if path[i] == '/' && !all {
				rest, all = rest.below(path[:i+1])
			}
		}
		got := all || rest.match(path)
		if want := check.MatchAny(globs, path); got != want {
			t.Fatalf("%q names %q: %v, want %v", globs, path, got, want)
		} else if want {
			hits++
		}
	}
	if hits < 1000 {
		t.Errorf("only %d of the paths were named at all", hits)
	}
}
