package host

import (
	"go/ast"
	"go/parser"
	"go/token"
	"strconv"
	"strings"
	"testing"

	"github.com/stile-gate/stile/core/fact"
)

// TestEveryKindIsServed reads the kinds off their declaration: a kind that the core may want and no host serves
// would never be answered.
func TestEveryKindIsServed(t *testing.T) {
	file, err := parser.ParseFile(token.NewFileSet(), "../../core/fact/kind.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	kinds := 0
	for _, decl := range file.Decls {
		g, ok := decl.(*ast.GenDecl)
		if !ok || g.Tok != token.CONST {
			continue
		}
		for _, spec := range g.Specs {
			v := spec.(*ast.ValueSpec)
			if !strings.HasPrefix(v.Names[0].Name, "ID") && !strings.HasPrefix(v.Names[0].Name, "Pre") {
				continue
			}
			id, _ := strconv.Unquote(v.Values[0].(*ast.BasicLit).Value)
			kinds++
			served := id == fact.PreMeasure
			for _, s := range servers {
				served = served || s.id == id
			}
			if !served {
				t.Errorf("%s (%q) is not served", v.Names[0].Name, id)
			}
		}
	}
	if kinds < 10 {
		t.Errorf("only %d kinds found", kinds)
	}
	h := &Host{}
	if f := h.serve(&fact.Want{ID: "nothing:x"}); f.ID != "nothing:x" || f.State != fact.Unreadable {
		t.Errorf("an unknown kind is answered by %+v", f)
	}
}
