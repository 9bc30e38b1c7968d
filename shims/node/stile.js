'use strict';

// The core as a WebAssembly module under Node. A hook starts a process for one verdict, so whatever a call may not
// need is loaded when it is first used.

const { isBytes, utf8 } = require('./bytes.js');
const { StileError } = require('./error.js');

const MAJOR = 1; // of the module's exports; a later minor only adds
const FUNCTIONS = ['stile_abi', 'stile_input', 'stile_eval', 'stile_read'];

/**
 * load compiles a module, given as its bytes or its path, and gives its two functions. Each call has an instance of
 * its own, so that no call can see what another left behind.
 */
function load(from) {
  const bytes = typeof from === 'string' ? readModule(from) : from;
  if (!isBytes(bytes)) throw new TypeError("load takes the module's bytes as a Uint8Array, or its path");
  const compiled = compile(bytes);
  const kept = new Uint8Array(bytes); // the caller's may change before the digest is asked for
  let digest;
  // The version is asked of an instance that then serves the first call: asking leaves no trace in it.
  let first = instantiate(compiled);
  const abi = trap('stile_abi', () => first.stile_abi());
  if (abi >>> 16 !== MAJOR) {
    throw new StileError('abi', `the module speaks version ${abi >>> 16}.${abi & 0xffff} of the interface, this host version ${MAJOR}`);
  }
  const call = (name, parts) => {
    const exports = first ?? instantiate(compiled);
    first = undefined;
    return ask(exports, name, parts);
  };
  return {
    abi,
    get module() {
      digest ??= require('node:crypto').createHash('sha256').update(kept).digest('hex');
      return digest;
    },
    eval: (recording) => call('stile_eval', [bytesOf(recording, 'the recording', false)]),
    read: (kind, query, raw) => call('stile_read', [
      ...frame(bytesOf(kind, 'the kind', true)),
      ...frame(bytesOf(query, 'the query', true)),
      ...frame(bytesOf(raw, 'what is read', true)),
    ]),
    readRequest: (request) => call('stile_read', [bytesOf(request, 'the request', false)]),
  };
}

function readModule(path) {
  try {
    return require('node:fs').readFileSync(path);
  } catch (cause) {
    throw new StileError('bad-module', `the module could not be read: ${cause.message}`, { cause });
  }
}

function compile(bytes) {
  let compiled;
  try {
    compiled = new WebAssembly.Module(bytes);
  } catch (cause) {
    throw new StileError('bad-module', `these bytes are no module: ${cause.message}`, { cause });
  }
  const [wants] = WebAssembly.Module.imports(compiled);
  if (wants) {
    throw new StileError('bad-module', `the module imports ${wants.module}.${wants.name}, and a core imports nothing`);
  }
  const exported = new Map(WebAssembly.Module.exports(compiled).map((e) => [e.name, e.kind]));
  for (const name of [...FUNCTIONS, 'memory']) {
    if (exported.get(name) !== (name === 'memory' ? 'memory' : 'function')) {
      throw new StileError('bad-module', `the module is no core: it does not export ${name}`);
    }
  }
  return compiled;
}

function instantiate(compiled) {
  return trap('the start', () => {
    const { exports } = new WebAssembly.Instance(compiled);
    exports._initialize?.();
    return exports;
  });
}

/** Whatever the module throws, the instance is not to be trusted any more, and nobody keeps it. */
function trap(where, run) {
  try {
    return run();
  } catch (cause) {
    throw new StileError('core-trap', `the core trapped in ${where}: ${cause.message}`, { cause });
  }
}

function bytesOf(v, what, text) {
  if (isBytes(v)) return v;
  if (text && typeof v === 'string') return utf8(v);
  throw new TypeError(`${what} is a Uint8Array${text ? ' or a string' : ''}`);
}

const frame = (b) => [Uint8Array.of(b.length, b.length >>> 8, b.length >>> 16, b.length >>> 24), b];

function ask(exports, name, parts) {
  const size = parts.reduce((sum, p) => sum + p.length, 0);
  // More than a positive i32 would arrive as another number.
  const at = size > 0x7fffffff ? 0 : trap('stile_input', () => exports.stile_input(size)) >>> 0;
  if (at === 0) throw new StileError('too-large', `the core takes no request of ${size} bytes`);
  return trap(name, () => {
    // memory.buffer is read after each call: one that grew the memory has detached the buffer before it.
    const room = new Uint8Array(exports.memory.buffer, at, size);
    let end = 0;
    for (const p of parts) {
      room.set(p, end);
      end += p.length;
    }
    const result = BigInt.asUintN(64, exports[name]());
    return new Uint8Array(exports.memory.buffer, Number(result >> 32n), Number(result & 0xffffffffn)).slice();
  });
}

const judge = (...args) => require('./judge.js').judge(...args);

const pair = (load) => ({
  encode: (...args) => load().encode(...args),
  decode: (...args) => load().decode(...args),
});

const fact = pair(() => require('./fact.js'));
const recording = pair(() => require('./recording.js'));

// Plain names: an ES module's import finds no others in here.
module.exports = { StileError, fact, judge, load, recording };
