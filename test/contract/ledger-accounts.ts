import { expect, test } from '@jest/globals';
import { wholeHistory } from '../support/ledger/ledger-violations.ts';
import { jobIdOf, otherPayer, payer } from './ledger-ids.ts';
import type { LedgerBench } from './ledger-bench.ts';

/** Tests of the ledger's grants, balances and history. */
export function accountsContract(bench: LedgerBench): void {
  test('an account without grants has a balance of zero and no history', async () => {
    expect(await bench.balance()).toEqual({ granted: 0, reserved: 0, spent: 0, retired: 0, available: 0 });
    expect(await bench.ledger.history(payer, { limit: 10, cursor: undefined })).toEqual({
      entries: [],
      cursor: undefined,
    });
    expect(await bench.ledger.audit.sums(payer)).toEqual({ granted: 0, reserved: 0, spent: 0 });
  });

  test('the granted credits are the sum of the grants', async () => {
    await bench.fund(100, payer, 'one');
    await bench.fund(20, payer, 'two');
    expect(await bench.balance()).toMatchObject({ granted: 120, available: 120 });
    expect(await bench.told()).toEqual(['grant 20 -', 'grant 100 -']);
  });

  test('a grant id counts once', async () => {
    await bench.fund(100);
    const again = (amount: number) => () => bench.ledger.grant(payer, { id: 'first', amount });
    expect(await bench.changingNothing(again(100))).toBe('known');
    expect(await bench.changingNothing(again(200))).toBe('different');
    expect(await bench.changingNothing(again(1))).toBe('different');
  });

  test('a grant id that is granted ten times concurrently counts once', async () => {
    const { ledger, other } = bench.under;
    const tries = Array.from({ length: 10 }, (_, index) => (index % 2 === 0 ? ledger : other));
    const answers = await Promise.all(tries.map((one) => one.grant(payer, { id: 'one', amount: 100 })));
    expect(answers.toSorted()).toEqual(['granted', ...Array.from({ length: 9 }, () => 'known')]);
    expect(await bench.balance()).toMatchObject({ granted: 100 });
  });

  test('the same grant id in another account is a separate grant', async () => {
    await bench.fund(100);
    await bench.fund(7, otherPayer);
    expect(await bench.balance()).toMatchObject({ granted: 100 });
    expect(await bench.balance(otherPayer)).toMatchObject({ granted: 7 });
  });

  test('grant ids are compared exactly', async () => {
    const ids = ['a', 'A', 'a.b', 'a:b', 'a b', '2026-01', 'ä', '*', '__proto__'];
    for (const id of ids) await bench.fund(1, payer, id);
    expect(await bench.balance()).toMatchObject({ granted: ids.length });
  });

  test('accounts with similar names have separate balances', async () => {
    const accounts = ['a.b', 'a', 'b', 'a-b', 'a.b.c'].flatMap((name) => [
      { namespace: 'here', name },
      { namespace: 'here-a', name },
    ]);
    bench.accounts.push(...accounts);
    for (const [index, account] of accounts.entries()) await bench.fund(2 ** index, account);
    for (const [index, account] of accounts.entries()) {
      expect(await bench.balance(account)).toMatchObject({ granted: 2 ** index });
      expect(await bench.told(account)).toEqual([`grant ${2 ** index} -`]);
    }
  });

  test('large amounts of credits are counted exactly', async () => {
    await bench.fund(9_007_199_254_740_991 - 12);
    await bench.fund(12, payer, 'second');
    expect(await bench.admit(bench.jobId, { credits: 9_007_199_254_740_990 })).toEqual({ kind: 'accepted' });
    expect(await bench.balance()).toMatchObject({ granted: 9_007_199_254_740_991, available: 1 });
    expect(await bench.told()).toContain(`reserve 9007199254740990 ${bench.jobId}`);
  });

  test('the balance contains the ledger position at which it was read', async () => {
    await bench.fund(100);
    await bench.admit();
    const { position } = await bench.ledger.balance(otherPayer);
    expect(position).toEqual(await bench.ledger.audit.position());
    expect(position).toEqual({ epoch: 'first', sequence: expect.any(Number) });
  });

  test('every change raises the sequence number of the ledger position', async () => {
    const { ledger, jobId } = bench;
    const changes: [string, () => Promise<unknown>][] = [
      ['grant', () => bench.fund(100)],
      ['admit', () => bench.admit()],
      ['cancel', () => ledger.intents.cancel(jobId)],
      ['bind', () => bench.bind()],
      ['drop', () => ledger.intents.drop(jobId)],
      ['settle', () => ledger.settle(jobId, bench.object().uid)],
      ['retire', () => ledger.retire(jobId, bench.object().uid)],
      ['admit, applied', () => bench.admitApplied('uid-1')],
      ['release', () => ledger.release('uid-1', 'uid-1')],
      ['admit, to be ended', () => bench.admit(jobIdOf(2))],
      ['end', () => ledger.intents.end(jobIdOf(2), 'No. [refused]')],
      ['admit, to be aborted', () => bench.admit(jobIdOf(3))],
      ['abort', () => ledger.abort(jobIdOf(3))],
      ['bind, to be restored', () => bench.start(jobIdOf(5))],
      ['rebind', () => bench.rebind(bench.object(jobIdOf(5), 'restored'))],
      ['abort, before the admission', () => ledger.abort(jobIdOf(4))],
      ['restoreHold', () => ledger.audit.restoreHold({ ...lostHold, account: payer })],
    ];
    let { sequence } = await bench.position();
    const still: string[] = [];
    for (const [name, change] of changes) {
      await change();
      const after = (await bench.position()).sequence;
      if (after <= sequence) still.push(name);
      sequence = after;
    }
    expect(still).toEqual([]);
  });

  historyContract(bench);
}

const lostHold = { jobId: 'uid-9', credits: 5, object: { namespace: 'here', name: 'lost', uid: 'uid-9' } };

function historyContract(bench: LedgerBench): void {
  test('`history` returns entries newest first, each with a unique id and a time', async () => {
    await bench.fund(100);
    await bench.settled(jobIdOf(1), { credits: 30 });
    await bench.fund(5, otherPayer);
    await bench.released(jobIdOf(2));
    const { entries } = await bench.ledger.history(payer, { limit: 10, cursor: undefined });
    expect(entries).toMatchObject([
      { kind: 'release', amount: 5, jobId: jobIdOf(2) },
      { kind: 'reserve', amount: 5, jobId: jobIdOf(2) },
      { kind: 'settle', amount: 30, jobId: jobIdOf(1) },
      { kind: 'reserve', amount: 30, jobId: jobIdOf(1), grantId: null },
      { kind: 'grant', amount: 100, jobId: null, grantId: 'first' },
    ]);
    expect(new Set(entries.map(({ id }) => id)).size).toBe(5);
    for (const { id, time } of entries) {
      expect(id).not.toBe('');
      expect(time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    }
    expect(entries.map(({ time }) => time)).toEqual(
      entries
        .map(({ time }) => time)
        .toSorted()
        .toReversed(),
    );
  });

  test.each([1, 2, 3, 7, 8])('pages of %i history entries miss nothing and repeat nothing', async (limit) => {
    for (let number = 1; number <= 7; number += 1) await bench.fund(number, payer, `grant ${number}`);
    const whole = await wholeHistory(bench.ledger, payer);
    const pages: number[] = [];
    const seen: unknown[] = [];
    let cursor: string | undefined;
    do {
      const page = await bench.ledger.history(payer, { limit, cursor });
      pages.push(page.entries.length);
      seen.push(...page.entries);
      cursor = page.cursor;
    } while (cursor !== undefined);
    expect(seen).toEqual(whole);
    expect(whole.map(({ amount }) => amount)).toEqual([7, 6, 5, 4, 3, 2, 1]);
    expect(pages).toHaveLength(Math.ceil(7 / limit));
  });

  test('a history up to a time starts with the newest entry that is not later', async () => {
    for (let number = 1; number <= 3; number += 1) await bench.fund(number, payer, `grant ${number}`);
    const whole = await wholeHistory(bench.ledger, payer);
    const times = [...whole.map(({ time }) => Date.parse(time)), Date.parse(whole.at(-1)?.time ?? '') - 1];
    for (const untilMs of times) {
      const { entries } = await bench.ledger.history(payer, { limit: 10, cursor: undefined, until: new Date(untilMs) });
      expect(entries).toEqual(whole.filter(({ time }) => Date.parse(time) <= untilMs));
    }
  });

  test('a history entry added between two pages does not shift the second page', async () => {
    for (let number = 1; number <= 4; number += 1) await bench.fund(number, payer, `grant ${number}`);
    const first = await bench.ledger.history(payer, { limit: 2, cursor: undefined });
    await bench.fund(99, payer, 'meanwhile');
    const second = await bench.ledger.history(payer, { limit: 2, cursor: first.cursor });
    expect(second.entries.map(({ amount }) => amount)).toEqual([2, 1]);
    expect(second.cursor).toBeUndefined();
  });

  test.each([
    '',
    'x',
    '0',
    '0-0',
    '-1',
    '1.5',
    '(1-1',
    '18446744073709551616-0',
    '1-18446744073709551616',
    '9'.repeat(40),
  ])('`history` accepts the cursor "%s", which it never returned', async (cursor) => {
    await bench.fund(1);
    const { entries } = await bench.ledger.history(payer, { limit: 10, cursor });
    expect([0, 1]).toContain(entries.length);
  });
}
