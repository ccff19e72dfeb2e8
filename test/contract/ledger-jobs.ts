import { describe, expect, test } from '@jest/globals';
import { Readable } from 'node:stream';
import { retiringMax } from '../../src/schema/adaccount.ts';
import type { LedgerPosition } from '../../src/ledger/port.ts';
import { jobIdOf, otherPayer, payer } from './ledger-ids.ts';
import type { LedgerBench } from './ledger-bench.ts';

/** Tests of the ledger calls for an admitted job, from `bind` to `retire` and `noted`. */
export function jobsContract(bench: LedgerBench): void {
  describe('bind', () => {
    bindContract(bench);
  });
  describe('settle and release', () => {
    closeContract(bench);
  });
  describe('abort', () => {
    abortContract(bench);
  });
  describe('retire', () => {
    retireContract(bench);
  });
  describe('noted', () => {
    notedContract(bench);
  });
}

const unknown = { kind: 'unknown' };
const givenUp = { kind: 'given-up' };

function bindContract(bench: LedgerBench): void {
  test('`bind` gives the job id to its AdJob, returns the price and drops the intent', async () => {
    await bench.fund(100);
    await bench.admit(bench.jobId, { credits: 30 });
    expect(await bench.bind()).toEqual({ kind: 'bound', credits: 30, isCancelled: false });
    expect(await bench.ledger.intents.get(bench.jobId)).toBeUndefined();
    expect(await bench.ledger.audit.listHolds({ limit: 10 })).toMatchObject([
      { jobId: bench.jobId, object: bench.object(), hasIntent: false },
    ]);
  });

  test('a repeated `bind` returns the same answer and changes nothing', async () => {
    await bench.fund(100);
    await bench.start();
    const again = await bench.changingNothing(() => bench.bind());
    expect(again).toEqual({ kind: 'bound', credits: 5, isCancelled: false });
  });

  test.each<['settle' | 'release']>([['settle'], ['release']])(
    '`bind` still returns "bound" after a `%s`',
    async (close) => {
      await bench.fund(100);
      await bench.ledger[close](bench.jobId, await bench.start());
      const again = await bench.changingNothing(() => bench.bind());
      expect(again).toEqual({ kind: 'bound', credits: 5, isCancelled: false });
    },
  );

  test('`bind` reports a requested cancellation and keeps the intent until `drop`', async () => {
    await bench.fund(100);
    await bench.admit();
    await bench.ledger.intents.cancel(bench.jobId);
    const cancelled = { kind: 'bound', credits: 5, isCancelled: true };
    expect(await bench.bind()).toEqual(cancelled);
    expect(await bench.ledger.intents.get(bench.jobId)).toMatchObject({ isCancelled: true, error: undefined });
    expect(await bench.bind()).toEqual(cancelled);
    await bench.ledger.intents.drop(bench.jobId);
    expect(await bench.bind()).toEqual({ ...cancelled, isCancelled: false });
  });

  test('`bind` returns "unknown" for a job that was never admitted', async () => {
    expect(await bench.changingNothing(() => bench.bind())).toEqual(unknown);
  });

  test.each([
    ['in another namespace', { namespace: 'there' }, payer],
    ['with another name', { name: 'somebody' }, payer],
    ['of another account', {}, otherPayer],
    ['of an account with the same name in another namespace', {}, { ...payer, namespace: 'there' }],
  ])('`bind` refuses an AdJob %s and still accepts the expected one', async (_, differs, account) => {
    await bench.fund(100);
    await bench.admit();
    const stranger = { ...bench.object(), uid: 'strange', ...differs };
    expect(await bench.changingNothing(() => bench.bind(bench.jobId, stranger, account))).toEqual(unknown);
    expect(await bench.bind()).toMatchObject({ kind: 'bound' });
  });

  test.each([
    ['recreated under the same name', {}],
    ['in another namespace', { namespace: 'there' }],
  ])('an AdJob %s cannot take a bound id', async (_, differs) => {
    await bench.fund(100);
    await bench.start();
    const second = { ...bench.object(), uid: 'second', ...differs };
    expect(await bench.changingNothing(() => bench.bind(bench.jobId, second))).toEqual({ kind: 'taken' });
  });

  test('an AdJob named like the id of an applied job cannot take that id', async () => {
    await bench.fund(100);
    await bench.admitApplied(bench.jobId);
    expect(await bench.bind()).toEqual({ kind: 'taken' });
  });

  test('of two AdJobs bound concurrently exactly one gets the id', async () => {
    await bench.fund(100);
    await bench.admit();
    const { ledger, other } = bench.under;
    const answers = await Promise.all([
      ledger.bind(bench.jobId, bench.object(bench.jobId, 'one'), payer),
      other.bind(bench.jobId, bench.object(bench.jobId, 'two'), payer),
    ]);
    expect(answers.map(({ kind }) => kind).toSorted()).toEqual(['bound', 'taken']);
  });

  test('`bind` returns "given-up" for an intent that was ended, or released before its AdJob was seen', async () => {
    await bench.fund(100);
    for (const jobId of [jobIdOf(1), jobIdOf(2)]) await bench.admit(jobId);
    await bench.ledger.intents.end(jobIdOf(1), 'No. [refused]');
    await bench.ledger.release(jobIdOf(2), undefined);
    for (const jobId of [jobIdOf(1), jobIdOf(2)]) {
      expect(await bench.changingNothing(() => bench.bind(jobId))).toEqual(givenUp);
      const elsewhere = { ...bench.object(jobId), namespace: 'there' };
      expect(await bench.bind(jobId, elsewhere)).toEqual(unknown);
    }
  });
}

function closeContract(bench: LedgerBench): void {
  test('`settle` charges the held credits', async () => {
    await bench.fund(100);
    await bench.settled(bench.jobId, { credits: 30 });
    expect(await bench.balance()).toEqual({ granted: 100, reserved: 0, spent: 30, retired: 0, available: 70 });
    const told = [`settle 30 ${bench.jobId}`, `reserve 30 ${bench.jobId}`, 'grant 100 -'];
    expect(await bench.told()).toEqual(told);
  });

  test('`release` gives the held credits back to the account', async () => {
    await bench.fund(100);
    await bench.released(bench.jobId, { credits: 30 });
    expect(await bench.balance()).toEqual({ granted: 100, reserved: 0, spent: 0, retired: 0, available: 100 });
    const told = [`release 30 ${bench.jobId}`, `reserve 30 ${bench.jobId}`, 'grant 100 -'];
    expect(await bench.told()).toEqual(told);
  });

  test.each<['settle' | 'release', 'settle' | 'release']>([
    ['settle', 'release'],
    ['release', 'settle'],
  ])('a repeated `%s` changes nothing, and `%s` after it returns "contradiction"', async (first, second) => {
    await bench.fund(100);
    const uid = await bench.start();
    await bench.ledger[first](bench.jobId, uid);
    expect(await bench.changingNothing(() => bench.ledger[first](bench.jobId, uid))).toBe('done');
    expect(await bench.changingNothing(() => bench.ledger[second](bench.jobId, uid))).toBe('contradiction');
  });

  test('the hold of an applied job can be settled and released', async () => {
    await bench.fund(100);
    await bench.admitApplied('uid-1');
    await bench.admitApplied('uid-2');
    expect(await bench.ledger.settle('uid-1', 'uid-1')).toBe('done');
    expect(await bench.ledger.release('uid-2', 'uid-2')).toBe('done');
    expect(await bench.balance()).toMatchObject({ reserved: 0, spent: 5 });
  });

  test('`settle` and `release` return "unknown" for a job that was never admitted', async () => {
    const { ledger, jobId } = bench;
    expect(await bench.changingNothing(() => ledger.settle(jobId, 'uid'))).toBe('unknown');
    expect(await bench.changingNothing(() => ledger.release(jobId, 'uid'))).toBe('unknown');
    expect(await bench.changingNothing(() => ledger.release(jobId, undefined))).toBe('unknown');
  });

  test('`settle` and `release` with the uid of another AdJob change nothing', async () => {
    await bench.fund(100);
    await bench.start();
    const { ledger, jobId } = bench;
    for (const uid of ['other', undefined]) {
      expect(await bench.changingNothing(() => ledger.release(jobId, uid))).toBe('contradiction');
    }
    expect(await bench.changingNothing(() => ledger.settle(jobId, 'other'))).toBe('contradiction');
  });

  test('a hold without an AdJob is closed only by a `release` without uid', async () => {
    await bench.fund(100);
    await bench.admit();
    const { ledger, jobId } = bench;
    expect(await bench.changingNothing(() => ledger.settle(jobId, 'uid'))).toBe('contradiction');
    expect(await bench.changingNothing(() => ledger.release(jobId, 'uid'))).toBe('contradiction');
    expect(await ledger.release(jobId, undefined)).toBe('done');
    expect(await bench.balance()).toMatchObject({ reserved: 0, available: 100 });
    expect(await bench.changingNothing(() => ledger.release(jobId, undefined))).toBe('done');
  });

  test('an aborted job cannot be settled or released', async () => {
    await bench.fund(100);
    await bench.admit();
    await bench.ledger.abort(bench.jobId);
    const { ledger, jobId } = bench;
    expect(await bench.changingNothing(() => ledger.settle(jobId, 'uid'))).toBe('contradiction');
    expect(await bench.changingNothing(() => ledger.release(jobId, 'uid'))).toBe('contradiction');
  });

  test('of a concurrent `settle` and `release` exactly one takes effect', async () => {
    await bench.fund(1_000);
    const { ledger, other } = bench.under;
    for (let number = 0; number < 10; number += 1) {
      const uid = await bench.start(jobIdOf(number));
      const answers = await Promise.all([ledger.settle(jobIdOf(number), uid), other.release(jobIdOf(number), uid)]);
      expect(answers.toSorted()).toEqual(['contradiction', 'done']);
    }
  });
}

function abortContract(bench: LedgerBench): void {
  test('`abort` removes the hold and the intent of an admission', async () => {
    await bench.fund(100);
    await bench.admit();
    expect(await bench.ledger.abort(bench.jobId)).toBe('aborted');
    expect(await bench.balance()).toEqual({ granted: 100, reserved: 0, spent: 0, retired: 0, available: 100 });
    expect(await bench.ledger.intents.get(bench.jobId)).toBeUndefined();
    expect(await bench.bind()).toEqual(givenUp);
    const told = [`release 5 ${bench.jobId}`, `reserve 5 ${bench.jobId}`, 'grant 100 -'];
    expect(await bench.told()).toEqual(told);
  });

  test('a repeated `abort` changes nothing', async () => {
    await bench.fund(100);
    await bench.admit();
    await bench.ledger.abort(bench.jobId);
    expect(await bench.changingNothing(() => bench.ledger.abort(bench.jobId))).toBe('aborted');
  });

  test('an `abort` that arrives before its admission prevents the admission', async () => {
    await bench.fund(100);
    expect(await bench.ledger.abort(bench.jobId)).toBe('aborted');
    const idempotency = { key: 'k', requestHash: 'a' };
    expect(await bench.changingNothing(() => bench.admit(bench.jobId, { idempotency }))).toEqual(givenUp);
    expect(await bench.changingNothing(() => bench.ledger.abort(bench.jobId))).toBe('aborted');
    expect(await bench.bind()).toEqual(givenUp);
    expect(await bench.admit(jobIdOf(2), { idempotency })).toEqual({ kind: 'accepted' });
  });

  test('a repeated admission is refused after an `abort`', async () => {
    await bench.fund(100);
    await bench.admit();
    await bench.ledger.abort(bench.jobId);
    expect(await bench.changingNothing(() => bench.admit())).toEqual(givenUp);
  });

  test.each<[string, () => Promise<unknown>]>([
    ['whose AdJob is bound', () => bench.start()],
    ['that was applied', () => bench.admitApplied(bench.jobId)],
    ['that was settled', () => bench.settled()],
    ['that was released', () => bench.released()],
    [
      'that was replayed to a client by its idempotency key',
      async () => {
        const idempotency = { key: 'k', requestHash: 'a' };
        await bench.admit(bench.jobId, { idempotency });
        await bench.admit(jobIdOf(2), { idempotency });
      },
    ],
    ['whose intent was ended', () => bench.admit().then(() => bench.ledger.intents.end(bench.jobId, 'No. [refused]'))],
  ])('`abort` does not undo the admission of a job %s', async (_, before) => {
    await bench.fund(100);
    await before();
    expect(await bench.changingNothing(() => bench.ledger.abort(bench.jobId))).toBe('kept');
  });

  test('a concurrent `admit` and `abort` leave no hold, in either order', async () => {
    await bench.fund(1_000);
    const { ledger, other } = bench.under;
    for (let number = 0; number < 10; number += 1) {
      const jobId = jobIdOf(number);
      const [admitted, aborted] = await Promise.all([ledger.admit(bench.request(jobId)), other.abort(jobId)]);
      expect(['accepted', 'given-up']).toContain(admitted.kind);
      expect(aborted).toBe('aborted');
    }
    expect(await bench.balance()).toMatchObject({ reserved: 0, available: 1_000 });
    expect(await bench.ledger.intents.list({ limit: 100 })).toEqual([]);
  });
}

function retireContract(bench: LedgerBench): void {
  test('`retire` counts the charge as retired and returns the ledger position of this change', async () => {
    await bench.fund(100);
    const uid = await bench.settled();
    const { sequence: before } = await bench.position();
    const at = await bench.ledger.retire(bench.jobId, uid);
    expect(at?.sequence).toBeGreaterThan(before);
    expect(at).toEqual(await bench.position());
    expect(await bench.balance()).toEqual({ granted: 100, reserved: 0, spent: 5, retired: 5, available: 95 });
    expect(await bench.ledger.audit.sums(payer)).toEqual({ granted: 100, reserved: 0, spent: 5 });
  });

  test('a repeated `retire` returns the same position, even after later changes', async () => {
    await bench.fund(100);
    const uid = await bench.settled();
    const at = await bench.ledger.retire(bench.jobId, uid);
    await bench.fund(1, payer, 'second');
    expect(await bench.changingNothing(() => bench.ledger.retire(bench.jobId, uid))).toEqual(at);
  });

  test('`retire` of a job without a charge adds nothing to the retired credits', async () => {
    await bench.fund(100);
    const uid = await bench.released();
    expect(await bench.ledger.retire(bench.jobId, uid)).toEqual(await bench.position());
    expect(await bench.balance()).toMatchObject({ spent: 0, retired: 0 });
  });

  test('`retire` returns undefined for a job that is unknown, open or aborted, and for another AdJob', async () => {
    await bench.fund(100);
    for (const number of [1, 2, 3]) await bench.admit(jobIdOf(number));
    await bench.ledger.abort(jobIdOf(2));
    const { uid } = bench.object(jobIdOf(3));
    await bench.bind(jobIdOf(3));
    const retire = (jobId: string, of: string) => bench.changingNothing(() => bench.ledger.retire(jobId, of));
    expect(await retire('never', uid)).toBeUndefined();
    expect(await retire(jobIdOf(1), uid)).toBeUndefined();
    expect(await retire(jobIdOf(2), uid)).toBeUndefined();
    expect(await retire(jobIdOf(3), uid)).toBeUndefined();
    await bench.ledger.settle(jobIdOf(3), uid);
    expect(await retire(jobIdOf(3), 'another')).toBeUndefined();
  });

  test('late calls for a retired job get the same answers as before', async () => {
    await bench.fund(100);
    const uid = await bench.settled();
    await bench.ledger.retire(bench.jobId, uid);
    const { ledger, jobId } = bench;
    expect(await bench.changingNothing(() => ledger.settle(jobId, uid))).toBe('done');
    expect(await bench.changingNothing(() => ledger.release(jobId, uid))).toBe('contradiction');
    expect(await bench.changingNothing(() => ledger.abort(jobId))).toBe('kept');
    const late = bench.object(jobId, 'late');
    expect(await bench.changingNothing(() => bench.bind(jobId, late))).toEqual({ kind: 'taken' });
  });
}

function notedContract(bench: LedgerBench): void {
  const retired = async (jobId = bench.jobId, account = payer): Promise<LedgerPosition> => {
    const at = await bench.ledger.retire(jobId, await bench.settled(jobId, { account }));
    if (at === undefined) throw new Error('the job was not retired');
    return at;
  };

  test('retired jobs are listed under their account, by id, until `noted` is called', async () => {
    await bench.fund(100);
    await bench.fund(100, otherPayer);
    await retired(jobIdOf(3));
    const at = await retired(jobIdOf(2));
    await retired(jobIdOf(1), otherPayer);
    expect([await bench.retiring(), await bench.retiring(otherPayer)]).toEqual([
      [jobIdOf(2), jobIdOf(3)],
      [jobIdOf(1)],
    ]);
    await bench.ledger.noted(jobIdOf(2), at);
    expect([await bench.retiring(), await bench.retiring(otherPayer)]).toEqual([[jobIdOf(3)], [jobIdOf(1)]]);
    expect(await bench.balance()).toMatchObject({ spent: 10, retired: 10 });
  });

  test('a repeated `noted` changes nothing, and neither does a repeated `retire`', async () => {
    await bench.fund(100);
    const at = await retired();
    await bench.ledger.noted(bench.jobId, at);
    await bench.changingNothing(() => bench.ledger.noted(bench.jobId, at));
    expect(await bench.changingNothing(() => bench.ledger.retire(bench.jobId, bench.object().uid))).toEqual(at);
  });

  test('`noted` changes nothing for another position or for a job that is not retired', async () => {
    await bench.fund(100);
    await bench.settled(jobIdOf(2));
    const { epoch, sequence } = await retired();
    for (const at of [
      { epoch: 'other', sequence },
      { epoch, sequence: sequence + 1 },
    ])
      await bench.changingNothing(() => bench.ledger.noted(bench.jobId, at));
    for (const jobId of [jobIdOf(2), 'never']) {
      await bench.changingNothing(() => bench.ledger.noted(jobId, { epoch, sequence }));
    }
  });

  test('a retired job without a charge is not listed under its account', async () => {
    await bench.fund(100);
    await bench.ledger.retire(bench.jobId, await bench.released());
    expect(await bench.retiring()).toEqual([]);
  });

  test('the list of retiring jobs stops one entry above its maximum', async () => {
    const jobs = Array.from({ length: retiringMax + 2 }, (_, index) => {
      return { jobId: jobIdOf(index), object: bench.object(jobIdOf(index)), credits: 1, state: 'settled' as const };
    });
    const accounts = Readable.from([{ account: payer, grants: [], retired: 0, jobs }]);
    await bench.ledger.audit.rebuild(accounts, 'second');
    for (const { jobId, object } of jobs) await bench.ledger.retire(jobId, object.uid);
    expect(await bench.retiring()).toEqual(jobs.slice(0, retiringMax + 1).map(({ jobId }) => jobId));
    bench.accounts = [];
  });
}
