package check

import (
	"slices"

	"github.com/stile-gate/stile/core/fact"
)

// points are where checks become due, the earliest first; the first is the default.
var points = []string{"stop", "commit", "push", "ci"}

// Points lists the points in order, for a host's flag.
func Points() []string { return slices.Clone(points) }

func pointIndex(point string) int { return slices.Index(points, point) }

// AtPoint reports whether the check is due at this point as far as its at says. An unknown point is a late one.
func AtPoint(c *Check, point string) bool {
	now := pointIndex(point)
	return now < 0 || now >= pointIndex(c.At)
}

// Due reports whether the check is due at this point for these changed paths, which are relative to its
// project's directory, and why it is or is not. What cannot be known (no base, more paths than were listed)
// makes it due.
func Due(c *Check, point string, changed *fact.Changed) (due bool, why string) {
	switch {
	case !AtPoint(c, point):
		return false, fact.Say("due from $ on, this is $", c.At, point)
	case len(c.When) == 0:
		return true, "always due"
	case changed.All:
		return true, "every path counts as changed"
	}
	for _, path := range changed.Paths {
		if MatchAny(c.When, path) {
			return true, path + " changed"
		}
	}
	switch n := int64(len(changed.Paths)); {
	case changed.More > 0:
		return true, "more paths changed than were listed"
	case n == 0:
		return false, "no path changed"
	case n == 1:
		return false, "the one changed path is none of when"
	default:
		return false, fact.Say("none of $ changed paths is one of when", fact.Itoa(n))
	}
}
