import { describe, expect, test } from '@jest/globals';
import { jobIdOf, payer } from './ledger-ids.ts';
import type { LedgerBench, LedgerInTime } from './ledger-bench.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** Tests of how long the ledger keeps its entries. An expired entry may stay visible until the next admission. */
export function memoryContract(bench: LedgerBench<LedgerInTime>): void {
  const idempotency = { key: 'k', requestHash: 'a' };
  const advance = (ms: number): Promise<void> => bench.under.advance(ms);
  /** Admits another job: the ledger may wait for an admission to remove expired entries. */
  const later = async (): Promise<void> => {
    await bench.admit(jobIdOf(99), { credits: 1 });
  };

  test('an idempotency key is kept for 24 hours and then freed', async () => {
    await bench.fund(100);
    await bench.admit(jobIdOf(1), { idempotency });
    await advance(dayMs - 60_000);
    expect(await bench.admit(jobIdOf(2), { idempotency })).toEqual({ kind: 'replayed', jobId: jobIdOf(1) });
    await advance(120_000);
    expect(await bench.admit(jobIdOf(2), { idempotency })).toEqual({ kind: 'accepted' });
  });

  test('`abort` of an old admission keeps an idempotency key that a newer job has reused', async () => {
    await bench.fund(100);
    await bench.admit(jobIdOf(1), { idempotency });
    await advance(dayMs + hourMs);
    await bench.admit(jobIdOf(2), { idempotency });
    expect(await bench.ledger.abort(jobIdOf(1))).toBe('aborted');
    expect(await bench.admit(jobIdOf(3), { idempotency })).toEqual({ kind: 'replayed', jobId: jobIdOf(2) });
  });

  test('the entry of a retired job is kept for seven days, its charge forever', async () => {
    await bench.fund(100);
    const uid = await bench.settled();
    await bench.ledger.retire(bench.jobId, uid);
    await advance(7 * dayMs - hourMs);
    await later();
    expect(await bench.ledger.settle(bench.jobId, uid)).toBe('done');
    expect(await bench.retiring()).toEqual([bench.jobId]);
    await advance(2 * hourMs);
    await bench.admit(jobIdOf(98), { credits: 1 });
    expect(await bench.ledger.settle(bench.jobId, uid)).toBe('unknown');
    expect(await bench.retiring()).toEqual([]);
    expect(await bench.balance()).toMatchObject({ spent: 5, retired: 5, reserved: 2 });
    expect(await bench.ledger.audit.sums(payer)).toEqual({ granted: 100, reserved: 2, spent: 5 });
  });

  test.each<[string, () => Promise<unknown>]>([
    ['an open hold', () => bench.admit()],
    ['an open hold with an AdJob', () => bench.start()],
    ['a charge that is not retired', () => bench.settled()],
    ['a released entry that is not retired', () => bench.released()],
  ])('%s in the ledger never expires', async (_, before) => {
    await bench.fund(100);
    await before();
    await advance(60 * dayMs);
    await later();
    const hold = { jobId: bench.jobId, account: payer, credits: 5, object: bench.object() };
    expect(await bench.ledger.audit.restoreHold(hold)).toBe(false);
  });

  test('an ended intent does not expire before it is dropped', async () => {
    await bench.fund(100);
    await bench.admit();
    await bench.ledger.intents.end(bench.jobId, 'No. [refused]');
    await advance(60 * dayMs);
    await later();
    expect(await bench.ledger.intents.get(bench.jobId)).toMatchObject({ error: 'No. [refused]' });
    expect(await bench.bind()).toEqual({ kind: 'given-up' });
  });

  test.each<[string, () => Promise<unknown>]>([
    ['aborted before its admission', () => bench.ledger.abort(bench.jobId)],
    ['aborted', () => bench.admit().then(() => bench.ledger.abort(bench.jobId))],
    [
      'ended and dropped',
      async () => {
        await bench.admit();
        await bench.ledger.intents.end(bench.jobId, 'No. [refused]');
        await bench.ledger.intents.drop(bench.jobId);
      },
    ],
    [
      'released without an AdJob and dropped',
      async () => {
        await bench.admit();
        await bench.ledger.release(bench.jobId, undefined);
        await bench.ledger.intents.drop(bench.jobId);
      },
    ],
    [
      'dropped and released without an AdJob',
      async () => {
        await bench.admit();
        await bench.ledger.intents.drop(bench.jobId);
        await bench.ledger.release(bench.jobId, undefined);
      },
    ],
    [
      'dropped and ended',
      async () => {
        await bench.admit();
        await bench.ledger.intents.drop(bench.jobId);
        await bench.ledger.intents.end(bench.jobId, 'No. [refused]');
      },
    ],
  ])('`bind` of a job id that was %s returns "given-up" for seven days and then "unknown"', async (_, before) => {
    await bench.fund(100);
    await before();
    await advance(7 * dayMs - hourMs);
    await later();
    expect(await bench.bind()).toEqual({ kind: 'given-up' });
    await advance(2 * hourMs);
    await bench.admit(jobIdOf(98), { credits: 1 });
    expect(await bench.bind()).toEqual({ kind: 'unknown' });
    expect(await bench.balance()).toMatchObject({ reserved: 2, available: 98 });
  });

  describe('the history keeps about the last 100,000 entries of an account', () => {
    const ids = Array.from({ length: 10 }, (_, number) => jobIdOf(number));
    const start = (id: string): Promise<unknown> => bench.start(id);
    const admit = (id: string): Promise<unknown> => bench.admit(id);
    const nothing = (): Promise<unknown> => Promise.resolve();
    const uidOf = (id: string): string => bench.object(id).uid;

    test.each<[string, before: (id: string) => Promise<unknown>, add: (id: string) => Promise<unknown>]>([
      ['an admission', nothing, admit],
      ['a charge', start, (id) => bench.ledger.settle(id, uidOf(id))],
      ['a release', start, (id) => bench.ledger.release(id, uidOf(id))],
      ['an abort', admit, (id) => bench.ledger.abort(id)],
      ['the end of an intent', admit, (id) => bench.ledger.intents.end(id, 'No. [refused]')],
      ['a grant', nothing, (id) => bench.fund(1, payer, id)],
      [
        'a restored hold',
        nothing,
        (id) => bench.ledger.audit.restoreHold({ jobId: id, account: payer, credits: 1, object: bench.object(id) }),
      ],
    ])('%s removes the oldest entries of a full history', async (_, before, add) => {
      // Sums are not checked after this test, because the added history entries belong to no job.
      bench.accounts = [];
      await bench.fund(100);
      for (const id of ids) await before(id);
      await bench.under.fillHistory(payer, 105_000);
      for (const id of ids) await add(id);
      const length = await bench.under.historyLength(payer);
      expect(length).toBeGreaterThanOrEqual(100_000);
      expect(length).toBeLessThan(101_000);
    });
  });
}
