import { adJobKind } from '../../domain/kinds.ts';
import { timestamp } from '../../domain/timestamp.ts';
import { isStoreError } from '../../objects/store-error.ts';
import type { ObjectKey } from '../../objects/object-key.ts';
import { runRounds } from '../../runtime/rounds.ts';
import type { AdJob } from '../../schema/adjob.ts';
import type { PipelineDeps } from './deps.ts';
import { isOpen, type PipelineMemory } from './gather.ts';

/** Interval in milliseconds at which a halt of all jobs is noticed. */
const pauseMs = 5_000;

/**
 * Pauses the overall timeout of an unfinished job while all jobs wait. The next reconcile after the halt ends the pause,
 * as it ends a suspension.
 *
 * Guarantee: one write for each job and halt. The start of the pause is in the status, so a restart of the controller
 * loses no time of a job.
 */
export async function pauseTimeout(
  key: ObjectKey,
  { store, clock, events }: PipelineDeps,
  { cached, ownWrites }: Pick<PipelineMemory, 'cached' | 'ownWrites'>,
): Promise<void> {
  const job = cached(key);
  if (job === undefined || !isTimed(job) || ownWrites.isStale(job.metadata)) return;
  const { namespace, name, uid, resourceVersion } = job.metadata;
  const suspension = { seconds: job.status?.suspension?.seconds ?? 0, since: timestamp(clock.now()) };
  try {
    const after = await store.patchStatus(adJobKind, key, { metadata: { resourceVersion }, status: { suspension } });
    ownWrites.remember(job.metadata, after.metadata);
  } catch (error) {
    if (isStoreError(error, 'Conflict', 'NotFound')) return;
    throw error;
  }
  const message =
    'All jobs wait: the ledger is lost (see GrantsApplied of the AdAccount), or the files are not known to belong to ' +
    'this installation (see the log of the controller).';
  events.emit({ type: 'Warning', reason: 'Halted', message, object: { kind: adJobKind.kind, namespace, name, uid } });
}

/**
 * Enqueues the unfinished jobs when a halt begins, because the timeout of jobs that wait for their turn runs too, and
 * again when it ends. Resolves when the signal aborts.
 */
export function watchHalt(
  { isHalted, clock, logger }: PipelineDeps,
  jobs: { open: () => Iterable<AdJob>; enqueue: (key: ObjectKey) => void },
  signal: AbortSignal,
): Promise<void> {
  let wasHalted = false;
  const round = async (): Promise<void> => {
    const halted = isHalted?.() === true;
    if (halted || wasHalted) for (const job of jobs.open()) if (!halted || isTimed(job)) jobs.enqueue(job.metadata);
    wasHalted = halted;
    await Promise.resolve();
  };
  const failed = (err: unknown): void => {
    logger.error({ err }, 'failed to enqueue the unfinished jobs at a halt; retrying');
  };
  return runRounds({ round, pauseMs, clock, failed }, signal);
}

/** Reports whether the overall timeout of the job is running. */
function isTimed(job: AdJob): boolean {
  return isOpen(job) && job.status?.suspension?.since === undefined;
}
