import { expect, test } from '@jest/globals';
import type { AdmissionRequest, AdmissionResult } from '../../src/ledger/port.ts';
import { jobIdOf, otherPayer, payer } from './ledger-ids.ts';
import type { LedgerBench } from './ledger-bench.ts';

const accepted = { kind: 'accepted' };
const lost = { name: 'LedgerError', reason: 'Lost' };

export function admissionContract(bench: LedgerBench): void {
  test('`admit` holds the credits and stores the intent', async () => {
    await bench.fund(100);
    expect(await bench.admit(bench.jobId, { credits: 30, intent: 'make this' })).toEqual(accepted);
    expect(await bench.balance()).toEqual({ granted: 100, reserved: 30, spent: 0, retired: 0, available: 70 });
    expect(await bench.told()).toEqual([`reserve 30 ${bench.jobId}`, 'grant 100 -']);
    expect(await bench.ledger.intents.get(bench.jobId)).toMatchObject({ payload: 'make this', account: payer });
  });

  test('`admit` of a job from kubectl stores no intent, because its AdJob exists', async () => {
    await bench.fund(100);
    expect(await bench.admitApplied('uid-1', { credits: 30 })).toEqual(accepted);
    expect(await bench.balance()).toMatchObject({ reserved: 30, available: 70 });
    expect(await bench.ledger.intents.list({ limit: 10 })).toEqual([]);
    const object = { namespace: 'here', name: 'applied', uid: 'uid-1' };
    expect(await bench.ledger.bind('uid-1', object, payer)).toEqual({ kind: 'bound', credits: 30, isCancelled: false });
  });

  test('a repeated `admit` holds credits once, at the first price', async () => {
    await bench.fund(100);
    await bench.admit(bench.jobId, { credits: 30, intent: 'first' });
    const again = () => bench.admit(bench.jobId, { credits: 40, intent: 'second' });
    expect(await bench.changingNothing(again)).toEqual(accepted);
  });

  test('a repeated `admit` of a job from kubectl holds credits once', async () => {
    await bench.fund(100);
    await bench.admitApplied('uid-1');
    expect(await bench.changingNothing(() => bench.admitApplied('uid-1'))).toEqual(accepted);
  });

  test.each<[string, (uid: string) => Promise<unknown>]>([
    ['bound', () => Promise.resolve()],
    ['settled', (uid) => bench.ledger.settle(bench.jobId, uid)],
    ['released', (uid) => bench.ledger.release(bench.jobId, uid)],
    ['retired', (uid) => bench.ledger.settle(bench.jobId, uid).then(() => bench.ledger.retire(bench.jobId, uid))],
  ])('a repeated `admit` of a job that is %s is accepted and holds nothing', async (_, close) => {
    await bench.fund(100);
    await close(await bench.start());
    expect(await bench.changingNothing(() => bench.admit())).toEqual(accepted);
  });

  test('a repeated `admit` of an ended intent is accepted and creates no intent', async () => {
    await bench.fund(100);
    await bench.admit();
    await bench.ledger.intents.end(bench.jobId, 'No. [refused]');
    await bench.ledger.intents.drop(bench.jobId);
    expect(await bench.changingNothing(() => bench.admit())).toEqual(accepted);
  });

  test.each([
    ['exactly the available credits', 30, accepted],
    ['one credit more than available', 31, { kind: 'insufficient', available: 30 }],
  ])('`admit` with 30 available credits and a request for %s', async (_, credits, want) => {
    await bench.fund(50);
    await bench.admit(jobIdOf(1), { credits: 20 });
    expect(await bench.admit(jobIdOf(2), { credits })).toEqual(want);
  });

  test('spent and held credits reduce the available credits, and released ones do not', async () => {
    await bench.fund(10);
    await bench.settled(jobIdOf(1), { credits: 4 });
    await bench.released(jobIdOf(2), { credits: 4 });
    await bench.start(jobIdOf(3), { credits: 4 });
    expect(await bench.admit(jobIdOf(4), { credits: 3 })).toEqual({ kind: 'insufficient', available: 2 });
    expect(await bench.admit(jobIdOf(4), { credits: 2 })).toEqual(accepted);
  });

  test('an account without grants has no available credits', async () => {
    expect(await bench.changingNothing(() => bench.admit())).toEqual({ kind: 'insufficient', available: 0 });
  });

  test.each([{ namespace: 'here', name: 'acme.eu' }, { namespace: 'there', name: 'acme' }, otherPayer])(
    'an admission for here/acme cannot spend the credits of $namespace/$name',
    async (rich) => {
      await bench.fund(100, rich);
      expect(await bench.admit()).toEqual({ kind: 'insufficient', available: 0 });
      expect(await bench.admit(bench.jobId, { account: rich })).toEqual(accepted);
    },
  );

  test('an insufficient-credits refusal leaves no state, so the request succeeds after a grant', async () => {
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

  test('a repeated request under another job id replays the first job, even with an empty balance', async () => {
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
  ])('an idempotency key replays a job that is %s', async (_, finish) => {
    await bench.fund(100);
    await finish();
    const again = (): Promise<AdmissionResult> => bench.admit(jobIdOf(2), { idempotency });
    expect(await bench.changingNothing(again)).toEqual({ kind: 'replayed', jobId: jobIdOf(1) });
  });

  test('another request under the same idempotency key is refused, even with an empty balance', async () => {
    await bench.fund(5);
    await bench.admit(jobIdOf(1), { idempotency });
    const reuse = (): Promise<AdmissionResult> =>
      bench.admit(jobIdOf(2), { idempotency: { ...idempotency, requestHash: 'b' } });
    expect(await bench.changingNothing(reuse)).toEqual({ kind: 'reused' });
  });

  test('idempotency keys are compared exactly', async () => {
    await bench.fund(100);
    for (const [index, key] of ['k', 'K', 'k ', 'k:1', 'k/1', 'k*', `"k'{}`, 'x'.repeat(600)].entries()) {
      expect(await bench.admit(jobIdOf(index), { idempotency: { key, requestHash: 'a' } })).toEqual(accepted);
    }
  });

  test('an aborted admission frees its idempotency key', async () => {
    await bench.fund(5);
    await bench.admit(jobIdOf(1), { idempotency });
    await bench.ledger.abort(jobIdOf(1));
    const other = { idempotency: { ...idempotency, requestHash: 'b' } };
    expect(await bench.admit(jobIdOf(2), other)).toEqual(accepted);
  });

  test('of 20 concurrent equal requests one is admitted and the others replay it', async () => {
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
  test('60 concurrent requests on two connections admit exactly as many jobs as there are credits for', async () => {
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

  test('ten concurrent copies of one admission hold its credits once', async () => {
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
    ['at the current sequence', 0],
    ['at an earlier sequence', -1],
  ])('`admit` accepts a caller that has seen the ledger %s', async (_, ahead) => {
    await bench.fund(100);
    expect(await bench.ledger.admit(await seenAt('first', ahead))).toEqual(accepted);
  });

  test.each([
    ['at a later sequence', 'first', 1],
    ['in another epoch', 'second', 0],
    ['at an earlier sequence of another epoch', 'second', -1],
  ])(
    '`admit` fails with `Lost` and changes nothing for a caller that has seen the ledger %s',
    async (_, epoch, ahead) => {
      await bench.fund(100);
      const admission = await seenAt(epoch, ahead);
      await bench.changingNothing(() => expect(bench.ledger.admit(admission)).rejects.toMatchObject(lost));
      expect(await bench.bind()).toEqual({ kind: 'unknown' });
    },
  );

  test('a repeated `admit` by a caller that has seen another ledger also fails with `Lost`', async () => {
    await bench.fund(100);
    await bench.admit();
    await expect(bench.ledger.admit(await seenAt('second', 0))).rejects.toMatchObject(lost);
  });
}
