import type { Logger } from 'pino';
import type { Clock } from '../clock/port.ts';

export interface SparseWarningsOptions {
  clock: Clock;
  logger: Pick<Logger, 'warn' | 'error'>;
}

const everyMs = 60_000;

/** Of warnings (or errors) that may come in crowds one a minute is logged; it says how many were not since the one before. */
export class SparseWarnings {
  readonly #options: SparseWarningsOptions;
  #lastMs = -Infinity;
  #untold = 0;

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
      this.#untold += 1;
      return;
    }
    logger[level]({ ...fields, untold: this.#untold }, message);
    this.#lastMs = nowMs;
    this.#untold = 0;
  }
}
