package wasm

import "slices"

// tiny is a module of a few bytes that does what a test wants of it. Each body is the code of one export.
type tiny struct {
	version                  int32  // of the interface, 1<<16 where not said
	input, eval, read, begin []byte // begin is _initialize, none where not said
	lacks                    string // export that is left out
	imports                  []imported
	oneMemoryMore            bool // imports a memory instead of having one
	pages                    int  // of memory at first, 1 where not said
}

type imported struct {
	module, name string
	kind         []byte // of a function: 0 and its type
}

// Types of functions: the index of each in the module.
const (
	typeToI32 = iota
	typeI32ToI32
	typeToI64
	typeNone
	typeClock // clock_time_get: i32 i64 i32 → i32
	typeExit  // proc_exit: i32 → nothing
)

const (
	i32, i64       = 0x7f, 0x7e
	opUnreachable  = 0x00
	opLoop         = 0x03
	opCall         = 0x10
	opDrop         = 0x1a
	opI32Load8     = 0x2d
	opI32Store8    = 0x3a
	opI32Const     = 0x41
	opI64Const     = 0x42
	opI32Add       = 0x6a
	opI32Eq        = 0x46
	opIf, opEnd    = 0x04, 0x0b
	opBr           = 0x0c
	opMemoryGrow   = 0x40
	emptyBlock     = 0x40
	room           = 1024 // address of the request
	counterAddress = 16
)

func (m tiny) bytes() []byte {
	if m.version == 0 {
		m.version = major << 16
	}
	if m.input == nil {
		m.input = constant(opI32Const, room)
	}
	echo := constant(opI64Const, room<<32|4)
	if m.eval == nil {
		m.eval = echo
	}
	if m.read == nil {
		m.read = echo
	}
	bodies := [][]byte{constant(opI32Const, int64(m.version)), m.input, m.eval, m.read}
	names := []string{abiExport, inputExport, evalExport, readExport}
	types := []byte{typeToI32, typeI32ToI32, typeToI64, typeToI64}
	if m.begin != nil {
		bodies, names, types = append(bodies, m.begin), append(names, "_initialize"), append(types, typeNone)
	}
	var imports, exports, code [][]byte
	functions := 0
	for _, x := range m.imports {
		imports = append(imports, slices.Concat(name(x.module), name(x.name), x.kind))
		if x.kind[0] == 0 {
			functions++
		}
	}
	for i, n := range names {
		if n != m.lacks {
			exports = append(exports, append(append(name(n), 0), uleb(functions+i)...))
		}
		body := slices.Concat([]byte{0}, bodies[i], []byte{opEnd}) // no locals
		code = append(code, append(uleb(len(body)), body...))
	}
	memory := [][]byte{append([]byte{0}, uleb(max(m.pages, 1))...)} // no limit
	if m.oneMemoryMore {
		imports, memory = append(imports, append(slices.Concat(name("host"), name("memory")), 2, 0, 1)), nil
	}
	if m.lacks != memoryExport {
		exports = append(exports, append(name(memoryExport), 2, 0))
	}
	var declared [][]byte
	for _, t := range types {
		declared = append(declared, []byte{t})
	}
	return slices.Concat([]byte("\x00asm\x01\x00\x00\x00"),
		section(1, [][]byte{{0x60, 0, 1, i32}, {0x60, 1, i32, 1, i32}, {0x60, 0, 1, i64}, {0x60, 0, 0},
			{0x60, 3, i32, i64, i32, 1, i32}, {0x60, 1, i32, 0}}),
		section(2, imports), section(3, declared), section(5, memory), section(7, exports), section(10, code))
}

func section(id byte, items [][]byte) []byte {
	if len(items) == 0 {
		return nil
	}
	body := append(uleb(len(items)), slices.Concat(items...)...)
	return slices.Concat([]byte{id}, uleb(len(body)), body)
}

func name(s string) []byte { return append(uleb(len(s)), s...) }

func uleb(n int) (b []byte) {
	for ; n >= 0x80; n >>= 7 {
		b = append(b, byte(n)|0x80)
	}
	return append(b, byte(n))
}

// constant is the code that leaves n behind.
func constant(op byte, n int64) []byte {
	b := []byte{op}
	for ; n < -64 || n > 63; n >>= 7 {
		b = append(b, byte(n)|0x80)
	}
	return append(b, byte(n)&0x7f)
}

func join(code ...[]byte) []byte { return slices.Concat(code...) }

// count is the code that adds one to a byte of memory and leaves the sum behind.
func count() []byte {
	at := constant(opI32Const, counterAddress)
	load := append(slices.Clone(at), opI32Load8, 0, 0)
	return join(at, load, constant(opI32Const, 1), []byte{opI32Add, opI32Store8, 0, 0}, load)
}

// exits imports the function that ends a program of WASI; exit is the code that calls it.
var exits = []imported{{wasiModule, "proc_exit", []byte{0, typeExit}}}

func exit(code int64) []byte {
	return join(constant(opI32Const, code), []byte{opCall, 0, opUnreachable})
}

// spin never ends.
var spin = []byte{opLoop, emptyBlock, opBr, 0, opEnd, opUnreachable}
