import { z } from 'zod';
import type { Intent, Intents } from './port.ts';
import { jobOf, type RedisBooks } from './redis-books.ts';

/** Job id, job, cancelled, error, payload. */
const Row = z.tuple([z.string(), z.string(), z.string().nullable(), z.string().nullable(), z.string()]);
const Rows = z.array(Row);

/** The jobs that were admitted and whose object nobody has seen yet. */
export class RedisIntents implements Intents {
  readonly #books: RedisBooks;

  constructor(books: RedisBooks) {
    this.#books = books;
  }

  async get(jobId: string): Promise<Intent | undefined> {
    const [found] = await this.#between(`[${jobId}`, `[${jobId}`, 1);
    return found;
  }

  list({ limit, after }: { limit: number; after?: string | undefined }): Promise<Intent[]> {
    return this.#between(firstAfter(after), '+', limit);
  }

  async cancel(jobId: string): Promise<boolean> {
    const { books, intents } = this.#books;
    return (await this.#books.run(z.number(), 'cancel', books, this.#books.entry(jobId), intents, jobId)) === 1;
  }

  end(jobId: string, error: string): Promise<'ended' | 'bound' | 'unknown'> {
    const { books, intents, holds, prefix } = this.#books;
    const keys = [books, this.#books.entry(jobId), intents, holds];
    return this.#books.run(z.enum(['ended', 'bound', 'unknown']), 'end', ...keys, jobId, error, prefix);
  }

  async drop(jobId: string): Promise<void> {
    const { books, intents, holds } = this.#books;
    await this.#books.run(z.null(), 'drop', books, this.#books.entry(jobId), intents, holds, jobId);
  }

  async #between(first: string, last: string, limit: number): Promise<Intent[]> {
    const { books, intents, prefix } = this.#books;
    const rows = await this.#books.run(Rows, 'list-intents', books, intents, prefix, first, last, limit);
    return rows.map(intentOf);
  }
}

/** Where ZRANGEBYLEX begins on job ids. */
export function firstAfter(jobId: string | undefined): string {
  return jobId === undefined || jobId === '' ? '-' : `(${jobId}`;
}

function intentOf([jobId, text, cancelled, error, payload]: z.output<typeof Row>): Intent {
  const { account, createdTime } = jobOf(text);
  return { jobId, account, payload, createdTime, isCancelled: cancelled !== null, error: error ?? undefined };
}
