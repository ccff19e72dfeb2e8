import type { Logger } from 'pino';
import type { Clock } from '../clock/port.ts';
import { aborted } from './aborted.ts';
import type { BackoffLimits } from './backoff.ts';
import { NotLeadingError } from './fence.ts';
import { keyText, parseKeyText, type ObjectKey } from '../objects/object-key.ts';
import { WorkQueue, type WorkQueueMetrics } from './workqueue.ts';

interface ReconcileResult {
  requeueAfterMs?: number;
}

/**
 * Brings one object to its desired state. If the function throws, the error is logged, and the object is reconciled
 * again after a growing delay. After a `NotLeadingError`, the object is not reconciled again by this process, because
 * the new leader handles it.
 */
export type Reconcile = (key: ObjectKey, signal: AbortSignal) => Promise<ReconcileResult>;

export interface ControllerOptions {
  name: string;
  reconcile: Reconcile;
  clock: Clock;
  logger: Pick<Logger, 'warn'>;
  /** Maximum number of objects reconciled in parallel. A single object is never reconciled twice at once. */
  workers?: number;
  backoff?: BackoffLimits;
  metrics?: WorkQueueMetrics;
  /**
   * Time in milliseconds that running reconciles have to finish after the controller is stopped. After this time, their
   * signal aborts.
   */
  graceMs?: number;
}

/**
 * Queue of the keys of changed objects, with workers that reconcile these objects. Keys may be enqueued before `run` is
 * called.
 */
export class Controller {
  readonly queue: WorkQueue;
  private readonly options: Required<Pick<ControllerOptions, 'workers' | 'graceMs'>> & ControllerOptions;

  constructor(options: ControllerOptions) {
    const { clock, backoff, metrics } = options;
    this.options = { workers: 1, graceMs: 10_000, ...options };
    this.queue = new WorkQueue({ clock, ...(backoff && { backoff }), ...(metrics && { metrics }) });
  }

  get name(): string {
    return this.options.name;
  }

  enqueue(key: ObjectKey): void {
    this.queue.add(keyText(key));
  }

  enqueueAfter(key: ObjectKey, delayMs: number): void {
    this.queue.addAfter(keyText(key), delayMs);
  }

  /**
   * Runs until the signal aborts, then resolves after the running reconciles have ended. Drops the keys in the queue,
   * because the next leader lists all objects anyway. Call `run` only once.
   */
  async run(signal: AbortSignal): Promise<void> {
    const cut = new AbortController();
    const workers = Array.from({ length: this.options.workers }, () => this.work(signal, cut.signal));
    await aborted(signal);
    this.queue.shutDown();
    const ended = new AbortController();
    void this.options.clock.sleep(this.options.graceMs, ended.signal).then(() => {
      cut.abort();
    });
    await Promise.all(workers);
    ended.abort();
  }

  private async work(stop: AbortSignal, cut: AbortSignal): Promise<void> {
    for (;;) {
      const key = await this.queue.take();
      if (key === undefined) return;
      if (!stop.aborted) await this.workOn(key, cut);
      this.queue.done(key);
    }
  }

  private async workOn(key: string, signal: AbortSignal): Promise<void> {
    const { name, reconcile, logger } = this.options;
    try {
      const { requeueAfterMs } = await reconcile(parseKeyText(key), signal);
      this.queue.resetBackoff(key);
      if (requeueAfterMs !== undefined) this.queue.addAfter(key, requeueAfterMs);
    } catch (error) {
      if (error instanceof NotLeadingError) return;
      logger.warn(
        { err: error, controller: name, key, retries: this.queue.retries(key) },
        'reconcile failed; retrying with backoff',
      );
      this.queue.addRateLimited(key);
    }
  }
}
