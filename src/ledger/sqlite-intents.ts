import { promised } from '../files/sqlite-file.ts';
import { parseKeyText } from '../objects/object-key.ts';
import type { Intent, Intents } from './port.ts';
import { stringOf, timeOf, type Row, type SqliteLedgerTables } from './sqlite-ledger-tables.ts';

export class SqliteIntents implements Intents {
  readonly #tables: SqliteLedgerTables;

  constructor(tables: SqliteLedgerTables) {
    this.#tables = tables;
  }

  get(jobId: string): Promise<Intent | undefined> {
    return promised(() =>
      this.#tables.look(() => {
        const row = this.#tables.row('SELECT * FROM intents WHERE job_id = ?', jobId);
        return row && intentOf(row);
      }),
    );
  }

  list({ limit, after = '' }: { limit: number; after?: string | undefined }): Promise<Intent[]> {
    return promised(() =>
      this.#tables.look(() => {
        const rows = this.#tables.rows('SELECT * FROM intents WHERE job_id > ? ORDER BY job_id LIMIT ?', after, limit);
        return rows.map(intentOf);
      }),
    );
  }

  cancel(jobId: string): Promise<boolean> {
    return promised(() =>
      this.#tables.change(() => {
        const intent = this.#tables.row('SELECT cancelled FROM intents WHERE job_id = ?', jobId);
        if (intent?.['cancelled'] !== 0) return intent !== undefined;
        this.#tables.run('UPDATE intents SET cancelled = 1 WHERE job_id = ?', jobId);
        this.#tables.step();
        return true;
      }),
    );
  }

  end(jobId: string, error: string): Promise<'ended' | 'bound' | 'unknown'> {
    return promised(() =>
      this.#tables.change(() => {
        const entry = this.#tables.entry(jobId);
        if (entry === undefined || entry.state === 'aborted') return 'unknown';
        if (entry.uid !== undefined) return 'bound';
        const isEnded =
          this.#tables.run('UPDATE intents SET error = ? WHERE job_id = ? AND error IS NULL', error, jobId) > 0;
        if (entry.state === 'reserved') this.#tables.closeHold(entry, 'released');
        else if (isEnded) this.#tables.step();
        return 'ended';
      }),
    );
  }

  drop(jobId: string): Promise<void> {
    return promised(() => {
      this.#tables.change(() => {
        if (this.#tables.run('DELETE FROM intents WHERE job_id = ?', jobId) === 0) return;
        this.#tables.step();
        const entry = this.#tables.entry(jobId);
        if (entry?.uid === undefined && entry?.state === 'released') this.#tables.expireLater(jobId);
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
