import type { Logger } from 'pino';
import type { Clock } from '../../clock/port.ts';
import { isLedgerError, type Ledger } from '../../ledger/port.ts';

const retryMs = 1_000;
/** More are not remembered: the ledger has been away for long, and most of their admissions never reached it. */
const openMax = 10_000;

export interface AbortRetrierOptions {
  ledger: Pick<Ledger, 'abort'>;
  clock: Clock;
  logger: Logger;
}

/**
 * Takes back admissions of which nobody knows whether they happened: their clients were told 503. Asks until the ledger has
 * answered, one at a time, the oldest first.
 */
export class AbortRetrier {
  readonly #open = new Set<string>();
  readonly #options: AbortRetrierOptions;
  readonly #stop = new AbortController();
  #working: Promise<void> | undefined;

  constructor(options: AbortRetrierOptions) {
    this.#options = options;
  }

  add(jobId: string): void {
    if (this.#open.size >= openMax) {
      this.#options.logger.error({ jobId }, 'too many admissions to take back: this one is left to the relay');
      return;
    }
    this.#open.add(jobId);
    this.#working ??= this.#work();
  }

  /** Ask once more for what is open, for at most so long; what is left is logged. */
  async drain(graceMs: number): Promise<void> {
    const { clock, logger } = this.#options;
    const idle = new AbortController();
    const done = this.#working?.then(() => {
      idle.abort();
    });
    if (done !== undefined) await Promise.race([done, clock.sleep(graceMs, idle.signal)]);
    this.#stop.abort();
    for (const jobId of this.#open) logger.warn({ jobId }, 'nobody knows whether this job was admitted');
  }

  async #work(): Promise<void> {
    for (const jobId of this.#open) {
      while (!this.#stop.signal.aborted && !(await this.#abort(jobId))) {
        await this.#options.clock.sleep(retryMs, this.#stop.signal);
      }
      if (this.#stop.signal.aborted) return;
      this.#open.delete(jobId);
    }
    this.#working = undefined;
  }

  /** True when the ledger has answered. Books that are lost hold no admission. */
  async #abort(jobId: string): Promise<boolean> {
    const { ledger, logger } = this.#options;
    try {
      const outcome = await ledger.abort(jobId);
      logger.info({ jobId, outcome }, 'took back an admission of unknown outcome');
      return true;
    } catch (error) {
      if (isLedgerError(error, 'Lost')) return true;
      logger.warn({ err: error, jobId }, 'an admission of unknown outcome cannot be taken back yet');
      return false;
    }
  }
}
