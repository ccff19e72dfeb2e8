import { expect, test } from '@jest/globals';
import type { LedgerPosition, RebuiltAccount, WholeLedger } from '../../src/ledger/port.ts';
import { jobIdOf, otherPayer, payer } from './ledger-ids.ts';
import type { LedgerBench } from './ledger-bench.ts';

const lost = { name: 'LedgerError', reason: 'Lost' };

/** Returns one call of each ledger method that requires that `begin` has run. */
function everyCall(ledger: WholeLedger, bench: LedgerBench): [string, () => Promise<unknown>][] {
  const { jobId } = bench;
  const object = bench.object();
  return [
    ['admit', () => ledger.admit(bench.request(jobId))],
    ['bind', () => ledger.bind(jobId, object, payer)],
    ['rebind', () => ledger.rebind(jobId, object, payer, 5)],
    ['settle', () => ledger.settle(jobId, object.uid)],
    ['release', () => ledger.release(jobId, undefined)],
    ['abort', () => ledger.abort(jobId)],
    ['retire', () => ledger.retire(jobId, object.uid)],
    ['noted', () => ledger.noted(jobId, { epoch: 'first', sequence: 1 })],
    ['grant', () => ledger.grant(payer, { id: 'late', amount: 1 })],
    ['balance', () => ledger.balance(payer)],
    ['history', () => ledger.history(payer, { limit: 1, cursor: undefined })],
    ['intents.get', () => ledger.intents.get(jobId)],
    ['intents.list', () => ledger.intents.list({ limit: 1 })],
    ['intents.cancel', () => ledger.intents.cancel(jobId)],
    ['intents.end', () => ledger.intents.end(jobId, 'No. [refused]')],
    ['intents.drop', () => ledger.intents.drop(jobId)],
    ['listHolds', () => ledger.audit.listHolds({ limit: 1 })],
    ['restoreHold', () => ledger.audit.restoreHold({ jobId, account: payer, credits: 5, object })],
    ['sums', () => ledger.audit.sums(payer)],
  ];
}

/** Runs the calls and returns the names of those that do not fail with `Lost`. */
async function answering(calls: [string, () => Promise<unknown>][]): Promise<string[]> {
  const names = await Promise.all(
    calls.map(([name, call]) =>
      expect(call())
        .rejects.toMatchObject(lost)
        .then(
          () => [],
          () => [name],
        ),
    ),
  );
  return names.flat();
}

async function* listed(accounts: readonly RebuiltAccount[]): AsyncGenerator<RebuiltAccount> {
  for (const account of accounts) yield await Promise.resolve(account);
}

/** Source of accounts for a rebuild. It fails when the first account is read. */
async function* unreadable(): AsyncGenerator<RebuiltAccount> {
  await Promise.reject(new Error('The API server is gone.'));
  yield { account: payer, grants: [], retired: 0, jobs: [] };
}

export function auditContract(bench: LedgerBench): void {
  test('`begin` creates the ledger once and keeps its epoch', async () => {
    expect(await bench.ledger.audit.position()).toEqual({ epoch: 'first', sequence: 0 });
    await bench.fund(100);
    expect(await bench.changingNothing(() => bench.ledger.audit.begin('second'))).toBe(false);
    expect(await bench.under.other.audit.position()).toEqual(await bench.position());
  });

  test('`listHolds` returns open holds by id, page by page, with their details', async () => {
    const beforeMs = Date.now();
    await bench.fund(100);
    await bench.fund(100, otherPayer);
    await bench.admit(jobIdOf(3), { credits: 3 });
    await bench.settled(jobIdOf(2));
    await bench.released(jobIdOf(4));
    await bench.start(jobIdOf(1), { credits: 7, account: otherPayer });
    await bench.admitApplied('uid-1');
    const [first, ...more] = await bench.ledger.audit.listHolds({ limit: 2 });
    expect(first).toEqual({
      jobId: jobIdOf(1),
      account: otherPayer,
      credits: 7,
      createdTime: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      object: bench.object(jobIdOf(1)),
      hasIntent: false,
    });
    expect(Math.abs(Date.parse(first?.createdTime ?? '') - beforeMs)).toBeLessThan(60_000);
    expect(more).toMatchObject([{ jobId: jobIdOf(3), account: payer, credits: 3, object: undefined, hasIntent: true }]);
    expect(await bench.ledger.audit.listHolds({ limit: 2, after: jobIdOf(3) })).toMatchObject([
      { jobId: 'uid-1', object: { namespace: 'here', name: 'applied', uid: 'uid-1' }, hasIntent: false },
    ]);
    expect(await bench.ledger.audit.listHolds({ limit: 2, after: 'uid-1' })).toEqual([]);
  });

  test('`restoreHold` creates a hold once, even if the balance becomes negative', async () => {
    await bench.fund(3);
    const hold = { jobId: bench.jobId, account: payer, credits: 5, object: bench.object() };
    expect(await bench.ledger.audit.restoreHold(hold)).toBe(true);
    expect(await bench.balance()).toEqual({ granted: 3, reserved: 5, spent: 0, retired: 0, available: -2 });
    expect(await bench.changingNothing(() => bench.ledger.audit.restoreHold(hold))).toBe(false);
    expect(await bench.admit(jobIdOf(2), { credits: 1 })).toEqual({ kind: 'insufficient', available: -2 });
    expect(await bench.bind()).toEqual({ kind: 'bound', credits: 5, isCancelled: false });
    expect(await bench.ledger.release(bench.jobId, bench.object().uid)).toBe('done');
    expect(await bench.balance()).toMatchObject({ reserved: 0, available: 3 });
  });

  test.each<[string, () => Promise<unknown>]>([
    ['admitted', () => bench.admit()],
    ['bound', () => bench.start()],
    ['settled', () => bench.settled()],
    ['released', () => bench.released()],
    ['aborted', () => bench.ledger.abort(bench.jobId)],
  ])('`restoreHold` creates no hold for a job that is %s', async (_, before) => {
    await bench.fund(100);
    await before();
    const hold = { jobId: bench.jobId, account: payer, credits: 5, object: bench.object() };
    expect(await bench.changingNothing(() => bench.ledger.audit.restoreHold(hold))).toBe(false);
  });

  test('`sums` adds up the entries of one account', async () => {
    await bench.fund(100);
    await bench.fund(100, otherPayer);
    await bench.settled(jobIdOf(1), { credits: 1 });
    await bench.ledger.retire(jobIdOf(1), bench.object(jobIdOf(1)).uid);
    await bench.settled(jobIdOf(2), { credits: 2 });
    await bench.released(jobIdOf(3), { credits: 4 });
    await bench.start(jobIdOf(4), { credits: 8 });
    await bench.admit(jobIdOf(5), { credits: 16 });
    await bench.admit(jobIdOf(6), { credits: 32, account: otherPayer });
    expect(await bench.ledger.audit.sums(payer)).toEqual({ granted: 100, reserved: 24, spent: 3 });
    expect(await bench.ledger.audit.sums(otherPayer)).toEqual({ granted: 100, reserved: 32, spent: 0 });
  });

  rebuildContract(bench);
}

function rebuildContract(bench: LedgerBench): void {
  const jobs = (['reserved', 'settled', 'released'] as const).map((state, index) => ({
    jobId: jobIdOf(11 + index),
    object: bench.object(jobIdOf(11 + index)),
    credits: 2 ** index,
    state,
  }));
  const grants = [
    { id: 'one', amount: 100 },
    { id: 'two', amount: 20 },
  ];
  const rebuilt: RebuiltAccount[] = [
    { account: payer, grants, retired: 50, jobs },
    { account: otherPayer, grants: [], retired: 0, jobs: [] },
  ];
  const rebuild = (): Promise<void> => bench.ledger.audit.rebuild(listed(rebuilt), 'second');

  test('`rebuild` replaces all state with the given accounts', async () => {
    await bench.fund(1_000);
    await bench.fund(1_000, otherPayer);
    const idempotency = { key: 'k', requestHash: 'a' };
    await bench.admit(jobIdOf(1), { idempotency });
    await bench.start(jobIdOf(2), { account: otherPayer });
    await bench.ledger.retire(jobIdOf(4), await bench.settled(jobIdOf(4)));
    await rebuild();
    expect(await bench.retiring()).toEqual([]);
    expect(await bench.balance()).toEqual({ granted: 120, reserved: 1, spent: 52, retired: 50, available: 67 });
    expect(await bench.balance(otherPayer)).toEqual({ granted: 0, reserved: 0, spent: 0, retired: 0, available: 0 });
    expect(await bench.ledger.audit.sums(payer)).toEqual({ granted: 120, reserved: 1, spent: 52 });
    expect(await bench.ledger.intents.list({ limit: 10 })).toEqual([]);
    expect(await bench.ledger.audit.listHolds({ limit: 10 })).toMatchObject([{ jobId: jobIdOf(11), credits: 1 }]);
    expect((await bench.position()).epoch).toBe('second');
    expect(await bench.told(otherPayer)).toEqual([]);
    const { entries } = await bench.ledger.history(payer, { limit: 10, cursor: undefined });
    expect(entries.filter(({ kind }) => kind === 'grant')).toMatchObject([
      { amount: 20, jobId: null, grantId: 'two' },
      { amount: 100, jobId: null, grantId: 'one' },
    ]);
    expect(await bench.ledger.release(jobIdOf(2), bench.object(jobIdOf(2)).uid)).toBe('unknown');
    expect(await bench.admit(jobIdOf(3), { idempotency })).toEqual({ kind: 'accepted' });
  });

  test('rebuilt jobs and grants behave like original ones', async () => {
    await rebuild();
    const { ledger } = bench;
    const [open = '', settled = '', released = ''] = jobs.map(({ jobId }) => jobId);
    expect(await ledger.grant(payer, { id: 'one', amount: 100 })).toBe('known');
    expect(await ledger.grant(payer, { id: 'two', amount: 100 })).toBe('different');
    expect(await ledger.settle(settled, bench.object(settled).uid)).toBe('done');
    expect(await ledger.settle(released, bench.object(released).uid)).toBe('contradiction');
    expect(await ledger.settle(open, bench.object(open).uid)).toBe('done');
    expect(await bench.bind(open)).toEqual({ kind: 'bound', credits: 1, isCancelled: false });
    expect(await bench.bind(open, bench.object(open, 'other'))).toEqual({ kind: 'taken' });
    await ledger.retire(open, bench.object(open).uid);
    await ledger.retire(settled, bench.object(settled).uid);
    expect(await bench.balance()).toEqual({ granted: 120, reserved: 0, spent: 53, retired: 53, available: 67 });
  });

  test('after a rebuild, calls fail with `Lost` if the caller has seen only the old epoch, and succeed if it has seen the new one', async () => {
    await bench.fund(100);
    const before = await bench.position();
    await rebuild();
    await expect(bench.admit(jobIdOf(1), { seen: before })).rejects.toMatchObject(lost);
    expect(await bench.admit(jobIdOf(1), { seen: await bench.position() })).toEqual({ kind: 'accepted' });
  });

  test('during a rebuild, `begin` and all other calls fail with `Lost` on every connection', async () => {
    await bench.fund(100);
    await bench.admit();
    const found: { answering: string[]; position: LedgerPosition | undefined }[] = [];
    const { ledger, other } = bench.under;
    const look = async (one: WholeLedger): Promise<void> => {
      const calls = [...everyCall(one, bench), ['begin', () => one.audit.begin('third')] satisfies [string, unknown]];
      found.push({ answering: await answering(calls), position: await one.audit.position() });
    };
    async function* slowly(): AsyncGenerator<RebuiltAccount> {
      for (const account of rebuilt) {
        await look(ledger);
        await look(other);
        yield account;
      }
      await look(other);
    }
    await ledger.audit.rebuild(slowly(), 'second');
    expect(found).toEqual(Array.from({ length: 5 }, () => ({ answering: [], position: undefined })));
    expect(await answering(everyCall(other, bench).slice(0, 1))).toEqual(['admit']);
    expect((await bench.position()).epoch).toBe('second');
  });

  test('a failed rebuild leaves the ledger lost until the next rebuild completes', async () => {
    await bench.fund(100);
    await expect(bench.ledger.audit.rebuild(unreadable(), 'second')).rejects.toThrow('The API server is gone.');
    expect(await bench.ledger.audit.position()).toBeUndefined();
    await expect(bench.ledger.audit.begin('third')).rejects.toMatchObject(lost);
    await expect(bench.admit()).rejects.toMatchObject(lost);
    await bench.ledger.audit.rebuild(listed(rebuilt), 'fourth');
    expect((await bench.position()).epoch).toBe('fourth');
    expect(await bench.balance()).toMatchObject({ granted: 120, reserved: 1, spent: 52 });
  });

  test.each([
    ['had accounts left to write', [{ account: payer, grants: [{ id: 'late', amount: 7 }], retired: 0, jobs: [] }]],
    ['had only to finish', []],
  ])('a rebuild that another rebuild overtakes when it %s writes nothing more', async (_, left) => {
    async function* overtaken(): AsyncGenerator<RebuiltAccount> {
      await bench.under.other.audit.rebuild(listed(rebuilt), 'third');
      yield* left;
    }
    await expect(bench.ledger.audit.rebuild(overtaken(), 'second')).rejects.toMatchObject(lost);
    expect((await bench.position()).epoch).toBe('third');
    expect(await bench.balance()).toMatchObject({ granted: 120 });
  });

  test('`rebuild` restores 500 jobs of one account', async () => {
    const many = Array.from({ length: 500 }, (_, index) => ({
      jobId: jobIdOf(index),
      object: bench.object(jobIdOf(index)),
      credits: 3,
      state: index % 2 === 0 ? ('settled' as const) : ('reserved' as const),
    }));
    const account = { account: payer, grants: [{ id: 'one', amount: 10_000 }], retired: 0, jobs: many };
    await bench.ledger.audit.rebuild(listed([account]), 'second');
    expect(await bench.balance()).toMatchObject({ granted: 10_000, reserved: 750, spent: 750 });
    expect(await bench.ledger.audit.listHolds({ limit: 1_000 })).toHaveLength(250);
  });
}
