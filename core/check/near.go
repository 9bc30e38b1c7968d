package check

import "slices"

// maxNear bounds the length of what is compared; nobody mistypes a key into something longer.
const maxNear = 24

// meant returns the key of the level that an unknown name was probably meant to be, nil for none: the same
// but for letter case, a word other tools use, or a slip of the fingers.
func meant(in level, name string) *key {
	if len(name) == 0 || len(name) > maxNear {
		return nil
	}
	name = fold(name)
	var best *key
	bestCost := 3
	for i := range keys {
		k := &keys[i]
		if k.in != in {
			continue
		}
		if k.name == name || slices.Contains(k.also, name) {
			return k
		}
		if d := distance(name, k.name); d < bestCost && d < len(k.name) && (d == 1 || len(k.name) > 4) {
			best, bestCost = k, d
		}
	}
	return best
}

// fold lowers ASCII letters.
func fold(s string) string {
	b := []byte(s)
	for i, c := range b {
		if c >= 'A' && c <= 'Z' {
			b[i] = c + 'a' - 'A'
		}
	}
	return string(b)
}

// distance counts insertions, deletions, replacements and swaps of neighbours that turn a into b; both are
// at most maxNear bytes long.
func distance(a, b string) int {
	var rows [3][maxNear + 1]byte // the costs for the first i bytes of a stand in the row i modulo 3
	for i := range len(a) + 1 {
		row, last, before := &rows[i%3], &rows[(i+2)%3], &rows[(i+1)%3]
		for j := range len(b) + 1 {
			switch {
			case i == 0:
				row[j] = byte(j)
				continue
			case j == 0:
				row[j] = byte(i)
				continue
			}
			cost := last[j-1]
			if a[i-1] != b[j-1] {
				cost = min(cost, last[j], row[j-1]) + 1
				if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
					cost = min(cost, before[j-2]+1)
				}
			}
			row[j] = cost
		}
	}
	return int(rows[len(a)%3][len(b)])
}
