package wasm

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stile-gate/stile"
	"github.com/stile-gate/stile/cli/host"
	"github.com/stile-gate/stile/core"
	"github.com/stile-gate/stile/core/fact"
)

func TestOpenRefuses(t *testing.T) {
	function := func(module, name string) []imported { return []imported{{module, name, []byte{0, typeToI32}}} }
	for _, c := range []struct {
		name   string
		module []byte
		says   string
	}{
		{"nothing", nil, "the module is no WebAssembly that can be compiled"},
		{"a text", []byte("hello, world"), "the module is no WebAssembly that can be compiled"},
		{"cut", stile.Module[:len(stile.Module)/2], "the module is no WebAssembly that can be compiled"},
		{"another version of WebAssembly", []byte("\x00asm\x02\x00\x00\x00"), "the module is no WebAssembly that can be compiled"},
		{"code that does not validate", tiny{eval: []byte{opI32Add}}.bytes(), "the module is no WebAssembly that can be compiled"},
		{"empty", []byte("\x00asm\x01\x00\x00\x00"), "the module has no stile_abi of the right form"},
		{"a function of the host's", tiny{imports: function("env", "now")}.bytes(), `the module imports "now" of "env"`},
		{"a later WASI", tiny{imports: function("wasi_snapshot_preview2", "f")}.bytes(), `the module imports "f" of "wasi_snapshot_preview2"`},
		{"a function that WASI has not", tiny{imports: function(wasiModule, "f")}.bytes(), "the module could not be started"},
		{"a memory", tiny{oneMemoryMore: true}.bytes(), `the module imports "memory" of "host"`},
		{"a global", tiny{imports: []imported{{"env", "g", []byte{3, i32, 0}}}}.bytes(), "the module could not be started"},
		{"the next major version", tiny{version: 2 << 16}.bytes(), "the module speaks version 2.0 of the interface, and only 1 is understood here"},
		{"and nothing else", tiny{version: 2<<16 | 7, lacks: evalExport}.bytes(), "the module speaks version 2.7 of the interface, and only 1 is understood here"},
		{"no version", tiny{version: -1}.bytes(), "the module speaks version 65535.65535 of the interface, and only 1 is understood here"},
		{"no stile_abi", tiny{lacks: abiExport}.bytes(), "the module has no stile_abi of the right form"},
		{"no stile_input", tiny{lacks: inputExport}.bytes(), "the module has no stile_input of the right form"},
		{"no stile_eval", tiny{lacks: evalExport}.bytes(), "the module has no stile_eval of the right form"},
		{"no stile_read", tiny{lacks: readExport}.bytes(), "the module has no stile_read of the right form"},
		{"no memory", tiny{lacks: memoryExport}.bytes(), "the module exports no memory"},
		{"a trap at its start", tiny{begin: []byte{opUnreachable}}.bytes(), "the module could not be started"},
		{"an exit at its start", tiny{imports: exits, begin: exit(0)[:4]}.bytes(), "the module exited"},
		{"a failure at its start", tiny{imports: exits, begin: exit(1)[:4]}.bytes(), "the module exited"},
		{"a start without end", tiny{begin: spin[:5]}.bytes(), "the module took too long"},
	} {
		for _, interpreter := range []bool{false, true} {
			e, err := Open(c.module, Options{Interpreter: interpreter, CallTime: 100 * time.Millisecond})
			if err == nil || err.Error() != c.says {
				t.Errorf("%s, interpreter %v: %v, want %s", c.name, interpreter, err, c.says)
			}
			if e != nil {
				e.Close()
			}
		}
	}
	// A later minor version adds, and takes nothing away.
	e, err := Open(tiny{version: 1<<16 | 9}.bytes(), Options{})
	if err != nil {
		t.Fatal(err)
	}
	e.Close()
}

// TestCallFails: whatever goes wrong is an error with fixed words, and the next call is not touched by it.
func TestCallFails(t *testing.T) {
	refuse := constant(opI32Const, 0)
	grow := join([]byte{opLoop, emptyBlock}, constant(opI32Const, 1), []byte{opMemoryGrow, 0}, constant(opI32Const, -1),
		[]byte{opI32Eq, opIf, emptyBlock, opUnreachable, opEnd, opBr, 0, opEnd, opUnreachable})
	for _, c := range []struct {
		name string
		m    tiny
		want error
	}{
		{"a trap", tiny{eval: []byte{opUnreachable}}, errTrapped},
		{"a trap where the request should go", tiny{input: []byte{opUnreachable}}, errTrapped},
		{"recursion", tiny{eval: []byte{opCall, 2}}, errTrapped},
		{"more memory than there is", tiny{eval: grow}, errTrapped},
		{"an exit", tiny{imports: exits, eval: exit(0)}, errExited},
		{"a failure", tiny{imports: exits, eval: exit(1)}, errExited},
		{"an exit where the request should go", tiny{imports: exits, input: exit(0)}, errExited},
		{"no end", tiny{eval: spin}, errTime},
		{"no end where the request should go", tiny{input: spin}, errTime},
		{"no room", tiny{input: refuse}, errRefused},
		{"room outside", tiny{input: constant(opI32Const, 1<<16-3)}, errAddress},
		{"room far outside", tiny{input: constant(opI32Const, -1)}, errAddress},
		{"an answer outside", tiny{eval: constant(opI64Const, (1<<16-3)<<32|4)}, errAddress},
		{"an answer longer than memory", tiny{eval: constant(opI64Const, room<<32|math.MaxUint32)}, errAddress},
		{"an answer at the end of all addresses", tiny{eval: constant(opI64Const, -1)}, errAddress},
		{"no answer", tiny{eval: constant(opI64Const, room<<32)}, errEmpty},
	} {
		for _, interpreter := range []bool{false, true} {
			o := Options{Interpreter: interpreter, Pages: 64, Renew: 8}
			if c.want == errTime {
				o.CallTime = 100 * time.Millisecond
			}
			e, err := Open(c.m.bytes(), o)
			if err != nil {
				t.Fatalf("%s: %v", c.name, err)
			}
			answer, err := e.Core().Eval([]byte("1234"))
			if answer != nil || !errors.Is(err, c.want) || err.Error() != c.want.Error() {
				t.Errorf("%s, interpreter %v: %q, %v", c.name, interpreter, answer, err)
			}
			if len(e.idle) > 0 {
				t.Errorf("%s: the instance is kept", c.name)
			}
			if c.m.input == nil {
				if answer, err := e.Core().Read([]byte("kind"), nil, nil); err != nil || string(answer) != "\x04\x00\x00\x00" {
					t.Errorf("%s, interpreter %v: and then %q, %v", c.name, interpreter, answer, err)
				}
			}
			if err := e.Close(); err != nil {
				t.Error(err)
			}
		}
	}
}

// TestRequest: what crosses is the request as it is, and the frames of a reading.
func TestRequest(t *testing.T) {
	whole := func(n int64) []byte { return constant(opI64Const, room<<32|n) }
	e, err := Open(tiny{eval: whole(5), read: whole(4 + 1 + 4 + 0 + 4 + 3)}.bytes(), Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	if got, err := e.Core().Eval([]byte("12345")); err != nil || string(got) != "12345" {
		t.Errorf("%q, %v", got, err)
	}
	want := fact.AppendFrame(fact.AppendFrame(fact.AppendFrame(nil, []byte("k")), nil), []byte("raw"))
	if got, err := e.Core().Read([]byte("k"), nil, []byte("raw")); err != nil || !bytes.Equal(got, want) {
		t.Errorf("%q, want %q, %v", got, want, err)
	}
	if _, err := e.Core().Eval(make([]byte, fact.MaxRequest+1)); !errors.Is(err, errRefused) {
		t.Errorf("too large: %v", err)
	}
}

// TestRenew: an instance serves as many calls as it may, and none after it failed or has grown.
func TestRenew(t *testing.T) {
	at := constant(opI64Const, counterAddress<<32|1)
	second := join([]byte{opIf, emptyBlock, opUnreachable, opEnd}, at)
	isTwo := append(constant(opI32Const, 2), opI32Eq)
	large := join(constant(opI32Const, keepPages), []byte{opMemoryGrow, 0, opDrop})
	for _, c := range []struct {
		name  string
		eval  []byte
		renew int
		want  string // counter after each call, x for an error
	}{
		{"always a fresh one", join(count(), []byte{opDrop}, at), 0, "1111"},
		{"every third", join(count(), []byte{opDrop}, at), 3, "123123"},
		{"one that traps at its second call", join(count(), isTwo, second), 5, "1x1x"},
		{"one that has grown", join(count(), []byte{opDrop}, large, at), 5, "111"},
	} {
		e, err := Open(tiny{eval: c.eval}.bytes(), Options{Renew: c.renew})
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		got := ""
		for range c.want {
			answer, err := e.Core().Eval(nil)
			switch {
			case err != nil:
				got += "x"
			default:
				got += fmt.Sprint(answer[0])
			}
		}
		if got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
		e.Close()
	}
}

// TestFreshEval: readings share an instance, a verdict never has one that served before.
func TestFreshEval(t *testing.T) {
	body := join(count(), []byte{opDrop}, constant(opI64Const, counterAddress<<32|1))
	e, err := Open(tiny{eval: body, read: body}.bytes(), Options{Renew: 3, freshEval: true})
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	got := ""
	for _, call := range []func() ([]byte, error){e.read, e.eval, e.read, e.eval, e.read, e.read} {
		answer, err := call()
		if err != nil {
			t.Fatal(err)
		}
		got += fmt.Sprint(answer[0])
	}
	if want := "112131"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

func (e *Engine) read() ([]byte, error) { return e.Read([]byte("1234")) }
func (e *Engine) eval() ([]byte, error) { return e.Eval([]byte("1234")) }

// TestUnwatchedCallTime: a call that is not looked at while it runs is given up on all the same.
func TestUnwatchedCallTime(t *testing.T) {
	e, err := Open(tiny{}.bytes(), Options{Unwatched: true, CallTime: 1, Renew: 3})
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	if answer, err := e.Eval([]byte("1234")); answer != nil || !errors.Is(err, errTime) {
		t.Errorf("%q, %v, want %v", answer, err, errTime)
	}
	if e.unwatched.Wait(); len(e.idle) > 0 {
		t.Error("its instance would be used again")
	}
}

// TestPanic: one of ours during a call is an error as a trap is, also where nobody stands above the call to recover.
func TestPanic(t *testing.T) {
	for _, unwatched := range []bool{false, true} {
		e, err := Open(tiny{}.bytes(), Options{Unwatched: unwatched, Renew: 2})
		if err != nil {
			t.Fatal(err)
		}
		defer e.Close()
		e.idle = []*instance{{}}
		if answer, err := e.Eval([]byte("1234")); answer != nil || !errors.Is(err, errTrapped) {
			t.Errorf("unwatched %v: %q, %v, want %v", unwatched, answer, err, errTrapped)
		}
		if answer, err := e.Eval([]byte("1234")); err != nil || string(answer) != "1234" {
			t.Errorf("unwatched %v: and then %q, %v", unwatched, answer, err)
		}
	}
}

// TestClock: the clocks of standard Go's build are real.
func TestClock(t *testing.T) {
	clock := join(constant(opI32Const, 0), constant(opI64Const, 1), constant(opI32Const, counterAddress), []byte{opCall, 0, opDrop})
	m := tiny{imports: []imported{{wasiModule, "clock_time_get", []byte{0, typeClock}}},
		eval: join(clock, constant(opI64Const, counterAddress<<32|8))}
	e, err := Open(m.bytes(), Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	before := time.Now()
	got, err := e.Core().Eval(nil)
	if err != nil {
		t.Fatal(err)
	}
	if at := time.Unix(0, int64(binary.LittleEndian.Uint64(got))); at.Before(before.Add(-time.Second)) || at.After(time.Now().Add(time.Second)) {
		t.Errorf("the module's clock says %v", at)
	}
}

// reading is one call of Read.
type reading struct{ kind, query, raw []byte }

// smallFiles are n files as a project has them: reports of one suite each, and here and there a stile.json.
func smallFiles(n int) []reading {
	last := fact.AppendFrame(fact.AppendFrame(nil, nil), []byte("last"))
	files := make([]reading, n)
	for i := range files {
		if i%100 == 0 {
			files[i] = reading{[]byte("stile.json"), fmt.Appendf(nil, "p%d/stile.json", i),
				fmt.Appendf(nil, `{"stile":1,"checks":[{"id":"t%d","run":["go","test","-json","./..."],"report":"go-test-json"}]}`, i)}
			continue
		}
		var b bytes.Buffer
		fmt.Fprintf(&b, `<?xml version="1.0"?><testsuite name="S%d" tests="10" failures="%d" time="0.1">`, i, i%2)
		for c := range 10 {
			fmt.Fprintf(&b, `<testcase classname="pkg.S%d" name="case_%d" time="0.01">`, i, c)
			if c == 3 && i%2 == 1 {
				b.WriteString(`<failure message="expected 3, got 2">at line 12</failure>`)
			}
			b.WriteString("</testcase>\n")
		}
		b.WriteString("</testsuite>\n")
		files[i] = reading{[]byte("junit"), last, b.Bytes()}
	}
	return files
}

// questions are calls of every kind, with sense and without.
func questions() []reading {
	last := fact.AppendFrame(fact.AppendFrame(nil, nil), []byte("last"))
	rec := (&fact.Recording{Header: fact.Header{Core: core.Version, Verb: "check", Point: "stop"}}).Append(nil)
	return append(smallFiles(3),
		reading{nil, nil, rec}, reading{nil, nil, rec[:len(rec)-1]}, reading{nil, nil, nil}, reading{nil, nil, []byte("nonsense\x00\xff")},
		reading{[]byte("payload"), []byte("codex"), []byte(`{"session_id":"s","cwd":"/w","hook_event_name":"Stop"}`)},
		reading{[]byte("payload"), []byte("no-harness"), []byte(`{`)},
		reading{[]byte("tap"), last, []byte("1..2\nok 1\nnot ok 2 - \xff\n")},
		reading{[]byte("tap"), nil, []byte("1..2\n")},
		reading{[]byte("go-test-json"), last, []byte(`{"Action":"pass","Package":"p","Test":"T"}` + "\n")},
		reading{[]byte("no-kind"), nil, nil},
		reading{[]byte("junit"), last, bytes.Repeat([]byte("<a>"), 1000)},
		reading{[]byte("stile.json"), []byte("stile.json"), []byte(strings.Repeat("[", 1000))},
		reading{[]byte("stile.json"), []byte("stile.json"), make([]byte, fact.MaxRead+1)},
	)
}

// ask puts a question to a core: a reading without a kind is one for Eval.
func (q *reading) ask(c host.Core) (string, error) {
	f := func() ([]byte, error) { return c.Read(q.kind, q.query, q.raw) }
	if q.kind == nil {
		f = func() ([]byte, error) { return c.Eval(q.raw) }
	}
	b, err := f()
	return string(b), err
}

// TestEqual: the module answers as the core does, however it is run, and from several goroutines at once.
func TestEqual(t *testing.T) {
	for _, o := range []Options{{}, {Interpreter: true}, {Renew: 5}, {Unwatched: true}, {Cache: privateDir(t)}} {
		e, err := Open(stile.Module, o)
		if err != nil {
			t.Fatal(err)
		}
		var all sync.WaitGroup
		for range 2 {
			all.Add(1)
			go func() {
				defer all.Done()
				for _, q := range questions() {
					want, _ := q.ask(host.Native)
					if got, err := q.ask(e.Core()); err != nil || got != want {
						t.Errorf("%+v, %s of %d bytes: %v\n got %.200s\nwant %.200s", o, q.kind, len(q.raw), err, got, want)
					}
				}
			}()
		}
		all.Wait()
		if e.Core().Module != Digest(stile.Module) {
			t.Error("the core's module is another")
		}
		if err := e.Close(); err != nil {
			t.Error(err)
		}
	}
}

// TestLazy: the module is opened by the first call, and a failure to do so is that call's.
func TestLazy(t *testing.T) {
	dir := privateDir(t)
	for _, c := range []struct {
		name   string
		module []byte
		says   string
	}{{"good", tiny{}.bytes(), ""}, {"bad", []byte("bad"), errNoModule.Error()}} {
		lazy := Options{Cache: dir}.Lazy(c.module)
		if lazy.Module != Digest(c.module) || !empty(t, dir) {
			t.Errorf("%s: digest %s, or something was compiled", c.name, lazy.Module)
		}
		for range 2 {
			if got, err := lazy.Eval([]byte("1234")); c.says == "" && (err != nil || string(got) != "1234") || c.says != "" && (err == nil || err.Error() != c.says) {
				t.Errorf("%s: eval %q, %v", c.name, got, err)
			}
			if got, err := lazy.Read(nil, nil, nil); c.says == "" && (err != nil || string(got) != "\x00\x00\x00\x00") || c.says != "" && (err == nil || err.Error() != c.says) {
				t.Errorf("%s: read %q, %v", c.name, got, err)
			}
		}
		dir = privateDir(t)
	}
}

// TestLazyRenews: through Lazy too, every verdict has an instance that served nothing before it and serves nothing after,
// and readings share one.
func TestLazyRenews(t *testing.T) {
	body := join(count(), []byte{opDrop}, constant(opI64Const, counterAddress<<32|1))
	lazy := Options{}.Lazy(tiny{eval: body, read: body}.bytes())
	read := func() ([]byte, error) { return lazy.Read(nil, nil, nil) }
	eval := func() ([]byte, error) { return lazy.Eval(nil) }
	got := ""
	for _, call := range []func() ([]byte, error){eval, read, read, eval, read, eval, eval, read} {
		answer, err := call()
		if err != nil {
			t.Fatal(err)
		}
		got += fmt.Sprint(answer[0])
	}
	if want := "11213114"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	for n := 5; n <= 64; n++ {
		if answer, err := read(); err != nil || int(answer[0]) != n {
			t.Fatalf("reading %d: %d, %v", n, answer, err)
		}
	}
	if answer, err := read(); err != nil || answer[0] != 1 {
		t.Errorf("the 65th reading of an instance: %d, %v", answer, err)
	}
}

// TestDefaultMemory: without a limit of its own a module may have 2 GiB, and no page more. Nothing of it is touched.
func TestDefaultMemory(t *testing.T) {
	if math.MaxInt == math.MaxInt32 {
		t.Skip("this machine has no room for it")
	}
	for pages, says := range map[int]string{32768: "", 32769: errNoModule.Error()} {
		e, err := Open(tiny{pages: pages}.bytes(), Options{})
		got := ""
		if err != nil {
			got = err.Error()
		} else {
			e.Close()
		}
		if got != says {
			t.Errorf("%d pages: %q, want %q", pages, got, says)
		}
	}
}
