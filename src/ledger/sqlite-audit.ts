import { promised } from '../files/sqlite-file.ts';
import { randomUUID } from 'node:crypto';
import type { CreditTotals } from '../domain/credit-totals.ts';
import { keyText, type ObjectKey } from '../objects/object-key.ts';
import { LedgerError, type Hold, type JobObject } from './port.ts';
import type { LedgerAudit, LedgerPosition, RebuiltAccount } from './port.ts';
import type { EntryState, SqliteLedgerTables } from './sqlite-ledger-tables.ts';

interface Held {
  jobId: string;
  account: ObjectKey;
  credits: number;
  object: JobObject;
}

export class SqliteAudit implements LedgerAudit {
  readonly #tables: SqliteLedgerTables;

  constructor(tables: SqliteLedgerTables) {
    this.#tables = tables;
  }

  position(): Promise<LedgerPosition | undefined> {
    return promised(() => this.#tables.glance(() => this.#tables.position()));
  }

  begin(epoch: string): Promise<boolean> {
    return promised(() =>
      this.#tables.make(() => {
        if (this.#rebuild() !== undefined) throw new LedgerError('Lost', 'A rebuild of the ledger is not complete.');
        return this.#tables.run('UPDATE books SET epoch = ? WHERE epoch IS NULL', epoch) > 0;
      }),
    );
  }

  listHolds({ limit, after = '' }: { limit: number; after?: string | undefined }): Promise<Hold[]> {
    return promised(() => this.#tables.look(() => this.#tables.openHolds(limit, after)));
  }

  restoreHold(held: Held): Promise<boolean> {
    return promised(() =>
      this.#tables.change(() => {
        if (this.#tables.entry(held.jobId) !== undefined) return false;
        this.#put(held, 'reserved');
        this.#tables.step();
        return true;
      }),
    );
  }

  sums(account: ObjectKey): Promise<CreditTotals> {
    return promised(() =>
      this.#tables.look(() => {
        const text = keyText(account);
        const sum = (sql: string, ...more: string[]): number =>
          Number(this.#tables.row(sql, text, ...more)?.['sum'] ?? 0);
        const open = 'SELECT sum(credits) AS sum FROM entries WHERE account = ? AND state = ? AND retired IS NULL';
        return {
          granted: sum('SELECT sum(amount) AS sum FROM grants WHERE account = ?'),
          reserved: sum(open, 'reserved'),
          spent: sum(open, 'settled') + this.#tables.balance(account).retired,
        };
      }),
    );
  }

  async rebuild(accounts: AsyncIterable<RebuiltAccount>, epoch: string): Promise<void> {
    const mark = randomUUID();
    this.#tables.make(() => {
      this.#tables.run('UPDATE books SET epoch = NULL, sequence = 0, rebuild = ?', mark);
      for (const table of ['accounts', 'grants', 'entries', 'retiring', 'idempotency', 'intents', 'history']) {
        this.#tables.run(`DELETE FROM ${table}`);
      }
    });
    for await (const one of accounts) {
      this.#tables.make(() => {
        this.#checkRebuild(mark);
        this.#putAccount(one);
      });
    }
    this.#tables.make(() => {
      this.#checkRebuild(mark);
      this.#tables.run('UPDATE books SET epoch = ?, rebuild = NULL', epoch);
    });
  }

  #rebuild(): string | undefined {
    const mark = this.#tables.row('SELECT rebuild FROM books')?.['rebuild'];
    return typeof mark === 'string' ? mark : undefined;
  }

  /**
   * Throws if another rebuild has started. Of two concurrent rebuilds, the later one wins, so that their data do not
   * mix.
   */
  #checkRebuild(mark: string): void {
    if (this.#rebuild() !== mark) throw new LedgerError('Lost', 'Another rebuild of the ledger has started.');
  }

  #putAccount({ account, grants, retired, jobs }: RebuiltAccount): void {
    for (const { id, amount } of grants) {
      this.#tables.run('INSERT INTO grants VALUES (?, ?, ?)', keyText(account), id, amount);
      this.#tables.add(account, { granted: amount });
      this.#tables.addHistory(account, 'grant', amount, id);
    }
    this.#tables.add(account, { spent: retired, retired });
    for (const { state, ...held } of jobs) this.#put({ ...held, account }, state);
    this.#tables.step();
  }

  #put({ jobId, account, credits, object }: Held, state: Exclude<EntryState, 'aborted'>): void {
    const { uid, ...key } = object;
    const createdMs = this.#tables.nowMs();
    this.#tables.putEntry({ jobId, account, credits, state, key, uid, createdMs, idempotency: undefined });
    this.#tables.add(account, {
      reserved: state === 'reserved' ? credits : 0,
      spent: state === 'settled' ? credits : 0,
    });
    this.#tables.addHistory(account, 'reserve', credits, jobId);
    if (state !== 'reserved')
      this.#tables.addHistory(account, state === 'settled' ? 'settle' : 'release', credits, jobId);
  }
}
