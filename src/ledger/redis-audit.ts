import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { CreditTotals } from '../domain/credit-totals.ts';
import { keyText, type ObjectKey } from '../objects/object-key.ts';
import type { Hold, JobObject, LedgerAudit, LedgerPosition, RebuiltAccount } from './port.ts';
import { jobOf, jobText, type RedisLedgerKeys } from './redis-ledger-keys.ts';
import { firstAfter } from './redis-intents.ts';

const Text = z.string().nullable();
/** Ledger entry of one job: job id, state, field `job` (see `jobText`) and uid of its AdJob. */
const HoldRow = z.tuple([z.string(), Text, Text, Text]);
const HoldRows = z.tuple([z.array(HoldRow), z.array(HoldRow)]);
const ScanAnswer = z.tuple([z.string(), z.array(z.string())]);
const Nothing = z.null();

/**
 * Maximum number of jobs that one call of the rebuild script restores. The number is limited because Redis runs no
 * other command while a script runs.
 */
const rebuiltAtOnce = 200;

interface Held {
  jobId: string;
  account: ObjectKey;
  credits: number;
  object: JobObject;
}

export class RedisAudit implements LedgerAudit {
  readonly #keys: RedisLedgerKeys;

  constructor(keys: RedisLedgerKeys) {
    this.#keys = keys;
  }

  async position(): Promise<LedgerPosition | undefined> {
    const columns = z.tuple([Text, Text]);
    const [epoch, sequence] = await this.#keys.call(columns, 'HMGET', this.#keys.root, 'epoch', 'sequence');
    return epoch === null ? undefined : { epoch, sequence: Number(sequence) };
  }

  async begin(epoch: string): Promise<boolean> {
    return (await this.#keys.run(z.number(), 'begin', this.#keys.root, epoch)) === 1;
  }

  async listHolds({ limit, after }: { limit: number; after?: string | undefined }): Promise<Hold[]> {
    const holds: Hold[] = [];
    let last = after;
    while (holds.length < limit) {
      const page = await this.#pageOfHolds(limit, last);
      holds.push(...page.flatMap(({ row, hasIntent }) => holdOf(row, hasIntent) ?? []));
      last = page.at(-1)?.row[0];
      if (page.length < limit) break;
    }
    return holds.slice(0, limit);
  }

  async restoreHold({ jobId, account, credits, object }: Held): Promise<boolean> {
    const { root, holds } = this.#keys;
    const text = keyText(account);
    const keys = [root, this.#keys.entry(jobId), this.#keys.account(text), this.#keys.history(text), holds];
    const args = [jobId, credits, jobText(text, object, credits), object.uid];
    return (await this.#keys.run(z.number(), 'restore-hold', ...keys, ...args)) === 1;
  }

  async sums(account: ObjectKey): Promise<CreditTotals> {
    const columns = z.tuple([z.coerce.number(), z.coerce.number(), z.coerce.number()]);
    const keys = [this.#keys.root, this.#keys.account(keyText(account))];
    const [granted, reserved, spent] = await this.#keys.run(columns, 'sums', ...keys);
    return { granted, reserved, spent };
  }

  async rebuild(accounts: AsyncIterable<RebuiltAccount>, epoch: string): Promise<void> {
    const mark = randomUUID();
    await this.#keys.run(Nothing, 'lose', this.#keys.root, mark);
    await this.#forget(mark);
    for await (const account of accounts) await this.#putAccount(account, mark);
    await this.#keys.run(Nothing, 'made', this.#keys.root, mark, epoch);
  }

  async #pageOfHolds(limit: number, after: string | undefined): Promise<HoldPlace[]> {
    const { root, intents, holds, prefix } = this.#keys;
    const args = [prefix, firstAfter(after), limit];
    const [waiting, given] = await this.#keys.run(HoldRows, 'list-holds', root, intents, holds, ...args);
    const places = new Map<string, HoldPlace>(given.map((row) => [row[0], { row, hasIntent: false }]));
    for (const row of waiting) places.set(row[0], { row, hasIntent: true });
    return [...places.values()].sort((a, b) => (a.row[0] < b.row[0] ? -1 : 1)).slice(0, limit);
  }

  /**
   * Deletes all Redis keys of the ledger, but not the request counts of the rate limiter. `mark` is the id of the
   * current rebuild.
   */
  async #forget(mark: string): Promise<void> {
    for (const kind of ['entry:*', 'account:*', 'retiring:*', 'history:*', 'idempotency:*', 'intents', 'holds']) {
      let cursor = '0';
      do {
        const args = [cursor, 'MATCH', `${this.#keys.prefix}${kind}`, 'COUNT', 1_000];
        const [next, keys] = await this.#keys.call(ScanAnswer, 'SCAN', ...args);
        const all = [this.#keys.root, ...keys];
        if (keys.length > 0) await this.#keys.run(Nothing, 'forget', all.length, ...all, mark);
        cursor = next;
      } while (cursor !== '0');
    }
  }

  async #putAccount({ account, grants, retired, jobs }: RebuiltAccount, mark: string): Promise<void> {
    const put = (part: Part): Promise<null> => this.#put(account, part, mark);
    const rows = jobs.map(({ jobId, credits, state, object }) => [
      ...[jobId, credits, state, object.uid],
      jobText(keyText(account), object, credits),
    ]);
    await put({ retired, grants: grants.map(({ id, amount }) => [id, amount]), jobs: [] });
    for (let from = 0; from < rows.length; from += rebuiltAtOnce) {
      await put({ retired: 0, grants: [], jobs: rows.slice(from, from + rebuiltAtOnce) });
    }
  }

  #put(account: ObjectKey, part: Part, mark: string): Promise<null> {
    const { root, holds, prefix } = this.#keys;
    const text = keyText(account);
    const keys = [root, this.#keys.account(text), this.#keys.history(text), holds];
    return this.#keys.run(Nothing, 'rebuild-account', ...keys, prefix, mark, JSON.stringify(part));
  }
}

interface Part {
  retired: number;
  grants: (string | number)[][];
  jobs: (string | number)[][];
}

interface HoldPlace {
  row: z.output<typeof HoldRow>;
  hasIntent: boolean;
}

function holdOf([jobId, state, text, uid]: HoldPlace['row'], hasIntent: boolean): Hold | undefined {
  if (state !== 'reserved' || text === null) return undefined;
  const { account, key, credits, createdTime } = jobOf(text);
  return { jobId, account, credits, createdTime, object: uid === null ? undefined : { ...key, uid }, hasIntent };
}
