package scan

import "github.com/stile-gate/stile/core/fact"

// A nameList are names in the order of their bytes, so that those that begin alike stand together.
type nameList struct {
	names []string
	order []int // where each stood in the question; nil where they came in order
}

func newNameList(names []string) nameList {
	sorted := true
	for i := 1; i < len(names) && sorted; i++ {
		sorted = names[i-1] <= names[i]
	}
	if sorted {
		return nameList{names: names}
	}
	l := nameList{append([]string(nil), names...), make([]int, len(names))}
	for i := range l.order {
		l.order[i] = i
	}
	fact.Sort(len(names),
		func(i, j int) bool { return l.names[i] < l.names[j] },
		func(i, j int) {
			l.names[i], l.names[j] = l.names[j], l.names[i]
			l.order[i], l.order[j] = l.order[j], l.order[i]
		})
	return l
}

// asked is where the name k of the list stood in the question.
func (l *nameList) asked(k int) int {
	if l.order == nil {
		return k
	}
	return l.order[k]
}

// A nameRange are the names from lo to hi: those that begin with the n bytes that were followed.
type nameRange struct{ lo, hi, n int }

func (l *nameList) all() nameRange { return nameRange{hi: len(l.names)} }

// nearby is how many names are passed one by one before half of them are: mostly the range ends within a few.
const nearby = 16

// any reports whether names are left.
func (r nameRange) any() bool { return r.lo < r.hi }

// next narrows the range to the names that go on with c.
func (l *nameList) next(r *nameRange, c byte) {
	want := int(c)
	for k := 0; r.lo < r.hi && l.at(r.lo, r.n) < want; k++ {
		if r.lo++; k == nearby {
			r.lo = l.search(*r, want)
		}
	}
	for k := 0; r.lo < r.hi && l.at(r.hi-1, r.n) > want; k++ {
		if r.hi--; k == nearby {
			r.hi = l.search(*r, want+1)
		}
	}
	r.n++
}

// at is byte n of the name k, -1 where it ends there.
func (l *nameList) at(k, n int) int {
	if name := l.names[k]; n < len(name) {
		return int(name[n])
	}
	return -1
}

// search returns the first name of the range whose next byte is want or more.
func (l *nameList) search(r nameRange, want int) int {
	lo, hi := r.lo, r.hi
	for lo < hi {
		if m := int(uint(lo+hi) / 2); l.at(m, r.n) < want {
			lo = m + 1
		} else {
			hi = m
		}
	}
	return lo
}

// follow narrows the range to the names that go on with s.
func (l *nameList) follow(r nameRange, s string) nameRange {
	for i := 0; i < len(s) && r.lo < r.hi; i++ {
		l.next(&r, s[i])
	}
	return r
}

// ending returns the end of the names of the range that are no longer than what was followed: they are its first.
func (l *nameList) ending(r nameRange) int {
	k := r.lo
	for k < r.hi && len(l.names[k]) == r.n {
		k++
	}
	return k
}
