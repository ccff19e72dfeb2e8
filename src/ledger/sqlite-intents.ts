import { parseKeyText } from '../runtime/object-key.ts';
import type { Intent, Intents } from './port.ts';
import { promised, stringOf, timeOf, type Row, type SqliteBooks } from './sqlite-books.ts';

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
      this.#books.change(() => {
        const intent = this.#books.row('SELECT cancelled FROM intents WHERE job_id = ?', jobId);
        if (intent?.['cancelled'] !== 0) return intent !== undefined;
        this.#books.run('UPDATE intents SET cancelled = 1 WHERE job_id = ?', jobId);
        this.#books.step();
        return true;
      }),
    );
  }

  end(jobId: string, error: string): Promise<'ended' | 'bound' | 'unknown'> {
    return promised(() =>
      this.#books.change(() => {
        const entry = this.#books.entry(jobId);
        if (entry === undefined || entry.state === 'aborted') return 'unknown';
        if (entry.uid !== undefined) return 'bound';
        const isTold =
          this.#books.run('UPDATE intents SET error = ? WHERE job_id = ? AND error IS NULL', error, jobId) > 0;
        if (entry.state === 'reserved') this.#books.closeHold(entry, 'released');
        else if (isTold) this.#books.step();
        return 'ended';
      }),
    );
  }

  drop(jobId: string): Promise<void> {
    return promised(() => {
      this.#books.change(() => {
        if (this.#books.run('DELETE FROM intents WHERE job_id = ?', jobId) === 0) return;
        this.#books.step();
        const entry = this.#books.entry(jobId);
        if (entry?.uid === undefined && entry?.state === 'released') this.#books.forgetLater(jobId);
      });
    });
  }
}

function intentOf(row: Row): Intent {
  return {
    jobId: stringOf(row['job_id']),
    account: parseKeyText(stringOf(row['account'])),
    payload: stringOf(row['payload']),
    createdTime: timeOf(row['created']),
    isCancelled: row['cancelled'] === 1,
    error: row['error'] === null ? undefined : stringOf(row['error']),
  };
}
