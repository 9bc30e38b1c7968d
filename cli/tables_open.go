package cli

import (
	"fmt"
	"path"

	"github.com/stile-gate/stile/cli/host"
	"github.com/stile-gate/stile/core/check"
	"github.com/stile-gate/stile/core/fact"
	"github.com/stile-gate/stile/core/table"
)

// A tableSet is the tables and rule packs that the nearest stile.json names, as they lie on the disk now. Paths are
// relative to root.
type tableSet struct {
	root, project string
	tables        []tableFile
	packs         []packFile
}

// A tableFile is one table. trouble is why the file could not be read.
type tableFile struct {
	id, path string
	src      []byte
	table    *table.Table
	trouble  *fact.Finding
}

// A packFile is one rule pack. One with trouble has no rules: it could not be read, or is not the one agreed on.
type packFile struct {
	path    string
	pack    *table.Pack
	trouble *fact.Finding
}

// openTables reads the nearest stile.json and what it names; false after it has said why that cannot be.
func (c *call) openTables(from string) (*tableSet, bool) {
	dir, err := directory(from)
	if err != nil {
		c.notAsked("usage", err.Error())
		return nil, false
	}
	root, _ := host.FindRoot(dir)
	_, chain := host.Chain(root, dir)
	if len(chain) == 0 {
		c.notAsked("no-project", "no stile.json in this directory or above it; `stile init` writes a first one")
		return nil, false
	}
	s := &tableSet{root: root, project: chain[0]}
	name := path.Join(s.project, policyFile)
	src, state, why := host.ReadFile(root, name, fact.MaxRead)
	policy, ok := check.ParsePolicy(check.Read(name, src))
	switch {
	case state != fact.Present || !ok:
		c.notAsked("policy-unreadable", fmt.Sprintf("%s could not be read%s", name, behind(": ", why)))
		return nil, false
	case policy.Total > 0:
		more := ""
		if policy.Total > 1 {
			more = fmt.Sprintf(", the first of %d findings: `stile check` has all of them", policy.Total)
		}
		c.notAsked("policy-broken", policy.Findings[0].String()+more)
		return nil, false
	}
	for i := range policy.Tables {
		t := &policy.Tables[i]
		s.tables = append(s.tables, readTable(root, t.ID(), path.Join(s.project, t.File)))
	}
	for i := range policy.Packs {
		s.packs = append(s.packs, s.readPack(&policy.Packs[i], name))
	}
	return s, true
}

func behind(title, text string) string {
	if text == "" {
		return ""
	}
	return title + text
}

func readTable(root, id, name string) tableFile {
	f := tableFile{id: id, path: name, table: &table.Table{}}
	src, state, why := host.ReadFile(root, name, fact.MaxRead)
	if f.trouble = unread("table", "", name, state, why); f.trouble != nil {
		return f
	}
	f.src = src
	read, ok := table.ParseTable(table.ReadTable(name, false, src))
	if !ok {
		f.trouble = unread("table", "", name, fact.Unreadable, "more than a table may hold")
		return f
	}
	f.table = read
	return f
}

func (s *tableSet) readPack(p *check.Pack, policy string) packFile {
	f := packFile{path: path.Join(s.project, p.File), pack: &table.Pack{}}
	src, state, why := host.ReadFile(s.root, f.path, fact.MaxRead)
	if f.trouble = unread("pack", "rule ", f.path, state, why); f.trouble == nil {
		digest, text := host.Digests(src)
		read, ok := table.ParsePack(table.ReadPack(f.path, src))
		switch {
		case digest != p.SHA256 && text != p.SHA256:
			f.trouble = &fact.Finding{Kind: "pack-changed", Do: "bring back the agreed bytes; whether these are better is the owner's to decide",
				Message: fact.Say("the rule pack % is not the one that was agreed on, so none of its rules are used: its sha256 is $", f.path, digest)}
		case !ok:
			f.trouble = unread("pack", "rule ", f.path, fact.Unreadable, "more than a pack may hold")
		default:
			f.pack = read
		}
	}
	if f.trouble != nil {
		f.trouble.Path, f.trouble.Line, f.trouble.Col = policy, p.Line, p.Col
	}
	return f
}

// unread is why a file of that kind cannot be used, nil when it can.
func unread(kind, of, name string, state fact.State, why string) *fact.Finding {
	switch state {
	case fact.Present:
		return nil
	case fact.Absent:
		return &fact.Finding{Kind: kind + "-missing", Message: fact.Say("the $ % is not there", of+kind, name), Path: name}
	}
	return &fact.Finding{Kind: kind + "-unreadable", Message: fact.Say("the $ % cannot be read$", of+kind, name, behind(": ", why)), Path: name}
}

// findings are those of the form of a table and the one that there was trouble with; total counts all.
func (f *tableFile) findings() (list []fact.Finding, total int64) {
	if f.trouble != nil {
		return []fact.Finding{*f.trouble}, 1
	}
	return f.table.Findings, f.table.Total
}

func (f *packFile) findings() (list []fact.Finding, total int64) {
	if f.trouble != nil {
		return []fact.Finding{*f.trouble}, 1
	}
	return f.pack.Findings, f.pack.Total
}
