'use strict';

const assert = require('node:assert/strict');
const path = require('node:path');
const test = require('node:test');
const stile = require('../stile.js');
const { version } = require('../package.json');

const reply = { code: 0, verdict: 'green', answer: '', stdout: '', stderr: '', writes: [] };
const header = { verb: 'check', point: 'stop' };
const absent = { state: 'absent' };

/** A core that is a function of the ids it was given; it keeps what it was asked. */
function fake(answer) {
  const asked = [];
  return {
    asked,
    eval(bytes) {
      const ids = stile.recording.decode(bytes).facts.map((f) => f.id);
      asked.push(ids.join(' '));
      const a = answer(ids);
      return a instanceof Uint8Array ? a : Buffer.from(typeof a === 'string' ? a : JSON.stringify(a));
    },
  };
}

const wants = (...ids) => ({ want: ids.map((id) => ({ id, args: {} })) });

/** A serve whose outcomes the test gives, one by one. */
function byHand() {
  const open = {};
  const signals = {};
  const serve = (want, signal) => new Promise((resolve, reject) => {
    assert.ok(!(want.id in open), `${want.id} is served twice`);
    open[want.id] = { resolve, reject };
    signals[want.id] = signal;
  });
  return { open, signals, serve };
}

const settled = () => new Promise((resolve) => { setImmediate(resolve); });

test('wants are served at once, and the core is asked again as soon as one is in', async () => {
  const core = fake((ids) => (ids.includes('b') ? { reply } : ids.includes('c') ? wants('b') : wants('a', 'b', 'c')));
  const { open, signals, serve } = byHand();
  const judged = stile.judge(core, header, serve);
  await settled();
  assert.deepEqual(Object.keys(open), ['a', 'b', 'c']);
  open.c.resolve(absent);
  await settled();
  assert.deepEqual(core.asked, ['', 'c']);
  assert.deepEqual(['a', 'b', 'c'].map((id) => signals[id].aborted), [true, false, false], 'a is no longer wanted');
  open.a.resolve(absent);
  await settled();
  assert.equal(core.asked.length, 2, 'nobody waits for a');
  open.b.resolve(absent);
  const got = await judged;
  assert.deepEqual(got.reply, reply);
  assert.deepEqual(stile.recording.decode(got.recording).facts.map((f) => f.id), ['b', 'c']);
  assert.ok(!signals.b.aborted);
});

test('results that are in together are one question', async () => {
  const core = fake((ids) => (ids.length < 3 ? wants(...['a', 'b', 'c'].filter((id) => !ids.includes(id))) : { reply }));
  await stile.judge(core, header, () => absent);
  assert.deepEqual(core.asked, ['', 'a b c']);
});

test('facts are in the order of their bytes, whatever order they came in', async () => {
  const ids = ['\u{10000}', '\uffff', 'a'];
  const { open, serve } = byHand();
  const judged = stile.judge(fake((have) => (have.length < 3 ? wants(...ids.filter((id) => !have.includes(id))) : { reply })), header, serve);
  for (const id of ids) {
    await settled();
    open[id].resolve({ state: 'unreadable', why: 'no' });
  }
  const { facts } = stile.recording.decode((await judged).recording);
  assert.deepEqual(facts.map((f) => f.id), ['a', '\uffff', '\u{10000}']);
  assert.equal(facts[0].why, 'no');
});

test('the header is filled in, and what is given stays', async () => {
  const core = Object.assign(fake(() => ({ reply })), { module: 'ab' });
  const head = async (h) => stile.recording.decode((await stile.judge(core, h, () => absent)).recording).header;
  assert.deepEqual(await head({ verb: 'check', flags: ['json', 'fresh'] }),
    { core: version, module: 'ab', verb: 'check', harness: '', point: '', flags: ['fresh', 'json'] });
  assert.deepEqual(await head({ core: '0', module: '', verb: 'gate-hook', harness: 'codex', point: 'stop' }),
    { core: '0', module: '', verb: 'gate-hook', harness: 'codex', point: 'stop', flags: [] });
});

const ends = [
  ['a fault', () => ({ fault: { code: 'unknown-verb', message: 'no such verb' } }), () => absent, 'unknown-verb', /^no such verb$/],
  ['a fact that is wanted again', () => wants('a'), () => absent, 'asked-again', /wants "a" again/],
  ['a fact that is wanted twice in one answer', () => wants('a', 'a'), () => absent, 'asked-again', /twice in one answer/],
  ['an answer that asks for nothing', () => wants(), () => absent, 'nothing-wanted', /wants nothing/],
  ['an answer with a space', () => '{"want": []}', () => absent, 'bad-answer', /not canonical/],
  ['an answer that is no JSON', () => 'no', () => absent, 'bad-answer', /not canonical/],
  ['an answer that is none', () => '{"wants":[]}', () => absent, 'bad-answer', /not canonical/],
  ['an answer that is not UTF-8', () => Uint8Array.of(0x22, 0xff, 0x22), () => absent, 'bad-answer', /not canonical/],
  ['a null', () => 'null', () => absent, 'bad-answer', /not canonical/],
  ['a serve that throws', () => wants('a'), () => { throw new Error('disk'); }, 'serve-failed', /serving "a": disk/],
  ['a serve that rejects', () => wants('a'), async () => { throw new Error('disk'); }, 'serve-failed', /serving "a": disk/],
  ['a serve that rejects with nothing', () => wants('a'), () => Promise.reject(), 'serve-failed', /serving "a"/],
  ['a serve that gives nothing', () => wants('a'), () => undefined, 'bad-fact', /is an object/],
  ['an unknown state', () => wants('a'), () => ({ state: 'gone' }), 'bad-fact', /present, absent, unreadable/],
  ['present without data', () => wants('tree'), () => ({ state: 'present' }), 'bad-fact', /is an object/],
  ['data of another kind', () => wants('tree'), () => ({ state: 'present', data: { size: 1 } }), 'bad-fact', /has no "size"/],
];

for (const [name, answer, serve, code, message] of ends) {
  test(`judge ends with ${name}`, async () => {
    await assert.rejects(stile.judge(fake(answer), header, serve), (e) => {
      assert.ok(e instanceof stile.StileError);
      assert.equal(e.code, code);
      assert.match(e.message, message);
      return true;
    });
  });
}

test('an error of serve is the cause, and everything else is aborted', async () => {
  const { open, signals, serve } = byHand();
  const judged = stile.judge(fake(() => wants('a', 'b')), header, serve);
  await settled();
  const disk = new Error('disk');
  open.a.reject(disk);
  await assert.rejects(judged, (e) => e.cause === disk);
  assert.ok(signals.b.aborted);
  open.b.reject(new Error('nobody listens'));
  await settled();
});

test('the core itself: from a header to a green document', async () => {
  const core = stile.load(path.join(__dirname, '../../../wasm/stile.wasm'));
  const policy = '{"stile":1,"checks":[{"id":"test","run":["true"]}]}';
  const table = {
    projects: { cwd: '.', chain: ['.'] },
    'file:stile.json': { size: policy.length, sha256: 'a'.repeat(64), read: core.read('stile.json', 'stile.json', policy) },
    tree: { digest: 'b'.repeat(64), files: 1 },
    'measure:.:test': { started: true, treeAfter: 'b'.repeat(64) },
  };
  const serve = async ({ id }) => (id in table ? { state: 'present', data: table[id] } : absent);
  const got = await stile.judge(core, header, serve);
  assert.equal(got.reply.code, 0);
  assert.equal(got.reply.verdict, 'green');
  assert.match(got.reply.stdout, /^stile: green, 1 passed\n/);
  assert.deepEqual(got.reply.writes, [['result', 'result:.:test', 'measure:.:test']]);
  assert.equal(stile.recording.decode(got.recording).header.module, core.module);
});
