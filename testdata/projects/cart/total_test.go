package cart

import "testing"

func TestTotal(t *testing.T) {
	if got := Total([]int{500, 250}, 0); got != 750 {
		t.Errorf("got %d, want 750", got)
	}
}

func TestTotalRounding(t *testing.T) {
	if got := Total([]int{1001}, 50); got != 501 {
		t.Errorf("got %d, want 501", got)
	}
}
