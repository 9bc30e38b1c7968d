// Package wasm is the core as a WebAssembly module, run by wazero: the second engine of a host.Host. What crosses is in
// testdata/README.md. Every verdict gets a fresh instance, every call a limit of memory and a limit of time (what the latter
// is worth says Options.Unwatched); whatever goes wrong in a module is an error of that call, with the same words on every
// machine, and never an answer.
package wasm

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"sync"
	"time"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/imports/wasi_snapshot_preview1"

	"github.com/stile-gate/stile/cli/host"
)

const (
	// DefaultPages is the memory one instance may have, in pages of 64 KiB: 2 GiB. Nothing that a core accepts may fail
	// for want of memory, or a hook would let a turn end that it should refuse; the largest readings, of 32 MiB, take
	// 1 GiB in a module that frees nothing during a call (2026-11-30). It is a limit, not a reservation.
	DefaultPages = 32 << 10
	// DefaultCallTime is what one call may take. A recording is judged in milliseconds, the largest in seconds, ten times
	// as slowly by an interpreter: a minute ends only what would not end. A watched call is ended then; an unwatched one
	// is given up on, which helps against what is slow and not against what never ends.
	DefaultCallTime = time.Minute
	// defaultRenew is how many calls an instance serves: no state is left to a second one.
	defaultRenew = 1
	// readsAnInstance is how many readings an instance of the program's own module serves. Most of a short one is the start of
	// its instance: 20,000 small files are read in a third of the time (2026-11-30).
	readsAnInstance = 64
	// keepPages is the memory up to which an instance serves a further call, in pages of 64 KiB: 16 MiB. A module that
	// frees nothing is renewed before it grows.
	keepPages = 256
)

// Options say how a module is run. The zero value is the shipped way, but for its cache.
type Options struct {
	Cache       string        // directory of compiled modules, see CacheDir; "" for none
	Interpreter bool          // do not compile to machine code
	Pages       uint32        // memory limit of an instance in pages of 64 KiB, 0 for DefaultPages
	CallTime    time.Duration // limit of one call, 0 for DefaultCallTime
	Renew       int           // calls that one instance serves, 0 for one; fewer once it has more than keepPages
	// Unwatched leaves out the look at the time that every turn of every loop otherwise takes: reading is then ten times as
	// fast (2026-11-30). A call that takes longer than CallTime is an error all the same, but what runs is only left
	// behind, to end with the process. That is no guard against a loop without end: Go cannot interrupt machine code that
	// wazero made, so with one processor nobody is there to look at the time, and with more all stand still once the
	// garbage collector wants to stop them. It is for a module that is trusted to end as the native core is, such as the
	// program's own, made of the same sources.
	Unwatched bool

	freshEval bool // Renew is for reading alone
}

// An Engine is a compiled module. It is safe for concurrent use.
type Engine struct {
	options  Options
	digest   string // sha256 of the module, hexadecimal
	runtime  wazero.Runtime
	cache    wazero.CompilationCache
	compiled wazero.CompiledModule
	config   wazero.ModuleConfig

	mu        sync.Mutex
	idle      []*instance    // have served fewer calls than they may
	unwatched sync.WaitGroup // calls under way, also those that were given up on
}

// Open compiles a module and looks at what it is: it imports nothing (or the clocks and streams of WASI preview 1, as
// standard Go's build of the core does), exports the interface, and speaks its present major version. The error says in
// one sentence what it is not.
func Open(module []byte, o Options) (*Engine, error) { return open(module, Digest(module), o) }

func open(module []byte, digest string, o Options) (*Engine, error) {
	if o.Pages == 0 {
		o.Pages = DefaultPages
	}
	if o.CallTime == 0 {
		o.CallTime = DefaultCallTime
	}
	if o.Renew == 0 {
		o.Renew = defaultRenew
	}
	e := &Engine{options: o, digest: digest}
	if err := e.compile(module); err != nil {
		return nil, err
	}
	if err := e.inspect(); err != nil {
		e.Close()
		return nil, err
	}
	return e, nil
}

// Digest is what names a module: its sha256 in hexadecimal.
func Digest(module []byte) string {
	sum := sha256.Sum256(module)
	return hex.EncodeToString(sum[:])
}

// compile makes the runtime and the machine code, from the cache where that can be had.
func (e *Engine) compile(module []byte) error {
	ctx := context.Background()
	kind := wazero.NewRuntimeConfig()
	if e.options.Interpreter {
		kind = wazero.NewRuntimeConfigInterpreter()
	}
	kind = kind.WithCloseOnContextDone(!e.options.Unwatched).WithDebugInfoEnabled(false).
		WithMemoryLimitPages(min(e.options.Pages, maxPages))
	if store := openStore(e.options, e.digest); store != nil {
		e.cache = store.cache
		e.runtime = wazero.NewRuntimeWithConfig(ctx, kind.WithCompilationCache(store.cache))
		compiled, err := e.runtime.CompileModule(ctx, module)
		if err != nil {
			// Where only keeping it failed, it is compiled all the same, and the second time finds it.
			compiled, err = e.runtime.CompileModule(ctx, module)
		}
		if err == nil {
			store.seal()
			e.compiled = compiled
			return nil
		}
		store.drop()
		e.Close()
		e.cache = nil
	}
	e.runtime = wazero.NewRuntimeWithConfig(ctx, kind)
	compiled, err := e.runtime.CompileModule(ctx, module)
	if err != nil {
		e.Close()
		return errNoModule
	}
	e.compiled = compiled
	return nil
}

// maxPages is all that a 32-bit address reaches.
const maxPages = 1 << 16

// inspect checks imports, exports and version, and prepares what every instance is made with.
func (e *Engine) inspect() error {
	wasi, err := imports(e.compiled)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(context.Background(), e.options.CallTime)
	defer cancel()
	if wasi {
		if _, err := wasi_snapshot_preview1.Instantiate(ctx, e.runtime); err != nil {
			return errStart
		}
	}
	// No chance: nothing random may enter an answer, and seeding wazero's own source is a fifth of an instance's start.
	// Real clocks: standard Go's garbage collector paces itself by them, and with wazero's own, which make a step at each
	// look, its memory grows without end (seen with v1.12.0, 2026-11-30). Files, arguments, an environment and streams
	// are not there.
	e.config = wazero.NewModuleConfig().WithName("").WithStartFunctions("_initialize").
		WithSysWalltime().WithSysNanotime().WithRandSource(zeros{})
	return e.version(ctx)
}

// zeros is all the randomness that a module gets.
type zeros struct{}

func (zeros) Read(p []byte) (int, error) {
	clear(p)
	return len(p), nil
}

// Core is the module as a host asks it.
func (e *Engine) Core() host.Core {
	return host.Core{
		Eval:   func(recording []byte) ([]byte, error) { return e.call(evalExport, recording) },
		Read:   func(kind, query, raw []byte) ([]byte, error) { return e.call(readExport, kind, query, raw) },
		Module: e.digest,
	}
}

// Eval and Read ask with a request exactly as it crosses. A host's frames are always right; Read takes wrong ones too.
func (e *Engine) Eval(request []byte) ([]byte, error) { return e.call(evalExport, request) }

func (e *Engine) Read(request []byte) ([]byte, error) { return e.call(readExport, request) }

// Close gives back all that the engine holds. No call may be under way; for one that was given up on and still runs it
// waits, because that one runs in what is given back.
func (e *Engine) Close() error {
	e.unwatched.Wait()
	ctx := context.Background()
	e.idle = nil
	err := e.runtime.Close(ctx)
	if e.cache != nil {
		if closed := e.cache.Close(ctx); err == nil {
			err = closed
		}
	}
	return err
}

// Core opens a module and returns it as a host asks it: watched, unless the options say otherwise. It stays open until
// the process ends.
func (o Options) Core(module []byte) (host.Core, error) {
	e, err := Open(module, o)
	if err != nil {
		return host.Core{}, err
	}
	return e.Core(), nil
}

// Lazy is the program's own module, unwatched because its readers are linear and fuzzed: it is opened by the first call,
// whose error a failure to do so is. What asks nothing, such as help, compiles nothing. Every verdict has an instance of
// its own, readings share some.
func (o Options) Lazy(module []byte) host.Core {
	o.Unwatched, o.Renew, o.freshEval = true, readsAnInstance, true
	digest := Digest(module)
	core := sync.OnceValues(func() (host.Core, error) {
		e, err := open(module, digest, o)
		if err != nil {
			return host.Core{}, err
		}
		return e.Core(), nil
	})
	return host.Core{
		Eval: func(recording []byte) ([]byte, error) {
			c, err := core()
			if err != nil {
				return nil, err
			}
			return c.Eval(recording)
		},
		Read: func(kind, query, raw []byte) ([]byte, error) {
			c, err := core()
			if err != nil {
				return nil, err
			}
			return c.Read(kind, query, raw)
		},
		Module: digest,
	}
}
