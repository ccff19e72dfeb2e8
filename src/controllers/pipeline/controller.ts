import { adJobKind } from '../../domain/kinds.ts';
import { retiredAtAnnotation } from '../../domain/labels.ts';
import { readRetirement } from '../../domain/retirement.ts';
import { endPhases, isTerminal } from '../../domain/terminal.ts';
import { aborted } from '../../runtime/aborted.ts';
import { Controller } from '../../runtime/controller.ts';
import type { CacheChange, ObjectCache } from '../../runtime/object-cache.ts';
import { Reflector } from '../../runtime/reflector.ts';
import type { WorkQueueMetrics } from '../../runtime/workqueue.ts';
import type { AdJob } from '../../schema/adjob.ts';
import type { ObjectKey } from '../../store/port.ts';
import type { PipelineDeps } from './deps.ts';
import { keptInMemory } from './finished-view.ts';
import { ownerOf, type PipelineMemory } from './gather.ts';
import { PendingSettlements } from './pending-settlements.ts';
import { WatchedAccountKeyCache, type KeyOfAccount } from './account-key-cache.ts';
import { LedgerCircuitBreaker } from './ledger-circuit-breaker.ts';
import { OwnWrites } from './own-writes.ts';
import { reconcile } from './reconcile.ts';
import { StartGate, type JobCounts } from './start-gate.ts';

/**
 * Jobs looked at side by side; one job never is. They wait for stores, not for the processor: with a slow API server, 8 of
 * them left it idle for four fifths of a flood.
 */
const workers = 32;
const backoff = { baseMs: 5, maxMs: 30_000 };
/** 20,000 finished jobs take an API server 4 s to list, those that go on 20 ms: only these are waited for. */
const urgent = endPhases.map((phase) => `status.phase!=${phase}`).join(',');

export interface PipelineController {
  /** Drive jobs until the signal aborts. Resolves once every job that goes on has been seen, or with the abort. */
  start(signal: AbortSignal): Promise<void>;
  /** After the abort: resolves when no pass is under way any more. */
  drain(): Promise<void>;
  /** The hold of this job is open: once it has ended, close it. For a job that is not seen yet, as soon as it is. */
  closeHold(key: ObjectKey): void;
  /** How long the cache has been without its watch. */
  staleSeconds(): number;
  /** As the watch last showed them; of finished ones little is kept. */
  jobs: { get(key: ObjectKey): AdJob | undefined; openJobs(): Iterable<AdJob> };
  /** How many jobs of an account run and wait. */
  counts(account: ObjectKey): JobCounts;
  /** The API keys there are. */
  keys(): Iterable<KeyOfAccount>;
}

/** Takes AdJobs from their first sight to the end. A controller runs once. */
export function createPipelineController(deps: PipelineDeps, queueMetrics?: WorkQueueMetrics): PipelineController {
  const { store, clock, logger, launcher, metrics, config } = deps;
  const select = config.namespace === undefined ? {} : { namespace: config.namespace };
  const reflector = new Reflector({ store, kind: adJobKind, select, urgent, transform: keptInMemory, clock, logger });
  const { cache } = reflector;
  const accountKeys = new WatchedAccountKeyCache({ store, select, clock, logger }, deps.accounts);
  const memory = newMemory(deps, cache, accountKeys);
  const loop = new Controller({
    name: 'pipeline',
    reconcile: (key) =>
      reconcile(key, deps, memory).finally(() => {
        const job = cache.get(key);
        if (job !== undefined) enqueue(...memory.gate.observeIdle(job));
      }),
    clock,
    logger,
    workers,
    backoff,
    ...(queueMetrics && { metrics: queueMetrics }),
  });
  metrics.countJobs(() => phases(cache.values()));
  const enqueue = (...keys: ObjectKey[]): void => {
    for (const key of keys) loop.enqueue(key);
  };
  const onChange = (change: CacheChange<AdJob>): void => {
    enqueue(...takeNote(change, deps, memory));
    if (change.type !== 'deleted') enqueue(change.key);
  };
  const runs: Promise<void>[] = [];
  return {
    async start(signal) {
      runs.push(reflector.run(signal), accountKeys.run(signal));
      await Promise.race([Promise.all([reflector.whenUrgentSynced(), accountKeys.whenSynced()]), aborted(signal)]);
      untilAborted(signal, [
        cache.onChange(onChange),
        launcher.onChange((key, uid) => {
          enqueue(key, ...takeNoteOfStages(key, uid, memory));
        }),
        // Gives places away: all that hold one are known by now.
        accountKeys.onAccountChange((account) => {
          enqueue(...memory.gate.reconsider(account));
        }),
      ]);
      runs.push(loop.run(signal));
    },
    async drain() {
      await Promise.all(runs);
    },
    closeHold: (key) => {
      memory.settlements.expectClose(key);
      enqueue(key);
    },
    staleSeconds: () => reflector.staleSeconds(),
    jobs: { get: (key) => cache.get(key), openJobs: () => open(cache.values()) },
    counts: (account) => memory.gate.counts(account),
    keys: () => accountKeys.keys(),
  };
}

function newMemory(
  { ledger, launcher, clock, logger, config }: PipelineDeps,
  cache: ObjectCache<AdJob>,
  accountKeys: WatchedAccountKeyCache,
): PipelineMemory {
  return {
    cached: (key) => cache.get(key),
    ownWrites: new OwnWrites(),
    gate: new StartGate(
      config,
      (account) => accountKeys.shareOf(account),
      (uid) => launcher.mayRun(uid),
    ),
    accountKeys,
    ledger: new LedgerCircuitBreaker(ledger, clock, logger),
    settlements: new PendingSettlements(),
    refusedLaunches: new Set(),
  };
}

function untilAborted(signal: AbortSignal, unsubscribers: (() => void)[]): void {
  const stop = (): void => {
    for (const unsubscribe of unsubscribers) unsubscribe();
  };
  signal.addEventListener('abort', stop, { once: true });
}

/** Returns the jobs that may start because of the change. */
function takeNote(
  change: CacheChange<AdJob>,
  { launcher, logger }: PipelineDeps,
  { gate, ownWrites, settlements, refusedLaunches }: PipelineMemory,
) {
  if (change.type !== 'deleted') {
    const { annotations, uid } = change.view.metadata;
    // Noted by who has made the books anew: what we know of is of those before.
    if (readRetirement(annotations?.[retiredAtAnnotation]) === 'everywhere') settlements.expireRetirement(uid);
    return gate.observe(change.view);
  }
  const { uid } = change.before.metadata;
  ownWrites.forget(uid);
  settlements.delete(change.key, uid);
  refusedLaunches.delete(uid);
  // Somebody may have taken our finalizer away: what still runs belongs to nobody.
  launcher.stop(ownerOf(change.before)).catch((error: unknown) => {
    logger.warn({ err: error, uid }, 'the stages of a job that is gone could not be stopped');
  });
  return gate.observeStages(change.key, uid);
}

/** Returns the jobs that may start because of the change. */
function takeNoteOfStages(key: ObjectKey, uid: string, memory: PipelineMemory): ObjectKey[] {
  const job = memory.cached(key);
  return job?.metadata.uid === uid ? memory.gate.observe(job) : memory.gate.observeStages(key, uid);
}

function* open(jobs: Iterable<AdJob>): Iterable<AdJob> {
  for (const job of jobs) if (!isTerminal(job)) yield job;
}

function* phases(jobs: Iterable<AdJob>) {
  for (const { spec, status } of jobs) yield { type: spec.type, phase: status?.phase ?? ('PENDING' as const) };
}
