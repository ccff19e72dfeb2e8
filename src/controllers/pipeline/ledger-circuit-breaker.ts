import type { Logger } from 'pino';
import type { Clock } from '../../clock/port.ts';
import { isLedgerError, type Intents, type Ledger } from '../../ledger/port.ts';
import { SparseWarnings } from '../../runtime/sparse-warnings.ts';

export type JobLedger = Ledger & { intents: Pick<Intents, 'drop'> };

/**
 * Error of a call to a ledger that does not respond or has lost its data. The outcome of the call is unknown, and the
 * job is soon reconciled again.
 */
export class LedgerUnavailable extends Error {}

const probeMs = 250;

/**
 * Circuit breaker for calls to the ledger. While the ledger is unavailable, one call at a time tests the ledger and all
 * other calls fail at once. So jobs that wait for the ledger do not delay running jobs.
 */
export class LedgerCircuitBreaker {
  readonly #ledger: JobLedger;
  readonly #clock: Clock;
  readonly #logger: Pick<Logger, 'info'>;
  readonly #warnings: SparseWarnings;
  #probeAtMs: number | undefined;
  #isProbed = false;

  constructor(ledger: JobLedger, clock: Clock, logger: Pick<Logger, 'info' | 'warn' | 'error'>) {
    this.#ledger = ledger;
    this.#clock = clock;
    this.#logger = logger;
    this.#warnings = new SparseWarnings({ clock, logger });
  }

  /** Calls the ledger. Throws `LedgerUnavailable` instead of a `LedgerError`. */
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
      if (this.#probeAtMs !== undefined) this.#logger.info('the ledger responds again');
      this.#probeAtMs = undefined;
      return answer;
    } catch (error) {
      if (!isLedgerError(error)) throw error;
      this.#away(error);
      throw new LedgerUnavailable('The ledger is unavailable.', { cause: error });
    }
  }

  #away(error: Error): void {
    this.#probeAtMs = this.#clock.monotonicMs() + probeMs;
    this.#warnings.warn(
      { err: error },
      'the ledger is unavailable; until it responds, no job is admitted, and no reserved credits are charged or released',
    );
  }
}
