package fact

import (
	"strings"
	"testing"
	"unicode/utf8"
)

type moved struct {
	name     string
	n        int64
	yes      bool
	list     []string
	rows     []moved
	findings []Finding
}

func (v *moved) move(m *Mover) {
	m.Object(func() {
		m.Text("name", &v.name)
		m.Int("n", &v.n)
		m.Bool("yes", &v.yes)
		m.Texts("list", &v.list)
		m.List("rows", len(v.rows), func(i int) {
			if i == len(v.rows) {
				v.rows = append(v.rows, moved{})
			}
			v.rows[i].move(m)
		})
		m.Findings("findings", &v.findings)
	})
}

func (v *moved) json() string {
	m := Writing()
	v.move(m)
	return string(m.Bytes())
}

func parseMoved(answer string) (*moved, bool) {
	v, m := &moved{}, Reading([]byte(answer))
	// Deeper than any list that is written; the type of a real answer does not hold itself.
	if strings.Count(answer, "rows") > 100 {
		return nil, false
	}
	v.move(m)
	return v, m.Done()
}

func movedSample() *moved {
	return &moved{name: "a\"\\/\b\x00\x1f\u2028é€😀", n: -1 << 63, yes: true, list: []string{"", "x,y]"},
		rows:     []moved{{}, {name: "second", list: []string{"z"}, rows: []moved{{n: 7}}}},
		findings: []Finding{{Kind: "k", Path: "p", Line: 1, Col: 2, Message: "m", Do: "d"}, {}}}
}

func TestMoverReadsWhatItWrote(t *testing.T) {
	for _, v := range []*moved{{}, movedSample()} {
		want := v.json()
		got, ok := parseMoved(want)
		if !ok || got.json() != want {
			t.Errorf("%s\nread back %v as %s", want, ok, got.json())
		}
	}
}

func TestMoverReadsNothingElse(t *testing.T) {
	good := movedSample().json()
	for i := range good {
		for _, bad := range []string{good[:i], good[:i] + " " + good[i:], good[:i] + good[i+1:], good[:i] + "0" + good[i:]} {
			if v, ok := parseMoved(bad); ok && v.json() != bad {
				t.Errorf("read %s", bad)
			}
		}
	}
	for _, c := range [][2]string{{`"name":"second"`, `"name":"\u0073econd"`}, {`true`, `false,`}, {`"n":7`, `"n":07`}, {`"n":7`, `"n":7.0`},
		{`\u001f`, `\u001F`}, {`\b`, `\u0008`}, {"é", "\xe9"}, {"😀", `\ud83d\ude00`}, {`[]`, `[,]`}, {`["z"]`, `["z",]`},
		{`["z"]`, `[["z"]]`}, {`"line":1,`, ``}, {`"n":7`, `"N":7`}} {
		bad := strings.Replace(good, c[0], c[1], 1)
		if bad == good {
			t.Fatalf("%s is not in %s", c[0], good)
		}
		if _, ok := parseMoved(bad); ok {
			t.Errorf("read %s for %s", c[1], c[0])
		}
	}
}

func FuzzMover(f *testing.F) {
	f.Add(movedSample().json())
	f.Add((&moved{}).json())
	f.Fuzz(func(t *testing.T, answer string) {
		if v, ok := parseMoved(answer); ok && v.json() != answer {
			t.Fatalf("read %q, which is written %q", answer, v.json())
		}
	})
}

func TestSay(t *testing.T) {
	for n := range 60 { // a character that a cut would split is left out whole
		if got := Quote(strings.Repeat("é", n) + "a" + strings.Repeat("é", 60-n)); !utf8.ValidString(got) || strings.Contains(got, `\u`) {
			t.Errorf("%d: %q", n, got)
		}
	}
	if got, want := Say("% is $, not %", "a\"b", "c", strings.Repeat("é", 60)), `"a\"b" is c, not "`+strings.Repeat("é", 25)+`…`+strings.Repeat("é", 20)+`"`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}
