/** What the core, a recording and a fact could not be; `code` is a stable word, README.md lists them. */
export class StileError extends Error {
  readonly name: 'StileError';
  readonly code: string;
}

export interface Core {
  /** Version of the module's exports: major << 16 | minor. */
  readonly abi: number;
  /** sha256 of the module, in hex. */
  readonly module: string;
  /** The answer to a recording, as canonical JSON. */
  eval(recording: Uint8Array): Uint8Array;
  /** What raw bytes say, as canonical JSON. Strings are passed as UTF-8; a lone surrogate is refused. */
  read(kind: Uint8Array | string, query: Uint8Array | string, raw: Uint8Array | string): Uint8Array;
  /** The same for a request that holds the three as frames already. */
  readRequest(request: Uint8Array): Uint8Array;
}

/** Compiles a module, given as its bytes or its path. Blocks until it is compiled. */
export function load(module: Uint8Array | string): Core;

export interface Header {
  /** Version of the core; judge fills in this package's. */
  core?: string;
  /** sha256 of the module; judge fills in the core's. */
  module?: string;
  verb: 'check' | 'verify' | 'gate-hook' | (string & {});
  harness?: string;
  /** stop, commit, push or ci. */
  point?: string;
  /** In any order, none twice. */
  flags?: string[];
}

/** One fact that the core asks for; each argument is a list. */
export interface Want {
  id: string;
  args: Record<string, string[]>;
}

/** What came of a want. A plain object as data is encoded as the kind's fact. */
export type Outcome =
  | { state: 'present'; data: Uint8Array | Partial<FactValue> }
  | { state: 'absent' }
  | { state: 'unreadable'; why: string };

export interface Reply {
  /** The exit code. */
  code: number;
  /** green, red or unproven; empty where nothing was judged. */
  verdict: string;
  /** gate-hook: the row of the answer table that decided. */
  answer: string;
  stdout: string;
  stderr: string;
  /** What to keep after stdout was written: kind, name, value. */
  writes: [kind: string, name: string, value: string][];
}

/** Asks the core until it replies; rejects with a StileError when it cannot be asked. */
export function judge(
  core: Pick<Core, 'eval'> & Partial<Pick<Core, 'module'>>,
  header: Header,
  serve: (want: Want, signal: AbortSignal) => Outcome | Promise<Outcome>,
): Promise<{ reply: Reply; recording: Uint8Array }>;

export interface Fact {
  id: string;
  state: 'present' | 'absent' | 'unreadable';
  /** Of an unreadable fact: a few words without a path of the machine. */
  why?: string;
  /** Of a present fact: what fact.encode gives. */
  data?: Uint8Array;
}

export namespace recording {
  /** Facts and flags may come in any order, none twice. */
  function encode(recording: { header: Header; facts?: Fact[] }): Uint8Array;
  /** Refuses what is not canonical, and text that is not UTF-8. */
  function decode(recording: Uint8Array): { header: Required<Header>; facts: Required<Fact>[] };
}

export namespace fact {
  /** `id` is a want's id or a kind. A field left out is empty; an unknown one is refused. */
  function encode<K extends string>(id: K, value: Partial<ValueOf<K>>): Uint8Array;
  function decode<K extends string>(id: K, data: Uint8Array): ValueOf<K>;
}

type KindOf<Id extends string> = Id extends `${infer K}:${string}` ? K : Id;
type ValueOf<Id extends string> = KindOf<Id> extends keyof FactKinds ? FactKinds[KindOf<Id>] : FactValue;
export type FactValue = FactKinds[keyof FactKinds];

/** The kinds and their fields. Every number is a safe integer; one beyond is refused, in both directions. */
export interface FactKinds {
  payload: { read: Uint8Array; event: string };
  projects: { repository: boolean; cwd: string; chain: string[]; nested: string[]; unnamed: number };
  tree: { digest: string; files: number; closed: number };
  changed: { base: string; all: boolean; why: string; paths: string[]; more: number };
  state: {
    writable: boolean; why: string; answered: boolean; refusals: number; released: boolean; inRow: number;
    deferred: number; lastTree: string; lastVerdict: string; fingerprint: string; known: string[];
  };
  file: { size: number; sha256: string; text: string; read: Uint8Array };
  evidence: Evidence;
  adr: Evidence;
  report: Evidence;
  list: { names: string[]; more: number };
  result: Measure;
  measure: Measure;
  claim: { outcome: string; n: number; why: string };
  append: { outcome: string; path: string; why: string };
}

/** A file that a table cites: how the disk spells its path, and where links lead. */
export interface Evidence {
  size: number; sha256: string; text: string; spelling: string; real: string; read: Uint8Array;
}

export interface Measure {
  started: boolean; cause: string; detail: string; exit: number; signal: number; timedOut: boolean;
  head: Uint8Array; tail: Uint8Array; omitted: number; report: Uint8Array; noReport: string; treeAfter: string;
  treeDiff: string[]; touched: boolean; survivors: string[]; scrubbed: number;
  files: string[];
}
