package check

import (
	"github.com/stile-gate/stile/core/fact"
	"github.com/stile-gate/stile/core/scan"
)

// tables reads the list of tables. An entry is a file, or an object that says more about it.
func (r *reader) tables(list *scan.Value) {
	p := &r.policy
	for i := range list.Items[:min(len(list.Items), fact.MaxTables)] {
		v := &list.Items[i]
		t := Table{File: v.Text, Min: defaultMin, Col: int64(v.Pos)}
		before := r.Total
		switch v.Kind {
		case scan.String:
		case scan.Object:
			r.Object(tableLevel, v, t.move)
		default:
			continue
		}
		if r.Total > before || fileFault(t.File) != "" {
			continue
		}
		if p.table(t.ID()) >= 0 {
			r.Find(v.Pos, "duplicate-table", "give one of the files another name: rules name a table by it",
				"the table % stands in the list already", t.ID())
			continue
		}
		p.Tables = append(p.Tables, t)
	}
}

func (r *reader) packs(list *scan.Value) {
	p := &r.policy
	for i := range list.Items[:min(len(list.Items), fact.MaxPacks)] {
		v := &list.Items[i]
		if v.Kind != scan.Object {
			continue
		}
		k := Pack{Col: int64(v.Pos)}
		before := r.Total
		r.Object(packLevel, v, k.move)
		for n := range p.Packs {
			if p.Packs[n].File == k.File {
				r.Find(v.Pos, "duplicate-pack", "take one of them out", "the pack % stands in the list already", k.File)
			}
		}
		if r.Total == before {
			p.Packs = append(p.Packs, k)
		}
	}
}

// place gives everything that has a place its line and column.
func (r *reader) place() {
	p, lines := &r.policy, r.Place()
	for i := range p.Checks {
		lines.Place(&p.Checks[i].Line, &p.Checks[i].Col)
	}
	for i := range p.Tables {
		lines.Place(&p.Tables[i].Line, &p.Tables[i].Col)
	}
	for i := range p.Packs {
		lines.Place(&p.Packs[i].Line, &p.Packs[i].Col)
	}
}
