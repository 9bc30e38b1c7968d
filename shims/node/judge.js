'use strict';

// The host loop: serve what the core wants until it replies.

const { isBytes, known } = require('./bytes.js');
const { StileError } = require('./error.js');
const { Draft, MAX_FACTS } = require('./recording.js');
const { version } = require('./package.json');

/** Answers are canonical: what JSON.stringify would write. Anything else is not the core's. */
function parse(bytes) {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    const answer = JSON.parse(text);
    if (JSON.stringify(answer) === text && (answer.fault || answer.reply || Array.isArray(answer.want))) return answer;
  } catch {
    // It is not canonical either way.
  }
  throw new StileError('bad-answer', "the core's answer is not canonical");
}

/** The fact that an outcome of serve stands for. */
function factOf(id, outcome) {
  known(outcome, ['state', 'data', 'why'], `what is served for ${JSON.stringify(id)}`, 'bad-fact');
  const { state, why } = outcome;
  let { data } = outcome;
  if (state === 'present' && !isBytes(data)) data = require('./fact.js').encode(id, data);
  return { id, state, why, data };
}

/**
 * judge asks the core until it replies. All wants are served at once, the core is asked again as soon as any is in,
 * and the signal of one that is no longer wanted is aborted. Nothing is retried: a fact may have an effect.
 */
async function judge(core, header, serve) {
  const draft = new Draft({ ...header, core: header.core ?? version, module: header.module ?? core.module ?? '' });
  const running = new Map(); // id → AbortController
  let arrived = [];
  let wake = () => {};

  function start(want) {
    const controller = new AbortController();
    const arrive = (result) => {
      if (running.get(want.id) !== controller) return; // dropped meanwhile
      running.delete(want.id);
      arrived.push(result);
      wake();
    };
    running.set(want.id, controller);
    (async () => factOf(want.id, await serve(want, controller.signal)))().then(
      (fact) => arrive({ fact }),
      (error) => arrive({ failed: want.id, error }),
    );
  }

  function drop(id) {
    const controller = running.get(id);
    running.delete(id);
    controller.abort();
  }

  try {
    for (let asked = 0; asked <= MAX_FACTS; asked++) {
      const recording = draft.bytes();
      const { fault, reply, want: wants } = parse(core.eval(recording));
      if (fault) throw new StileError(fault.code, fault.message);
      if (reply) return { reply, recording };
      for (const { id } of wants) {
        if (draft.has(id)) throw new StileError('asked-again', `the core wants ${JSON.stringify(id)} again`);
      }
      if (wants.length === 0) throw new StileError('nothing-wanted', 'the core wants nothing and replies nothing');
      const wanted = new Set(wants.map((w) => w.id));
      if (wanted.size < wants.length) throw new StileError('asked-again', 'the core wants one fact twice in one answer');
      for (const id of [...running.keys()]) {
        if (!wanted.has(id)) drop(id);
      }
      for (const want of wants) {
        if (!running.has(want.id)) start(want);
      }
      await new Promise((resolve) => { wake = resolve; });
      for (const { fact, failed, error } of arrived) {
        if (fact) draft.put(fact);
        else if (error instanceof StileError) throw error;
        else throw new StileError('serve-failed', `serving ${JSON.stringify(failed)}: ${error?.message ?? error}`, { cause: error });
      }
      arrived = [];
    }
    throw new StileError('no-end', 'the core did not come to an end');
  } finally {
    for (const id of [...running.keys()]) drop(id);
  }
}

module.exports = { judge };
