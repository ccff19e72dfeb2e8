import { afterEach, expect, test } from '@jest/globals';
import { systemClock } from '../../src/clock/system-clock.ts';
import { createPipelineController, type PipelineController } from '../../src/controllers/pipeline/controller.ts';
import { findCondition } from '../../src/domain/conditions.ts';
import { adAccountKind } from '../../src/domain/kinds.ts';
import type { AdJob } from '../../src/schema/adjob.ts';
import type { ObjectKey } from '../../src/objects/object-key.ts';
import { imageSpec } from '../support/pipeline/build-job.ts';
import { acme } from '../support/installation/objects.ts';
import { granted, PipelineRig } from '../support/pipeline/pipeline-rig.ts';
import { until } from '../support/process/until.ts';

let rig: PipelineRig;
let stop: AbortController;
let controller: PipelineController;

/** Starts a controller with `requireReadableBrand` of the installation and, unless undefined, of the account. */
async function open(ofInstallation: boolean, ofAccount?: boolean): Promise<void> {
  rig = await PipelineRig.open(systemClock, { requireReadableBrand: ofInstallation });
  if (ofAccount !== undefined)
    await rig.store.patch(adAccountKind, acme, { spec: { requireReadableBrand: ofAccount } });
  await start();
}

async function start(): Promise<void> {
  stop = new AbortController();
  controller = createPipelineController(rig.deps);
  await controller.start(stop.signal);
}

afterEach(async () => {
  stop.abort();
  await controller.drain();
  rig.close();
});

const sentence = 'Nothing was read from brand_data.brand_url at brand.example: the name does not resolve.';

async function attempt(key: ObjectKey, stage: string) {
  const find = () => rig.launcher.alive.find((one) => one.owner.key.name === key.name && one.stage === stage);
  await until(() => find() !== undefined);
  const found = find();
  if (found === undefined) throw new Error('the attempt has ended');
  return found;
}

async function leaveUnread(key: ObjectKey): Promise<void> {
  const message = JSON.stringify({ code: 'brand_unreadable', sentence, unread: 'NameNotResolved' });
  rig.launcher.end(await attempt(key, 'onboarding'), { exitCode: 0, message });
}

async function ended(key: ObjectKey): Promise<AdJob['status']> {
  await until(async () => /SUCCESS|FAILED/.test((await rig.job(key))?.status?.phase ?? ''));
  return (await rig.job(key))?.status;
}

const counted = async (outcome: string, reason: string): Promise<number | undefined> =>
  (await rig.registry.getSingleMetric('adwright_onboarding_total')?.get())?.values.find(
    ({ labels }) => labels['outcome'] === outcome && labels['reason'] === reason,
  )?.value;

async function goOn(key: ObjectKey): Promise<AdJob['status']> {
  for (const stage of ['concept', 'image']) await rig.finish(await attempt(key, stage));
  return ended(key);
}

test('a job whose page was not read succeeds with a condition, a note, one Event and one count, even across a restart', async () => {
  await open(false);
  const key = await rig.createJob();
  await leaveUnread(key);
  await attempt(key, 'concept');
  stop.abort();
  await controller.drain();
  expect(await counted('not_read', 'NameNotResolved')).toBe(1);
  rig.registry.clear();
  await start();
  const status = await goOn(key);
  expect(status).toMatchObject({ phase: 'SUCCESS', credits: { charged: 5 }, response: { notes: [sentence] } });
  expect(findCondition(status?.conditions, 'BrandRead')).toMatchObject({
    status: 'False',
    reason: 'NameNotResolved',
    message: sentence,
  });
  expect(rig.events.map(({ type, reason }) => `${type} ${reason}`)).toEqual([
    'Normal Started',
    'Warning BrandNotRead',
    'Normal Succeeded',
  ]);
  expect(rig.launcher.started.find(({ stage }) => stage === 'image')?.input.earlier['onboarding']).toEqual({
    state: 'Failed',
    message: sentence,
  });
});

test('a job whose page was read is counted as read', async () => {
  await open(true);
  const key = await rig.createJob();
  await rig.finish(await attempt(key, 'onboarding'));
  const status = await goOn(key);
  expect(status?.phase).toBe('SUCCESS');
  expect(findCondition(status?.conditions, 'BrandRead')).toMatchObject({ status: 'True', reason: 'PageRead' });
  expect(await counted('read', 'PageRead')).toBe(1);
  expect(await counted('not_read', 'Timeout')).toBe(0);
});

test.each<[string, boolean, boolean | undefined]>([
  ['the installation', true, undefined],
  ['only the account', false, true],
])(
  'if %s requires a readable brand, an unread page ends the job FAILED without a charge',
  async (_, ofInstallation, ofAccount) => {
    await open(ofInstallation, ofAccount);
    const key = await rig.createJob();
    expect(await rig.ledger.balance(acme)).toMatchObject({ reserved: 5 });
    await leaveUnread(key);
    expect(await ended(key)).toMatchObject({
      phase: 'FAILED',
      error: `${sentence} [brand_unreadable]`,
      credits: { charged: 0 },
    });
    await until(async () => (await rig.ledger.balance(acme)).reserved === 0);
    expect(await rig.ledger.balance(acme)).toMatchObject({ spent: 0, available: granted });
    expect(await counted('not_read', 'NameNotResolved')).toBe(1);
    expect(rig.events.map(({ reason }) => reason)).toEqual(['Started', 'BrandNotRead', 'Failed']);
  },
);

test('an account can waive the readable brand that the installation requires', async () => {
  await open(true, false);
  const key = await rig.createJob();
  await leaveUnread(key);
  expect(await goOn(key)).toMatchObject({ phase: 'SUCCESS' });
});

test('a changed account setting applies to the next end of onboarding', async () => {
  await open(false, true);
  await rig.store.patch(adAccountKind, acme, { spec: { requireReadableBrand: null } });
  const key = await rig.createJob();
  await until(() => rig.deps.accounts.cache.get(acme)?.spec.requireReadableBrand === undefined);
  await leaveUnread(key);
  expect(await goOn(key)).toMatchObject({ phase: 'SUCCESS' });
});

test('a job without a page is never failed for an unreadable brand', async () => {
  await open(true);
  const { image } = imageSpec();
  if (image === undefined) throw new Error('the spec has no image');
  const brandData = { brandImages: [{ imageUrl: 'https://brand.example/logo.png' }] };
  const key = await rig.createJob(imageSpec({ image: { ...image, brandData } }));
  const status = await goOn(key);
  expect(status?.phase).toBe('SUCCESS');
  expect(findCondition(status?.conditions, 'BrandRead')).toBeUndefined();
});
