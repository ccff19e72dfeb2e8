import type { Logger } from 'pino';
import type { Clock } from '../../clock/port.ts';
import { isLedgerError, type Intents, type Ledger } from '../../ledger/port.ts';
import { SparseWarnings } from '../../runtime/sparse-warnings.ts';

/** What the pipeline needs of the ledger. */
export type JobLedger = Ledger & { intents: Pick<Intents, 'drop'> };

/** The ledger did not answer, or its books are lost: nothing is known, and the job is looked at again soon. */
export class LedgerUnavailable extends Error {}

/** While the ledger is away, how long until the next one tries. */
const probeMs = 250;

/**
 * The way to the ledger. While it does not answer, one job at a time tries whether it does again, and all others are told
 * at once: running jobs are not kept waiting by those that wait for the ledger.
 */
export class LedgerCircuitBreaker {
  readonly #ledger: JobLedger;
  readonly #clock: Clock;
  readonly #logger: Pick<Logger, 'info'>;
  readonly #warnings: SparseWarnings;
  /** Undefined while it answers. */
  #probeAtMs: number | undefined;
  #isProbed = false;

  constructor(ledger: JobLedger, clock: Clock, logger: Pick<Logger, 'info' | 'warn' | 'error'>) {
    this.#ledger = ledger;
    this.#clock = clock;
    this.#logger = logger;
    this.#warnings = new SparseWarnings({ clock, logger });
  }

  /** Throws `LedgerAway` for every `LedgerError`. */
  async call<R>(question: (ledger: JobLedger) => Promise<R>): Promise<R> {
    if (this.#probeAtMs === undefined) return this.#ask(question);
    if (this.#isProbed || this.#clock.monotonicMs() < this.#probeAtMs) throw new LedgerUnavailable();
    this.#isProbed = true;
    try {
      return await this.#ask(question);
    } finally {
      this.#isProbed = false;
    }
  }

  async #ask<R>(question: (ledger: JobLedger) => Promise<R>): Promise<R> {
    try {
      const answer = await question(this.#ledger);
      if (this.#probeAtMs !== undefined) this.#logger.info('the ledger answers again');
      this.#probeAtMs = undefined;
      return answer;
    } catch (error) {
      if (!isLedgerError(error)) throw error;
      this.#away(error);
      throw new LedgerUnavailable('The ledger is away.', { cause: error });
    }
  }

  #away(error: Error): void {
    this.#probeAtMs = this.#clock.monotonicMs() + probeMs;
    this.#warnings.warn({ err: error }, 'the ledger is away: no job is admitted and no hold closed until it answers');
  }
}
