package core

import (
	"testing"

	"github.com/stile-gate/stile/core/table"
)

func TestReadRecordsAndPacks(t *testing.T) {
	a, ok := table.ParseADR(Read([]byte("adr"), []byte("doc/adr/0007-x.md"), []byte("# 7. Use x\n\nStatus: accepted\n")))
	if !ok || a.ID != "7" || a.Word != table.Accepted {
		t.Errorf("%+v", a)
	}
	const pack = `{"stile-rules":1,"id":"p","rules":[{"id":"r","title":"t","table":"x","severity":"low"}]}`
	p, ok := table.ParsePack(Read([]byte("rules"), []byte("p.json"), []byte(pack)))
	if !ok || len(p.Rules) != 1 || p.Total != 0 {
		t.Errorf("%+v", p)
	}
}
