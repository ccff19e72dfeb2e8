import { z } from 'zod';
import { keyText, type ObjectKey } from '../objects/object-key.ts';
import { retiringMax } from '../schema/adaccount.ts';
import {
  LedgerError,
  type AdmissionRequest,
  type AdmissionResult,
  type Balance,
  type BindResult,
  type CloseResult,
  type HistoryEntry,
  type HistoryPage,
  type HistoryRequest,
  type Intents,
  type JobObject,
  type LedgerAudit,
  type LedgerPosition,
  type WholeLedger,
} from './port.ts';
import { RedisAudit } from './redis-audit.ts';
import { RedisBatch } from '../redis/batch.ts';
import { idempotencyId, RedisLedgerKeys, timeOf } from './redis-ledger-keys.ts';
import type { RedisConnection } from '../redis/connection.ts';
import { RedisIntents } from './redis-intents.ts';

/**
 * Schema of an integer that a script returns as text, because the Redis client does not represent large numbers
 * exactly.
 */
const Whole = z.coerce.number();
const Answers = z.array(z.unknown());
const BoundAnswer = z.union([
  z.tuple([z.enum(['unknown', 'taken', 'given-up'])]),
  z.tuple([z.literal('bound'), Whole, z.number()]),
]);
const ClosedAnswer = z.enum(['done', 'unknown', 'contradiction']);
const RetiredAnswer = z.tuple([z.string(), Whole]).nullable();
const BalanceAnswer = z.tuple([z.string(), Whole, Whole, Whole, Whole, Whole, z.array(z.string())]);
const StreamRows = z.array(z.tuple([z.string(), z.array(z.string())]));
const Kind = z.enum(['grant', 'reserve', 'settle', 'release']);
/**
 * Syntax of a stream entry id that Redis accepts as the start of a range. Redis rejects the id 0-0, and numbers that
 * need more than 64 bits.
 */
const streamId = /^[1-9]\d{0,18}-\d{1,19}$/;

/**
 * Credit ledger in one Redis primary. If the server has `appendfsync always`, a crash of Redis loses no change that
 * Redis has acknowledged.
 */
export class RedisLedger implements WholeLedger {
  readonly intents: Intents;
  readonly audit: LedgerAudit;
  readonly #keys: RedisLedgerKeys;
  readonly #admissions: RedisBatch<AdmissionRequest, unknown>;

  /** The ledger does not close `connection`; the caller must do so. */
  constructor(connection: RedisConnection) {
    this.#keys = new RedisLedgerKeys(connection);
    this.intents = new RedisIntents(this.#keys);
    this.audit = new RedisAudit(this.#keys);
    this.#admissions = new RedisBatch((admissions: readonly AdmissionRequest[]) => this.#admitAll(admissions));
  }

  async admit(admission: AdmissionRequest): Promise<AdmissionResult> {
    return admittedOf(await this.#admissions.ask(admission));
  }

  async bind(jobId: string, object: JobObject, account: ObjectKey): Promise<BindResult> {
    const { root, intents, holds } = this.#keys;
    const keys = [root, this.#keys.entry(jobId), intents, holds];
    const args = [jobId, object.uid, keyText(account), object.namespace, object.name];
    return bindResult(await this.#keys.run(BoundAnswer, 'bind', ...keys, ...args));
  }

  async rebind(jobId: string, object: JobObject, account: ObjectKey, credits: number): Promise<BindResult> {
    const { uid, namespace, name } = object;
    const keys = [this.#keys.root, this.#keys.entry(jobId)];
    const args = [uid, keyText(account), namespace, name, String(credits)];
    return bindResult(await this.#keys.run(BoundAnswer, 'rebind', ...keys, ...args));
  }

  settle(jobId: string, uid: string): Promise<CloseResult> {
    return this.#close(jobId, uid, 'settled');
  }

  release(jobId: string, uid: string | undefined): Promise<CloseResult> {
    return this.#close(jobId, uid ?? '', 'released');
  }

  abort(jobId: string): Promise<'aborted' | 'kept'> {
    const { root, intents, holds, prefix } = this.#keys;
    const keys = [root, this.#keys.entry(jobId), intents, holds];
    return this.#keys.run(z.enum(['aborted', 'kept']), 'abort', ...keys, jobId, prefix);
  }

  async retire(jobId: string, uid: string): Promise<LedgerPosition | undefined> {
    const { root, prefix } = this.#keys;
    const keys = [root, this.#keys.entry(jobId)];
    const [epoch, sequence] = (await this.#keys.run(RetiredAnswer, 'retire', ...keys, jobId, uid, prefix)) ?? [];
    return epoch === undefined || sequence === undefined ? undefined : { epoch, sequence };
  }

  async noted(jobId: string, { epoch, sequence }: LedgerPosition): Promise<void> {
    const { root, prefix } = this.#keys;
    await this.#keys.run(z.null(), 'noted', root, this.#keys.entry(jobId), jobId, epoch, sequence, prefix);
  }

  grant(
    account: ObjectKey,
    { id, amount }: { id: string; amount: number },
  ): Promise<'granted' | 'known' | 'different'> {
    const text = keyText(account);
    const keys = [this.#keys.root, this.#keys.account(text), this.#keys.history(text)];
    return this.#keys.run(z.enum(['granted', 'known', 'different']), 'grant', ...keys, id, amount);
  }

  async balance(account: ObjectKey): Promise<Balance & { position: LedgerPosition }> {
    const text = keyText(account);
    const keys = [this.#keys.root, this.#keys.account(text), this.#keys.retiring(text)];
    const answer = await this.#keys.run(BalanceAnswer, 'balance', ...keys, retiringMax + 1);
    const [epoch, sequence, granted, reserved, spent, retired, retiring] = answer;
    const available = granted - reserved - spent;
    return { granted, reserved, spent, retired, retiring, available, position: { epoch, sequence } };
  }

  async history(account: ObjectKey, { limit, cursor, until }: HistoryRequest): Promise<HistoryPage> {
    const keys = [this.#keys.root, this.#keys.history(keyText(account))];
    const newest = until === undefined ? '+' : String(until.getTime());
    const start = cursor === undefined ? newest : `(${streamId.test(cursor) ? cursor : '0-1'}`;
    const rows = await this.#keys.run(StreamRows, 'history', ...keys, start, limit + 1);
    const entries = rows.slice(0, limit).map(historyEntry);
    return { entries, cursor: rows.length > limit ? entries.at(-1)?.id : undefined };
  }

  #admitAll(admissions: readonly AdmissionRequest[]): Promise<unknown[]> {
    const { root, intents, holds, prefix } = this.#keys;
    return this.#keys.run(Answers, 'admit', root, intents, holds, prefix, ...admissions.flatMap(admitArguments));
  }

  #close(jobId: string, uid: string, state: 'settled' | 'released'): Promise<CloseResult> {
    const { root, intents, holds, prefix } = this.#keys;
    const keys = [root, this.#keys.entry(jobId), intents, holds];
    return this.#keys.run(ClosedAnswer, 'close', ...keys, jobId, uid, state, prefix);
  }
}

function admitArguments({ jobId, account, credits, seen, origin }: AdmissionRequest): (string | number)[] {
  const { namespace, name } = origin.object;
  const isApplied = origin.kind === 'applied';
  const idempotency = isApplied ? undefined : origin.idempotency;
  return [
    jobId,
    credits,
    keyText(account),
    `${namespace} ${name}`,
    isApplied ? origin.object.uid : '',
    isApplied ? '' : origin.intent,
    idempotency === undefined ? '' : idempotencyId(idempotency.key),
    idempotency?.requestHash ?? '',
    ...seenArguments(seen),
  ];
}

function seenArguments(seen: LedgerPosition | undefined): [string, number] {
  return seen === undefined ? ['', 0] : [seen.epoch, seen.sequence];
}

/**
 * Parses the answer of the `admit` script without zod, for speed: every request to create a job calls this function.
 */
function admittedOf(answer: unknown): AdmissionResult {
  const [kind, detail] = Array.isArray(answer) ? Array.from<unknown>(answer) : [];
  switch (kind) {
    case 'accepted':
    case 'given-up':
    case 'reused':
      return { kind };
    case 'replayed':
      return { kind, jobId: String(detail) };
    case 'insufficient':
      return { kind, available: Number(detail) };
    case 'lost':
      throw new LedgerError('Lost', String(detail));
    case 'failed':
      throw new LedgerError('Unavailable', `Redis rejected the command: ${String(detail)}`);
    default:
      throw new Error(`unexpected answer of the admit script: ${String(kind)}`);
  }
}

function historyEntry([id, [kind, amount, label, name]]: [string, string[]]): HistoryEntry {
  const time = timeOf(id.replace(/-.*/, ''));
  const named = (what: 'job' | 'id'): string | null => (label === what ? (name ?? null) : null);
  const [jobId, grantId] = [named('job'), named('id')];
  return { id, time, kind: Kind.parse(kind), amount: Number(amount), jobId, grantId };
}

function bindResult(answer: z.infer<typeof BoundAnswer>): BindResult {
  if (answer[0] !== 'bound') return { kind: answer[0] };
  return { kind: 'bound', credits: answer[1], isCancelled: answer[2] === 1 };
}
