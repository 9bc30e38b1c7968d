'use strict';

const assert = require('node:assert/strict');
const path = require('node:path');
const test = require('node:test');
const stile = require('../stile.js');

const core = stile.load(path.join(__dirname, '../../../wasm/stile.wasm'));
const codes = ['not-a-recording', 'bad-recording', 'facts-not-sorted', 'recording-too-large'];

/** A seeded generator (xorshift32): the same damage in every run. */
function dice(seed) {
  let x = seed;
  return (n) => {
    x ^= x << 13;
    x ^= x >>> 17;
    x ^= x << 5;
    return (x >>> 0) % n;
  };
}

function damaged(bytes, roll) {
  const b = Buffer.from(bytes);
  for (let n = roll(3); n >= 0; n--) b[roll(b.length)] = [0, 1, 2, 3, 4, 0x61, 0x7a, 0xff][roll(8)];
  switch (roll(6)) {
    case 0: return b.subarray(0, roll(b.length));
    case 1: return Buffer.concat([b, Buffer.of(roll(256))]);
    default: return b;
  }
}

const outcome = (bytes) => {
  try {
    const again = stile.recording.encode(stile.recording.decode(bytes));
    assert.deepEqual(Buffer.from(again), Buffer.from(bytes), 'what is decoded is encoded to the same bytes');
    return 'read';
  } catch (e) {
    if (!(e instanceof stile.StileError)) throw e;
    return e.code;
  }
};

test('decode refuses what the core refuses, in the same word', () => {
  const good = stile.recording.encode({
    header: { core: '1', verb: 'none', point: 'stop', flags: ['a', 'b', 'c'] },
    facts: ['a', 'b', 'c', 'd'].map((id, i) => [
      { id, state: 'absent' }, { id, state: 'unreadable', why: 'no' }, { id, state: 'present', data: Uint8Array.of(1, 2) },
    ][i % 3]),
  });
  const roll = dice(0x5711e);
  const seen = new Map();
  for (let i = 0; i < 3000; i++) {
    const bytes = damaged(good, roll);
    const { fault } = JSON.parse(Buffer.from(core.eval(bytes)).toString());
    const theirs = codes.includes(fault?.code) ? fault.code : 'read';
    const ours = outcome(bytes);
    // The core takes text as bytes; a JavaScript string cannot.
    if (ours !== 'not-utf8') assert.equal(ours, theirs, `seed step ${i}: ${bytes.toString('latin1')}`);
    seen.set(ours, (seen.get(ours) ?? 0) + 1);
  }
  for (const word of ['read', 'not-utf8', ...codes.slice(0, 3)]) {
    assert.ok(seen.get(word) > 20, `${word} was seen ${seen.get(word) ?? 0} times`);
  }
});
