import { Allowance } from '../../../src/models/calls/allowance.ts';
import { PaidCalls } from '../../../src/models/calls/paid-calls.ts';
import type { CallEnd } from '../../../src/models/calls/running-call.ts';
import type { OperationRecord } from '../../../src/models/records/operation-record.ts';
import { seededChoice, seededUnit } from '../../../src/studio/seeded.ts';
import { Fuse, Killed } from '../faults/fuse.ts';
import { MemoryOperations } from './memory-operations.ts';
import { rigDeps } from './model-rig.ts';
import type { ServerFault } from './model-server.ts';
import { ShortWaitClock } from './short-wait-clock.ts';
import type { WorkRig } from './work-rigs.ts';
import type { WorkWire } from './work-wire.ts';

/** State after one process life: what the server has billed, and what the records say. */
export interface LifeEnd {
  bills: number;
  /** Number of requests so far that start work. */
  submits: number;
  record: OperationRecord | undefined;
  /** Undefined: the process was killed. */
  end: CallEnd | undefined;
}

interface Life {
  rig: WorkRig;
  wire: WorkWire;
  operations: MemoryOperations;
  clock: ShortWaitClock;
  /** Number of the last request or write of the process. Undefined: the process is not killed. */
  lastCall: number | undefined;
}

/** Runs one attempt, which may be killed after a request to the server, or after a write or read of a record. */
export async function live({ rig, wire, operations, clock, lastCall }: Life): Promise<LifeEnd> {
  const fuse = new Fuse(lastCall);
  const deps = rigDeps(rig.entry(wire), { key: wire.settings.key });
  const model = await rig.open(wire, { ...deps, connection: fuse.wrap(deps.connection, 'connection') });
  const calls = new PaidCalls({
    ...{ jobId: 'adj_1', clock, allowance: new Allowance(null) },
    files: fuse.wrap(operations.nextAttempt(), 'files'),
  });
  const end = await model.make(calls, new AbortController().signal).catch((error: unknown) => {
    if (error instanceof Killed) return undefined;
    throw error;
  });
  const submits = wire.requests.filter(({ method, path }) => method === 'POST' && path !== '/queue').length;
  return { bills: wire.works.bills, submits, record: operations.latest(`${rig.port}-1`), end };
}

const faults: readonly ServerFault[] = [
  'cut-before',
  'cut-before',
  'cut-after',
  'bad-gateway',
  'late-1',
  'late-2',
  'late-4',
  { status: 503, body: { detail: 'busy' } },
  { status: 429, headers: { 'retry-after': '2' }, body: { detail: 'slow down' } },
  { status: 504, body: '<html>504</html>' },
  { headers: { 'content-type': 'text/html' }, body: '<html>hello</html>' },
];
/** Result of a provider that has billed the work and then delivers a page. */
const page = Buffer.from('<html><body>Please sign in</body></html>');
const requestsMax = 400;
const killsMax = 6;
/** Number of requests, reads and writes among which a process is killed. */
const callsOfLife = 14;

/** A random story: a server with faults, and processes that are killed until one ends the call. */
export interface Story {
  rig: WorkRig;
  wire: WorkWire;
  /** All process lives, and the last one, which has ended the call. */
  lives: LifeEnd[];
  last: LifeEnd & { end: CallEnd };
  /** Attempt after the end, which must make no request. */
  after: LifeEnd & { requests: number };
  text: string;
}

/** Starts the server of a story, with faults of random requests. */
async function startFor(rig: WorkRig, seed: string): Promise<WorkWire> {
  const random = (purpose: string): number => seededUnit(seed, purpose);
  const wire = await rig.start({
    pendingPolls: Math.floor(random('polls') * 4),
    ending: seededChoice(seed, 'ending', ['done', 'done', 'done', 'done', 'moderated', 'failed']) ?? 'done',
    isRefusing: random('refusing') < 0.05,
    ...(random('page') < 0.1 && { result: page }),
  });
  const rate = seededChoice(seed, 'rate', [0, 0.1, 0.3]) ?? 0;
  for (let request = 0; request < requestsMax; request += 1)
    wire.faults.push(random(`fault ${request}`) < rate ? seededChoice(seed, `kind ${request}`, faults) : undefined);
  return wire;
}

/** Plays the story of a seed. */
export async function play(seed: string, rigs: readonly WorkRig[]): Promise<Story> {
  const random = (purpose: string): number => seededUnit(seed, purpose);
  const rig = seededChoice(seed, 'rig', rigs);
  if (rig === undefined) throw new Error('There are no providers.');
  const wire = await startFor(rig, seed);
  try {
    const [operations, clock, lives] = [new MemoryOperations(), new ShortWaitClock(), [] as LifeEnd[]];
    for (let kills = 0; ; kills += 1) {
      const isKilled = kills < killsMax && random(`killed ${kills}`) < 0.8;
      const lastCall = isKilled ? 1 + Math.floor(random(`call ${kills}`) * callsOfLife) : undefined;
      const life = await live({ rig, wire, operations, clock, lastCall });
      lives.push(life);
      if (life.end === undefined) continue;
      const before = wire.requests.length;
      const again = await live({ rig, wire, operations, clock, lastCall: undefined });
      const after = { ...again, requests: wire.requests.length - before };
      return { rig, wire, lives, last: { ...life, end: life.end }, after, text: operations.text };
    }
  } finally {
    await wire.close();
  }
}
