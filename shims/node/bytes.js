'use strict';

// The canonical bytes of what crosses into the core: lengths of four bytes, integers of eight, both little endian.

const { StileError } = require('./error.js');

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

// A tag is the same in every realm; instanceof is not.
const isBytes = (v) => ArrayBuffer.isView(v) && v[Symbol.toStringTag] === 'Uint8Array';

/** Strict: a lone surrogate has no UTF-8, and U+FFFD in its place would be another text. */
function utf8(text) {
  if (!text.isWellFormed()) {
    throw new StileError('not-utf8', `a lone surrogate cannot be written as UTF-8: ${JSON.stringify(text)}`);
  }
  return encoder.encode(text);
}

function concat(parts) {
  let size = 0;
  for (const p of parts) size += p.length;
  const out = new Uint8Array(size);
  let at = 0;
  for (const p of parts) {
    out.set(p, at);
    at += p.length;
  }
  return out;
}

/** A misspelt name would be an empty field: an object has the names that are known, or is refused. */
function known(object, names, what, code) {
  if (typeof object !== 'object' || object === null || Array.isArray(object)) {
    throw new StileError(code, `${what} is an object`);
  }
  for (const name of Object.keys(object)) {
    if (!names.includes(name)) throw new StileError(code, `${what} has no ${JSON.stringify(name)}`);
  }
}

/** A Writer collects fields; a value that its field cannot hold is refused with the writer's code. */
class Writer {
  constructor(code) {
    this.code = code;
    this.parts = [];
  }

  refuse(what, v) {
    throw new StileError(this.code, `${what}, not ${v === null ? 'null' : typeof v}`);
  }

  length(n) {
    this.parts.push(Uint8Array.of(n, n >>> 8, n >>> 16, n >>> 24));
  }

  bytes(v) {
    if (!isBytes(v)) this.refuse('a Uint8Array is wanted', v);
    this.length(v.length);
    this.parts.push(v);
  }

  string(v) {
    if (typeof v !== 'string') this.refuse('a string is wanted', v);
    this.bytes(utf8(v));
  }

  strings(v) {
    if (!Array.isArray(v)) this.refuse('an array of strings is wanted', v);
    this.length(v.length);
    for (const s of v) this.string(s);
  }

  bool(v) {
    if (typeof v !== 'boolean') this.refuse('true or false is wanted', v);
    this.byte(v ? 1 : 0);
  }

  byte(v) {
    this.parts.push(Uint8Array.of(v));
  }

  int(v) {
    if (!Number.isSafeInteger(v)) this.refuse('a safe integer is wanted', v);
    const high = Math.floor(v / 2 ** 32);
    this.length(v - high * 2 ** 32);
    this.length(high);
  }

  done() {
    return concat(this.parts);
  }
}

/** A Reader takes the same fields off, and nothing that a Writer would have written otherwise. */
class Reader {
  constructor(data, code, what) {
    this.data = data;
    this.at = 0;
    this.code = code;
    this.what = what;
  }

  refuse(why) {
    throw new StileError(this.code, `${this.what}: ${why} at byte ${this.at}`);
  }

  get left() {
    return this.data.length - this.at;
  }

  take(n) {
    if (n > this.left) this.refuse('it ends too early');
    this.at += n;
    return this.data.subarray(this.at - n, this.at);
  }

  length() {
    const b = this.take(4);
    return (b[0] | (b[1] << 8) | (b[2] << 16) | (b[3] << 24)) >>> 0;
  }

  bytes() {
    return new Uint8Array(this.take(this.length()));
  }

  string() {
    const b = this.take(this.length());
    try {
      return decoder.decode(b);
    } catch {
      throw new StileError('not-utf8', `${this.what}: the text before byte ${this.at} is not UTF-8`);
    }
  }

  strings() {
    const n = this.length();
    // Each costs at least its own length, so a number cannot make us allocate more than was sent.
    if (n > this.left / 4) this.refuse('it ends too early');
    return Array.from({ length: n }, () => this.string());
  }

  bool() {
    const b = this.byte();
    if (b > 1) this.refuse('what should be true or false is neither');
    return b === 1;
  }

  byte() {
    return this.take(1)[0];
  }

  int() {
    const low = this.length();
    const n = (this.length() | 0) * 2 ** 32 + low;
    if (!Number.isSafeInteger(n)) this.refuse('an integer is beyond what a number holds exactly');
    return n;
  }

  end() {
    if (this.left > 0) this.refuse('something follows its end');
  }
}

module.exports = { Reader, Writer, concat, isBytes, known, utf8 };
