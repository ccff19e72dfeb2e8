import { z } from 'zod';
import type { Intent, Intents } from './port.ts';
import { jobOf, type RedisLedgerKeys } from './redis-ledger-keys.ts';

/**
 * Stored request to create an AdJob: job id, field `job` of the ledger entry (see `jobText`), mark of a cancellation,
 * error, and the AdJob to create.
 */
const Row = z.tuple([z.string(), z.string(), z.string().nullable(), z.string().nullable(), z.string()]);
const Rows = z.array(Row);

export class RedisIntents implements Intents {
  readonly #keys: RedisLedgerKeys;

  constructor(keys: RedisLedgerKeys) {
    this.#keys = keys;
  }

  async get(jobId: string): Promise<Intent | undefined> {
    const [found] = await this.#between(`[${jobId}`, `[${jobId}`, 1);
    return found;
  }

  list({ limit, after }: { limit: number; after?: string | undefined }): Promise<Intent[]> {
    return this.#between(firstAfter(after), '+', limit);
  }

  async cancel(jobId: string): Promise<boolean> {
    const { root, intents } = this.#keys;
    return (await this.#keys.run(z.number(), 'cancel', root, this.#keys.entry(jobId), intents, jobId)) === 1;
  }

  end(jobId: string, error: string): Promise<'ended' | 'bound' | 'unknown'> {
    const { root, intents, holds, prefix } = this.#keys;
    const keys = [root, this.#keys.entry(jobId), intents, holds];
    return this.#keys.run(z.enum(['ended', 'bound', 'unknown']), 'end', ...keys, jobId, error, prefix);
  }

  async drop(jobId: string): Promise<void> {
    const { root, intents, holds } = this.#keys;
    await this.#keys.run(z.null(), 'drop', root, this.#keys.entry(jobId), intents, holds, jobId);
  }

  async #between(first: string, last: string, limit: number): Promise<Intent[]> {
    const { root, intents, prefix } = this.#keys;
    const rows = await this.#keys.run(Rows, 'list-intents', root, intents, prefix, first, last, limit);
    return rows.map(intentOf);
  }
}

export function firstAfter(jobId: string | undefined): string {
  return jobId === undefined || jobId === '' ? '-' : `(${jobId}`;
}

function intentOf([jobId, text, cancelled, error, payload]: z.output<typeof Row>): Intent {
  const { account, createdTime } = jobOf(text);
  return { jobId, account, payload, createdTime, isCancelled: cancelled !== null, error: error ?? undefined };
}
