package line

import (
	"fmt"
	"reflect"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestBypassLine(t *testing.T) {
	for _, c := range []struct {
		name string
		in   Bypass
		want string
	}{
		{"C3 the dated line of a release",
			Bypass{Time: "2026-11-30T12:00:00Z", Word: Released, Harness: "claude-code", Session: "3f9a0c11d2e4", Blocks: 1,
				Failed: []string{"test"}, Tree: "5f3c2a9b10de"},
			"2026-11-30T12:00:00Z released claude-code session=3f9a0c11d2e4 blocks=1 failed=test not-run=- tree=5f3c2a9b10de"},
		{"C1 not evaluated, with why",
			Bypass{Word: NotEvaluated, Harness: "claud", Why: "unknown-harness"},
			"not-evaluated claud session=- blocks=0 failed=- not-run=- tree=- why=unknown-harness"},
		{"lists",
			Bypass{Word: Released, Harness: "codex", Failed: []string{"test", "web/lint"}, NotRun: []string{"e2e", "pack"}},
			"released codex session=- blocks=0 failed=test,web/lint not-run=e2e,pack tree=-"},
		{"nothing breaks the line",
			Bypass{Time: "not a time", Word: "a b", Harness: "x\ny", Failed: []string{"", "-", "a,b", "é ✗", "a=b"}, Why: "two words"},
			"a_b x_y session=- blocks=0 failed=_,_,a_b,___,a_b not-run=- tree=- why=two_words"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := c.in.Text()
			if got != c.want {
				t.Errorf("got  %s\nwant %s", got, c.want)
			}
			back, ok := ParseBypass(got)
			if !ok || back.Text() != got {
				t.Errorf("read back as %+v, %v", back, ok)
			}
		})
	}
}

func TestBypassRefusesOtherLines(t *testing.T) {
	good := "2026-11-30T12:00:00Z released codex session=a blocks=1 failed=test not-run=- tree=5f why=x"
	if _, ok := ParseBypass(good); !ok {
		t.Fatal("the good line is refused")
	}
	for _, s := range []string{
		"", " ", "released", good + "\n", good + " ", " " + good, good + " more=1", good[:len(good)-2],
		strings.Replace(good, "blocks=1", "blocks=01", 1), strings.Replace(good, "blocks=1", "blocks=x", 1),
		strings.Replace(good, "session=a blocks=1", "blocks=1 session=a", 1), strings.Replace(good, "why=x", "why=-", 1),
		strings.Replace(good, "failed=test", "failed=", 1), strings.Replace(good, "failed=test", "failed=te st", 1),
		strings.Replace(good, "T12", "t12", 1), strings.Replace(good, "tree=5f", "tree=\u00e9", 1),
	} {
		if x, ok := ParseBypass(s); ok {
			t.Errorf("%q was read as %+v", s, x)
		}
	}
}

func TestLongListIsCounted(t *testing.T) {
	var ids []string
	for i := range 250 {
		ids = append(ids, fmt.Sprintf("check-%d", i))
	}
	x := Bypass{Word: Released, Harness: "codex", Failed: ids}
	back, ok := ParseBypass(x.Text())
	if !ok || len(back.Failed) != maxList || back.Failed[maxList-1] != "+151" || back.Failed[maxList-2] != "check-98" {
		t.Errorf("%v, ends in %v", ok, back.Failed[maxList-2:])
	}
	if back.Text() != x.Text() {
		t.Error("a counted list does not stay as it is")
	}
}

func TestSessionID(t *testing.T) {
	if got := SessionID("abc"); got != "ba7816bf8f01" {
		t.Errorf("got %s", got)
	}
	if got := SessionID(""); got != "" {
		t.Errorf("C6: the empty session became %q", got)
	}
	if got := BypassFile("2026-11-30T12:00:00Z", SessionID("abc")); got != "2026-11-30-ba7816bf8f01.log" {
		t.Errorf("got %s", got)
	}
	if got := BypassFile("", "../x/y"); strings.ContainsAny(got, `/\`) {
		t.Errorf("%s is not a file name", got)
	}
}

func TestTimeOfALine(t *testing.T) {
	const at = "2026-11-30T12:00:00Z"
	for _, c := range []struct{ in, time, rest string }{
		{WithTime(at, "released x"), at, "released x"}, {WithTime("yesterday", "released x"), "", "released x"},
		{at, "", at}, {at + "x", "", at + "x"}, {"2026-11-3", "", "2026-11-3"}, {"", "", ""},
	} {
		if time, rest := CutTime(c.in); time != c.time || rest != c.rest {
			t.Errorf("%q: %q and %q", c.in, time, rest)
		}
	}
}

func TestJournalLine(t *testing.T) {
	x := Journal{Time: "2026-11-30T12:00:00Z", Answer: "refuse", Harness: "claude-code", Event: "Stop", Verdict: "red",
		Checks: 3, Failed: 1}
	want := "2026-11-30T12:00:00Z answer=refuse harness=claude-code event=Stop verdict=red checks=3 failed=1 not-run=0" +
		" reused=0 findings=0 refusals=0 others=0 why=-"
	if got := x.Text(); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if back, ok := ParseJournal(want); !ok || back != x {
		t.Errorf("read back as %+v, %v", back, ok)
	}
	for cut := range len(want) {
		if back, ok := ParseJournal(want[:cut]); ok {
			t.Errorf("D5: the line torn after byte %d was read as %+v", cut, back)
		}
	}
}

func TestJournalHoldsWordsOnly(t *testing.T) {
	x := Journal{Answer: "a\nb", Harness: "/home/u {x}", Event: strings.Repeat("é", 500), Why: "-"}
	s := x.Text()
	if strings.ContainsAny(s, "\n{") || len(s) > 500 || !utf8.ValidString(s) {
		t.Errorf("got %q", s)
	}
	if back, ok := ParseJournal(s); !ok || back.Text() != s {
		t.Errorf("read back as %+v, %v", back, ok)
	}
}

func FuzzParseBypass(f *testing.F) {
	f.Add("2026-11-30T12:00:00Z released claude-code session=3f9a0c11d2e4 blocks=1 failed=test not-run=- tree=5f3c2a9b10de")
	f.Add("not-evaluated x session=- blocks=-9223372036854775808 failed=- not-run=a,b,+3 tree=- why=no-payload")
	f.Fuzz(func(t *testing.T, s string) {
		x, ok := ParseBypass(s)
		if ok && x.Text() != s {
			t.Errorf("%q was read as %+v", s, x)
		}
	})
}

func FuzzBypassAppend(f *testing.F) {
	f.Add("2026-11-30T12:00:00Z", "released", "codex", "3f9a", int64(1), "a\nb", "5f", "why")
	f.Add("", "2026-11-30T12:00:00Z", "", "-", int64(-1), "-", "\xff", "")
	f.Fuzz(func(t *testing.T, time, kind, harness, session string, blocks int64, lines, tree, why string) {
		x := Bypass{time, kind, harness, session, blocks, strings.Split(lines, "\n"), strings.Fields(lines), tree, why}
		s := x.Text()
		back, ok := ParseBypass(s)
		if !ok || back.Text() != s || strings.ContainsAny(s, "\r\n") {
			t.Errorf("%+v became %q, read back as %+v, %v", x, s, back, ok)
		}
	})
}

func FuzzParseJournal(f *testing.F) {
	f.Add("2026-11-30T12:00:00Z answer=refuse harness=claude-code event=Stop verdict=red checks=3 failed=1 not-run=0 reused=0 findings=0 refusals=0 others=0 why=-")
	f.Add("answer=- harness=- event=- verdict=- checks=0 failed=0 not-run=0 reused=0 findings=0 refusals=0 others=0 why=-")
	f.Fuzz(func(t *testing.T, s string) {
		x, ok := ParseJournal(s)
		if !ok {
			return
		}
		if x.Text() != s {
			t.Errorf("%q was read as %+v", s, x)
		}
		if y, ok := ParseJournal(x.Text()); !ok || !reflect.DeepEqual(x, y) {
			t.Errorf("%+v was read back as %+v", x, y)
		}
	})
}
