'use strict';

// What an answer shows: the classes of testdata/README.md, each with what makes an answer one of it.

const QUIET = ['twin', 'plan-mode', 'unchanged', 'green'];
const LOUD = [...QUIET, 'refuse', 'blocks-reached'];

/** Whether a reply says that some check was not run: in its journal line, its document for programs, or that for people. */
function notRun({ writes, stdout }) {
  for (const [kind, , value] of writes) {
    const [, n] = kind === 'journal' ? (/^answer=\S+ .* not-run=([0-9]+) /.exec(value) ?? []) : [];
    if (n) return n !== '0';
  }
  if (stdout.startsWith('{')) return stdout.includes('"notRun":') && !stdout.includes('"notRun":0');
  return stdout.includes('\nnot run  ');
}

const document = (code, is) => ({ hook, reply }) => reply !== undefined && !hook && reply.code === code && is(reply);
const turn = (is) => ({ hook, reply }) => reply !== undefined && hook && is(reply);

const classes = {
  green: document(0, (r) => r.verdict === 'green'),
  red: document(1, (r) => r.verdict === 'red'),
  unproven: document(3, (r) => !notRun(r)),
  refuse: turn((r) => r.answer === 'refuse' && r.stdout !== ''),
  'not-run': document(3, notRun),
  release: turn((r) => r.answer === 'blocks-reached' && r.stdout === ''),
  quiet: turn((r) => QUIET.includes(r.answer) && r.stdout === ''),
  allow: turn((r) => !LOUD.includes(r.answer) && r.stdout === '' && r.stderr !== ''),
  stamp: document(0, (r) => r.verdict === ''),
  want: ({ want }) => want?.length > 0,
  fault: ({ fault, reply }) => fault !== undefined || reply?.code === 2,
  'bad-input': () => true, // what was wrong with the input, the comment says
  reads: ({ reading, fault }) => reading && fault === undefined,
};

/** An answer taken apart; of a reading's only a fault is known here, and of one that is not canonical nothing. */
function taken(bytes, reading) {
  const text = Buffer.from(bytes).toString();
  let answer;
  try {
    answer = JSON.parse(text);
  } catch {
    return {};
  }
  if (JSON.stringify(answer) !== text) return {};
  const { fault, reply, want } = answer;
  return reading ? { fault } : { fault, reply, want };
}

/** misclassed says that an answer, taken apart, is not what the vector's header calls it; '' when it is. */
function misclassed(header, answer) {
  const is = classes[header.class]({ ...answer, hook: 'harness' in header, reading: header.call === 'read' });
  return is ? '' : `the answer is not of the class ${header.class}`;
}

module.exports = { CLASSES: Object.keys(classes), misclassed, taken };
