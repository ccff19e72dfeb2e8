import { expect, test } from '@jest/globals';
import type { AdmissionRequest, AdmissionResult } from '../../src/ledger/port.ts';
import { jobIdOf, otherPayer, payer } from '../support/ledger-jobs.ts';
import type { LedgerBench } from './ledger-bench.ts';

const accepted = { kind: 'accepted' };
const lost = { name: 'LedgerError', reason: 'Lost' };

export function admissionContract(bench: LedgerBench): void {
  test('holds the credits, and keeps the intent', async () => {
    await bench.fund(100);
    expect(await bench.admit(bench.jobId, { credits: 30, intent: 'make this' })).toEqual(accepted);
    expect(await bench.balance()).toEqual({ granted: 100, reserved: 30, spent: 0, retired: 0, available: 70 });
    expect(await bench.told()).toEqual([`reserve 30 ${bench.jobId}`, 'grant 100 -']);
    expect(await bench.ledger.intents.get(bench.jobId)).toMatchObject({ payload: 'make this', account: payer });
  });

  test('of a job that was applied keeps no intent: its object is there', async () => {
    await bench.fund(100);
    expect(await bench.admitApplied('uid-1', { credits: 30 })).toEqual(accepted);
    expect(await bench.balance()).toMatchObject({ reserved: 30, available: 70 });
    expect(await bench.ledger.intents.list({ limit: 10 })).toEqual([]);
    const object = { namespace: 'here', name: 'applied', uid: 'uid-1' };
    expect(await bench.ledger.bind('uid-1', object, payer)).toEqual({ kind: 'bound', credits: 30, isCancelled: false });
  });

  test('asked twice it holds once, at the first price', async () => {
    await bench.fund(100);
    await bench.admit(bench.jobId, { credits: 30, intent: 'first' });
    const again = () => bench.admit(bench.jobId, { credits: 40, intent: 'second' });
    expect(await bench.changingNothing(again)).toEqual(accepted);
  });

  test('asked twice for an applied job it holds once', async () => {
    await bench.fund(100);
    await bench.admitApplied('uid-1');
    expect(await bench.changingNothing(() => bench.admitApplied('uid-1'))).toEqual(accepted);
  });

  test.each<[string, (uid: string) => Promise<unknown>]>([
    ['bound', () => Promise.resolve()],
    ['settled', (uid) => bench.ledger.settle(bench.jobId, uid)],
    ['released', (uid) => bench.ledger.release(bench.jobId, uid)],
    ['retired', (uid) => bench.ledger.settle(bench.jobId, uid).then(() => bench.ledger.retire(bench.jobId, uid))],
  ])('says again that it has accepted what is %s by now, and holds nothing', async (_, close) => {
    await bench.fund(100);
    await close(await bench.start());
    expect(await bench.changingNothing(() => bench.admit())).toEqual(accepted);
  });

  test('says again that it has accepted what was ended by now, and makes no intent anew', async () => {
    await bench.fund(100);
    await bench.admit();
    await bench.ledger.intents.end(bench.jobId, 'No. [refused]');
    await bench.ledger.intents.drop(bench.jobId);
    expect(await bench.changingNothing(() => bench.admit())).toEqual(accepted);
  });

  test.each([
    ['exactly what there is', 30, accepted],
    ['one more than there is', 31, { kind: 'insufficient', available: 30 }],
  ])('of 30 available, asked for %s', async (_, credits, want) => {
    await bench.fund(50);
    await bench.admit(jobIdOf(1), { credits: 20 });
    expect(await bench.admit(jobIdOf(2), { credits })).toEqual(want);
  });

  test('counts what is spent and what is held, and what was released no longer', async () => {
    await bench.fund(10);
    await bench.settled(jobIdOf(1), { credits: 4 });
    await bench.released(jobIdOf(2), { credits: 4 });
    await bench.start(jobIdOf(3), { credits: 4 });
    expect(await bench.admit(jobIdOf(4), { credits: 3 })).toEqual({ kind: 'insufficient', available: 2 });
    expect(await bench.admit(jobIdOf(4), { credits: 2 })).toEqual(accepted);
  });

  test('an account that nobody has granted anything has none', async () => {
    expect(await bench.changingNothing(() => bench.admit())).toEqual({ kind: 'insufficient', available: 0 });
  });

  test.each([{ namespace: 'here', name: 'acme.eu' }, { namespace: 'there', name: 'acme' }, otherPayer])(
    'spends nothing of $namespace/$name for here/acme',
    async (rich) => {
      await bench.fund(100, rich);
      expect(await bench.admit()).toEqual({ kind: 'insufficient', available: 0 });
      expect(await bench.admit(bench.jobId, { account: rich })).toEqual(accepted);
    },
  );

  test('leaves nothing behind of what it refuses, so that it can be asked again once there is enough', async () => {
    await bench.fund(4);
    const idempotency = { key: 'k', requestHash: 'a' };
    const ask = (): Promise<AdmissionResult> => bench.admit(bench.jobId, { idempotency });
    expect(await bench.changingNothing(ask)).toEqual({ kind: 'insufficient', available: 4 });
    expect(await bench.bind()).toEqual({ kind: 'unknown' });
    const other = { credits: 4, idempotency: { key: 'k', requestHash: 'b' } };
    expect(await bench.admit(jobIdOf(2), other)).toEqual(accepted);
    await bench.fund(5, payer, 'second');
    expect(await bench.admit()).toEqual(accepted);
  });

  idempotencyContract(bench);
  crowdContract(bench);
  lossContract(bench);
}

function idempotencyContract(bench: LedgerBench): void {
  const idempotency = { key: 'image-create/here/key/one', requestHash: 'a' };

  test('the same request under another id is the job that was admitted, also with an empty balance', async () => {
    await bench.fund(5);
    await bench.admit(jobIdOf(1), { idempotency });
    const again = (): Promise<AdmissionResult> => bench.admit(jobIdOf(2), { idempotency });
    expect(await bench.changingNothing(again)).toEqual({ kind: 'replayed', jobId: jobIdOf(1) });
  });

  test.each<[string, () => Promise<unknown>]>([
    ['settled', () => bench.settled(jobIdOf(1), { idempotency })],
    ['released', () => bench.released(jobIdOf(1), { idempotency })],
    [
      'ended',
      async () => {
        await bench.admit(jobIdOf(1), { idempotency });
        await bench.ledger.intents.end(jobIdOf(1), 'No. [refused]');
        await bench.ledger.intents.drop(jobIdOf(1));
      },
    ],
  ])('a job that is %s is still the answer', async (_, finish) => {
    await bench.fund(100);
    await finish();
    const again = (): Promise<AdmissionResult> => bench.admit(jobIdOf(2), { idempotency });
    expect(await bench.changingNothing(again)).toEqual({ kind: 'replayed', jobId: jobIdOf(1) });
  });

  test('another request under the same key is refused, whatever the balance', async () => {
    await bench.fund(5);
    await bench.admit(jobIdOf(1), { idempotency });
    const reuse = (): Promise<AdmissionResult> =>
      bench.admit(jobIdOf(2), { idempotency: { ...idempotency, requestHash: 'b' } });
    expect(await bench.changingNothing(reuse)).toEqual({ kind: 'reused' });
  });

  test('keys are taken letter by letter', async () => {
    await bench.fund(100);
    for (const [index, key] of ['k', 'K', 'k ', 'k:1', 'k/1', 'k*', `"k'{}`, 'x'.repeat(600)].entries()) {
      expect(await bench.admit(jobIdOf(index), { idempotency: { key, requestHash: 'a' } })).toEqual(accepted);
    }
  });

  test('the key of an admission that was given up is free again', async () => {
    await bench.fund(5);
    await bench.admit(jobIdOf(1), { idempotency });
    await bench.ledger.abort(jobIdOf(1));
    const other = { idempotency: { ...idempotency, requestHash: 'b' } };
    expect(await bench.admit(jobIdOf(2), other)).toEqual(accepted);
  });

  test('of 20 that send the same request at once, one is admitted and the others are told its id', async () => {
    await bench.fund(100);
    const { ledger, other } = bench.under;
    const asked = Array.from({ length: 20 }, (_, index) => bench.request(jobIdOf(index), { idempotency }));
    const answers = await Promise.all(asked.map((one, index) => (index % 2 === 0 ? ledger : other).admit(one)));
    const winner = asked[answers.findIndex(({ kind }) => kind === 'accepted')]?.jobId;
    const replays = answers.filter(({ kind }) => kind !== 'accepted');
    expect(replays).toEqual(Array.from({ length: 19 }, () => ({ kind: 'replayed', jobId: winner })));
    expect(await bench.balance()).toMatchObject({ reserved: 5 });
  });
}

function crowdContract(bench: LedgerBench): void {
  test('of 60 that ask at once on two connections, exactly as many are admitted as there are credits for', async () => {
    await bench.fund(103);
    const { ledger, other } = bench.under;
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, index) => (index % 2 === 0 ? ledger : other).admit(bench.request(jobIdOf(index)))),
    );
    expect(answers.filter(({ kind }) => kind === 'accepted')).toHaveLength(20);
    expect(answers.filter(({ kind }) => kind === 'insufficient')).toHaveLength(40);
    expect(await bench.balance()).toMatchObject({ reserved: 100, available: 3 });
    expect(await bench.ledger.intents.list({ limit: 100 })).toHaveLength(20);
  });

  test('the same admission, sent ten times at once, holds once', async () => {
    await bench.fund(100);
    const { ledger, other } = bench.under;
    const tries = Array.from({ length: 10 }, (_, index) => (index % 2 === 0 ? ledger : other));
    const answers = await Promise.all(tries.map((one) => one.admit(bench.request(bench.jobId))));
    expect(answers).toEqual(tries.map(() => accepted));
    expect(await bench.balance()).toMatchObject({ reserved: 5 });
  });
}

function lossContract(bench: LedgerBench): void {
  const seenAt = async (epoch: string, ahead: number): Promise<AdmissionRequest> => {
    const { sequence } = await bench.position();
    return bench.request(bench.jobId, { seen: { epoch, sequence: sequence + ahead } });
  };

  test.each([
    ['as far as it is', 0],
    ['less far than it is', -1],
  ])('goes on where somebody has seen the books %s', async (_, ahead) => {
    await bench.fund(100);
    expect(await bench.ledger.admit(await seenAt('first', ahead))).toEqual(accepted);
  });

  test.each([
    ['further on than they are', 'first', 1],
    ['in another epoch', 'second', 0],
    ['long ago in another epoch', 'second', -1],
  ])('refuses as Lost, and does nothing, where somebody has seen the books %s', async (_, epoch, ahead) => {
    await bench.fund(100);
    const admission = await seenAt(epoch, ahead);
    await bench.changingNothing(() => expect(bench.ledger.admit(admission)).rejects.toMatchObject(lost));
    expect(await bench.bind()).toEqual({ kind: 'unknown' });
  });

  test('says Lost also of what it would only have to repeat', async () => {
    await bench.fund(100);
    await bench.admit();
    await expect(bench.ledger.admit(await seenAt('second', 0))).rejects.toMatchObject(lost);
  });
}
