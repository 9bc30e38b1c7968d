'use strict';

const assert = require('node:assert/strict');
const fs = require('node:fs');
const path = require('node:path');
const test = require('node:test');
const { fact, recording } = require('../stile.js');

const header = { core: '1', module: '', verb: 'check', harness: '', point: 'stop', flags: ['fresh', 'json'] };
const none = new Uint8Array(0);

test('a recording is these bytes', () => {
  const bytes = recording.encode({
    header: { verb: 'check', flags: ['b', 'a'] },
    facts: [{ id: 'x', state: 'unreadable', why: 'no' }, { id: 'a', state: 'present', data: Uint8Array.of(7) }],
  });
  const s = (t) => String.fromCharCode(t.length) + '\0\0\0' + t;
  assert.equal(Buffer.from(bytes).toString('latin1'), 'stile-recording 1\n' + s('') + s('') + s('check') + s('') + s('') +
    '\x02\0\0\0' + s('a') + s('b') + '\x02\0\0\0' + s('a') + '\0' + s('') + s('\x07') + s('x') + '\x02' + s('no') + s(''));
});

test('decode gives back what encode was given', () => {
  const facts = [
    { id: 'a', state: 'absent', why: '', data: none },
    { id: 'b', state: 'present', why: '', data: Uint8Array.of(1, 2) },
    { id: 'b\ufeff', state: 'unreadable', why: '\ufeffwhy', data: none },
  ];
  assert.deepEqual(recording.decode(recording.encode({ header, facts })), { header, facts });
});

test('facts are in the order of their bytes, not of UTF-16', () => {
  const ids = ['\u{10000}', '\uffff', '\u00e9', 'z', 'a:b', 'a'];
  const facts = ids.map((id) => ({ id, state: 'absent' }));
  const got = recording.decode(recording.encode({ header, facts })).facts.map((f) => f.id);
  assert.deepEqual(got, ['a', 'a:b', 'z', '\u00e9', '\uffff', '\u{10000}']);
});

const unwritable = [
  ['a fact twice', { header, facts: [{ id: 'a', state: 'absent' }, { id: 'a', state: 'absent' }] }, 'bad-recording'],
  ['a flag twice', { header: { verb: 'check', flags: ['a', 'a'] } }, 'bad-recording'],
  ['an unknown header field', { header: { verb: 'check', points: 'ci' } }, 'bad-recording'],
  ['a number as a verb', { header: { verb: 1 } }, 'bad-recording'],
  ['no header', {}, 'bad-recording'],
  ['an unknown state', { header, facts: [{ id: 'a', state: 'gone' }] }, 'bad-fact'],
  ['data of an absent fact', { header, facts: [{ id: 'a', state: 'absent', data: Uint8Array.of(1) }] }, 'bad-fact'],
  ['why of a present fact', { header, facts: [{ id: 'a', state: 'present', why: 'no' }] }, 'bad-fact'],
  ['data that is no bytes', { header, facts: [{ id: 'a', state: 'present', data: 'text' }] }, 'bad-fact'],
  ['an unknown fact field', { header, facts: [{ id: 'a', state: 'absent', reason: '' }] }, 'bad-fact'],
  ['a lone surrogate', { header, facts: [{ id: '\udc00', state: 'absent' }] }, 'not-utf8'],
];

for (const [name, what, code] of unwritable) {
  test(`encode refuses ${name}`, () => assert.throws(() => recording.encode(what), { name: 'StileError', code }));
}

test('decode refuses every cut, every appended byte and what is not canonical', () => {
  const good = Buffer.from(recording.encode({ header, facts: [{ id: 'aa', state: 'absent' }, { id: 'bb', state: 'absent' }] }));
  for (let n = 0; n < good.length; n++) {
    assert.throws(() => recording.decode(good.subarray(0, n)), { code: n < 18 ? 'not-a-recording' : 'bad-recording' }, `cut at ${n}`);
  }
  assert.throws(() => recording.decode(Buffer.concat([good, Buffer.of(0)])), { code: 'bad-recording' });
  const swap = (from, to) => Buffer.from(good.toString('latin1').replace(from, to), 'latin1');
  assert.throws(() => recording.decode(swap('bb', 'aa')), { code: 'facts-not-sorted' });
  assert.throws(() => recording.decode(swap('fresh', 'krill')), { code: 'bad-recording' });
  assert.throws(() => recording.decode(swap('bb\x01', 'bb\x03')), { code: 'bad-recording' });
  assert.throws(() => recording.decode(swap('bb\x01', 'b\xff\x01')), { code: 'not-utf8' });
  assert.throws(() => recording.decode(swap('check\0\0\0\0', 'check\xff\xff\xff\xff')), { code: 'bad-recording' });
  assert.throws(() => recording.decode('text'), TypeError);
});

test('a fact is its fields, and those left out are empty', () => {
  const bytes = fact.encode('file:a/b.go', { size: 258, sha256: 'ab' });
  assert.equal(Buffer.from(bytes).toString('hex'), '0201000000000000' + '02000000' + '6162' + '00000000' + '00000000');
  assert.deepEqual(fact.decode('file', bytes), { size: 258, sha256: 'ab', text: '', read: none });
  const cited = { spelling: 'a/B.go', real: 'c.go', read: Uint8Array.of(7) };
  assert.deepEqual(fact.decode('report', fact.encode('evidence:a/b.go', cited)), { size: 0, sha256: '', text: '', ...cited });
  assert.deepEqual(fact.decode('tree:after', fact.encode('tree', {})), { digest: '', files: 0, closed: 0 });
});

test('integers: every safe one, and no other', () => {
  for (const n of [0, 1, -1, 255, 2 ** 32, -(2 ** 32), 2 ** 32 - 1, Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER]) {
    const bytes = fact.encode('claim', { n });
    assert.equal(Buffer.from(bytes).readBigInt64LE(4), BigInt(n));
    assert.equal(fact.decode('claim', bytes).n, n);
  }
  for (const n of [2 ** 53, -(2 ** 53), 0.5, NaN, Infinity, 1n, '1']) {
    assert.throws(() => fact.encode('claim', { n }), { code: 'bad-fact' }, String(n));
  }
  const bytes = Buffer.from(fact.encode('claim', {}));
  for (const n of [2n ** 53n, -(2n ** 53n), 2n ** 63n - 1n, -(2n ** 63n)]) {
    bytes.writeBigInt64LE(n, 4);
    assert.throws(() => fact.decode('claim', bytes), { code: 'bad-fact' }, String(n));
  }
});

test('fact.decode refuses what encode would not have written', () => {
  const good = fact.encode('projects', { repository: true, cwd: '.', chain: ['a'] });
  assert.equal(fact.decode('projects', good).repository, true);
  const changed = (at, v) => Uint8Array.from(good, (b, i) => (i === at ? v : b));
  for (const [name, bytes] of [
    ['a cut', good.subarray(0, -1)],
    ['an appended byte', Uint8Array.of(...good, 0)],
    ['a truth of two', changed(0, 2)],
    ['a length beyond the end', changed(4, 0x7f)],
    ['a list longer than the rest', changed(9, 0xff)],
  ]) {
    assert.throws(() => fact.decode('projects', bytes), { name: 'StileError', code: 'bad-fact' }, name);
  }
  assert.throws(() => fact.decode('projects', changed(5, 0xff)), { code: 'not-utf8' });
});

const unfit = [
  ['an unknown kind', 'files', {}],
  ['a kind that every object has', 'constructor', {}],
  ['an unknown field', 'file', { sha: '' }],
  ['a number as text', 'file', { sha256: 1 }],
  ['text as bytes', 'file', { read: '{}' }],
  ['a number as true', 'projects', { repository: 1 }],
  ['a list with a number', 'projects', { chain: [1] }],
  ['text as a list', 'projects', { chain: '.' }],
  ['no object', 'file', undefined],
];

for (const [name, kind, value] of unfit) {
  test(`fact.encode refuses ${name}`, () => assert.throws(() => fact.encode(kind, value), { name: 'StileError', code: 'bad-fact' }));
}

test('every fact of the vectors is written again as it was, and there is one of every kind', () => {
  const dir = path.join(__dirname, '../../../testdata/vectors');
  const { kinds } = require('../fact.js');
  const seen = new Set();
  for (const name of fs.readdirSync(dir)) {
    if (!name.endsWith('.vector')) continue;
    const file = fs.readFileSync(path.join(dir, name));
    const head = file.toString('latin1', 0, file.indexOf('\n\n'));
    // What others damaged is refused, or is theirs.
    if (!head.includes('\ncall: eval') || /\nclass: (bad-input|fault)/.test(head)) continue;
    const read = recording.decode(file.subarray(file.indexOf('\n\n') + 2));
    for (const f of read.facts) {
      if (f.state !== 'present') continue;
      assert.deepEqual(fact.encode(f.id, fact.decode(f.id, f.data)), f.data, `${name}: ${f.id}`);
      seen.add(f.id.split(':')[0]);
    }
  }
  assert.deepEqual([...seen].sort(), Object.keys(kinds).sort());
});
