package table

import (
	"strings"
	"testing"

	"github.com/stile-gate/stile/core/fact"
)

func TestReadKinds(t *testing.T) {
	const src = "## Conformance\n\n| rule | status | evidence |\n|---|---|---|\n| R | applied | check:a |\n"
	ask := func(frames ...string) (answer, bad string) {
		var query []byte
		for _, f := range frames {
			query = fact.AppendFrame(query, []byte(f))
		}
		b, bad := Read(KindTable, query, []byte(src))
		return string(b), bad
	}
	const want = `{"found":true,"line":1,"col":1,"rows":[{"rule":"R","status":"applied","proposal":"","note":"","wrong":false,` +
		`"line":5,"col":3,"refs":[{"kind":"check","id":"a","line":5,"col":17}]}],` +
		`"counts":{"applied":1,"deviated":0,"n/a":0,"proposed":0,"unread":0},"findings":[],"total":0}`
	if got, bad := ask("a.md", ""); got != want || bad != "" {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	editor := strings.NewReplacer(`"line":1,"col":1`, `"line":0,"col":0`, `"line":5,"col":3`, `"line":4,"col":2`, `"line":5,"col":17`, `"line":4,"col":16`)
	if got, _ := ask("a.md", "utf-16"); got != editor.Replace(want) {
		t.Errorf("got  %s\nwant %s", got, editor.Replace(want))
	}
	for _, bad := range [][]string{{"a.md"}, {"a.md", "utf-8"}, {"a.md", "", ""}} {
		if got, why := ask(bad...); got != "" || why == "" {
			t.Errorf("%q: %s %q", bad, got, why)
		}
	}
}

func TestReadRecordsAndPacks(t *testing.T) {
	answer, _ := Read(KindADR, []byte("doc/adr/0007-x.md"), []byte("# 7. Use x\n\nStatus: accepted\n"))
	if a, ok := ParseADR(answer); !ok || a.ID != "7" || a.Word != Accepted {
		t.Errorf("%s", answer)
	}
	const pack = `{"stile-rules":1,"id":"p","rules":[{"id":"r","title":"t","table":"x","severity":"low"}]}`
	answer, _ = Read(KindRules, []byte("p.json"), []byte(pack))
	if p, ok := ParsePack(answer); !ok || len(p.Rules) != 1 || p.Total != 0 {
		t.Errorf("%s", answer)
	}
	answer, _ = Read(KindFindings, []byte("f.md"), []byte("date: 2026-11-30\n"))
	if f, ok := ParseFindings(answer); !ok || f.Date != "2026-11-30" || f.Stamp != "" {
		t.Errorf("%s", answer)
	}
	query := fact.AppendFrame(nil, []byte("a.go"))
	for _, name := range []string{AskSymbol + "Foo", AskLiteral + "Foo()", AskPattern + "F.o"} {
		query = fact.AppendFrame(query, []byte(name))
	}
	answer, _ = Read(KindEvidence, query, []byte("func Foo() {}"))
	if e, ok := ParseEvidence(answer); !ok || len(e.Symbols) != 1 || len(e.Signatures) != 2 || e.Lexer != "go" {
		t.Errorf("%s", answer)
	}
	for _, bad := range [][]byte{[]byte("x"), nil, fact.AppendFrame(query, []byte("Foo")), fact.AppendFrame(query, []byte("p("))} {
		if answer, why := Read(KindEvidence, bad, nil); answer != nil || why == "" {
			t.Errorf("evidence, asked for with %q: %s", bad, answer)
		}
	}
	if answer, bad := Read("tap", nil, nil); answer != nil || bad != "" {
		t.Errorf("another kind: %s %q", answer, bad)
	}
}
