import { z } from 'zod';
import { RedisFailure, type RedisConnection } from '../../redis/connection.ts';
import { listedMax, StateUnavailable, type ExpiringState } from './port.ts';

/**
 * Folder with the Lua scripts of the state. The program always reads the scripts from `src`, because the build does not
 * copy them to `dist`.
 */
const scripts = new URL('../../../src/admin/state/lua/', import.meta.url);

const Listed = z.array(z.tuple([z.string(), z.string()]));
const Value = z.string().nullable();

/**
 * Expiring state in Redis, by the clock of the Redis server. A sorted set names the keys, so that a list does not scan
 * all keys of the ledger, which uses the same server.
 */
export class RedisState implements ExpiringState {
  readonly #connection: RedisConnection;

  /** The state does not close `connection`; the caller must do so. */
  constructor(connection: RedisConnection) {
    connection.define(scripts);
    this.#connection = connection;
  }

  async set(key: string, value: string, lifetimeMs: number): Promise<void> {
    await this.#run('state-set', this.#key(key), this.#index, key, value, whole(lifetimeMs), 'replace');
  }

  async setIfAbsent(key: string, value: string, lifetimeMs: number): Promise<boolean> {
    const args = [this.#key(key), this.#index, key, value, whole(lifetimeMs), 'keep'];
    return (await this.#run('state-set', ...args)) === 1;
  }

  async replaceIf(key: string, expected: string, value: string | undefined, lifetimeMs: number): Promise<boolean> {
    const change = value === undefined ? 'delete' : 'replace';
    const args = [this.#key(key), this.#index, key, expected, change, value ?? '', whole(lifetimeMs)];
    return (await this.#run('state-replace-if', ...args)) === 1;
  }

  async get(key: string): Promise<string | undefined> {
    return Value.parse(await this.#run('state-get', this.#key(key))) ?? undefined;
  }

  async take(key: string): Promise<string | undefined> {
    return Value.parse(await this.#run('state-take', this.#key(key), this.#index, key)) ?? undefined;
  }

  async delete(key: string): Promise<void> {
    await this.take(key);
  }

  async increment(key: string, lifetimeMs: number): Promise<number> {
    return z.number().parse(await this.#run('state-increment', this.#key(key), whole(lifetimeMs)));
  }

  async list(prefix: string): Promise<{ key: string; value: string }[]> {
    const listed = Listed.parse(await this.#run('state-list', this.#index, this.#key(''), prefix, listedMax));
    return listed.map(([key, value]) => ({ key, value }));
  }

  get #index(): string {
    return `${this.#connection.prefix}admin-keys`;
  }

  #key(key: string): string {
    return `${this.#connection.prefix}admin:${key}`;
  }

  async #run(script: string, ...args: (string | number)[]): Promise<unknown> {
    try {
      return await this.#connection.run(script, ...args);
    } catch (error) {
      if (!(error instanceof RedisFailure)) throw error;
      throw new StateUnavailable(error.message, { cause: error });
    }
  }
}

/** Redis accepts only whole milliseconds, at least one. */
function whole(lifetimeMs: number): number {
  return Math.max(1, Math.floor(lifetimeMs));
}
