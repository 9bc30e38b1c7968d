package table

import (
	"github.com/stile-gate/stile/core/fact"
	"github.com/stile-gate/stile/core/scan"
)

// String is the reference as an evidence cell spells it: reading that gives the reference again.
func (r *Ref) String() string {
	t := &fact.Text{}
	t.Add(r.Kind).Add(":")
	switch r.Kind {
	case FileRef:
		spell(t, r.Path, isPlain(r.Path))
		if r.At > 0 {
			t.Add(":").Int(r.At)
		}
		if r.Symbol != "" {
			spell(t.Add("#"), r.Symbol, symbolFault(r.Symbol) < 0 && scan.Odd(r.Symbol) < 0)
		}
	case TestRef:
		spell(t, r.Report, isPlain(r.Report) && (isID(r.Report) || fact.IndexAny(r.Report, "/.") >= 0))
		spell(t.Add("::"), r.Name, fact.IndexAny(r.Name, "\";|\\`") < 0 && fact.Trim(r.Name, " \t") == r.Name)
	default:
		t.Add(r.ID)
	}
	return t.String()
}

// isPlain reports whether a path needs no quotes.
func isPlain(path string) bool {
	for i := range len(path) {
		if c := path[i]; !isWord(c) && fact.IndexAny(path[i:i+1], "._-/+@~,=()[]") < 0 {
			return false
		}
	}
	return scan.Odd(path) < 0
}

// spell writes s, in quotes where it is not plain; a pipe in them would end the cell.
func spell(t *fact.Text, s string, plain bool) {
	if plain {
		t.Add(s)
		return
	}
	t.Add(`"`)
	for i := range len(s) {
		if fact.IndexAny(s[i:i+1], `"\|`) >= 0 {
			t.Add(`\`)
		}
		t.Add(s[i : i+1])
	}
	t.Add(`"`)
}
