package check

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stile-gate/stile/core/field"
	"github.com/stile-gate/stile/core/scan"
)

var update = flag.Bool("update", false, "rewrite the goldens")

const golden = "testdata/stile.schema.json"

func TestSchemaGolden(t *testing.T) {
	var got bytes.Buffer
	if err := json.Indent(&got, Schema(), "", "  "); err != nil {
		t.Fatal(err)
	}
	got.WriteByte('\n')
	if *update {
		if err := os.WriteFile(golden, got.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got.Bytes(), want) {
		t.Errorf("the schema is not %s: run with -update and read the diff\n%s", golden, got.Bytes())
	}
}

func schemaValue(t testing.TB) *scan.Value {
	t.Helper()
	v, err := scan.JSON(Schema())
	if err != nil {
		t.Fatalf("the schema is not strict JSON: %+v", err)
	}
	return v
}

func TestSchemaHasTheKeysOfTheTable(t *testing.T) {
	top := schemaValue(t)
	levels := map[field.Level]*scan.Value{topLevel: top, hookLevel: top.Get("properties").Get("hook"),
		checkLevel: top.Get("properties").Get("checks").Get("items"), packLevel: top.Get("properties").Get("rules").Get("items"),
		tableLevel: &top.Get("properties").Get("tables").Get("items").Get("anyOf").Items[1]}
	if len(levels) != len(format.Levels) {
		t.Fatal("a level without its schema")
	}
	for in, v := range levels {
		var fromSchema, fromTable, required, mustHave []string
		for _, m := range v.Get("properties").Members {
			fromSchema = append(fromSchema, m.Name)
		}
		for _, k := range keys {
			if k.In != in {
				continue
			}
			fromTable = append(fromTable, k.Name)
			if k.Required {
				mustHave = append(mustHave, k.Name)
			}
			if !strings.HasSuffix(doc(&k), ".") {
				t.Errorf("%q has no sentence", k.Name)
			}
			if got := v.Get("properties").Get(k.Name).Get("description"); got == nil || got.Text != doc(&k) {
				t.Errorf("%q has another sentence in the schema", k.Name)
			}
		}
		for i := range v.Get("required").Items {
			required = append(required, v.Get("required").Items[i].Text)
		}
		if !slices.Equal(fromSchema, fromTable) || !slices.Equal(required, mustHave) {
			t.Errorf("level %d: schema %q, table %q; required %q, %q", in, fromSchema, fromTable, required, mustHave)
		}
		if a := v.Get("additionalProperties"); a == nil || a.Kind != scan.Bool || a.Bool {
			t.Errorf("level %d lets other keys pass", in)
		}
	}
}

// Defaults go the way of values, so they must have the shape of their key.
func TestDefaultsFit(t *testing.T) {
	for i := range keys {
		if k := &keys[i]; k.Def != nil {
			r := field.Reader{Format: &format}
			if !r.Fits(k.Name, &k.Shape, k.Def) {
				t.Errorf("%s: %v", k.Name, r.Findings)
			}
		}
	}
}

func TestWordsOfOtherTools(t *testing.T) {
	for _, k := range keys {
		for _, a := range strings.Fields(k.Also) {
			if got := format.Meant(k.In, a); got == nil || got.Name != k.Name {
				t.Errorf("%q leads to %v, not to %q", a, got, k.Name)
			}
			if format.Key(k.In, a) != nil {
				t.Errorf("%q is a key itself", a)
			}
		}
	}
}

// validate is as much of draft 2020-12 as the schema uses; a keyword that it does not know fails the test.
func validate(t testing.TB, s, v *scan.Value) bool {
	names := map[scan.Kind]string{scan.Int: "integer", scan.String: "string", scan.Array: "array", scan.Object: "object"}
	ok := true
	for _, m := range s.Members {
		w := &m.Value
		switch m.Name {
		case "$schema", "title", "description", "default", "properties", "additionalProperties":
		case "type":
			ok = ok && names[v.Kind] == w.Text
		case "minimum":
			ok = ok && (v.Kind != scan.Int || v.Int >= w.Int)
		case "maximum":
			ok = ok && (v.Kind != scan.Int || v.Int <= w.Int)
		case "minItems":
			ok = ok && (v.Kind != scan.Array || int64(len(v.Items)) >= w.Int)
		case "maxItems":
			ok = ok && (v.Kind != scan.Array || int64(len(v.Items)) <= w.Int)
		case "uniqueItems":
			for i := range v.Items {
				for k := range i {
					ok = ok && v.Items[i].Text != v.Items[k].Text
				}
			}
		case "enum":
			ok = ok && slices.Contains(texts(w), v.Text)
		case "pattern":
			ok = ok && (v.Kind != scan.String || regexp.MustCompile(w.Text).MatchString(v.Text))
		case "anyOf":
			some := false
			for i := range w.Items {
				some = some || validate(t, &w.Items[i], v)
			}
			return ok && some
		case "items":
			for i := range v.Items {
				ok = ok && validate(t, w, &v.Items[i])
			}
		case "required":
			for _, name := range texts(w) {
				ok = ok && v.Get(name) != nil
			}
		case "dependentRequired":
			for _, d := range w.Members {
				for _, need := range texts(&d.Value) {
					ok = ok && (v.Get(d.Name) == nil || v.Get(need) != nil)
				}
			}
		default:
			t.Fatalf("keyword %q", m.Name)
		}
	}
	for i := range v.Members {
		known := s.Get("properties").Get(v.Members[i].Name)
		ok = ok && known != nil && validate(t, known, &v.Members[i].Value)
	}
	return ok
}

// What Read reads without a finding the schema accepts; what the schema can say it refuses too.
func TestSchemaAndReaderAgree(t *testing.T) {
	schema := schemaValue(t)
	// Kinds that no schema can see: they look at more than one place, or into a text.
	beyond := []string{"duplicate-id", "unknown-check", "after-itself", "after-cycle", "shell-operator", "unsplit-command",
		"masked-exit", "no-program", "bad-argument", "bad-glob", "bad-directory", "bad-timeout", "bad-report", "bad-path", "duplicate-table", "duplicate-pack"}
	green, red := 0, 0
	for _, src := range seeds() {
		v, err := scan.JSON([]byte(src))
		if err != nil || len(src) > 1<<16 {
			continue
		}
		p := read(t, src)
		seen := p.Total == 0
		for _, f := range p.Findings {
			seen = seen || !slices.Contains(beyond, f.Kind)
		}
		if !seen {
			continue
		}
		if got := validate(t, schema, v); got != (p.Total == 0) {
			t.Errorf("%s\nschema %v, findings %v", src, got, p.Findings)
		}
		if p.Total == 0 {
			green++
		} else {
			red++
		}
	}
	if green < 10 || red < 20 {
		t.Errorf("%d documents without and %d with findings: too few", green, red)
	}
}

// A rule's pattern accepts every text that the rule finds no fault with.
func TestPatternsAreNoStricter(t *testing.T) {
	samples := []string{"", "a", "A", "a.b-c_d", "-a", strings.Repeat("a", 64), strings.Repeat("a", 65), "10m", "90s", "1h30m", "1ms", "2m3ms",
		"0s", "24h", "25h", "1m1m", "go-test-json", "junit:**/*.xml", "tap:", "xml", "tap:a:b", ".", "..", "sub/dir", "/x", "c:/x", "C:x", "src/**",
		"!a", "[a-z]", "*", "PATH", "_x1", "1x", "a=b", "ä", "a\nb", "a\n", "\n", "tap:a\nb", "tap:\n"}
	for _, r := range []*field.Rule{&idRule, &argRule, &reportRule, &globRule, &timeoutRule, &cwdRule, &envRule} {
		accepted := 0
		for _, s := range samples {
			if r.Fault(s) != "" {
				continue
			}
			accepted++
			if !regexp.MustCompile(pattern(r)).MatchString(s) {
				t.Errorf("%s: the pattern refuses %q", r.Kind, s)
			}
		}
		if accepted == 0 || (accepted == len(samples) && r != &argRule) {
			t.Errorf("%s: %d of %d samples accepted", r.Kind, accepted, len(samples))
		}
	}
}

// texts returns the items of an array of strings.
func texts(v *scan.Value) (list []string) {
	for i := range v.Items {
		list = append(list, v.Items[i].Text)
	}
	return list
}
