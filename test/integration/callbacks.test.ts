import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { serialiseJob } from '../../src/domain/job-view.ts';
import { adJobKind } from '../../src/domain/kinds.ts';
import { archivedAnnotation, replayAnnotation } from '../../src/domain/labels.ts';
import type { ObjectKey } from '../../src/objects/object-key.ts';
import { aroundCalls } from '../support/faults/around-calls.ts';
import { CallbackRig } from '../support/callbacks/callback-rig.ts';
import { until } from '../support/process/until.ts';

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

let rig: CallbackRig;
beforeEach(async () => {
  rig = await CallbackRig.open();
});
afterEach(() => rig.close());

async function conditionOf(key: ObjectKey) {
  const job = await rig.jobs.job(key);
  return job?.status?.conditions?.find(({ type }) => type === 'CallbackDelivered');
}

async function replay(key: ObjectKey, request: string): Promise<void> {
  await rig.jobs.store.patch(adJobKind, key, { metadata: { annotations: { [replayAnnotation]: request } } });
}

function answerWith(path: string, status: number, headers: Record<string, string> = {}): void {
  rig.answers.set(path, (response) => response.writeHead(status, headers).end('nope'));
}

describe('delivery of a callback', () => {
  test('a receiver gets the signed body of GET once, with the job id', async () => {
    await rig.start();
    const key = await rig.finishedJob('/done');
    await rig.whenState(key, 'delivered');
    const job = await rig.jobs.job(key);
    if (job === undefined) throw new Error('the AdJob is gone');
    expect(rig.received).toEqual([{ path: '/done', id: key.name, body: serialiseJob(job).toString(), isSigned: true }]);
    expect(job.status?.delivery).toMatchObject({
      state: 'delivered',
      attempts: 1,
      deliveries: [{ attempt: 1, outcome: 'delivered', status: 204 }],
    });
    expect(await conditionOf(key)).toMatchObject({ status: 'True', reason: 'Delivered' });
  });

  test('a callback whose first attempt succeeds costs one status write', async () => {
    let writes = 0;
    const store = aroundCalls(rig.jobs.store, (name, run) => {
      if (name === 'patchStatus') writes += 1;
      return run();
    });
    await rig.start({ ...rig.deps, store });
    await rig.whenState(await rig.finishedJob('/done'), 'delivered');
    expect(writes).toBe(1);
  });

  test('the callback of a failed job is delivered too', async () => {
    await rig.start();
    const error = 'The job was cancelled. [cancelled]';
    const key = await rig.finishedJob('/failed', { phase: 'FAILED', error, response: null });
    await rig.whenState(key, 'delivered');
    expect(JSON.parse(rig.received[0]?.body ?? '')).toMatchObject({ job_id: key.name, status: 'FAILED', error });
  });

  test('a failed attempt of a callback is repeated 5 s later with the same webhook-id', async () => {
    answerWith('/flaky', 500);
    await rig.start();
    const key = await rig.finishedJob('/flaky');
    const { nextAttemptTime } = await rig.whenState(key, 'pending', 1);
    expect(nextAttemptTime).toBe('2026-11-01T12:00:05Z');
    expect(await conditionOf(key)).toMatchObject({
      status: 'False',
      reason: 'Retrying',
      message:
        'Attempt 1 to deliver the callback was answered with status 500. The next attempt is at 2026-11-01T12:00:05Z.',
    });
    rig.answers.clear();
    await rig.jobs.clock.advance(4 * second);
    expect(rig.received).toHaveLength(1);
    await rig.advanceUntil(second, async () => (await rig.delivery(key))?.state === 'delivered');
    expect(rig.received.map(({ id, isSigned }) => [id, isSigned])).toEqual([
      [key.name, true],
      [key.name, true],
    ]);
  });

  test('a callback is given up after ten attempts', async () => {
    answerWith('/never', 503);
    await rig.start();
    const key = await rig.finishedJob('/never');
    await rig.advanceUntil(hour, async () => (await rig.delivery(key))?.state === 'gave_up');
    expect(rig.received).toHaveLength(10);
    expect(await conditionOf(key)).toMatchObject({
      status: 'False',
      reason: 'GaveUp',
      message:
        'Attempt 10 to deliver the callback was answered with status 503. No further attempt is made, unless a replay is requested.',
    });
  });

  test('the log of a failed attempt names the receiver and the time of the next attempt', async () => {
    answerWith('/flaky?token=secret', 500);
    await rig.start();
    const key = await rig.finishedJob('/flaky?token=secret');
    await until(() => rig.jobs.logged.some(({ jobId }) => jobId === key.name));
    expect(rig.jobs.logged.find(({ jobId }) => jobId === key.name)).toMatchObject({
      msg: 'failed to deliver a callback; retrying later',
      receiver: new URL(rig.urlOf('/')).origin,
      status: 500,
      attempt: 1,
      nextAttemptTime: '2026-11-01T12:00:05Z',
    });
    expect(JSON.stringify(rig.jobs.logged)).not.toContain('secret');
  });

  test('a receiver that answers 410 gets no further attempt', async () => {
    answerWith('/gone', 410);
    await rig.start();
    const key = await rig.finishedJob('/gone');
    await rig.whenState(key, 'gone');
    await rig.jobs.clock.advance(hour);
    expect(rig.received).toHaveLength(1);
  });

  test('a callback over http is not sent if the installation does not allow http', async () => {
    await rig.start({ ...rig.deps, allowHttp: false });
    const key = await rig.finishedJob('/plain');
    expect(await rig.whenState(key, 'pending', 1)).toMatchObject({ deliveries: [{ error: 'url_not_allowed' }] });
    expect(rig.received).toEqual([]);
  });

  test('a redirect by a receiver is not followed', async () => {
    answerWith('/moved', 307, { location: rig.urlOf('/elsewhere') });
    await rig.start();
    const key = await rig.finishedJob('/moved');
    expect(await rig.whenState(key, 'pending', 1)).toMatchObject({
      deliveries: [{ status: 307, error: 'redirected' }],
    });
    expect(rig.received.map(({ path }) => path)).toEqual(['/moved']);
  });

  test('a missing signing secret delays the callback and uses up no attempt', async () => {
    rig.signingKeys = undefined;
    await rig.createAccount();
    await rig.start();
    const key = await rig.finishedJob('/later');
    await until(async () => (await conditionOf(key))?.reason === 'SecretMissing');
    await rig.jobs.clock.advance(hour);
    expect(rig.received).toEqual([]);
    rig.signingKeys = [rig.key];
    await rig.advanceUntil(minute, async () => (await rig.delivery(key))?.state === 'delivered');
    expect(await rig.delivery(key)).toMatchObject({ attempts: 1 });
  });

  test('a receiver that hangs delays no other receiver', async () => {
    rig.answers.set('/hangs', () => undefined);
    await rig.start();
    for (let n = 0; n < 20; n += 1) await rig.finishedJob('/hangs');
    const other = await CallbackRig.open();
    try {
      const key = await rig.jobs.runningJob({ callbackUrl: other.urlOf('/healthy') });
      await rig.jobs.end(key);
      await rig.whenState(key, 'delivered');
    } finally {
      await other.close();
    }
  });

  test('after a wall clock jumps ahead, the next attempt of a callback is made within a minute', async () => {
    answerWith('/flaky', 500);
    await rig.start();
    const key = await rig.finishedJob('/flaky');
    await rig.whenState(key, 'pending', 1);
    await rig.jobs.store.patchStatus(adJobKind, key, {
      status: { delivery: { nextAttemptTime: '2026-11-02T12:00:00Z' } },
    });
    const { clock } = rig.jobs;
    const now = clock.now.bind(clock);
    clock.now = () => new Date(now().getTime() + 25 * hour);
    rig.answers.clear();
    await rig.advanceUntil(minute, async () => (await rig.delivery(key))?.state === 'delivered');
    clock.now = now;
    expect(clock.now().getTime() - Date.parse('2026-11-01T12:00:00Z')).toBeLessThanOrEqual(5 * minute);
  });

  test('a next attempt that a wrong clock has set far in the future does not stop the delivery', async () => {
    answerWith('/flaky', 500);
    await rig.start();
    const key = await rig.finishedJob('/flaky');
    await rig.whenState(key, 'pending', 1);
    rig.answers.clear();
    await rig.jobs.store.patchStatus(adJobKind, key, {
      status: { delivery: { nextAttemptTime: '2027-11-01T12:00:00Z' } },
    });
    await rig.advanceUntil(second, async () => (await rig.delivery(key))?.state === 'delivered');
  });
});

describe('replay of a callback', () => {
  test('a replay sends a delivered callback again with the same webhook-id and body', async () => {
    await rig.start();
    const key = await rig.finishedJob('/done');
    await rig.whenState(key, 'delivered');
    await replay(key, '2026-11-01T12:00:01Z');
    const delivery = await rig.whenState(key, 'delivered', 2);
    expect(delivery.replays).toHaveLength(1);
    expect(rig.received[1]).toEqual(rig.received[0]);
  });

  test('a request to replay a callback is handled once, even if another controller takes over', async () => {
    await rig.start();
    const key = await rig.finishedJob('/done');
    await rig.whenState(key, 'delivered');
    await replay(key, 'once');
    await rig.whenState(key, 'delivered', 2);
    await rig.stop();
    await rig.start();
    await rig.jobs.clock.advance(minute);
    expect(rig.received).toHaveLength(2);
  });

  test('a replay of an open delivery makes the next attempt at once and keeps the count of attempts', async () => {
    answerWith('/flaky', 500);
    await rig.start();
    const key = await rig.finishedJob('/flaky');
    await rig.whenState(key, 'pending', 1);
    await replay(key, 'now');
    const { nextAttemptTime } = await rig.whenState(key, 'pending', 2);
    expect(nextAttemptTime).toBe('2026-11-01T12:05:00Z');
  });
});

describe('interruption of a callback', () => {
  test('a new controller makes the next attempt of a callback at the time that the old one has stored', async () => {
    answerWith('/flaky', 500);
    await rig.start();
    const key = await rig.finishedJob('/flaky');
    await rig.whenState(key, 'pending', 1);
    await rig.stop();
    rig.answers.clear();
    await rig.start();
    await rig.jobs.clock.advance(4 * second);
    expect(rig.received).toHaveLength(1);
    await rig.advanceUntil(second, async () => (await rig.delivery(key))?.state === 'delivered');
    expect(await rig.delivery(key)).toMatchObject({ attempts: 2 });
  });

  test('an attempt of a callback whose result was not stored is repeated with the same webhook-id', async () => {
    const store = aroundCalls(rig.jobs.store, (name, run) =>
      name === 'patchStatus' ? Promise.reject(new Error('the connection was lost')) : run(),
    );
    await rig.start({ ...rig.deps, store });
    const key = await rig.finishedJob('/done');
    await until(() => rig.received.length === 1);
    await rig.stop();
    await rig.start();
    await rig.whenState(key, 'delivered', 1);
    expect(new Set(rig.received.map(({ id }) => id))).toEqual(new Set([key.name]));
  });

  test('a callback is not sent again while its result cannot be stored', async () => {
    let isBroken = true;
    const store = aroundCalls(rig.jobs.store, (name, run) =>
      name === 'patchStatus' && isBroken ? Promise.reject(new Error('no space')) : run(),
    );
    await rig.start({ ...rig.deps, store });
    const key = await rig.finishedJob('/done');
    await until(() => rig.received.length === 1);
    for (let n = 0; n < 60; n += 1) await rig.jobs.clock.advance(10 * second);
    expect(rig.received).toHaveLength(1);
    isBroken = false;
    await rig.advanceUntil(minute, async () => (await rig.delivery(key))?.state === 'delivered');
    expect(rig.received).toHaveLength(1);
  });

  test('two controllers that run at once deliver each callback at most twice', async () => {
    await rig.start();
    await rig.start();
    const keys = await Promise.all(Array.from({ length: 10 }, (_, n) => rig.finishedJob(`/done-${n}`)));
    for (const key of keys) await rig.whenState(key, 'delivered');
    for (const { name } of keys) expect(rig.received.filter(({ id }) => id === name).length).toBeLessThanOrEqual(2);
  });

  test('the callback of a job that is being deleted is not sent', async () => {
    answerWith('/flaky', 500);
    await rig.start();
    const key = await rig.finishedJob('/flaky');
    await rig.whenState(key, 'pending', 1);
    await rig.jobs.store.delete(adJobKind, key);
    await rig.jobs.clock.advance(hour);
    expect(rig.received).toHaveLength(1);
  });
});

describe('callback of an archived job', () => {
  beforeEach(async () => {
    await rig.close();
    rig = await CallbackRig.open({ finishedJobsMax: 0 });
  });

  test('the delivery of an archived job continues from the archive', async () => {
    answerWith('/flaky', 500);
    await rig.start();
    const key = await rig.finishedJob('/flaky');
    await rig.whenState(key, 'pending', 1);
    await rig.jobs.pass();
    expect(await rig.jobs.job(key)).toBeUndefined();
    expect(await rig.delivery(key)).toMatchObject({ state: 'pending', attempts: 1 });
    rig.answers.clear();
    await rig.advanceUntil(10 * second, async () => (await rig.delivery(key))?.state === 'delivered');
    expect(await rig.delivery(key)).toMatchObject({ attempts: 2 });
    expect(rig.received[1]).toEqual(rig.received[0]);
  });

  test('the result of an attempt that was running while its job was archived is stored in the archive', async () => {
    let answer: (() => void) | undefined;
    rig.answers.set('/slow', (response) => {
      answer = () => response.writeHead(200).end();
    });
    await rig.start();
    const key = await rig.finishedJob('/slow');
    await until(() => answer !== undefined);
    await rig.jobs.pass();
    expect(await rig.jobs.job(key)).toBeUndefined();
    await rig.jobs.clock.advance(minute); // meanwhile, the controller lists the archive
    answer?.();
    await rig.whenState(key, 'delivered', 1);
    expect(rig.received).toHaveLength(1);
  });

  test('the callback of a job whose archiving was interrupted is sent once', async () => {
    answerWith('/flaky', 500);
    await rig.start();
    const key = await rig.finishedJob('/flaky');
    await rig.whenState(key, 'pending', 1);
    const record = { jobId: key.name, namespace: key.namespace, account: 'acme' };
    const store = aroundCalls(rig.jobs.store, (name, run) =>
      name === 'patch' ? Promise.reject(new Error('the process was killed')) : run(),
    );
    await rig.jobs.pass({ ...rig.jobs.deps, store });
    expect((await rig.jobs.job(key))?.metadata.annotations?.[archivedAnnotation]).toBeUndefined();
    expect(await rig.jobs.archive.get(record.jobId)).toBeDefined();
    rig.answers.clear();
    await rig.advanceUntil(10 * second, async () => (await rig.delivery(key))?.state === 'delivered');
    await rig.jobs.clock.advance(minute);
    expect(rig.received).toHaveLength(2);
  });

  test('a job that is marked as archived keeps the delivery of the archive when archiving is repeated', async () => {
    answerWith('/flaky', 500);
    await rig.start();
    const key = await rig.finishedJob('/flaky');
    await rig.whenState(key, 'pending', 1);
    const store = aroundCalls(rig.jobs.store, (name, run) =>
      name === 'delete' ? Promise.reject(new Error('the process was killed')) : run(),
    );
    await rig.jobs.pass({ ...rig.jobs.deps, store });
    await rig.advanceUntil(10 * second, async () => (await rig.archivedDelivery(key))?.attempts === 2);
    rig.jobs.deps.config.finishedJobsMax = 20_000;
    await rig.jobs.pass();
    expect(await rig.jobs.job(key)).toBeUndefined();
    expect(await rig.delivery(key)).toMatchObject({ state: 'pending', attempts: 2 });
  });

  test('open callbacks in the archive that are not due are not read at every listing', async () => {
    answerWith('/flaky', 500);
    let reads = 0;
    const archive = aroundCalls(rig.jobs.archive, (name, run) => {
      if (name === 'get') reads += 1;
      return run();
    });
    await rig.start({ ...rig.deps, archive });
    const keys = await Promise.all([1, 2, 3].map(() => rig.finishedJob('/flaky')));
    for (const key of keys) await rig.whenState(key, 'pending', 1);
    await rig.jobs.pass();
    await rig.advanceUntil(10 * second, () => rig.received.length === 6);
    await rig.jobs.clock.advance(minute);
    reads = 0;
    await rig.jobs.clock.advance(3 * minute);
    expect(reads).toBe(0);
  });

  test('the erasure of an archive record ends its open delivery', async () => {
    answerWith('/flaky', 500);
    await rig.start();
    const key = await rig.finishedJob('/flaky');
    await rig.whenState(key, 'pending', 1);
    await rig.jobs.pass();
    await rig.jobs.archive.delete(key.name);
    await rig.advanceUntil(10 * second, async () => {
      for await (const _ of rig.jobs.archive.listOpenDeliveries()) return false;
      return true;
    });
    expect(rig.received).toHaveLength(1);
  });
});
