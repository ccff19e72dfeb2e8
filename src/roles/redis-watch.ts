import type { Logger } from 'pino';
import { Gauge, type Registry } from 'prom-client';
import type { Clock } from '../clock/port.ts';
import { messageOf } from '../files/error-code.ts';
import type { RedisConnection } from '../redis/connection.ts';
import type { Part } from '../observability/readiness.ts';

/** Settings and rights change while Redis runs. */
const goodMs = 60_000;
const badMs = 1_000;

export interface RedisWatchOptions {
  logger: Logger;
  clock: Clock;
  registry: Registry;
}

/** Says in log, metric and readiness what is wrong with a Redis that answers: what it may lose, and what its user may not do. */
export class RedisWatch {
  readonly #connection: RedisConnection;
  readonly #options: RedisWatchOptions;
  readonly #exact: Gauge;
  #inexact = '';
  #rights = '';

  constructor(connection: RedisConnection, options: RedisWatchOptions) {
    this.#connection = connection;
    this.#options = options;
    this.#exact = new Gauge({
      name: 'adwright_ledger_exact',
      help: '1: what Redis has answered outlives its end; 0: its settings may lose some. Absent while it is not known.',
      registers: [options.registry],
    });
    this.#exact.remove();
  }

  /** Never failed: without Redis reads go on. No address and no name of a user: clients may read it. */
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
      this.#options.logger.error({ problem: rights }, 'Redis refuses what the ledger needs.');
    }
    this.#rights = rights;
    return isSeen && rights === '';
  }

  /** What is not known is not called inexact. */
  async #lookAtExactness(): Promise<boolean> {
    const seen = await this.#connection.exactness().catch(() => undefined);
    if (seen === undefined) return false;
    if (seen.kind !== 'unknown') this.#exact.set(seen.kind === 'exact' ? 1 : 0);
    const reasons = seen.kind === 'inexact' ? seen.reasons.join(', ') : '';
    if (reasons !== '' && reasons !== this.#inexact) {
      this.#options.logger.warn({ reasons }, 'Redis may lose what it has answered');
    }
    this.#inexact = reasons;
    return true;
  }
}

/** Empty: it may do all; undefined: nobody knows. */
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
