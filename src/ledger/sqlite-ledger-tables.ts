import type { SQLInputValue, SQLOutputValue } from 'node:sqlite';
import type { Clock } from '../clock/port.ts';
import { SqliteFile } from '../files/sqlite-file.ts';
import { keyText, parseKeyText, type ObjectKey } from '../objects/object-key.ts';
import { retiringMax } from '../schema/adaccount.ts';
import { LedgerError, type Hold, type HistoryEntry, type JobObject, type LedgerPosition } from './port.ts';
import { migrations } from './sqlite-migrations.ts';

export interface SqliteLedgerOptions {
  file: string;
  clock: Clock;
  busyTimeoutMs?: number;
}

export type EntryState = 'reserved' | 'settled' | 'released' | 'aborted';

export interface Entry {
  jobId: string;
  account: ObjectKey;
  credits: number;
  state: EntryState;
  key: ObjectKey;
  uid: string | undefined;
  createdMs: number;
  idempotency: string | undefined;
  retired: number | undefined;
}

export type Row = Record<string, SQLOutputValue>;
type Column = 'granted' | 'reserved' | 'spent' | 'retired';

/**
 * Time in milliseconds for which the ledger entry of an ended job is kept after its AdJob was deleted or it is certain
 * that no AdJob will be created. During this time, late calls for the job still get a correct answer.
 */
const entryLifetimeMs = 7 * 86_400_000;

const historyMax = 100_000;
/**
 * Number of new history entries, over all accounts, between two deletions of old entries. A deletion with every new
 * entry would cost too much time, so only the account of every 997th entry is cleaned up. The number is prime, so that
 * accounts that add entries in turns are all cleaned up.
 */
const trimmedEvery = 997;

export class SqliteLedgerTables {
  private readonly file: SqliteFile;
  private readonly clock: Clock;

  constructor({ file, clock, busyTimeoutMs = 5_000 }: SqliteLedgerOptions) {
    this.clock = clock;
    const failure = (message: string, cause?: unknown) => new LedgerError('Unavailable', message, { cause });
    this.file = new SqliteFile({ file, migrations, busyTimeoutMs, failure });
  }

  close(): void {
    this.file.close();
  }

  nowMs(): number {
    return this.clock.now().getTime();
  }

  /** Runs `work` in one write transaction. Throws `LedgerError('Lost')` if the ledger is not initialised. */
  change<R>(work: (before: LedgerPosition) => R): R {
    return this.file.write(() => work(this.whole()));
  }

  /**
   * Runs `work`, which must not write, in one read transaction. Throws `LedgerError('Lost')` if the ledger is not
   * initialised.
   */
  look<R>(work: (position: LedgerPosition) => R): R {
    return this.file.read(() => work(this.whole()));
  }

  /** Runs `work`, which must not write, in one read transaction, even if the ledger is not initialised. */
  glance<R>(work: () => R): R {
    return this.file.read(work);
  }

  /** Runs `work` in one write transaction, even if the ledger is not initialised. */
  make<R>(work: () => R): R {
    return this.file.write(work);
  }

  position(): LedgerPosition | undefined {
    const { epoch, sequence } = this.row('SELECT epoch, sequence FROM books') ?? {};
    return typeof epoch === 'string' ? { epoch, sequence: Number(sequence) } : undefined;
  }

  whole(): LedgerPosition {
    const position = this.position();
    if (position === undefined) throw new LedgerError('Lost', 'The ledger is not initialised, or its data were lost.');
    return position;
  }

  step(): number {
    return Number(this.row('UPDATE books SET sequence = sequence + 1 RETURNING sequence')?.['sequence']);
  }

  add(account: ObjectKey, changes: Partial<Record<Column, number>>): void {
    const { granted = 0, reserved = 0, spent = 0, retired = 0 } = changes;
    this.run(
      `INSERT INTO accounts VALUES (?, ?, ?, ?, ?) ON CONFLICT (account) DO UPDATE SET granted = granted + excluded.granted,
       reserved = reserved + excluded.reserved, spent = spent + excluded.spent, retired = retired + excluded.retired`,
      ...[keyText(account), granted, reserved, spent, retired],
    );
  }

  balance(account: ObjectKey): Record<Column, number> {
    const row = this.row('SELECT granted, reserved, spent, retired FROM accounts WHERE account = ?', keyText(account));
    const column = (name: Column): number => Number(row?.[name] ?? 0);
    return {
      granted: column('granted'),
      reserved: column('reserved'),
      spent: column('spent'),
      retired: column('retired'),
    };
  }

  addHistory(account: ObjectKey, kind: HistoryEntry['kind'], amount: number, id: string): void {
    const column = kind === 'grant' ? 'grant_id' : 'job_id';
    const added = this.row(
      `INSERT INTO history (account, time, kind, amount, ${column}) VALUES (?, ?, ?, ?, ?) RETURNING id`,
      ...[keyText(account), this.nowMs(), kind, amount, id],
    );
    if (Number(added?.['id']) % trimmedEvery === 0) this.#trimHistory(account);
  }

  #trimHistory(account: ObjectKey): void {
    this.run(
      `DELETE FROM history WHERE account = ?1 AND id <=
       (SELECT id FROM history WHERE account = ?1 ORDER BY id DESC LIMIT 1 OFFSET ?2)`,
      ...[keyText(account), historyMax],
    );
  }

  entry(jobId: string): Entry | undefined {
    const row = this.row('SELECT * FROM entries WHERE job_id = ?', jobId);
    return row && entryOf(row);
  }

  putEntry({ jobId, account, credits, state, key, uid, createdMs, idempotency }: Omit<Entry, 'retired'>): void {
    this.run(
      'INSERT INTO entries VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, NULL, ?)',
      ...[
        jobId,
        keyText(account),
        credits,
        state,
        key.namespace,
        key.name,
        uid ?? null,
        createdMs,
        idempotency ?? null,
      ],
      state === 'aborted' ? this.nowMs() + entryLifetimeMs : null,
    );
  }

  closeHold({ jobId, account, credits, uid }: Entry, state: Exclude<EntryState, 'reserved'>): void {
    const isCharged = state === 'settled';
    this.run('UPDATE entries SET state = ? WHERE job_id = ?', state, jobId);
    this.add(account, { reserved: -credits, spent: isCharged ? credits : 0 });
    this.addHistory(account, isCharged ? 'settle' : 'release', credits, jobId);
    this.step();
    if (uid === undefined) this.forgetUnseen(jobId);
  }

  expireLater(jobId: string): void {
    this.run('UPDATE entries SET expires = ? WHERE job_id = ?', this.nowMs() + entryLifetimeMs, jobId);
  }

  retire({ jobId, account, credits, state }: Entry, sequence: number): void {
    this.run('UPDATE entries SET retired = ? WHERE job_id = ?', sequence, jobId);
    this.expireLater(jobId);
    if (state !== 'settled') return;
    this.add(account, { retired: credits });
    this.run('INSERT INTO retiring VALUES (?, ?, ?)', keyText(account), jobId, this.nowMs() + entryLifetimeMs);
  }

  noted({ jobId, account }: Entry): void {
    const remove = 'DELETE FROM retiring WHERE account = ? AND job_id = ?';
    if (this.run(remove, keyText(account), jobId) > 0) this.step();
  }

  retiring(account: ObjectKey): string[] {
    const select = 'SELECT job_id FROM retiring WHERE account = ? ORDER BY job_id LIMIT ?';
    return this.rows(select, keyText(account), retiringMax + 1).map((row) => stringOf(row['job_id']));
  }

  /** Makes the ledger entry of a job without an AdJob expire, unless the AdJob may still be created. */
  forgetUnseen(jobId: string): void {
    const intent = this.row('SELECT 1 FROM intents WHERE job_id = ?', jobId);
    if (intent === undefined) this.expireLater(jobId);
  }

  openHolds(limit: number, after: string): Hold[] {
    const rows = this.rows(
      `SELECT entries.*, EXISTS (SELECT 1 FROM intents WHERE intents.job_id = entries.job_id) AS intent FROM entries
       WHERE state = 'reserved' AND job_id > ? ORDER BY job_id LIMIT ?`,
      ...[after, limit],
    );
    return rows.map((row) => holdOf(entryOf(row), row['intent'] === 1));
  }

  expire(): void {
    for (const table of ['idempotency', 'entries', 'retiring']) {
      this.run(`DELETE FROM ${table} WHERE expires <= ?`, this.nowMs());
    }
  }

  row(sql: string, ...values: SQLInputValue[]): Row | undefined {
    return this.file.connection.prepare(sql).get(...values);
  }

  rows(sql: string, ...values: SQLInputValue[]): Row[] {
    return this.file.connection.prepare(sql).all(...values);
  }

  run(sql: string, ...values: SQLInputValue[]): number {
    return Number(this.file.connection.prepare(sql).run(...values).changes);
  }
}

export function stringOf(value: SQLOutputValue | undefined): string {
  return typeof value === 'string' ? value : '';
}

export function timeOf(value: SQLOutputValue | undefined): string {
  return new Date(Number(value)).toISOString();
}

function entryOf(row: Row): Entry {
  return {
    jobId: stringOf(row['job_id']),
    account: parseKeyText(stringOf(row['account'])),
    credits: Number(row['credits']),
    state: stateOf(row['state']),
    key: { namespace: stringOf(row['namespace']), name: stringOf(row['name']) },
    uid: row['uid'] === null ? undefined : stringOf(row['uid']),
    createdMs: Number(row['created']),
    idempotency: row['idempotency'] === null ? undefined : stringOf(row['idempotency']),
    retired: row['retired'] === null ? undefined : Number(row['retired']),
  };
}

function stateOf(value: SQLOutputValue | undefined): EntryState {
  if (value === 'reserved' || value === 'settled' || value === 'released') return value;
  return 'aborted';
}

function holdOf({ jobId, account, credits, createdMs, key, uid }: Entry, hasIntent: boolean): Hold {
  const object: JobObject | undefined = uid === undefined ? undefined : { ...key, uid };
  return { jobId, account, credits, createdTime: timeOf(createdMs), object, hasIntent };
}
