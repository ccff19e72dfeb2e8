import { expect, test } from '@jest/globals';
import { otherPayer, payer } from './ledger-ids.ts';
import type { LedgerBench } from './ledger-bench.ts';

/** Tests of `rebind`, which gives the id of an unfinished job to an AdJob that a backup has restored. */
export function rebindContract(bench: LedgerBench): void {
  const bound = { kind: 'bound', credits: 5, isCancelled: false };

  test('`rebind` gives the id of an open job to a restored AdJob, which alone can close it', async () => {
    await bench.fund(100);
    const before = await bench.start();
    expect(await bench.rebind()).toEqual(bound);
    expect(await bench.changingNothing(() => bench.rebind())).toEqual(bound);
    expect(await bench.bind()).toEqual({ kind: 'taken' });
    expect(await bench.ledger.release(bench.jobId, before)).toBe('contradiction');
    expect(await bench.ledger.settle(bench.jobId, 'restored')).toBe('done');
    expect(await bench.balance()).toMatchObject({ reserved: 0, spent: 5 });
  });

  test('`rebind` reports a requested cancellation', async () => {
    await bench.fund(100);
    await bench.admit();
    await bench.ledger.intents.cancel(bench.jobId);
    await bench.bind();
    expect(await bench.rebind()).toEqual({ ...bound, isCancelled: true });
  });

  test.each(['settled', 'released'] as const)('`rebind` refuses the id of a %s job', async (end) => {
    await bench.fund(100);
    await bench[end]();
    expect(await bench.changingNothing(() => bench.rebind())).toEqual({ kind: 'taken' });
  });

  test.each([
    ['in another namespace', { namespace: 'there' }, payer],
    ['with another name', { name: 'somebody' }, payer],
    ['of another account', {}, otherPayer],
  ])('`rebind` refuses an AdJob %s', async (_, differs, account) => {
    await bench.fund(100);
    await bench.start();
    const stranger = { ...bench.object(bench.jobId, 'restored'), ...differs };
    const rebind = () => bench.ledger.rebind(bench.jobId, stranger, account, 5);
    expect(await bench.changingNothing(rebind)).toEqual({ kind: 'taken' });
  });

  test('`rebind` refuses an AdJob of another price', async () => {
    await bench.fund(100);
    await bench.start();
    const dearer = () => bench.rebind(undefined, undefined, 30);
    expect(await bench.changingNothing(dearer)).toEqual({ kind: 'taken' });
  });

  test('`rebind` leaves a job without an AdJob to `bind`', async () => {
    await bench.fund(100);
    expect(await bench.rebind()).toEqual({ kind: 'unknown' });
    await bench.admit();
    expect(await bench.changingNothing(() => bench.rebind())).toEqual({ kind: 'taken' });
    expect(await bench.bind()).toEqual(bound);
  });
}
