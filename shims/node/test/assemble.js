'use strict';

// Modules of a few bytes that do one thing a core must not do, or does at its edge.

const MEMORY = 0x02;
const FUNCTION = 0x00;

function leb(n) {
  const out = [];
  let v = BigInt(n);
  for (;;) {
    const b = Number(v & 0x7fn);
    v >>= 7n;
    if ((v === 0n && !(b & 0x40)) || (v === -1n && b & 0x40)) return [...out, b];
    out.push(b | 0x80);
  }
}

const counted = (list) => [list.length, ...list.flat()];
const text = (s) => counted([...Buffer.from(s)]);
const section = (id, content) => [id, ...size(content.length), ...content];

function size(n) {
  return n < 0x80 ? [n] : [(n & 0x7f) | 0x80, n >> 7];
}

const i32 = (n) => [0x41, ...leb(n)];
const i64 = (n) => [0x42, ...leb(BigInt.asIntN(64, BigInt(n)))];
const at = (address, length) => i64((BigInt(address) << 32n) | BigInt(length));

const trap = [0x00];
const ANSWER = 2048;

// Adds one to a byte of the memory and answers with it: a second call of one instance would answer 2.
const count = [...i32(100), ...i32(100), 0x2d, 0, 0, ...i32(1), 0x6a, 0x3a, 0, 0, ...at(100, 1)];

// Grows the memory by a page, which detaches the buffer that the host had, and answers.
const grow = [...i32(1), 0x40, 0x00, 0x1a, ...at(ANSWER, 2)];

const TYPES = [[0x60, 0, 1, 0x7f], [0x60, 1, 0x7f, 1, 0x7f], [0x60, 0, 1, 0x7e]];

/** assemble gives a module with these bodies; the answer is "{}" at ANSWER unless a body says otherwise. */
function assemble({ abi = i32(1 << 16), input = i32(1024), evaluate = at(ANSWER, 2), imports = [], omit = '' } = {}) {
  const bodies = [abi, input, evaluate, at(ANSWER, 2)];
  const names = ['stile_abi', 'stile_input', 'stile_eval', 'stile_read'];
  const exported = names.map((n, i) => [...text(n), FUNCTION, i + imports.length]);
  exported.push([...text('memory'), MEMORY, 0]);
  return Uint8Array.from([
    0, 0x61, 0x73, 0x6d, 1, 0, 0, 0,
    ...section(1, counted(TYPES)),
    ...(imports.length ? section(2, counted(imports.map(([m, n]) => [...text(m), ...text(n), FUNCTION, 0]))) : []),
    ...section(3, counted([0, 1, 2, 2])),
    ...section(5, [1, 0, 1]),
    ...section(7, counted(exported.filter((e, i) => names[i] !== omit))),
    ...section(10, counted(bodies.map((b) => [...size(b.length + 2), 0, ...b, 0x0b]))),
    ...section(11, [1, 0, ...i32(ANSWER), 0x0b, ...text('{}')]),
  ]);
}

module.exports = { assemble, at, count, grow, i32, trap };
