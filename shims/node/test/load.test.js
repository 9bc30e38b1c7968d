'use strict';

const assert = require('node:assert/strict');
const crypto = require('node:crypto');
const fs = require('node:fs');
const path = require('node:path');
const test = require('node:test');
const vm = require('node:vm');
const stile = require('../stile.js');
const { assemble, at, count, grow, i32, trap } = require('./assemble.js');

const modulePath = path.join(__dirname, '../../../wasm/stile.wasm');
const request = Uint8Array.of(1, 2, 3);
const text = (bytes) => Buffer.from(bytes).toString();

const refused = [
  ['a file that is not there', () => stile.load('/nonexistent/core.wasm'), 'bad-module', /could not be read: ENOENT/],
  ['bytes that are no module', () => stile.load(Uint8Array.of(1, 2, 3, 4)), 'bad-module', /are no module/],
  ['a module with an import', () => stile.load(assemble({ imports: [['env', 'now']] })), 'bad-module', /imports env\.now/],
  ['a module of another kind', () => stile.load(assemble({ omit: 'stile_read' })), 'bad-module', /does not export stile_read/],
  ['a later major', () => stile.load(assemble({ abi: i32((2 << 16) | 3) })), 'abi', /version 2\.3 .* version 1$/],
  ['an earlier major', () => stile.load(assemble({ abi: i32(9) })), 'abi', /version 0\.9 /],
  ['a trap while it is asked for its version', () => stile.load(assemble({ abi: trap })), 'core-trap', /in stile_abi: unreachable/],
  ['a trap', () => stile.load(assemble({ evaluate: trap })).eval(request), 'core-trap', /in stile_eval: unreachable/],
  ['a trap on input', () => stile.load(assemble({ input: trap })).eval(request), 'core-trap', /in stile_input/],
  ['input refused', () => stile.load(assemble({ input: i32(0) })).eval(request), 'too-large', /no request of 3 bytes/],
  ['input beyond the memory', () => stile.load(assemble({ input: i32(65535) })).eval(request), 'core-trap', /./],
  ['input at a negative address', () => stile.load(assemble({ input: i32(-4) })).eval(request), 'core-trap', /./],
  ['an answer beyond the memory', () => stile.load(assemble({ evaluate: at(65535, 2) })).eval(request), 'core-trap', /./],
  ['an answer at a high address', () => stile.load(assemble({ evaluate: at(0xffff0000, 2) })).eval(request), 'core-trap', /./],
  ['an answer longer than memory can be', () => stile.load(assemble({ evaluate: at(0, 0xffffffff) })).eval(request), 'core-trap', /./],
  ['a lone surrogate', () => stile.load(modulePath).read('tap', 'a\ud800b', ''), 'not-utf8', /lone surrogate/],
];

for (const [name, run, code, message] of refused) {
  test(`refused: ${name}`, () => {
    assert.throws(run, (e) => {
      assert.ok(e instanceof stile.StileError && e instanceof Error);
      assert.equal(e.code, code);
      assert.match(e.message, message);
      assert.doesNotMatch(e.message, /\n/);
      return true;
    });
  });
}

test('wrong types are the caller\'s error', () => {
  const core = stile.load(modulePath);
  for (const run of [() => stile.load(), () => stile.load(new ArrayBuffer(8)), () => core.eval('text'), () => core.read('tap', '')]) {
    assert.throws(run, TypeError);
  }
});

test('a later minor is accepted', () => {
  assert.equal(stile.load(assemble({ abi: i32((1 << 16) | 7) })).abi, 65543);
});

test('every call has an instance of its own', () => {
  const core = stile.load(assemble({ evaluate: count }));
  for (let i = 0; i < 3; i++) assert.deepEqual([...core.eval(request)], [1]);
});

test('a call that trapped leaves nothing behind', () => {
  const core = stile.load(modulePath);
  const before = core.eval(request);
  assert.throws(() => core.readRequest(new Uint8Array(97 << 20)), { code: 'too-large' });
  assert.deepEqual(core.eval(request), before);
});

test('an answer in memory that grew', () => {
  assert.equal(text(stile.load(assemble({ evaluate: grow })).eval(request)), '{}');
});

test('answers are copies of their own', () => {
  const core = stile.load(modulePath);
  const a = core.eval(request);
  assert.equal(Object.getPrototypeOf(a), Uint8Array.prototype);
  assert.equal(a.byteLength, a.buffer.byteLength);
});

test('bytes of another realm are bytes', () => {
  const foreign = vm.runInNewContext('new Uint8Array([1])');
  assert.match(text(stile.load(modulePath).eval(foreign)), /not-a-recording/);
});

test('the digest is that of the bytes when they were loaded', () => {
  const bytes = new Uint8Array(fs.readFileSync(modulePath));
  const sum = crypto.createHash('sha256').update(bytes).digest('hex');
  const core = stile.load(bytes);
  bytes.fill(0);
  assert.equal(core.module, sum);
  assert.equal(stile.load(modulePath).module, sum);
});

test('read takes strings as UTF-8, and is readRequest over three frames', () => {
  const core = stile.load(modulePath);
  const parts = ['stile.json', 'dïr/stile.json', '{"stile":1,"checks":[]}'];
  const framed = Buffer.concat(parts.flatMap((p) => {
    const length = Buffer.alloc(4);
    length.writeUInt32LE(Buffer.byteLength(p));
    return [length, Buffer.from(p)];
  }));
  const answer = core.read(...parts);
  assert.deepEqual(core.readRequest(framed), answer);
  assert.deepEqual(core.read(...parts.map((p) => Buffer.from(p))), answer);
  assert.match(text(core.read('nothing', '', '')), /unknown-kind/);
  assert.match(text(core.readRequest(new Uint8Array(0))), /bad-request/);
});

test('an ES module imports every name', async () => {
  const names = await import('../stile.js');
  assert.deepEqual(Object.keys(names).filter((n) => n !== 'default' && n !== 'module.exports').sort(), Object.keys(stile).sort());
});
