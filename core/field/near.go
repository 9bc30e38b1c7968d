package field

import "github.com/stile-gate/stile/core/fact"

// maxNear bounds the length of what is compared; nobody mistypes a key into something longer.
const maxNear = 24

// slips of the fingers are two at most: what is further away was meant otherwise.
const slips = 2

// Meant returns the key of the level that an unknown name was probably meant to be, nil for none: the same
// but for letter case, a word other tools use, or a slip of the fingers.
func (f *Format) Meant(in Level, name string) *Key {
	if len(name) == 0 || len(name) > maxNear {
		return nil
	}
	name = Fold(name)
	var best *Key
	bestCost := slips + 1
	for i := range f.Keys {
		k := &f.Keys[i]
		if k.In != in {
			continue
		}
		if k.Name == name || fact.HasWord(k.Also, name) {
			return k
		}
		if d := distance(name, k.Name, slips); d < bestCost && d < len(k.Name) && (d == 1 || len(k.Name) > 4) {
			best, bestCost = k, d
		}
	}
	return best
}

// Near reports whether b may have been meant by a, but for a slip of the fingers.
func Near(a, b string) bool {
	return len(a) <= maxNear && len(b) <= maxNear && len(b) > slips && distance(a, b, slips) <= slips
}

// Fold lowers ASCII letters.
func Fold(s string) string {
	b := []byte(s)
	for i, c := range b {
		if c >= 'A' && c <= 'Z' {
			b[i] = c + 'a' - 'A'
		}
	}
	return string(b)
}

// distance counts insertions, deletions, replacements and swaps of neighbours that turn a into b; most+1 stands for
// everything over most, which counts down to where it ends.
func distance(a, b string, most int) int {
	for a != "" && b != "" && a[0] == b[0] { // to keep what is equal is never dearer
		a, b = a[1:], b[1:]
	}
	switch {
	case a == "" || b == "":
		return min(len(a)+len(b), most+1)
	case most == 0:
		return 1
	}
	d := min(distance(a[1:], b, most-1), distance(a, b[1:], most-1), distance(a[1:], b[1:], most-1))
	if len(a) > 1 && len(b) > 1 && a[0] == b[1] && a[1] == b[0] {
		d = min(d, distance(a[2:], b[2:], most-1))
	}
	return d + 1
}
