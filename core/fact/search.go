package fact

// Search returns the place in a list that is sorted by bytes where s stands, or would stand.
func Search(list []string, s string) int {
	lo, hi := 0, len(list)
	for lo < hi {
		if m := (lo + hi) / 2; list[m] < s {
			lo = m + 1
		} else {
			hi = m
		}
	}
	return lo
}

// HasSorted reports whether s is in a list that is sorted by bytes. Where a module looks other lists up, a loop in place
// costs it less than a function that is given what comes before.
func HasSorted(list []string, s string) bool {
	i := Search(list, s)
	return i < len(list) && list[i] == s
}
