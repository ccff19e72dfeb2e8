import { UnreadableRecord, type ArchivedJobKey } from '../../archive/port.ts';
import { accountOf } from '../../domain/account-of.ts';
import { dueMs, waitMs, replayRequest, unsent } from '../../domain/delivery.ts';
import { jobIdOf } from '../../domain/job-view.ts';
import { hasOpenCallback } from '../../domain/retention.ts';
import { Controller } from '../../runtime/controller.ts';
import type { ObjectCache } from '../../runtime/object-cache.ts';
import { runRounds } from '../../runtime/rounds.ts';
import { SparseWarnings } from '../../runtime/sparse-warnings.ts';
import type { WorkQueueMetrics } from '../../runtime/workqueue.ts';
import type { AdJob, DeliveryStatus } from '../../schema/adjob.ts';
import type { ObjectKey } from '../../objects/object-key.ts';
import { AdJobCallbacks, isHandled } from './adjob-callbacks.ts';
import { ArchivedCallbacks } from './archived-callbacks.ts';
import { Attempts } from './attempts.ts';
import type { CallbackDeps } from './deps.ts';
import { SampleQueue, type WatchedAccounts } from './sample-queue.ts';

const workers = 8;
const backoff = { baseMs: 1_000, maxMs: 60_000 };
/**
 * Maximum interval in milliseconds at which a waiting callback is checked. The time of an attempt is wall time, but
 * delays are measured by a monotonic clock, so a correction of the wall clock takes effect only at the next check.
 */
const recheckMs = 60_000;
/** Interval in milliseconds at which the undelivered callbacks in the archive are listed. */
const archivePauseMs = 30_000;
/** Interval in milliseconds at which an unreadable archive record or callback delivery is read again. */
const unreadablePauseMs = 600_000;
/** Time in milliseconds that running attempts get to end after the controller was stopped. */
const graceMs = 10_000;

/** Delay in milliseconds before the callback is checked again; absent if no check is planned. */
interface Reconciled {
  requeueAfterMs?: number;
}

/** Cached AdJobs of the pipeline controller. */
export type WatchedJobs = Pick<ObjectCache<AdJob>, 'get' | 'values' | 'onChange'>;

export interface CallbackController {
  start(signal: AbortSignal): void;
  /** Resolves when no callback is being sent any more. Call `drain` after the signal of `start` has aborted. */
  drain(): Promise<void>;
  /** Handles the undelivered callback of an archived job at once, instead of after the next listing of the archive. */
  onArchived(job: ArchivedJobKey): void;
}

/**
 * Creates the controller that delivers callbacks. The controller has three queues: finished AdJobs from the shared
 * cache, undelivered callbacks in the archive, and sample callbacks that accounts request. Start a controller only
 * once, and only on the leader.
 */
export function createCallbackController(
  deps: CallbackDeps,
  { jobs, accounts }: { jobs: WatchedJobs; accounts: WatchedAccounts },
  metrics?: WorkQueueMetrics,
): CallbackController {
  const attempts = new Attempts(deps);
  const archived = new ArchivedQueue(deps, attempts);
  const samples = new SampleQueue(deps, accounts, attempts);
  const adJobs = createAdJobQueue(deps, { jobs, attempts, archivedCallbacks: archived.callbacks }, metrics);
  deps.metrics.queue(() => ({
    open: countOpen(jobs.values()) + archived.size,
    oldestDueSeconds: attempts.oldestDueSeconds(),
  }));
  let runs: Promise<unknown> = Promise.resolve();
  return {
    start(signal) {
      const unsubscribe = jobs.onChange((change) => {
        if (change.type !== 'deleted' && isHandled(change.view)) adJobs.enqueue(change.key);
      });
      signal.addEventListener('abort', unsubscribe, { once: true });
      runs = Promise.all([adJobs.run(signal), archived.run(signal), samples.run(signal)]);
    },
    async drain() {
      await Promise.all([runs, attempts.drain(graceMs)]);
    },
    onArchived(job) {
      archived.enqueue(job);
    },
  };
}

function createAdJobQueue(
  deps: CallbackDeps,
  {
    jobs,
    attempts,
    archivedCallbacks,
  }: { jobs: WatchedJobs; attempts: Attempts; archivedCallbacks: ArchivedCallbacks },
  metrics: WorkQueueMetrics | undefined,
): Controller {
  const { clock, logger } = deps;
  const callbacks = new AdJobCallbacks(deps, archivedCallbacks);
  const reconcile = (key: ObjectKey) => {
    const job = jobs.get(key);
    const url = job?.spec.callbackUrl;
    if (job === undefined || url === undefined || !isOpen(job)) {
      attempts.clearDueTime({ queue, key });
      return Promise.resolve({});
    }
    const delivery = replayRequest(job) === undefined ? (job.status?.delivery ?? unsent) : unsent;
    return Promise.resolve(
      whenDue(delivery, clock.now(), (at) => {
        attempts.add({ callbacks, queue, key, jobId: jobIdOf(job), account: accountOf(job), url, dueMs: at });
      }),
    );
  };
  const queue = new Controller({
    ...{ name: 'callback', reconcile, clock, logger, workers, backoff },
    ...(metrics && { metrics }),
  });
  return queue;
}

/** Queue of archived jobs with undelivered callbacks. In each key, `name` is the job id. */
class ArchivedQueue {
  readonly callbacks: ArchivedCallbacks;
  readonly #deps: CallbackDeps;
  readonly #attempts: Attempts;
  readonly #queue: Controller;
  /**
   * Time of the next attempt by job id, in milliseconds since 1970, so that each listing of the archive reads only the
   * callbacks that are due.
   */
  readonly #due = new Map<string, number>();
  #open = new Map<string, ArchivedJobKey>();

  constructor(deps: CallbackDeps, attempts: Attempts) {
    const { clock, logger } = deps;
    this.#deps = deps;
    this.#attempts = attempts;
    this.callbacks = new ArchivedCallbacks(deps);
    const reconcile = (key: ObjectKey) => this.#unlessUnreadable(key, this.#reconcile(key));
    this.#queue = new Controller({ name: 'callback-archive', reconcile, clock, logger, workers, backoff });
  }

  /** Number of undelivered callbacks at the last listing of the archive. */
  get size(): number {
    return this.#open.size;
  }

  /** Handles the callback of an archived job at once, instead of after the next listing of the archive. */
  enqueue(job: ArchivedJobKey): void {
    this.#queue.enqueue({ namespace: job.namespace, name: job.jobId });
  }

  async run(signal: AbortSignal): Promise<void> {
    const { clock, logger } = this.#deps;
    const warnings = new SparseWarnings({ clock, logger });
    const failed = (err: unknown): void => {
      warnings.warn({ err }, 'failed to list the open callbacks of archived jobs; retrying in 30 s');
    };
    const round = (stop: AbortSignal) => this.#list(stop);
    await Promise.all([this.#queue.run(signal), runRounds({ round, pauseMs: archivePauseMs, clock, failed }, signal)]);
  }

  async #list(stop: AbortSignal): Promise<void> {
    const open = new Map<string, ArchivedJobKey>();
    const nowMs = this.#deps.clock.now().getTime();
    for await (const job of this.#deps.archive.listOpenDeliveries(stop)) {
      open.set(job.jobId, job);
      if ((this.#due.get(job.jobId) ?? 0) <= nowMs) this.#queue.enqueue({ namespace: job.namespace, name: job.jobId });
    }
    if (stop.aborted) return; // the list may be incomplete
    this.#open = open;
    for (const jobId of this.#due.keys()) if (!open.has(jobId)) this.#due.delete(jobId);
  }

  async #reconcile(key: ObjectKey): Promise<Reconciled> {
    const callback = await this.callbacks.load(key);
    if (callback === undefined) {
      this.#attempts.clearDueTime({ queue: this.#queue, key });
      await this.#dropIfGone(key);
      return {};
    }
    const { account, url, delivery } = callback;
    const now = this.#deps.clock.now();
    const delayMs = waitMs(delivery, now);
    this.#due.set(key.name, now.getTime() + delayMs);
    if (delayMs > archivePauseMs) return {};
    return whenDue(delivery, now, (at) => {
      this.#attempts.add({
        callbacks: this.callbacks,
        queue: this.#queue,
        key,
        jobId: key.name,
        account,
        url,
        dueMs: at,
      });
    });
  }

  /**
   * Logs an unreadable record or delivery, and delays its callback. The open delivery is kept, so that the callback is
   * sent once the file is restored.
   */
  async #unlessUnreadable(key: ObjectKey, reconciled: Promise<Reconciled>): Promise<Reconciled> {
    try {
      return await reconciled;
    } catch (error) {
      if (!(error instanceof UnreadableRecord)) throw error;
      const { clock, logger } = this.#deps;
      logger.warn({ err: error, jobId: key.name }, 'failed to read an archived callback; retrying in 10 min');
      this.#due.set(key.name, clock.now().getTime() + unreadablePauseMs);
      return {};
    }
  }

  /** Drops the open delivery of a job whose archive record was deleted, or whose callback is delivered or given up. */
  async #dropIfGone({ name: jobId }: ObjectKey): Promise<void> {
    const open = this.#open.get(jobId);
    if (open === undefined || !(await this.callbacks.isClosed(jobId))) return;
    await this.#deps.archive.dropOpenDelivery(open);
    this.#open.delete(jobId);
  }
}

/** Calls `act` if the next attempt is due; otherwise returns the delay before the callback is checked again. */
function whenDue(delivery: DeliveryStatus, now: Date, act: (dueMs: number) => void): Reconciled {
  const delayMs = waitMs(delivery, now);
  if (delayMs > 0) return { requeueAfterMs: Math.min(delayMs, recheckMs) };
  const [nowMs, at] = [now.getTime(), dueMs(delivery)];
  act(at === 0 || at > nowMs ? nowMs : at);
  return {};
}

function isOpen(job: AdJob): boolean {
  return isHandled(job) && hasOpenCallback(job);
}

function countOpen(jobs: Iterable<AdJob>): number {
  let count = 0;
  for (const job of jobs) if (isOpen(job)) count += 1;
  return count;
}
