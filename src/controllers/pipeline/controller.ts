import { adJobKind } from '../../domain/kinds.ts';
import { aborted } from '../../runtime/aborted.ts';
import { Controller } from '../../runtime/controller.ts';
import type { CacheChange } from '../../runtime/object-cache.ts';
import { Reflector } from '../../runtime/reflector.ts';
import type { WorkQueueMetrics } from '../../runtime/workqueue.ts';
import type { AdJob } from '../../schema/adjob.ts';
import type { PipelineDeps } from './deps.ts';
import { keptInMemory } from './finished-view.ts';
import { ownerOf, type PipelineMemory } from './gather.ts';
import { WatchedParties } from './known-parties.ts';
import { OwnWrites } from './own-writes.ts';
import { reconcile } from './reconcile.ts';
import { StartGate } from './start-gate.ts';

/** Jobs looked at side by side; one job never is. They wait for stores, not for the processor. */
const workers = 8;
const backoff = { baseMs: 5, maxMs: 30_000 };
/** 20,000 finished jobs take an API server 4 s to list, those that go on 20 ms: only these are waited for. */
const urgent = 'status.phase!=SUCCESS,status.phase!=FAILED';

export interface PipelineController {
  /** Drive jobs until the signal aborts. Resolves once every job that goes on has been seen, or with the abort. */
  start(signal: AbortSignal): Promise<void>;
  /** After the abort: resolves when no pass is under way any more. */
  drain(): Promise<void>;
  /** How long the cache has been without its watch. */
  staleSeconds(): number;
}

/** Takes AdJobs from their first sight to the end. A controller runs once. */
export function createPipelineController(deps: PipelineDeps, queueMetrics?: WorkQueueMetrics): PipelineController {
  const { store, clock, logger, launcher, metrics, config } = deps;
  const select = config.namespace === undefined ? {} : { namespace: config.namespace };
  const reflector = new Reflector({ store, kind: adJobKind, select, urgent, transform: keptInMemory, clock, logger });
  const { cache } = reflector;
  const parties = new WatchedParties({ store, select, clock, logger });
  const memory: PipelineMemory = {
    cached: (key) => cache.get(key),
    ownWrites: new OwnWrites(),
    gate: new StartGate({ maxRunningJobs: config.maxRunningJobs }),
    parties,
  };
  const loop = new Controller({
    name: 'pipeline',
    reconcile: async (key) => {
      const requeueAfterMs = await reconcile(key, deps, memory);
      return requeueAfterMs === undefined ? {} : { requeueAfterMs };
    },
    clock,
    logger,
    workers,
    backoff,
    ...(queueMetrics && { metrics: queueMetrics }),
  });
  metrics.countJobs(() => phases(cache.values()));
  const hear = (change: CacheChange<AdJob>): void => {
    for (const key of takeNote(change, deps, memory)) loop.enqueue(key);
    if (change.type !== 'deleted') loop.enqueue(change.key);
  };
  const runs: Promise<void>[] = [];
  return {
    async start(signal) {
      runs.push(reflector.run(signal), parties.run(signal));
      await Promise.race([Promise.all([reflector.whenUrgentSynced(), parties.whenSynced()]), aborted(signal)]);
      const unsubscribe = [
        cache.onChange(hear),
        launcher.onChange((key) => {
          loop.enqueue(key);
        }),
      ];
      signal.addEventListener(
        'abort',
        () => {
          for (const stop of unsubscribe) stop();
        },
        { once: true },
      );
      runs.push(loop.run(signal));
    },
    async drain() {
      await Promise.all(runs);
    },
    staleSeconds: () => reflector.staleSeconds(),
  };
}

/** Returns the jobs that may start because of the change. */
function takeNote(change: CacheChange<AdJob>, { launcher, logger }: PipelineDeps, { gate, ownWrites }: PipelineMemory) {
  if (change.type !== 'deleted') return gate.observe(change.view);
  const { uid } = change.before.metadata;
  ownWrites.forget(uid);
  // Somebody may have taken our finalizer away: what still runs belongs to nobody.
  launcher.stop(ownerOf(change.before)).catch((error: unknown) => {
    logger.warn({ err: error, uid }, 'the stages of a job that is gone could not be stopped');
  });
  return gate.forget(uid);
}

function* phases(jobs: Iterable<AdJob>) {
  for (const { spec, status } of jobs) yield { type: spec.type, phase: status?.phase ?? ('PENDING' as const) };
}
