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

// SortStrings orders list by bytes.
func SortStrings(list []string) {
	Sort(len(list),
		func(i, j int) bool { return list[i] < list[j] },
		func(i, j int) { list[i], list[j] = list[j], list[i] })
}
