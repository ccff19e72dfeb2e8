import { hasRunBefore } from '../../domain/earlier-run.ts';
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
import type { ObjectKey } from '../../objects/object-key.ts';
import type { PipelineDeps } from './deps.ts';
import { watchHalt } from './halt.ts';
import { createMemoryView } from './finished-view.ts';
import { ownerOf, type PipelineMemory } from './gather.ts';
import { PendingSettlements } from './pending-settlements.ts';
import { WatchedAccountKeyCache, type KeyOfAccount } from './account-key-cache.ts';
import { LedgerCircuitBreaker } from './ledger-circuit-breaker.ts';
import { OwnWrites } from './own-writes.ts';
import { noteWaits, reconcile } from './reconcile.ts';
import { type GatedJob, type GateHold, StartGate, type JobCounts } from './start-gate.ts';
import { needsOf } from './stage-models.ts';
import { StartHold } from './start-hold.ts';

/**
 * Number of jobs reconciled in parallel. Workers mostly wait for the API server and the ledger, not for the CPU. With a
 * slow API server and many new jobs, 8 workers left the CPU idle for 80 % of the time.
 */
const workers = 32;
const backoff = { baseMs: 5, maxMs: 30_000 };
/**
 * Field selector of unfinished jobs. The controller starts as soon as the unfinished jobs are cached. Listing them
 * takes an API server 20 ms, while listing 20,000 finished jobs as well takes 4 s.
 */
const urgent = endPhases.map((phase) => `status.phase!=${phase}`).join(',');

interface CachedJobs {
  get(key: ObjectKey): AdJob | undefined;
  openJobs(): Iterable<AdJob>;
  all(): Iterable<AdJob>;
  /** Reports whether the cache has every job. */
  isComplete(): boolean;
}

export interface PipelineController {
  /**
   * Starts the controller, which reconciles jobs until the signal aborts. The promise resolves once the cache contains
   * every unfinished job, at the latest when the signal aborts.
   */
  start(signal: AbortSignal): Promise<void>;
  /** Resolves once no job is being reconciled any more. Call `drain` after the signal has aborted. */
  drain(): Promise<void>;
  /**
   * Makes the controller charge or release the reserved credits of this finished job, even if the controller's own
   * watch shows the end of the job only later.
   */
  closeHold(key: ObjectKey): void;
  staleSeconds(): number;
  /** Resolves once the cache contains every job. */
  whenSynced(): Promise<void>;
  /** Cached jobs. Of a finished job, the cache keeps only a part (see `createMemoryView`). */
  jobs: CachedJobs;
  /** Cache of all jobs, for controllers that handle finished jobs. */
  watched: Pick<ObjectCache<AdJob>, 'get' | 'values' | 'onChange'>;
  counts(account: ObjectKey): JobCounts;
  keys(): Iterable<KeyOfAccount>;
  /** Cache of all API keys, for controllers that handle keys. */
  watchedKeys: Pick<ObjectCache<KeyOfAccount>, 'get' | 'onChange' | 'values'>;
}

/** Creates the controller that reconciles AdJobs. Start each controller only once. */
export function createPipelineController(deps: PipelineDeps, queueMetrics?: WorkQueueMetrics): PipelineController {
  const { store, clock, logger, launcher, metrics, config } = deps;
  const select = config.namespace === undefined ? {} : { namespace: config.namespace };
  const transform = createMemoryView();
  const reflector = new Reflector({ store, kind: adJobKind, select, urgent, transform, clock, logger });
  const { cache } = reflector;
  const accountKeys = new WatchedAccountKeyCache({ store, select, clock, logger }, deps.accounts);
  const memory = newMemory(deps, cache, accountKeys);
  const loop = new Controller({
    name: 'pipeline',
    reconcile: (key) =>
      reconcile(key, deps, memory).finally(() => {
        enqueue(...noteIdle(key, memory));
      }),
    ...{ clock, logger, workers, backoff },
    ...(queueMetrics && { metrics: queueMetrics }),
  });
  count(cache, metrics);
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
        // This listener assigns slots (places for running jobs). It is added last, when all jobs that already have a
        // slot are known.
        accountKeys.onAccountChange((account) => {
          enqueue(...memory.gate.reconsider(account));
        }),
      ]);
      const jobs = { open: () => open(cache.values()), enqueue };
      runs.push(loop.run(signal), watchHalt(deps, jobs, signal));
    },
    async drain() {
      await Promise.all(runs);
    },
    closeHold: (key) => {
      memory.settlements.expectClose(key);
      enqueue(key);
    },
    ...{ staleSeconds: () => reflector.staleSeconds(), whenSynced: () => reflector.whenSynced() },
    jobs: cachedJobs(cache, () => reflector.hasSynced),
    ...{ watched: cache, watchedKeys: accountKeys.watchedKeys },
    counts: (account) => memory.gate.counts(account),
    keys: () => accountKeys.keys(),
  };
}

function cachedJobs(cache: ObjectCache<AdJob>, isComplete: () => boolean): CachedJobs {
  return {
    get: (key) => cache.get(key),
    openJobs: () => open(cache.values()),
    all: () => cache.values(),
    isComplete,
  };
}

function newMemory(
  { ledger, launcher, clock, logger, config }: PipelineDeps,
  cache: ObjectCache<AdJob>,
  accountKeys: WatchedAccountKeyCache,
): PipelineMemory {
  const startHold = new StartHold({ seconds: config.unschedulableHoldSeconds, now: () => clock.now() });
  const queued = (job: GatedJob, account: ObjectKey) => ({ ...job, queueName: accountKeys.queueName(account) });
  const hold: GateHold = {
    needsOf: (job) => needsOf(job, { config }),
    ask: (job, account) => startHold.ask(queued(job, account)),
    probed: (job, account) => {
      startHold.probed(queued(job, account));
    },
  };
  return {
    startHold,
    cached: (key) => cache.get(key),
    ownWrites: new OwnWrites(),
    gate: new StartGate(
      config,
      (account) => accountKeys.shareOf(account),
      (uid) => launcher.mayRun(uid),
      hold,
    ),
    accountKeys,
    ledger: new LedgerCircuitBreaker(ledger, clock, logger),
    settlements: new PendingSettlements(),
    refusedLaunches: new Set(),
    reservations: new Map(),
  };
}

function untilAborted(signal: AbortSignal, unsubscribers: (() => void)[]): void {
  const stop = (): void => {
    for (const unsubscribe of unsubscribers) unsubscribe();
  };
  signal.addEventListener('abort', stop, { once: true });
}

function takeNote(change: CacheChange<AdJob>, { launcher, logger }: PipelineDeps, memory: PipelineMemory) {
  const { gate, ownWrites, settlements, refusedLaunches, reservations } = memory;
  if (change.type !== 'deleted') {
    const { annotations, uid } = change.view.metadata;
    // The value `everywhere` was written by a rebuild of the ledger. The cached answer about the charge of the deleted
    // job came from the ledger before the rebuild, so the cached answer is dropped.
    if (readRetirement(annotations?.[retiredAtAnnotation]) === 'everywhere') settlements.expireRetirement(uid);
    return gate.observe(change.view);
  }
  const { uid } = change.before.metadata;
  ownWrites.forget(uid);
  settlements.delete(change.key, uid);
  refusedLaunches.delete(uid);
  reservations.delete(uid);
  noteWaits(change.before, [], memory);
  // A client may have removed the finalizer by hand, so stages of the deleted job may still be running.
  launcher.stop(ownerOf(change.before)).catch((error: unknown) => {
    logger.warn({ err: error, uid }, 'failed to stop the attempts of a deleted job');
  });
  return [...gate.observeStages(change.key, uid), ...gate.reconsiderHeld()];
}

/** Takes note that no reconcile is handling a job. Returns the jobs that may start now. */
function noteIdle(key: ObjectKey, memory: PipelineMemory): ObjectKey[] {
  const job = memory.cached(key);
  const { gate } = memory;
  return [...(job === undefined ? [] : gate.observeIdle(job)), ...gate.reconsiderHeld()];
}

function takeNoteOfStages(key: ObjectKey, uid: string, memory: PipelineMemory): ObjectKey[] {
  const job = memory.cached(key);
  return job?.metadata.uid === uid ? memory.gate.observe(job) : memory.gate.observeStages(key, uid);
}

function* open(jobs: Iterable<AdJob>): Iterable<AdJob> {
  for (const job of jobs) if (!isTerminal(job)) yield job;
}

function count(cache: ObjectCache<AdJob>, metrics: PipelineDeps['metrics']): void {
  metrics.countJobs(() => phases(cache.values()));
  metrics.countWaits(() => waits(cache.values()));
}

function* waits(jobs: Iterable<AdJob>) {
  for (const { waiting } of [...open(jobs)].flatMap(({ status }) => status?.stages ?? []))
    if (waiting) yield waiting.reason;
}

function* phases(jobs: Iterable<AdJob>) {
  for (const { spec, status } of jobs)
    if (!hasRunBefore({ status })) yield { type: spec.type, phase: status?.phase ?? ('PENDING' as const) };
}
