package check

// maxNear bounds the length of what is compared; nobody mistypes a key into something longer.
const maxNear = 24

// meant returns the key of the level that an unknown name was probably meant to be, nil for none: the same
// but for letter case, a word other tools use, or a slip of the fingers.
func meant(in level, name string) *key {
	if len(name) == 0 || len(name) > maxNear {
		return nil
	}
	folded := fold(name)
	var best *key
	bestCost := 3
	for i := range keys {
		k := &keys[i]
		if k.in != in {
			continue
		}
		if fold(k.name) == folded {
			return k
		}
		for _, a := range k.also {
			if fold(a) == folded {
				return k
			}
		}
		if d := distance(folded, k.name); d < bestCost && d < len(k.name) && (d == 1 || len(k.name) > 4) {
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
	var before, last, row [maxNear + 1]int
	for j := range len(b) + 1 {
		last[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row[0] = i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			row[j] = min(last[j]+1, row[j-1]+1, last[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
		before, last = last, row
	}
	return last[len(b)]
}
