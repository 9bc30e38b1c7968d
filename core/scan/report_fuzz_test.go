package scan

import (
	"bytes"
	"testing"
)

func fuzzReport(f *testing.F, format string) {
	seeds := 0
	for _, name := range reports(f) {
		if formatOf(name) == format {
			f.Add(open(f, name))
			seeds++
		}
	}
	if seeds == 0 {
		f.Fatal("no seeds")
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		want := ReadReport(format, nil, src, true)
		r, ok := ParseReport(want)
		if !ok || !bytes.Equal(r.bytes(), want) {
			t.Fatalf("answer is not canonical: %s", want)
		}
		if r.Complete != (r.Why == "") || r.held != "" || r.Failed < int64(len(r.Cases))+r.More {
			t.Fatalf("answer contradicts itself: %s", want)
		}
		if IsDocument(format) {
			return
		}
		if got := readLines(format, src); !bytes.Equal(got, want) {
			t.Fatalf("by lines\ngot  %s\nwant %s", got, want)
		}
		if n := bytes.IndexByte(src[len(src)/2:], '\n'); n >= 0 {
			cut := len(src)/2 + n + 1
			first := ReadReport(format, nil, src[:cut], false)
			if got := ReadReport(format, first, src[cut:], true); !bytes.Equal(got, want) {
				t.Fatalf("cut at %d\ngot  %s\nwant %s", cut, got, want)
			}
		}
	})
}

func FuzzGoTest(f *testing.F) { fuzzReport(f, "go-test-json") }
func FuzzJUnit(f *testing.F)  { fuzzReport(f, "junit") }
func FuzzTAP(f *testing.F)    { fuzzReport(f, "tap") }
func FuzzSARIF(f *testing.F)  { fuzzReport(f, "sarif") }
func FuzzESLint(f *testing.F) { fuzzReport(f, "eslint-json") }
func FuzzLCOV(f *testing.F)   { fuzzReport(f, "lcov") }

// FuzzHeld hands readers an answer whose held part was made by hand: never a panic.
func FuzzHeld(f *testing.F) {
	for _, name := range reports(f) {
		if format := formatOf(name); !IsDocument(format) {
			src := open(f, name)
			cut := bytes.LastIndexByte(src[:len(src)/2], '\n') + 1
			r, _ := ParseReport(ReadReport(format, nil, src[:cut], false))
			f.Add(r.held, src[cut:])
		}
	}
	f.Fuzz(func(t *testing.T, held string, rest []byte) {
		for _, format := range []string{"go-test-json", "tap", "lcov"} {
			r := Report{Format: format, Why: whyUnfinished, held: held}
			for _, last := range []bool{false, true} {
				answer := ReadReport(format, r.bytes(), rest, last)
				if _, ok := ParseReport(answer); !ok {
					t.Fatalf("answer is not canonical: %s", answer)
				}
			}
		}
	})
}
