import { z } from 'zod';
import { RedisBatch } from '../redis/batch.ts';
import { RedisFailure, type RedisConnection } from '../redis/connection.ts';
import {
  cappedLimit,
  RateLimiterUnavailable,
  windowSeconds,
  type Consumed,
  type Counted,
  type RateLimiter,
  type ReadsSeen,
  type ReadsTaken,
} from './port.ts';

/**
 * Folder with the Lua scripts of the rate limiter. The program always reads the scripts from `src`, because the build
 * does not copy them to `dist`.
 */
const scripts = new URL('../../src/ratelimit/lua/', import.meta.url);

/**
 * Answer of the Lua script `consume`: the current minute, the seconds until the next minute, and for each request the
 * new count of its key in this minute, or null if the limit was already reached.
 */
const ConsumedAnswer = z.tuple([z.number(), z.number(), z.array(z.number().nullable())]);
const ReadsAnswer = z.tuple([z.number(), z.number(), z.array(z.number())]);

/**
 * Maximum number of request counts that one script call reads or changes. The number is limited because Redis runs no
 * other command while a script runs.
 */
const windowsAtOnce = 500;

interface Request {
  window: string;
  limit: number;
}

interface Counting {
  used: number | null;
  minute: number;
  resetSeconds: number;
}

/**
 * Rate limiter that counts requests per minute in one Redis, by the clock of the Redis server. The counts are exact
 * unless the Redis primary fails over or is restored to an older state.
 */
export class RedisRateLimiter implements RateLimiter {
  readonly #connection: RedisConnection;
  readonly #requests = new RedisBatch((requests: readonly Request[]) => this.#consumeAll(requests));

  /** The rate limiter does not close `connection`; the caller must do so. */
  constructor(connection: RedisConnection) {
    connection.define(scripts);
    this.#connection = connection;
  }

  async consume(counted: Counted, wanted: number): Promise<Consumed> {
    const limit = cappedLimit(counted.window, wanted);
    const { used, minute, resetSeconds } = await this.#requests.ask({ window: this.#window(counted), limit });
    return { isAllowed: used !== null, used: used ?? limit, minute, resetSeconds };
  }

  async syncReads(taken: readonly ReadsTaken[]): Promise<{ seen: ReadsSeen[]; resetSeconds: number }> {
    const seen: ReadsSeen[] = [];
    let resetSeconds: number = windowSeconds;
    for (let from = 0; from === 0 || from < taken.length; from += windowsAtOnce) {
      const some = taken.slice(from, from + windowsAtOnce);
      const counts = some.flatMap(({ minute, taken: count }) => [minute, count]);
      const answer = ReadsAnswer.parse(await this.#run('count-reads', ...this.#windows(some), ...counts));
      const [minute, seconds, used] = answer;
      seen.push(...some.map(({ key, window }, i) => ({ key, window, minute, used: used[i] ?? 0 })));
      resetSeconds = seconds;
    }
    return { seen, resetSeconds };
  }

  async used(counted: readonly Counted[]): Promise<number[]> {
    const all: number[] = [];
    for (let from = 0; from < counted.length; from += windowsAtOnce) {
      const some = counted.slice(from, from + windowsAtOnce);
      all.push(...z.array(z.number()).parse(await this.#run('used', ...this.#windows(some))));
    }
    return all;
  }

  async #consumeAll(requests: readonly Request[]): Promise<Counting[]> {
    const windows = requests.map(({ window }) => window);
    const limits = requests.map(({ limit }) => limit);
    const answer = ConsumedAnswer.parse(await this.#run('consume', windows.length, ...windows, ...limits));
    const [minute, resetSeconds, used] = answer;
    return used.map((one) => ({ used: one, minute, resetSeconds }));
  }

  #windows(counted: readonly Counted[]): (string | number)[] {
    return [counted.length, ...counted.map((one) => this.#window(one))];
  }

  #window({ key, window }: Counted): string {
    return `${this.#connection.prefix}window:${window}/${key.namespace}/${key.name}`;
  }

  async #run(script: string, ...args: (string | number)[]): Promise<unknown> {
    try {
      return await this.#connection.run(script, ...args);
    } catch (error) {
      if (!(error instanceof RedisFailure)) throw error;
      throw new RateLimiterUnavailable(error.message);
    }
  }
}
