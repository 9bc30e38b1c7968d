package main

import (
	"bytes"
	"regexp"
	"strings"
)

// A fault is one thing that is wrong with a suite of one vector. name is the suite's directory.
type fault struct {
	name string
	of   string // the sound vector; "" is reply
	do   func(suite map[string][]byte)
}

// reply is a vector with everything that a reply can have.
const reply = "hook-claude-crashed"

var faults = []fault{
	{"sound", "", func(map[string][]byte) {}},
	{"answer_extra_byte", "", more("case.answer", "\n")},
	{"answer_missing", "", without("case.answer")},
	{"answer_other", "", other("case.answer", `"code":0`, `"code":1`)},
	{"body_extra_byte", "", more("case.vector", "\x00")},
	{"body_other", "", header("\x07\x00\x00\x00crashed", "\x07\x00\x00\x00crushed")},
	{"call_unknown", "", header("call: eval", "call: judge")},
	{"class_unknown", "", header("class: refuse", "class: refused")},
	{"class_wrong", "", header("class: refuse", "class: release")},
	{"code_missing", "", header("code: 0\n", "")},
	{"code_none", "", header("code: 0\n", "code: -\n")},
	{"code_padded", "", header("code: 0\n", "code: 00\n")},
	{"code_wrong", "", header("code: 0\n", "code: 2\n")},
	{"comment_empty", "", comment("comment: \n")},
	{"comment_missing", "", comment("")},
	{"comment_not_utf8", "", header("\ncomment: ", "\ncomment: \xff")},
	{"comment_tab", "", header("\ncomment: ", "\ncomment: a\t")},
	{"crlf", "", header("format: 1\n", "format: 1\r\n")},
	{"err_extra_byte", "", more("case.err", "x")},
	{"err_missing", "", without("case.err")},
	{"file_foreign", "", more("README.md", "# vectors\n")},
	{"format_missing", "", header("format: 1\n", "")},
	{"format_unknown", "", header("format: 1\n", "format: 2\n")},
	{"golden_alone", "", more("hook-other.out", "x")},
	{"golden_empty", "", func(s map[string][]byte) { s["case.err"] = []byte{} }},
	{"harness_missing", "", header("harness: claude-code\n", "")},
	{"harness_of_check", "check-after-passed", header("comment: ", "harness: codex\ncomment: ")},
	{"harness_of_tap", "read-tap-pass", header("comment: ", "harness: codex\ncomment: ")},
	{"harness_unknown", "", header("harness: claude-code\n", "harness: unknown\n")},
	{"harness_wrong", "", header("harness: claude-code\n", "harness: gemini\n")},
	{"header_endless", "", func(s map[string][]byte) {
		s["case.vector"] = append(bytes.Clone(s["case.vector"][:bytes.Index(s["case.vector"], []byte("\n\n"))]), '\n')
	}},
	{"key_order", "", header("call: eval\ncode: 0\n", "code: 0\ncall: eval\n")},
	{"key_twice", "", header("code: 0\n", "code: 0\ncode: 0\n")},
	{"key_unknown", "", header("harness: ", "skip: yes\nharness: ")},
	{"kind_of_eval", "", header("harness: ", "kind: tap\nharness: ")},
	{"line_without_value", "", header("harness: claude-code\n", "harness\n")},
	{"name_alone", "", copied("hook")},
	{"name_capital", "", copied("hook-Other")},
	{"name_group", "", copied("other-case")},
	{"out_extra_byte", "", more("case.out", "\n")},
	{"out_missing", "", without("case.out")},
	{"value_space", "", header("harness: claude-code\n", "harness: claude-code \n")},
	{"read_class_wrong", "read-tap-pass", header("class: reads\n", "class: want\n")},
	{"read_code", "read-tap-pass", header("code: -", "code: 0")},
	{"read_harness_missing", "read-payload-claude-stop-first", header("harness: claude-code\n", "")},
	{"read_harness_wrong", "read-payload-claude-stop-first", header("harness: claude-code\n", "harness: codex\n")},
	{"read_kind_missing", "read-tap-pass", header("kind: tap\n", "")},
	{"read_kind_none", "read-tap-pass", header("kind: tap\n", "kind: none\n")},
	{"read_kind_wrong", "read-tap-pass", header("kind: tap\n", "kind: junit\n")},
	{"read_out", "read-tap-pass", more("case.out", "x")},
}

func more(file, text string) func(map[string][]byte) {
	return func(s map[string][]byte) { s[file] = append(bytes.Clone(s[file]), text...) }
}

func without(file string) func(map[string][]byte) {
	return func(s map[string][]byte) { delete(s, file) }
}

// copied puts the whole vector there once more, under a name that none may have.
func copied(name string) func(map[string][]byte) {
	return func(s map[string][]byte) {
		for _, ext := range []string{".vector", ".answer", ".out", ".err"} {
			s[name+ext] = s["case"+ext]
		}
	}
}

// other replaces what must be there, once: a fault that is none would pass for one.
func other(file, old, with string) func(map[string][]byte) {
	return func(s map[string][]byte) {
		if !bytes.Contains(s[file], []byte(old)) {
			panic("nothing to break in " + file + ": " + old)
		}
		s[file] = bytes.Replace(s[file], []byte(old), []byte(with), 1)
	}
}

func header(old, with string) func(map[string][]byte) { return other("case.vector", old, with) }

var commentLine = regexp.MustCompile(`(?m)^comment: .*\n`)

func comment(with string) func(map[string][]byte) {
	return func(s map[string][]byte) { header(string(commentLine.Find(s["case.vector"])), with)(s) }
}

// broken gives the bytes of every file of the broken suites, by directory and name.
func broken(sound map[string][]byte) map[string][]byte {
	out := map[string][]byte{}
	for _, f := range faults {
		of := f.of
		if of == "" {
			of = reply
		}
		suite := map[string][]byte{}
		for _, ext := range []string{".vector", ".answer", ".out", ".err"} {
			if b, ok := sound[of+ext]; ok {
				suite["case"+ext] = b
			}
		}
		f.do(suite)
		group, _, _ := strings.Cut(of, "-")
		for name, b := range suite {
			if strings.HasPrefix(name, "case.") {
				name = group + "-" + name // no name is without its group
			}
			out[f.name+"/"+name] = b
		}
	}
	return out
}
