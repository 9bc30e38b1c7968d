#!/usr/bin/env node
'use strict';

// The vector runner: node vectors.js MODULE.wasm VECTORS_DIR. What a vector is, testdata/README.md says.

const fs = require('node:fs');
const path = require('node:path');
const { CLASSES, misclassed, taken } = require('./classes.js');
const stile = require('./stile.js');

const FILE = /^([a-z0-9-]+)\.(vector|answer|out|err)$/;

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
  const body = file.subarray(end + 2);
  if (header.call === 'read' && !kindOf(body).equals(Buffer.from(header.kind))) {
    throw new Error(`the kind is ${header.kind}, the request's is ${kindOf(body)}`);
  }
  return { header, body };
}

/** The kind that a request names: the first of its three frames. */
function kindOf(request) {
  const frames = [];
  let at = 0;
  while (at + 4 <= request.length && frames.length < 3) {
    const end = at + 4 + request.readUInt32LE(at);
    frames.push(request.subarray(at + 4, end));
    at = end;
  }
  const named = at === request.length && frames.length === 3 && frames[0].length > 0;
  return named ? frames[0] : Buffer.from('none');
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
  return { faults, replies: reply !== undefined };
}

/** The recording in a request; undefined where a reply does not need one and it cannot be read. */
function recorded({ header, body }, replies) {
  if (header.call !== 'eval') return undefined;
  try {
    return stile.recording.decode(body);
  } catch (e) {
    if (replies || !(e instanceof stile.StileError)) throw e;
    return undefined;
  }
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
      const { faults, replies } = answered(core, vector, stem);
      this.faults.push(...faults.filter(Boolean));
      const recording = recorded(vector, replies);
      if (!recording) return [];
      return [
        differs('the recording, written again,', stile.recording.encode(recording), vector.body),
        ...(replies ? await replayed(core, recording, vector.want) : []),
      ];
    });
  }

  async again(core) {
    const { vector } = this;
    if (vector) await this.hold(() => [differs('the answer, asked again,', ask(core, vector), vector.want)]);
    this.vector = undefined;
  }
}

/** strays are the files of a directory that belong to no vector: what is skipped guards nothing. */
function strays(files, names) {
  const known = new Set(names);
  return files.flatMap((file) => {
    const [, name] = FILE.exec(file) ?? [];
    if (known.has(name)) return [];
    const test = new Test(file);
    test.faults.push(name === undefined ? 'it is no file of a vector' : 'a golden without its vector');
    return [test];
  });
}

async function main([module, dir, ...rest]) {
  if (!dir || rest.length > 0) throw new Error('usage: node vectors.js MODULE.wasm VECTORS_DIR');
  const files = fs.readdirSync(dir).sort();
  const names = files.map((f) => FILE.exec(f)).filter((m) => m?.[2] === 'vector').map((m) => m[1]);
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
    for (const f of faults) lines.push(`# ${f.replaceAll('\n', ' ')}`);
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
