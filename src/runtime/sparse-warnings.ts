import type { Logger } from 'pino';
import type { Clock } from '../clock/port.ts';

export interface SparseWarningsOptions {
  clock: Clock;
  logger: Pick<Logger, 'warn' | 'error'>;
}

const everyMs = 60_000;

/**
 * Logs at most one warning or error a minute. The log field `suppressed` is the number of warnings and errors that were
 * suppressed since the previous logged one.
 */
export class SparseWarnings {
  readonly #options: SparseWarningsOptions;
  #lastMs = -Infinity;
  #suppressed = 0;

  constructor(options: SparseWarningsOptions) {
    this.#options = options;
  }

  warn(fields: object, message: string): void {
    this.#log('warn', fields, message);
  }

  error(fields: object, message: string): void {
    this.#log('error', fields, message);
  }

  #log(level: 'warn' | 'error', fields: object, message: string): void {
    const { clock, logger } = this.#options;
    const nowMs = clock.monotonicMs();
    if (nowMs - this.#lastMs < everyMs) {
      this.#suppressed += 1;
      return;
    }
    logger[level]({ ...fields, suppressed: this.#suppressed }, message);
    this.#lastMs = nowMs;
    this.#suppressed = 0;
  }
}
