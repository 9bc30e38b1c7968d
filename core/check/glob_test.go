package check

import (
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestMatch(t *testing.T) {
	for _, c := range []struct {
		glob, path string
		want       bool
	}{
		{"a", "a", true}, {"a", "b", false}, {"a", "a/b", false}, {"a/b", "a/b", true}, {"a/b", "a", false},
		{"*", "a", true}, {"*", ".a", true}, {"*", "a/b", false}, {"*.go", "a.go", true}, {"*.go", ".go", true},
		{"*.go", "d/a.go", false}, {"**/*.go", "a.go", true}, {"**/*.go", "d/e/a.go", true}, {"**/*.go", "d/a.goo", false},
		{"**", "a", true}, {"**", "a/b/c", true}, {"src/**", "src/a", true}, {"src/**", "src/a/b", true}, {"src/**", "src", true},
		{"src/**", "srcs/a", false}, {"a/**/b", "a/b", true}, {"a/**/b", "a/x/y/b", true}, {"a/**/b", "a/x/bc", false},
		{"**/a/**/b", "x/a/y/a/z/b", true}, {"**/**/a", "a", true}, {"a/*/c", "a/b/c", true}, {"a/*/c", "a/c", false},
		{"?", "ä", true}, {"?", "", false}, {"a?c", "abc", true}, {"a?c", "ac", false}, {"[a-c]x", "bx", true},
		{"[!a-c]x", "bx", false}, {"[^a-c]x", "dx", true}, {"[]]", "]", true}, {"[!]]", "]", false}, {"[a-]", "-", true},
		{"[ä-ü]", "ö", true}, {"[*]", "*", true}, {"[*]", "a", false}, {"[\\]", "\\", true}, {"[[]", "[", true},
		{"a*b*c", "aXbYbZc", true}, {"a*b*c", "aXbYbZ", false}, {"*a*", "bab", true}, {"A", "a", false}, {"[a", "[a", false},
		{"\xff", "\xff", true}, {"?", "\xff", true}, {"", "", true}, {"**/", "a", false},
	} {
		if got := Match(c.glob, c.path); got != c.want {
			t.Errorf("Match(%q, %q) = %v", c.glob, c.path, got)
		}
	}
}

func TestGlobFault(t *testing.T) {
	for _, g := range []string{"a", "**", "**/*.go", "a/**/b", "[a-z]/*", "[]]", "[!]]", "a b", "[{]", "[\\]", ".github/**", "...", "ä*"} {
		if globFault(g) != "" {
			t.Errorf("%q: %s", g, globFault(g))
		}
	}
	for _, g := range []string{"", "/a", "a/", "./a", "a/./b", "../a", "a/..", "a//b", "**.go", "a**", "***", "[a", "[]", "[", "[!]",
		"[z-a]", "a\\b", "{a,b}", "!a", "a\x00", "a/[b/c]"} {
		if globFault(g) == "" {
			t.Errorf("%q is accepted", g)
		}
	}
}

// reference says the same as Match in the plainest way: by trying everything.
func reference(glob, path []string) bool {
	if len(glob) == 0 {
		return len(path) == 0
	}
	if glob[0] == "**" {
		return reference(glob[1:], path) || (len(path) > 0 && reference(glob, path[1:]))
	}
	return len(path) > 0 && referenceSegment(glob[0], path[0]) && reference(glob[1:], path[1:])
}

func referenceSegment(glob, name string) bool {
	if glob == "" {
		return name == ""
	}
	_, n := utf8.DecodeRuneInString(name)
	switch glob[0] {
	case '*':
		return referenceSegment(glob[1:], name) || (name != "" && referenceSegment(glob, name[n:]))
	case '?':
		return name != "" && referenceSegment(glob[1:], name[n:])
	case '[':
		from := 1
		if glob[1] == '!' || glob[1] == '^' {
			from = 2
		}
		end := strings.IndexByte(glob[from+1:], ']') + from + 1 // the first one is a member
		return name != "" && referenceClass([]rune(glob[from:end]), []rune(name)[0]) == (from == 1) &&
			referenceSegment(glob[end+1:], name[n:])
	}
	return name != "" && glob[0] == name[0] && referenceSegment(glob[1:], name[1:])
}

func referenceClass(class []rune, r rune) bool {
	for len(class) > 0 {
		if len(class) > 2 && class[1] == '-' {
			if class[0] <= r && r <= class[2] {
				return true
			}
			class = class[3:]
			continue
		}
		if class[0] == r {
			return true
		}
		class = class[1:]
	}
	return false
}

func compareWithReference(t *testing.T, glob, path string) (matched bool) {
	t.Helper()
	want := reference(strings.Split(glob, "/"), strings.Split(path, "/"))
	if got := Match(glob, path); got != want {
		t.Errorf("Match(%q, %q) = %v, the reference says %v", glob, path, got, want)
	}
	return want
}

func TestMatchIsTheReference(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	parts := []string{"**", "*", "?", "a", "b", "ab", "a*", "*b", "[ab]", "[!a]", "*a*b*", "ä?"}
	names := []string{"a", "b", "ab", "ba", "aab", "abab", "äb", ""}
	pick := func(from []string) string {
		var list []string
		for range 1 + r.IntN(5) {
			list = append(list, from[r.IntN(len(from))])
		}
		return strings.Join(list, "/")
	}
	matched := 0
	const rounds = 40_000
	for range rounds {
		if compareWithReference(t, pick(parts), pick(names)) {
			matched++
		}
	}
	if matched < rounds/50 {
		t.Errorf("only %d of %d matched: the test compares nothing", matched, rounds)
	}
}

func TestMatchIsNotExponential(t *testing.T) {
	if Match(strings.Repeat("**/a/", 200)+"b", strings.Repeat("a/", 2000)+"c") ||
		Match(strings.Repeat("*a", 200)+"b", strings.Repeat("a", 2000)) {
		t.Error("matched")
	}
}
