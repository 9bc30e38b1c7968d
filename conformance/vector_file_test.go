package conformance

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

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
	harness string
	comment string
	body    []byte // the request

	answer, out, err []byte
}

// noCode is the code "-".
const noCode = -1

// vectorClasses say what a vector shows.
var vectorClasses = []string{
	"green", "red", "unproven", "refuse", "not-run", "release", "quiet", "allow", "want", "fault", "bad-input", "reads",
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
		if bytes.IndexByte(text, '\r') >= 0 {
			return v, bad("a carriage return in the header")
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
		case value == "" || value != strings.TrimSpace(value):
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
	if q, ok := fact.Frames(src, 3); v.call == "read" && ok && len(q[0]) > 0 && string(q[0]) != v.kind {
		return v, bad("the kind is %q and the request's is %q", v.kind, q[0])
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
		ext := filepath.Ext(e.Name())
		name := strings.TrimSuffix(e.Name(), ext)
		switch ext {
		case ".vector":
			v, err := parseVector(name, src)
			if err != nil {
				return nil, err
			}
			all = append(all, v)
		case ".answer", ".out", ".err":
			if len(src) == 0 {
				return nil, fmt.Errorf("%s:1: an empty golden is left out", e.Name())
			}
			goldens[e.Name()] = src
		default:
			return nil, fmt.Errorf("%s:1: no file of a vector", e.Name())
		}
	}
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
