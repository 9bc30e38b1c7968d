// Command sabotage writes testdata/sabotage: single sabotages of the reference project that lies there, each with the
// verdict and the findings that it must have, and honest variations, which must change nothing.
package main

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
)

//go:generate go run . -root ../..

func main() {
	root := flag.String("root", ".", "root of the repository")
	flag.Parse()
	if err := write(*root); err != nil {
		fmt.Fprintln(os.Stderr, "sabotage:", err)
		os.Exit(2)
	}
}

const dataDir = "testdata/sabotage"

func write(root string) error {
	files, err := generate(root)
	if err != nil {
		return err
	}
	for name, b := range files {
		if err := os.WriteFile(filepath.Join(root, dataDir, name), b, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// generate gives the bytes of every file by its name.
func generate(root string) (map[string][]byte, error) {
	ref, err := readReference(filepath.Join(root, dataDir, "reference"))
	if err != nil {
		return nil, err
	}
	var sabotages, honest suite
	for _, group := range []func(*suite, *reference){
		rows, circular, structure, files, symbols, signatures, kinds, cases, reports, records, packs, project,
	} {
		group(&sabotages, ref)
	}
	for _, group := range []func(*suite, *reference){ways, tables, unread, sources, places} {
		group(&honest, ref)
	}
	out := map[string][]byte{}
	for _, f := range []struct {
		name  string
		cases []testCase
	}{{"sabotages.json", sabotages.cases}, {"honest.json", honest.cases}, {"reference.json", []testCase{{Name: "reference", Edits: laid}}}} {
		if out[f.name], err = lines(f.cases); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// laid is what the reference holds and a checkout cannot be trusted to.
var laid = []edit{{Op: "link", Path: "vendor/mask", To: "../packages/mask"}}

// lines is a JSON array with one case a line, so that grep finds whole cases.
func lines(cases []testCase) ([]byte, error) {
	var b bytes.Buffer
	seen := map[string]bool{}
	for i, c := range cases {
		if seen[c.Name] {
			return nil, fmt.Errorf("two cases are called %s", c.Name)
		}
		seen[c.Name] = true
		b.WriteString(map[bool]string{true: "[\n", false: ",\n"}[i == 0])
		e := json.NewEncoder(&b)
		e.SetEscapeHTML(false)
		if err := e.Encode(c); err != nil {
			return nil, err
		}
		b.Truncate(b.Len() - 1)
	}
	b.WriteString("\n]\n")
	return b.Bytes(), nil
}
