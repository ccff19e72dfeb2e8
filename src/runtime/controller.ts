import type { Logger } from 'pino';
import type { Clock } from '../clock/port.ts';
import { aborted } from './aborted.ts';
import type { BackoffLimits } from './backoff.ts';
import { NotLeadingError } from './fence.ts';
import { keyText, parseKeyText, type ObjectKey } from '../objects/object-key.ts';
import { WorkQueue, type WorkQueueMetrics } from './workqueue.ts';

interface ReconcileResult {
  /** Delay before the key is reconciled again, unless another event causes a reconcile earlier. */
  requeueAfterMs?: number;
}

/**
 * Brings one object to its desired state. If it throws, the error is logged and the key is retried after its backoff.
 * After a `NotLeadingError` the key is dropped, because the new leader handles the object.
 */
export type Reconcile = (key: ObjectKey, signal: AbortSignal) => Promise<ReconcileResult>;

export interface ControllerOptions {
  /** Name in logs. */
  name: string;
  reconcile: Reconcile;
  clock: Clock;
  logger: Pick<Logger, 'warn'>;
  /** Maximum number of keys reconciled in parallel. A single key is never reconciled in parallel. */
  workers?: number;
  backoff?: BackoffLimits;
  metrics?: WorkQueueMetrics;
  /** Time limit for the reconciles that still run when the controller is stopped. Then their signal aborts. */
  graceMs?: number;
}

/** A queue of keys and the workers that reconcile them. Keys may be enqueued before `run`. */
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
   * Runs until the signal aborts, then resolves after the running reconciles end. Queued keys are dropped; the next
   * controller finds their objects again in its first list. Call `run` only once.
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
      this.queue.forget(key);
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
