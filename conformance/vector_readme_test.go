package conformance

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"go/ast"
	"go/constant"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stile-gate/stile/core/fact"
	"github.com/stile-gate/stile/core/harness"
)

// contract is testdata/README.md, from which somebody else writes a host: what it says in tables is held to the code.
func contract(t *testing.T) string {
	t.Helper()
	b, err := os.ReadFile("../testdata/README.md")
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// part is what stands under a heading, up to the next one of its depth or above.
func part(t *testing.T, text, heading string) string {
	t.Helper()
	_, rest, ok := strings.Cut(text, "\n"+heading+"\n")
	if !ok {
		t.Fatalf("the contract has no %q", heading)
	}
	depth := len(heading) - len(strings.TrimLeft(heading, "#"))
	if end := regexp.MustCompile(`(?m)^#{2,` + string(rune('0'+depth)) + `} `).FindStringIndex(rest); end != nil {
		rest = rest[:end[0]]
	}
	return rest
}

// listing is the table whose header begins with these columns: its rows, cells trimmed, code marks off the first.
func listing(t *testing.T, text string, columns ...string) (rows [][]string) {
	t.Helper()
	head := "| " + strings.Join(columns, " | ") + " |"
	_, rest, ok := strings.Cut("\n"+text, "\n"+head)
	if !ok {
		t.Fatalf("the contract has no table %s", head)
	}
	for _, l := range strings.Split(rest, "\n")[2:] {
		if !strings.HasPrefix(l, "|") {
			break
		}
		var cells []string
		for _, c := range strings.Split(strings.Trim(l, "|"), "|") {
			cells = append(cells, strings.TrimSpace(c))
		}
		cells[0] = strings.Trim(cells[0], "`")
		rows = append(rows, cells)
	}
	if len(rows) == 0 {
		t.Fatalf("the table %s is empty", head)
	}
	return rows
}

func column(rows [][]string, n int) (out []string) {
	for _, r := range rows {
		out = append(out, r[n])
	}
	return out
}

// factTypes are the values of the kinds.
var factTypes = map[string]any{
	"payload": fact.Payload{}, "projects": fact.Projects{}, "file": fact.File{}, "tree": fact.Tree{}, "tree:after": fact.Tree{},
	"changed": fact.Changed{}, "state": fact.Session{}, "measure": fact.Measure{}, "result": fact.Measure{},
	"claim": fact.Claim{}, "append": fact.Appended{},
	"evidence": fact.Evidence{}, "adr": fact.Evidence{}, "report": fact.Evidence{}, "list": fact.List{},
}

var fieldTypes = map[string]reflect.Type{
	"string": reflect.TypeFor[string](), "bytes": reflect.TypeFor[[]byte](), "strings": reflect.TypeFor[[]string](),
	"bool": reflect.TypeFor[bool](), "int": reflect.TypeFor[int64](),
}

// contractFields are the fields of a kind as the contract lists them: name and type.
func contractFields(t *testing.T, text, kind string) [][]string {
	of, ok := map[string]string{"tree:after": "tree", "result": "measure", "adr": "evidence", "report": "evidence"}[kind]
	if !ok {
		of = kind
	}
	return listing(t, part(t, part(t, text, "## 5. Facts"), "### "+of), "field", "type", "what")
}

func TestContractListsFacts(t *testing.T) {
	text := contract(t)
	for _, id := range spelled(t, "core/fact/kind.go", `\t(?:ID|Pre)\w+ += "([a-z:]+)"`, 15) {
		kind := strings.TrimSuffix(id, ":")
		v, ok := factTypes[kind]
		if !ok {
			t.Fatalf("the kind %q has no type in this test", kind)
		}
		part(t, part(t, text, "## 5. Facts"), "### "+kind)
		rows, of := contractFields(t, text, kind), reflect.TypeOf(v)
		if len(rows) != of.NumField() {
			t.Errorf("%s: %d fields in the contract, %d in the code", kind, len(rows), of.NumField())
			continue
		}
		for i, r := range rows {
			f := of.Field(i)
			if !strings.EqualFold(r[0], f.Name) || fieldTypes[r[1]] != f.Type {
				t.Errorf("%s: the contract has %s %s where the code has %s %s", kind, r[0], r[1], f.Name, f.Type)
			}
		}
	}
}

// TestContractReadsFacts takes every recorded fact apart by the contract's tables and nothing else.
func TestContractReadsFacts(t *testing.T) {
	text := contract(t)
	fields := map[string][][]string{}
	for kind := range factTypes {
		fields[kind] = contractFields(t, text, kind)
	}
	n := 0
	for _, v := range vectors(t) {
		rec, why := fact.ParseRecording(v.body)
		if v.call != "eval" || why != "" || v.class == "bad-input" {
			continue
		}
		for i := range rec.Facts {
			f := &rec.Facts[i]
			rows, ok := fields[strings.TrimSuffix(idKind(f.ID), ":")]
			if !ok || f.State != fact.Present {
				continue
			}
			n++
			b := f.Data
			for _, r := range rows {
				if b, ok = behind(b, r[1]); !ok {
					t.Fatalf("%s: %s: no %s for %s", v.name, f.ID, r[1], r[0])
				}
			}
			if len(b) > 0 {
				t.Fatalf("%s: %s: %d bytes are left", v.name, f.ID, len(b))
			}
		}
	}
	if n < 1000 {
		t.Errorf("only %d facts were taken apart", n)
	}
}

// behind is what follows a field of this type.
func behind(b []byte, kind string) ([]byte, bool) {
	size := map[string]int{"bool": 1, "int": 8}[kind]
	if size == 0 {
		if len(b) < 4 {
			return nil, false
		}
		n := int(binary.LittleEndian.Uint32(b))
		b = b[4:]
		if kind == "strings" {
			for range n {
				var ok bool
				if b, ok = behind(b, "string"); !ok {
					return nil, false
				}
			}
			return b, true
		}
		size = n
	}
	if size < 0 || size > len(b) {
		return nil, false
	}
	return b[size:], true
}

func TestContractListsWants(t *testing.T) {
	listed := map[string][]string{}
	word := regexp.MustCompile("`([a-z]+)`")
	for _, r := range listing(t, part(t, contract(t), "## 6. Wants"), "id", "arguments") {
		kind := r[0]
		if k, _, ok := strings.Cut(r[0], ":"); ok && r[0] != fact.IDTreeAfter {
			kind = k + ":"
		}
		listed[kind] = []string{}
		for _, m := range word.FindAllStringSubmatch(r[1], -1) {
			if !slices.Contains([]string{"turn", "day"}, m[1]) || kind != fact.PreAppend {
				listed[kind] = append(listed[kind], m[1])
			}
		}
		if kind == fact.PreMeasure {
			listed[kind] = slices.DeleteFunc(listed[kind], func(s string) bool { return s == "stile" })
		}
		slices.Sort(listed[kind])
	}
	seen := map[string]bool{}
	for _, v := range vectors(t) {
		for _, w := range v.reply(v.answer).Want {
			kind := idKind(w.ID)
			seen[kind] = true
			names := []string{}
			for _, a := range w.Args {
				names = append(names, a.Name)
			}
			want, ok := listed[kind]
			want = slices.DeleteFunc(slices.Clone(want), func(s string) bool {
				return (s == "query" || s == "wanted") && !slices.Contains(names, s)
			})
			if strings.HasPrefix(w.ID, fact.PreClaim) && !slices.Contains(names, "verdict") {
				want = slices.DeleteFunc(want, func(s string) bool {
					return slices.Contains([]string{"tree", "verdict", "fingerprint", "findings"}, s)
				})
			}
			if !ok || !slices.Equal(names, want) {
				t.Errorf("%s: %s wants %q, the contract lists %q", v.name, w.ID, names, want)
			}
		}
	}
	if len(seen) != len(listed) {
		t.Errorf("the contract lists %d kinds of wants, the vectors hold %d", len(listed), len(seen))
	}
}

func TestContractListsLimits(t *testing.T) {
	set := token.NewFileSet()
	file, err := parser.ParseFile(set, filepath.Join(root(t), "core/fact/limit.go"), nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	pkg, err := (&types.Config{}).Check("fact", set, []*ast.File{file}, nil)
	if err != nil {
		t.Fatal(err)
	}
	said := map[string]string{}
	for _, r := range listing(t, part(t, contract(t), "## 10. Limits"), "name", "value", "of what") {
		said[r[0]] = r[1]
	}
	names := pkg.Scope().Names()
	if len(said) != len(names) {
		t.Errorf("the contract lists %d limits, the code has %d", len(said), len(names))
	}
	for _, name := range names {
		c := pkg.Scope().Lookup(name).(*types.Const)
		if n := constant.ToInt(c.Val()).ExactString(); said[name] != n {
			t.Errorf("%s is %s, and %q in the contract", name, n, said[name])
		}
	}
}

func TestContractListsWords(t *testing.T) {
	text := contract(t)
	vectors := part(t, text, "## 11. Vectors")
	if classes := column(listing(t, vectors, "class", "the vector shows"), 0); !slices.Equal(classes, vectorClasses) {
		t.Errorf("classes of the contract: %q, of the runner: %q", classes, vectorClasses)
	}
	var keys []string
	for _, k := range vectorKeys {
		keys = append(keys, k.name)
	}
	if said := column(listing(t, vectors, "key", "value", "there"), 0); !slices.Equal(said, keys) {
		t.Errorf("header keys of the contract: %q, of the runner: %q", said, keys)
	}
	faults := slices.Concat(spelled(t, "core/eval.go", `fault\("([a-z-]+)"`, 2), spelled(t, "core/read.go", `fault\("([a-z-]+)"`, 4),
		spelled(t, "core/fact/recording.go", `return nil, "([a-z-]+)"`, 3))
	slices.Sort(faults)
	said := column(listing(t, part(t, text, "## 7. Answers"), "code", "when"), 0)
	slices.Sort(said)
	if faults = slices.Compact(faults); !slices.Equal(said, faults) {
		t.Errorf("faults of the contract: %q, of the code: %q", said, faults)
	}
	kinds := column(listing(t, part(t, text, "## 9. Read"), "kind", "query", "raw", "answer"), 0)
	if all := slices.Sorted(slices.Values(readKinds())); !slices.Equal(slices.Sorted(slices.Values(kinds)), all) {
		t.Errorf("the contract lists %q as kinds of Read, the code has %q", kinds, all)
	}
}

// TestContractListsAnswers: every word that a gate-hook answers with is listed, in the order in which the table is
// tried, and in the class that the contract says.
func TestContractListsAnswers(t *testing.T) {
	rows := listing(t, part(t, contract(t), "## 7. Answers"), "answer", "class", "meaning")
	words := spelled(t, "core/harness/decide.go", `\{Answer\{"([a-z-]+)"`, 8)
	said := column(rows, 0)
	if len(said) < len(words) || !slices.Equal(said[:len(words)], words) {
		t.Errorf("the contract lists %q, the answer table has %q", said, words)
	}
	faults := spelled(t, "core/harness/texts.go", `Fault\w+ += "([a-z-]+)"`, 10)
	faults = slices.DeleteFunc(faults, func(s string) bool { return s == harness.FaultCrashed }) // said beside an answer
	others := slices.Sorted(slices.Values(said[len(words):]))
	if slices.Sort(faults); !slices.Equal(others, faults) {
		t.Errorf("the contract lists %q as faults, the code has %q", others, faults)
	}
	class := map[string]string{}
	for _, r := range rows {
		class[r[0]] = strings.Trim(r[1], "`")
	}
	seen := map[string]bool{}
	for _, v := range vectors(t) {
		a := v.reply(v.answer)
		if a.Reply == nil || v.harness == "" {
			continue
		}
		word := a.Reply.Answer
		seen[word] = true
		of, ok := class[word]
		if !ok {
			t.Errorf("%s: the contract does not list the answer %q", v.name, word)
			continue
		}
		if v.class != "bad-input" && v.class != of {
			t.Errorf("%s is of the class %s, the contract puts %q into %s", v.name, v.class, word, of)
		}
		if v.class = of; v.misclassed(a) != "" {
			t.Errorf("%s: %s: %s", v.name, word, v.misclassed(a))
		}
	}
	for word, of := range class {
		if want := of != "none" && word != harness.FaultInternal; seen[word] != want {
			t.Errorf("an answer %q is seen in a vector: %v, want %v", word, seen[word], want)
		}
	}
}

// TestContractNamesReceipts holds the first line of a receipt to the one that the command writes.
func TestContractNamesReceipts(t *testing.T) {
	magic := spelled(t, "cli/replay.go", `receiptMagic = "([^"\\]+)\\n"`, 1)[0]
	said := strings.Join(strings.Fields(part(t, contract(t), "## 14. Receipts")), " ")
	if want := "the line `" + magic + "`, ended by a line feed (" + strconv.Itoa(len(magic)+1) + " bytes), and two frames"; !strings.Contains(said, want) {
		t.Errorf("the contract does not say %q", want)
	}
}

// TestContractShowsBytes holds the contract's dumps to real bytes.
func TestContractShowsBytes(t *testing.T) {
	text := contract(t)
	request := fact.AppendFrame(nil, []byte("tap"))
	request = fact.AppendFrame(request, fact.AppendFrame(fact.AppendFrame(nil, nil), []byte("last")))
	request = fact.AppendFrame(request, []byte("x"))
	if got := dump(t, part(t, text, "## 2. The module")); !bytes.Equal(got, request) {
		t.Errorf("the request is shown as %x, and is %x", got, request)
	}
	got := dump(t, part(t, text, "## 4. The recording"))
	for _, v := range vectors(t) {
		if v.name == "want-check-policy" {
			if !bytes.Equal(got, v.body) {
				t.Errorf("the recording is shown as %x, and is %x", got, v.body)
			}
			return
		}
	}
	t.Error("there is no vector want-check-policy")
}

var dumped = regexp.MustCompile(`(?m)^    ((?:[0-9a-f]{2} {1,2})*[0-9a-f]{2})(?:  |$)`)

func dump(t *testing.T, text string) (out []byte) {
	t.Helper()
	for _, m := range dumped.FindAllStringSubmatch(text, -1) {
		b, err := hex.DecodeString(strings.ReplaceAll(m[1], " ", ""))
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, b...)
	}
	return out
}
