import type { Logger } from 'pino';
import type { Clock } from '../../clock/port.ts';
import { isLedgerError, type Ledger } from '../../ledger/port.ts';

const retryMs = 1_000;
/**
 * Maximum number of jobs that wait for the reservation of their credits to be undone. Jobs above this number are only
 * logged. The number is reached only if the ledger is unavailable for long; most of these reservations were then never
 * made.
 */
const openMax = 10_000;

export interface AbortRetrierOptions {
  ledger: Pick<Ledger, 'abort'>;
  clock: Clock;
  logger: Logger;
}

/**
 * Undoes the admission of a job if the ledger did not answer whether it admitted the job. The client of such a job got
 * a 503. Handles one job at a time, oldest first, and retries until the ledger responds.
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
        'too many acceptances of jobs are waiting to be revoked; if the ledger accepted this job, the controller will create its AdJob',
      );
      return;
    }
    this.#open.add(jobId);
    this.#working ??= this.#work();
  }

  /**
   * Waits at most `graceMs` until every admission (reservation of a job's credits) with an unknown outcome is undone.
   * Then stops, and logs the jobs that are left.
   */
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
        'shutting down before it is known whether the ledger accepted this job; if it did, the controller will create its AdJob',
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

  async #abort(jobId: string): Promise<boolean> {
    const { ledger, logger } = this.#options;
    try {
      const outcome = await ledger.abort(jobId);
      logger.info({ jobId, outcome }, 'revoked the acceptance of a job after the ledger had not answered in time');
      return true;
    } catch (error) {
      if (isLedgerError(error, 'Lost')) return true;
      logger.warn({ err: error, jobId }, `failed to revoke the acceptance of a job; retrying in ${retryMs / 1_000} s`);
      return false;
    }
  }
}
