#!/usr/bin/env node
'use strict';

// The vector runner: node vectors.js MODULE.wasm VECTORS_DIR. What a vector is, testdata/README.md says.

const fs = require('node:fs');
const path = require('node:path');
const { CLASSES, misclassed, taken } = require('./classes.js');
const stile = require('./stile.js');

const FILE = /^((?:check|hook|verify|read|bad|want)(?:-[a-z0-9]+)+)\.(vector|answer|out|err)$/;

// The header's keys in their order, and what each may say.
const KEYS = {
  format: /^1$/,
  call: /^(eval|read)$/,
  code: /^(-|0|[1-9][0-9]?|1[0-9]{2}|2[0-4][0-9]|25[0-5])$/,
  class: new RegExp(`^(${CLASSES.join('|')})$`),
  kind: /^/,
  harness: /^/,
  comment: /^/,
};
const MANDATORY = ['format', 'call', 'code', 'class', 'comment'];

/** parse splits a vector into its header and its body; what is not exactly one throws. */
function parse(file) {
  const end = file.indexOf('\n\n');
  if (end < 0) throw new Error('the header has no end');
  const header = {};
  let last = -1;
  for (const line of text(file.subarray(0, end)).split('\n')) {
    const colon = line.indexOf(': ');
    if (colon < 0) throw new Error(`there is no ": " in the header line ${JSON.stringify(line)}`);
    const [key, value] = [line.slice(0, colon), line.slice(colon + 2)];
    const place = Object.keys(KEYS).indexOf(key);
    if (place < 0) throw new Error(`the header key ${JSON.stringify(key)} is not known`);
    if (place <= last) throw new Error(`the header key ${key} is not in its place`);
    if (/^$|^ | $/.test(value)) throw new Error(`the value of ${key} is empty, or begins or ends with a space`);
    if (!KEYS[key].test(value)) throw new Error(`the value of ${key} cannot be ${JSON.stringify(value)}`);
    header[key] = value;
    last = place;
  }
  for (const key of MANDATORY) {
    if (!(key in header)) throw new Error(`the header has no ${key}`);
  }
  if (header.call === 'read' && header.code !== '-') throw new Error('a reading has no exit code');
  const body = file.subarray(end + 2);
  const wanted = named(header.call, body);
  for (const key of ['kind', 'harness']) {
    const [is, want] = [header[key], wanted[key]].map((v) => v ?? 'absent');
    if (is !== want) throw new Error(`the ${key} is ${is}, the request's is ${want}`);
  }
  return { header, body };
}

/** The text of a header: UTF-8 without control characters, but for its line ends. */
function text(bytes) {
  let s;
  try {
    s = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new Error('the header is no UTF-8');
  }
  if (/[\0-\x09\x0b-\x1f\x7f]/.test(s)) throw new Error('a control character in the header');
  return s;
}

/** What a header says of a word in the request: the word itself where it is a plain one. */
function word(bytes) {
  if (bytes.length === 0) return 'none';
  const s = Buffer.from(bytes).toString('latin1');
  return /^[a-z0-9][a-z0-9.-]*$/.test(s) ? s : 'unknown';
}

/** The kind and the harness that a request names, as far as it does: what its header has to say. */
function named(call, body) {
  if (call === 'eval') {
    try {
      const { verb, harness } = stile.recording.decode(body).header;
      return verb === 'gate-hook' ? { harness: word(Buffer.from(harness)) } : {};
    } catch {
      return {}; // whether it may be refused is asked with the answer at hand
    }
  }
  const [kind, query] = frames(body) ?? [];
  if (!kind) return { kind: 'none' };
  return word(kind) === 'payload' ? { kind: 'payload', harness: word(query) } : { kind: word(kind) };
}

/** The three frames of a request; undefined where it is not exactly that. */
function frames(request) {
  const out = [];
  let at = 0;
  while (at + 4 <= request.length && out.length < 3) {
    const end = at + 4 + request.readUInt32LE(at);
    out.push(request.subarray(at + 4, end));
    at = end;
  }
  return at === request.length && out.length === 3 ? out : undefined;
}

const show = (bytes, at) => JSON.stringify(Buffer.from(bytes).toString('latin1', at, at + 60));

/** differs says where two byte strings part, '' when they do not. */
function differs(what, got, want) {
  if (Buffer.compare(got, want) === 0) return '';
  let at = 0;
  while (at < got.length && at < want.length && got[at] === want[at]) at++;
  const from = Math.max(0, at - 20);
  return `${what} differs at byte ${at}: got ${show(got, from)} of ${got.length} bytes, want ${show(want, from)} of ${want.length}`;
}

/** The golden of a vector, undefined where there is none. */
function golden(stem, ext) {
  let bytes;
  try {
    bytes = fs.readFileSync(stem + ext);
  } catch (e) {
    if (e.code === 'ENOENT') return undefined;
    throw e;
  }
  if (bytes.length === 0) throw new Error(`its ${ext} is empty, and would be left out`);
  return bytes;
}

const ask = (core, { header, body }) => (header.call === 'eval' ? core.eval(body) : core.readRequest(body));

/** answered compares the core's answer, and what its reply prints, with the header and the goldens. */
function answered(core, vector, stem) {
  const { header } = vector;
  const got = ask(core, vector);
  const answer = taken(got, header.call === 'read');
  const { reply } = answer;
  const code = reply ? String(reply.code) : '-';
  const faults = [
    differs('the answer', got, vector.want),
    code === header.code ? '' : `the code is ${code}, want ${header.code}`,
    differs('stdout', Buffer.from(reply?.stdout ?? ''), golden(stem, '.out') ?? Buffer.alloc(0)),
    differs('stderr', Buffer.from(reply?.stderr ?? ''), golden(stem, '.err') ?? Buffer.alloc(0)),
    misclassed(header, answer),
  ];
  return { faults, answer };
}

// Faults that say of a recording that it cannot be read.
const UNREAD = ['not-a-recording', 'recording-too-large', 'bad-recording', 'facts-not-sorted'];

/** The recording in a request; undefined where there is none, which the core must have said in the same word. */
function recorded({ header, body }, { fault }) {
  if (header.call !== 'eval') return undefined;
  let recording;
  try {
    recording = stile.recording.decode(body);
  } catch (e) {
    if (fault && e instanceof stile.StileError && e.code === fault.code) return undefined;
    throw e;
  }
  if (UNREAD.includes(fault?.code)) throw new Error(`the recording could be read, and the answer is the fault ${fault.code}`);
  return recording;
}

/** replayed goes the whole way to a reply: from the header alone, each want served from the recording's facts. */
async function replayed(core, { header, facts }, want) {
  const byID = new Map(facts.map((f) => [f.id, f]));
  const { reply, recording } = await stile.judge(core, header, ({ id }) => {
    const f = byID.get(id);
    if (!f) throw new Error('the recording does not hold it');
    return f.state === 'present' ? { state: f.state, data: f.data } : { state: f.state, why: f.why };
  });
  return [
    differs('the answer to the replayed recording', core.eval(recording), want),
    differs('the replayed reply', Buffer.from(JSON.stringify({ reply })), want),
  ];
}

/** A test is one line of the result: a vector, or a file that is none's, and what is wrong with it. */
class Test {
  constructor(name) {
    this.name = name;
    this.faults = [];
  }

  async hold(check) {
    try {
      this.faults.push(...(await check()).filter(Boolean));
    } catch (e) {
      this.faults.push(e.code ? `${e.message} [${e.code}]` : e.message);
    }
  }

  async run(core, dir) {
    await this.hold(async () => {
      const stem = path.join(dir, this.name);
      const vector = parse(fs.readFileSync(`${stem}.vector`));
      vector.want = golden(stem, '.answer');
      if (!vector.want) return ['it has no .answer beside it'];
      this.vector = vector;
      const { faults, answer } = answered(core, vector, stem);
      this.faults.push(...faults.filter(Boolean));
      const recording = recorded(vector, answer);
      if (!recording) return [];
      return [
        differs('the recording, written again,', stile.recording.encode(recording), vector.body),
        ...(answer.reply ? await replayed(core, recording, vector.want) : []),
      ];
    });
  }

  async again(core) {
    const { vector } = this;
    if (vector) await this.hold(() => [differs('the answer, asked again,', ask(core, vector), vector.want)]);
    this.vector = undefined;
  }
}

const byBytes = (a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b));

/** strays are the files of a directory that belong to no vector: what is skipped guards nothing. */
function strays(files, names) {
  const known = new Set(names);
  return files.sort(byBytes).flatMap((file) => {
    const [, name] = FILE.exec(file) ?? [];
    if (known.has(name)) return [];
    const test = new Test(encodeURIComponent(file.toWellFormed())); // nothing in it may look like TAP
    test.faults.push(name === undefined ? 'it is no file of a vector' : 'a golden without its vector');
    return [test];
  });
}

async function main([module, dir, ...rest]) {
  if (!dir || rest.length > 0) throw new Error('usage: node vectors.js MODULE.wasm VECTORS_DIR');
  const files = fs.readdirSync(dir);
  const names = files.map((f) => FILE.exec(f)).filter((m) => m?.[2] === 'vector').map((m) => m[1]).sort();
  if (names.length === 0) throw new Error(`there are no vectors in ${dir}`);
  const core = stile.load(module);
  const tests = names.map((name) => new Test(name));
  for (const [i, test] of tests.entries()) {
    await test.run(core, dir);
    if (i > 0) await tests[i - 1].again(core);
  }
  if (tests.length > 1) await tests.at(-1).again(core);
  tests.push(...strays(files, names));
  const lines = [`1..${tests.length}`];
  for (const [i, { name, faults }] of tests.entries()) {
    lines.push(`${faults.length > 0 ? 'not ok' : 'ok'} ${i + 1} - ${name}`);
    for (const f of faults) lines.push(`# ${f.replaceAll(/[\r\n]+/g, ' ')}`);
  }
  process.stdout.write(lines.join('\n') + '\n');
  return tests.some((t) => t.faults.length > 0) ? 1 : 0;
}

// Until it is known, the outcome is that it could not be run: a loop that ends early must not read as success.
process.exitCode = 2;
main(process.argv.slice(2)).then(
  (code) => { process.exitCode = code; },
  (e) => { process.stderr.write(`vectors: ${e.message.replaceAll('\n', ' ')}\n`); },
);
