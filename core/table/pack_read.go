package table

import (
	"github.com/stile-gate/stile/core/fact"
	"github.com/stile-gate/stile/core/field"
	"github.com/stile-gate/stile/core/scan"
)

// packReader gathers what one rule pack says. Rules carry byte offsets in Col until they are placed, as findings do.
type packReader struct {
	field.Reader
	pack Pack
}

// ReadPack is the answer of Read("rules", path, src): the canonical JSON of a Pack, with a finding for everything in
// the file that cannot be understood. path is root-relative and names the file in findings.
func ReadPack(path string, src []byte) []byte {
	r := packReader{Reader: field.Reader{Format: &packFormat, Path: path, Src: src}}
	p := &r.pack
	if v := r.File(); v != nil {
		r.Object(packLevel, v, p.move)
		if list := v.Get("rules"); list != nil && list.Kind == scan.Array {
			r.rules(list)
		}
	}
	lines := r.Place()
	for i := range p.Rules {
		lines.Place(&p.Rules[i].Line, &p.Rules[i].Col)
	}
	p.Findings, p.Total = r.Findings, r.Total
	return p.json()
}

func (r *packReader) rules(list *scan.Value) {
	if len(list.Items) == 0 {
		r.Find(list.Pos, "empty-pack", "a pack that is meant to ask for nothing is not named in stile.json",
			"the pack holds no rule")
	}
	all := make([]Rule, min(len(list.Items), fact.MaxRules))
	ids := make([]string, len(all))
	wrong := make([]bool, len(all))
	for i := range all {
		v := &list.Items[i]
		if v.Kind != scan.Object {
			wrong[i] = true
			continue
		}
		before := r.Total
		rule := &all[i]
		r.Object(ruleLevel, v, rule.move)
		if s := v.Get("signature"); s != nil && s.Kind == scan.Object {
			r.Object(signatureLevel, s, rule.move)
		}
		rule.Col = int64(v.Pos)
		ids[i] = rule.ID
		wrong[i] = r.Total > before
	}
	twins(ids, func(first, i int) {
		wrong[i] = true
		r.Find(list.Items[i].Get("id").Pos, "duplicate-id", "give each rule an id of its own, letter case aside",
			"the id % is already that of rule $ of the list", ids[i], fact.Itoa(int64(first)+1))
	})
	for i := range all {
		if !wrong[i] {
			r.pack.Rules = append(r.pack.Rules, all[i:i+1]...)
		}
	}
}

// twins calls again for every id that stands in the list before but for letter case, with the place of the first. An
// empty one is none.
func twins(ids []string, again func(first, i int)) {
	const tail = 4 // bytes of the place behind an id, which put equal ids in their order
	list := make([]string, len(ids))
	for i, id := range ids {
		list[i] = string(append([]byte(fold(id)), byte(i>>24), byte(i>>16), byte(i>>8), byte(i)))
	}
	fact.SortStrings(list)
	last, first := "", 0
	for _, s := range list {
		n := len(s) - tail
		i := 0
		for _, c := range []byte(s[n:]) {
			i = i<<8 | int(c)
		}
		switch {
		case s[:n] != last:
			last, first = s[:n], i
		case last != "":
			again(first, i)
		}
	}
}
