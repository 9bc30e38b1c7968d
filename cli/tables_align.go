package cli

import (
	"path"
	"path/filepath"

	"github.com/stile-gate/stile/cli/host"
	"github.com/stile-gate/stile/core/table"
)

// alignTables aligns the files named behind fmt, or all tables of the project.
func (c *call) alignTables(p *parsed) int {
	var list []*change
	dry := p.has("dry-run")
	align := func(root string, f *tableFile) {
		g := &change{path: f.path}
		list = append(list, g)
		if f.trouble != nil {
			g.fail(f.trouble)
			return
		}
		out, left := table.Align(f.path, f.src)
		if left != nil {
			g.fail(left)
			return
		}
		g.write(root, f.src, out, dry)
	}
	if len(p.operands) == 1 {
		s, ok := c.openTables(p.get("C"))
		if !ok {
			return exitNotAsked
		}
		if len(s.tables) == 0 && !p.has("json") {
			c.print(noTables)
			return exitGreen
		}
		for i := range s.tables {
			align(s.root, &s.tables[i])
		}
	} else {
		dir, err := directory(p.get("C"))
		if err != nil {
			return c.notAsked("usage", err.Error())
		}
		root, _ := host.FindRoot(dir)
		for _, name := range p.operands[1:] {
			f := readTable(root, "", inTree(root, dir, name))
			align(root, &f)
		}
	}
	return c.report(alignVerb, list, p)
}

// inTree is the path of a file relative to the tree's root, for a name relative to dir.
func inTree(root, dir, name string) string {
	if !filepath.IsAbs(name) {
		name = filepath.Join(dir, name)
	}
	// The root is a real path. The file itself may be a link that reads through it.
	if real, err := filepath.EvalSymlinks(filepath.Dir(name)); err == nil {
		name = filepath.Join(real, filepath.Base(name))
	}
	if rel, err := filepath.Rel(root, name); err == nil {
		name = rel
	}
	return path.Clean(filepath.ToSlash(name))
}
