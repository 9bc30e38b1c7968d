package core

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stile-gate/stile/core/fact"
	"github.com/stile-gate/stile/core/scan"
)

// FuzzReadKinds gives Read every kind, with any query and any bytes: the answer is one canonical JSON value. Its
// seeds are the captured payloads and the nasty reports.
func FuzzReadKinds(f *testing.F) {
	files := 0
	for _, pattern := range []string{"../testdata/payloads/*/*.json", "scan/testdata/*.*", "scan/testdata/real/*"} {
		names, _ := filepath.Glob(pattern)
		for _, name := range names {
			b, err := os.ReadFile(name)
			if err != nil || len(b) > 64<<10 {
				continue
			}
			files++
			last := fact.AppendFrame(fact.AppendFrame(nil, nil), []byte("last"))
			for i, q := range [][]byte{[]byte("stile.json"), []byte("claude-code"), last, last, last, last, last, last, {}} {
				f.Add(i, q, b)
			}
		}
	}
	if files < 20 {
		f.Fatalf("only %d seeds", files)
	}
	kinds := append([]string{"stile.json", "payload"}, append(scan.ReportFormats(), "nothing")...)
	f.Fuzz(func(t *testing.T, kind int, query, raw []byte) {
		k := kinds[uint(kind)%uint(len(kinds))]
		answer := Read([]byte(k), query, raw)
		v, err := scan.JSON(answer)
		if err != nil || v.Kind != scan.Object {
			t.Fatalf("%s: %s: %+v", k, answer, err)
		}
		if again := Read([]byte(k), query, raw); string(again) != string(answer) {
			t.Fatalf("%s: two answers", k)
		}
	})
}

// FuzzParseAnswer: what is taken for an answer is exactly what would be written.
func FuzzParseAnswer(f *testing.F) {
	f.Add(Eval((&fact.Recording{Header: fact.Header{Verb: "check", Point: "stop"}}).Append(nil)))
	f.Add(Eval(nil))
	f.Add([]byte(`{"reply":{"code":0,"verdict":"green","answer":"","stdout":"x","stderr":"","writes":[["a","b","c"]]}}`))
	f.Fuzz(func(t *testing.T, b []byte) {
		if a, ok := ParseAnswer(b); ok && string(a.JSON(nil)) != string(b) {
			t.Fatalf("%s is written as %s", b, a.JSON(nil))
		}
	})
}

func TestReadWanted(t *testing.T) {
	query := func(frames ...string) []byte {
		var b []byte
		for _, f := range frames {
			b = fact.AppendFrame(b, []byte(f))
		}
		return b
	}
	const plain = `{"format":"tap","passed":1,"failed":0,"skipped":0,"cached":0,"noise":0,"cases":[],"more":0,"builds":[],"moreBuilds":0,` +
		`"complete":true,"why":"","line":0,"col":0,"held":""`
	const bad = `{"fault":{"code":"bad-query","message":"a report is asked for with two frames"}}`
	const badName = `{"fault":{"code":"bad-query","message":"a wanted case's name has 1 to 1000 bytes of UTF-8, and at most 20000 are asked for"}}`
	many := []string{"", "last"}
	for range fact.MaxWanted + 1 {
		many = append(many, "n")
	}
	for _, c := range []struct {
		name  string
		query []byte
		want  string
	}{
		{"nothing wanted", query("", "last"), plain + "}"},
		{"two wanted", query("", "last", "a", "b"), plain + `,"wanted":[{"name":"a","outcome":"passed"},{"name":"b","outcome":"absent"}]}`},
		{"one frame", query(""), bad},
		{"an empty name", query("", "last", ""), badName},
		{"a name that is no text", query("", "last", "\xff"), badName},
		{"too many", query(many...), badName},
		{"a frame that is cut", query("", "last", "abc")[:15], bad},
	} {
		if got := string(Read([]byte("tap"), c.query, []byte("1..1\nok 1 - a\n"))); got != c.want {
			t.Errorf("%s\ngot  %s\nwant %s", c.name, got, c.want)
		}
	}
}
