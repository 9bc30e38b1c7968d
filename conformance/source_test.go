package conformance

import (
	"bytes"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// maxLines bounds a hand-written file: one file, one decision.
const maxLines = 500

// homeless are directory names under which code collects that has no home; it belongs to its only caller.
var homeless = []string{
	"util", "utils", "helper", "helpers", "common", "types", "models", "misc", "shared", "internal", "pkg", "lib",
	"errors", "config", "base", "docs",
}

var generated = regexp.MustCompile(`(?m)^// Code generated .* DO NOT EDIT\.$`)

type source struct {
	path string // slash path below the root
	src  []byte
	file *ast.File
	made bool // generated
	test bool
}

func (s *source) in(dir string) bool { return strings.HasPrefix(s.path, dir+"/") }

// sources are all Go files of the module, whatever build tags they carry.
func sources(t *testing.T) (*token.FileSet, []source) {
	t.Helper()
	set := token.NewFileSet()
	var all []source
	top := root(t)
	err := filepath.WalkDir(top, func(p string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name := d.Name()
		if d.IsDir() {
			if p != top && (name[0] == '.' || name == "testdata" || name == "node_modules") {
				return filepath.SkipDir
			}
			return nil
		}
		if filepath.Ext(name) != ".go" {
			return nil
		}
		rel, err := filepath.Rel(top, p)
		if err != nil {
			return err
		}
		s := source{path: filepath.ToSlash(rel), test: strings.HasSuffix(name, "_test.go")}
		if s.src, err = os.ReadFile(p); err != nil {
			return err
		}
		s.made = generated.Match(s.src)
		if s.file, err = parser.ParseFile(set, s.path, s.src, parser.ParseComments); err != nil {
			return err
		}
		all = append(all, s)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(all) == 0 {
		t.Fatal("no Go files found")
	}
	return set, all
}

func TestSourceShape(t *testing.T) {
	_, all := sources(t)
	for _, s := range all {
		if out, err := format.Source(s.src); err != nil || !bytes.Equal(out, s.src) {
			t.Errorf("%s: not gofmt's form (%v)", s.path, err)
		}
		if n := bytes.Count(s.src, []byte("\n")); n > maxLines && !s.made {
			t.Errorf("%s: %d lines, at most %d: split it by decision", s.path, n, maxLines)
		}
		for dir := range strings.SplitSeq(path.Dir(s.path), "/") {
			if slices.Contains(homeless, dir) {
				t.Errorf("%s: no directory is called %q", s.path, dir)
			}
		}
	}
}

// TestShimShape holds what other languages' files share with ours: what other programs load is no Go.
func TestShimShape(t *testing.T) {
	top := root(t)
	seen := 0
	err := filepath.WalkDir(filepath.Join(top, "shims"), func(p string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		seen++
		src, err := os.ReadFile(p)
		rel, _ := filepath.Rel(top, p)
		if n := bytes.Count(src, []byte("\n")); n > maxLines {
			t.Errorf("%s: %d lines, at most %d: split it by decision", rel, n, maxLines)
		}
		n := 0
		for line := range bytes.Lines(src) {
			n++
			text, ended := bytes.CutSuffix(line, []byte("\n"))
			if !ended {
				t.Errorf("%s:%d: no line end at the end of the file", rel, n)
			}
			if !bytes.Equal(text, bytes.TrimRight(text, " \t\r")) {
				t.Errorf("%s:%d: trailing space", rel, n)
			}
		}
		return err
	})
	if err != nil || seen == 0 {
		t.Fatalf("%d files of shims: %v", seen, err)
	}
}

// TestPrintingAndExit keeps the two ways out of the program in one place each: os.Exit in a main, printing in cli.
func TestPrintingAndExit(t *testing.T) {
	set, all := sources(t)
	for _, s := range all {
		isMain := s.file.Name.Name == "main"
		ast.Inspect(s.file, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok {
				return true
			}
			at, name := set.Position(call.Pos()), ""
			switch f := call.Fun.(type) {
			case *ast.Ident:
				name = f.Name
			case *ast.SelectorExpr:
				if x, ok := f.X.(*ast.Ident); ok {
					name = x.Name + "." + f.Sel.Name
				}
			}
			switch {
			case (name == "os.Exit" || strings.HasPrefix(name, "log.Fatal")) && !isMain && !s.test:
				t.Errorf("%s: %s outside a main", at, name)
			case (strings.HasPrefix(name, "fmt.Print") || name == "print" || name == "println") &&
				path.Dir(s.path) != "cli" && !isMain && !s.test:
				t.Errorf("%s: %s outside cli", at, name)
			}
			return true
		})
	}
}

// TestCoreLanguage holds what an import list cannot see: no goroutine, channel, float or recover in the core.
func TestCoreLanguage(t *testing.T) {
	set, all := sources(t)
	for _, s := range all {
		if !s.in("core") || s.test || s.file.Name.Name == "main" {
			continue
		}
		ast.Inspect(s.file, func(n ast.Node) bool {
			word := ""
			switch n := n.(type) {
			case *ast.GoStmt:
				word = "a goroutine"
			case *ast.ChanType, *ast.SelectStmt:
				word = "a channel"
			case *ast.BasicLit:
				if n.Kind == token.FLOAT || n.Kind == token.IMAG {
					word = "a float"
				}
			case *ast.Ident:
				if slices.Contains([]string{"float32", "float64", "complex64", "complex128", "recover"}, n.Name) {
					word = n.Name
				}
			}
			if word != "" {
				t.Errorf("%s: %s in the core", set.Position(n.Pos()), word)
			}
			return true
		})
	}
}

func TestCoreIsDocumented(t *testing.T) {
	set, all := sources(t)
	packages := map[string]bool{}
	for _, s := range all {
		if !s.in("core") || s.test || s.file.Name.Name == "main" {
			continue
		}
		dir := path.Dir(s.path)
		packages[dir] = packages[dir] || s.file.Doc != nil
		if s.made {
			continue
		}
		spoken := -1 // the line up to which one comment speaks for a run of declarations without a blank line
		for _, d := range s.file.Decls {
			first, last := set.Position(d.Pos()).Line, set.Position(d.End()).Line
			names := undocumented(d)
			if f, ok := d.(*ast.FuncDecl); ok && (f.Doc != nil || first == spoken+1) {
				spoken = last
				continue
			}
			for _, name := range names {
				t.Errorf("%s: exported %s has no docstring", set.Position(d.Pos()), name)
			}
		}
	}
	for dir, ok := range packages {
		if !ok {
			t.Errorf("%s: no package comment", dir)
		}
	}
}

// undocumented names what a declaration exports without a comment on itself or its group. String and Error
// need none: their contract is fmt's and the language's.
func undocumented(d ast.Decl) []string {
	switch d := d.(type) {
	case *ast.FuncDecl:
		name := d.Name.Name
		if d.Doc != nil || !d.Name.IsExported() || d.Recv != nil && (!exportedReceiver(d) || name == "String" || name == "Error") {
			return nil
		}
		return []string{name}
	case *ast.GenDecl:
		if d.Doc != nil {
			return nil
		}
		var out []string
		for _, spec := range d.Specs {
			switch spec := spec.(type) {
			case *ast.TypeSpec:
				if spec.Name.IsExported() && spec.Doc == nil {
					out = append(out, spec.Name.Name)
				}
			case *ast.ValueSpec:
				for _, n := range spec.Names {
					if n.IsExported() && spec.Doc == nil && spec.Comment == nil {
						out = append(out, n.Name)
					}
				}
			}
		}
		return out
	}
	return nil
}

func exportedReceiver(d *ast.FuncDecl) bool {
	t := d.Recv.List[0].Type
	if p, ok := t.(*ast.StarExpr); ok {
		t = p.X
	}
	id, ok := t.(*ast.Ident)
	return ok && id.IsExported()
}
