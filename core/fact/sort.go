package fact

// Sort orders n elements that only the caller can see: less compares two by index, swap exchanges them. It takes
// O(n log n) steps whatever the order was (Williams, Algorithm 232: heapsort, 1964). It is not stable: where
// equal elements can be told apart, less must do so. One body serves every type, where each type sorted with
// package slices costs a module kilobytes.
func Sort(n int, less func(i, j int) bool, swap func(i, j int)) {
	sorted := 1
	for sorted < n && !less(sorted, sorted-1) {
		sorted++
	}
	if sorted >= n {
		return // as most lists that people keep are
	}
	for root := n/2 - 1; root >= 0; root-- {
		sink(root, n, less, swap)
	}
	for end := n - 1; end > 0; end-- {
		swap(0, end)
		sink(0, end, less, swap)
	}
}

// sink moves the element at root down until none below it, before end, is greater.
func sink(root, end int, less func(i, j int) bool, swap func(i, j int)) {
	for {
		child := 2*root + 1
		if child >= end {
			return
		}
		if child+1 < end && less(child, child+1) {
			child++
		}
		if !less(root, child) {
			return
		}
		swap(root, child)
		root = child
	}
}

// SortStrings orders list by bytes: by merging, a third of the time that Sort takes for a table's references.
func SortStrings(list []string) {
	from, to := list, []string(nil)
	for width := 1; width < len(list); width *= 2 {
		if to == nil {
			to = make([]string, len(list))
		}
		for at := 0; at < len(list); at += 2 * width {
			merge(to, from, at, min(at+width, len(list)), min(at+2*width, len(list)))
		}
		from, to = to, from
	}
	copy(list, from)
}

// merge puts the sorted parts of from that begin at lo and mid and end at hi into to.
func merge(to, from []string, lo, mid, hi int) {
	for i, k := lo, mid; lo < hi; lo++ {
		if i < mid && (k == hi || from[i] <= from[k]) {
			to[lo] = from[i]
			i++
		} else {
			to[lo] = from[k]
			k++
		}
	}
}
