package wasm

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
	"github.com/tetratelabs/wazero/sys"

	"github.com/stile-gate/stile/core/fact"
)

// major is the version of the interface that this host speaks. A module of a later minor one still serves it.
const major = 1

const (
	abiExport    = "stile_abi"
	inputExport  = "stile_input"
	evalExport   = "stile_eval"
	readExport   = "stile_read"
	memoryExport = "memory"
	wasiModule   = "wasi_snapshot_preview1"
)

// exports are the functions that a module must have. abiExport is looked for first: a module of another major version
// may lack the rest.
var exports = []struct {
	name            string
	params, results []api.ValueType
}{
	{abiExport, nil, []api.ValueType{api.ValueTypeI32}},
	{inputExport, []api.ValueType{api.ValueTypeI32}, []api.ValueType{api.ValueTypeI32}},
	{evalExport, nil, []api.ValueType{api.ValueTypeI64}},
	{readExport, nil, []api.ValueType{api.ValueTypeI64}},
}

// What can become of a module. None holds wazero's words: they change, and name addresses.
var (
	errNoModule = errors.New("the module is no WebAssembly that can be compiled")
	errStart    = errors.New("the module could not be started")
	errTrapped  = errors.New("the module trapped")
	errExited   = errors.New("the module exited")
	errTime     = errors.New("the module took too long")
	errRefused  = errors.New("the module takes no request of this size")
	errAddress  = errors.New("the module gave an address outside its memory")
	errEmpty    = errors.New("the module gave no answer")
)

// imports looks at what a module asks of its host, and reports whether that is WASI.
func imports(m wazero.CompiledModule) (wasi bool, err error) {
	refuse := func(module, name string) error { return fmt.Errorf("the module imports %q of %q", name, module) }
	for _, f := range m.ImportedFunctions() {
		module, name, _ := f.Import()
		if module != wasiModule {
			return false, refuse(module, name)
		}
		wasi = true
	}
	for _, memory := range m.ImportedMemories() {
		module, name, _ := memory.Import()
		return false, refuse(module, name)
	}
	return wasi, nil
}

// version asks for the version of the interface, and looks for the exports of ours.
func (e *Engine) version(ctx context.Context) error {
	functions := e.compiled.ExportedFunctions()
	for _, x := range exports {
		f := functions[x.name]
		if f == nil || !slices.Equal(f.ParamTypes(), x.params) || !slices.Equal(f.ResultTypes(), x.results) {
			return fmt.Errorf("the module has no %s of the right form", x.name)
		}
		if x.name != abiExport {
			continue
		}
		i, err := e.start(ctx)
		if err != nil {
			return err
		}
		got, err := i.module.ExportedFunction(abiExport).Call(ctx)
		i.module.Close(ctx)
		if err != nil {
			return cause(err)
		}
		if v := uint32(got[0]); v>>16 != major {
			return fmt.Errorf("the module speaks version %d.%d of the interface, and only %d is understood here", v>>16, v&0xffff, major)
		}
	}
	if e.compiled.ExportedMemories()[memoryExport] == nil {
		return errors.New("the module exports no memory")
	}
	return nil
}

// An instance is one module in memory, used by one call at a time.
type instance struct {
	module api.Module
	served int
	// Exports that were called, kept: wazero makes a new stack for each that is looked up.
	exports map[string]api.Function
}

func (i *instance) export(name string) api.Function {
	f := i.exports[name]
	if f == nil {
		f = i.module.ExportedFunction(name)
		i.exports[name] = f
	}
	return f
}

func (e *Engine) start(ctx context.Context) (*instance, error) {
	module, err := e.runtime.InstantiateModule(ctx, e.compiled, e.config)
	if err != nil {
		if c := cause(err); c != errTrapped {
			return nil, c
		}
		return nil, errStart
	}
	return &instance{module: module, exports: map[string]api.Function{}}, nil
}

// call asks one export within the time that a call may take. Unwatched, it is only this side that stops waiting: see
// Options.Unwatched.
func (e *Engine) call(export string, parts ...[]byte) ([]byte, error) {
	ctx, cancel := context.WithTimeout(context.Background(), e.options.CallTime)
	defer cancel()
	if !e.options.Unwatched {
		return e.exchange(ctx, ctx, export, parts)
	}
	type result struct {
		answer []byte
		err    error
	}
	done := make(chan result, 1)
	e.unwatched.Go(func() {
		answer, err := e.exchange(context.Background(), ctx, export, parts)
		done <- result{answer, err}
	})
	select {
	case r := <-done:
		if ctx.Err() == nil {
			return r.answer, r.err
		}
	case <-ctx.Done():
	}
	return nil, errTime
}

// exchange asks one export. A failed call takes its instance with it, and so does one that was given up on, when limit
// ended: its state is not to be trusted.
func (e *Engine) exchange(ctx, limit context.Context, export string, parts [][]byte) (answer []byte, err error) {
	defer func() {
		// Above the goroutine of an unwatched call nobody could: the process would end with code 2, and some harnesses
		// take that for a refusal.
		if recover() != nil {
			answer, err = nil, errTrapped
		}
	}()
	fresh := e.options.freshEval && export == evalExport
	i, err := e.take(ctx, fresh)
	if err != nil {
		return nil, err
	}
	answer, err = i.ask(ctx, export, parts)
	e.give(i, err == nil && !fresh && limit.Err() == nil)
	return answer, err
}

// give keeps an instance for the next call if it is good for one.
func (e *Engine) give(i *instance, good bool) {
	if i.served++; !good || i.served >= e.options.Renew || i.pages() > keepPages {
		i.module.Close(context.Background())
		return
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	e.idle = append(e.idle, i)
}

// pages is the memory of the instance, in pages of 64 KiB.
func (i *instance) pages() uint32 { return i.module.Memory().Size() >> 16 }

func (e *Engine) take(ctx context.Context, fresh bool) (*instance, error) {
	e.mu.Lock()
	if last := len(e.idle) - 1; last >= 0 && !fresh {
		i := e.idle[last]
		e.idle = e.idle[:last]
		e.mu.Unlock()
		return i, nil
	}
	e.mu.Unlock()
	return e.start(ctx)
}

// ask writes the request into the module's memory, calls, and copies the answer out. One part is the request itself,
// several are its frames.
func (i *instance) ask(ctx context.Context, export string, parts [][]byte) ([]byte, error) {
	size := 0
	for _, p := range parts {
		size += len(p)
	}
	if len(parts) > 1 {
		size += len(parts) * frameHead
	}
	if size > fact.MaxRequest {
		return nil, errRefused
	}
	at, err := i.export(inputExport).Call(ctx, uint64(size))
	if err != nil {
		return nil, cause(err)
	}
	if uint32(at[0]) == 0 {
		return nil, errRefused
	}
	room, ok := i.module.Memory().Read(uint32(at[0]), uint32(size))
	if !ok {
		return nil, errAddress
	}
	if len(parts) == 1 {
		copy(room, parts[0])
	} else {
		// The room has exactly the size of the frames, so appending writes into it.
		room = room[:0]
		for _, p := range parts {
			room = fact.AppendFrame(room, p)
		}
	}
	got, err := i.export(export).Call(ctx)
	if err != nil {
		return nil, cause(err)
	}
	length := uint32(got[0])
	if length == 0 {
		return nil, errEmpty
	}
	answer, ok := i.module.Memory().Read(uint32(got[0]>>32), length)
	if !ok {
		return nil, errAddress
	}
	return append(make([]byte, 0, length), answer...), nil
}

// frameHead is the length in front of a frame, in bytes.
const frameHead = 4

// cause is what ended a call.
func cause(err error) error {
	var exit *sys.ExitError
	switch {
	case !errors.As(err, &exit):
		return errTrapped
	case exit.ExitCode() == sys.ExitCodeDeadlineExceeded || exit.ExitCode() == sys.ExitCodeContextCanceled:
		return errTime
	}
	return errExited
}
