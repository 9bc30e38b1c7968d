package conformance

import (
	"bytes"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/stile-gate/stile/core/harness"
)

// unshown are the cells of a harness's row that no answer of the core depends on, and why.
var unshown = map[string]string{
	"Deadline":      "the host's: how long it lets the checks run",
	"ProjectEnv":    "the host's: where it looks for the session's directory",
	"release.after": "nothing stands before it: a release has no reason",
}

// TestEveryCellMatters changes each cell of each row and asks every vector again: at least one answer must differ,
// or nothing would notice a wrong cell. The cells are found by reflection, so that a new one is wanted here at once.
func TestEveryCellMatters(t *testing.T) {
	all := vectors(t)
	rows := map[string]reflect.Value{}
	for _, id := range harness.IDs() {
		r, _ := harness.Lookup(id)
		rows[id] = reflect.ValueOf(r).Elem()
	}
	used := map[string]bool{}
	cells := 0
	for id, row := range rows {
		for name, cell := range leaves("", row) {
			cells++
			before := reflect.New(cell.Type()).Elem()
			before.Set(cell)
			change(name, cell)
			differ := 0
			for i := range all {
				if got, err := nativeVectors.ask(&all[i]); err != nil || !bytes.Equal(got, all[i].answer) {
					differ++
				}
			}
			cell.Set(before)
			switch why, listed := unshown[name]; {
			case listed && differ > 0:
				t.Errorf("%s %s is listed (%s), and %d vectors show it", id, name, why, differ)
			case listed:
				used[name] = true
			case differ == 0:
				t.Errorf("%s %s: no vector notices another value", id, name)
			}
		}
	}
	for name := range unshown {
		if !used[name] {
			t.Errorf("%s is listed and is no cell", name)
		}
	}
	t.Logf("%d cells of %d rows", cells, len(rows))
}

// leaves are the cells of a value by their path. A list of running work that a row does not have is one cell: its parts
// mean nothing alone.
func leaves(path string, v reflect.Value) map[string]reflect.Value {
	if !v.CanSet() { // unexported: the test alone may reach it
		v = reflect.NewAt(v.Type(), v.Addr().UnsafePointer()).Elem()
	}
	out := map[string]reflect.Value{}
	into := func(name string, f reflect.Value) {
		for n, leaf := range leaves(strings.TrimPrefix(path+"."+name, "."), f) {
			out[n] = leaf
		}
	}
	switch {
	case v.Kind() == reflect.Struct && (path != "others" || !v.IsZero()):
		for i := range v.NumField() {
			into(v.Type().Field(i).Name, v.Field(i))
		}
	case v.Kind() == reflect.Array:
		for i := range v.Len() {
			into(fmt.Sprint(i), v.Index(i))
		}
	default:
		out[path] = v
	}
	return out
}

// change gives a cell another value: one that vectors know where it holds none, a wrong one where it holds one.
func change(name string, cell reflect.Value) {
	switch cell.Kind() {
	case reflect.String:
		cell.SetString(cell.String() + "x")
	case reflect.Bool:
		cell.SetBool(!cell.Bool())
	case reflect.Int, reflect.Int64:
		cell.SetInt(map[bool]int64{true: 3, false: 2}[cell.Int() == 2])
	case reflect.Slice:
		if cell.Len() > 0 {
			cell.Set(cell.Slice(0, cell.Len()-1))
			return
		}
		cell.Set(reflect.ValueOf(map[string][]string{"Aliases": {"claud"}, "timestamps": {"timestamp"}}[name]))
	case reflect.Struct: // a row whose payload lists no running work
		other, _ := harness.Lookup("claude-code")
		f := reflect.ValueOf(other).Elem().FieldByName(name)
		cell.Set(reflect.NewAt(f.Type(), f.Addr().UnsafePointer()).Elem())
	default:
		panic("a cell of a kind that this test does not know: " + cell.Kind().String())
	}
}
