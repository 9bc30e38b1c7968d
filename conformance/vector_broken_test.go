package conformance

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// brokenVectors are directories of conformance/broken/vectors, each a suite with one deliberate fault, and what it must
// be refused with. conformance/gen makes them. The sound one is refused with nothing.
var brokenVectors = map[string]string{
	"sound":                "",
	"answer_extra_byte":    "answer\n",
	"answer_missing":       "there is no hook-case.answer",
	"answer_other":         "answer\n",
	"body_extra_byte":      `the harness is "claude-code" and the request's is ""`, // of what is no recording any more
	"body_other":           "answer\n",
	"call_unknown":         "hook-case.vector:2: unknown call",
	"class_unknown":        "hook-case.vector:4: unknown class",
	"class_wrong":          "class release: the answer is no release",
	"code_missing":         `hook-case.vector:3: the key "code" is missing`,
	"code_none":            "code 0, want -1",
	"code_padded":          "hook-case.vector:3: no exit code",
	"code_wrong":           "code 0, want 2",
	"comment_empty":        `hook-case.vector:6: the value of "comment" is empty`,
	"comment_missing":      `hook-case.vector:6: the key "comment" is missing`,
	"comment_not_utf8":     "hook-case.vector:6: a control character in the header, or what is no UTF-8",
	"comment_tab":          "hook-case.vector:6: a control character",
	"crlf":                 "hook-case.vector:1: a control character",
	"err_extra_byte":       "stderr\n",
	"err_missing":          "stderr\n",
	"file_foreign":         "README.md:1: no file of a vector",
	"format_missing":       `hook-case.vector:1: the key "format" is missing`,
	"format_unknown":       "hook-case.vector:1: unknown format",
	"golden_alone":         "hook-other.out:1: a golden without its vector",
	"golden_empty":         "hook-case.err:1: an empty golden",
	"harness_missing":      `the harness is "" and the request's is "claude-code"`,
	"harness_of_check":     `the harness is "codex" and the request's is ""`,
	"harness_of_tap":       `the harness is "codex" and the request's is ""`,
	"harness_unknown":      `the harness is "unknown" and the request's is "claude-code"`,
	"harness_wrong":        `the harness is "gemini" and the request's is "claude-code"`,
	"header_endless":       "the header has no empty line",
	"key_order":            `hook-case.vector:2: the key "call" is missing`,
	"key_twice":            `hook-case.vector:4: the key "code" stands twice`,
	"key_unknown":          `hook-case.vector:5: unknown key "skip"`,
	"kind_of_eval":         `hook-case.vector:5: the key "kind" has no place`,
	"line_without_value":   `hook-case.vector:5: no ": "`,
	"name_alone":           "hook.answer:1: no file of a vector",
	"name_capital":         "hook-Other.answer:1: no file of a vector",
	"name_group":           "other-case.answer:1: no file of a vector",
	"out_extra_byte":       "stdout\n",
	"out_missing":          "stdout\n",
	"value_space":          `hook-case.vector:5: the value of "harness"`,
	"read_code":            "a reading has no exit code",
	"read_harness_missing": `the harness is "" and the request's is "claude-code"`,
	"read_harness_wrong":   `the harness is "codex" and the request's is "claude-code"`,
	"read_kind_missing":    `read-case.vector:5: the key "kind" is missing`,
	"read_kind_none":       `the kind is "none" and the request's is "tap"`,
	"read_kind_wrong":      `the kind is "junit" and the request's is "tap"`,
	"read_class_wrong":     "class want",
	"read_out":             "stdout\n",
}

// TestBrokenVectorsAreRefused guards the guard.
func TestBrokenVectorsAreRefused(t *testing.T) {
	entries, err := os.ReadDir("broken/vectors")
	if err != nil || len(entries) != len(brokenVectors) {
		t.Errorf("%d broken suites, %d in the table: %v", len(entries), len(brokenVectors), err)
	}
	for _, e := range entries {
		want, ok := brokenVectors[e.Name()]
		if !ok {
			t.Errorf("%s: no row says how it is refused", e.Name())
			continue
		}
		said := refusalOf(nativeVectors, filepath.Join("broken/vectors", e.Name()))
		if (want == "") != (said == "") || !strings.Contains(said, want) {
			t.Errorf("%s: said %q, want %q in it", e.Name(), said, want)
		}
	}
	if said := refusalOf(nativeVectors, t.TempDir()); !strings.Contains(said, "no vectors") {
		t.Errorf("an empty suite: said %q", said)
	}
}

// TestBrokenBuildsAreRefused: builds that answer a sound vector with other bytes, with other bytes the next time, or
// not at all.
func TestBrokenBuildsAreRefused(t *testing.T) {
	native, calls := nativeVectors.eval, 0
	for _, c := range []struct {
		want string
		eval func(b []byte) ([]byte, error)
	}{
		{"answer\n", func(b []byte) ([]byte, error) { a, _ := native(b); a[len(a)/2]++; return a, nil }},
		{"another answer the next time", func(b []byte) ([]byte, error) {
			a, _ := native(b)
			if calls++; calls > 1 {
				a = append(a, ' ')
			}
			return a, nil
		}},
		{"could not be asked: trap", func([]byte) ([]byte, error) { return nil, errors.New("trap") }},
		{"could not be asked: trap", func(b []byte) ([]byte, error) { a, _ := native(b); return a, errors.New("trap") }},
	} {
		if said := refusalOf(vectorBuild{name: "broken", eval: c.eval}, "broken/vectors/sound"); !strings.Contains(said, c.want) {
			t.Errorf("said %q, want %q in it", said, c.want)
		}
	}
}

// refusalOf runs a suite as TestVectors does and returns what it was refused with, "" for a pass.
func refusalOf(b vectorBuild, dir string) string {
	all, err := readVectors(dir)
	if err != nil {
		return err.Error()
	}
	var faults []string
	for i := range all {
		faults = append(faults, b.faults(&all[i], &all[(i+1)%len(all)])...)
	}
	return strings.Join(faults, "\n")
}

// FuzzParseVector: what is read without a fault is written in one way only, so nothing of it was passed over.
func FuzzParseVector(f *testing.F) {
	all := vectors(f)
	for i := range all {
		if i%20 == 0 {
			src, err := os.ReadFile(filepath.Join(vectorDir, all[i].name+".vector"))
			if err != nil {
				f.Fatal(err)
			}
			f.Add(src)
		}
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		v, err := parseVector("x", src)
		if err != nil {
			return
		}
		var b bytes.Buffer
		code := "-"
		if v.code != noCode {
			code = strconv.Itoa(v.code)
		}
		for _, l := range [][2]string{{"format", "1"}, {"call", v.call}, {"code", code}, {"class", v.class}, {"kind", v.kind}, {"harness", v.harness}, {"comment", v.comment}} {
			if l[1] != "" {
				b.WriteString(l[0] + ": " + l[1] + "\n")
			}
		}
		b.WriteByte('\n')
		b.Write(v.body)
		if !bytes.Equal(b.Bytes(), src) {
			t.Fatalf("%q is read as %q", src, b.Bytes())
		}
	})
}
