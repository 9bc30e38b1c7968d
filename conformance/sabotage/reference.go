package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/stile-gate/stile/cli"
)

// The tables of the reference, and what its packs expect in them.
const (
	ledgerTable   = "docs/conformance.md"
	securityTable = "docs/security.md"
)

var expected = []string{"L-01", "L-02", "L-03", "L-05", "L-07", "S-01", "S-02", "S-03", "S-04"}

// A row is one of a table of the reference.
type row struct {
	file, line                   string // line is the text of it
	rule, status, evidence, note string
	refs                         []string
	columns                      int
}

// A reference is the reference project as the kit sees it.
type reference struct {
	dir      string
	rows     []*row
	scaffold string // the pack that `stile init --tables` writes
}

func readReference(dir string) (*reference, error) {
	ref := &reference{dir: dir}
	for _, file := range []string{ledgerTable, securityTable} {
		text, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(file)))
		if err != nil {
			return nil, err
		}
		// The first heading of this text stands in a fence.
		section := string(text)[strings.LastIndex(string(text), "\n## Conformance\n"):]
		for line := range strings.Lines(section) {
			line = strings.TrimSuffix(line, "\n")
			if !strings.HasPrefix(line, "| L-") && !strings.HasPrefix(line, "| S-") {
				continue
			}
			cells := strings.Split(strings.Trim(line, "|"), "|")
			for i := range cells {
				cells[i] = strings.TrimSpace(cells[i])
			}
			r := &row{file: file, line: line, rule: cells[0], status: cells[1], evidence: cells[2], columns: len(cells)}
			if len(cells) > 3 {
				r.note = cells[3]
			}
			if r.evidence != "" {
				r.refs = strings.Split(r.evidence, "; ")
			}
			ref.rows = append(ref.rows, r)
		}
	}
	if len(ref.rows) < 12 {
		return nil, fmt.Errorf("the reference has only %d rows", len(ref.rows))
	}
	return ref, ref.init()
}

// init takes in what `stile init --tables` writes.
func (ref *reference) init() error {
	dir, err := os.MkdirTemp("", "stile-sabotage-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	if _, ok := cli.InitTables(dir, io.Discard, io.Discard); !ok {
		return errors.New("stile init --tables wrote nothing")
	}
	pack, err := os.ReadFile(filepath.Join(dir, "docs", "rules.json"))
	ref.scaffold = string(pack)
	return err
}

// row returns the one of a rule.
func (ref *reference) row(rule string) *row {
	i := slices.IndexFunc(ref.rows, func(r *row) bool { return r.rule == rule })
	return ref.rows[i]
}

func (r *row) isExpected() bool { return slices.Contains(expected, r.rule) }

func (r *row) judged() bool { return r.status == "applied" || r.status == "deviated" }

// name begins a case's name.
func (r *row) name(what string) string { return r.rule + " " + what }

// with is the edit that puts other cells in place of the row's.
func (r *row) with(change func(n *row)) edit {
	n := *r
	change(&n)
	return replace(r.file, r.line, n.text())
}

func (r *row) text() string {
	cells := []string{r.rule, r.status, r.evidence, r.note}
	return "| " + strings.Join(cells[:r.columns], " | ") + " |"
}

// citing is the edit that puts another evidence cell in place of the row's.
func (r *row) citing(evidence string) edit { return r.with(func(n *row) { n.evidence = evidence }) }

// instead is the edit that puts another reference in place of one.
func (r *row) instead(ref, other string) edit {
	refs := slices.Clone(r.refs)
	refs[slices.Index(refs, ref)] = other
	return r.citing(strings.Join(refs, "; "))
}

// without is the edit that takes a reference out.
func (r *row) without(ref string) edit {
	return r.citing(strings.Join(slices.DeleteFunc(slices.Clone(r.refs), func(s string) bool { return s == ref }), "; "))
}

// also is the edit that puts a reference behind the others.
func (r *row) also(ref string) edit {
	return r.citing(strings.Join(append(slices.Clone(r.refs), ref), "; "))
}

// file is the text of a file of the reference, "" where it is not there.
func (ref *reference) file(path string) string {
	b, _ := os.ReadFile(filepath.Join(ref.dir, filepath.FromSlash(path)))
	return string(b)
}

// pin is the sha256 that stile.json says of a pack.
func (ref *reference) pin(pack string) string {
	_, rest, _ := strings.Cut(ref.file("stile.json"), `"`+pack+`", "sha256": "`)
	pin, _, _ := strings.Cut(rest, `"`)
	return pin
}
