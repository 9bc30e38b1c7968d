#!/usr/bin/env node
'use strict';

// The vector runner: node vectors.js MODULE.wasm VECTORS_DIR. What a vector is, testdata/README.md says.

const fs = require('node:fs');
const path = require('node:path');
const stile = require('./stile.js');

const CLASSES = [
  'green', 'red', 'unproven', 'refuse', 'not-run', 'release', 'quiet', 'allow', 'want', 'fault', 'bad-input', 'reads',
];

// The header's keys in their order, and what each may say.
const KEYS = {
  format: /^1$/,
  call: /^(eval|read)$/,
  code: /^(-|0|[1-9][0-9]?|1[0-9]{2}|2[0-4][0-9]|25[0-5])$/,
  class: new RegExp(`^(${CLASSES.join('|')})$`),
  kind: /^\S(.*\S)?$/,
  harness: /^\S(.*\S)?$/,
  comment: /^\S(.*\S)?$/,
};
const MANDATORY = ['format', 'call', 'code', 'class', 'comment'];

/** parse splits a vector into its header and its body; what is not exactly one throws. */
function parse(file) {
  const end = file.indexOf('\n\n');
  if (end < 0) throw new Error('the header has no end');
  const header = {};
  let last = -1;
  for (const line of file.toString('utf8', 0, end).split('\n')) {
    const [, key, value] = /^([a-z]+): (.*)$/.exec(line) ?? [];
    const place = Object.keys(KEYS).indexOf(key);
    if (place < 0 || !KEYS[key].test(value)) throw new Error(`the header line ${JSON.stringify(line)} is not known`);
    if (place <= last) throw new Error(`the header key ${key} is not in its place`);
    header[key] = value;
    last = place;
  }
  for (const key of MANDATORY) {
    if (!(key in header)) throw new Error(`the header has no ${key}`);
  }
  if ((header.call === 'read') !== ('kind' in header)) throw new Error('a kind goes with a read, and with nothing else');
  if (header.call === 'read' && header.code !== '-') throw new Error('a reading has no exit code');
  return { header, body: file.subarray(end + 2) };
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

function beside(file) {
  try {
    return fs.readFileSync(file);
  } catch (e) {
    if (e.code === 'ENOENT') return undefined;
    throw e;
  }
}

/** The reply that an answer holds, if any: with what it prints, and its code. */
function replyOf(answer) {
  try {
    return JSON.parse(Buffer.from(answer).toString()).reply;
  } catch {
    return undefined; // the answer differs, and that is said
  }
}

/** answered compares the core's answer, and what its reply prints, with the files beside the vector. */
function answered(core, { header, body }, stem) {
  const want = beside(`${stem}.answer`);
  if (!want) return { faults: ['it has no .answer beside it'] };
  const got = header.call === 'eval' ? core.eval(body) : core.readRequest(body);
  const reply = header.call === 'eval' ? replyOf(got) : undefined;
  const code = reply ? String(reply.code) : '-';
  const faults = [
    differs('the answer', got, want),
    code === header.code ? '' : `the code is ${code}, want ${header.code}`,
    differs('stdout', Buffer.from(reply?.stdout ?? ''), beside(`${stem}.out`) ?? Buffer.alloc(0)),
    differs('stderr', Buffer.from(reply?.stderr ?? ''), beside(`${stem}.err`) ?? Buffer.alloc(0)),
  ];
  return { faults, replies: reply !== undefined, want };
}

/** replayed goes the whole way to a reply: from the header alone, each want served from the recording's facts. */
async function replayed(core, body, want) {
  const { header, facts } = stile.recording.decode(body);
  const byID = new Map(facts.map((f) => [f.id, f]));
  const { reply, recording } = await stile.judge(core, header, ({ id }) => {
    const f = byID.get(id);
    if (!f) throw new Error('the recording does not hold it');
    return f.state === 'present' ? { state: f.state, data: f.data } : { state: f.state, why: f.why };
  });
  return [
    differs('the recording, written again,', stile.recording.encode({ header, facts }), body),
    differs('the answer to the replayed recording', core.eval(recording), want),
    differs('the replayed reply', Buffer.from(JSON.stringify({ reply })), want),
  ];
}

async function run(core, file) {
  const stem = file.slice(0, -'.vector'.length);
  try {
    const vector = parse(fs.readFileSync(file));
    const { faults, replies, want } = answered(core, vector, stem);
    const more = replies ? await replayed(core, vector.body, want) : [];
    return [...faults, ...more].filter(Boolean);
  } catch (e) {
    return [e.code ? `${e.message} [${e.code}]` : e.message];
  }
}

async function main([module, dir, ...rest]) {
  if (!dir || rest.length > 0) throw new Error('usage: node vectors.js MODULE.wasm VECTORS_DIR');
  const names = fs.readdirSync(dir).filter((n) => n.endsWith('.vector')).sort();
  if (names.length === 0) throw new Error(`there are no vectors in ${dir}`);
  const core = stile.load(module);
  const lines = [`1..${names.length}`];
  let failed = 0;
  for (const [i, name] of names.entries()) {
    const faults = await run(core, path.join(dir, name));
    if (faults.length > 0) failed++;
    lines.push(`${faults.length > 0 ? 'not ok' : 'ok'} ${i + 1} - ${name.slice(0, -'.vector'.length)}`);
    for (const f of faults) lines.push(`# ${f.replaceAll('\n', ' ')}`);
  }
  process.stdout.write(lines.join('\n') + '\n');
  return failed > 0 ? 1 : 0;
}

// Until it is known, the outcome is that it could not be run: a loop that ends early must not read as success.
process.exitCode = 2;
main(process.argv.slice(2)).then(
  (code) => { process.exitCode = code; },
  (e) => { process.stderr.write(`vectors: ${e.message.replaceAll('\n', ' ')}\n`); },
);
