'use strict';

// Recordings: a header and the facts supplied so far, in the bytes that the core reads (core/fact/recording.go).

const { Reader, Writer, concat, isBytes, known, utf8 } = require('./bytes.js');
const { StileError } = require('./error.js');

const MAGIC = utf8('stile-recording 1\n');
const MAX_BYTES = 64 << 20;
const MAX_FACTS = 250_000;
const STATES = ['present', 'absent', 'unreadable'];
const HEADER = ['core', 'module', 'verb', 'harness', 'point'];

const NOTHING = new Uint8Array(0);

// Order is that of the UTF-8 bytes. JavaScript compares UTF-16 units, which puts U+10000 before U+FFFF.
const byBytes = (a, b) => Buffer.compare(a, b);

function headerBytes(header) {
  known(header, [...HEADER, 'flags'], 'the header', 'bad-recording');
  const w = new Writer('bad-recording');
  for (const name of HEADER) w.string(header[name] ?? '');
  const flags = header.flags ?? [];
  if (!Array.isArray(flags)) w.refuse('an array of flags is wanted', flags);
  w.strings([...flags].sort((a, b) => byBytes(utf8(String(a)), utf8(String(b)))));
  if (new Set(flags).size < flags.length) throw new StileError('bad-recording', 'a flag is given twice');
  return w.done();
}

/** The bytes of one fact; `data` of a present one is what fact.encode gives. */
function factBytes({ id, state, why = '', data = NOTHING }) {
  const code = STATES.indexOf(state);
  if (code < 0) throw new StileError('bad-fact', `the state of ${JSON.stringify(id)} is one of ${STATES.join(', ')}`);
  const w = new Writer('bad-fact');
  w.string(id);
  w.byte(code);
  w.string(why);
  w.bytes(data);
  if ((state !== 'present' && data.length > 0) || (state !== 'unreadable' && why !== '')) {
    throw new StileError('bad-fact', `${JSON.stringify(id)}: only a present fact has data, only an unreadable one a why`);
  }
  return w.done();
}

/** A Draft is a recording that grows, with its facts in order. */
class Draft {
  constructor(header) {
    this.header = headerBytes(header);
    this.entries = []; // { key: bytes of the id, bytes: of the whole fact }
    this.ids = new Set();
  }

  has(id) {
    return this.ids.has(id);
  }

  put(fact) {
    const bytes = factBytes(fact);
    if (this.ids.has(fact.id)) throw new StileError('bad-recording', `${JSON.stringify(fact.id)} is recorded twice`);
    const key = utf8(fact.id);
    let low = 0;
    let high = this.entries.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (byBytes(this.entries[middle].key, key) < 0) low = middle + 1;
      else high = middle;
    }
    this.entries.splice(low, 0, { key, bytes });
    this.ids.add(fact.id);
  }

  bytes() {
    const count = new Writer();
    count.length(this.entries.length);
    return concat([MAGIC, this.header, count.done(), ...this.entries.map((e) => e.bytes)]);
  }
}

/** encode gives the bytes of a recording; facts and flags may come in any order, none twice. */
function encode(recording) {
  known(recording, ['header', 'facts'], 'a recording', 'bad-recording');
  const draft = new Draft(recording.header);
  for (const f of recording.facts ?? []) {
    known(f, ['id', 'state', 'why', 'data'], 'a fact', 'bad-fact');
    draft.put(f);
  }
  return draft.bytes();
}

function decodeFact(r) {
  const id = r.string();
  const state = STATES[r.byte()] ?? r.refuse('an unknown state');
  const f = { id, state, why: r.string(), data: r.bytes() };
  if ((state !== 'present' && f.data.length > 0) || (state !== 'unreadable' && f.why !== '')) r.refuse('a state with more than is its own');
  return f;
}

/** decode reads what encode and every other host write, and nothing else. */
function decode(bytes) {
  if (!isBytes(bytes)) throw new TypeError('a recording is a Uint8Array');
  if (bytes.length > MAX_BYTES) throw new StileError('recording-too-large', 'the recording is over 64 MB');
  if (byBytes(bytes.subarray(0, MAGIC.length), MAGIC) !== 0) {
    throw new StileError('not-a-recording', 'these bytes are no recording');
  }
  const r = new Reader(bytes, 'bad-recording', 'the recording could not be read');
  r.take(MAGIC.length);
  const header = {};
  for (const name of HEADER) header[name] = r.string();
  header.flags = r.strings();
  const n = r.length();
  if (n > MAX_FACTS || n > r.left) r.refuse('more facts than it can hold');
  const facts = [];
  let before = null;
  for (let i = 0; i < n; i++) {
    const f = decodeFact(r);
    const key = utf8(f.id);
    if (before && byBytes(before, key) >= 0) {
      throw new StileError('facts-not-sorted', `the fact ${JSON.stringify(f.id)} is not in its place`);
    }
    facts.push(f);
    before = key;
  }
  const flags = header.flags.map((f) => utf8(f));
  for (let i = 1; i < flags.length; i++) {
    if (byBytes(flags[i - 1], flags[i]) >= 0) r.refuse('flags that are not sorted');
  }
  r.end();
  return { header, facts };
}

module.exports = { Draft, MAX_BYTES, MAX_FACTS, decode, encode };
