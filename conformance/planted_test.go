package conformance

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
)

// planted is a word of a refusal that stands once in every module.
const planted = "Whether a check itself is wrong"

// wrong is a module with one byte of that word changed.
func wrong(module []byte) ([]byte, error) {
	if n := bytes.Count(module, []byte(planted)); n != 1 {
		return nil, fmt.Errorf("%q stands in the module %d times: plant another word", planted, n)
	}
	out := bytes.Clone(module)
	out[bytes.Index(out, []byte(planted))] = 'w'
	return out, nil
}

// TestOneWrongByteIsSeen guards the guard: with one byte of one build's module changed, both layers turn red on that
// build, and on no other.
func TestOneWrongByteIsSeen(t *testing.T) {
	files := []string{"scripts/hook_refuse_claude.txtar", "scripts/check_green.txtar"}
	var asked []vector // those that say the word, and as many that do not
	owed := 0
	for _, v := range vectors(t) {
		switch says := bytes.Contains(v.answer, []byte(planted)); {
		case says:
			owed++
		case owed > 0:
			owed--
		default:
			continue
		}
		asked = append(asked, v)
	}
	if len(asked) < 10 {
		t.Fatalf("only %d vectors around %q", len(asked), planted)
	}
	for i := range builds {
		if builds[i].module == nil {
			continue
		}
		t.Run(builds[i].name, func(t *testing.T) {
			rows := slices.Clone(builds)
			sound := rows[i].module
			rows[i].module = func() ([]byte, error) {
				module, err := sound()
				if err != nil {
					return nil, err
				}
				return wrong(module)
			}
			for k, b := range rows {
				red := trial(params(files, b, b.place(t), false), nil)
				if want := []string{"hook_refuse_claude"}; k == i && !slices.Equal(slices.Collect(maps.Keys(red)), want) {
					t.Errorf("%s: red scripts %q, want %q", b.name, red, want)
				}
				build := b.vectors(t, 0)
				for n := range asked {
					v := &asked[n]
					if faults := build.faults(v, &asked[(n+1)%len(asked)]); len(faults) > 0 {
						red[v.name] = strings.Join(faults, "; ")
					}
					if says := bytes.Contains(v.answer, []byte(planted)); k == i && says != (red[v.name] != "") {
						t.Errorf("%s: %s says the word: %t, and is red for %q", b.name, v.name, says, red[v.name])
					}
				}
				if k != i && len(red) > 0 {
					t.Errorf("%s: red %q, though only %s was changed", b.name, red, rows[i].name)
				}
			}
		})
	}
}
