import { z } from 'zod';
import type { ObjectKey } from '../store/port.ts';
import type {
  Admission,
  Admitted,
  Balance,
  Bound,
  Closed,
  HistoryEntry,
  HistoryPage,
  Intents,
  JobObject,
  LedgerAudit,
  LedgerPosition,
  WholeLedger,
} from './port.ts';
import { RedisAudit } from './redis-audit.ts';
import { idempotencyId, RedisBooks, textOf, timeOf } from './redis-books.ts';
import type { RedisConnection } from './redis-connection.ts';
import { RedisIntents } from './redis-intents.ts';

/** Numbers come as text: the client is not exact with large ones. */
const Whole = z.coerce.number();
const AdmittedAnswer = z.union([
  z.tuple([z.enum(['accepted', 'given-up', 'reused'])]),
  z.tuple([z.literal('replayed'), z.string()]),
  z.tuple([z.literal('insufficient'), Whole]),
]);
const BoundAnswer = z.union([
  z.tuple([z.enum(['unknown', 'taken', 'given-up'])]),
  z.tuple([z.literal('bound'), Whole, z.number()]),
]);
const ClosedAnswer = z.enum(['done', 'unknown', 'contradiction']);
const BalanceAnswer = z.tuple([z.string(), Whole, Whole, Whole, Whole, Whole]);
const StreamRows = z.array(z.tuple([z.string(), z.array(z.string())]));
const StreamFields = z.object({
  kind: z.enum(['grant', 'reserve', 'settle', 'release']),
  amount: Whole,
  job: z.string().optional(),
});
const streamId = /^\d+-\d+$/;

/** The books in one Redis primary. They are exact where it writes every change to its file at once (`appendfsync always`). */
export class RedisLedger implements WholeLedger {
  readonly intents: Intents;
  readonly audit: LedgerAudit;
  readonly #books: RedisBooks;

  /** The connection stays the caller's. */
  constructor(connection: RedisConnection) {
    this.#books = new RedisBooks(connection);
    this.intents = new RedisIntents(this.#books);
    this.audit = new RedisAudit(this.#books);
  }

  async admit(admission: Admission): Promise<Admitted> {
    const answer = await this.#books.run(AdmittedAnswer, 'admit', ...this.#admitArguments(admission));
    switch (answer[0]) {
      case 'replayed':
        return { kind: 'replayed', jobId: answer[1] };
      case 'insufficient':
        return { kind: 'insufficient', available: answer[1] };
      default:
        return { kind: answer[0] };
    }
  }

  async bind(jobId: string, object: JobObject, account: ObjectKey): Promise<Bound> {
    const { books, intents, holds } = this.#books;
    const keys = [books, this.#books.entry(jobId), intents, holds];
    const args = [jobId, object.namespace, object.name, object.uid, textOf(account)];
    const answer = await this.#books.run(BoundAnswer, 'bind', ...keys, ...args);
    if (answer[0] !== 'bound') return { kind: answer[0] };
    return { kind: 'bound', credits: answer[1], isCancelled: answer[2] === 1 };
  }

  settle(jobId: string, uid: string): Promise<Closed> {
    return this.#close(jobId, uid, 'settled');
  }

  release(jobId: string, uid: string | undefined): Promise<Closed> {
    return this.#close(jobId, uid ?? '', 'released');
  }

  abort(jobId: string): Promise<'aborted' | 'kept'> {
    const { books, intents, holds, prefix } = this.#books;
    const keys = [books, this.#books.entry(jobId), intents, holds];
    return this.#books.run(z.enum(['aborted', 'kept']), 'abort', ...keys, jobId, prefix);
  }

  async retire(jobId: string, uid: string): Promise<number | undefined> {
    const { books, prefix } = this.#books;
    const keys = [books, this.#books.entry(jobId)];
    return (await this.#books.run(z.number().nullable(), 'retire', ...keys, jobId, uid, prefix)) ?? undefined;
  }

  grant(
    account: ObjectKey,
    { id, amount }: { id: string; amount: number },
  ): Promise<'granted' | 'known' | 'different'> {
    const text = textOf(account);
    const keys = [this.#books.books, this.#books.account(text), this.#books.history(text)];
    return this.#books.run(z.enum(['granted', 'known', 'different']), 'grant', ...keys, id, amount);
  }

  async balance(account: ObjectKey): Promise<Balance & { position: LedgerPosition }> {
    const keys = [this.#books.books, this.#books.account(textOf(account))];
    const answer = await this.#books.run(BalanceAnswer, 'balance', ...keys);
    const [epoch, sequence, granted, reserved, spent, retired] = answer;
    const available = granted - reserved - spent;
    return { granted, reserved, spent, retired, available, position: { epoch, sequence } };
  }

  async history(
    account: ObjectKey,
    { limit, cursor }: { limit: number; cursor: string | undefined },
  ): Promise<HistoryPage> {
    const keys = [this.#books.books, this.#books.history(textOf(account))];
    const start = cursor === undefined ? '+' : `(${streamId.test(cursor) ? cursor : '0-1'}`;
    const rows = await this.#books.run(StreamRows, 'history', ...keys, start, limit + 1);
    const entries = rows.slice(0, limit).map(historyEntry);
    return { entries, cursor: rows.length > limit ? entries.at(-1)?.id : undefined };
  }

  #admitArguments({ jobId, account, credits, seen, origin }: Admission): (string | number)[] {
    const text = textOf(account);
    const { namespace, name } = origin.object;
    const { place, member, uid, id, requestHash } = this.#kept(jobId, origin);
    const { books } = this.#books;
    const keys = [books, this.#books.entry(jobId), this.#books.account(text), this.#books.history(text), place];
    return [
      ...keys,
      id === '' ? books : this.#books.idempotency(id),
      ...[jobId, credits, text, namespace, name, uid, member, id, requestHash],
      ...(seen === undefined ? ['', 0] : [seen.epoch, seen.sequence]),
    ];
  }

  /** What is kept beside the entry, and where. */
  #kept(jobId: string, origin: Admission['origin']) {
    const { intents, holds } = this.#books;
    if (origin.kind === 'applied') {
      return { place: holds, member: jobId, uid: origin.object.uid, id: '', requestHash: '' };
    }
    const { key, requestHash } = origin.idempotency ?? { key: undefined, requestHash: '' };
    const id = key === undefined ? '' : idempotencyId(key);
    return { place: intents, member: `${jobId} ${origin.intent}`, uid: '', id, requestHash };
  }

  #close(jobId: string, uid: string, state: 'settled' | 'released'): Promise<Closed> {
    const { books, intents, holds, prefix } = this.#books;
    const keys = [books, this.#books.entry(jobId), intents, holds];
    return this.#books.run(ClosedAnswer, 'close', ...keys, jobId, uid, state, prefix);
  }
}

function historyEntry([id, fields]: [string, string[]]): HistoryEntry {
  const pairs = fields.flatMap((name, i) => (i % 2 === 0 ? [[name, fields[i + 1]]] : []));
  const { kind, amount, job } = StreamFields.parse(Object.fromEntries(pairs));
  return { id, time: timeOf(id.replace(/-.*/, '')), kind, amount, jobId: job ?? null };
}
