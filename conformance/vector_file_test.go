package conformance

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/stile-gate/stile/core/fact"
)

const vectorDir = "../testdata/vectors"

// A vector is one question to the core as it crosses into a module, and the answer that every build gives.
// testdata/README.md is its specification.
type vector struct {
	name    string
	call    string // eval or read
	code    int    // exit code of the reply, noCode when the answer is no reply
	class   string
	kind    string // of a read
	harness string // that the request names, "" where it names none
	comment string
	body    []byte // the request

	answer, out, err []byte
}

// noCode is the code "-".
const noCode = -1

// vectorFile is what a file of a vector may be called: a group, lower-case words, and what it holds.
var vectorFile = regexp.MustCompile(`^((?:check|hook|verify|read|bad|want)(?:-[a-z0-9]+)+)\.(vector|answer|out|err)$`)

// vectorClasses say what a vector shows.
var vectorClasses = []string{
	"green", "red", "unproven", "refuse", "not-run", "release", "quiet", "allow", "stamp", "want", "fault", "bad-input", "reads",
}

type vectorKey struct {
	name  string
	needs func(v *vector) bool // whether it must be there
	bars  func(v *vector) bool // whether it must not
	set   func(v *vector, s string) (fault string)
}

// vectorKeys are the keys of a header in their order.
var vectorKeys = []vectorKey{
	{"format", always, never, func(_ *vector, s string) string { return unless(s == "1", "unknown format") }},
	{"call", always, never, func(v *vector, s string) string {
		v.call = s
		return unless(s == "eval" || s == "read", "unknown call")
	}},
	{"code", always, never, setCode},
	{"class", always, never, func(v *vector, s string) string {
		v.class = s
		return unless(slices.Contains(vectorClasses, s), "unknown class")
	}},
	{"kind", isRead, isEval, func(v *vector, s string) string { v.kind = s; return "" }},
	{"harness", never, never, func(v *vector, s string) string { v.harness = s; return "" }},
	{"comment", always, never, func(v *vector, s string) string { v.comment = s; return "" }},
}

func always(*vector) bool   { return true }
func never(*vector) bool    { return false }
func isRead(v *vector) bool { return v.call == "read" }
func isEval(v *vector) bool { return v.call == "eval" }

func unless(ok bool, fault string) string {
	if ok {
		return ""
	}
	return fault
}

func setCode(v *vector, s string) string {
	if v.code = noCode; s == "-" {
		return ""
	}
	n, err := strconv.Atoi(s)
	v.code = n
	return unless(err == nil && n >= 0 && n <= 255 && strconv.Itoa(n) == s, "no exit code")
}

// plainWord is what a header says of a request as the request says it.
var plainWord = regexp.MustCompile(`^[a-z0-9][a-z0-9.-]*$`)

func headerWord(b []byte) string {
	switch {
	case len(b) == 0:
		return "none"
	case !plainWord.Match(b):
		return "unknown"
	}
	return string(b)
}

// named is what a header has to say of a request: the kind of a reading, and the harness that is asked for. "" is a key
// that must not be there.
func named(call string, request []byte) (kind, harness string) {
	if call == "eval" {
		if rec, why := fact.ParseRecording(request); why == "" && rec.Header.Verb == "gate-hook" {
			harness = headerWord([]byte(rec.Header.Harness))
		}
		return "", harness
	}
	q, ok := fact.Frames(request, 3)
	if !ok {
		return "none", ""
	}
	if kind = headerWord(q[0]); kind == "payload" {
		harness = headerWord(q[1])
	}
	return kind, harness
}

// parseVector reads a file NAME.vector. Everything but one spelling is refused, with the line.
func parseVector(name string, src []byte) (v vector, err error) {
	v.name = name
	line, next := 0, 0
	bad := func(format string, args ...any) error {
		return fmt.Errorf("%s.vector:%d: %s", name, line, fmt.Sprintf(format, args...))
	}
	missing := func(upTo int) error {
		for ; next < upTo; next++ {
			if k := vectorKeys[next]; k.needs(&v) {
				return bad("the key %q is missing or stands in another place", k.name)
			}
		}
		return nil
	}
	for {
		line++
		text, rest, ended := bytes.Cut(src, []byte("\n"))
		if src = rest; !ended {
			return v, bad("the header has no empty line at its end")
		}
		if len(text) == 0 {
			break
		}
		if !utf8.Valid(text) || bytes.ContainsFunc(text, func(r rune) bool { return r < ' ' || r == 0x7f }) {
			return v, bad("a control character in the header, or what is no UTF-8")
		}
		key, value, ok := strings.Cut(string(text), ": ")
		at := slices.IndexFunc(vectorKeys, func(k vectorKey) bool { return k.name == key })
		switch {
		case !ok:
			return v, bad("no %q in the line", ": ")
		case at < 0:
			return v, bad("unknown key %q", key)
		case at < next:
			return v, bad("the key %q stands twice or in another place", key)
		case value == "" || value != strings.Trim(value, " "):
			return v, bad("the value of %q is empty or begins or ends with space", key)
		}
		if err := missing(at); err != nil {
			return v, err
		}
		k := &vectorKeys[at]
		if k.bars(&v) {
			return v, bad("the key %q has no place in a vector of %s", key, v.call)
		}
		if fault := k.set(&v, value); fault != "" {
			return v, bad("%s: %q", fault, value)
		}
		next = at + 1
	}
	if err := missing(len(vectorKeys)); err != nil {
		return v, err
	}
	if v.call == "read" && v.code != noCode {
		return v, bad("a reading has no exit code")
	}
	kind, harness := named(v.call, src)
	if v.kind != kind {
		return v, bad("the kind is %q and the request's is %q", v.kind, kind)
	}
	if v.harness != harness {
		return v, bad("the harness is %q and the request's is %q", v.harness, harness)
	}
	v.body = src
	return v, nil
}

// readVectors reads every vector of a directory with its goldens, sorted by name. No vector at all is an error.
func readVectors(dir string) ([]vector, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	var all []vector
	goldens := map[string][]byte{}
	for _, e := range entries {
		src, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			return nil, err
		}
		file := vectorFile.FindStringSubmatch(e.Name())
		switch {
		case file == nil:
			return nil, fmt.Errorf("%s:1: no file of a vector", e.Name())
		case file[2] == "vector":
			v, err := parseVector(file[1], src)
			if err != nil {
				return nil, err
			}
			all = append(all, v)
		case len(src) == 0:
			return nil, fmt.Errorf("%s:1: an empty golden is left out", e.Name())
		default:
			goldens[e.Name()] = src
		}
	}
	slices.SortFunc(all, func(a, b vector) int { return strings.Compare(a.name, b.name) })
	if len(all) == 0 {
		return nil, fmt.Errorf("%s: no vectors", dir)
	}
	take := func(name string) []byte {
		b := goldens[name]
		delete(goldens, name)
		return b
	}
	for i := range all {
		v := &all[i]
		v.answer, v.out, v.err = take(v.name+".answer"), take(v.name+".out"), take(v.name+".err")
		if v.answer == nil {
			return nil, fmt.Errorf("%s.vector:1: there is no %s.answer", v.name, v.name)
		}
	}
	for name := range goldens {
		return nil, fmt.Errorf("%s:1: a golden without its vector", name)
	}
	return all, nil
}
