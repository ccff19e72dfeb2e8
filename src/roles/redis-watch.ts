import type { Logger } from 'pino';
import type { Gauge, Registry } from 'prom-client';
import type { Clock } from '../clock/port.ts';
import { messageOf } from '../files/error-code.ts';
import type { RedisConnection } from '../redis/connection.ts';
import type { Part } from '../observability/readiness.ts';
import { createLedgerExactGauge, createRedisMetrics } from './metrics.ts';

/**
 * Intervals between two checks of Redis: `goodMs` after success, `badMs` after failure. The checks are repeated,
 * because the settings and permissions of Redis may change while it runs.
 */
const goodMs = 60_000;
const badMs = 1_000;

export interface RedisWatchOptions {
  logger: Logger;
  clock: Clock;
  registry: Registry;
}

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
    createRedisMetrics(options.registry, connection);
  }

  /**
   * Returns the state of Redis for the readiness response. The state is never `failed`, because reads of jobs work
   * without Redis. Contains neither address nor user name, because clients may read the response.
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
   * Asks Redis whether its acknowledged writes are durable, sets the metric, and logs a warning if a crash can lose
   * them. Returns false if Redis does not answer. Leaves the metric unchanged if the answer is `unknown`.
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
 * Returns a text about the permissions that the Redis user lacks. The text is empty if none is missing. Returns
 * undefined if the permissions are unknown.
 */
async function rightsOf(connection: RedisConnection): Promise<string | undefined> {
  try {
    const missing = await connection.missingRights();
    return missing.length === 0 ? '' : `the Redis user may not run ${missing.join(', ')} on ~${connection.prefix}*`;
  } catch (error) {
    const message = messageOf(error);
    return message.includes('NOPERM')
      ? `the Redis user may not run scripts on ~${connection.prefix}*: ${message}`
      : undefined;
  }
}
