import { promised } from '../files/sqlite-file.ts';
import { keyText, type ObjectKey } from '../objects/object-key.ts';
import {
  LedgerError,
  type AdmissionRequest,
  type AdmissionResult,
  type Balance,
  type Balances,
  type BindResult,
  type CloseResult,
  type HistoryEntry,
  type HistoryPage,
  type HistoryRequest,
  type IdempotentRequest,
  type JobObject,
  type Ledger,
  type LedgerAudit,
  type LedgerPosition,
  type Intents,
} from './port.ts';
import { SqliteAudit } from './sqlite-audit.ts';
import {
  SqliteLedgerTables,
  stringOf,
  timeOf,
  type Entry,
  type Row,
  type SqliteLedgerOptions,
} from './sqlite-ledger-tables.ts';
import { SqliteIntents } from './sqlite-intents.ts';

const idempotencyMs = 24 * 3_600_000;
const historyKinds: readonly HistoryEntry['kind'][] = ['grant', 'reserve', 'settle', 'release'];

/** Credit ledger in one SQLite file. A change is on disk when its call returns. */
export class SqliteLedger implements Ledger, Balances {
  readonly intents: Intents;
  readonly audit: LedgerAudit;
  readonly #tables: SqliteLedgerTables;

  /** Opens the database file, and creates or migrates it if necessary. Throws `LedgerError('Unavailable')`. */
  constructor(options: SqliteLedgerOptions) {
    this.#tables = new SqliteLedgerTables(options);
    this.intents = new SqliteIntents(this.#tables);
    this.audit = new SqliteAudit(this.#tables);
  }

  close(): void {
    this.#tables.close();
  }

  probe(): Promise<void> {
    return promised(() => {
      this.#tables.change(() => {
        this.#tables.run('UPDATE books SET sequence = sequence');
      });
    });
  }

  admit(admission: AdmissionRequest): Promise<AdmissionResult> {
    return promised(() =>
      this.#tables.change(() => {
        checkSeen(admission.seen, this.#tables.whole());
        this.#tables.expire();
        return this.#known(admission) ?? this.#hold(admission);
      }),
    );
  }

  bind(jobId: string, object: JobObject, account: ObjectKey): Promise<BindResult> {
    return promised(() =>
      this.#tables.change(() => {
        const entry = this.#tables.entry(jobId);
        if (entry === undefined) return { kind: 'unknown' };
        if (entry.state === 'aborted') return { kind: 'given-up' };
        if (entry.uid !== undefined && entry.uid !== object.uid) return { kind: 'taken' };
        if (entry.uid !== undefined) return this.#bound(entry);
        if (!waitsFor(entry, object, account)) return { kind: 'unknown' };
        return entry.state === 'reserved' ? this.#bindNow(entry, object.uid) : { kind: 'given-up' };
      }),
    );
  }

  rebind(jobId: string, object: JobObject, account: ObjectKey, credits: number): Promise<BindResult> {
    return promised(() =>
      this.#tables.change(() => {
        const entry = this.#tables.entry(jobId);
        if (entry === undefined) return { kind: 'unknown' };
        if (entry.state !== 'reserved' || entry.uid === undefined) return { kind: 'taken' };
        if (!waitsFor(entry, object, account) || entry.credits !== credits) return { kind: 'taken' };
        if (entry.uid !== object.uid) this.#setUid(entry, object.uid);
        return this.#bound(entry);
      }),
    );
  }

  settle(jobId: string, uid: string): Promise<CloseResult> {
    return promised(() => this.#close(jobId, uid, 'settled'));
  }

  release(jobId: string, uid: string | undefined): Promise<CloseResult> {
    return promised(() => this.#close(jobId, uid, 'released'));
  }

  abort(jobId: string): Promise<'aborted' | 'kept'> {
    return promised(() =>
      this.#tables.change(() => {
        const entry = this.#tables.entry(jobId);
        if (entry === undefined) return this.#block(jobId);
        if (entry.state === 'aborted') return 'aborted';
        if (entry.state !== 'reserved' || entry.uid !== undefined || this.#isPromised(entry)) return 'kept';
        return this.#revoke(entry);
      }),
    );
  }

  retire(jobId: string, uid: string): Promise<LedgerPosition | undefined> {
    return promised(() =>
      this.#tables.change(({ epoch }) => {
        const entry = this.#tables.entry(jobId);
        if (entry?.uid !== uid || (entry.state !== 'settled' && entry.state !== 'released')) return undefined;
        if (entry.retired !== undefined) return { epoch, sequence: entry.retired };
        const sequence = this.#tables.step();
        this.#tables.retire(entry, sequence);
        return { epoch, sequence };
      }),
    );
  }

  noted(jobId: string, at: LedgerPosition): Promise<void> {
    return promised(() => {
      this.#tables.change(({ epoch }) => {
        const entry = this.#tables.entry(jobId);
        if (epoch === at.epoch && entry?.retired === at.sequence) this.#tables.noted(entry);
      });
    });
  }

  grant(
    account: ObjectKey,
    { id, amount }: { id: string; amount: number },
  ): Promise<'granted' | 'known' | 'different'> {
    return promised(() =>
      this.#tables.change(() => {
        const of = [keyText(account), id] as const;
        const known = this.#tables.row('SELECT amount FROM grants WHERE account = ? AND id = ?', ...of);
        if (known !== undefined) return known['amount'] === amount ? 'known' : 'different';
        this.#tables.run('INSERT INTO grants VALUES (?, ?, ?)', ...of, amount);
        this.#tables.add(account, { granted: amount });
        this.#tables.addHistory(account, 'grant', amount, id);
        this.#tables.step();
        return 'granted';
      }),
    );
  }

  balance(account: ObjectKey): Promise<Balance & { position: LedgerPosition }> {
    return promised(() =>
      this.#tables.look((position) => {
        const columns = this.#tables.balance(account);
        const available = columns.granted - columns.reserved - columns.spent;
        return { ...columns, retiring: this.#tables.retiring(account), available, position };
      }),
    );
  }

  history(account: ObjectKey, { limit, cursor, until }: HistoryRequest): Promise<HistoryPage> {
    return promised(() =>
      this.#tables.look(() => {
        const [before, untilMs] = [cursor ?? Number.MAX_SAFE_INTEGER, until?.getTime() ?? Number.MAX_SAFE_INTEGER];
        const rows = this.#tables.rows(
          'SELECT * FROM history WHERE account = ? AND id < ? AND time <= ? ORDER BY id DESC LIMIT ?',
          ...[keyText(account), Number(before), cursor === undefined ? untilMs : Number.MAX_SAFE_INTEGER, limit + 1],
        );
        const entries = rows.slice(0, limit).map(historyEntry);
        return { entries, cursor: rows.length > limit ? entries.at(-1)?.id : undefined };
      }),
    );
  }

  #known({ jobId, origin }: AdmissionRequest): AdmissionResult | undefined {
    const entry = this.#tables.entry(jobId);
    if (entry !== undefined) return { kind: entry.state === 'aborted' ? 'given-up' : 'accepted' };
    return origin.kind === 'request' && origin.idempotency ? this.#replay(origin.idempotency) : undefined;
  }

  #replay({ key, requestHash }: IdempotentRequest): AdmissionResult | undefined {
    const row = this.#tables.row('SELECT hash, job_id FROM idempotency WHERE key = ?', key);
    if (row === undefined) return undefined;
    if (row['hash'] !== requestHash) return { kind: 'reused' };
    this.#tables.run('UPDATE idempotency SET promised = 1 WHERE key = ? AND promised = 0', key);
    return { kind: 'replayed', jobId: stringOf(row['job_id']) };
  }

  #hold({ jobId, account, credits, origin }: AdmissionRequest): AdmissionResult {
    const { granted, reserved, spent } = this.#tables.balance(account);
    const available = granted - reserved - spent;
    if (available < credits) return { kind: 'insufficient', available };
    const { namespace, name } = origin.object;
    const uid = origin.kind === 'applied' ? origin.object.uid : undefined;
    const idempotency = origin.kind === 'request' ? origin.idempotency : undefined;
    const createdMs = this.#tables.nowMs();
    const held = { jobId, account, credits, createdMs, state: 'reserved', key: { namespace, name }, uid } as const;
    this.#tables.putEntry({ ...held, idempotency: idempotency?.key });
    this.#tables.add(account, { reserved: credits });
    this.#tables.addHistory(account, 'reserve', credits, jobId);
    this.#tables.step();
    if (idempotency) this.#storeIdempotency(idempotency, jobId, createdMs);
    if (origin.kind === 'request') {
      this.#tables.run(
        'INSERT INTO intents (job_id, account, payload, created, cancelled) VALUES (?, ?, ?, ?, 0)',
        ...[jobId, keyText(account), origin.intent, createdMs],
      );
    }
    return { kind: 'accepted' };
  }

  #storeIdempotency({ key, requestHash }: IdempotentRequest, jobId: string, nowMs: number): void {
    const expires = nowMs + idempotencyMs;
    this.#tables.run('INSERT INTO idempotency VALUES (?, ?, ?, ?, 0)', key, requestHash, jobId, expires);
  }

  #bindNow(entry: Entry, uid: string): BindResult {
    this.#setUid(entry, uid);
    this.#tables.run('DELETE FROM intents WHERE job_id = ? AND cancelled = 0', entry.jobId);
    return this.#bound(entry);
  }

  #setUid({ jobId }: Entry, uid: string): void {
    this.#tables.run('UPDATE entries SET uid = ? WHERE job_id = ?', uid, jobId);
    this.#tables.step();
  }

  #bound({ jobId, credits }: Entry): BindResult {
    const row = this.#tables.row('SELECT cancelled FROM intents WHERE job_id = ?', jobId);
    return { kind: 'bound', credits, isCancelled: row?.['cancelled'] === 1 };
  }

  #close(jobId: string, uid: string | undefined, state: 'settled' | 'released'): CloseResult {
    return this.#tables.change(() => {
      const entry = this.#tables.entry(jobId);
      if (entry === undefined) return 'unknown';
      if (entry.uid !== uid) return 'contradiction';
      if (entry.state !== 'reserved') return entry.state === state ? 'done' : 'contradiction';
      this.#tables.closeHold(entry, state);
      return 'done';
    });
  }

  /** Stores an unknown job id as revoked, so that a late call of `admit` with this id is refused. */
  #block(jobId: string): 'aborted' {
    const none = { namespace: '', name: '' };
    const blocked = { account: none, key: none, credits: 0, uid: undefined, idempotency: undefined } as const;
    this.#tables.putEntry({ ...blocked, jobId, state: 'aborted', createdMs: this.#tables.nowMs() });
    this.#tables.step();
    return 'aborted';
  }

  /**
   * Reports whether a client that repeated its request got this job id as the answer. The SQL query compares both the
   * idempotency key and the job id, because after 24 hours the key can belong to another job.
   */
  #isPromised({ jobId, idempotency = '' }: Entry): boolean {
    const select = 'SELECT 1 FROM idempotency WHERE key = ? AND job_id = ? AND promised = 1';
    return this.#tables.row(select, idempotency, jobId) !== undefined;
  }

  #revoke(entry: Entry): 'aborted' {
    this.#tables.run('DELETE FROM intents WHERE job_id = ?', entry.jobId);
    this.#tables.closeHold(entry, 'aborted');
    const { jobId, idempotency = null } = entry;
    this.#tables.run('DELETE FROM idempotency WHERE key = ? AND job_id = ?', idempotency, jobId);
    return 'aborted';
  }
}

function checkSeen(seen: LedgerPosition | undefined, now: LedgerPosition): void {
  if (seen === undefined || (seen.epoch === now.epoch && seen.sequence <= now.sequence)) return;
  throw new LedgerError(
    'Lost',
    'The ledger is older than the state that the account has recorded: ledger data is lost.',
  );
}

function waitsFor(entry: Entry, object: JobObject, account: ObjectKey): boolean {
  return keyText(entry.key) === keyText(object) && keyText(entry.account) === keyText(account);
}

function historyEntry(row: Row): HistoryEntry {
  const kind = historyKinds.find((one) => one === row['kind']);
  if (kind === undefined) throw new Error(`unknown kind in the history of the ledger: ${String(row['kind'])}`);
  const named = (column: 'job_id' | 'grant_id'): string | null => (row[column] === null ? null : stringOf(row[column]));
  const [jobId, grantId] = [named('job_id'), named('grant_id')];
  return { id: String(row['id']), time: timeOf(row['time']), kind, amount: Number(row['amount']), jobId, grantId };
}
