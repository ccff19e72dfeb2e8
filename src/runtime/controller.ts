import type { Logger } from 'pino';
import type { Clock } from '../clock/port.ts';
import type { ObjectKey } from '../store/port.ts';
import { aborted } from './aborted.ts';
import type { BackoffLimits } from './backoff.ts';
import { NotLeadingError } from './fence.ts';
import { keyText, parseKeyText } from './object-key.ts';
import { WorkQueue, type WorkQueueMetrics } from './workqueue.ts';

interface ReconcileResult {
  /** Look at the key again after this delay, unless something else has it looked at before. */
  requeueAfterMs?: number;
}

/**
 * Bring one object nearer to its wish. What it throws is logged, and the key is tried again after its back-off; but a key
 * that is not ours any more (`NotLeadingError`) is dropped: the leader has it.
 */
export type Reconcile = (key: ObjectKey, signal: AbortSignal) => Promise<ReconcileResult>;

export interface ControllerOptions {
  /** For logs. */
  name: string;
  reconcile: Reconcile;
  clock: Clock;
  logger: Pick<Logger, 'warn'>;
  /** How many keys are worked on at once. One key never is. */
  workers?: number;
  backoff?: BackoffLimits;
  metrics?: WorkQueueMetrics;
  /** How long reconciles may go on after the stop before their signal aborts. */
  graceMs?: number;
}

/** A queue of keys and the workers that reconcile them. Keys may be enqueued before it runs: they wait. */
export class Controller {
  readonly queue: WorkQueue;
  private readonly options: Required<Pick<ControllerOptions, 'workers' | 'graceMs'>> & ControllerOptions;

  constructor(options: ControllerOptions) {
    const { clock, backoff, metrics } = options;
    this.options = { workers: 1, graceMs: 10_000, ...options };
    this.queue = new WorkQueue({ clock, ...(backoff && { backoff }), ...(metrics && { metrics }) });
  }

  enqueue(key: ObjectKey): void {
    this.queue.add(keyText(key));
  }

  enqueueAfter(key: ObjectKey, delayMs: number): void {
    this.queue.addAfter(keyText(key), delayMs);
  }

  /**
   * Work until the signal aborts, then let what is in progress end, and resolve. Keys that wait are dropped: whoever
   * runs next finds them by its first list. A controller runs once.
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
      logger.warn({ err: error, controller: name, key, retries: this.queue.retries(key) }, 'reconcile failed');
      this.queue.addRateLimited(key);
    }
  }
}
