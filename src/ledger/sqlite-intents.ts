import type { Intent, Intents } from './port.ts';
import { keyOf, promised, stringOf, timeOf, type Row, type SqliteBooks } from './sqlite-books.ts';

/** The jobs that were admitted and whose object nobody has seen yet. */
export class SqliteIntents implements Intents {
  readonly #books: SqliteBooks;

  constructor(books: SqliteBooks) {
    this.#books = books;
  }

  get(jobId: string): Promise<Intent | undefined> {
    return promised(() =>
      this.#books.look(() => {
        const row = this.#books.row('SELECT * FROM intents WHERE job_id = ?', jobId);
        return row && intentOf(row);
      }),
    );
  }

  list({ limit, after = '' }: { limit: number; after?: string | undefined }): Promise<Intent[]> {
    return promised(() =>
      this.#books.look(() => {
        const rows = this.#books.rows('SELECT * FROM intents WHERE job_id > ? ORDER BY job_id LIMIT ?', after, limit);
        return rows.map(intentOf);
      }),
    );
  }

  cancel(jobId: string): Promise<boolean> {
    return promised(() =>
      this.#books.change(() => this.#books.run('UPDATE intents SET cancelled = 1 WHERE job_id = ?', jobId) > 0),
    );
  }

  end(jobId: string, error: string): Promise<'ended' | 'bound' | 'unknown'> {
    return promised(() =>
      this.#books.change(() => {
        const entry = this.#books.entry(jobId);
        if (entry === undefined || entry.state === 'aborted') return 'unknown';
        if (entry.uid !== undefined) return 'bound';
        if (entry.state !== 'reserved') return 'ended';
        const { account, credits } = entry;
        this.#books.setState(jobId, 'released');
        this.#books.add(account, { reserved: -credits });
        this.#books.tell(account, 'release', credits, jobId);
        this.#books.step();
        this.#books.run('UPDATE intents SET error = ? WHERE job_id = ?', error, jobId);
        return 'ended';
      }),
    );
  }

  drop(jobId: string): Promise<void> {
    return promised(() => {
      this.#books.change(() => {
        this.#books.run('DELETE FROM intents WHERE job_id = ?', jobId);
        const entry = this.#books.entry(jobId);
        if (entry?.uid === undefined && entry?.state === 'released') this.#books.forgetLater(jobId);
      });
    });
  }
}

function intentOf(row: Row): Intent {
  return {
    jobId: stringOf(row['job_id']),
    account: keyOf(row['account']),
    payload: stringOf(row['payload']),
    createdTime: timeOf(row['created']),
    isCancelled: row['cancelled'] === 1,
    error: row['error'] === null ? undefined : stringOf(row['error']),
  };
}
