package fact

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"math"
	"math/rand"
	"reflect"
	"strconv"
	"strings"
	"testing"
)

func TestSum(t *testing.T) {
	for n := range 260 {
		b := bytes.Repeat([]byte{byte(n)}, n)
		want := sha256.Sum256(b)
		if got := Sum(b); got != hex.EncodeToString(want[:]) {
			t.Fatalf("%d bytes: %s", n, got)
		}
	}
}

func FuzzSum(f *testing.F) {
	f.Add([]byte(""), 1)
	f.Add([]byte("abc"), 100)
	f.Fuzz(func(t *testing.T, unit []byte, times int) {
		b := bytes.Repeat(unit, min(max(times, 0), 1000))
		want := sha256.Sum256(b)
		if got := Sum(b); got != hex.EncodeToString(want[:]) {
			t.Fatalf("%d bytes: %s, want %x", len(b), got, want)
		}
	})
}

func TestNumbers(t *testing.T) {
	for _, n := range []int64{0, 1, -1, 9, 10, -10, 1 << 31, math.MaxInt64, math.MinInt64} {
		if got := Itoa(n); got != strconv.FormatInt(n, 10) {
			t.Errorf("Itoa(%d) = %s", n, got)
		}
		if got, ok := ParseInt(Itoa(n)); !ok || got != n {
			t.Errorf("ParseInt(%d) = %d, %v", n, got, ok)
		}
	}
	for _, s := range []string{"", "-", "+1", "01", "-0", " 1", "1 ", "1.0", "9223372036854775808", "-9223372036854775809", "99999999999999999999"} {
		if n, ok := ParseInt(s); ok {
			t.Errorf("ParseInt(%q) = %d", s, n)
		}
	}
}

// FuzzString holds AppendString to the standard library's reading of it, and to one spelling.
func FuzzString(f *testing.F) {
	for _, s := range []string{"", "a", "\"\\/\b\f\n\r\t\x00\x1f\x7f", "é ☃ 😀", "\xff\xed\xa0\x80", "\u2028\u2029"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		var back string
		b := AppendString(nil, s)
		if err := json.Unmarshal(b, &back); err != nil {
			t.Fatalf("%q: %v", b, err)
		}
		if want := strings.ToValidUTF8(s, "\x00"); len([]rune(back)) < len([]rune(want)) || !bytes.Equal(AppendString(nil, back), b) {
			t.Fatalf("%q came back as %q", s, back)
		}
	})
}

func TestJSON(t *testing.T) {
	j := &JSON{}
	j.Object().Key("a").Int(-1).Key("b").Array().Bool(true).Bool(false).Object().EndObject().EndArray()
	j.Key("c").Strings([]string{"x", "y"}).Key("d").Strings(nil).Key("e").Raw([]byte("[1]")).Key("f").String("é\n").EndObject()
	want := `{"a":-1,"b":[true,false,{}],"c":["x","y"],"d":[],"e":[1],"f":"é\n"}`
	if got := string(j.Bytes()); got != want {
		t.Errorf("%s\nwant %s", got, want)
	}
}

// bodies are one value of each kind with every field set, so that a field forgotten in one direction shows.
func bodies() []Body {
	return []Body{
		&Payload{Read: []byte("{}"), Event: "e"},
		&Projects{Repository: true, Cwd: "a", Chain: []string{"a", "."}, Nested: []string{"b"}, Unnamed: 1},
		&File{Size: 1, SHA256: "s", Text: "t", Read: []byte("r")},
		&Evidence{Size: 1, SHA256: "s", Text: "t", Spelling: "p", Real: "q", Read: []byte("r")}, &List{Names: []string{"a"}, More: 1},
		&Tree{Digest: "d", Files: 2, Closed: 3},
		&Changed{Base: "b", All: true, Why: "w", Paths: []string{"p", ""}, More: 3},
		&Measure{Started: true, Cause: "c", Detail: "d", Exit: -1, Signal: 9, TimedOut: true, Head: []byte("h"), Tail: []byte("t"),
			Omitted: 1 << 40, Report: []byte("r"), NoReport: "n", TreeAfter: "a", TreeDiff: []string{"x"}, Touched: true, Survivors: []string{"1 y"}, Scrubbed: 4, Files: []string{"r.xml"}},
		&Session{Writable: true, Why: "w", Answered: true, Refusals: 1, Released: true, InRow: 2, Deferred: 3, LastTree: "t",
			LastVerdict: "v", Fingerprint: "f", Known: []string{"k"}},
		&Claim{Outcome: "won", N: 1, Why: "w"},
		&Appended{Outcome: "written", Path: "p", Why: "w"},
	}
}

func TestBodies(t *testing.T) {
	for _, v := range bodies() {
		kind := reflect.TypeOf(v).Elem()
		for i := range kind.NumField() {
			if reflect.ValueOf(v).Elem().Field(i).IsZero() {
				t.Fatalf("%s.%s is not set here", kind.Name(), kind.Field(i).Name)
			}
		}
		b := encode(v)
		back := reflect.New(kind).Interface().(Body)
		if !decode(back.Fields, b) || !reflect.DeepEqual(back, v) {
			t.Errorf("%s came back as %+v", kind.Name(), back)
		}
		for cut := range b {
			if decode(reflect.New(kind).Interface().(Body).Fields, b[:cut]) {
				t.Errorf("%s is whole at %d of %d bytes", kind.Name(), cut, len(b))
			}
		}
		if decode(reflect.New(kind).Interface().(Body).Fields, append(b, 0)) {
			t.Errorf("%s takes a byte too many", kind.Name())
		}
	}
}

func sample() *Recording {
	r := &Recording{Header: Header{Core: "1", Verb: "check", Point: "stop", Flags: []string{"fresh", "json"}}}
	r.Put(Fact{ID: "b", State: Absent})
	r.Put(Of("a", &Tree{Digest: "d"}))
	r.Put(Fact{ID: "c", State: Unreadable, Why: "permission denied"})
	r.Put(Of("b", &Claim{Outcome: "won"}))
	return r
}

func TestRecording(t *testing.T) {
	r := sample()
	if len(r.Facts) != 3 || r.Facts[0].ID != "a" || r.Facts[1].ID != "b" || r.Facts[1].State != Present {
		t.Fatalf("%+v", r.Facts)
	}
	if _, ok := r.Get("bb"); ok {
		t.Error("a fact that is not there")
	}
	b := r.Append(nil)
	back, why := ParseRecording(b)
	if why != "" || !bytes.Equal(back.Append(nil), b) {
		t.Fatalf("%s", why)
	}
	for cut := range b {
		if _, why := ParseRecording(b[:cut]); why == "" {
			t.Errorf("whole at %d of %d bytes", cut, len(b))
		}
	}
	swapped := sample()
	swapped.Facts[0], swapped.Facts[1] = swapped.Facts[1], swapped.Facts[0]
	twice := sample()
	twice.Facts = append(twice.Facts, twice.Facts[2])
	flags := sample()
	flags.Header.Flags = []string{"json", "fresh"}
	odd := sample()
	odd.Facts[0].Why = "a present fact has no reason"
	for name, c := range map[string]struct {
		bytes []byte
		why   string
	}{
		"empty":        {nil, "not-a-recording"},
		"other magic":  {[]byte("stile-recording 2\n"), "not-a-recording"},
		"trailing":     {append(b, 0), "bad-recording"},
		"not sorted":   {swapped.Append(nil), "facts-not-sorted"},
		"twice":        {twice.Append(nil), "facts-not-sorted"},
		"flags":        {flags.Append(nil), "bad-recording"},
		"odd state":    {odd.Append(nil), "bad-recording"},
		"a huge count": {append(bytes.Clone(b[:len(magic)]), 255, 255, 255, 255), "bad-recording"},
	} {
		if _, why := ParseRecording(c.bytes); why != c.why {
			t.Errorf("%s: %q, want %q", name, why, c.why)
		}
	}
}

// FuzzRecording: what is read is written back to the same bytes.
func FuzzRecording(f *testing.F) {
	f.Add(sample().Append(nil))
	f.Add((&Recording{}).Append(nil))
	f.Fuzz(func(t *testing.T, b []byte) {
		r, why := ParseRecording(b)
		if (r == nil) == (why == "") {
			t.Fatalf("%v, %q", r, why)
		}
		if r != nil && !bytes.Equal(r.Append(nil), b) {
			t.Fatal("written back to other bytes")
		}
		for _, v := range bodies() {
			decode(v.Fields, b)
		}
	})
}

func TestFinding(t *testing.T) {
	for _, c := range []struct {
		f    Finding
		want string
	}{
		{Finding{Kind: "k", Path: "stile.json", Line: 3, Col: 7, Message: "m"}, "stile.json:3:7: m [k]"},
		{Finding{Kind: "k", Path: "stile.json", Line: 3, Message: "m"}, "stile.json:3: m [k]"},
		{Finding{Kind: "k", Path: "stile.json", Message: "m"}, "stile.json: m [k]"},
		{Finding{Kind: "k", Message: "m"}, "m [k]"},
	} {
		if got := c.f.String(); got != c.want {
			t.Errorf("%s, want %s", got, c.want)
		}
	}
}

func TestFrames(t *testing.T) {
	b := AppendFrame(AppendFrame(nil, []byte("a")), nil)
	if got, ok := Frames(b, 2); !ok || string(got[0]) != "a" || len(got[1]) != 0 {
		t.Errorf("%q, %v", got, ok)
	}
	for _, n := range []int{1, 3} {
		if _, ok := Frames(b, n); ok {
			t.Errorf("%d frames in two", n)
		}
	}
}

func BenchmarkSum(b *testing.B) {
	data := make([]byte, 1<<20)
	b.SetBytes(int64(len(data)))
	for range b.N {
		Sum(data)
	}
}

// TestPutAll: putting many is putting one after another.
func TestPutAll(t *testing.T) {
	random := rand.New(rand.NewSource(7))
	for range 500 {
		var one, all Recording
		for range random.Intn(4) {
			var batch []Fact
			for id := range 12 {
				if random.Intn(3) == 0 {
					batch = append(batch, Fact{ID: string(rune('a' + id)), Data: []byte{byte(random.Intn(256))}})
				}
			}
			all.PutAll(batch)
			for _, f := range batch {
				one.Put(f)
			}
		}
		if !bytes.Equal(one.Append(nil), all.Append(nil)) {
			t.Fatalf("%v, want %v", all.Facts, one.Facts)
		}
	}
}
