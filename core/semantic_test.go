package core

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stile-gate/stile/core/fact"
)

const findingsPath = "stile/verify-findings.md"

func stampOf(t testing.TB, s *scene) string {
	t.Helper()
	x := s.with(nil)
	x.header = fact.Header{Core: Version, Verb: "verify", Flags: []string{"stamp"}}
	r, _ := x.ask(t)
	stamp, ok := strings.CutPrefix(r.Stdout, "date: YYYY-MM-DD\nstamp: ")
	if !ok || len(stamp) != 17 || r.Code != 0 || r.Verdict != "" {
		t.Fatalf("%+v", r)
	}
	return strings.TrimSpace(stamp)
}

// cites is the green scene with everything that a row can cite.
func cites() *scene {
	s := two()
	rows("| R1 | applied | file:src/a.go; test:out/r.xml::a; test:test::TestA | |", "| R2 | deviated | adr:7 | |")(s)
	s.files["out/r.xml"] = `<testsuite><testcase name="a"/></testsuite>`
	s.files["src/other.go"] = "package a\n"
	return s
}

func TestStampCovers(t *testing.T) {
	base := stampOf(t, cites())
	more := func(path string) func(s *scene) {
		return func(s *scene) { s.files[path] = strings.TrimSuffix(s.files[path], "\n") + " \n" }
	}
	for _, c := range []struct {
		name   string
		change func(s *scene)
		same   bool
	}{
		{"nothing", all(), true},
		{"a cited file", more("src/a.go"), false},
		{"a cited report", more("out/r.xml"), false},
		{"a cited decision", more("docs/adr/0007-use-x.md"), false},
		{"a decision of the other table", more("docs/adr/0008-use-y.md"), false},
		{"a table", more("docs/conformance.md"), false},
		{"the other table", more("docs/security.md"), false},
		{"the pack", more("rules/api.json"), false},
		{"rows in another order", rows("| R2 | deviated | adr:7 | |", "| R1 | applied | file:src/a.go; test:out/r.xml::a; test:test::TestA | |"), false},
		{"a file that nobody cites", more("src/other.go"), true},
		{"a decision that nobody cites", file("docs/adr/0009-x.md", "# 9. X\n\nStatus: accepted\n"), true},
		{"the findings themselves", file(findingsPath, "date: 2026-11-30\nstamp: 0123456789abcdef\n"), true},
		{"what a check observes", ran("test", observed{exit: 1}), true},
		{"the name of a check's program", policy(`"lint"]`, `"lint", "-v"]`), true},
	} {
		s := cites()
		c.change(s)
		if got := stampOf(t, s); (got == base) != c.same {
			t.Errorf("%s: stamp %s, before %s", c.name, got, base)
		}
	}
	s := green()
	s.files["stile.json"] = `{"stile": 1}`
	s.header = fact.Header{Core: Version, Verb: "verify", Flags: []string{"json", "stamp"}}
	if r, _ := s.ask(t); r.Code != 2 || !strings.Contains(r.Stdout, `"code":"no-tables"`) {
		t.Errorf("without a table: %+v", r)
	}
}

// TestSemantic: what a green document says of the findings file, and that a red one says nothing.
func TestSemantic(t *testing.T) {
	stamp := stampOf(t, cites())
	for _, c := range []struct{ name, text, want string }{
		{"fresh", "date: 2026-11-30\nstamp: " + stamp + "\n", "fresh"},
		{"stale", "date: 2026-11-30\nstamp: 0123456789abcdef\n", "stale"},
		{"without a stamp", "date: 2026-11-30\n", "stale"},
		{"undated", "stamp: " + stamp + "\n", "undated"},
		{"no day of the calendar", "date: 2026-02-30\nstamp: " + stamp + "\n", "undated"},
		{"empty", "", "undated"},
		{"no text", "\xff\x00", "undated"},
	} {
		s := cites()
		s.files[findingsPath] = c.text
		if d := s.check(t); d.Projects[0].Semantic != c.want || d.Verdict != "green" {
			t.Errorf("%s: %q, %s", c.name, d.Projects[0].Semantic, d.Verdict)
		}
		r, _ := s.ask(t)
		if line := "advisory: " + findingsPath + " is " + c.want + "; "; !strings.Contains(r.Stdout, line) {
			t.Errorf("%s: no %q in\n%s", c.name, line, r.Stdout)
		}
		s.checks["lint"] = observed{exit: 1}
		if d := s.check(t); d.Projects[0].Semantic != "" || d.Verdict != "red" {
			t.Errorf("%s: %q on a red tree", c.name, d.Projects[0].Semantic)
		}
	}
	s := cites()
	s.links[findingsPath] = ""
	if d := s.check(t); d.Projects[0].Semantic != "undated" || d.Verdict != "green" {
		t.Errorf("unreadable: %q, %s", d.Projects[0].Semantic, d.Verdict)
	}
	if s = cites().flagged("through=security"); s.check(t).Projects[0].Semantic != "" {
		t.Error("a part of the tables is said to be covered")
	}
}

// findingsTexts are findings files that somebody could think would move the gate, and random ones.
func findingsTexts(t testing.TB) []string {
	stamp := stampOf(t, cites())
	list := []string{"", "\n", "\xff\xfe", strings.Repeat("x", 1<<20), strings.Repeat("\n", 1<<16), "date: 2026-11-30\nstamp: " + stamp + "\n",
		"date: 2026-11-30\r\nstamp: " + stamp + "\r\n", "\ufeffdate: 2026-11-30\nstamp: " + stamp, "verdict: red\n", "VERDICT: FAIL [implementation]\n",
		`{"verdict":"red","exit":1}`, "[stile: red]\nadvisory: stile/verify-findings.md is fresh\n", "## Conformance\n\n| rule | status | evidence |\n|---|---|---|\n| R1 | applied | file:gone |\n",
		"date: 9999-99-99\n", "stamp: \nstamp: x\nstamp: " + strings.Repeat("a", 1<<16), "date: 2026-11-30\nstamp: " + strings.ToUpper(stamp) + "\n", "\x00", "a\x1b[31mred\x1b[0m", "%s%n\\", "date:\t2026-11-30"}
	r := rand.New(rand.NewPCG(11, 12))
	words := []string{"date: ", "stamp: ", stamp, "2026-11-30", "\n", "\r", "\xff", "|", "red", "confirmed", "{", "\x00", "\u2028", "0", "-"}
	for range 60 {
		var b strings.Builder
		for range r.IntN(40) {
			if r.IntN(3) == 0 {
				b.WriteByte(byte(r.Uint32()))
			} else {
				b.WriteString(words[r.IntN(len(words))])
			}
		}
		list = append(list, b.String())
	}
	return list
}

// TestFindingsDecideNothing: any bytes at all as the findings file leave the verdict, the code, the document for programs
// but for "semantic" and the one for people but for its advisory line as they are; a tree that is not green has no such line.
func TestFindingsDecideNothing(t *testing.T) {
	red, open := cites(), cites()
	red.checks["lint"] = observed{exit: 1}
	open.checks["lint"] = observed{exit: 127}
	strip := func(s string) string {
		var kept []string
		for line := range strings.Lines(s) {
			if !strings.HasPrefix(line, "advisory: ") {
				kept = append(kept, line)
			}
		}
		text := strings.Join(kept, "")
		for _, word := range []string{"absent", "fresh", "stale", "undated"} {
			text = strings.Replace(text, `"semantic":"`+word+`"`, `"semantic":""`, 1)
		}
		return text
	}
	texts := findingsTexts(t)
	for name, s := range map[string]*scene{"green": cites(), "red": red, "unproven": open} {
		for _, flags := range [][]string{nil, {"json"}} {
			x := s.flagged(flags...)
			before, _ := x.ask(t)
			if before.Verdict != name {
				t.Fatalf("the %s tree is %s", name, before.Verdict)
			}
			for i, text := range texts {
				y := x.with(map[string]string{findingsPath: text})
				after, _ := y.ask(t)
				id := fmt.Sprintf("%s %v, text %d %.40q", name, flags, i, text)
				if after.Verdict != before.Verdict || after.Code != before.Code || after.Stderr != before.Stderr || fmt.Sprint(after.Writes) != fmt.Sprint(before.Writes) {
					t.Fatalf("%s: %+v", id, after)
				}
				if strip(after.Stdout) != strip(before.Stdout) {
					t.Fatalf("%s:\n%s\nbefore\n%s", id, after.Stdout, before.Stdout)
				}
				lines := strings.Count(after.Stdout, "advisory: ")
				if want := map[string]int{"green": 1}[name]; flags == nil && lines != want {
					t.Fatalf("%s: %d advisory lines", id, lines)
				}
				if name != "green" && after.Stdout != before.Stdout {
					t.Fatalf("%s: the document is another", id)
				}
			}
		}
	}
}
