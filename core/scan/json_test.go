package scan

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stile-gate/stile/core/fact"
)

func nest(open, end string, n int) string { return strings.Repeat(open, n) + strings.Repeat(end, n) }

var jsonErrors = []struct {
	name, in, kind string
	offset         int
}{
	{"D1 empty", "", Empty, 0},
	{"D1 byte order mark alone", "\ufeff", Empty, 3},
	{"white space alone", " \n\t\r", Empty, 4},
	{"two byte order marks", "\ufeff\ufeff{}", BadJSON, 3},
	{"UTF-16", "\xff\xfe{\x00", BadUTF8, 0},
	{"D2 same key twice", `{"a":1,"b":2,"a":3}`, DuplicateKey, 13},
	{"D2 same key spelled with an escape", `{"a":1,"\u0061":2}`, DuplicateKey, 7},
	{"same key within", `[{"a":{"b":1,"b":1}}]`, DuplicateKey, 13},
	{"D2 broken tail", `{"session_id":"a","cwd":"/r`, UnexpectedEnd, 27},
	{"cut behind a key", `{"a"`, UnexpectedEnd, 4},
	{"cut behind a colon", `{"a":`, UnexpectedEnd, 5},
	{"cut behind a comma", `{"a":1,`, UnexpectedEnd, 7},
	{"cut in an array", `[1,`, UnexpectedEnd, 3},
	{"cut in a literal", `tru`, UnexpectedEnd, 3},
	{"cut in a number", `-`, UnexpectedEnd, 1},
	{"cut in a fraction", `1.`, UnexpectedEnd, 2},
	{"cut in an exponent", `1e+`, UnexpectedEnd, 3},
	{"cut in an escape", `"a\`, UnexpectedEnd, 3},
	{"cut in a code", `"\u00e`, UnexpectedEnd, 6},
	{"trailing bytes", `{} {}`, TrailingBytes, 3},
	{"trailing NUL", "1\x00", TrailingBytes, 1},
	{"depth", nest("[", "]", fact.MaxDepth+1), TooDeep, fact.MaxDepth},
	{"depth of objects", strings.Repeat(`{"a":`, fact.MaxDepth+1), TooDeep, 5 * fact.MaxDepth},
	{"depth without an end", strings.Repeat("[", 1<<20), TooDeep, fact.MaxDepth},
	{"invalid UTF-8 in a string", "[\"ab\xff\"]", BadUTF8, 4},
	{"invalid UTF-8 in a key", "{\"\xc3(\":1}", BadUTF8, 2},
	{"surrogate in UTF-8", "\"\xed\xa0\x80\"", BadUTF8, 1},
	{"overlong UTF-8", "\"\xc0\xaf\"", BadUTF8, 1},
	{"half surrogate", `"x\ud83d"`, LoneSurrogate, 2},
	{"second half first", `"\ude00\ud83d"`, LoneSurrogate, 1},
	{"half surrogate and a letter", `"\ud83d\u0041"`, LoneSurrogate, 1},
	{"bad escape", `"\x41"`, BadEscape, 1},
	{"bad digit in a code", `"\u00g0"`, BadEscape, 1},
	{"line end in a string", "\"a\nb\"", ControlCharacter, 2},
	{"leading zero", `[01]`, BadNumber, 1},
	{"sign alone", `[-]`, BadNumber, 1},
	{"no digit behind the point", `[1.]`, BadNumber, 1},
	{"plus", `+1`, BadJSON, 0},
	{"point first", `.5`, BadJSON, 0},
	{"not a number", `NaN`, BadJSON, 0},
	{"comma before the end", `[1,]`, BadJSON, 3},
	{"comma before the end of an object", `{"a":1,}`, BadJSON, 7},
	{"key without quotes", `{a:1}`, BadJSON, 1},
	{"no colon", `{"a" 1}`, BadJSON, 5},
	{"no comma", `[1 2]`, BadJSON, 3},
	{"comment", `/**/{}`, BadJSON, 0},
	{"single quotes", `'a'`, BadJSON, 0},
	{"wrong bracket", `[1}`, BadJSON, 2},
	{"bad literal", `truE`, BadJSON, 3},
	{"no-break space", "\u00a01", BadJSON, 0},
}

func TestJSONErrors(t *testing.T) {
	for _, tt := range jsonErrors {
		t.Run(tt.name, func(t *testing.T) {
			v, err := JSON([]byte(tt.in))
			if err == nil {
				t.Fatalf("JSON(%.80q) = %+v, want %s", tt.in, v, tt.kind)
			}
			if err.Kind != tt.kind || err.Offset != tt.offset {
				t.Errorf("JSON(%.80q): %s at %d, want %s at %d", tt.in, err.Kind, err.Offset, tt.kind, tt.offset)
			}
			if err.Message() == err.Kind {
				t.Errorf("%s has no message", err.Kind)
			}
		})
	}
}

func TestJSONLimits(t *testing.T) {
	many := func(n int) []byte { return []byte("[" + strings.Repeat("0,", n-2) + "0]") }
	for _, tt := range []struct {
		name string
		src  []byte
		want string
	}{
		{"bytes", bytes.Repeat([]byte(" "), fact.MaxRead+1), TooLarge},
		{"all the values", many(fact.MaxValues), ""},
		{"a value more", many(fact.MaxValues + 1), TooMany},
		{"all the depth", []byte(nest("[", "]", fact.MaxDepth)), ""},
	} {
		_, err := JSON(tt.src)
		if (err == nil) != (tt.want == "") || (err != nil && err.Kind != tt.want) {
			t.Errorf("%s: %+v, want %q", tt.name, err, tt.want)
		}
	}
	if _, _, err := Fields(bytes.Repeat([]byte(" "), fact.MaxRead+1), nil); err == nil || err.Kind != TooLarge {
		t.Errorf("Fields: %+v", err)
	}
}

func TestJSONDuplicateInALargeObject(t *testing.T) {
	var b []byte
	for i := range 100_000 {
		b = append(fact.AppendString(append(b, ','), "key"+fact.Itoa(int64(i))), ":0"...)
	}
	b[0] = '{'
	whole := append(slices.Clone(b), '}')
	v, err := JSON(whole)
	if err != nil || len(v.Members) != 100_000 {
		t.Fatalf("%d members, %+v", len(v.Members), err)
	}
	// Two keys stand there again; the first of them is the one to name, whatever the order of sorting.
	twice := append(slices.Clone(b), `,"key99999":1,"key3":1}`...)
	if _, err = JSON(twice); err == nil || err.Kind != DuplicateKey || err.Offset != len(b)+1 {
		t.Fatalf("%+v, want %s at %d", err, DuplicateKey, len(b)+1)
	}
}

func TestJSONValues(t *testing.T) {
	src := "\ufeff" + `{"a": [ -7, 9223372036854775807, 9223372036854775808, -0, 1.50, 2E+3 ], "\u00e9\ud83d\ude00\/\n": "x\"y\\", "t": true, "f": false, "n": null, "o": {}, "l": []}`
	v, err := JSON([]byte(src))
	if err != nil {
		t.Fatalf("%+v", err)
	}
	a := v.Get("a")
	for i, want := range []Value{
		{Kind: Int, Int: -7}, {Kind: Int, Int: 1<<63 - 1}, {Kind: Number, Text: "9223372036854775808"},
		{Kind: Number, Text: "-0"}, {Kind: Number, Text: "1.50"}, {Kind: Number, Text: "2E+3"},
	} {
		if got := a.Items[i]; got.Kind != want.Kind || got.Int != want.Int || got.Text != want.Text {
			t.Errorf("a[%d] = %+v, want %+v", i, got, want)
		}
	}
	if got := src[a.Items[1].Pos:a.Items[1].End]; got != "9223372036854775807" {
		t.Errorf("place of a[1]: %q", got)
	}
	if got := v.Members[1]; got.Name != "é😀/\n" || got.Value.Text != `x"y\` || src[got.Pos:got.Pos+3] != `"\u` {
		t.Errorf("second member: %+v", got)
	}
	if got := v.Get("t"); got == nil || got.Kind != Bool || !got.Bool {
		t.Errorf("t = %+v", got)
	}
	if got := v.Get("A"); got != nil {
		t.Errorf("A = %+v: keys are compared exactly", got)
	}
	if got := v.Get("n").Get("x"); got != nil {
		t.Errorf("a member of null: %+v", got)
	}
	if v.Pos != 3 || v.End != len(src) {
		t.Errorf("document at %d to %d of %d", v.Pos, v.End, len(src))
	}
}

func TestKindString(t *testing.T) {
	for k := Null; k <= Object; k++ {
		if k.String() == "" {
			t.Errorf("kind %d has no word", k)
		}
	}
	if Kind(200).String() == "" || FieldState(200).String() == "" {
		t.Error("no word for what is no kind")
	}
}

// write appends v as fact.JSON writes it.
func write(j *fact.JSON, v *Value) {
	switch v.Kind {
	case Null, Number:
		text := v.Text
		if v.Kind == Null {
			text = "null"
		}
		j.Raw([]byte(text))
	case Bool:
		j.Bool(v.Bool)
	case Int:
		j.Int(v.Int)
	case String:
		j.String(v.Text)
	case Array:
		j.Array()
		for i := range v.Items {
			write(j, &v.Items[i])
		}
		j.EndArray()
	case Object:
		j.Object()
		for i := range v.Members {
			write(j.Key(v.Members[i].Name), &v.Members[i].Value)
		}
		j.EndObject()
	}
}

func written(v *Value) []byte {
	var j fact.JSON
	write(&j, v)
	return j.Bytes()
}

// equal compares what two values say, not where they stand.
func equal(a, b *Value) bool {
	return a.Kind == b.Kind && a.Bool == b.Bool && a.Int == b.Int && a.Text == b.Text &&
		slices.EqualFunc(a.Items, b.Items, func(x, y Value) bool { return equal(&x, &y) }) &&
		slices.EqualFunc(a.Members, b.Members, func(x, y Member) bool { return x.Name == y.Name && equal(&x.Value, &y.Value) })
}

var someText = []string{"", "a", "key", "\x00\x1f\x7f", "\"\\/", "é😀\u2028", "line\r\n\t", strings.Repeat("long ", 40), "\ufeff"}

func randomValue(r *rand.Rand, depth int) Value {
	kinds := int(Object) + 1
	if depth == 0 {
		kinds = int(Array)
	}
	v := Value{Kind: Kind(r.IntN(kinds))}
	switch v.Kind {
	case Bool:
		v.Bool = r.IntN(2) == 0
	case Int:
		v.Int = int64(r.Uint64()) >> r.IntN(64)
	case Number:
		v.Text = []string{"-0", "0.10", "1e400", "99999999999999999999"}[r.IntN(4)]
	case String:
		v.Text = someText[r.IntN(len(someText))]
	case Array:
		for range r.IntN(5) {
			v.Items = append(v.Items, randomValue(r, depth-1))
		}
	case Object:
		for i := range r.IntN(30) {
			v.Members = append(v.Members, Member{Name: someText[r.IntN(len(someText))] + fact.Itoa(int64(i)), Value: randomValue(r, depth-1)})
		}
	}
	return v
}

func TestJSONReadsWhatFactWrites(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 3000 {
		v := randomValue(r, 4)
		src := written(&v)
		got, err := JSON(src)
		if err != nil {
			t.Fatalf("JSON(%q): %+v", src, err)
		}
		if !equal(got, &v) {
			t.Fatalf("JSON(%q) says something else: %q", src, written(got))
		}
	}
}

// same compares a value with what encoding/json decodes, with numbers in their spelling.
func same(v *Value, x any) bool {
	switch x := x.(type) {
	case nil:
		return v.Kind == Null
	case bool:
		return v.Kind == Bool && v.Bool == x
	case json.Number:
		if v.Kind == Int {
			return fact.Itoa(v.Int) == string(x)
		}
		return v.Kind == Number && v.Text == string(x)
	case string:
		return v.Kind == String && v.Text == x
	case []any:
		return v.Kind == Array && slices.EqualFunc(v.Items, x, func(i Value, y any) bool { return same(&i, y) })
	case map[string]any:
		if v.Kind != Object || len(v.Members) != len(x) {
			return false
		}
		for i := range v.Members {
			y, ok := x[v.Members[i].Name]
			if !ok || !same(&v.Members[i].Value, y) {
				return false
			}
		}
		return true
	}
	return false
}

// stricter are the kinds of documents that encoding/json takes and a gate may not.
var stricter = []string{TooLarge, TooMany, TooDeep, DuplicateKey, BadUTF8, LoneSurrogate}

func FuzzJSON(f *testing.F) {
	for _, tt := range jsonErrors {
		f.Add([]byte(tt.in))
	}
	r := rand.New(rand.NewPCG(3, 4))
	for range 20 {
		v := randomValue(r, 3)
		f.Add(written(&v))
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		v, err := JSON(src)
		bare := bytes.TrimPrefix(src, []byte("\ufeff"))
		if err != nil {
			if err.Offset < 0 || err.Offset > len(src) || err.Message() == err.Kind {
				t.Fatalf("JSON(%q): %+v", src, err)
			}
			if json.Valid(bare) && !slices.Contains(stricter, err.Kind) {
				t.Fatalf("JSON(%q): %+v, but it is valid", src, err)
			}
			return
		}
		d := json.NewDecoder(bytes.NewReader(bare))
		d.UseNumber()
		var x any
		if !json.Valid(bare) || d.Decode(&x) != nil || !same(v, x) {
			t.Fatalf("JSON(%q) = %q, encoding/json says %v", src, written(v), x)
		}
		again, err := JSON(written(v))
		if err != nil || !equal(v, again) {
			t.Fatalf("JSON(%q) written and read again: %+v", src, err)
		}
		checkPlaces(t, src, v)
	})
}

// checkPlaces reads each value again from where it says it stands.
func checkPlaces(t *testing.T, src []byte, v *Value) {
	t.Helper()
	again, err := JSON(src[v.Pos:v.End])
	if err != nil || !equal(v, again) || again.Pos != 0 || again.End != v.End-v.Pos {
		t.Fatalf("in %q at %d to %d: %+v", src, v.Pos, v.End, err)
	}
	for i := range v.Items {
		checkPlaces(t, src, &v.Items[i])
	}
	for i := range v.Members {
		m := &v.Members[i]
		if src[m.Pos] != '"' || m.Pos >= m.Value.Pos {
			t.Fatalf("in %q key at %d", src, m.Pos)
		}
		checkPlaces(t, src, &m.Value)
	}
}

func TestPosition(t *testing.T) {
	for _, tt := range []struct {
		src       string
		off       int
		line, col int64
	}{
		{"", 0, 1, 1},
		{"abc", 2, 1, 3},
		{"a\nb", 1, 1, 2},
		{"a\nb", 2, 2, 1},
		{"B1 a\r\nb", 6, 2, 1},
		{"a\r\nb", 2, 1, 3},
		{"a\rb\rc", 4, 3, 1},
		{"a\r\r\nb", 4, 3, 1},
		{"a\r", 2, 2, 1},
		{"é\nx", 2, 1, 3},
		{"\ufeffab", 4, 1, 2},
		{"\ufeffab", 1, 1, 1},
		{"\ufeffab\nc", 6, 2, 1},
		{"ab", 99, 1, 3},
		{"ab", -1, 1, 1},
	} {
		if line, col := Position([]byte(tt.src), tt.off); line != tt.line || col != tt.col {
			t.Errorf("Position(%q, %d) = %d:%d, want %d:%d", tt.src, tt.off, line, col, tt.line, tt.col)
		}
	}
}
