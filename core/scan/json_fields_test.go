package scan

import (
	"bytes"
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stile-gate/stile/core/fact"
)

var hookNames = []string{"session_id", "cwd", "hook_event_name", "stop_hook_active", "workspace_roots"}

func payload(t testing.TB, name string) []byte {
	t.Helper()
	b, err := os.ReadFile("testdata/" + name)
	if err != nil || len(b) == 0 {
		t.Fatalf("%s: %d bytes, %v", name, len(b), err)
	}
	return b
}

func TestFieldsD2DuplicateAndCaseKeys(t *testing.T) {
	src := payload(t, "payload-duplicate-and-case-keys.json")
	fields, variants, err := Fields(src, hookNames)
	if err != nil {
		t.Fatalf("%+v", err)
	}
	if f := fields[3]; f.State != FieldDuplicate || f.Value.Kind != Null || f.Pos != bytes.LastIndex(src, []byte(`"stop_hook_active"`)) {
		t.Errorf("stop_hook_active: %+v", f)
	}
	if f := fields[1]; f.State != FieldPresent || f.Value.Text != "/r" {
		t.Errorf("cwd: %+v", f)
	}
	if f := fields[0]; f.State != FieldPresent || f.Value.Text != "a" {
		t.Errorf("session_id: %+v", f)
	}
	if f := fields[4]; f.State != FieldAbsent {
		t.Errorf("workspace_roots: %+v", f)
	}
	if !slices.Equal(variants, []string{"Cwd"}) {
		t.Errorf("variants: %q", variants)
	}
	if _, err := JSON(src); err == nil || err.Kind != DuplicateKey {
		t.Errorf("JSON: %+v", err)
	}
}

func TestFieldsD2WrongTypes(t *testing.T) {
	fields, variants, err := Fields(payload(t, "payload-wrong-types.json"), hookNames)
	if err != nil || len(variants) > 0 {
		t.Fatalf("%+v, %q", err, variants)
	}
	for i, want := range []Kind{Int, Array, String, String, Array} {
		if f := fields[i]; f.State != FieldPresent || f.Value.Kind != want {
			t.Errorf("%s: %+v, want a present %s", hookNames[i], f, want)
		}
	}
	if f := fields[3]; f.Value.Bool || f.Value.Text != "false" {
		t.Errorf(`"false" is read as %+v`, f.Value)
	}
}

func TestFieldsD1ByteOrderMark(t *testing.T) {
	src := []byte("\ufeff" + ` {"cwd" : "/r" }` + "\r\n")
	fields, _, err := Fields(src, hookNames)
	if err != nil || fields[1].State != FieldPresent {
		t.Fatalf("%+v, %+v", fields, err)
	}
	v := fields[1].Value
	if got := string(src[v.Pos:v.End]); got != `"/r"` || src[fields[1].Pos] != '"' {
		t.Errorf("place: %q", got)
	}
}

// agentTexts are what an agent, or a tool that it called, can put into a member that no row reads.
var agentTexts = []string{
	`"half \ud83d surrogate"`, "\"bytes \xff\xfe\xc3(\"", `"quotes \" and slashes \\\\"`, `"\\"`, `"\\\""`, "\"line\nend\"",
	`"no such \escape"`, `{"a":1,"a":2}`, `{"cwd":"/x","session_id":{"cwd":[]}}`, `["}", "]", "\"]"]`,
	nest("[", "]", 5000), nest(`{"a":[`, `]}`, 700) + " ", `"` + strings.Repeat(`\"`, 1000) + `"`, "\"\x00\"", `{}`, `[]`, `""`, `-1.5e9`, `null`,
}

func TestFieldsAgentTextCannotHideThem(t *testing.T) {
	for _, text := range agentTexts {
		for _, src := range []string{
			`{"session_id":"s","x":` + text + `,"cwd":"/r"}`,
			`{"x":` + text + `,"session_id":"s","cwd":"/r","y":` + text + `}`,
		} {
			fields, variants, err := Fields([]byte(src), hookNames[:2])
			if err != nil || len(variants) > 0 || fields[0].Value.Text != "s" || fields[1].Value.Text != "/r" {
				t.Errorf("%.100q: %+v, %q, %+v", src, fields, variants, err)
			}
		}
	}
}

func TestFieldsStates(t *testing.T) {
	for _, tt := range []struct {
		in    string
		state FieldState
		why   string
	}{
		{`{}`, FieldAbsent, ""},
		{`{"b":1}`, FieldAbsent, ""},
		{`{"x":{"a":1}}`, FieldAbsent, ""},
		{`{"a":1}`, FieldPresent, ""},
		{`{"\u0061":1}`, FieldPresent, ""},
		{`{"a":{"b":[1,{"c":2}]}}`, FieldPresent, ""},
		{`{"a":1,"b":2,"a":1}`, FieldDuplicate, ""},
		{`{"a":1,"\u0061":1}`, FieldDuplicate, ""},
		{`{"a":1,"a":1,"a":1}`, FieldDuplicate, ""},
		{`{"a":"\ud800","a":1}`, FieldDuplicate, ""},
		{`{"a":"\ud800"}`, FieldUnreadable, LoneSurrogate},
		{"{\"a\":\"\xff\"}", FieldUnreadable, BadUTF8},
		{"{\"a\":\"x\ny\"}", FieldUnreadable, ControlCharacter},
		{`{"a":"\x"}`, FieldUnreadable, BadEscape},
		{`{"a":{"b":1,"b":1}}`, FieldUnreadable, DuplicateKey},
		{`{"a":[1 2]}`, FieldUnreadable, BadJSON},
		{`{"a":` + nest("[", "]", 100) + `}`, FieldUnreadable, TooDeep},
	} {
		fields, _, err := Fields([]byte(tt.in), []string{"a"})
		if err != nil || fields[0].State != tt.state || fields[0].Why != tt.why {
			t.Errorf("Fields(%.60q) = %+v, %+v, want %s %q", tt.in, fields, err, tt.state, tt.why)
		}
	}
}

func TestFieldsErrors(t *testing.T) {
	for _, tt := range []struct {
		in, kind string
		offset   int
	}{
		{"", Empty, 0},
		{" \n", Empty, 2},
		{"\ufeff", Empty, 3},
		{"\x00", BadJSON, 0},
		{"\xff\xfe{", BadUTF8, 0},
		{`[]`, NotAnObject, 0},
		{` "x"`, NotAnObject, 1},
		{`null`, NotAnObject, 0},
		{`hello`, BadJSON, 0},
		{`{`, UnexpectedEnd, 1},
		{`{"a`, UnexpectedEnd, 3},
		{`{"a"`, UnexpectedEnd, 4},
		{`{"a":`, UnexpectedEnd, 5},
		{`{"a":1`, UnexpectedEnd, 6},
		{`{"a":1,`, UnexpectedEnd, 7},
		{`{"a":"x`, UnexpectedEnd, 7},
		{`{"a":"x\"`, UnexpectedEnd, 9},
		{`{"a":[1,{"b":2}`, UnexpectedEnd, 15},
		{`{"a":tru`, UnexpectedEnd, 8},
		{`{"b":1.`, UnexpectedEnd, 7},
		{`{"a":1}x`, TrailingBytes, 7},
		{`{"a":1}{"a":2}`, TrailingBytes, 7},
		{"{}\x00", TrailingBytes, 2},
		{`{"b":[}]}`, BadJSON, 6},
		{`{"b":{"c":[1}}`, BadJSON, 12},
		{`{,}`, BadJSON, 1},
		{`{"a":1,}`, BadJSON, 7},
		{`{"a" 1}`, BadJSON, 5},
		{`{"a":}`, BadJSON, 5},
		{`{"a":1 "b":2}`, BadJSON, 7},
		{`{a:1}`, BadJSON, 1},
		{`{"a":truE}`, BadJSON, 8},
		{`{"a":nul}`, BadJSON, 8},
		{`{"a":truefalse}`, BadJSON, 9},
		{`{"a":01}`, BadNumber, 5},
		{"{\"a\":\xff}", BadUTF8, 5},
	} {
		_, _, err := Fields([]byte(tt.in), []string{"a"})
		if err == nil || err.Kind != tt.kind || err.Offset != tt.offset {
			t.Errorf("Fields(%q): %+v, want %s at %d", tt.in, err, tt.kind, tt.offset)
		}
	}
}

func TestFieldsVariants(t *testing.T) {
	src := []byte(`{"CWD":1,"cwd":2,"Cwd":3,"CWD":4,"\u0043wd":5,"cwd ":6,"ſession_id":7}`)
	fields, variants, err := Fields(src, hookNames)
	if err != nil || !slices.Equal(variants, []string{"CWD", "Cwd"}) || fields[1].Value.Int != 2 {
		t.Errorf("%+v, %q, %+v", fields[1], variants, err)
	}
	many := []byte("{")
	for i := range 1 << 10 {
		k := []byte("stop_hook_active")
		for bit := range 10 {
			if i>>bit&1 == 1 {
				k[5+bit] &^= 0x20
			}
		}
		many = append(append(append(many, '"'), k...), `":0,`...)
	}
	many[len(many)-1] = '}'
	if _, variants, err = Fields(many, hookNames); err != nil || len(variants) != maxVariants {
		t.Errorf("%d variants, %+v", len(variants), err)
	}
}

func FuzzFields(f *testing.F) {
	for _, text := range agentTexts {
		f.Add([]byte(`{"session_id":"s","x":`+text+`,"cwd":"/r"}`), []byte(text))
	}
	f.Add(payload(f, "payload-duplicate-and-case-keys.json"), []byte("x"))
	f.Add(payload(f, "payload-wrong-types.json"), []byte("x"))
	f.Fuzz(func(t *testing.T, src, text []byte) {
		fields, _, err := Fields(src, hookNames)
		v, strict := JSON(src)
		switch {
		case err != nil:
			if strict == nil && v.Kind == Object {
				t.Fatalf("Fields(%q): %+v, but JSON reads it", src, err)
			}
			if strict != nil && err.Kind != NotAnObject && json.Valid(src) {
				t.Fatalf("Fields(%q): %+v, but it is valid", src, err)
			}
			if err.Offset < 0 || err.Offset > len(src) {
				t.Fatalf("Fields(%q): %+v", src, err)
			}
		case strict == nil:
			for i, name := range hookNames {
				want := v.Get(name)
				if (want != nil) != (fields[i].State == FieldPresent) {
					t.Fatalf("Fields(%q): %s is %+v", src, name, fields[i])
				}
				if want != nil && (!equal(want, &fields[i].Value) || want.Pos != fields[i].Value.Pos || want.End != fields[i].Value.End) {
					t.Fatalf("Fields(%q): %s is %+v, JSON says %+v", src, name, fields[i].Value, *want)
				}
			}
		}

		// Whatever a string holds, as long as it does not end the string, the fields around it stay readable.
		inner := bytes.TrimRight(bytes.ReplaceAll(text, []byte(`"`), nil), `\`)
		around := append(append([]byte(`{"session_id":"s","x":"`), inner...), `","cwd":"/r"}`...)
		if fields, _, err = Fields(around, hookNames); err != nil || fields[0].Value.Text != "s" || fields[1].Value.Text != "/r" {
			t.Fatalf("Fields(%q): %+v, %+v", around, fields[:2], err)
		}
	})
}

// longPayload is a payload of about 10 MB whose one large member is an agent's text with many escapes.
func longPayload() []byte {
	var text strings.Builder
	for text.Len() < 9<<20 {
		text.WriteString("func main() {\n\tfmt.Println(\"hello, \\\"world\\\"\")\n}\n// ünïcode and <tags> & more\n")
	}
	b := []byte(`{"session_id":"3f9a","cwd":"/home/dev/app","last_assistant_message":`)
	b = fact.AppendString(b, text.String())
	return append(b, `,"hook_event_name":"Stop","stop_hook_active":false}`...)
}

func TestFieldsAllocateNothingForWhatTheySkip(t *testing.T) {
	src := longPayload()
	if n := testing.AllocsPerRun(3, func() { Fields(src, hookNames) }); n > 20 {
		t.Errorf("%v allocations", n)
	}
}

// BenchmarkFields reads a 10 MB payload with json.Valid and with Fields in one run: the bar is 4 times as long.
func BenchmarkFields(b *testing.B) {
	src := longPayload()
	for _, bb := range []struct {
		name string
		read func() bool
	}{
		{"json.Valid", func() bool { return json.Valid(src) }},
		{"Fields", func() bool { _, _, err := Fields(src, hookNames); return err == nil }},
	} {
		b.Run(bb.name, func(b *testing.B) {
			b.SetBytes(int64(len(src)))
			b.ReportAllocs()
			for b.Loop() {
				if !bb.read() {
					b.Fatal("not read")
				}
			}
		})
	}
}

// BenchmarkJSON reads documents whole, with json.Valid, into any with encoding/json, and with JSON.
func BenchmarkJSON(b *testing.B) {
	var j fact.JSON
	j.Array()
	for i := range 15_000 {
		j.Object().Key("id").Int(int64(i)).Key("name").String("TestSomething/with_a_name").Key("ok").Bool(i%2 == 0)
		j.Key("text").String("auth_test.go:12: got \"1\", want 2\n").Key("list").Strings([]string{"a", "bc", "def"}).EndObject()
	}
	j.EndArray()
	for _, doc := range []struct {
		name string
		src  []byte
	}{{"values", j.Bytes()}, {"text", longPayload()}} {
		for _, bb := range []struct {
			name string
			read func() bool
		}{
			{"json.Valid", func() bool { return json.Valid(doc.src) }},
			{"json.Unmarshal", func() bool { var x any; return json.Unmarshal(doc.src, &x) == nil }},
			{"JSON", func() bool { _, err := JSON(doc.src); return err == nil }},
		} {
			b.Run(doc.name+"/"+bb.name, func(b *testing.B) {
				b.SetBytes(int64(len(doc.src)))
				b.ReportAllocs()
				for b.Loop() {
					if !bb.read() {
						b.Fatal("not read")
					}
				}
			})
		}
	}
}
