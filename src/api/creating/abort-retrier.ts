import type { Logger } from 'pino';
import type { Clock } from '../../clock/port.ts';
import { isLedgerError, type Ledger } from '../../ledger/port.ts';

const retryMs = 1_000;
/**
 * Maximum number of pending aborts of admissions. More would occur only in a long outage of the ledger; in such an
 * outage, most admissions never reached the ledger.
 */
const openMax = 10_000;

export interface AbortRetrierOptions {
  ledger: Pick<Ledger, 'abort'>;
  clock: Clock;
  logger: Logger;
}

/**
 * Aborts admissions with an unknown outcome, whose clients got a 503. Retries each abort until the ledger responds, one
 * admission at a time, oldest first.
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
      this.#options.logger.error(
        { jobId },
        'too many admissions are waiting to be aborted; if the ledger admitted this job, the controller will create its AdJob',
      );
      return;
    }
    this.#open.add(jobId);
    this.#working ??= this.#work();
  }

  /** Waits for pending aborts for at most `graceMs`, then stops and logs the aborts that are left. */
  async drain(graceMs: number): Promise<void> {
    const { clock, logger } = this.#options;
    const idle = new AbortController();
    const done = this.#working?.then(() => {
      idle.abort();
    });
    if (done !== undefined) await Promise.race([done, clock.sleep(graceMs, idle.signal)]);
    this.#stop.abort();
    for (const jobId of this.#open)
      logger.warn(
        { jobId },
        'shutting down before it is known whether the ledger admitted this job; if it did, the controller will create its AdJob',
      );
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

  /**
   * Aborts one admission. Returns true if no retry is needed: the ledger has responded, or it has lost its data, which
   * includes all admissions.
   */
  async #abort(jobId: string): Promise<boolean> {
    const { ledger, logger } = this.#options;
    try {
      const outcome = await ledger.abort(jobId);
      logger.info({ jobId, outcome }, 'aborted the admission of a job after the ledger had not answered in time');
      return true;
    } catch (error) {
      if (isLedgerError(error, 'Lost')) return true;
      logger.warn(
        { err: error, jobId },
        `failed to abort the admission of a job whose outcome is unknown; retrying in ${retryMs / 1_000} s`,
      );
      return false;
    }
  }
}
