// Command gen writes the vectors of testdata/vectors from the tables of this directory. Every golden is the
// answer of the core as Go functions; no clock, no environment and no chance has a part in one.
package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"

	"github.com/stile-gate/stile/core"
	"github.com/stile-gate/stile/core/fact"
)

//go:generate go run . -root ../.. -o ../..

func main() {
	root := flag.String("root", ".", "root of the repository: where inputs are read")
	out := flag.String("o", ".", "root of the repository that is written to")
	flag.Parse()
	if err := generate(*root, *out); err != nil {
		fmt.Fprintln(os.Stderr, "gen:", err)
		os.Exit(2)
	}
}

// What is written, in place of what is there: the vectors, and broken ones that a runner must refuse.
const (
	soundDir  = "testdata/vectors"
	brokenDir = "conformance/broken/vectors"
)

func generate(root, out string) error {
	files, err := vectors(root)
	if err != nil {
		return err
	}
	for dir, files := range map[string]map[string][]byte{soundDir: files, brokenDir: broken(files)} {
		dir = filepath.Join(out, filepath.FromSlash(dir))
		if err := os.RemoveAll(dir); err != nil {
			return err
		}
		for name, b := range files {
			path := filepath.Join(dir, filepath.FromSlash(name))
			if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
				return err
			}
			if err := os.WriteFile(path, b, 0o644); err != nil {
				return err
			}
		}
	}
	return nil
}

// A vector is one file before its goldens are known.
type vector struct {
	name, call, class, kind, comment string
	body                             []byte
}

// groups are the tables, each in a file of its own.
var groups = []func(in *inputs) []vector{
	outcomes, answerTable, transport, policies, payloads, reports, wanted, recordings, scenes, wants, dense, tables, evidence, records, packs, findings, judgings, askings,
}

// vectors gives the bytes of every file by its name.
func vectors(root string) (map[string][]byte, error) {
	in := &inputs{root: root}
	files := map[string][]byte{}
	for _, g := range groups {
		for _, v := range g(in) {
			if err := v.write(files); err != nil {
				return nil, err
			}
		}
	}
	return files, errors.Join(in.missing...)
}

func (v *vector) write(files map[string][]byte) error {
	if files[v.name+".vector"] != nil {
		return fmt.Errorf("two vectors are called %s", v.name)
	}
	ask := core.Eval
	if v.call == "read" {
		ask = core.ReadRequest
	}
	answer := ask(v.body)
	code := "-"
	if a, ok := core.ParseAnswer(answer); ok && a.Reply != nil {
		code = fmt.Sprint(a.Reply.Code)
		put(files, v.name+".out", a.Reply.Stdout)
		put(files, v.name+".err", a.Reply.Stderr)
	}
	var b bytes.Buffer
	for _, line := range [][2]string{{"format", "1"}, {"call", v.call}, {"code", code}, {"class", v.class},
		{"kind", v.kind}, {"harness", v.harness()}, {"comment", v.comment}} {
		if line[1] != "" {
			fmt.Fprintf(&b, "%s: %s\n", line[0], line[1])
		}
	}
	files[v.name+".vector"] = append(append(b.Bytes(), '\n'), v.body...)
	files[v.name+".answer"] = slices.Clone(answer)
	return nil
}

// plainWord is a harness's id that a header can hold.
var plainWord = regexp.MustCompile(`^[a-z0-9][a-z0-9.-]*$`)

// harness is the one that the request names, in the header's spelling; "" where it names none.
func (v *vector) harness() string {
	var id string
	if v.call == "read" {
		q, ok := fact.Frames(v.body, 3)
		if !ok || string(q[0]) != "payload" {
			return ""
		}
		id = string(q[1])
	} else {
		r, why := fact.ParseRecording(v.body)
		if why != "" || r.Header.Verb != "gate-hook" {
			return ""
		}
		id = r.Header.Harness
	}
	switch {
	case id == "":
		return "none"
	case !plainWord.MatchString(id):
		return "unknown"
	}
	return id
}

func put(files map[string][]byte, name, text string) {
	if text != "" {
		files[name] = []byte(text)
	}
}

// inputs are files of the repository that vectors hold a copy of.
type inputs struct {
	root    string
	missing []error
}

func (in *inputs) file(path string) string {
	b, err := os.ReadFile(filepath.Join(in.root, filepath.FromSlash(path)))
	if err != nil {
		in.missing = append(in.missing, err)
	}
	return string(b)
}
