import { randomUUID } from 'node:crypto';
import type { CreditTotals } from '../domain/credit-totals.ts';
import { keyText } from '../runtime/object-key.ts';
import type { ObjectKey } from '../store/port.ts';
import { LedgerError, type Hold, type JobObject } from './port.ts';
import type { LedgerAudit, LedgerPosition, RebuiltAccount } from './port.ts';
import { promised, type EntryState, type SqliteBooks } from './sqlite-books.ts';

interface Held {
  jobId: string;
  account: ObjectKey;
  credits: number;
  object: JobObject;
}

/** What compares the books with the resources, and makes them again. */
export class SqliteAudit implements LedgerAudit {
  readonly #books: SqliteBooks;

  constructor(books: SqliteBooks) {
    this.#books = books;
  }

  position(): Promise<LedgerPosition | undefined> {
    return promised(() => this.#books.glance(() => this.#books.position()));
  }

  begin(epoch: string): Promise<boolean> {
    return promised(() =>
      this.#books.make(() => {
        if (this.#rebuild() !== undefined) throw new LedgerError('Lost', 'The books of the ledger are not made yet.');
        return this.#books.run('UPDATE books SET epoch = ? WHERE epoch IS NULL', epoch) > 0;
      }),
    );
  }

  listHolds({ limit, after = '' }: { limit: number; after?: string | undefined }): Promise<Hold[]> {
    return promised(() => this.#books.look(() => this.#books.openHolds(limit, after)));
  }

  restoreHold(held: Held): Promise<boolean> {
    return promised(() =>
      this.#books.change(() => {
        if (this.#books.entry(held.jobId) !== undefined) return false;
        this.#put(held, 'reserved');
        this.#books.step();
        return true;
      }),
    );
  }

  sums(account: ObjectKey): Promise<CreditTotals> {
    return promised(() =>
      this.#books.look(() => {
        const text = keyText(account);
        const sum = (sql: string, ...more: string[]): number =>
          Number(this.#books.row(sql, text, ...more)?.['sum'] ?? 0);
        const open = 'SELECT sum(credits) AS sum FROM entries WHERE account = ? AND state = ? AND retired IS NULL';
        return {
          granted: sum('SELECT sum(amount) AS sum FROM grants WHERE account = ?'),
          reserved: sum(open, 'reserved'),
          spent: sum(open, 'settled') + this.#books.balance(account).retired,
        };
      }),
    );
  }

  async rebuild(accounts: AsyncIterable<RebuiltAccount>, epoch: string): Promise<void> {
    const mark = randomUUID();
    this.#books.make(() => {
      this.#books.run('UPDATE books SET epoch = NULL, sequence = 0, rebuild = ?', mark);
      for (const table of ['accounts', 'grants', 'entries', 'retiring', 'idempotency', 'intents', 'history']) {
        this.#books.run(`DELETE FROM ${table}`);
      }
    });
    for await (const one of accounts) {
      this.#books.make(() => {
        this.#goOn(mark);
        this.#putAccount(one);
      });
    }
    this.#books.make(() => {
      this.#goOn(mark);
      this.#books.run('UPDATE books SET epoch = ?, rebuild = NULL', epoch);
    });
  }

  /** Who is making the books anew; undefined: nobody. */
  #rebuild(): string | undefined {
    const mark = this.#books.row('SELECT rebuild FROM books')?.['rebuild'];
    return typeof mark === 'string' ? mark : undefined;
  }

  /** Two that make them at once would mix theirs: the later one wins. */
  #goOn(mark: string): void {
    if (this.#rebuild() !== mark) throw new LedgerError('Lost', 'Somebody else has begun to make the books anew.');
  }

  #putAccount({ account, grants, retired, jobs }: RebuiltAccount): void {
    for (const { id, amount } of grants) {
      this.#books.run('INSERT INTO grants VALUES (?, ?, ?)', keyText(account), id, amount);
      this.#books.add(account, { granted: amount });
      this.#books.tell(account, 'grant', amount, id);
    }
    this.#books.add(account, { spent: retired, retired });
    for (const { state, ...held } of jobs) this.#put({ ...held, account }, state);
    this.#books.step();
  }

  #put({ jobId, account, credits, object }: Held, state: Exclude<EntryState, 'aborted'>): void {
    const { uid, ...key } = object;
    const createdMs = this.#books.nowMs();
    this.#books.putEntry({ jobId, account, credits, state, key, uid, createdMs, idempotency: undefined });
    this.#books.add(account, {
      reserved: state === 'reserved' ? credits : 0,
      spent: state === 'settled' ? credits : 0,
    });
    this.#books.tell(account, 'reserve', credits, jobId);
    if (state !== 'reserved') this.#books.tell(account, state === 'settled' ? 'settle' : 'release', credits, jobId);
  }
}
