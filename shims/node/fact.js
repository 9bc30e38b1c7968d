'use strict';

// The kinds of facts and their fields, in the order of their bytes (core/fact/kind.go, which says what each means).

const { Reader, Writer, isBytes, known } = require('./bytes.js');
const { StileError } = require('./error.js');

const measure = {
  started: 'bool', cause: 'string', detail: 'string', exit: 'int', signal: 'int', timedOut: 'bool',
  head: 'bytes', tail: 'bytes', omitted: 'int', report: 'bytes', noReport: 'string', treeAfter: 'string',
  treeDiff: 'strings', touched: 'bool', survivors: 'strings', scrubbed: 'int',
  files: 'strings',
};

const evidence = { size: 'int', sha256: 'string', text: 'string', spelling: 'string', real: 'string', read: 'bytes' };

const kinds = {
  payload: { read: 'bytes', event: 'string' },
  projects: { repository: 'bool', cwd: 'string', chain: 'strings', nested: 'strings', unnamed: 'int' },
  tree: { digest: 'string', files: 'int', closed: 'int' },
  changed: { base: 'string', all: 'bool', why: 'string', paths: 'strings', more: 'int' },
  state: {
    writable: 'bool', why: 'string', answered: 'bool', refusals: 'int', released: 'bool', inRow: 'int',
    deferred: 'int', lastTree: 'string', lastVerdict: 'string', fingerprint: 'string', known: 'strings',
  },
  file: { size: 'int', sha256: 'string', text: 'string', read: 'bytes' },
  evidence,
  adr: evidence,
  report: evidence,
  list: { names: 'strings', more: 'int' },
  result: measure,
  measure,
  claim: { outcome: 'string', n: 'int', why: 'string' },
  append: { outcome: 'string', path: 'string', why: 'string' },
};

const EMPTY = {
  bytes: () => new Uint8Array(0), string: () => '', strings: () => [], bool: () => false, int: () => 0,
};

function fieldsOf(id) {
  const kind = String(id).split(':', 1)[0];
  if (!Object.hasOwn(kinds, kind)) throw new StileError('bad-fact', `${JSON.stringify(kind)} is no kind of fact`);
  return kinds[kind];
}

/** encode gives the canonical bytes of a fact's value. `id` is the want's, or its kind; a field left out is empty. */
function encode(id, value) {
  const fields = fieldsOf(id);
  known(value, Object.keys(fields), `a ${id} fact`, 'bad-fact');
  const w = new Writer('bad-fact');
  for (const [name, type] of Object.entries(fields)) {
    try {
      w[type](value[name] ?? EMPTY[type]());
    } catch (e) {
      throw new StileError(e.code ?? 'bad-fact', `${id}, ${name}: ${e.message}`, { cause: e });
    }
  }
  return w.done();
}

/** decode reads them back, every field set. */
function decode(id, data) {
  const fields = fieldsOf(id);
  if (!isBytes(data)) throw new TypeError('a fact is decoded from a Uint8Array');
  const r = new Reader(data, 'bad-fact', `a ${id} fact could not be read`);
  const value = {};
  for (const [name, type] of Object.entries(fields)) value[name] = r[type]();
  r.end();
  return value;
}

module.exports = { decode, encode, kinds };
