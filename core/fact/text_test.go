package fact

import (
	"slices"
	"strings"
	"testing"
)

func TestTextGrows(t *testing.T) {
	var x Text
	x.Add("a").Int(-12).Pad(6).Add("|").Pad(3).Join([]string{"x", "", "y"}, ", ").Join(nil, "!")
	if got := x.String(); got != "a-12  |x, , y" || got != string(x.Bytes()) || x.Len() != len(got) {
		t.Errorf("got %q", got)
	}
}

func TestSet(t *testing.T) {
	for _, in := range []string{"", "a", "b a", "b a b", "a a a", "c a b a c", "\xff é \x00"} {
		list := strings.Fields(in)
		want := slices.Compact(slices.Sorted(slices.Values(list)))
		if got := Set(list); !slices.Equal(got, want) {
			t.Errorf("%q: got %q", in, got)
		}
	}
	var list []string
	for _, s := range []string{"b", "a"} {
		Push(&list, s)
	}
	if !Has(list, "a") || Has(list, "") || Has(nil, "") {
		t.Errorf("got %q", list)
	}
}

func TestHasWord(t *testing.T) {
	const words = "a bc . && b"
	for _, word := range strings.Fields(words) {
		if !HasWord(words, word) {
			t.Errorf("%q is one of %q", word, words)
		}
	}
	for _, word := range []string{"", " ", "c", "a bc", "&", "b ", "B"} {
		if HasWord(words, word) || HasWord("", word) {
			t.Errorf("%q is none of %q", word, words)
		}
	}
}
