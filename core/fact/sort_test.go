package fact

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"
)

func TestSort(t *testing.T) {
	orders := map[string]func(r *rand.Rand, i, n int) int{
		"rising":  func(_ *rand.Rand, i, _ int) int { return i },
		"falling": func(_ *rand.Rand, i, n int) int { return n - i },
		"equal":   func(*rand.Rand, int, int) int { return 7 },
		"few":     func(r *rand.Rand, _, _ int) int { return r.IntN(3) },
		"random":  func(r *rand.Rand, _, n int) int { return r.IntN(n) },
	}
	for name, at := range orders {
		r := rand.New(rand.NewPCG(1, 2))
		for n := range 70 {
			got := make([]int, n)
			for i := range got {
				got[i] = at(r, i, n)
			}
			want := slices.Clone(got)
			slices.Sort(want)
			Sort(n, func(i, j int) bool { return got[i] < got[j] }, func(i, j int) { got[i], got[j] = got[j], got[i] })
			if !slices.Equal(got, want) {
				t.Fatalf("%d %s elements: %v", n, name, got)
			}
		}
	}
}

// TestSortSteps: no order is slow to sort.
func TestSortSteps(t *testing.T) {
	const n = 1 << 14
	r := rand.New(rand.NewPCG(3, 4))
	for name, list := range map[string][]int{"random": r.Perm(n), "equal": make([]int, n), "falling": make([]int, n)} {
		if name == "falling" {
			for i := range list {
				list[i] = -i
			}
		}
		steps := 0
		Sort(n,
			func(i, j int) bool { steps++; return list[i] < list[j] },
			func(i, j int) { steps++; list[i], list[j] = list[j], list[i] })
		if !slices.IsSorted(list) || steps > 4*14*n {
			t.Errorf("%s: %d steps for %d elements", name, steps, n)
		}
	}
}

func FuzzSortStrings(f *testing.F) {
	f.Add("b a c b", 3)
	f.Add("", 0)
	f.Add("\xff \x00 é aa a", 40)
	f.Fuzz(func(t *testing.T, s string, n int) {
		var got []string
		for i := range min(max(n, 0), 200) {
			got = append(got, s[min(i, len(s)):]+strconv.Itoa(i%7))
		}
		want := slices.Clone(got)
		slices.Sort(want)
		if SortStrings(got); !slices.Equal(got, want) {
			t.Fatalf("%q, want %q", got, want)
		}
	})
}
