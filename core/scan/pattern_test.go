package scan

import (
	"errors"
	"math/rand"
	"regexp"
	"regexp/syntax"
	"strings"
	"testing"
)

func compile(t testing.TB, src string) *Pattern {
	t.Helper()
	p, err := Compile(src)
	if err != nil {
		t.Fatalf("%q %s, at byte %d", src, err.Why, err.Offset)
	}
	return p
}

func TestPatternFind(t *testing.T) {
	for _, c := range []struct {
		pattern, text string
		at            int
	}{
		{"", "", 0}, {"abc", "xxabcabc", 2}, {"abc", "ab", -1}, {"a.c", "a\nc abc", 4}, {"a.c", "a\rc", -1}, {"a.c", "aéc", 0},
		{"[a-c]+x", "zabx", 1}, {"[^a-c]", "abcé", 3}, {"[]x]", "a]", 1}, {"[^]x]", "]xa", 2}, {"[a-]", "-", 0}, {"[ä-ü]", "aö", 1},
		{`\d\d`, "a1b23", 3}, {`\w+`, "é_", 2}, {`a\sb`, "a\tb", 0}, {`\D`, "1a", 1}, {`\W`, "ab c", 2}, {`\S`, " \ta", 2},
		{`[\d.]+$`, "v1.2", 1}, {`[^\s]`, "  x", 2}, {`[\W_]`, "a_", 1}, {`\bfoo\b`, "afoo foob foo", 10}, {`\b`, "  a", 2},
		{"a?b", "b", 0}, {"ab*c", "ac", 0}, {"a{2}", "aba aa", 4}, {"a{2,}b", "ab aaab", 3}, {"xa{0,2}y", "xaaay xaay", 6}, {"a{0}b", "ab", 1},
		{"a*?b", "aab", 0}, {"a{1,2}?b", "aab", 0}, {"(a|bc)+d", "xbcad", 1}, {"(?:a|)b", "cb", 1}, {"abcd|bc", "abcd", 0}, {"a|b|c|d", "xd", 1},
		{"(|a)*b", "aab", 0}, {"(a*)*b", "aac", -1}, {"((a{2}){2}){2}", "xaaaaaaaa", 1},
		{"^b", "a\nb", 2}, {"^b", "a\rb", 2}, {"^b", "a\r\nb", 3}, {"a$", "ab a\r\nc", 3}, {"a$", "ab\na", 3}, {"^$", "a\n\nb", 2}, {"^$", "a\r\nb", -1},
		{"^$", "a\r\n\r\nb", 3}, {`\.\*\(\)\[\]\{\}\|\^\$\\\+\?\-\/`, `.*()[]{}|^$\+?-/`, 0}, {`\t\n`, "\t\n", 0}, {"]}", "]}", 0},
		{"^a", "\xef\xbb\xbfa", 3}, {"é", "\xef\xbb\xbfxé", 4}, {"é+", "\xc3éé", 1}, {".", "\xff", 0},
	} {
		if got := compile(t, c.pattern).Find([]byte(c.text)); got != c.at {
			t.Errorf("%q in %q: at %d, want %d", c.pattern, c.text, got, c.at)
		}
	}
}

func TestPatternErrors(t *testing.T) {
	for _, c := range []struct {
		pattern string
		offset  int
		why     string
	}{
		{"a(b", 1, "nothing closes"}, {"a)b", 1, "closes nothing"}, {"a[b", 1, "nothing closes"}, {"[]", 0, "nothing closes"}, {"*a", 0, "repeats nothing"},
		{"a|+", 2, "repeats nothing"}, {"(?=a)", 0, "(?"}, {"x(?!a)", 1, "(?"}, {"(?<n>a)", 0, "(?"}, {"(?i)a", 0, "(?"}, {`(a)\1`, 3, "not known"},
		{`a\`, 1, "ends in a backslash"}, {`\pL`, 0, "not known"}, {`\Ba`, 0, "not known"}, {`\x41`, 0, "not known"}, {`\é`, 0, "not known"},
		{`[\b]`, 1, "not known"}, {"[b-a]", 1, "before it begins"}, {`[a-\d]`, 1, "before it begins"}, {"[[:alpha:]]", 1, "named class"}, {"a{", 1, "no {m}"},
		{"a{,3}", 1, "no {m}"}, {"a{03}", 1, "no {m}"}, {"a{3,2}", 1, "no {m}"}, {"{", 0, "repeats nothing"}, {"a{65}", 1, "64"}, {"a{1,65}", 1, "64"},
		{"a{99999999999999999999}", 1, "64"}, {"a**", 2, "already"}, {"a{2}{3}", 4, "already"}, {"a??+", 3, "already"}, {"(a{64}){64}", 7, "too large"},
		{"(((a?){60}){60}){60}", 11, "too large"}, {strings.Repeat("a", 256), 256, "too large"}, {strings.Repeat("(", 65) + strings.Repeat(")", 65), 64, "too many groups"},
		{"[" + strings.Repeat("a", maxPattern), maxPattern, "longer"}, {"a\xffb", 1, "UTF-8"},
	} {
		p, err := Compile(c.pattern)
		if err == nil || p != nil {
			t.Errorf("%q is taken", c.pattern)
		} else if err.Offset != c.offset || !strings.Contains(err.Why, c.why) {
			t.Errorf("%q: %q at %d, want %q at %d", c.pattern, err.Why, err.Offset, c.why, c.offset)
		}
	}
	compile(t, strings.Repeat("a", maxStates-1))
}

// A patternMaker makes patterns of everything that there is.
type patternMaker struct{ *rand.Rand }

func (m patternMaker) pick(list ...string) string { return list[m.Intn(len(list))] }

func (m patternMaker) pattern(depth int) string {
	var b strings.Builder
	for range m.Intn(4) {
		b.WriteString(m.piece(depth))
	}
	if depth > 0 && m.Intn(4) == 0 {
		b.WriteString("|" + m.pattern(depth-1))
	}
	return b.String()
}

func (m patternMaker) piece(depth int) string {
	one := m.pick("a", "b", "c", "ab", ".", "[ab]", "[^a]", "[a-c]", `\d`, `\w`, `\s`, `\D`, `\W`, `\S`, "^", "$", `\b`, "é", "[é-ü]", `[^\w]`, `[\S1]`, `\.`, "-", `[]a-]`)
	if depth > 0 && m.Intn(3) == 0 {
		one = m.pick("(", "(?:") + m.pattern(depth-1) + ")"
	}
	if one == "ab" {
		return one
	}
	return one + m.pick("", "", "", "*", "+", "?", "*?", "+?", "??", "{2}", "{1,2}", "{0,3}", "{2,}", "{0,}", "{0}")
}

func (m patternMaker) text() string {
	var b strings.Builder
	for range m.Intn(12) {
		b.WriteString(m.pick("a", "b", "c", "d", "1", " ", "\n", "é", "ö", "_", ".", "\xff", "-", "aa", "\t"))
	}
	return b.String()
}

func sameAsRegexp(t *testing.T, src string, p *Pattern, texts ...string) {
	t.Helper()
	re, err := regexp.Compile("(?m)" + src)
	if err != nil {
		t.Fatalf("%q is taken, and package regexp says %v", src, err)
	}
	for _, s := range texts {
		want := -1
		if at := re.FindStringIndex(s); at != nil {
			want = at[0]
		}
		if got := p.Find([]byte(s)); got != want {
			t.Fatalf("%q in %q: at %d, package regexp says %d", src, s, got, want)
		}
	}
}

func TestPatternAgreesWithRegexp(t *testing.T) {
	m := patternMaker{rand.New(rand.NewSource(7))}
	found, tried := 0, 0
	for range 20_000 {
		src := m.pattern(3)
		p, err := Compile(src)
		if err != nil {
			if !strings.Contains(err.Why, "too large") {
				t.Fatalf("%q %s", src, err.Why)
			}
			continue
		}
		for range 5 {
			text := m.text()
			sameAsRegexp(t, src, p, text)
			if tried++; p.Find([]byte(text)) >= 0 {
				found++
			}
		}
	}
	if tried < 50_000 || found < tried/10 || found > tried*95/100 {
		t.Errorf("%d of %d found: that proves little", found, tried)
	}
}

// B1: a tree checked out with CR LF holds what it holds with LF.
func TestPatternSeesLinesWhateverEndsThem(t *testing.T) {
	m := patternMaker{rand.New(rand.NewSource(8))}
	tried := 0
	for tried < 5000 {
		src := m.pattern(2)
		// What takes the end of a line as a character can tell which it is.
		if strings.ContainsAny(src, `\`) || strings.Contains(src, "[^") {
			continue
		}
		p, err := Compile(src)
		if err != nil {
			continue
		}
		tried++
		text := m.text()
		want := p.Find([]byte(text)) >= 0
		for _, end := range []string{"\r\n", "\r"} {
			if got := p.Find([]byte(strings.ReplaceAll(text, "\n", end))) >= 0; got != want {
				t.Fatalf("%q in %q: %v with LF, %v with %q", src, text, want, got, end)
			}
		}
	}
}

func TestPatternIsLinear(t *testing.T) {
	for _, src := range []string{"(a*)*b", "(a|aa)+$b", "(a?){60}a{60}b", "(.*)(.*)(.*)(.*)b", "((a+)+)+b", `\b(a|a|a)*\bb`} {
		p := compile(t, src)
		for _, n := range []int{1000, 100_000} {
			f := finder{p: p, text: []byte(strings.Repeat("a", n))}
			if at := f.find(); at >= 0 {
				t.Fatalf("%q found", src)
			}
			if most := int64(n+1) * maxStates * 2; f.steps > most {
				t.Errorf("%q: %d steps for %d bytes", src, f.steps, n)
			}
			if least := int64(n); f.steps < least {
				t.Errorf("%q: %d steps are not counted", src, f.steps)
			}
		}
	}
}

func FuzzPattern(f *testing.F) {
	m := patternMaker{rand.New(rand.NewSource(9))}
	for range 200 {
		f.Add(m.pattern(3), m.text())
	}
	f.Add("(a*)*b", "aaaa")
	f.Add("[^\\D]{3,}?", "12\r\n3")
	f.Fuzz(func(t *testing.T, src, text string) {
		p, err := Compile(src)
		if err != nil {
			if err.Offset < 0 || err.Offset > len(src) || err.Why == "" {
				t.Fatalf("%q: %+v", src, err)
			}
			return
		}
		if len(p.code) > maxStates {
			t.Fatalf("%d states", len(p.code))
		}
		fi := finder{p: p, text: []byte(text)}
		if fi.find(); fi.steps > int64(len(text)+1)*maxStates*2 {
			t.Fatalf("%q takes %d steps for %d bytes", src, fi.steps, len(text))
		}
		if strings.Contains(text, "\r") || strings.HasPrefix(text, "\ufeff") {
			p.Find([]byte(text))
			return
		}
		var unlike *syntax.Error
		if _, err := regexp.Compile("(?m)" + src); errors.As(err, &unlike) && unlike.Code == syntax.ErrInvalidRepeatSize {
			return // it counts what repeats nothing, too
		}
		sameAsRegexp(t, src, p, text)
	})
}
