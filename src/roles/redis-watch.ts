import type { Logger } from 'pino';
import type { Gauge, Registry } from 'prom-client';
import type { Clock } from '../clock/port.ts';
import { messageOf } from '../files/error-code.ts';
import type { RedisConnection } from '../redis/connection.ts';
import type { Part } from '../observability/readiness.ts';
import { createLedgerExactGauge } from './metrics.ts';

/**
 * Intervals of the checks of Redis after success and after failure. The settings and permissions of Redis may change
 * while it runs.
 */
const goodMs = 60_000;
const badMs = 1_000;

export interface RedisWatchOptions {
  logger: Logger;
  clock: Clock;
  registry: Registry;
}

/** Reports in log, metric and readiness which data Redis may lose and which permissions its user lacks. */
export class RedisWatch {
  readonly #connection: RedisConnection;
  readonly #options: RedisWatchOptions;
  readonly #exact: Gauge;
  #inexact = '';
  #rights = '';

  constructor(connection: RedisConnection, options: RedisWatchOptions) {
    this.#connection = connection;
    this.#options = options;
    this.#exact = createLedgerExactGauge(options.registry);
  }

  /**
   * Returns the state for the readiness response. The state is never `failed`, since reads work without Redis. It
   * contains neither address nor user name, since clients may read it.
   */
  part(): Part {
    if (!this.#connection.isReady) return { name: 'redis', state: 'warning', detail: 'not connected' };
    const detail = [this.#rights, this.#inexact].filter((text) => text !== '').join('; ');
    return detail === '' ? { name: 'redis', state: 'ok' } : { name: 'redis', state: 'warning', detail };
  }

  async run(stop: AbortSignal): Promise<void> {
    while (!stop.aborted) {
      const isGood = await this.#look();
      await this.#options.clock.sleep(isGood ? goodMs : badMs, stop);
    }
  }

  async #look(): Promise<boolean> {
    const [isSeen, rights] = await Promise.all([this.#lookAtExactness(), rightsOf(this.#connection)]);
    if (rights === undefined) return false;
    if (rights !== this.#rights && rights !== '') {
      this.#options.logger.error(
        { problem: rights },
        'the Redis user lacks permissions that the ledger needs; checking again in 1 s',
      );
    }
    this.#rights = rights;
    return isSeen && rights === '';
  }

  /**
   * Checks whether Redis may lose acknowledged writes. Returns whether the check succeeded. An unknown result leaves
   * the metric unchanged.
   */
  async #lookAtExactness(): Promise<boolean> {
    const seen = await this.#connection.exactness().catch(() => undefined);
    if (seen === undefined) return false;
    if (seen.kind !== 'unknown') this.#exact.set(seen.kind === 'exact' ? 1 : 0);
    const reasons = seen.kind === 'inexact' ? seen.reasons.join(', ') : '';
    if (reasons !== '' && reasons !== this.#inexact) {
      this.#options.logger.warn({ reasons }, 'Redis may lose acknowledged writes');
    }
    this.#inexact = reasons;
    return true;
  }
}

/**
 * Returns the missing permissions of the Redis user, an empty text if none is missing, or undefined if they are
 * unknown.
 */
async function rightsOf(connection: RedisConnection): Promise<string | undefined> {
  try {
    const missing = await connection.missingRights();
    return missing.length === 0 ? '' : `its user may not run ${missing.join(', ')} on ~${connection.prefix}*`;
  } catch (error) {
    const message = messageOf(error);
    return message.includes('NOPERM')
      ? `its user may not run scripts on ~${connection.prefix}*: ${message}`
      : undefined;
  }
}
