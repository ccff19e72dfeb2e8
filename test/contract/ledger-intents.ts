import { expect, test } from '@jest/globals';
import { jobIdOf, otherPayer, payer } from './ledger-ids.ts';
import type { LedgerBench } from './ledger-bench.ts';

const odd = `nul \0 quotes "'\`\\ lines \n\r\t\u2028 Ünï ﷽ 🎬 {{x}} %s \${y} [[1]] \u007f\u0001 </script>`;

export function intentsContract(bench: LedgerBench): void {
  test('an intent contains its payload, account and creation time', async () => {
    const beforeMs = Date.now();
    await bench.fund(100, otherPayer);
    await bench.admit(bench.jobId, { account: otherPayer, intent: '{"a":1}' });
    const intent = await bench.ledger.intents.get(bench.jobId);
    expect(intent).toEqual({
      jobId: bench.jobId,
      account: otherPayer,
      payload: '{"a":1}',
      createdTime: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      isCancelled: false,
      error: undefined,
    });
    expect(Math.abs(Date.parse(intent?.createdTime ?? '') - beforeMs)).toBeLessThan(60_000);
  });

  test.each<[string, string]>([
    ['nothing', ''],
    ['odd characters', odd],
    ['256 KiB', 'ä"\n'.repeat(65_536)],
    ['deep JSON', JSON.stringify({ a: [odd, { b: null, c: 1e300, d: 0.1, e: 9007199254740993n.toString() }] })],
  ])('an intent keeps a payload of %s unchanged', async (_, intent) => {
    await bench.fund(100);
    await bench.admit(bench.jobId, { intent });
    expect((await bench.ledger.intents.get(bench.jobId))?.payload).toBe(intent);
    expect((await bench.ledger.intents.list({ limit: 1 })).map(({ payload }) => payload)).toEqual([intent]);
  });

  test('a job that was never admitted has no intent', async () => {
    const { intents } = bench.ledger;
    expect(await intents.get('never')).toBeUndefined();
    expect(await bench.changingNothing(() => intents.cancel('never'))).toBe(false);
    expect(await bench.changingNothing(() => intents.end('never', 'No. [refused]'))).toBe('unknown');
    await bench.changingNothing(() => intents.drop('never'));
  });

  test('intents of all accounts are listed by id, page by page', async () => {
    await bench.fund(100);
    await bench.fund(100, otherPayer);
    for (const number of [3, 1, 5, 2, 4]) {
      await bench.admit(jobIdOf(number), { account: number % 2 === 0 ? otherPayer : payer });
    }
    await bench.bind(jobIdOf(2), bench.object(jobIdOf(2)), otherPayer);
    const page = async (after?: string): Promise<string[]> =>
      (await bench.ledger.intents.list({ limit: 2, after })).map(({ jobId }) => jobId);
    expect(await page()).toEqual([jobIdOf(1), jobIdOf(3)]);
    expect(await page(jobIdOf(3))).toEqual([jobIdOf(4), jobIdOf(5)]);
    expect(await page(jobIdOf(5))).toEqual([]);
    expect(await page(jobIdOf(2))).toEqual([jobIdOf(3), jobIdOf(4)]);
  });

  test('`cancel` marks an intent once and keeps its hold', async () => {
    await bench.fund(100);
    await bench.admit();
    const { intents } = bench.ledger;
    expect(await intents.cancel(bench.jobId)).toBe(true);
    expect(await intents.get(bench.jobId)).toMatchObject({ isCancelled: true });
    expect(await bench.changingNothing(() => intents.cancel(bench.jobId))).toBe(true);
    expect(await bench.balance()).toMatchObject({ reserved: 5 });
    expect(await bench.ledger.audit.listHolds({ limit: 10 })).toMatchObject([{ hasIntent: true }]);
  });

  test('an intent cannot be cancelled once its AdJob is bound', async () => {
    await bench.fund(100);
    await bench.start();
    expect(await bench.changingNothing(() => bench.ledger.intents.cancel(bench.jobId))).toBe(false);
  });

  test('`end` releases the hold and keeps the intent with its error until `drop`', async () => {
    await bench.fund(100);
    await bench.admit();
    const { intents } = bench.ledger;
    expect(await intents.end(bench.jobId, `Refused ${odd}. [refused]`)).toBe('ended');
    expect(await bench.balance()).toMatchObject({ reserved: 0, available: 100 });
    expect(await bench.told()).toEqual([`release 5 ${bench.jobId}`, `reserve 5 ${bench.jobId}`, 'grant 100 -']);
    expect(await intents.get(bench.jobId)).toMatchObject({ error: `Refused ${odd}. [refused]` });
    expect(await intents.list({ limit: 10 })).toHaveLength(1);
    expect(await bench.bind()).toEqual({ kind: 'given-up' });
    await intents.drop(bench.jobId);
    expect(await intents.get(bench.jobId)).toBeUndefined();
    expect(await intents.list({ limit: 10 })).toEqual([]);
    expect(await bench.bind()).toEqual({ kind: 'given-up' });
  });

  test('a repeated `end` keeps the first error', async () => {
    await bench.fund(100);
    await bench.admit();
    const { intents } = bench.ledger;
    await intents.end(bench.jobId, 'First. [refused]');
    expect(await bench.changingNothing(() => intents.end(bench.jobId, 'Second. [timed_out]'))).toBe('ended');
  });

  test('an intent that was cancelled before `end` stays cancelled', async () => {
    await bench.fund(100);
    await bench.admit();
    await bench.ledger.intents.cancel(bench.jobId);
    await bench.ledger.intents.end(bench.jobId, 'Cancelled. [cancelled]');
    expect(await bench.ledger.intents.get(bench.jobId)).toMatchObject({
      isCancelled: true,
      error: 'Cancelled. [cancelled]',
    });
  });

  test('an intent whose hold was released before `end` gets the error', async () => {
    await bench.fund(100);
    await bench.admit();
    await bench.ledger.release(bench.jobId, undefined);
    expect(await bench.ledger.intents.end(bench.jobId, 'No. [refused]')).toBe('ended');
    expect(await bench.ledger.intents.get(bench.jobId)).toMatchObject({ error: 'No. [refused]' });
    expect(await bench.balance()).toMatchObject({ reserved: 0 });
  });

  test.each<[string, () => Promise<unknown>]>([
    ['is bound', () => bench.start()],
    [
      'is bound after a cancel',
      () =>
        bench
          .admit()
          .then(() => bench.ledger.intents.cancel(bench.jobId))
          .then(() => bench.bind()),
    ],
    ['is settled', () => bench.settled()],
    ['is released', () => bench.released()],
    ['was applied', () => bench.admitApplied(bench.jobId)],
  ])('`end` changes nothing for a job whose AdJob %s', async (_, before) => {
    await bench.fund(100);
    await before();
    expect(await bench.changingNothing(() => bench.ledger.intents.end(bench.jobId, 'No. [refused]'))).toBe('bound');
  });

  test('`end` changes nothing for an aborted job', async () => {
    await bench.fund(100);
    await bench.admit();
    await bench.ledger.abort(bench.jobId);
    expect(await bench.changingNothing(() => bench.ledger.intents.end(bench.jobId, 'No. [refused]'))).toBe('unknown');
  });

  test('of a concurrent `bind` and `end` exactly one takes effect', async () => {
    await bench.fund(1_000);
    const { ledger, other } = bench.under;
    for (let number = 0; number < 10; number += 1) {
      const jobId = jobIdOf(number);
      await bench.admit(jobId);
      const [bound, ended] = await Promise.all([
        ledger.bind(jobId, bench.object(jobId), payer),
        other.intents.end(jobId, 'No. [refused]'),
      ]);
      expect([bound.kind, ended]).toEqual(bound.kind === 'bound' ? ['bound', 'bound'] : ['given-up', 'ended']);
    }
  });

  test('an intent that is dropped without `end` leaves its hold for the audit to release', async () => {
    await bench.fund(100);
    await bench.admit();
    await bench.ledger.intents.drop(bench.jobId);
    expect(await bench.ledger.intents.get(bench.jobId)).toBeUndefined();
    const hold = { jobId: bench.jobId, object: undefined, hasIntent: false, credits: 5 };
    expect(await bench.ledger.audit.listHolds({ limit: 10 })).toMatchObject([hold]);
    expect(await bench.ledger.release(bench.jobId, undefined)).toBe('done');
    expect(await bench.balance()).toMatchObject({ reserved: 0 });
  });
}
