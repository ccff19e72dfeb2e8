import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { v7 as uuidV7 } from 'uuid';
import { systemClock } from '../../src/clock/system-clock.ts';
import { createPipelineController, type PipelineController } from '../../src/controllers/pipeline/controller.ts';
import type { PipelineDeps } from '../../src/controllers/pipeline/deps.ts';
import { archivedJobOf } from '../../src/domain/archived-job.ts';
import { adAccountKind, adJobKind } from '../../src/domain/kinds.ts';
import type { LedgerPosition } from '../../src/domain/ledger-position.ts';
import { readRetirement } from '../../src/domain/retirement.ts';
import type { AdJob } from '../../src/schema/adjob.ts';
import type { ObjectKey } from '../../src/objects/object-key.ts';
import { imageSpec } from '../support/pipeline/build-job.ts';
import { FlakyLedger } from '../support/faults/flaky-ledger.ts';
import { historyByJob, finalLedgerViolations } from '../support/ledger/ledger-violations.ts';
import { acme, admit, createApiKey, createFundedAccount, namespace } from '../support/installation/objects.ts';
import { mirrorInto, PipelineRig } from '../support/pipeline/pipeline-rig.ts';
import { leftAlone } from '../support/pipeline/left-alone.ts';
import { until } from '../support/process/until.ts';

let rig: PipelineRig;
let ledger: FlakyLedger;
let stop: AbortController;
let controller: PipelineController;

async function start(change: Partial<PipelineDeps> = {}): Promise<void> {
  stop = new AbortController();
  rig.registry.clear();
  controller = createPipelineController({ ...rig.deps, ledger: ledger.proxy, ...change });
  await controller.start(stop.signal);
}

async function restart(change: Partial<PipelineDeps> = {}): Promise<void> {
  stop.abort();
  await controller.drain();
  await start(change);
}

beforeEach(async () => {
  rig = await PipelineRig.open(systemClock);
  ledger = new FlakyLedger(rig.ledger);
  await start();
});
afterEach(async () => {
  stop.abort();
  await controller.drain();
  rig.close();
});

const statusOf = async (key: ObjectKey): Promise<AdJob['status']> => (await rig.job(key))?.status;
const historyOf = async (jobId: string, account = acme): Promise<string[]> =>
  (await historyByJob(rig.ledger, account)).get(jobId) ?? [];

async function finishNext(key: ObjectKey): Promise<void> {
  const find = () => rig.launcher.alive.find(({ owner }) => owner.key.name === key.name);
  await until(() => find() !== undefined);
  const found = find();
  if (found !== undefined) await rig.finish(found);
}

async function runThrough(key: ObjectKey): Promise<void> {
  for (let stage = 0; stage < 3; stage += 1) await finishNext(key);
  await until(async () => (await statusOf(key))?.phase === 'SUCCESS');
}

async function failed(key: ObjectKey): Promise<string | undefined> {
  await until(async () => (await statusOf(key))?.phase === 'FAILED');
  return (await statusOf(key))?.error ?? undefined;
}

async function erase(key: ObjectKey): Promise<void> {
  await rig.store.delete(adJobKind, key);
  await until(async () => (await rig.job(key)) === undefined);
}

describe('admission of AdJobs', () => {
  test('a job without faults costs two ledger calls', async () => {
    const key = await rig.createJob();
    await runThrough(key);
    await until(async () => (await historyOf(key.name)).length === 2);
    expect(ledger.calls).toEqual(['bind', 'settle']);
  });

  test('a job costs the price at which it was admitted', async () => {
    const key = { namespace, name: uuidV7() };
    await admit(rig, key, { credits: 7 });
    await rig.applyJob(imageSpec(), key);
    await runThrough(key);
    expect((await statusOf(key))?.credits).toEqual({ required: 7, charged: 7 });
    await until(async () => (await historyOf(key.name)).includes('settle 7'));
  });

  test('a job from kubectl that its account cannot pay fails with the amounts and holds nothing', async () => {
    const poor = { namespace, name: 'poor' };
    await createFundedAccount(rig, poor, 3);
    const key = await rig.applyJob(imageSpec({ accountRef: { name: 'poor' }, apiKeyRef: undefined }));
    expect(await failed(key)).toBe(
      'The job needs 5 credits, and the account "poor" has 3 available. [insufficient_credits]',
    );
    expect(await statusOf(key)).toMatchObject({
      credits: { required: 5 },
      conditions: expect.arrayContaining([
        expect.objectContaining({ type: 'Admitted', status: 'False', reason: 'InsufficientCredits' }),
        expect.objectContaining({ type: 'Failed' }),
      ]),
    });
    expect(await rig.ledger.balance(poor)).toMatchObject({ available: 3, reserved: 0 });
    expect(rig.launcher.started).toEqual([]);
  });

  test('a ledger behind the position recorded in the account admits no applied job', async () => {
    const status = { ledger: { epoch: 'epoch-1', sequence: 1_000 } };
    await rig.store.patchStatus(adAccountKind, acme, { status });
    await restart();
    const key = await rig.applyJob();
    await until(() => ledger.calls.filter((call) => call === 'admit').length > 1);
    expect(await statusOf(key)).toBeUndefined();
    expect(await historyByJob(rig.ledger, acme)).toEqual(new Map());
  });

  test('an AdJob whose admission was aborted is deleted', async () => {
    const key = { namespace, name: uuidV7() };
    await rig.admit(key, imageSpec());
    await rig.ledger.abort(key.name);
    await rig.applyJob(imageSpec(), key);
    await until(async () => (await rig.job(key)) === undefined);
    expect(rig.launcher.started).toEqual([]);
    expect(await finalLedgerViolations(rig.ledger, acme)).toEqual([]);
  });

  test('an AdJob that is deleted before it is bound releases its hold and drops its intent', async () => {
    stop.abort();
    await controller.drain();
    const key = await rig.createJob();
    await rig.store.delete(adJobKind, key);
    await start();
    await until(async () => (await rig.job(key)) === undefined);
    expect(await rig.ledger.intents.get(key.name)).toBeUndefined();
    expect(await historyOf(key.name)).toEqual(['reserve 5', 'release 5']);
  });
});

describe('reused names', () => {
  test('an AdJob recreated under the name of a deleted one is left alone and costs nothing', async () => {
    const key = await rig.createJob();
    await runThrough(key);
    await erase(key);
    const before = rig.launcher.started.length;
    await rig.applyJob(imageSpec(), key);
    expect(await leftAlone(rig, key)).toContain(`The job ${key.name} was run for another AdJob of this name.`);
    expect((await statusOf(key))?.jobId).toBe((await rig.job(key))?.metadata.uid);
    expect(rig.launcher.started).toHaveLength(before);
    await erase(key);
    expect(await historyOf(key.name)).toEqual(['reserve 5', 'settle 5']);
    expect(await finalLedgerViolations(rig.ledger, acme)).toEqual([]);
  });

  test('a job that is deleted and applied again is a new job with its own charge', async () => {
    const key = { namespace, name: 'spring' };
    const ids: string[] = [];
    for (let round = 0; round < 2; round += 1) {
      await rig.applyJob(imageSpec(), key);
      await runThrough(key);
      ids.push((await statusOf(key))?.jobId ?? '');
      await erase(key);
    }
    expect(new Set(ids).size).toBe(2);
    for (const id of ids) expect(await historyOf(id)).toEqual(['reserve 5', 'settle 5']);
    expect(await finalLedgerViolations(rig.ledger, acme)).toEqual([]);
  });

  describe('one name in two namespaces', () => {
    const other = { namespace: 'other', name: 'acme' };
    let [ours, theirs] = [acme, other];

    beforeEach(async () => {
      await createFundedAccount(rig, other, 5);
      await createApiKey(rig, {}, { ...other, name: 'acme-key' });
      const name = uuidV7();
      [ours, theirs] = [
        { namespace, name },
        { namespace: 'other', name },
      ];
      await rig.admit(ours, imageSpec());
    });

    const isPaid = async (key: ObjectKey, id: string, account: ObjectKey): Promise<void> => {
      await until(async () => (await statusOf(key))?.phase === 'SUCCESS');
      await until(async () => (await historyOf(id, account)).length === 2);
      expect([(await statusOf(key))?.jobId, await finalLedgerViolations(rig.ledger, account)]).toEqual([id, []]);
    };

    test('an AdJob from kubectl that is seen before an AdJob from the API with its name is charged separately, and the latter keeps the job id', async () => {
      await rig.applyJob(imageSpec(), theirs);
      await until(async () => (await statusOf(theirs))?.phase === 'PROCESSING');
      await rig.applyJob(imageSpec(), ours);
      await until(async () => (await statusOf(ours))?.phase === 'PROCESSING');
      for (let stage = 0; stage < 6; stage += 1) await finishNext(ours);
      await isPaid(ours, ours.name, acme);
      await isPaid(theirs, (await rig.job(theirs))?.metadata.uid ?? '', other);
    });

    test('an AdJob from kubectl that is seen after an AdJob from the API with its name is left alone and costs nothing', async () => {
      await rig.applyJob(imageSpec(), ours);
      await until(async () => (await statusOf(ours))?.phase === 'PROCESSING');
      await rig.applyJob(imageSpec(), theirs);
      expect(await leftAlone(rig, theirs)).toContain(`The job ${theirs.name} was run for another AdJob of this name.`);
      await runThrough(ours);
      await isPaid(ours, ours.name, acme);
      expect(await rig.ledger.balance(other)).toMatchObject({ available: 5 });
      expect((await statusOf(theirs))?.jobId).toBe((await rig.job(theirs))?.metadata.uid);
    });

    test('if AdJobs of one name from the API and from kubectl are seen together, the one from the API gets the job id', async () => {
      stop.abort();
      await controller.drain();
      await rig.applyJob(imageSpec(), theirs);
      await rig.applyJob(imageSpec(), ours);
      await start();
      await until(async () => (await statusOf(ours))?.phase === 'PROCESSING');
      expect((await statusOf(ours))?.jobId).toBe(ours.name);
      await until(async () => (await statusOf(theirs)) !== undefined);
      expect((await statusOf(theirs))?.jobId).toBe((await rig.job(theirs))?.metadata.uid);
    });
  });
});

describe('an unavailable ledger', () => {
  test('while the ledger is unavailable, new jobs wait and running jobs finish, and all are charged later', async () => {
    const first = await rig.createJob();
    await until(() => rig.launcher.alive.length === 1);
    ledger.disconnect();
    const second = await rig.createJob();
    const third = await rig.applyJob();
    await runThrough(first);
    expect([await statusOf(second), await statusOf(third)]).toEqual([undefined, undefined]);
    expect(await historyOf(first.name)).toEqual(['reserve 5']);
    ledger.reconnect();
    await runThrough(second);
    await runThrough(third);
    await until(async () => (await finalLedgerViolations(rig.ledger, acme)).length === 0);
    expect(await rig.ledger.balance(acme)).toMatchObject({ spent: 15, reserved: 0 });
  });

  test('a job that is cancelled while the ledger is unavailable stops at once, and its hold is released later', async () => {
    const key = await rig.createJob();
    await until(() => rig.launcher.alive.length === 1);
    ledger.disconnect();
    await rig.store.patch(adJobKind, key, { spec: { cancel: true } });
    expect(await failed(key)).toBe('The job was cancelled. [cancelled]');
    await until(() => rig.launcher.alive.length === 0);
    ledger.reconnect();
    await until(async () => (await historyOf(key.name)).includes('release 5'));
  });

  test('ledger calls whose answers are lost are repeated and count once', async () => {
    ledger.loseAnswers();
    const [made, applied] = [await rig.createJob(), await rig.applyJob()];
    for (const key of [made, applied]) await runThrough(key);
    await erase(made);
    await until(async () => (await finalLedgerViolations(rig.ledger, acme)).length === 0);
    expect(await rig.ledger.balance(acme)).toMatchObject({ spent: 10, reserved: 0, retired: 5 });
  });

  test('a job that is deleted while the ledger is unavailable stops at once and disappears once its hold is closed', async () => {
    const [running, finished, unseen] = [await rig.createJob(), await rig.createJob(), { namespace, name: uuidV7() }];
    await runThrough(finished);
    await until(() => rig.launcher.alive.length === 1);
    ledger.disconnect();
    await rig.createJob(imageSpec(), unseen);
    for (const key of [running, finished, unseen]) await rig.store.delete(adJobKind, key);
    await until(() => rig.launcher.alive.length === 0);
    const asked = ledger.calls.length;
    await until(() => ledger.calls.length > asked + 1);
    for (const key of [running, finished, unseen]) expect(await rig.job(key)).toBeDefined();
    ledger.reconnect();
    for (const key of [running, finished, unseen]) await until(async () => (await rig.job(key)) === undefined);
    expect(await finalLedgerViolations(rig.ledger, acme)).toEqual([]);
    expect(await rig.ledger.balance(acme)).toMatchObject({ spent: 5, retired: 5 });
  });
});

describe('holds of finished jobs', () => {
  test('a starting controller does not check finished jobs, and `closeHold` closes an open hold', async () => {
    const key = await rig.createJob();
    await until(() => rig.launcher.alive.length === 1);
    ledger.disconnect();
    await runThrough(key);
    await restart();
    ledger.reconnect();
    const other = await rig.createJob();
    await runThrough(other);
    await until(async () => (await historyOf(other.name)).length === 2);
    expect(await historyOf(key.name)).toEqual(['reserve 5']);
    controller.closeHold(key);
    await until(async () => (await historyOf(key.name)).length === 2);
  });

  test('`closeHold` closes the hold of a job that the controller has not seen yet', async () => {
    const key = await rig.createJob();
    await until(() => rig.launcher.alive.length === 1);
    ledger.disconnect();
    await runThrough(key);
    stop.abort();
    await controller.drain();
    ledger.reconnect();
    stop = new AbortController();
    rig.registry.clear();
    controller = createPipelineController({ ...rig.deps, ledger: ledger.proxy });
    controller.closeHold(key);
    await controller.start(stop.signal);
    await until(async () => (await historyOf(key.name)).length === 2);
    expect({ history: await historyOf(key.name) }).toEqual({ history: ['reserve 5', 'settle 5'] });
  });
});

describe('deletion of charged jobs', () => {
  test.each<[string, (noted: LedgerPosition) => LedgerPosition]>([
    ['a position before its charge', ({ epoch, sequence }) => ({ epoch, sequence: sequence - 1 })],
    ['a later position of another epoch', ({ sequence }) => ({ epoch: 'epoch-0', sequence: sequence + 1_000 })],
  ])('a deleted job stays while its account has recorded %s', async (_, behind) => {
    const waitedFor: ObjectKey[] = [];
    await restart({ expectMirror: (account) => void waitedFor.push(account) });
    const key = await rig.createJob();
    await runThrough(key);
    await rig.store.delete(adJobKind, key);
    const { sequence } = (await rig.ledger.balance(acme)).position;
    await until(async () => (await rig.job(key))?.metadata.annotations?.['adwright.dev/retired-at'] !== undefined);
    const noted = readRetirement((await rig.job(key))?.metadata.annotations?.['adwright.dev/retired-at']);
    if (noted === undefined || noted === 'everywhere') throw new Error('the retirement was not recorded');
    expect(noted.sequence).toBeGreaterThanOrEqual(sequence);
    await until(() => waitedFor.length > 1);
    expect(waitedFor[0]).toEqual(acme);
    await rig.store.patchStatus(adAccountKind, acme, { status: { ledger: { ...behind(noted) } } });
    const asked = waitedFor.length;
    await until(() => waitedFor.length > asked + 1);
    expect(await rig.job(key)).toBeDefined();
    mirrorInto(rig.store, rig.ledger)(acme);
    await until(async () => (await rig.job(key)) === undefined);
  });

  test('the account has to record a charge only after the AdJob has recorded its retirement', async () => {
    const asked: Promise<AdJob | undefined>[] = [];
    const key = await rig.createJob();
    await runThrough(key);
    await restart({ expectMirror: () => void asked.push(rig.job(key)) });
    await rig.store.delete(adJobKind, key);
    await until(() => asked.length > 0);
    expect((await asked[0])?.metadata.annotations?.['adwright.dev/retired-at']).toMatch(/^\d+@/);
  });

  test('a deleted job does not wait for a deleted account', async () => {
    const key = await rig.createJob();
    await runThrough(key);
    await restart({ expectMirror: () => undefined });
    await rig.store.delete(adAccountKind, acme);
    await erase(key);
    expect(await rig.ledger.balance(acme)).toMatchObject({ spent: 5, retired: 5 });
  });

  test('deleting a job abandons its open callback and changes nothing else in the status', async () => {
    const key = await rig.createJob(imageSpec({ callbackUrl: 'https://a.example/done' }));
    await runThrough(key);
    const attempt = { attempt: 1, time: '2026-11-01T12:00:00Z', latencyMs: 9, outcome: 'failed' };
    const delivery = { attempts: 1, deliveries: [attempt], nextAttemptTime: '2026-11-01T12:00:05Z' };
    await rig.store.patchStatus(adJobKind, key, { status: { delivery: { state: 'pending', ...delivery } } });
    await rig.store.patch(adJobKind, key, { metadata: { finalizers: ['adwright.dev/cleanup', 'test/keep'] } });
    const before = await statusOf(key);
    await rig.store.delete(adJobKind, key);
    await until(async () => (await rig.job(key))?.metadata.finalizers?.length === 1);
    const { delivery: abandoned, conditions, ...rest } = (await statusOf(key)) ?? {};
    expect(abandoned).toEqual({ state: 'abandoned', attempts: 1, deliveries: [attempt] });
    expect(conditions).toEqual([
      ...(before?.conditions ?? []),
      expect.objectContaining({ type: 'CallbackDelivered', status: 'False', reason: 'Abandoned' }),
    ]);
    expect(before).toMatchObject(rest);
  });

  test('deleting an AdJob marked as archived keeps its files', async () => {
    const key = await rig.createJob();
    await runThrough(key);
    const files = await rig.artifacts.list(`jobs/${key.name}/`);
    await rig.store.patch(adJobKind, key, { metadata: { annotations: { 'adwright.dev/archived': 'true' } } });
    await erase(key);
    expect(files).not.toEqual([]);
    expect(await rig.artifacts.list(`jobs/${key.name}/`)).toEqual(files);
  });

  test('deleting a job removes an archive record that an interrupted retention has left', async () => {
    const key = await rig.createJob();
    await runThrough(key);
    const job = await rig.job(key);
    if (job === undefined) throw new Error('the job was not found');
    await rig.archive.put(archivedJobOf(job, new Date()));
    await erase(key);
    expect(await rig.archive.get(key.name)).toBeUndefined();
  });
});
